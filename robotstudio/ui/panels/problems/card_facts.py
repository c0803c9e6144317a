"""What a card says about a finding: made when the card is to be seen."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from robotstudio.app.checking import Checked
from robotstudio.app.columns import Column
from robotstudio.app.fix_offers import DiffLine, FlipCount, Key, diff_of, fixes_of_kind, is_about_file, keep
from robotstudio.engine import DIALECTS, Group
from robotstudio.engine.phrases import Phrase, as_text
from robotstudio.engine.tokens import Field
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.lint.context import line_facts
from robotstudio.lint.messages import fix_words, message, title
from robotstudio.lint.model import Finding, Fix
from robotstudio.ui.panels.problems.words import lint_words, severity_words, translated
from robotstudio.ui.widgets.formats import format_count

ALL_OF_KIND = -1
_MOST_NAMES = 6
_LEAST_OF_KIND = 2
_MOST_FIXES = 3


@dataclass(frozen=True, slots=True)
class Offer:
    """A way to mend a finding: its words, the fixes that it applies and the verdicts that it flips, if known yet."""

    key: Key
    words: str
    fixes: tuple[Fix, ...]
    flips: FlipCount | None

    @property
    def is_safe(self) -> bool:
        """Whether no verdict of any crawler changes, whatever the URLs."""
        return all(fix.is_safe for fix in self.fixes)


@dataclass(frozen=True, slots=True)
class CardFacts:
    """Everything that a card shows of a finding; `number` counts the findings of the file from 0."""

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
        """Where it is, in words."""
        if is_about_file(self.finding):
            return translated("Whole file")
        return translated("Line {line}").format(line=format_count(self.finding.line))

    @property
    def summary(self) -> str:
        """All that matters in one sentence, for those who hear it."""
        kind = severity_words(self.finding.severity)
        return f"{kind}, {self.place}: {self.title}. {as_text(self.message)}"


def card_facts(checked: Checked, number: int, flips: Mapping[Key, FlipCount]) -> CardFacts:
    finding = checked.findings[number]
    offers = offers_of(checked, number, flips)
    return CardFacts(
        number,
        finding,
        title(finding.rule, lint_words),
        message(finding, lint_words),
        affected_words(checked, finding),
        offers,
        diff_of(checked, offers[0].fixes[0]) if offers else (),
        keep(checked, finding),
    )


def offers_of(checked: Checked, number: int, flips: Mapping[Key, FlipCount]) -> tuple[Offer, ...]:
    """The fixes of a finding; behind them, where there are several of its kind, all of these."""
    finding = checked.findings[number]
    offers = [
        Offer((number, place), fix_words(fix, lint_words), (fix,), flips.get((number, place)))
        for place, fix in enumerate(finding.found.fixes[:_MOST_FIXES])
    ]
    alike = fixes_of_kind(checked, finding)
    if len(alike) >= _LEAST_OF_KIND:
        words = translated("Fix all {count} of this kind").format(count=format_count(len(alike)))
        offers.append(Offer((number, ALL_OF_KIND), words, tuple(alike), flips.get((number, ALL_OF_KIND))))
    return tuple(offers)


def affected_words(checked: Checked, finding: Finding) -> str:
    """Which of the chosen crawlers a finding concerns, by their readings."""
    columns, concerned = checked.analysis.columns, finding.found.dialects
    is_of_group = not is_about_file(finding) and not _is_sitemap(checked, finding.line)
    titles = [
        column.crawler.title
        for column in columns
        if column.crawler.dialect in concerned and (not is_of_group or reads_line(column, finding.line))
    ]
    if not concerned:
        return translated("no crawler")
    if not columns:
        return translated("no crawler is chosen")
    if not titles:
        names = [DIALECTS[dialect].title for dialect in concerned] if len(concerned) < len(DIALECTS) else []
        words = (
            translated("none of the chosen crawlers; {names}") if names else translated("none of the chosen crawlers")
        )
        return words.format(names=_listed(names))
    if len(titles) == len(columns) > 1:
        return translated("all {count} crawlers").format(count=format_count(len(titles)))
    return _listed(titles)


def reads_line(column: Column, line: int) -> bool:
    """Whether a line is in a group that a crawler reads, or in none; what follows a group up to the next is in it."""
    groups = column.robots.groups
    place = bisect_right(groups, line, key=_first_line) - 1
    return place < 0 or groups[place].first_line in {group.first_line for group in column.choice.groups}


def _first_line(group: Group) -> int:
    return group.first_line


def _is_sitemap(checked: Checked, line: int) -> bool:
    return line <= len(checked.raws) and line_facts(checked.raws[line - 1]).field is Field.SITEMAP


def _listed(names: Sequence[str]) -> str:
    if len(names) <= _MOST_NAMES:
        return ", ".join(names)
    shown = ", ".join(names[: _MOST_NAMES - 1])
    return translated("{names} and {count} more").format(names=shown, count=format_count(len(names) - _MOST_NAMES + 1))


def flip_words(offer: Offer) -> str:
    """How many verdicts an offer flips, in words."""
    if offer.flips is not None and offer.flips.count:
        if offer.flips.count == 1:
            return translated("1 verdict")
        return translated("{count} verdicts").format(count=format_count(offer.flips.count))
    if offer.is_safe:
        return translated("no verdict")
    if offer.flips is None:
        return translated("…")
    if not offer.flips.tried:
        return translated("not known without test URLs")
    return translated("no verdict on the test URLs")


def flip_samples(offer: Offer) -> str:
    """Some of the verdicts that an offer flips, a sentence each."""
    flips = offer.flips.samples if offer.flips else ()
    may, may_not = translated("{crawler} may fetch {url} then"), translated("{crawler} may not fetch {url} then")
    return "\n".join((may if each.is_allowed else may_not).format(crawler=each.crawler, url=each.url) for each in flips)
