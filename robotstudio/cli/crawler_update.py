"""`robotstudio crawlers`: which list of crawlers is used, and what a newer one changes before it is taken."""

import argparse
from collections.abc import Callable, Mapping
from datetime import date

from msgspec import Struct

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import own_settings
from robotstudio.cli.files import add_files, files_of, read_input
from robotstudio.cli.formats import add_output
from robotstudio.cli.output import FINDINGS, FINE, Output, answer_words, answering
from robotstudio.engine.crawlers import CATALOGUE, Catalogue
from robotstudio.engine.robots import FileVersion
from robotstudio.fetch.options import options_of
from robotstudio.project.crawler_list import (
    ADDRESS,
    SAME,
    USED_NOW,
    ListChange,
    change_of,
    change_words,
    fetch_list,
    is_address,
    path_of,
    read_list,
    require_newer,
    saved_list,
    shipped_day,
    take,
)
from robotstudio.store.places import Places
from robotstudio.text.language import Message, Plural, ntr, spoken, tr

_EPILOG: Message = "Exit status: 0 nothing is missed, 1 a block of the file misses a new crawler, 2 usage or I/O error."
_IN_USE = Plural("{count} crawler, {origin} list of {day}.", "{count} crawlers, {origin} list of {day}.")
_SHIPPED: Message = "shipped"
_TAKEN: Message = "updated"
_NOT_SAVED: Message = "Nothing was changed. Add --take to use the list of {day}."


class _Answer(Struct, frozen=True):
    catalogue: Catalogue
    day: date
    is_shipped: bool
    change: ListChange | None = None
    new_day: date | None = None
    is_taken: bool = False


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio crawlers`."""
    description: Message = (
        "Show which list of crawlers is used. With --update, read a newer list that the project signed, and say what "
        "it changes; it is used only after --take. Nothing is fetched without --update."
    )
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    update_help = tr("a signed list, as a file or an address; by default {address}", address=ADDRESS)
    parser.add_argument("--update", metavar="LIST", nargs="?", const=ADDRESS, help=update_help)
    parser.add_argument("--take", action="store_true", help=tr("with --update: use the list from now on"))
    add_output(parser, FORMATS)
    add_files(parser, "[FILE]", what=tr("a robots.txt by which the lists are compared"))


def run(options: argparse.Namespace) -> int:
    """Print the list in use, or what another one changes; return the exit status."""
    place = Places.default().crawler_list
    saved = saved_list(place)
    now, day = (saved.catalogue, saved.day) if saved else (CATALOGUE, shipped_day())
    answer = _Answer(now, day, saved is None)
    if options.update is not None:
        path = path_of(options.update)
        body = _body(options.update)
        found = read_list(body, path)
        require_newer(found, day, path)
        names = files_of(options, "FILE", are_needed=False)
        file = FileVersion(read_input(names[0])) if names else None
        is_taken = options.take and found.day > day
        answer = _Answer(now, day, saved is None, change_of(now, found.catalogue, file), found.day, is_taken)
        if is_taken:
            take(found, place)
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](answer, out)
    return FINDINGS if answer.change and any(new.missed for new in answer.change.new) else FINE


def _body(place: str) -> bytes:
    return fetch_list(place, options_of(own_settings())) if is_address(place) else read_input(place)


def _write_text(answer: _Answer, out: Output) -> None:
    origin = tr(_SHIPPED if answer.is_shipped else _TAKEN)
    out.line(ntr(_IN_USE, answer.catalogue.size, origin=origin, day=answer.day))
    if answer.change is None or answer.new_day is None:
        return
    said = list(change_words(answer.change, answer.catalogue.purposes))
    for sentence in said or [tr(SAME)]:
        out.line(sentence)
    if answer.new_day > answer.day:
        out.line(tr(USED_NOW if answer.is_taken else _NOT_SAVED, day=answer.new_day))


def _write_json(answer: _Answer, out: Output) -> None:
    change = answer.change
    out.record(
        {
            "list": answer.day.isoformat(),
            "crawlers": answer.catalogue.size,
            "shipped": answer.is_shipped,
            "update": answer.new_day.isoformat() if answer.new_day else None,
            "taken": answer.is_taken,
            "new": [{"purpose": new.purpose, "crawlers": new.tokens, "missed": new.missed} for new in change.new]
            if change
            else [],
            "gone": change.gone if change else [],
            "now_allowed": change.now_allowed if change else [],
            "now_blocked": change.now_blocked if change else [],
        }
    )


FORMATS: Mapping[str, Callable[[_Answer, Output], None]] = {"text": _write_text, "json": _write_json}
