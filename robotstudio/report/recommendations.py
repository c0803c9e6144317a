"""Recommendations in words, by what they gain, and the cover that sums them up."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from robotstudio.draft.expectation_results import judged, rows_of
from robotstudio.draft.expectations import ExpectationFile
from robotstudio.engine.access import Access, reach_of
from robotstudio.engine.changed_urls import FIELDS_CHANGE, ChangeExtent, changed_words, no_other_words
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import title_of
from robotstudio.fetch.address import host_of
from robotstudio.fetch.words import headline
from robotstudio.lint.messages import fix_words, message_text
from robotstudio.lint.messages import title as title_of_rule
from robotstudio.lint.model import Severity
from robotstudio.report.answer import LINTER_FINDS, access_words, of_every_url, severities_words
from robotstudio.report.checks import expectations_words
from robotstudio.report.danger import danger_words
from robotstudio.report.model import (
    AnswerTone,
    Audience,
    Block,
    Cover,
    CoverFigure,
    DiffLine,
    Prose,
    Recommendation,
    Recommendations,
    plain,
)
from robotstudio.report.proposals import (
    MOST_SHOWN_LINES,
    Blocked,
    Proposal,
    ProposalKind,
    Proposals,
    Together,
    Trial,
    search_columns,
)
from robotstudio.report.state import AdviceState, advice_of
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.report.texts import share_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.urls.set_columns import SetColumn, days_of, tool_of
from robotstudio.urls.set_columns import title_of as title_of_column

if TYPE_CHECKING:
    from robotstudio.draft.columns import Column

_BY_GAIN: Message = "The most valuable changes come first: by clicks, then pages, then requests of crawlers."
_SERVE: Message = "Make the server send the file"
_REPLACE: Message = "Replace the web page with a robots.txt file"
_REPLACE_OTHER: Message = "Replace the file with a robots.txt file"
_REPLACE_WHY: Message = "Crawlers find no rules in it. These two lines allow everything; add what is to be blocked."
_PUBLISH: Message = "Publish this file"
_PUBLISH_WITH_CARE: Message = "Check the blocked pages before you publish this file"
_AGAINST: Message = "Compared with {baseline}: {what}."
_BLOCKED = Plural("{count} URL becomes blocked", "{count} URLs become blocked")
_ALLOWED = Plural("{count} URL becomes allowed", "{count} URLs become allowed")
_OPEN: Message = "Open {patterns} to search engines"
_REMOVE: Message = "Remove the rule {rule}"
_LOOK_AT: Message = "Decide about blocked pages"
_LINE: Message = "line {line}"
_OPEN_WHY = Plural(
    "{count} page, {example}, is in a sitemap or had clicks, but is blocked for {crawlers} ({lines}).",
    "{count} pages such as {example} are in a sitemap or had clicks, but are blocked for {crawlers} ({lines}).",
)
_NO_RULE: Message = "No short Allow rule opens these pages and no others. Decide which of them to open."
_REFUSE: Message = "Refuse {crawler} at the server"
_REFUSE_WHY: Message = "{share} of its requests were for blocked URLs. robots.txt can only ask; the server can refuse."
_DECIDE: Message = "Decide about AI training"
_DECIDE_WHY = Plural(
    "The file blocks {closed} of {count} known crawler for AI training. To block them all, add the others.",
    "The file blocks {closed} of {count} known crawlers for AI training. To block them all, add the others.",
)
_FIX: Message = "Line {line}: {fix}"
_MORE_OF_KIND = Plural("The same at {count} other place.", "The same at {count} other places.")
_LONGEST: Final = 200
"""So many characters of a line or a URL are shown."""
_WHOLE: Final = frozenset({ChangeExtent.ALLOWED, ChangeExtent.BLOCKED, ChangeExtent.BUT_ROBOTS})
_NEUTRAL: Message = "Proven: no verdict changes, whatever the URL."
_COUNTED = Plural("Counted on these URLs: {count} verdict changes.", "Counted on these URLs: {count} verdicts change.")
_OF_LOGS: Message = "Counted in the access logs."
_OF_SERVER: Message = "Seen in the answer of the server."
_YOURS: Message = "Your decision: no gain or loss in search."
_LINES = Plural("{count} line", "{count} lines")
_SETTING: Message = "a setting of the server"
_TO_DECIDE: Message = "a decision"
_TITLES: Final[Mapping[ProposalKind, Message]] = {
    ProposalKind.REPLACE: _REPLACE,
    ProposalKind.SERVE: _SERVE,
    ProposalKind.PUBLISH: _PUBLISH,
    ProposalKind.DECIDE: _DECIDE,
}
_WHO: Final[Mapping[ProposalKind, Message]] = {
    ProposalKind.REPLACE: "website",
    ProposalKind.SERVE: "server",
    ProposalKind.PUBLISH: "website",
    ProposalKind.OPEN: "website",
    ProposalKind.FIX: "website",
    ProposalKind.REFUSE: "server or CDN",
    ProposalKind.DECIDE: "management",
}
_UNIT_DAYS = Plural("{column} in {count} day", "{column} in {count} days")
_GAINED: Message = "+{number}"
_LOST: Message = "−{number}"
_OPENED_UNIT = Plural("URL becomes allowed", "URLs become allowed")
_CLOSED_UNIT = Plural("URL becomes blocked", "URLs become blocked")
_REQUESTS_UNIT = Plural("request for blocked URLs", "requests for blocked URLs")
_BLOCKED_PAGES_UNIT = Plural("page is blocked", "pages are blocked")
_FLIPS_UNIT = Plural("verdict changes", "verdicts change")
_NONE_OF_THESE: Message = "of these URLs change"
_TIDY: Message = "tidy"
_TIDY_UNIT: Message = "changes no verdict"
_NO_RULES: Message = "none"
_NO_RULES_UNIT: Message = "of the rules apply"
_STILL_OPEN = Plural("of {count} crawler stays open", "of {count} crawlers stay open")
_TOGETHER = Plural("{count} change together", "All {count} changes together")
_ADDED = Plural("{count} line added", "{count} lines added")
_REMOVED = Plural("{count} line removed", "{count} lines removed")

_LEAD_NOT_SERVED: Message = "The server sends no file with rules, so none of them applies."
_LEAD_PAGE: Message = "The file is a web page, not a robots.txt, so it has no rules."
_LEAD_NO_ROBOTS: Message = "The file is not a robots.txt, so it has no rules."
_LEAD_CLICKS = Plural(
    "Search engines can read the site, but the file costs it {count} click.",
    "Search engines can read the site, but the file costs it about {count} clicks.",
)
_LEAD_CLICKS_DAYS = Plural(
    "Search engines can read the site, but the file costs it about {clicks} clicks in {count} day.",
    "Search engines can read the site, but the file costs it about {clicks} clicks in {count} days.",
)
_LEAD_PAGES = Plural(
    "Search engines can read the site, except {count} page that they should find.",
    "Search engines can read the site, except {count} pages that they should find.",
)
_LEAD_CLOSED: Message = "The file closes the whole site to {crawler}."
_LEAD_CLOSED_OTHERS: Message = "The file closes the whole site to any other crawler."
_LEAD_CLOSED_ALL: Message = "The file closes the whole site to search engines."
_LEAD_FINE: Message = "Search engines can fetch every page that they should find."
_LEAD_LITTLE: Message = "Search engines can read the site, except pages with few clicks."
_LEAD_PLAIN: Message = "This is what the file does."
_REST = Plural(
    "{count} change is recommended.",
    "{count} changes are recommended.",
)
_REST_NONE: Message = "No change is needed."
_REST_CHECK: Message = "Check that this is intended."
_REST_UNKNOWN: Message = "It is not known what the blocked pages bring."
_NEARLY_ALL: Final = 0.9
"""Share of blocked URLs from which the headline is about it."""
_FIGURE_CLICKS = Plural("click to win back", "clicks to win back")
_FIGURE_PAGES = Plural("page to open", "pages to open")
_FIGURE_BLOCKED = Plural("of {count} URL blocked", "of {count} URLs blocked")
_FIGURE_REQUESTS: Message = "of {crawler} requests"
_FIGURE_PROVEN = Plural("of {count} change is proven", "of {count} changes are proven")
_BY_LINES: Final = frozenset({ProposalKind.FIX, ProposalKind.OPEN, ProposalKind.PUBLISH, ProposalKind.REPLACE})
_TRIED: Final = frozenset({ProposalKind.OPEN.value, ProposalKind.FIX.value})
_FIGURE_AI: Message = "AI training crawlers blocked"
_NOTE_FOR: Message = "for {crawler}"
_NOTE_FOR_OTHERS: Message = "for any other crawler"
_NOTE_NO_CLICKS: Message = "no clicks were loaded"
_NOTE_BLOCKED: Message = "were for blocked URLs"
_NOTE_PROVEN: Message = "to change nothing else"
_NOTE_ASK: Message = "robots.txt asks; it does not stop"
_OF: Message = "{part} of {whole}"
_FOR_BY: Message = "For {client}, by {author}"
_FOR: Message = "For {client}"
_BY: Message = "By {author}"


def build(found: Findings, wanted: ReportChoices) -> Iterator[Block]:
    """Build all recommendations."""
    made = recommendations_of(found)
    if not made.items:
        yield Prose(plain(WORDS.sentences((_lead(found, found.proposals), _rest(found, 0)))))
        return
    yield Prose(plain(tr(_BY_GAIN)), quiet=True)
    yield _for_client(found, made) if wanted.audience is Audience.CLIENT else made


def _for_client(found: Findings, made: Recommendations) -> Recommendations:
    """Say of a fix no more than what is wrong: who reads which line how is for those who change the file."""
    items = (
        replace(item, why=WORDS.sentence(title_of_rule(each.findings[0].rule))) if each.findings else item
        for item, each in zip(made.items, found.proposals.items, strict=True)
    )
    return replace(made, items=tuple(items))


def recommendations_of(found: Findings) -> Recommendations:
    """Return the recommendations in the language of now."""
    proposals = found.proposals
    most = max((abs(each.trial.visits or 0.0) for each in proposals.items), default=0.0)
    items = tuple(_recommendation(found, each, proposals, most) for each in proposals.items)
    whole = proposals.together
    if whole is None:
        return Recommendations(items)
    return Recommendations(items, ntr(_TOGETHER, whole.count), _together(found, whole), whole.body)


def _recommendation(found: Findings, each: Proposal, proposals: Proposals, most: float) -> Recommendation:
    title, why = _title_and_why(found, each)
    gain, unit = _gain(each, proposals)
    lines = tuple(DiffLine(_shortened(line.text), line.is_added) for line in each.trial.lines)
    return Recommendation(
        each.kind.value,
        advice_of(found, each).key,
        title,
        why,
        lines[:MOST_SHOWN_LINES] if each.kind is not ProposalKind.PUBLISH else (),
        _certainty(each),
        _is_proven(each),
        _effort(each, len(lines)),
        tr(_WHO[each.kind]),
        gain,
        unit,
        abs(each.trial.visits or 0.0) / most if most else 0.0,
    )


def title_of_kind(each: AdviceState) -> str:
    """Return the title of a recommendation by its facts alone; of a fix there is no more than its finding."""
    if each.kind is ProposalKind.OPEN:
        if each.is_removal:
            return tr(_REMOVE, rule=_shortened(each.rule))
        return tr(_OPEN, patterns=WORDS.side_by_side(map(_shortened, each.patterns))) if each.patterns else tr(_LOOK_AT)
    if each.kind is ProposalKind.REFUSE:
        return tr(_REFUSE, crawler=WORDS.side_by_side(each.crawlers))
    if each.kind is ProposalKind.PUBLISH and each.is_risky:
        return tr(_PUBLISH_WITH_CARE)
    return tr(_TITLES[each.kind])


def _title_and_why(found: Findings, each: Proposal) -> tuple[str, str]:
    if each.kind in {ProposalKind.REPLACE, ProposalKind.SERVE}:
        return _title_and_why_of_no_rules(found, each)
    if each.kind is ProposalKind.PUBLISH:
        return _title_and_why_of_publishing(found, each)
    if each.kind is ProposalKind.REFUSE and each.record is not None:
        record = each.record
        share = share_words(record.closed, record.judged)
        return tr(_REFUSE, crawler=record.crawler.title), tr(_REFUSE_WHY, share=share)
    if each.kind is ProposalKind.DECIDE and each.training is not None:
        row = each.training
        return tr(_DECIDE), ntr(_DECIDE_WHY, len(row.rows), closed=row.closed)
    if each.findings:
        first, more = each.findings[0], len(each.findings) - 1
        why = message_text(first)
        title = tr(_FIX, line=str(first.line), fix=fix_words(each.fixes[0]))
        return title, WORDS.sentences((why, ntr(_MORE_OF_KIND, more) if more else ""))
    lines = WORDS.side_by_side(tr(_LINE, line=str(line)) for line in each.blocking if line)
    crawlers = WORDS.listed_text(list(each.tokens))
    why = ntr(_OPEN_WHY, each.urls, example=_shortened(_path(each.example)), lines=lines, crawlers=crawlers)
    if each.removed:
        return tr(_REMOVE, rule=_shortened(each.removed)), why
    if not each.patterns:
        return tr(_LOOK_AT), WORDS.sentences((why, tr(_NO_RULE)))
    return tr(_OPEN, patterns=WORDS.side_by_side(map(_shortened, each.patterns))), why


def _title_and_why_of_no_rules(found: Findings, each: Proposal) -> tuple[str, str]:
    evidence = found.subject.evidence
    if each.kind is ProposalKind.SERVE and evidence is not None:
        return tr(_SERVE), headline(evidence, found.subject.crawlers)
    is_page = each.content is Content.HTML
    lead, title = (_LEAD_PAGE, _REPLACE) if is_page else (_LEAD_NO_ROBOTS, _REPLACE_OTHER)
    return tr(title), WORDS.sentences((tr(lead), tr(_REPLACE_WHY)))


def _title_and_why_of_publishing(found: Findings, each: Proposal) -> tuple[str, str]:
    baseline, trial = found.subject.baseline, each.trial
    name = baseline.title if baseline else ""
    what = _counts((_BLOCKED, trial.closed), (_ALLOWED, trial.opened))
    why = tr(_AGAINST, baseline=name, what=what) if what else ""
    if each.danger is not None:
        return tr(_PUBLISH_WITH_CARE), WORDS.sentences((danger_words(each.danger), why))
    title = tr(_PUBLISH_WITH_CARE if trial.is_risky else _PUBLISH)
    return title, why or tr(of_every_url(found)[0], baseline=name)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _counts(*said: tuple[Plural, int]) -> str:
    """Say how many there are of each, without those of which there are none."""
    return WORDS.clauses([ntr(message, count) for message, count in said if count])


def _path(url: str) -> str:
    """Return a URL without its host, by which pages of one site do not differ."""
    _, _, rest = url.partition("://")
    return f"/{rest.partition('/')[2]}" if rest else url


def _is_proven(each: Proposal) -> bool:
    trial = each.trial
    if each.kind not in _BY_LINES or trial.can_close:
        return False
    return trial.is_neutral or _is_whole(trial) or bool(_no_other(trial))


def _is_whole(trial: Trial) -> bool:
    """Return True if it is proven for every crawler that all URLs become allowed, or blocked."""
    whole = trial.changed is not None and trial.changed.extent in _WHOLE
    return whole and len(trial.proven_for) == trial.crawlers


def _no_other(trial: Trial) -> str:
    return "" if trial.changed is None else no_other_words(trial.changed, trial.proven_for, trial.crawlers)


def _certainty(each: Proposal) -> str:
    trial = each.trial
    if each.kind is ProposalKind.SERVE:
        return tr(_OF_SERVER)
    if each.kind is ProposalKind.REFUSE:
        return tr(_OF_LOGS)
    if each.kind is ProposalKind.DECIDE:
        return tr(_YOURS)
    if each.kind is ProposalKind.OPEN and not each.fixes:
        return ""
    if trial.is_neutral:
        return WORDS.sentences((tr(_NEUTRAL), tr(FIELDS_CHANGE) if trial.has_fields else ""))
    if _is_whole(trial) and trial.changed is not None:
        return changed_words(trial.changed)
    if (no_other := _no_other(trial)) and trial.changed is not None:
        return WORDS.sentences((changed_words(trial.changed), no_other))
    return ntr(_COUNTED, trial.flips) if trial.urls else ""


def _effort(each: Proposal, lines: int) -> str:
    if lines:
        return ntr(_LINES, lines)
    return tr(_SETTING if each.kind in {ProposalKind.SERVE, ProposalKind.REFUSE} else _TO_DECIDE)


def _gain(each: Proposal, proposals: Proposals) -> tuple[str, str]:
    """Return the figure of a recommendation, and what it counts."""
    trial = each.trial
    if each.kind in {ProposalKind.REPLACE, ProposalKind.SERVE}:
        return tr(_NO_RULES), tr(_NO_RULES_UNIT)
    if each.record is not None:
        left = each.record.answered
        return tr(_LOST, number=WORDS.number(left)), ntr(_REQUESTS_UNIT, left)
    if each.training is not None:
        total = len(each.training.rows)
        return WORDS.number(total - each.training.closed), ntr(_STILL_OPEN, total)
    if trial.visits and proposals.visits is not None:
        sign = _GAINED if trial.visits > 0 else _LOST
        return tr(sign, number=WORDS.number(abs(trial.visits))), _unit(proposals.visits)
    return _counted_gain(each)


def _counted_gain(each: Proposal) -> tuple[str, str]:
    """Return the same for what brings no clicks, or none that are known."""
    trial = each.trial
    is_loss = each.kind is ProposalKind.PUBLISH and trial.is_risky and trial.closed
    if trial.opened and trial.opened >= trial.closed and not is_loss:
        return tr(_GAINED, number=WORDS.number(trial.opened)), ntr(_OPENED_UNIT, trial.opened)
    if trial.requests:
        return tr(_LOST, number=WORDS.number(trial.requests)), ntr(_REQUESTS_UNIT, int(trial.requests))
    if trial.closed:
        return tr(_LOST, number=WORDS.number(trial.closed)), ntr(_CLOSED_UNIT, trial.closed)
    if each.kind is ProposalKind.OPEN:
        return WORDS.number(each.urls), ntr(_BLOCKED_PAGES_UNIT, each.urls)
    if trial.is_neutral:
        return tr(_TIDY), tr(_TIDY_UNIT)
    if trial.urls and not trial.flips:
        return WORDS.number(0), tr(_NONE_OF_THESE)
    return WORDS.number(trial.flips) if trial.urls else "?", ntr(_FLIPS_UNIT, trial.flips)


def _unit(column: SetColumn) -> str:
    """Return what is gained: the title of a column, and in how many days, if that is known."""
    title, days = title_of_column(column.info, WORDS), days_of(column.source)
    return ntr(_UNIT_DAYS, days, column=title) if days else title


def _together(found: Findings, whole: Together) -> str:
    trial = whole.trial
    added = sum(line.is_added for line in trial.lines)
    edits = _counts((_ADDED, added), (_REMOVED, len(trial.lines) - added))
    verdicts = _counts((_ALLOWED, trial.opened), (_BLOCKED, trial.closed))
    said = WORDS.sentences(WORDS.sentence(each) for each in (edits, verdicts) if each)
    about = found.subject
    rows = rows_of(about.expectations or ExpectationFile(), about.catalogue, about.address or None)
    if not rows:
        return said
    results = judged(
        rows, whole.body, {}, about.catalogue, found.is_cancelled, urls=about.urls, table=found.analysis.table
    )
    return WORDS.sentences((said, expectations_words(results))) if results else said


def cover_of(found: Findings, wanted: ReportChoices) -> Cover:
    """Return what the cover says."""
    proposals, made = found.proposals, recommendations_of(found)
    rest = _rest(found, len(made.items))
    site = host_of(found.subject.address) if found.subject.address else found.subject.name
    figures = tuple(_figures(found, made))
    return Cover(wanted.title or site, _lead(found, proposals), rest, figures, byline(wanted), wanted.agency)


def byline(wanted: ReportChoices) -> str:
    """Name the client and the author."""
    if wanted.client and wanted.author:
        return tr(_FOR_BY, client=wanted.client, author=wanted.author)
    if wanted.client:
        return tr(_FOR, client=wanted.client)
    return tr(_BY, author=wanted.author) if wanted.author else ""


def _lead(found: Findings, proposals: Proposals) -> str:
    """Return the headline. It claims nothing that depends on clicks or pages that are not known."""
    main, total = found.analysis.columns[0], len(found.subject.urls)
    if grave := _grave(found, proposals):
        return grave
    if _is_closed(main):
        engines = [each for each in search_columns(found) if not each.crawler.is_any_other]
        if len(engines) > 1 and all(map(_is_closed, engines)):
            return tr(_LEAD_CLOSED_ALL)
        return _about(main, _LEAD_CLOSED, _LEAD_CLOSED_OTHERS)
    if total and main.is_known and main.blocked_count >= _NEARLY_ALL * total:
        return access_words(main, total)
    if proposals.pages:
        return _lead_of_cost(proposals)
    if not total:
        return tr(_LEAD_PLAIN)
    if proposals.blocked is not Blocked.UNKNOWN:
        return tr(_LEAD_FINE if proposals.blocked is Blocked.NOTHING else _LEAD_LITTLE)
    return _lead_of_access(found)


def _grave(found: Findings, proposals: Proposals) -> str:
    """Return the headline if there are no rules, or if publishing them is dangerous; else ""."""
    replace = next((each for each in proposals.items if each.kind is ProposalKind.REPLACE), None)
    if replace is not None:
        return tr(_LEAD_PAGE if replace.content is Content.HTML else _LEAD_NO_ROBOTS)
    if found.danger is not None:
        return danger_words(found.danger)
    is_missing = any(each.kind is ProposalKind.SERVE for each in proposals.items)
    return tr(_LEAD_NOT_SERVED) if is_missing else ""


def _lead_of_cost(proposals: Proposals) -> str:
    clicks = _clicks_to_win(proposals)
    if clicks and proposals.visits is not None:
        if days := days_of(proposals.visits.source):
            return ntr(_LEAD_CLICKS_DAYS, days, clicks=WORDS.number(clicks))
        return ntr(_LEAD_CLICKS, round(clicks))
    return ntr(_LEAD_PAGES, proposals.pages)


def _lead_of_access(found: Findings) -> str:
    main, total = found.analysis.columns[0], len(found.subject.urls)
    most = max((main, *search_columns(found)), key=lambda each: each.is_known and each.blocked_count)
    if most is not main and main.is_known and not main.blocked_count and _is_closed(most):
        return _about(most, _LEAD_CLOSED, _LEAD_CLOSED_OTHERS)
    return access_words(main if not main.is_known or main.blocked_count else most, total)


def _about(column: "Column", message: Message, of_others: Message) -> str:
    """Say something about a crawler; “any other” does not fit into every sentence."""
    return tr(of_others) if column.crawler.is_any_other else tr(message, crawler=title_of(column.crawler))


def _is_closed(column: "Column") -> bool:
    """Return True if the rules block every URL for a crawler."""
    return column.is_by_rules and reach_of(column.robots.choose(column.crawler.agent).rules).access is Access.NOTHING


def _clicks_to_win(proposals: Proposals) -> float:
    is_clicks = proposals.visits is not None and proposals.visits.info.role == "clicks"
    return max(0.0, proposals.opening.visits or 0.0) if is_clicks else 0.0


def _rest(found: Findings, count: int) -> str:
    """Say how many changes are recommended; if none is, what to look at instead."""
    if count:
        return ntr(_REST, count)
    errors = [each for each in found.lint if each.severity is Severity.ERROR]
    if errors:
        return tr(LINTER_FINDS, what=severities_words(errors))
    main = found.analysis.columns[0]
    if _is_closed(main):
        return tr(_REST_CHECK)
    if not main.is_known:
        return ""
    is_open = not any(each.blocked_count for each in search_columns(found))
    return tr(_REST_NONE if is_open or found.proposals.blocked is not Blocked.UNKNOWN else _REST_UNKNOWN)


def _figures(found: Findings, made: Recommendations) -> Iterator[CoverFigure]:
    proposals, total = found.proposals, len(found.subject.urls)
    column = found.analysis.columns[0]
    clicks, pages = _clicks_to_win(proposals), proposals.pages
    is_fine = total and not made.items and proposals.blocked is Blocked.NOTHING
    if clicks and proposals.visits is not None:
        source = proposals.visits.source
        note = _unit(proposals.visits) if days_of(source) else tool_of(source)
        yield CoverFigure(WORDS.number(clicks), ntr(_FIGURE_CLICKS, round(clicks)), note, AnswerTone.CHANGE)
    elif pages or is_fine:
        note = tr(_NOTE_NO_CLICKS) if proposals.visits is None else ""
        yield CoverFigure(WORDS.number(pages), ntr(_FIGURE_PAGES, pages), note, AnswerTone.CHANGE)
    if total and column.is_known:
        value, title = WORDS.number(column.blocked_count), ntr(_FIGURE_BLOCKED, total)
        tone = AnswerTone.WRONG if proposals.pages else AnswerTone.PLAIN
        yield CoverFigure(value, title, _about(column, _NOTE_FOR, _NOTE_FOR_OTHERS), tone)
    yield _third(found)
    tried = [each for each in made.items if each.id in _TRIED]
    if tried:
        proven = WORDS.number(sum(each.is_proven for each in tried))
        yield CoverFigure(proven, ntr(_FIGURE_PROVEN, len(tried)), tr(_NOTE_PROVEN), AnswerTone.FINE)


def _third(found: Findings) -> CoverFigure:
    """Return the share of requests for blocked URLs, or without logs how many AI crawlers are blocked."""
    crawler = found.analysis.columns[0].crawler
    compliance = found.subject.compliance
    for record in compliance.records if compliance else ():
        if record.crawler.token == crawler.token and record.judged:
            share = share_words(record.closed, record.judged)
            title = tr(_FIGURE_REQUESTS, crawler=title_of(crawler))
            tone = AnswerTone.CARE if record.closed else AnswerTone.FINE
            return CoverFigure(share, title, tr(_NOTE_BLOCKED), tone)
    row = next((each for each in found.policy if each.id == "ai-training"), None)
    closed, count = (row.closed, len(row.rows)) if row else (0, 0)
    return CoverFigure(tr(_OF, part=closed, whole=count), tr(_FIGURE_AI), tr(_NOTE_ASK), AnswerTone.CARE)


def hint(found: Findings) -> str:
    """Count the recommendations for the contents."""
    return ntr(_CHANGES, len(found.proposals.items))


_CHANGES = Plural("{count}, by gain", "{count}, by gain")
