"""Who works on a survey does not matter, nor in which order, nor whether somebody is killed."""

import gc
import importlib.util
import multiprocessing
import os
import random
import signal
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from robotstudio.survey.agents import Surveyed
from robotstudio.survey.reading.inputs import Shard, shards_of
from robotstudio.survey.reading.running import (
    DaskCluster,
    Execute,
    Finished,
    PartStore,
    Plan,
    Pool,
    Processes,
    SurveyProgress,
    inline,
    run,
    survey_shard,
)
from robotstudio.text.language import Told
from tests.survey.files import answers
from tests.survey.reading.archives import write_json_lines, write_warc

PLAN = Plan(Surveyed())


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> list[Shard]:
    folder = tmp_path_factory.mktemp("shards")
    some = [answer for answer in answers(160) if answer.status is not None]
    for number in range(3):
        write_warc(folder / f"{number}.warc.gz", some[number::4])
    write_json_lines(folder / "3.jsonl", some[3::4])
    return shards_of(folder)


@pytest.fixture(scope="module")
def finished(shards: list[Shard]) -> Finished:
    return run(shards, PLAN)


def result_of(finished: Finished) -> tuple[object, ...]:
    survey = finished.survey
    return survey.partial.as_json(), sorted(survey.rows.hosts), survey.clusters, survey.rows.distinct, finished.troubles


def test_all_answers_are_counted(finished: Finished) -> None:
    assert finished.survey.files == sum(answer.status is not None for answer in answers(160))


def test_shuffled_shards_give_the_same(shards: list[Shard], finished: Finished) -> None:
    turned = shards[:]
    random.Random(3).shuffle(turned)
    assert result_of(run(turned, PLAN)) == result_of(finished)


def test_a_pool_gives_the_same(shards: list[Shard], finished: Finished) -> None:
    assert result_of(run(shards, PLAN, Pool(2))) == result_of(finished)


def test_processes_that_were_ready_give_the_same_and_end(shards: list[Shard], finished: Finished) -> None:
    ready = Processes(2)
    ready.warm_up(PLAN)
    assert result_of(run(shards, PLAN, Pool(2, ready=ready))) == result_of(finished)
    with pytest.raises(RuntimeError):
        ready.pool.submit(bool)


def test_large_shards_are_begun_first_for_none_to_wait_at_the_end(tmp_path: Path) -> None:
    for number in range(1, 10):
        (tmp_path / f"{number}.jsonl").write_text('{"host": "a.com", "body": ""}\n' * number)
    inputs = [shard for path in sorted(tmp_path.iterdir()) for shard in shards_of(path)]
    sizes = [shard.size for shard, _ in Pool(1)(inputs, PLAN)]
    assert sizes.index(max(sizes)) < sizes.index(min(sizes))
    assert len(sizes) == len(inputs) == 9


@pytest.mark.parametrize("wanted", [1, 2])
def test_circles_are_looked_for_as_before_behind_the_last_part_and_when_no_more_is_wanted(
    shards: list[Shard], wanted: int
) -> None:
    before = gc.get_threshold()
    with closing(inline(shards[:2], PLAN)) as parts:
        for _ in range(wanted):
            next(parts)
            assert gc.get_threshold() > before
    assert gc.get_threshold() == before


class KillingOnce(Pool, frozen=True):
    """A pool of which a process is killed after the first part has come."""

    def __call__(self, shards: Sequence[Shard], plan: Plan) -> Generator[tuple[Shard, bytes | Told], None, None]:
        parts = super().__call__(shards, plan)
        yield next(parts)
        for child in multiprocessing.active_children()[:1]:
            os.kill(child.pid or 0, signal.SIGKILL)
        yield from parts


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed otherwise on this system")
def test_killing_a_process_loses_nothing(shards: list[Shard], finished: Finished) -> None:
    assert result_of(run(shards, PLAN, KillingOnce(1))) == result_of(finished)


class EndedError(Exception):
    """Stands for the end of the program in the middle of its work."""


def ending_after(count: int) -> Execute:
    def execute(shards: Sequence[Shard], plan: Plan) -> Generator[tuple[Shard, bytes | Told], None, None]:
        for number, made in enumerate(inline(shards, plan)):
            if number == count:
                raise EndedError
            yield made

    return execute


def test_only_what_is_not_done_is_read_again(shards: list[Shard], finished: Finished, tmp_path: Path) -> None:
    store = PartStore(tmp_path / "state")
    with pytest.raises(EndedError):
        run(shards, PLAN, ending_after(2), store)
    read: list[str] = []

    def noting(left: Sequence[Shard], plan: Plan) -> Generator[tuple[Shard, bytes | Told], None, None]:
        read.extend(shard.path for shard in left)
        return inline(left, plan)

    again = run(shards, PLAN, noting, store)
    assert read == [shard.path for shard in shards[2:]]
    assert again.resumed == 2
    assert result_of(again) == result_of(finished)


def test_what_is_kept_counts_only_where_it_is_whole_and_of_the_same_question(
    shards: list[Shard], tmp_path: Path
) -> None:
    store, shard = PartStore(tmp_path), shards[0]
    store.keep(shard, PLAN, survey_shard(shard, PLAN))
    (kept,) = tmp_path.iterdir()
    assert store.known(shard, PLAN) is not None
    assert store.known(shard, Plan(Surveyed(("GPTBot", "*")))) is None
    assert store.known(Shard(shard.path, shard.kind, (), shard.size + 1, shard.changed), PLAN) is None
    kept.write_bytes(kept.read_bytes()[:-100])
    assert store.known(shard, PLAN) is None


def test_progress_counts_shards_and_files(shards: list[Shard]) -> None:
    told: list[SurveyProgress] = []
    run(shards, PLAN, report=told.append)
    assert [each.done for each in told] == list(range(len(shards) + 1))
    assert told[-1].files == sum(answer.status is not None for answer in answers(160))


def test_lint_codes_are_counted_once_a_file(shards: list[Shard]) -> None:
    found = run(shards[:1], Plan(Surveyed(), is_linted=True)).survey
    assert 0 < max(found.partial.counts("codes").values()) <= found.files


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="dask and distributed are not installed")
def test_a_dask_cluster_gives_the_same(shards: list[Shard], finished: Finished) -> None:
    from distributed import LocalCluster  # noqa: PLC0415  # an extra

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        assert result_of(run(shards, PLAN, DaskCluster(cluster.scheduler_address))) == result_of(finished)
