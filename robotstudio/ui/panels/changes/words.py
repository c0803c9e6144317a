"""The words of what changes, as a user reads them or hears them read."""

from collections.abc import Mapping, Sequence

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.draft.changes.outline import MOST_SEARCHED, ListedGroup
from robotstudio.draft.changes.text_comparison import TextComparison
from robotstudio.draft.changes.unseen_urls import UnseenClass, UnseenUrls
from robotstudio.engine.changed_urls import FIELDS_CHANGE, changed_words, no_other_words, whole_words
from robotstudio.engine.changes import Change, Changes, CrawlerChange
from robotstudio.engine.risk import Risk
from robotstudio.explain import change_words
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, as_text
from robotstudio.ui.language.language import side_by_side, together

_FOUND = Plural("{count} found", "{count} found")
_MORE = Plural("{count} more", "{count} more")
_MORE_NOT_LISTED = Plural("{count} more, not listed here", "{count} more, not listed here")
_IN_SITEMAP = Plural("1 is in a sitemap", "{count} are in a sitemap")
_URLS_CHANGE = Plural("{changed} of {count} URLs change", "{changed} of {count} URLs change")
_VERDICTS_FLIP = Plural("{flips} of {count} verdicts", "{flips} of {count} verdicts")
_LEFT_OUT = Plural("{count} further line not listed", "{count} further lines not listed")
_SEARCHED = Plural("searched the first {count} URL; Export has all", "searched the first {count} URLs; Export has all")
_SCOPE = Plural(
    "every URL there can be, not only the {count} that is loaded",
    "every URL there can be, not only the {count} that are loaded",
)
_DECIDED = Plural("{decided} of {count} crawlers decided in {time}", "{decided} of {count} crawlers decided in {time}")
_DIFFER_FROM = Plural("1 line differs from {name}", "{count} lines differ from {name}")


def urls_words(change: Change, count: int) -> str:
    """“29 URLs become blocked”."""
    return change_words.urls_words(change, count, WORDS)


def heading(group: ListedGroup) -> Phrase:
    """What happened to the line."""
    return change_words.heading_words(group.group, WORDS)


def group_count(group: ListedGroup) -> str:
    """How many URLs the line flips, and how many of them were found."""
    said = urls_words(group.group.blame.change, group.group.urls)
    if not group.is_searched:
        return said
    found = ntr(_FOUND, len(group.rows) + group.more)
    return together(" · ", found, said)


def more_words(group: ListedGroup, kept: int) -> str:
    """The row that stands for what is not listed."""
    if len(group.rows) >= kept:
        return ntr(_MORE_NOT_LISTED, group.more)
    return ntr(_MORE, group.more)


def found_words(kinds: Sequence[str]) -> str:
    """Where a URL was found: “sitemap, log”; that it was also typed says nothing beside that."""
    words = {
        "sitemap": tr("sitemap"),
        "log": tr("log"),
        "table": tr("table"),
        "list": tr("list"),
        "typed": tr("typed"),
    }
    return side_by_side(words[kind] for kind in kinds if kind != "typed" or not kinds[1:])


def sitemap_words(count: int) -> str:
    """How many URLs of a change a sitemap names."""
    if not count:
        return tr("none is in a sitemap")
    return ntr(_IN_SITEMAP, count)


def flip_words(before: tuple[bool, int], after: tuple[bool, int]) -> str:
    """A cell that changes: “was no rule, now blocked by line 12”."""
    return tr(
        "was {before}, now {after}",
        before=change_words.side_words(*before, WORDS),
        after=change_words.side_words(*after, WORDS),
    )


def crawler_words(change: CrawlerChange) -> str:
    """What becomes of one crawler."""
    return as_text(change_words.crawler_words(change, WORDS))


def size_words(compared: DraftComparison, changes: Changes) -> str:
    """“37 of 1,204 URLs change · 74 of 9,632 verdicts · compared in 4 ms”."""
    parts = (
        ntr(_URLS_CHANGE, changes.urls, changed=changes.changed_urls),
        ntr(_VERDICTS_FLIP, changes.cells, flips=changes.flips),
        tr("compared in {time}", time=WORDS.duration(compared.elapsed_ms)),
    )
    return together(" · ", *parts)


def left_out_words(groups: int) -> str:
    """How many lines are not listed, "" for none."""
    return ntr(_LEFT_OUT, groups) if groups else ""


def searched_words(*, is_cut: bool) -> str:
    """That a search did not look at everything, "" where it did."""
    return ntr(_SEARCHED, MOST_SEARCHED) if is_cut else ""


def outcome_words(compared: DraftComparison) -> str:
    """That rules are compared, where something else decides what crawlers may fetch now; "" where they decide."""
    if all(column.is_by_rules for column in compared.analysis.columns):
        return ""
    return tr("compares the rules; for some crawlers the answer of the server decides now")


def no_change_words(baseline: Baseline, lines: TextComparison | None) -> str:
    """Where no verdict flips."""
    said = tr("No verdict changes against {name}.", name=baseline.name(WORDS))
    if lines is None or not lines.differing:
        return said
    return WORDS.sentences((said, lines_words(lines)))


def lines_words(lines: TextComparison) -> str:
    """How many lines differ."""
    return ntr(Plural("1 line differs.", "{count} lines differ."), lines.differing)


def note_words(lines: TextComparison | None, baseline: Baseline | None) -> tuple[str, str]:
    """What the header of the editor says, and where it has no room: “3 lines differ from live”, “3”; "" for nothing."""
    if lines is None or baseline is None or not lines.differing:
        return "", ""
    return ntr(_DIFFER_FROM, lines.differing, name=baseline.title), WORDS.number(lines.differing)


def risk_sentence(risk: Risk, against: Baseline | None) -> str:
    """One sentence about a risk, and against what."""
    said = as_text(change_words.risk_words(risk, WORDS))
    if risk.shuts_out or against is None:
        return said
    return tr("{sentence} Compared with {name}.", sentence=said, name=against.name(WORDS))


def beyond_words(known: UnseenUrls, titles: Mapping[str, str]) -> str:
    """What is known about every URL, in the sentence that holds for what stands below it."""
    if known.changes_nothing:
        said = tr("Proven for every URL: no verdict changes.")
        return WORDS.sentences((said, tr(FIELDS_CHANGE))) if known.changes_fields else said
    if known.changed.is_whole:
        return whole_words(known.changed, [titles[token] for token in known.changing], len(titles), WORDS)
    if known.further:
        return tr("Verdicts change for kinds of URLs of which none is loaded.")
    if known.undecided:
        return tr("Undecided: neither a proof nor a counterexample within the limit.")
    return changed_words(known.changed, WORDS)


def proven_words(known: UnseenUrls, titles: Mapping[str, str]) -> str:
    """Which URLs alone change, and for whom that is proven; "" if it is for nobody."""
    names = [titles[token] for token in known.proven]
    if known.changes_nothing:
        return side_by_side(names)
    proof = no_other_words(known.changed, names, len(titles), WORDS)
    if not proof or beyond_words(known, titles) == changed_words(known.changed, WORDS):
        return proof
    return WORDS.sentences((changed_words(known.changed, WORDS), proof))


def scope_words(known: UnseenUrls) -> str:
    """About which URLs that is said."""
    return ntr(_SCOPE, len(known.compared.analysis.urls))


def decided_words(known: UnseenUrls) -> str:
    """For how many crawlers it is decided, and how long that took."""
    count = len(known.compared.analysis.columns)
    decided = count - sum(map(len, known.undecided))
    return ntr(_DECIDED, count, decided=decided, time=WORDS.duration(known.elapsed_ms))


def undecided_words(known: UnseenUrls) -> str:
    """That it was not decided in the time there was."""
    return tr("undecided within {time}", time=WORDS.duration(known.seconds * 1000))


def kind_words(found: UnseenClass) -> str:
    """A kind of URL that changes, to be heard: “/api, was blocked by line 24, now no rule”."""
    one, flip = found.difference, flip_words
    said = flip((one.allowed_a, one.line_a or 0), (one.allowed_b, one.line_b or 0))
    return side_by_side((one.url, said))
