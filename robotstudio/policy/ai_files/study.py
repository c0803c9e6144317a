"""Fetch the files for AI of a site on request, and study them: answers, flaws, and contradictions with robots.txt.

ai.txt may be in two places. RSL documents are where the License lines of the robots.txt say.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Final

import ada_url
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.crawlers import Catalogue
from robotstudio.fetch.address import FetchTarget, robots_target
from robotstudio.fetch.address_policy import AddressPolicy
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
    compare_rsl,
    compare_tdmrep,
)
from robotstudio.policy.ai_files.llms_txt import read_llms_txt
from robotstudio.policy.ai_files.model import AiFileKind, AiTxt, AiTxtForm, Fault, Flaw, LlmsTxt, Rsl, TdmRep
from robotstudio.policy.ai_files.rsl import read_rsl
from robotstudio.policy.ai_files.tdmrep import read_tdmrep
from robotstudio.policy.forecasts import Forecast, forecast_llms
from robotstudio.policy.signals import wishes_in
from robotstudio.urls.urls import site_in

PATHS: Final = ("/llms.txt", "/ai.txt", "/.well-known/ai.txt")
ALL_PATHS: Final = (*PATHS, "/.well-known/tdmrep.json")
_ROBOTS: Final = "/robots.txt"


MOST_LICENSES: Final = 10


class AiFiles(Struct, frozen=True):
    """The answers of a site by path; `failure` says why nothing was requested.

    `licenses` has those of RSL documents by address, which may be on other hosts.
    """

    origin: str
    answers: Mapping[str, Evidence]
    failure: Failure | None = None
    licenses: Mapping[str, Evidence] = MappingProxyType({})


def license_addresses(robots: bytes) -> tuple[str, ...]:
    """Return the addresses of RSL documents in the License lines of a robots.txt, each once, up to a limit."""
    written = (wish.written for wish in wishes_in(robots) if wish.field == "license" and wish.is_readable)
    targets = (normalised(each) for each in written)
    return tuple(dict.fromkeys(each for each in targets if each))[:MOST_LICENSES]


def normalised(address: str) -> str:
    """Return a web address as it is requested, without credentials; "" if it is none."""
    try:
        parsed = ada_url.URL(address)
    except ValueError:
        return ""
    if parsed.protocol not in {"http:", "https:"} or not parsed.hostname:
        return ""
    return f"{parsed.protocol}//{parsed.host}{parsed.pathname}{parsed.search}"


async def fetch_ai_files(
    fetcher: "Fetcher",
    typed: str,
    options: FetchOptions = PLAIN,
    paths: Sequence[str] = PATHS,
    licenses: Sequence[str] = (),
) -> AiFiles:
    """Fetch all of them within the time of one fetch. Never raises.

    A licence of a public site is not fetched from a private address.
    """
    target = robots_target(typed)
    if not isinstance(target, FetchTarget):
        return AiFiles("", MappingProxyType({}), target)
    origin, time = target.url.removesuffix(_ROBOTS), SharedDeadline(fetcher)
    own = replace(options, cached=None)
    elsewhere = replace(own, reach=AddressPolicy((site_in(origin),)))
    works = [partial(time.page, origin + path, own) for path in paths]
    works += [partial(time.page, address, elsewhere) for address in licenses]
    answers = await run_limited(works, len(ALL_PATHS))
    files = MappingProxyType(dict(zip(paths, answers, strict=False)))
    return AiFiles(origin, files, licenses=MappingProxyType(dict(zip(licenses, answers[len(paths) :], strict=True))))


def fetch_ai_files_now(
    typed: str, options: FetchOptions = PLAIN, paths: Sequence[str] = PATHS, licenses: Sequence[str] = ()
) -> AiFiles:
    """Like `fetch_ai_files`, for callers without an event loop."""
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(fetch_ai_files(Fetcher(), typed, options, paths, licenses))


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
    found: LlmsTxt | AiTxt | TdmRep | Rsl | None = None
    comparison: AiFileComparison = AiFileComparison()
    is_cut: bool = False
    forecast: Forecast | None = None

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
    """Parse a file and compare it with a robots.txt; `address` is its URL, if known, for RSL the site's origin."""
    if kind is AiFileKind.LLMS:
        llms = read_llms_txt(body, address)
        comparison = compare_llms_txt(llms, address, robots, catalogue)
        return FileStudy(kind, name, found=llms, comparison=comparison, forecast=forecast_llms(body))
    if kind is AiFileKind.TDMREP:
        tdmrep = read_tdmrep(body)
        return FileStudy(kind, name, found=tdmrep, comparison=compare_tdmrep(tdmrep, robots, catalogue))
    if kind is AiFileKind.RSL:
        rsl = read_rsl(body)
        return FileStudy(kind, name, found=rsl, comparison=compare_rsl(rsl, robots, catalogue, address))
    ai = read_ai_txt(body)
    return FileStudy(kind, name, found=ai, comparison=compare_ai_txt(ai, robots, catalogue))


def study_ai_files(files: AiFiles, robots: bytes, catalogue: Catalogue) -> tuple[FileStudy, ...]:
    """Study what a site answered."""
    return tuple(_studies(files, robots, catalogue))


def _studies(files: AiFiles, robots: bytes, catalogue: Catalogue) -> Iterator[FileStudy]:
    for path, evidence in files.answers.items():
        kind, name = AiFileKind(path.rpartition("/")[2]), path.removeprefix("/")
        yield _study(kind, name, evidence, robots, catalogue, files.origin + path)
    for address, evidence in files.licenses.items():
        yield _study(AiFileKind.RSL, address, evidence, robots, catalogue, files.origin)


def _study(
    kind: AiFileKind, name: str, evidence: Evidence, robots: bytes, catalogue: Catalogue, address: str
) -> FileStudy:
    if evidence.outcome is not FetchOutcome.SUCCESS:
        forecast = forecast_llms(None, evidence) if kind is AiFileKind.LLMS else None
        return FileStudy(kind, name, evidence, forecast=forecast)
    read = study_file(kind, name, evidence.body, robots, catalogue, address)
    return replace(read, evidence=evidence, is_cut=evidence.truncated)
