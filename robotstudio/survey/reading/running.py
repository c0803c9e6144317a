"""Run a survey in this process, in several, or on a cluster; store parts, so that nothing is done twice.

All three call `survey_shard` for each shard, and the parts merge in any order to the same result.
"""

import atexit
import gc
import json
import multiprocessing
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from functools import lru_cache
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.cancelling import Cancelled
from robotstudio.lint.linter import Linter
from robotstudio.store.errors import FileError, NothingReadError, RobotStudioError
from robotstudio.store.files import make_directory, read, remove, write_atomic
from robotstudio.survey.agents import Surveyed
from robotstudio.survey.facts import facts_of
from robotstudio.survey.partial import VERSION, Partial
from robotstudio.survey.reading.files import InputTrouble
from robotstudio.survey.reading.inputs import NO_FILES, Shard, read_shard
from robotstudio.survey.reading.shared_facts import SharedFacts, make_room
from robotstudio.survey.reading.tables import AboutHosts, PracticeOfHosts, about_hosts, practice_of_hosts
from robotstudio.survey.result import Survey, Surveyor, assemble
from robotstudio.survey.rows import AnswerRows
from robotstudio.text.language import ENGLISH, Message, Told, told

_MOST_TRIES: Final = 3
_AHEAD: Final = 4
_READING: Final = 2
"""Increased whenever an input is read differently, which invalidates stored parts."""
_LOOK_AROUND: Final = 0.1  # seconds
_EXAMPLE: Final = b"User-agent: *\nDisallow: /private/\n"
_LARGEST_PART: Final = 1 << 31
_SELDOM: Final = (20_000, 20, 50)
"""Garbage collection thresholds: nearly all objects of a survey live forever or die at once, and collecting takes a
tenth of the time, with the linter a sixth.
"""

_LOST: Message = "“{path}” was skipped: the process that worked on it ended again and again."
_NO_MEMORY: Message = "“{path}” was skipped: there is not enough memory to count it."
_NO_CLUSTER: Message = "A cluster needs the Python packages dask and distributed, which are not installed."


class DaskError(RobotStudioError):
    """There is no cluster to work on."""


class Plan(Struct, frozen=True):
    """The options for each shard: crawlers and paths, linting, tables about hosts and of `practice`, a date."""

    surveyed: Surveyed
    is_linted: bool = False
    hosts: str = ""
    date: str = ""
    practice: str = ""


class ShardResult(Struct, frozen=True):
    """The result of a shard: counts, rows, and problems."""

    partial: Partial
    rows: AnswerRows
    troubles: tuple[Told, ...] = ()

    def as_bytes(self) -> bytes:
        """Serialise deterministically."""
        troubles = [_packed(trouble) for trouble in self.troubles]
        head = json.dumps({"troubles": troubles, "partial": self.partial.as_json()}).encode()
        return len(head).to_bytes(8) + head + self.rows.as_bytes()

    @classmethod
    def of_bytes(cls, body: bytes) -> "ShardResult":
        """Parse the output of `as_bytes`. Raises ValueError or KeyError for other bytes."""
        size = int.from_bytes(body[:8])
        head = json.loads(body[8 : 8 + size])
        troubles = tuple(told(message, **facts) for message, facts in head["troubles"])
        return cls(Partial.of_json(head["partial"]), AnswerRows.of_bytes(body[8 + size :]), troubles)


def _packed(trouble: Told) -> tuple[str, dict[str, str | int]]:
    """Keep a message translatable; if its facts are too complex, keep its English text."""
    facts = {name: fact for name, fact in trouble.facts.items() if isinstance(fact, str | int)}
    if isinstance(trouble.message, str) and len(facts) == len(trouble.facts):
        return str(trouble.message), facts
    return "{said}", {"said": ENGLISH.tell(trouble)}


class SurveyProgress(Struct, frozen=True):
    done: int
    shards: int
    files: int


class Finished(Struct, frozen=True):
    """A survey with its problems, the number of shards resumed, and the shards without answers."""

    survey: Survey
    troubles: tuple[Told, ...]
    resumed: int = 0
    without_answers: frozenset[Shard] = frozenset()


class NoAnswersError(NothingReadError):
    """No input of a survey has answers; `troubles` are the reasons."""

    def __init__(self, path: Path, troubles: Sequence[Told]) -> None:
        super().__init__(troubles[0] if troubles else NO_FILES, path)
        self.troubles = troubles


_SHARED: dict[str, SharedFacts] = {}
"""The shared file of a pool process."""


def _init_worker(path: str) -> None:
    """Set up a pool process; without the shared file it works alone."""
    Thread(target=_end_with_parent, daemon=True).start()
    atexit.register(os._exit, 0)  # freeing all objects one by one would delay whoever waits for the exit
    gc.set_threshold(*_SELDOM)
    with suppress(OSError, ValueError):
        _SHARED["facts"] = SharedFacts(Path(path))


def _end_with_parent() -> None:
    """Exit as soon as the parent process is gone: a pool would wait for another task forever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@lru_cache(maxsize=2)
def _surveyor(surveyed: Surveyed, is_linted: bool) -> Surveyor:
    """Return the one surveyor of this process, whose caches serve all shards."""
    linter = None
    if is_linted:
        linter = Linter()
    return Surveyor(surveyed, linter, _SHARED.get("facts"))


@lru_cache(maxsize=2)
def _about_hosts(path: str) -> AboutHosts:
    return about_hosts(Path(path))


@lru_cache(maxsize=1)
def _practice_of_hosts(path: str) -> PracticeOfHosts:
    return practice_of_hosts(Path(path))


def survey_shard(shard: Shard, plan: Plan) -> bytes:
    """Read and count a shard; return a `ShardResult` as bytes, for other processes."""
    try:
        return part_of(shard, plan).as_bytes()
    except MemoryError:  # one input must not end the survey of all others
        surveyor = _surveyor(plan.surveyed, plan.is_linted)
        surveyor.begin()
        return ShardResult(*surveyor.part(), (told(_NO_MEMORY, path=shard.path),)).as_bytes()


def part_of(shard: Shard, plan: Plan) -> ShardResult:
    """Read and count a shard."""
    surveyor = _surveyor(plan.surveyed, plan.is_linted)
    surveyor.begin()
    troubles: list[Told] = []
    about = _about_hosts(plan.hosts) if plan.hosts else None
    practice = _practice_of_hosts(plan.practice) if plan.practice else None
    for found in read_shard(shard):
        if isinstance(found, InputTrouble):
            troubles.append(found.told)
            continue
        answer = about.joined(found) if about else found
        answer = practice.joined(answer) if practice else answer
        surveyor.add(answer if answer.date or not plan.date else replace(answer, date=plan.date))
    partial, rows = surveyor.part()
    return ShardResult(partial, rows, tuple(troubles))


Execute = Callable[[Sequence[Shard], Plan], Generator[tuple[Shard, bytes | Told], None, None]]
"""Executes shards; yields the part of each, or the reason why there is none, in any order."""


def inline(shards: Sequence[Shard], plan: Plan) -> Generator[tuple[Shard, bytes | Told], None, None]:
    """Execute in this process, sequentially."""
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)  # also between parts: else the next collection would scan all caches
    try:
        for shard in shards:
            yield shard, survey_shard(shard, plan)
    finally:
        gc.set_threshold(*before)


def _warm(plan: Plan) -> None:
    """Load what a process needs for its first shard."""
    facts_of(_EXAMPLE, surveyed=plan.surveyed)


class Processes:
    """Processes of this machine waiting for shards. They can be started while shards are still being chosen."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._folder: TemporaryDirectory[str] | None = None
        shared = ""
        if workers > 1:
            with suppress(OSError):  # a full disk: each works alone
                self._folder = TemporaryDirectory(prefix="robotstudio-survey-", ignore_cleanup_errors=True)
                shared = str(Path(self._folder.name) / "facts")
                make_room(Path(shared))
        self.pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _init_worker, (shared,))

    def warm_up(self, plan: Plan) -> None:
        """Start the processes before they are needed."""
        for _ in range(self._workers):
            self.pool.submit(_warm, plan)

    def end(self, is_waited_for: bool = False) -> None:
        """End the processes; their current work is lost unless it is waited for."""
        if not is_waited_for:
            for process in list((self.pool._processes or {}).values()):  # noqa: SLF001 - the pool has no other way
                process.terminate()
        self.pool.shutdown(cancel_futures=True)
        if self._folder is not None:
            self._folder.cleanup()


class Pool(Struct, frozen=True):
    """Execute in several processes of this machine. The work of a killed process is tried again by another.

    `is_cancelled` is called several times a second; if it is True, the processes are ended and `Cancelled` is raised.
    `ready` are processes started earlier; they are ended as well.
    """

    workers: int
    is_cancelled: Callable[[], bool] = bool
    ready: Processes | None = None

    def __call__(self, shards: Sequence[Shard], plan: Plan) -> Generator[tuple[Shard, bytes | Told], None, None]:
        # Large shards first, so that none is left to wait for at the end.
        tries = dict.fromkeys(sorted(shards, key=attrgetter("size"), reverse=True), 0)
        ready = self.ready
        while tries:
            fresh = [shard for shard, count in tries.items() if not count]
            # Any of the shards running when a process died may be to blame: each is tried again alone.
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
        """Run until all are done or a process dies; then those in progress count a try."""
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


class DaskCluster(Struct, frozen=True):
    """Execute on the workers of a Dask cluster, which see the input under the same paths."""

    address: str

    def __call__(self, shards: Sequence[Shard], plan: Plan) -> Generator[tuple[Shard, bytes | Told], None, None]:
        try:
            from distributed import Client, as_completed  # an extra
        except ImportError as error:
            raise DaskError(_NO_CLUSTER) from error
        with Client(self.address) as client:
            futures: dict[Any, Shard] = {
                client.submit(survey_shard, shard, plan, pure=False): shard for shard in shards
            }
            for future in as_completed(list(futures)):
                yield futures[future], future.result()


class PartStore(Struct, frozen=True):
    """A folder with the parts of a survey, each in a file that is complete or missing."""

    folder: Path

    def known(self, shard: Shard, plan: Plan) -> bytes | None:
        """Return the stored part of a shard, if neither it nor the options have changed."""
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
        """Delete a part. Raises FileError."""
        remove(self._path(shard, plan))

    def _path(self, shard: Shard, plan: Plan) -> Path:
        tables = (plan.hosts, plan.date, plan.practice)
        asked = (VERSION, _READING, plan.surveyed.tokens, plan.surveyed.paths, plan.is_linted, *tables)
        told_apart = (shard.path, shard.kind, shard.files, shard.size, shard.changed, asked)
        return (
            self.folder
            / f"{blake2b(repr(told_apart).encode('utf-8', 'surrogateescape'), digest_size=12).hexdigest()}.part"
        )


def run(
    shards: Sequence[Shard],
    plan: Plan,
    execute: Execute = inline,
    store: PartStore | None = None,
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
    found = (*lost, *(trouble for part in parts.values() for trouble in part.troubles))
    troubles = tuple(sorted(found, key=ENGLISH.tell))  # in an order that does not depend on timing
    if not files:
        raise NoAnswersError(Path(shards[0].path if shards else ""), troubles)
    without_answers = frozenset(shard for shard in shards if shard not in parts or not len(parts[shard].rows))
    survey = assemble(((part.partial, part.rows) for part in parts.values()), plan.surveyed)
    return Finished(survey, troubles, resumed, without_answers)
