"""What is said of suggested rules and of what they would change."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from robotstudio.engine.change_words import crawler_words
from robotstudio.engine.changes import Changes, CrawlerChange
from robotstudio.engine.phrases import Translate, as_text, printable
from robotstudio.engine.suggest import Kind, RulePlace
from robotstudio.ui.widgets.formats import format_count

_translate: Translate = partial(QCoreApplication.translate, "Suggest")
_ALL = ("*",)
_MOST_NAMED, _MOST_SAID = 3, 6

KIND_WORDS: Mapping[Kind, str] = {
    Kind.EXACT: "this URL alone",
    Kind.SESSION: "session parameter",
    Kind.TRACKING: "tracking parameter",
    Kind.SORT: "sort order",
    Kind.PRINT: "print version",
    Kind.PARAMETER: "query parameter",
    Kind.VALUE: "parameter with this value",
    Kind.DIRECTORY: "directory",
    Kind.EXTENSION: "file extension",
    Kind.PREFIX: "same beginning",
    Kind.ANY_QUERY: "any query",
}


def kind_words(kind: Kind) -> str:
    """What a pattern goes by."""
    return _translate(KIND_WORDS[kind])


def place_words(place: RulePlace) -> str:
    """A group to choose: `all other crawlers (*) · after line 7`."""
    names = [_translate("all other crawlers (*)") if token in _ALL else printable(token) for token in place.tokens]
    shown = ", ".join(names[:_MOST_NAMED]) + (f" +{len(names) - _MOST_NAMED}" if len(names) > _MOST_NAMED else "")
    if place.is_new:
        return _translate("{names} · a new group").format(names=shown)
    return _translate("{names} · after line {line}").format(names=shown, line=place.after)


def changes_words(changes: Changes, titles: Mapping[str, str]) -> str:
    """What would change, crawlers of the same fate together."""
    alike: dict[tuple[int, int], list[CrawlerChange]] = {}
    for change in changes.crawlers:
        if change.blocked or change.allowed:
            alike.setdefault((change.blocked, change.allowed), []).append(change)
    if not alike:
        cells = format_count(changes.cells)
        return _translate("No verdict changes: 0 of {cells}.").format(cells=cells)
    said = [
        _translate("{crawlers}: {what}.").format(
            crawlers=_names([titles.get(change.token, change.token) for change in group], len(changes.crawlers)),
            what=as_text(crawler_words(_flips(group[0]), _translate)),
        )
        for group in alike.values()
    ]
    if len(said) > _MOST_SAID:
        more = _translate("{count} more.").format(count=len(said) - _MOST_SAID)
        said = [*said[:_MOST_SAID], more]
    return "\n".join(said)


def _flips(change: CrawlerChange) -> CrawlerChange:
    return CrawlerChange(change.token, change.blocked, change.allowed, 0)


def _names(titles: Sequence[str], asked: int) -> str:
    if len(titles) == asked and asked > 1:
        return _translate("All {count} crawlers").format(count=asked)
    more = len(titles) - _MOST_NAMED
    return ", ".join(titles[:_MOST_NAMED]) + (f" +{more}" if more > 0 else "")
