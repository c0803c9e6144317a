"""What is done of a survey that was not ended is kept, and nothing of one that was."""

import os
import time
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from robotstudio.survey.agents import Surveyed
from robotstudio.survey.reading.inputs import Shard, shards_of
from robotstudio.survey.reading.running import Plan, inline, run
from robotstudio.survey.reading.unfinished import Unfinished
from robotstudio.text.language import Told
from tests.survey.files import answers
from tests.survey.reading.archives import write_warc

PLAN = Plan(Surveyed())


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    folder = tmp_path / "inputs"
    folder.mkdir()
    for number in range(3):
        write_warc(folder / f"{number}.warc.gz", [each for each in answers(30) if each.status is not None][number::3])
    return folder


@pytest.fixture
def unfinished(tmp_path: Path) -> Unfinished:
    return Unfinished(tmp_path / "home" / "surveys")


class EndedError(Exception):
    """Stands for the end of the program."""


def ended_after_one(shards: Sequence[Shard], plan: Plan) -> Generator[tuple[Shard, bytes | Told], None, None]:
    yield next(inline(shards, plan))
    raise EndedError


def begin(unfinished: Unfinished, inputs: Path) -> None:
    with pytest.raises(EndedError):
        run(shards_of(inputs), PLAN, ended_after_one, unfinished.begin([inputs]))


def test_the_last_that_was_not_ended_is_known_and_its_parts_are_not_read_again(
    unfinished: Unfinished, inputs: Path
) -> None:
    begin(unfinished, inputs)
    assert unfinished.last() == (inputs,)
    finished = run(shards_of(inputs), PLAN, inline, unfinished.begin([inputs]))
    assert finished.resumed == 1
    assert finished.survey.files == run(shards_of(inputs), PLAN).survey.files


def test_nothing_is_kept_of_one_that_was_ended(unfinished: Unfinished, inputs: Path) -> None:
    assert unfinished.last() == ()
    run(shards_of(inputs), PLAN, inline, unfinished.begin([inputs]))
    unfinished.end([inputs], shards_of(inputs), PLAN)
    assert unfinished.last() == ()
    assert not list(unfinished.folder.iterdir())


def test_other_surveys_keep_what_is_theirs(unfinished: Unfinished, inputs: Path, tmp_path: Path) -> None:
    begin(unfinished, inputs)
    other = tmp_path / "other"
    other.mkdir()
    unfinished.begin([other])
    unfinished.end([other], [], PLAN)
    assert unfinished.last() == (inputs,)
    assert run(shards_of(inputs), PLAN, inline, unfinished.begin([inputs])).resumed == 1


def test_inputs_that_are_gone_are_not_offered(unfinished: Unfinished, inputs: Path) -> None:
    begin(unfinished, inputs)
    inputs.rename(inputs.with_name("elsewhere"))
    assert unfinished.last() == ()


@pytest.mark.parametrize("note", [b"", b"no json", b"[1]", b"{}", b"3", b"\xff"])
def test_a_note_that_is_none_is_passed_over(unfinished: Unfinished, inputs: Path, note: bytes) -> None:
    begin(unfinished, inputs)
    broken = unfinished.folder / "broken.json"
    broken.write_bytes(note)
    os.utime(broken, (time.time() + 60,) * 2)
    assert unfinished.last() == (inputs,)


def test_what_was_left_for_a_month_is_forgotten(unfinished: Unfinished, inputs: Path, tmp_path: Path) -> None:
    begin(unfinished, inputs)
    for path in unfinished.folder.iterdir():
        os.utime(path, (time.time() - 31 * 24 * 3600,) * 2)
    unfinished.begin([tmp_path])
    assert len(list(unfinished.folder.iterdir())) == 1
    assert unfinished.last() == (tmp_path,)


def test_a_survey_runs_also_where_nothing_can_be_kept(tmp_path: Path, inputs: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert Unfinished(tmp_path / "file" / "surveys").begin([inputs]) is None
    unfinished = Unfinished(tmp_path / "surveys")
    store = unfinished.begin([inputs])
    for note in unfinished.folder.iterdir():
        note.unlink()
    unfinished.folder.rmdir()
    unfinished.folder.write_bytes(b"")
    assert run(shards_of(inputs), PLAN, inline, None).survey.files
    assert store is not None
    store.keep(shards_of(inputs)[0], PLAN, b"")
