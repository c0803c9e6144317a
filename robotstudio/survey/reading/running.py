"""Who works on a survey: this process, several, or a cluster; and what is kept, so that nothing is done twice.

All three call `survey_shard` for each shard, and what it gives is put together in any order: the result is the same.
"""

import atexit
import gc
import json
import multiprocessing
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final

from robotstudio.engine.cancelling import Cancelled
from robotstudio.lazy_dataclasses import dataclass, replace
from robotstudio.store.errors import FileError, NothingReadError, RobotStudioError
from robotstudio.store.files import make_directory, read, remove, write_atomic
from robotstudio.survey.agents import Surveyed
from robotstudio.survey.facts import facts_of
from robotstudio.survey.partial import VERSION, Partial
from robotstudio.survey.reading.inputs import NO_FILES, InputTrouble, Shard, read_shard
from robotstudio.survey.reading.shared_facts import SharedFacts, make_room
from robotstudio.survey.reading.tables import AboutHosts, about_hosts
from robotstudio.survey.result import Survey, Surveyor, put_together
from robotstudio.survey.rows import AnswerRows
from robotstudio.text.language import ENGLISH, Message, Told, told

_MOST_TRIES: Final = 3
_AHEAD: Final = 4
_READING: Final = 2
"""Counted up whenever an input is read in another way, so that no part that was read in the old way is used again."""
_LOOK_AROUND: Final = 0.1  # seconds
_EXAMPLE: Final = b"User-agent: *\nDisallow: /private/\n"
_LARGEST_PART: Final = 1 << 31
_SELDOM: Final = (20_000, 20, 50)
"""When circles are looked for: nearly all that a survey makes stays or goes at once, and to look takes a tenth of the
time, with the linter a sixth.
"""

_LOST: Message = "“{path}” was given up: the process that worked on it ended again and again."
_NO_MEMORY: Message = "“{path}” was skipped: there is not enough memory to count it."
_NO_CLUSTER: Message = "A cluster needs the Python packages dask and distributed, which are not installed."


class ClusterError(RobotStudioError):
    """There is no cluster to work on."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked of each shard: which crawlers and paths, whether to lint, which table about hosts, which date."""

    surveyed: Surveyed
    is_linted: bool = False
    hosts: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class ShardResult:
    """What a shard gives: counts, rows, and what could not be read of it."""

    partial: Partial
    rows: AnswerRows
    troubles: tuple[Told, ...] = ()

    def as_bytes(self) -> bytes:
        """The same for the same part."""
        troubles = [_packed(trouble) for trouble in self.troubles]
        head = json.dumps({"troubles": troubles, "partial": self.partial.as_json()}).encode()
        return len(head).to_bytes(8) + head + self.rows.as_bytes()

    @classmethod
    def of_bytes(cls, body: bytes) -> "ShardResult":
        """The part that `as_bytes` wrote. Raises ValueError or KeyError if it is something else."""
        size = int.from_bytes(body[:8])
        head = json.loads(body[8 : 8 + size])
        troubles = tuple(told(message, **facts) for message, facts in head["troubles"])
        return cls(Partial.of_json(head["partial"]), AnswerRows.of_bytes(body[8 + size :]), troubles)


def _packed(trouble: Told) -> tuple[str, dict[str, str | int]]:
    """A sentence as it was told, to be said in any language; one that is too rich for that as it is in English."""
    facts = {name: fact for name, fact in trouble.facts.items() if isinstance(fact, str | int)}
    if isinstance(trouble.message, str) and len(facts) == len(trouble.facts):
        return str(trouble.message), facts
    return "{said}", {"said": ENGLISH.tell(trouble)}


@dataclass(frozen=True, slots=True)
class SurveyProgress:
    """How far the work is."""

    done: int
    shards: int
    files: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A survey, what could not be read, how many shards were known from before, and those without any answer."""

    survey: Survey
    troubles: tuple[Told, ...]
    resumed: int = 0
    without_answers: frozenset[Shard] = frozenset()


class NoAnswersError(NothingReadError):
    """No input of a survey has any answer; `troubles` say why."""

    def __init__(self, path: Path, troubles: Sequence[Told]) -> None:
        super().__init__(troubles[0] if troubles else NO_FILES, path)
        self.troubles = troubles


_SHARED: dict[str, SharedFacts] = {}
"""Of a process of a pool: the file that it has open together with the others."""


def _begin_worker(path: str) -> None:
    """A process of a pool begins; where there is no such file, it works alone."""
    Thread(target=_end_with_parent, daemon=True).start()
    atexit.register(os._exit, 0)  # to give back, one by one, all that it knows would keep whoever waits for its end
    gc.set_threshold(*_SELDOM)
    with suppress(OSError, ValueError):
        _SHARED["facts"] = SharedFacts(Path(path))


def _end_with_parent() -> None:
    """End this process as soon as that is gone for which it works: a pool would wait for another task for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@lru_cache(maxsize=2)
def _surveyor(surveyed: Surveyed, is_linted: bool) -> Surveyor:
    """One for all shards of a process: what it knows of bodies serves them all."""
    linter = None
    if is_linted:
        from robotstudio.lint.linter import Linter  # noqa: PLC0415  # it takes longer to import than small surveys

        linter = Linter()
    return Surveyor(surveyed, linter, _SHARED.get("facts"))


@lru_cache(maxsize=2)
def _about_hosts(path: str) -> AboutHosts:
    return about_hosts(Path(path))


def survey_shard(shard: Shard, plan: Plan) -> bytes:
    """Read a shard and count what is in it; a `ShardResult` as bytes, for whichever process asked."""
    try:
        return part_of(shard, plan).as_bytes()
    except MemoryError:  # one input never ends the survey of all others
        surveyor = _surveyor(plan.surveyed, plan.is_linted)
        surveyor.begin()
        return ShardResult(*surveyor.part(), (told(_NO_MEMORY, path=shard.path),)).as_bytes()


def part_of(shard: Shard, plan: Plan) -> ShardResult:
    """Read a shard and count what is in it."""
    surveyor = _surveyor(plan.surveyed, plan.is_linted)
    surveyor.begin()
    troubles: list[Told] = []
    about = _about_hosts(plan.hosts) if plan.hosts else None
    for found in read_shard(shard):
        if isinstance(found, InputTrouble):
            troubles.append(found.told)
            continue
        answer = about.joined(found) if about else found
        surveyor.add(answer if answer.date or not plan.date else replace(answer, date=plan.date))
    partial, rows = surveyor.part()
    return ShardResult(partial, rows, tuple(troubles))


Execute = Callable[[Sequence[Shard], Plan], Generator[tuple[Shard, bytes | Told], None, None]]
"""Works on shards and gives for each its part, or why there is none; in any order."""


def inline(shards: Sequence[Shard], plan: Plan) -> Generator[tuple[Shard, bytes | Told], None, None]:
    """In this process, one after the other."""
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)  # between two parts as well: as before, the first would look through all that is known
    try:
        for shard in shards:
            yield shard, survey_shard(shard, plan)
    finally:
        gc.set_threshold(*before)


def _warm(plan: Plan) -> None:
    """Read what a process needs for its first shard."""
    facts_of(_EXAMPLE, surveyed=plan.surveyed)


class Processes:
    """Processes of this machine that wait for shards. They can be started while the shards are still being chosen."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._folder: TemporaryDirectory[str] | None = None
        shared = ""
        if workers > 1:
            with suppress(OSError):  # a full disk: each works alone then
                self._folder = TemporaryDirectory(prefix="robotstudio-survey-", ignore_cleanup_errors=True)
                shared = str(Path(self._folder.name) / "facts")
                make_room(Path(shared))
        self.pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin_worker, (shared,))

    def warm_up(self, plan: Plan) -> None:
        """Start them before they are needed."""
        for _ in range(self._workers):
            self.pool.submit(_warm, plan)

    def end(self, is_waited_for: bool = False) -> None:
        """End them; what they work on is given up, unless it is waited for."""
        if not is_waited_for:
            for process in list((self.pool._processes or {}).values()):  # noqa: SLF001 - the pool has no other way
                process.terminate()
        self.pool.shutdown(cancel_futures=True)
        if self._folder is not None:
            self._folder.cleanup()


@dataclass(frozen=True, slots=True)
class Pool:
    """In several processes of this machine. Where one is killed, what it worked on is begun again by another.

    `is_cancelled` is asked several times a second; where it says so, they are ended and `Cancelled` is raised. `ready`
    are processes that were started before; they are ended as well.
    """

    workers: int
    is_cancelled: Callable[[], bool] = bool
    ready: Processes | None = None

    def __call__(self, shards: Sequence[Shard], plan: Plan) -> Generator[tuple[Shard, bytes | Told], None, None]:
        tries = dict.fromkeys(sorted(shards, key=_size, reverse=True), 0)  # at the end none waits for a large one
        ready = self.ready
        while tries:
            fresh = [shard for shard, count in tries.items() if not count]
            # Of several that were under way when a process ended any may be to blame: each is tried again alone.
            rounds = [(fresh, self.workers)] if fresh else [([shard], 1) for shard in list(tries)]
            for chosen, workers in rounds:
                for shard, part in self._round(chosen, plan, tries, workers, ready):
                    del tries[shard]
                    yield shard, part
                ready = None
            for shard in [shard for shard, count in tries.items() if count >= _MOST_TRIES]:
                del tries[shard]
                yield shard, told(_LOST, path=shard.path)

    def _round(
        self, shards: Sequence[Shard], plan: Plan, tries: dict[Shard, int], workers: int, ready: Processes | None
    ) -> Iterator[tuple[Shard, bytes]]:
        """Until all are done or a process is gone; then those that were under way have been tried once more."""
        processes = ready or Processes(workers)
        left = iter(shards)
        under_way: dict[Future[bytes], Shard] = {}
        try:
            while True:
                while len(under_way) < workers + _AHEAD and (shard := next(left, None)) is not None:
                    under_way[processes.pool.submit(survey_shard, shard, plan)] = shard
                if not under_way:
                    return
                if self.is_cancelled():
                    raise Cancelled
                for future in wait(under_way, _LOOK_AROUND, FIRST_COMPLETED).done:
                    part = future.result()
                    yield under_way.pop(future), part
        except BrokenProcessPool:
            for shard in under_way.values():
                tries[shard] += 1
        finally:
            processes.end(is_waited_for=not under_way)


def _size(shard: Shard) -> int:
    return shard.size


@dataclass(frozen=True, slots=True)
class Cluster:
    """On the workers of a Dask cluster, which see the input under the same paths."""

    address: str

    def __call__(self, shards: Sequence[Shard], plan: Plan) -> Generator[tuple[Shard, bytes | Told], None, None]:
        try:
            from distributed import Client, as_completed  # noqa: PLC0415  # an extra
        except ImportError as error:
            raise ClusterError(_NO_CLUSTER) from error
        with Client(self.address) as client:
            futures: dict[Any, Shard] = {
                client.submit(survey_shard, shard, plan, pure=False): shard for shard in shards
            }
            for future in as_completed(list(futures)):
                yield futures[future], future.result()


@dataclass(frozen=True, slots=True)
class Store:
    """A folder in which the parts of a survey are kept, each in a file that is there whole or not at all."""

    folder: Path

    def known(self, shard: Shard, plan: Plan) -> bytes | None:
        """The part of a shard that was worked on before, if it is still the same and the same was asked."""
        path = self._path(shard, plan)
        try:
            body = read(path, _LARGEST_PART)
            ShardResult.of_bytes(body)
        except (FileError, ValueError, KeyError, OSError):
            return None
        return body

    def keep(self, shard: Shard, plan: Plan, part: bytes) -> None:
        write_atomic(self._path(shard, plan), part, durable=False)

    def forget(self, shard: Shard, plan: Plan) -> None:
        """Keep a part no longer. Raises FileError."""
        remove(self._path(shard, plan))

    def _path(self, shard: Shard, plan: Plan) -> Path:
        asked = (VERSION, _READING, plan.surveyed.tokens, plan.surveyed.paths, plan.is_linted, plan.hosts, plan.date)
        told_apart = (shard.path, shard.kind, shard.files, shard.size, shard.changed, asked)
        return (
            self.folder
            / f"{blake2b(repr(told_apart).encode('utf-8', 'surrogateescape'), digest_size=12).hexdigest()}.part"
        )


def run(
    shards: Sequence[Shard],
    plan: Plan,
    execute: Execute = inline,
    store: Store | None = None,
    report: Callable[[SurveyProgress], None] = lambda _: None,
) -> Finished:
    """Survey all shards. Raises FileError if the store cannot be written, NoAnswersError if no shard has an answer."""
    parts: dict[Shard, ShardResult] = {}
    missing = list(dict.fromkeys(shards))
    if store is not None:
        make_directory(store.folder)
        missing = []
        for shard in dict.fromkeys(shards):
            known = store.known(shard, plan)
            if known is None:
                missing.append(shard)
            else:
                parts[shard] = ShardResult.of_bytes(known)
    resumed, lost = len(parts), []
    count, files = resumed, sum(len(part.rows) for part in parts.values())
    report(SurveyProgress(count, len(missing) + resumed, files))
    with closing(execute(missing, plan)) as worked_on:
        for shard, made in worked_on:
            count += 1
            if isinstance(made, Told):
                lost.append(made)
            else:
                if store is not None:
                    store.keep(shard, plan, made)
                parts[shard] = ShardResult.of_bytes(made)
                files += len(parts[shard].rows)
            report(SurveyProgress(count, len(missing) + resumed, files))
    troubles = _sorted([*lost, *(trouble for part in parts.values() for trouble in part.troubles)])
    if not files:
        raise NoAnswersError(Path(shards[0].path if shards else ""), troubles)
    without_answers = frozenset(shard for shard in shards if shard not in parts or not len(parts[shard].rows))
    survey = put_together(((part.partial, part.rows) for part in parts.values()), plan.surveyed)
    return Finished(survey, troubles, resumed, without_answers)


def _sorted(troubles: Iterable[Told]) -> tuple[Told, ...]:
    """What could not be read, in an order that does not depend on who was faster."""
    return tuple(sorted(troubles, key=ENGLISH.tell))
