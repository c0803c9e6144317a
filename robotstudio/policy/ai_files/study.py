"""Fetch the files for AI of a site on request, and study them: answers, flaws, and contradictions with robots.txt.

ai.txt may be in two places.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.crawlers import Catalogue
from robotstudio.fetch.address import FetchTarget, robots_target
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.evidence import Evidence, Failure, FetchOutcome
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.fetch.shared_deadline import SharedDeadline, run_limited
from robotstudio.policy.ai_files.ai_txt import read_ai_txt
from robotstudio.policy.ai_files.contradictions import (
    AiFileComparison,
    compare_ai_txt,
    compare_llms_txt,
    compare_tdmrep,
)
from robotstudio.policy.ai_files.llms_txt import read_llms_txt
from robotstudio.policy.ai_files.model import AiFileKind, AiTxt, AiTxtForm, Fault, Flaw, LlmsTxt, TdmRep
from robotstudio.policy.ai_files.tdmrep import read_tdmrep

PATHS: Final = ("/llms.txt", "/ai.txt", "/.well-known/ai.txt")
ALL_PATHS: Final = (*PATHS, "/.well-known/tdmrep.json")
_ROBOTS: Final = "/robots.txt"


class AiFiles(Struct, frozen=True):
    """The answers of a site by path; `failure` says why nothing was requested."""

    origin: str
    answers: Mapping[str, Evidence]
    failure: Failure | None = None


async def fetch_ai_files(
    fetcher: "Fetcher", typed: str, options: FetchOptions = PLAIN, paths: Sequence[str] = PATHS
) -> AiFiles:
    """Fetch all of them within the time of one fetch. Never raises."""
    target = robots_target(typed)
    if not isinstance(target, FetchTarget):
        return AiFiles("", MappingProxyType({}), target)
    origin, time = target.url.removesuffix(_ROBOTS), SharedDeadline(fetcher)
    own = replace(options, cached=None)
    answers = await run_limited([partial(time.page, origin + path, own) for path in paths], len(paths))
    return AiFiles(origin, MappingProxyType(dict(zip(paths, answers, strict=True))))


def fetch_ai_files_now(typed: str, options: FetchOptions = PLAIN, paths: Sequence[str] = PATHS) -> AiFiles:
    """Like `fetch_ai_files`, for callers without an event loop."""
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(fetch_ai_files(Fetcher(), typed, options, paths))


_ABSENT: Final = frozenset({404, 410})


class AiFileState(StrEnum):
    """The state of an AI file."""

    ABSENT = "absent"  # the server answered 404 or 410
    FAILED = "failed"  # nothing readable
    VALID = "valid"
    FAULTY = "faulty"


class FileStudy(Struct, frozen=True, eq=False):
    """An AI file with its name; `found` is None if there is none."""

    kind: AiFileKind
    name: str
    evidence: Evidence | None = None
    found: LlmsTxt | AiTxt | TdmRep | None = None
    comparison: AiFileComparison = AiFileComparison()
    is_cut: bool = False

    @property
    def state(self) -> AiFileState:
        if self.found is None:
            is_absent = self.evidence is not None and self.evidence.status in _ABSENT
            return AiFileState.ABSENT if is_absent else AiFileState.FAILED
        return AiFileState.FAULTY if self.flaws else AiFileState.VALID

    @property
    def flaws(self) -> tuple[Flaw, ...]:
        """Flaws in its format, and that it was cut."""
        cut = (Flaw(0, Fault.TOO_LONG),) if self.is_cut else ()
        return (*cut, *self.found.flaws) if self.found else ()

    @property
    def has_findings(self) -> bool:
        return bool(self.flaws or self.comparison.contradictions)

    @property
    def form(self) -> AiTxtForm | None:
        """The format of an ai.txt."""
        return self.found.form if isinstance(self.found, AiTxt) else None


def study_file(
    kind: AiFileKind, name: str, body: bytes, robots: bytes, catalogue: Catalogue, address: str = ""
) -> FileStudy:
    """Parse a file and compare it with a robots.txt; `address` is its URL, if known."""
    if kind is AiFileKind.LLMS:
        llms = read_llms_txt(body, address)
        return FileStudy(kind, name, found=llms, comparison=compare_llms_txt(llms, address, robots, catalogue))
    if kind is AiFileKind.TDMREP:
        tdmrep = read_tdmrep(body)
        return FileStudy(kind, name, found=tdmrep, comparison=compare_tdmrep(tdmrep, robots, catalogue))
    ai = read_ai_txt(body)
    return FileStudy(kind, name, found=ai, comparison=compare_ai_txt(ai, robots, catalogue))


def study_ai_files(files: AiFiles, robots: bytes, catalogue: Catalogue) -> tuple[FileStudy, ...]:
    """Study what a site answered."""
    return tuple(_studies(files, robots, catalogue))


def _studies(files: AiFiles, robots: bytes, catalogue: Catalogue) -> Iterator[FileStudy]:
    for path, evidence in files.answers.items():
        kind, name = AiFileKind(path.rpartition("/")[2]), path.removeprefix("/")
        if evidence.outcome is FetchOutcome.SUCCESS:
            read = study_file(kind, name, evidence.body, robots, catalogue, files.origin + path)
            yield replace(read, evidence=evidence, is_cut=evidence.truncated)
        else:
            yield FileStudy(kind, name, evidence)
