"""What one process knows of a body, the others know; whatever else stands in the file, nothing wrong comes of it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.survey.agents import Surveyed
from robotstudio.survey.facts import AnswerFacts, facts_of
from robotstudio.survey.reading import shared_facts
from robotstudio.survey.reading.inputs import shards_of
from robotstudio.survey.reading.running import Plan, Pool, inline, run
from robotstudio.survey.reading.shared_facts import SharedFacts, make_room
from robotstudio.survey.result import BodyKey, Surveyor
from robotstudio.survey.tally import HostAnswer
from tests.survey.files import answers
from tests.survey.reading.archives import write_warc

BODY = b"User-agent: GPTBot\nDisallow: /\nSitemap: https://example.com/s.xml\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "facts"
    make_room(path)
    return path


@pytest.fixture
def shared(path: Path) -> Iterator[SharedFacts]:
    facts = SharedFacts(path)
    yield facts
    facts.close()


@pytest.fixture
def other(path: Path) -> Iterator[SharedFacts]:
    facts = SharedFacts(path)
    yield facts
    facts.close()


def key_of(number: int) -> BodyKey:
    return number, 200, "text/plain", "example.com"


def test_another_process_finds_the_same_facts(shared: SharedFacts, other: SharedFacts) -> None:
    for number, answer in enumerate(answers(120)):
        facts = facts_of(answer.body, answer.status, answer.content_type, answer.host)
        shared.keep(key_of(number), facts)
        assert other.recall(key_of(number)) == facts


def test_facts_of_another_body_status_or_host_are_not_taken_for_them(shared: SharedFacts) -> None:
    shared.keep((1, 200, "", ""), facts_of(BODY))
    assert shared.recall((1, 200, "", "")) == facts_of(BODY)
    for key in ((2, 200, "", ""), (1, 201, "", ""), (1, 200, "text/html", ""), (1, 200, "", "a.com")):
        assert shared.recall(key) is None


@settings(max_examples=40)
@given(at=st.integers(0, 300), written=st.binary(min_size=1, max_size=40))
def test_what_another_process_has_half_overwritten_is_worked_out_again(
    tmp_path_factory: pytest.TempPathFactory, at: int, written: bytes
) -> None:
    path = tmp_path_factory.mktemp("torn") / "facts"
    make_room(path)
    shared = SharedFacts(path)
    start = path.stat().st_size
    shared.keep(key_of(1), facts_of(BODY))
    with path.open("r+b") as file:
        file.seek(start + at)
        file.write(written)
    assert shared.recall(key_of(1)) in {facts_of(BODY), None}
    os.truncate(path, start + at)
    assert shared.recall(key_of(1)) in {facts_of(BODY), None}
    shared.close()


@settings(max_examples=40)
@given(place=st.binary(min_size=8, max_size=8))
def test_a_place_that_leads_anywhere_else_leads_to_nothing(
    tmp_path_factory: pytest.TempPathFactory, place: bytes
) -> None:
    path = tmp_path_factory.mktemp("astray") / "facts"
    make_room(path)
    shared = SharedFacts(path)
    room = path.stat().st_size
    shared.keep(key_of(1), facts_of(BODY))
    whole = path.read_bytes()
    with path.open("r+b") as file:
        file.write(place * (room // len(place)))
        file.write(whole[room:])
    assert shared.recall(key_of(1)) in {facts_of(BODY), None}
    assert shared.recall(key_of(2)) is None
    shared.close()


def test_facts_of_a_very_long_file_are_left_out(shared: SharedFacts, path: Path) -> None:
    lines = b"".join(b"User-agent: bot%d\nDisallow: /%d\n" % (number, number) for number in range(8_000))
    before = path.stat().st_size
    shared.keep(key_of(1), facts_of(lines))
    assert shared.recall(key_of(1)) is None
    assert path.stat().st_size == before


def test_a_file_that_is_full_grows_no_more(shared: SharedFacts, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_facts, "_MOST_BYTES", path.stat().st_size + 1_000)
    sizes = []
    for number in range(20):
        shared.keep(key_of(number), facts_of(BODY))
        sizes.append(path.stat().st_size)
    assert sizes[0] < sizes[1] < sizes[-1] == sizes[-10]
    assert shared.recall(key_of(0)) == facts_of(BODY)
    assert shared.recall(key_of(19)) is None


class Counting(SharedFacts):
    """Counts what had to be worked out."""

    kept = 0

    def keep(self, key: BodyKey, facts: AnswerFacts) -> None:
        type(self).kept += 1
        super().keep(key, facts)


def test_each_different_body_is_worked_out_once_by_all(path: Path) -> None:
    Counting.kept = 0
    bodies = [b"User-agent: *\nDisallow: /%d\n" % number for number in range(30)]
    parts = []
    for _ in range(2):
        facts = Counting(path)
        surveyor = Surveyor(Surveyed(), shared=facts)
        for number, body in enumerate(bodies):
            surveyor.add(HostAnswer(f"h{number}.com", body))
        parts.append(surveyor.part()[0].as_json())
        facts.close()
    assert Counting.kept == len(bodies)
    assert parts[0] == parts[1]


@pytest.mark.parametrize("is_linted", [False, True])
def test_two_processes_give_the_same_as_one(tmp_path: Path, is_linted: bool) -> None:
    some = [answer for answer in answers(60) if answer.status is not None]
    for number in range(3):
        write_warc(tmp_path / f"{number}.warc.gz", some[: 20 + number])
    shards = shards_of(tmp_path)
    plan = Plan(Surveyed(), is_linted)
    alone, together = (run(shards, plan, execute).survey for execute in (inline, Pool(2)))
    assert together.partial.as_json() == alone.partial.as_json()
    assert bool(together.partial.counts("codes")) is is_linted
