"""The texts about changes, for the screen and for screen readers."""

from collections.abc import Mapping, Sequence

from robotstudio.draft.at_risk import Stake
from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.draft.changes.outline import MOST_SEARCHED, ListedGroup
from robotstudio.draft.changes.put_back import edits_to_undo
from robotstudio.draft.changes.text_comparison import TextComparison
from robotstudio.draft.changes.unseen_urls import UnseenClass, UnseenUrls
from robotstudio.engine.changed_urls import FIELDS_CHANGE, ChangeExtent, only_words, patterns_text, whole_words
from robotstudio.engine.changes import Change, Changes, CrawlerChange, FlipGroup
from robotstudio.engine.risk import Risk
from robotstudio.explain import change_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, as_text
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.urls.set_columns import full_titles, period_words, short_sum_words, sum_words, title_of

_FOUND = Plural("{count} found", "{count} found")
_MORE = Plural("{count} more", "{count} more")
_MORE_NOT_LISTED = Plural("{count} more, not listed here", "{count} more, not listed here")
_IN_SITEMAP = Plural("1 is in a sitemap", "{count} are in a sitemap")
_MANY_CHANGE = Plural("Many URLs change: {changed} of your {count}.", "Many URLs change: {changed} of your {count}.")
_LISTED_TWICE = Plural(
    "a URL is listed under each line that changes it: {count} row for {urls} URLs",
    "a URL is listed under each line that changes it: {count} rows for {urls} URLs",
)
_LEFT_OUT = Plural("{count} further line not listed", "{count} further lines not listed")
_SEARCHED = Plural("searched the first {count} URL; Export has all", "searched the first {count} URLs; Export has all")
_SCOPE = Plural(
    "every possible URL, not only the {count} loaded",
    "every possible URL, not only the {count} loaded",
)
_DECIDED = Plural("{decided} of {count} crawlers decided in {time}", "{decided} of {count} crawlers decided in {time}")
_ONLY = Plural(
    "Proven: only URLs that match {patterns} change, for your crawler.",
    "Proven: only URLs that match {patterns} change, for any of your {count} crawlers.",
)
_DIFFER_FROM = Plural("1 line differs from {name}", "{count} lines differ from {name}")


def urls_words(change: Change, count: int) -> str:
    """Return for example “29 URLs become blocked”."""
    return change_words.urls_words(change, count)


def heading(group: ListedGroup) -> Phrase:
    """Return the change of the line."""
    return change_words.heading_words(group.group)


def group_count(group: ListedGroup) -> str:
    """Return how many URLs the line flips, and how many of them have a source."""
    said = urls_words(group.group.blame.change, group.group.urls)
    if not group.is_searched:
        return said
    found = ntr(_FOUND, len(group.rows) + group.more)
    return together(" · ", found, said)


def more_words(group: ListedGroup, kept: int) -> str:
    """Return the text of the row for URLs that are not listed."""
    if len(group.rows) >= kept:
        return ntr(_MORE_NOT_LISTED, group.more)
    return ntr(_MORE, group.more)


def found_words(kinds: Sequence[str]) -> str:
    """Return the sources of a URL, e.g. “sitemap, log”; typed ones only if there is no other."""
    words = {
        "sitemap": tr("sitemap"),
        "log": tr("log"),
        "table": tr("table"),
        "list": tr("list"),
        "typed": tr("typed"),
    }
    return side_by_side(words[kind] for kind in kinds if kind != "typed" or not kinds[1:])


def stake_title(stake: Stake) -> str:
    """Return what a column of what URLs bring is called: “Clicks”."""
    return title_of(stake.column.info, WORDS)


def stake_words(stakes: Sequence[Stake]) -> str:
    """Return the most telling sum at risk with its period, such as “At risk: 1,240 (Clicks, 28 d).”; "" without any."""
    if not stakes:
        return ""
    stake = stakes[0]
    column = side_by_side(filter(None, (stake_title(stake), period_words(stake.column.source, WORDS))))
    return tr("At risk: {total} ({column}).", total=short_sum_words(stake.at_risk, WORDS), column=column)


def stake_number(value: float) -> str:
    """Return a number in such a column."""
    return WORDS.number(value, 0 if value.is_integer() else 2)


def at_risk_words(stakes: Sequence[Stake]) -> str:
    """Return what the newly blocked URLs bring, with sources and periods."""
    titles = full_titles([each.column for each in stakes], WORDS)
    sums = [sum_words(title, each.at_risk, WORDS) for title, each in zip(titles, stakes, strict=True)]
    return WORDS.about(tr("At risk"), WORDS.clauses(sums)) if sums else ""


def sitemap_words(count: int) -> str:
    """Return how many URLs of a change sitemaps list."""
    if not count:
        return tr("none is in a sitemap")
    return ntr(_IN_SITEMAP, count)


def flip_words(before: tuple[bool, int], after: tuple[bool, int]) -> str:
    """Return the text of a cell that changes: “was no rule, now blocked by line 12”."""
    return tr(
        "was {before}, now {after}",
        before=change_words.side_words(*before),
        after=change_words.side_words(*after),
    )


def put_back_words(compared: DraftComparison, group: FlipGroup) -> str:
    """Return what puts the line of a group back; "" if the edit of another line flips the verdicts."""
    edits = edits_to_undo(compared, group)
    if not edits:
        return ""
    is_added = not any(edit.removed for edit in edits)
    if sum(edit.removed or edit.added for edit in edits) == 1:
        one: Message = "Remove line {line}" if is_added else "Put line {line} back"
        [edit] = [each for each in edits if each.removed or each.added]
        return tr(one, line=str(edit.new_start + 1 if edit.added else edit.old_start + 1))
    several: Message = "Remove lines {first}–{last}" if is_added else "Put lines {first}–{last} back"
    places = [(each.new_start, each.new_end) if is_added else (each.old_start, each.old_end) for each in edits]
    return tr(several, first=str(places[0][0] + 1), last=str(places[-1][1]))


def crawler_words(change: CrawlerChange) -> str:
    """Return the changes of one crawler."""
    return as_text(change_words.crawler_words(change))


def overlap_words(changes: Changes) -> str:
    """Return why the groups add up to more URLs than change; "" if they do not."""
    rows = sum(group.urls for group in changes.groups)
    return ntr(_LISTED_TWICE, rows, urls=WORDS.number(changes.changed_urls)) if rows > changes.changed_urls else ""


def left_out_words(groups: int) -> str:
    """Return how many lines are not listed, "" for none."""
    return ntr(_LEFT_OUT, groups) if groups else ""


def searched_words(*, is_cut: bool) -> str:
    """Return a note if a search was incomplete, else ""."""
    return ntr(_SEARCHED, MOST_SEARCHED) if is_cut else ""


def outcome_words(compared: DraftComparison) -> str:
    """Return a note that only rules are compared, if they do not decide access at the moment; else ""."""
    if all(column.is_by_rules for column in compared.analysis.columns):
        return ""
    return tr("compares rules only: for some crawlers, the server's answer decides now")


def no_change_words(baseline: Baseline, lines: TextComparison | None) -> str:
    """Return the text if no verdict flips."""
    if lines is not None and not lines.differing and not lines.form_differs:
        return tr("No difference from {name}.", name=baseline.name())
    said = tr("No verdict changes compared with {name}.", name=baseline.name())
    if lines is None or not lines.differing:
        return said
    return WORDS.sentences((said, lines_words(lines)))


def no_url_words(against: Baseline | None) -> str:
    """Return the headline if none of the loaded URLs changes."""
    if against is None:
        return tr("None of your URLs changes.")
    return tr("None of your URLs changes compared with {name}.", name=against.title)


def lines_words(lines: TextComparison) -> str:
    """Return how many lines differ."""
    return ntr(Plural("1 line differs.", "{count} lines differ."), lines.differing)


def note_words(lines: TextComparison | None, baseline: Baseline | None) -> str:
    """Return the header of the editor: “3 lines differ from live”; "" for none."""
    if lines is None or baseline is None or not lines.differing:
        return ""
    return ntr(_DIFFER_FROM, lines.differing, name=baseline.title)


def risk_sentence(risk: Risk, against: Baseline | None, changes: Changes | None = None) -> str:
    """Return one sentence about a risk and its baseline; with `changes` it counts URLs, as the headline does."""
    said = as_text(change_words.risk_words(risk, tr("This draft")))
    if not risk.shuts_out and changes is not None:
        said = ntr(_MANY_CHANGE, changes.urls, changed=WORDS.number(changes.changed_urls))
    if risk.shuts_out or against is None:
        return said
    return tr("{sentence} Compared with {name}.", sentence=said, name=against.name())


def beyond_words(known: UnseenUrls, titles: Mapping[str, str]) -> str:
    """Return the result for all URLs, in a sentence that introduces the rows below it."""
    if known.changes_nothing:
        said = tr("Proven for every URL: no verdict changes.")
        return WORDS.sentences((said, tr(FIELDS_CHANGE))) if known.changes_fields else said
    if known.changed.is_whole:
        whole = known.whole
        return whole_words(whole.changed, [titles[token] for token in whole.tokens], len(titles))
    if known.further:
        return tr("Some URLs outside your list change.")
    if known.undecided:
        return tr("Undecided: no proof and no counterexample within the time limit.")
    return proven_words(known, titles)


def proven_words(known: UnseenUrls, titles: Mapping[str, str]) -> str:
    """Return which URLs alone change, and for which crawlers that is proven; "" if for none."""
    names = [titles[token] for token in known.proven]
    if known.changes_nothing:
        return side_by_side(names)
    if known.changed.is_whole and known.limited.tokens:
        return only_words(known.limited.changed, [titles[token] for token in known.limited.tokens])
    if known.changed.extent is not ChangeExtent.PATTERNS or not names:
        return ""
    if len(names) == len(titles):
        return ntr(_ONLY, len(names), patterns=patterns_text(known.changed))
    return only_words(known.changed, names)


def scope_words(known: UnseenUrls) -> str:
    """Return the scope of the result."""
    return ntr(_SCOPE, len(known.compared.analysis.urls))


def decided_words(known: UnseenUrls) -> str:
    """Return for how many crawlers it is decided, and how long that took."""
    count = len(known.compared.analysis.columns)
    decided = count - sum(map(len, known.undecided))
    return ntr(_DECIDED, count, decided=decided, time=WORDS.duration(known.elapsed_ms))


def undecided_words(known: UnseenUrls) -> str:
    """Return a note that the result was not found in time."""
    return tr("undecided within {time}", time=WORDS.duration(known.seconds * 1000))


def kind_words(found: UnseenClass) -> str:
    """Describe a kind of URL that changes for screen readers: “/api, was blocked by line 24, now no rule”."""
    one, flip = found.difference, flip_words
    said = flip((one.allowed_a, one.line_a or 0), (one.allowed_b, one.line_b or 0))
    return side_by_side((one.url, said))
