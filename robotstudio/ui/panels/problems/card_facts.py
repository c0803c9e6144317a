"""The content of a finding's card; computed when the card becomes visible."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from robotstudio.draft.analysis import Column
from robotstudio.draft.fix_offers import DiffLine, FlipCount, Key, diff_of, fixes_of_kind, keep
from robotstudio.draft.lint_result import LintResult
from robotstudio.engine import DIALECTS
from robotstudio.engine.crawlers import title_of
from robotstudio.lint.concern import concerns, is_about_file
from robotstudio.lint.messages import fix_words, message, title
from robotstudio.lint.model import Finding, Fix
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, as_text
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.panels.problems.words import severity_words

ALL_OF_KIND = -1
_MOST_NAMES = 6
_LEAST_OF_KIND = 2
_MOST_FIXES = 3
_FIX_ALL = Plural("Fix all {count} of this kind", "Fix all {count} of this kind")
_ALL_CRAWLERS = Plural("all {count} crawlers", "all {count} crawlers")
_AND_MORE = Plural("{names} and {count} more", "{names} and {count} more")
_CHANGES = Plural("changes 1 verdict", "changes {count} verdicts")
_THEN: Mapping[bool, Message] = {True: "Then {crawler} may fetch {url}", False: "Then {crawler} may not fetch {url}"}


class Offer(Struct, frozen=True):
    """A way to fix a finding: its text, the fixes that it applies and the verdicts that it flips, if known yet."""

    key: Key
    words: str
    fixes: tuple[Fix, ...]
    flips: FlipCount | None

    @property
    def is_safe(self) -> bool:
        """True if it is proven to change no verdict, and safe for crawlers that are not chosen, too."""
        return self.flips is not None and self.flips.is_proven and self.fixes[0].is_safe


class ProblemActions(Protocol):
    """Requests of the panel and the quick fix menu; the controller implements them."""

    def go_to_line(self, line: int, place_caret: bool) -> None:
        """Show a line of the draft, and move the caret to it if `place_caret`."""

    def show_current(self, number: int) -> None:
        """Show the line of the finding that became the current one."""

    def apply_offer(self, offer: Offer) -> None:
        """Apply the fixes of an offer."""

    def keep(self, number: int) -> None:
        """Silence the rule of this finding at its place."""

    def fix_safely(self) -> None:
        """Apply all safe fixes."""

    def count_flips(self, wanted: Mapping[Key, Sequence[Fix]]) -> None:
        """Count the verdicts that these fixes flip."""

    def ask_others(self) -> None:
        """Compute what other validators will report."""

    def explain(self, code: str) -> None:
        """Open the help page about a rule."""

    def open_address(self, address: str) -> None:
        """Open an address in the browser."""

    def hide_panel(self) -> None:
        """Close the panel, and go back to the editor from it."""


class CardFacts(Struct, frozen=True):
    """Everything on the card of a finding; `number` is its index among the findings of the file."""

    number: int
    finding: Finding
    title: str
    message: Phrase
    affected: str
    offers: tuple[Offer, ...]
    diff: tuple[DiffLine, ...]
    keep: Fix | None

    @property
    def place(self) -> str:
        """The location as text."""
        if is_about_file(self.finding):
            return tr("Whole file")
        return tr("Line {line}", line=self.finding.line)

    @property
    def summary(self) -> str:
        """The finding in one sentence, for screen readers."""
        kind = severity_words(self.finding.severity)
        facts = {"severity": kind, "place": self.place, "title": self.title}
        return WORDS.sentences((tr("{severity}, {place}: {title}.", **facts), as_text(self.message)))


def card_facts(checked: LintResult, number: int, flips: Mapping[Key, FlipCount]) -> CardFacts:
    finding = checked.findings[number]
    offers = offers_of(checked, number, flips)
    return CardFacts(
        number,
        finding,
        title(finding.rule),
        message(finding),
        affected_words(checked, finding),
        offers,
        diff_of(checked, offers[0].fixes[0]) if offers else (),
        keep(checked, finding),
    )


def offers_of(checked: LintResult, number: int, flips: Mapping[Key, FlipCount]) -> tuple[Offer, ...]:
    """Return the fixes of a finding, and one offer for all of its kind if there are several."""
    finding = checked.findings[number]
    offers = [
        Offer((number, place), _fix_words(fix), (fix,), flips.get((number, place)))
        for place, fix in enumerate(finding.diagnostic.fixes[:_MOST_FIXES])
    ]
    alike = fixes_of_kind(checked, finding)
    if len(alike) >= _LEAST_OF_KIND:
        words = ntr(_FIX_ALL, len(alike))
        offers.append(Offer((number, ALL_OF_KIND), words, tuple(alike), flips.get((number, ALL_OF_KIND))))
    return tuple(offers)


def affected_words(checked: LintResult, finding: Finding) -> str:
    """Word which of the chosen crawlers a finding concerns, given their dialects."""
    columns, concerned = checked.analysis.columns, finding.diagnostic.dialects
    titles = [
        title_of(column.crawler) for column in columns if concerns(finding, column.crawler, column.robots, checked.raws)
    ]
    if not concerned:
        return tr("no crawler")
    if not columns:
        return tr("no crawler is chosen")
    if not titles:
        return _words_of_none(columns, concerned)
    if len(titles) == len(columns) > 1:
        return ntr(_ALL_CRAWLERS, len(titles))
    return _listed(titles)


def _words_of_none(columns: Sequence[Column], concerned: Collection[str]) -> str:
    """Word that a finding concerns none of the crawlers, and which it concerns if none reads the file that way."""
    if any(column.crawler.dialect in concerned for column in columns):
        return tr("none of your crawlers")
    names = [DIALECTS[dialect].title for dialect in concerned]
    return tr("none of your crawlers, only those that read a file like {names}", names=_listed(names))


def _listed(names: Sequence[str]) -> str:
    if len(names) <= _MOST_NAMES:
        return side_by_side(names)
    return ntr(_AND_MORE, len(names) - _MOST_NAMES + 1, names=side_by_side(names[: _MOST_NAMES - 1]))


def effect_words(offer: Offer) -> str:
    """Word how many verdicts an offer flips."""
    if offer.flips is not None and offer.flips.count:
        return ntr(_CHANGES, offer.flips.count)
    if offer.flips is None:
        return tr("…")
    if offer.is_safe:
        return tr("changes no verdict, for any URL")
    if offer.flips.is_proven:
        return tr("changes no verdict of your crawlers")
    if not offer.flips.tried:
        return tr("effect unknown without test URLs")
    return tr("changes no verdict on the test URLs")


def effect_details(offer: Offer) -> str:
    """Word some of the verdicts that an offer flips, or for which crawlers it is proven that none is."""
    if offer.flips is not None and offer.flips.is_proven and not offer.flips.count:
        return tr("Proven for your crawlers and every URL.")
    return flip_samples(offer)


def _fix_words(fix: Fix) -> str:
    return fix_words(fix)


def flip_samples(offer: Offer) -> str:
    """Word some of the verdicts that an offer flips, a sentence each."""
    flips = offer.flips.samples if offer.flips else ()
    return together(
        "\n",
        *(tr(_THEN[each.is_allowed], crawler=title_of(each.crawler), url=each.url) for each in flips),
    )
