"""Messages about AI files."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.address import shown
from robotstudio.fetch.words import chip
from robotstudio.policy.ai_files.contradictions import AiFileContradiction, ContradictionKind
from robotstudio.policy.ai_files.model import FAULTS, AiFileKind, AiTxt, AiTxtForm, Flaw, LlmsTxt, Rsl, TdmRep, TdmRule
from robotstudio.policy.ai_files.rsl import RslAnswer, RslReading, rsl_for
from robotstudio.policy.ai_files.study import AiFileState, FileStudy
from robotstudio.policy.forecasts import forecast_words
from robotstudio.policy.signals import Purpose
from robotstudio.policy.words import use_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

READERS: Final[Mapping[AiFileKind, Message]] = MappingProxyType(
    {
        AiFileKind.LLMS: (
            "llms.txt is proposed by llmstxt.org, version 2 of August 2026. No crawler operator documents that it "
            "reads it; Google says that Search does not use it."
        ),
        AiFileKind.AI: (
            "There is no standard for ai.txt, only two formats: Spawning’s of 2023 and one person’s proposal of "
            "2026. No crawler operator documents that it reads either."
        ),
        AiFileKind.TDMREP: (
            "tdmrep.json is defined by a report of a W3C Community Group of May 2024, which is not a standard. It "
            "reserves text and data mining under article 4 of the EU directive 2019/790; for the European Commission, "
            "AI training is part of that. It is not meant for search, and does not mention AI answers. No large "
            "crawler operator documents that it reads it."
        ),
        AiFileKind.RSL: (
            "RSL 1.0 is published by the RSL Technical Steering Committee, December 2025, with errata to August 2026. "
            "A licence changes neither Allow nor Disallow. Narrower paths and uses count before broader ones, and "
            "what is both permitted and prohibited is not licensed. No crawler operator documents that it reads it."
        ),
    }
)
"""Maintainers and readers of the format, as of 28 November 2026."""

_ABSENT: Message = "{name}: not found."
_FAILED: Message = "{name}: not readable ({answer})."
_LINKS = Plural("{name}: valid, with {count} link.", "{name}: valid, with {count} links.")
_RULES = Plural("{name}: valid, with {count} rule.", "{name}: valid, with {count} rules.")
_LICENSES = Plural("{name}: valid, with licences for {count} path.", "{name}: valid, with licences for {count} paths.")
_FORMS: Final[Mapping[AiTxtForm, Message]] = {
    AiTxtForm.GROUPS: "{name}: valid in Spawning’s format.",
    AiTxtForm.FIELDS: "{name}: valid in the format of 2026.",
    AiTxtForm.UNKNOWN: "{name}: unknown format.",
}
_FAULTY = Plural("{name}: {count} line is invalid.", "{name}: {count} lines are invalid.")
_ELSEWHERE = Plural(
    "{count} link leads to another host, whose robots.txt was not fetched.",
    "{count} links lead to other hosts, whose robots.txt were not fetched.",
)
_AGREES: Message = "{name} and robots.txt do not contradict each other."
_RESERVED: Message = "Line {line}, {location}: text and data mining is reserved, without a policy for licences."
_LICENSED: Message = "Line {line}, {location}: text and data mining is reserved; the policy for licences is {policy}"
_UNRESERVED: Message = "Line {line}, {location}: text and data mining is not reserved."
_MORE_RULES = Plural("{count} more rule.", "{count} more rules.")
_MOST_RULES: Final = 20
_MORE = Plural("{count} more line is invalid.", "{count} more lines are invalid.")
_RSL_ANSWERS: Final[Mapping[RslAnswer, Message]] = {
    RslAnswer.PERMITTED: "Line {line}, {scope}: permitted for {uses}.",
    RslAnswer.LICENSED: "Line {line}, {scope}: permitted for {uses}, on terms: {terms}",
    RslAnswer.PROHIBITED: "Line {line}, {scope}: prohibited for {uses}.",
    RslAnswer.UNLISTED: "Line {line}, {scope}: not permitted for {uses}, since only other uses are listed.",
}
_AGAINST: Final[Mapping[ContradictionKind, Plural]] = {
    ContradictionKind.CLOSED_FILE: Plural(
        "The file is for AI answers, but {count} of {of} crawlers for these may not fetch it: {crawlers}.",
        "The file is for AI answers, but {count} of {of} crawlers for these may not fetch it: {crawlers}.",
    ),
    ContradictionKind.CLOSED_LINK: Plural(
        "It links to {url}, which {count} of {of} crawlers for AI answers may not fetch: {crawlers}.",
        "It links to {url}, which {count} of {of} crawlers for AI answers may not fetch: {crawlers}.",
    ),
    ContradictionKind.OPEN: Plural(
        "It says no, but robots.txt lets {count} of {of} crawlers fetch {url}: {crawlers}.",
        "It says no, but robots.txt lets {count} of {of} crawlers fetch {url}: {crawlers}.",
    ),
    ContradictionKind.CLOSED: Plural(
        "It says yes, but robots.txt keeps {count} of {of} crawlers from {url}: {crawlers}.",
        "It says yes, but robots.txt keeps {count} of {of} crawlers from {url}: {crawlers}.",
    ),
    ContradictionKind.UNREACHABLE: Plural(
        "It permits use of {url} for {use}, but robots.txt blocks all {of} crawlers for it: {crawlers}.",
        "It permits use of {url} for {use}, but robots.txt blocks all {of} crawlers for it: {crawlers}.",
    ),
}
_WITHOUT_CRAWLERS: Final[Mapping[ContradictionKind, Message]] = {
    ContradictionKind.PERMITTED: "It reserves text and data mining of {url}, but robots.txt permits AI training there.",
    ContradictionKind.FORBIDDEN: (
        "It does not reserve text and data mining of {url}, but robots.txt forbids AI training there."
    ),
    ContradictionKind.RSL_PERMITS: "It permits use of {url} for {use}, but robots.txt forbids it.",
    ContradictionKind.RSL_PROHIBITS: "It does not permit use of {url} for {use}, but robots.txt does.",
    ContradictionKind.UNUSED: (
        "The rule for {url} has no effect: a rule above covers its paths, and the first match counts."
    ),
}
_MOST_NAMED: Final = 5
_DOCUMENTED: Final = "documented"


class AiFileRemark(Struct, frozen=True):
    """A message about lines of an AI file, () for all of it; `rules` are lines of the robots.txt."""

    name: str
    lines: tuple[int, ...]
    sentence: str
    rules: tuple[int, ...] = ()
    is_contradiction: bool = False


def state_words(study: FileStudy) -> str:
    """Say whether the file exists, and whether it is valid."""
    name = study.name
    if study.state is AiFileState.ABSENT:
        return tr(_ABSENT, name=name)
    if study.found is None:
        answer = chip(study.evidence) if study.evidence else ""
        return tr(_FAILED, name=name, answer=answer)
    if study.state is AiFileState.FAULTY and study.form is not AiTxtForm.UNKNOWN:
        return ntr(_FAULTY, len({flaw.line for flaw in study.flaws}) + study.found.more_flaws, name=name)
    if isinstance(study.found, AiTxt):
        return tr(_FORMS[study.found.form], name=name)
    if isinstance(study.found, TdmRep):
        return ntr(_RULES, len(study.found.rules), name=name)
    if isinstance(study.found, Rsl):
        return ntr(_LICENSES, len(study.found.contents), name=name)
    return ntr(_LINKS, len(study.found.links), name=name)


def note_words(study: FileStudy) -> Iterator[str]:
    """Say what else matters: what is reserved, that nothing contradicts, and which links were not checked."""
    if study.forecast is not None:
        yield WORDS.sentences(forecast_words(study.forecast))
    if study.found is None:
        return
    if isinstance(study.found, TdmRep):
        found = study.comparison.contradictions
        unused = {(each.line, each.url) for each in found if each.against is ContradictionKind.UNUSED}
        rules = [rule for rule in study.found.rules if (rule.line, rule.location) not in unused]
        yield from map(_rule_words, rules[:_MOST_RULES])
        if len(rules) > _MOST_RULES:
            yield ntr(_MORE_RULES, len(rules) - _MOST_RULES)
    if isinstance(study.found, Rsl):
        yield from _rsl_notes(study.found)
    if study.comparison.judged and not study.comparison.contradictions:
        yield tr(_AGREES, name=study.name)
    if isinstance(study.found, LlmsTxt) and study.comparison.elsewhere:
        yield ntr(_ELSEWHERE, study.comparison.elsewhere)


def _rsl_notes(found: Rsl) -> Iterator[str]:
    """Say what is permitted on which paths, uses with equal answers together."""
    scopes = list(dict.fromkeys(content.url for content in found.contents))
    for scope in scopes[:_MOST_RULES]:
        url = scope if "://" in scope else f"https://host.invalid{scope if scope.startswith('/') else '/'}"
        alike: dict[tuple[RslAnswer, int], list[tuple[Purpose, RslReading]]] = {}
        for use in Purpose:
            said = rsl_for(found, url, use)
            if said.scope == scope and said.answer is not RslAnswer.SILENT:
                alike.setdefault((said.answer, said.line), []).append((use, said))
        for (answer, _), together in alike.items():
            uses = WORDS.listed_text([use_words(use) for use, _ in together])
            yield tr(_RSL_ANSWERS[answer], uses=uses, **_rsl_facts(together[0][1]))
    if len(scopes) > _MOST_RULES:
        yield ntr(_MORE_RULES, len(scopes) - _MOST_RULES)


def _rsl_facts(said: RslReading) -> dict[str, str]:
    return {"line": str(said.line), "scope": shown(said.scope), "terms": terms_words(said)}


def terms_words(said: RslReading) -> str:
    """List the terms of a licence as they are written: payment, amount, address, users."""
    if said.license is None:
        return ""
    one = said.license
    limits = (f"{kind}={','.join(values)}" for kind, values in one.permits.items() if kind != "usage")
    facts = (one.payment, one.amount, *limits, "reporting" if one.has_reporting else "", one.standard or one.custom)
    return shown(WORDS.side_by_side(fact for fact in facts if fact)) or "server"


def _rule_words(rule: TdmRule) -> str:
    at = {"line": str(rule.line), "location": shown(rule.location)}
    if not rule.is_reserved:
        return tr(_UNRESERVED, **at)
    return tr(_LICENSED, **at, policy=shown(rule.policy)) if rule.policy else tr(_RESERVED, **at)


def remarks_of(study: FileStudy) -> Iterator[AiFileRemark]:
    """Iterate over flaws, then contradictions; equal ones in several lines are merged."""
    for flaw in study.flaws:
        yield AiFileRemark(study.name, (flaw.line,) if flaw.line else (), flaw_words(flaw))
    if study.found and study.found.more_flaws:
        yield AiFileRemark(study.name, (), ntr(_MORE, study.found.more_flaws))
    alike: dict[tuple[object, ...], list[AiFileContradiction]] = defaultdict(list)
    for place, each in enumerate(study.comparison.contradictions):
        is_own = each.against in {
            ContradictionKind.CLOSED_FILE,
            ContradictionKind.CLOSED_LINK,
            ContradictionKind.UNUSED,
        }  # each of these has its own URL
        alike[each.against, each.crawlers, each.rules, place if is_own else -1].append(each)
    for together in alike.values():
        first = together[0]
        lines = tuple(dict.fromkeys(each.line for each in together if each.line))
        yield AiFileRemark(study.name, lines, contradiction_words(first), first.rules, is_contradiction=True)


def flaw_words(flaw: Flaw) -> str:
    """Describe a flaw."""
    return tr(FAULTS[flaw.fault], text=flaw.text)


def contradiction_words(found: AiFileContradiction) -> str:
    """Describe a contradiction."""
    if found.against in _WITHOUT_CRAWLERS:
        use = use_words(found.use) if found.use else ""
        return tr(_WITHOUT_CRAWLERS[found.against], url=shown(found.url), use=use)
    known_first = sorted(found.crawlers, key=_is_little_known)
    crawlers = WORDS.listed_text([each.title for each in known_first], most=_MOST_NAMED)
    counts = {"of": WORDS.number(found.of), "url": found.url, "crawlers": crawlers}
    counts["use"] = use_words(found.use) if found.use else ""
    return ntr(_AGAINST[found.against], len(found.crawlers), **counts)


def _is_little_known(crawler: Crawler) -> bool:
    """Return True if only third-party lists mention a crawler: it is named after documented ones."""
    return crawler.confidence != _DOCUMENTED


def reader_words(studies: Sequence[FileStudy]) -> Iterator[str]:
    """Say who maintains the formats of the existing files, and that hardly anybody documents reading them."""
    kinds = dict.fromkeys(study.kind for study in studies if study.found is not None)
    yield from (tr(READERS[kind]) for kind in kinds)
