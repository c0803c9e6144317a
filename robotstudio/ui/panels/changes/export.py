"""The verdicts that flip as a table or as data, for other programs and for people: at most `MOST_FLIPS` of them."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from robotstudio.app.changes.compared import Compared
from robotstudio.engine.phrases import markdown_code, printable
from robotstudio.engine.rule_classes import RuleClass
from robotstudio.io.delimited import delimited
from robotstudio.ui.panels.changes.words import side_words

MOST_FLIPS = 100_000

_TITLES = ("URL", "Crawler", "Before", "After")


class Flip(NamedTuple):
    """One verdict that flips: (whether the URL may be fetched, the deciding line or 0) before and after."""

    url: str
    token: str
    before: tuple[bool, int]
    after: tuple[bool, int]


def flips_of(compared: Compared) -> Iterator[Flip]:
    """The verdicts that flip: URL by URL in the order of the list, for each crawler in the order of the matrix."""
    changes = compared.changes
    if changes is None:
        return
    rule_classes = [(each.token, changes.of(each.token)) for each in changes.crawlers if each.blocked or each.allowed]
    for row in changes.flipped_rows().tolist():
        url = compared.analysis.urls[row].url
        for token, each in rule_classes:
            before, after = _side(each.before, row), _side(each.after, row)
            if before[0] != after[0]:
                yield Flip(url, token, before, after)


def _side(rule_class: RuleClass, row: int) -> tuple[bool, int]:
    return bool(rule_class.allowed[row]), int(rule_class.lines[row])


def exported(compared: Compared, form: str) -> tuple[str, int]:
    """The text in one of `FORMS`, and how many flips are in it."""
    flips = list(islice(flips_of(compared), MOST_FLIPS))
    return FORMS[form](flips), len(flips)


def _row(flip: Flip) -> tuple[str, str, str, str]:
    return flip.url, flip.token, side_words(*flip.before), side_words(*flip.after)


def _csv(flips: Sequence[Flip]) -> str:
    return "".join(delimited((_TITLES, *map(_row, flips))))


def _tsv(flips: Sequence[Flip]) -> str:
    return "".join(delimited((_TITLES, *map(_row, flips)), "\t"))


def _json(flips: Sequence[Flip]) -> str:
    """The same form as `robotstudio diff --format json` prints: an object on each line."""
    return "".join(f"{json.dumps(_object(flip))}\n" for flip in flips)


def _object(flip: Flip) -> dict[str, object]:
    sides = {"before": flip.before, "after": flip.after}
    verdicts = {name: {"allowed": allowed, "line": line or None} for name, (allowed, line) in sides.items()}
    return {"url": flip.url, "crawler": flip.token, **verdicts}


def _markdown(flips: Sequence[Flip]) -> str:
    rows = ["| " + " | ".join(_TITLES) + " |", "|---|---|---|---|"]
    for url, token, before, after in map(_row, flips):
        cells = (markdown_code(printable(url).replace("|", "%7C")), markdown_code(printable(token)), before, after)
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


FORMS: Mapping[str, Callable[[Sequence[Flip]], str]] = {"csv": _csv, "tsv": _tsv, "json": _json, "markdown": _markdown}
"""The forms by their ids."""
