"""Changes worth recommending, and what each gains or risks: counted on the URLs, and proven if that is possible."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.compliance.model import Conduct, CrawlerRecord
from robotstudio.draft.at_risk import stake_of, telling_stakes
from robotstudio.draft.changes.comparison import flips_after
from robotstudio.draft.changes.unseen_urls import ReadersProof, proofs_between
from robotstudio.engine.bulk import Bools
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.changed_urls import ChangedUrls, ChangeExtent, together
from robotstudio.engine.changes import Change, Changes, compare
from robotstudio.engine.content import Content, content_of
from robotstudio.engine.line_diff import diff_lines
from robotstudio.engine.proof import Result
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.suggest import counted, suggest
from robotstudio.engine.tokens import parse_line
from robotstudio.fetch.http_scenario import has_rules
from robotstudio.lint.context import raw_lines
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Edit, Finding, Fix, Place, Severity
from robotstudio.policy.overview import PurposeRow
from robotstudio.report.danger import SEARCH, Danger, wanted_pages
from robotstudio.urls.set_columns import REQUESTS, SetColumn, sum_of

if TYPE_CHECKING:
    from robotstudio.draft.columns import Column
    from robotstudio.report.subject import Findings

TRAINING: Final = "ai-training"
MOST_SHOWN_LINES: Final = 6
_PROOF_SECONDS: Final = 2.0
_MOST_TRIED: Final = 14
_MOST_CANDIDATES: Final = 4
_MOST_PATTERNS: Final = 3
_FEWEST_CLICKS: Final = 0.001
"""Share of all clicks below which a line that blocks them is not worth a recommendation."""
_LEAST_OF_BEST: Final = 0.1
"""Share of the visits of the best page that another needs to be worth opening."""
_ENOUGH: Final = 5
"""Fewest blocked URLs of a rule that say what it is about."""
_MOSTLY: Final = 0.6
"""Share of such URLs among those that a rule blocks from which the rule is to be removed."""
CLOSES_ALL: Final = frozenset({ChangeExtent.BLOCKED, ChangeExtent.BUT_ROBOTS})
NO_RULES: Final = frozenset({Content.HTML, Content.XML, Content.JSON, Content.BINARY})
EVERYTHING_OPEN: Final = b"User-agent: *\nDisallow:\n"
_LEAST_SHARE: Final = 0.05
"""Share of blocked requests from which a crawler is said not to obey."""


class ProposalKind(StrEnum):
    """Kind of recommendation."""

    REPLACE = "replace"  # the file is a web page or anything else but rules
    SERVE = "serve"  # the server sends no rules
    PUBLISH = "publish"  # this file replaces the one that it is compared with
    OPEN = "open"  # pages that bring something are blocked
    FIX = "fix"  # a finding of the linter
    REFUSE = "refuse"  # a crawler does not obey
    DECIDE = "decide"  # crawlers for AI training are neither all blocked nor all open


class ChangedLine(Struct, frozen=True):
    """A line of the file that a change removes or adds."""

    text: str
    is_added: bool


_OPEN_LINES: Final = tuple(ChangedLine(line.decode(), is_added=True) for line in EVERYTHING_OPEN.splitlines())


class Trial(Struct, frozen=True):
    """Effect of a change of the file; `visits` is None if no source counts any, or none is known of these URLs."""

    lines: tuple[ChangedLine, ...] = ()
    opened: int = 0
    closed: int = 0
    flips: int = 0
    visits: float | None = None
    requests: float | None = None
    changed: ChangedUrls | None = None
    proven_for: tuple[str, ...] = ()
    crawlers: int = 0
    is_neutral: bool = False
    """True if it is proven that no verdict changes, whatever the URL."""
    has_fields: bool = False
    """True if a delay, a sitemap, a signal or another field changes."""
    closed_listed: int = 0
    """How many pages of a sitemap become blocked."""
    can_close: bool = False
    """True if a URL becomes blocked, loaded or not."""
    urls: int = 0
    """On how many URLs it was tried."""

    @property
    def is_risky(self) -> bool:
        """Return True if pages that bring something become blocked, or if it is not known what these bring."""
        return bool(self.closed_listed) or (self.can_close if self.visits is None else self.visits < 0)


class Proposal(Struct, frozen=True, eq=False):
    """A change, and the facts that its words need; what does not apply is empty."""

    kind: ProposalKind
    trial: Trial = Trial()
    fixes: tuple[Fix, ...] = ()
    findings: tuple[Finding, ...] = ()
    patterns: tuple[str, ...] = ()
    blocking: tuple[int, ...] = ()
    tokens: tuple[str, ...] = ()
    pages: Bools | None = None
    """Which of the URLs are to be opened."""
    example: str = ""
    removed: str = ""
    """The rule that is removed."""
    record: CrawlerRecord | None = None
    training: PurposeRow | None = None
    content: Content = Content.RULES
    """What the file is instead of rules."""
    danger: Danger | None = None
    """What would become closed to search engines."""

    @property
    def urls(self) -> int:
        """Count the pages to open."""
        return 0 if self.pages is None else int(self.pages.sum())

    @property
    def rank(self) -> tuple[int, float]:
        """Order of proposals: clicks, pages, requests, verdicts, then what is to be decided or only tidy."""
        trial = self.trial
        if self.kind in {ProposalKind.REPLACE, ProposalKind.SERVE} or self.danger is not None:
            return 0, 0.0
        if trial.visits:
            return 1, -abs(trial.visits)
        if self.record is not None:
            return 3, -float(self.record.answered)
        if trial.opened:
            return 2, -float(trial.opened)
        if trial.requests:
            return 3, -trial.requests
        if trial.flips:
            return 4, -float(trial.flips)
        return (5 if self.kind is ProposalKind.DECIDE else 6), 0.0


class Together(Struct, frozen=True):
    """All proposals that change the file, at once: the new file, and what it does."""

    body: bytes
    trial: Trial
    count: int


class Blocked(StrEnum):
    """Facts about the pages that are blocked for search engines."""

    NOTHING = "nothing"  # none is in a sitemap or had clicks
    LITTLE = "little"  # they had few clicks
    UNKNOWN = "unknown"


class Proposals(Struct, frozen=True, eq=False):
    """Proposals by what they gain; `visits` is the column whose numbers are gained, None if there is none."""

    items: tuple[Proposal, ...]
    blocked: Blocked
    pages: int = 0
    """How many pages are to be opened, each counted once."""
    opening: Trial = Trial()
    """All that opens pages, at once."""
    together: Together | None = None
    visits: SetColumn | None = None
    requests: SetColumn | None = None


def proposals_of(found: "Findings") -> Proposals:
    """Return what is worth recommending. Raises `Cancelled`."""
    trials = _Trials(found)
    items = [*(_replace(found, trials) or (*_serve(found), *_publish(found, trials)))]
    items += [*_open(found, trials), *_fix(found, trials)]
    items += [*_refuse(found), *_decide(found)]
    items.sort(key=lambda each: each.rank)
    changing = [each for each in items if each.fixes]
    opening = [each for each in changing if each.kind is ProposalKind.OPEN]
    pages = np.zeros(len(found.subject.urls), np.bool_)
    for each in items:
        if each.pages is not None:
            pages |= each.pages
    whole = None
    if len(changing) > 1:
        body = apply(found.subject.body, [fix for each in changing for fix in each.fixes]).body
        trial = trials.of_body(body)
        if not trial.can_close or any(each.trial.can_close for each in changing):
            whole = Together(body, trial, len(changing))
    opened = opening[0].trial if len(opening) == 1 else Trial()
    if len(opening) > 1:
        opened = trials.of([fix for each in opening for fix in each.fixes])
    return Proposals(
        tuple(items), _blocked(found, trials.visits), int(pages.sum()), opened, whole, trials.visits, trials.requests
    )


def search_columns(found: "Findings") -> Sequence["Column"]:
    """Return the known verdicts of search engines; those of any other crawler only if nobody else is asked for."""
    columns = [each for each in found.analysis.columns if each.is_known]
    named = [each for each in columns if not each.crawler.is_any_other]
    return [each for each in named if each.crawler.purpose == SEARCH] if named else columns


def _blocked(found: "Findings", visits: SetColumn | None) -> Blocked:
    columns = search_columns(found)
    stopped = np.zeros(len(found.subject.urls), np.bool_)
    for column in columns:
        stopped |= ~column.allowed
    if (stopped & wanted_pages(found, visits)).any():
        return Blocked.LITTLE
    is_listed = bool((found.sources.bits & 1).any())
    is_counted = visits is not None and not np.isnan(visits.values.values[stopped]).any()
    return Blocked.NOTHING if columns and (is_listed or is_counted) else Blocked.UNKNOWN


class _Trials:
    """Tries changes of a file on its URLs."""

    def __init__(self, found: "Findings") -> None:
        self._found = found
        self._analysis = found.analysis
        self._readers = [column.crawler.reader for column in self._analysis.columns if column.is_by_rules]
        self._before = FileVersion(self._analysis.body, self._analysis.readings)
        stakes = telling_stakes(found.subject.urls)
        self.visits = next((each for each in stakes if each.info.role not in REQUESTS), None)
        self.requests = next((each for each in stakes if each.info.role in REQUESTS), None)

    def of(self, fixes: Sequence[Fix]) -> Trial:
        """Try fixes."""
        return self.of_body(apply(self._found.subject.body, fixes).body)

    def of_body(self, body: bytes) -> Trial:
        """Try another text."""
        if self._found.is_cancelled():
            raise Cancelled
        after = self._before.revised(body)
        changes = compare(self._before, after, self._analysis.table, self._readers)
        proofs = proofs_between(self._before, after, self._readers, _PROOF_SECONDS, self._found.is_cancelled)
        return self.told(self._found.subject.body, body, changes, proofs)

    def told(self, before: bytes, after: bytes, changes: Changes, proofs: Sequence[ReadersProof]) -> Trial:
        """Return what changes, and what is proven of it."""
        is_neutral = all(each.found.outcome is Result.EQUAL for each in proofs)
        changed = together(each.changed for each in proofs)
        return Trial(
            tuple(changed_lines(before, after)),
            len(changes.rows_with(Change.ALLOWED)),
            len(changes.rows_with(Change.BLOCKED)),
            changes.flips,
            self._gained(self.visits, changes),
            self._avoided(changes),
            changed,
            tuple(token for each in proofs if each.changed for token in each.tokens),
            len(self._readers),
            is_neutral,
            any(each.fields_for.intersection(each.tokens) for each in proofs),
            self._found.sources.count_in_sitemaps(changes).get(Change.BLOCKED, 0),
            bool(len(changes.rows_with(Change.BLOCKED)))
            or any(each.allowed_a and not each.allowed_b for proof in proofs for each in proof.found.classes),
            changes.urls,
        )

    def _gained(self, column: SetColumn | None, changes: Changes) -> float | None:
        if column is None:
            return None
        sums = [stake_of(column, changes, change).at_risk for change in (Change.ALLOWED, Change.BLOCKED)]
        if not any(each.urls for each in sums) or any(each.urls and each.is_unknown for each in sums):
            return None
        gained = sums[0].total - sums[1].total
        return None if sums[1 if gained >= 0 else 0].unknown else gained

    def _avoided(self, changes: Changes) -> float | None:
        """Return the requests for URLs that become blocked."""
        rows = changes.rows_with(Change.BLOCKED)
        if self.requests is None or not len(rows):
            return None
        found = sum_of(self.requests.values, rows)
        return None if found.unknown else found.total


def changed_lines(before: bytes, after: bytes) -> Iterator[ChangedLine]:
    """Yield the lines that differ, each block of them removed lines first."""
    old, new = ([raw.decode("utf-8", "replace") for raw in raw_lines(each)] for each in (before, after))
    for change in diff_lines(old, new):
        yield from (ChangedLine(text, is_added=False) for text in old[change.old_start : change.old_end])
        yield from (ChangedLine(text, is_added=True) for text in new[change.new_start : change.new_end])


def _replace(found: "Findings", trials: _Trials) -> Sequence[Proposal]:
    """Return that a file of rules is needed if the file is anything else."""
    content = content_of(found.subject.body)
    if content not in NO_RULES:
        return ()
    trial = trials.of_body(EVERYTHING_OPEN)
    return (Proposal(ProposalKind.REPLACE, replace(trial, lines=_OPEN_LINES), content=content),)


def _serve(found: "Findings") -> Iterator[Proposal]:
    evidence = found.subject.evidence
    if evidence is not None and not has_rules(evidence):
        yield Proposal(ProposalKind.SERVE)


def _publish(found: "Findings", trials: _Trials) -> Iterator[Proposal]:
    baseline, changes = found.subject.baseline, found.changes
    if baseline is not None and changes is not None and baseline.body != found.subject.body:
        trial = trials.told(baseline.body, found.subject.body, changes, found.proofs)
        yield Proposal(ProposalKind.PUBLISH, trial, danger=found.danger)


def _open(found: "Findings", trials: _Trials) -> Iterator[Proposal]:
    """Yield for each rule that keeps search engines from pages of a sitemap, or with clicks, how to open these."""
    by_rule: dict[bytes, tuple[set[int], list[str], Bools, Bools]] = {}
    raws, wanted = raw_lines(found.subject.body), wanted_pages(found, trials.visits)
    for column in search_columns(found):
        if not column.is_by_rules:
            continue
        stopped = ~column.allowed
        for line in np.unique(column.lines[wanted & stopped]).tolist():
            rule = parse_line(raws[line - 1]).value if 0 < line <= len(raws) else b""
            none = np.zeros(len(wanted), np.bool_)
            lines, tokens, rows, every = by_rule.setdefault(rule, (set(), [], none, none.copy()))
            lines.add(line)
            tokens.append(column.crawler.token)
            every |= stopped & (column.lines == line)
            rows |= wanted & every
    for lines, tokens, rows, every in by_rule.values():
        chosen, names = _worth_opening(found, trials.visits, rows), tuple(dict.fromkeys(tokens))
        if 0 in lines or not chosen.any():
            continue
        is_mostly = int(every.sum()) >= _ENOUGH and int(rows.sum()) > _MOSTLY * int(every.sum())
        removed = _removed(found, trials, sorted(lines), names, rows) if is_mostly else None
        yield removed or _opened(found, trials, sorted(lines), names, chosen)


def _worth_opening(found: "Findings", visits: SetColumn | None, rows: Bools) -> Bools:
    """Return those in a sitemap, and those that bring most of the visits, unless these are next to nothing."""
    listed = rows & (found.sources.bits & 1).astype(np.bool_)
    if visits is None:
        return listed
    every = np.nan_to_num(visits.values.values)
    some = np.where(rows, every, 0.0)
    if float(some.sum()) <= _FEWEST_CLICKS * float(every.sum()):
        return listed
    return listed | (some > 0) & (some >= _LEAST_OF_BEST * float(some.max()))


def _removed(
    found: "Findings", trials: _Trials, lines: Sequence[int], tokens: tuple[str, ...], rows: Bools
) -> Proposal | None:
    """Return the removal of rules that mostly block such URLs, None if that does not open these alone.

    A group that loses its only rule gets those of the next group: an empty one in its place prevents that.
    """
    rule = raw_lines(found.subject.body)[lines[0] - 1].strip().decode("utf-8", "replace")
    for instead in (b"", b"Disallow:\n"):
        fixes = (Fix("remove", tuple(Edit(Place(line, 0), Place(line + 1, 0), instead) for line in lines)),)
        trial = trials.of(fixes)
        if not trial.can_close and _opens(found, fixes, lines, rows):
            example = found.subject.urls.urls[int(np.flatnonzero(rows)[0])]
            return Proposal(
                ProposalKind.OPEN,
                trial,
                fixes,
                blocking=tuple(lines),
                tokens=tokens,
                pages=rows,
                example=example,
                removed=rule,
            )
    return None


def _opens(found: "Findings", fixes: Sequence[Fix], lines: Sequence[int], rows: Bools) -> bool:
    """Return True if fixes open these URLs to each search engine that one of the lines keeps from them."""
    changed, _ = flips_after(found.analysis, apply(found.subject.body, fixes).body)
    for column in (each for each in search_columns(found) if each.is_by_rules):
        left = rows & ~column.allowed & np.isin(column.lines, lines)
        for each in changed:
            if each.reader.token == column.crawler.token:
                left[each.rows[each.allowed]] = False
        if left.any():
            return False
    return True


def _opened(found: "Findings", trials: _Trials, lines: Sequence[int], tokens: tuple[str, ...], rows: Bools) -> Proposal:
    """Return the shortest Allow rules that open these URLs; no fix if no rule does."""
    places, urls = np.flatnonzero(rows), found.subject.urls.urls
    bare = Proposal(ProposalKind.OPEN, blocking=tuple(lines), tokens=tokens, pages=rows, example=urls[int(places[0])])
    best: Proposal | None = None
    for patterns in _candidates(found, places.tolist()):
        added = b"".join(b"Allow: " + pattern.encode("utf-8", "surrogateescape") + b"\n" for pattern in patterns)
        edits = tuple(Edit(Place(line, 0), Place(line, 0), added) for line in lines)
        fixes = (Fix("open", edits),)
        trial = trials.of(fixes)
        if trial.can_close or not _opens(found, fixes, lines, rows):
            continue
        if best is None or trial.opened < best.trial.opened:
            best = replace(bare, trial=trial, fixes=fixes, patterns=patterns)
        if best.trial.opened == len(places):
            break
    return best or bare


def _candidates(found: "Findings", places: list[int]) -> Iterator[tuple[str, ...]]:
    """Yield patterns that match these URLs, the most precise first."""
    table, urls = found.analysis.table, found.subject.urls.urls
    queries = {urls[place].partition("?")[2] for place in places}
    if len(queries) == 1 and (query := queries.pop()):
        own = (f"/*?{query}$",)
        if not counted(table, places, own).missed:
            yield own
    some = [each.patterns for each in suggest(table, places) if not each.missed]
    yield from [patterns for patterns in some if len(patterns) <= _MOST_PATTERNS][:_MOST_CANDIDATES]


def _fix(found: "Findings", trials: _Trials) -> Iterator[Proposal]:
    """Yield the fixes of the linter, those of one kind together."""
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for each in found.lint:
        if each.diagnostic.fixes:
            kinds.setdefault((each.code, each.diagnostic.fixes[0].id), []).append(each)
    for findings in list(kinds.values())[:_MOST_TRIED]:
        fixes = tuple(each.diagnostic.fixes[0] for each in findings)
        trial = trials.of(fixes)
        is_loss = trial.closed_listed or (trial.visits or 0) < 0 or _is_closing(trial)
        if not is_loss and (trial.flips or findings[0].severity is not Severity.HINT):
            yield Proposal(ProposalKind.FIX, trial, fixes, tuple(findings))


def _is_closing(trial: Trial) -> bool:
    """Return True if a loaded URL becomes blocked, or every URL there is."""
    return bool(trial.closed) or (trial.changed is not None and trial.changed.extent in CLOSES_ALL)


def _refuse(found: "Findings") -> Iterator[Proposal]:
    compliance = found.subject.compliance
    for record in compliance.records if compliance else ():
        is_search = record.crawler.purpose == SEARCH
        if record.conduct is Conduct.DID_NOT and not is_search and record.answered > _LEAST_SHARE * record.judged:
            yield Proposal(ProposalKind.REFUSE, record=record)


def _decide(found: "Findings") -> Iterator[Proposal]:
    row = next((each for each in found.policy if each.id == TRAINING), None)
    if row is not None and 0 < row.named < len(row.rows) and 0 < row.closed < len(row.rows):
        yield Proposal(ProposalKind.DECIDE, training=row)
