"""`robotstudio crawlers`: which list of crawlers is used, and what a newer one changes before it is taken."""

import argparse
from collections.abc import Callable, Mapping

from msgspec import Struct

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import own_settings
from robotstudio.cli.files import add_files, files_of, read_input
from robotstudio.cli.formats import add_output
from robotstudio.cli.output import FINDINGS, FINE, MisuseError, Output, answer_words, answering, complain
from robotstudio.engine.robots import FileVersion
from robotstudio.fetch.options import options_of
from robotstudio.project.crawler_list import (
    ADDRESS,
    ALIKE,
    NO_ADDRESS,
    SAME,
    USED_NOW,
    ListInUse,
    Update,
    change_words,
    fetch_list,
    is_address,
    list_in_force,
    path_of,
    take,
    update_by,
)
from robotstudio.store.places import Places
from robotstudio.text.language import SENTENCES, WORDS, Message, Plural, ntr, spoken, told, tr

_EPILOG: Message = "Exit status: 0 nothing is missed, 1 a block of the file misses a new crawler, 2 usage or I/O error."
_IN_USE = Plural("{count} crawler, {origin} list of {day}.", "{count} crawlers, {origin} list of {day}.")
_SHIPPED: Message = "shipped"
_TAKEN: Message = "updated"
_NAME_ONE: Message = "Name a file or an address: --update LIST."
_NOT_SAVED: Message = "Nothing was changed. Add --take to use the list of {day}."


class _Answer(Struct, frozen=True):
    now: ListInUse
    update: Update | None = None
    is_taken: bool = False


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio crawlers`."""
    description: Message = (
        "Show which list of crawlers is used. With --update, read a newer list that the project signed, and say what "
        "it changes; it is used only after --take. Nothing is fetched without --update."
    )
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    update_help = tr("a signed list, as a file or an address")
    parser.add_argument("--update", metavar="LIST", nargs="?", const=ADDRESS, help=update_help)
    parser.add_argument("--take", action="store_true", help=tr("with --update: use the list from now on"))
    add_output(parser, FORMATS)
    add_files(parser, "[FILE]", what=tr("a robots.txt by which the lists are compared"))


def run(options: argparse.Namespace) -> int:
    """Print the list in use, or what another one changes; return the exit status."""
    place = Places.default().crawler_list
    now = list_in_force(place)
    if now.refused is not None:
        complain(WORDS.tell(now.refused))
    answer = _Answer(now)
    if options.update is not None:
        if not options.update:
            raise MisuseError(told(SENTENCES, before=told(NO_ADDRESS), last=told(_NAME_ONE)))
        names = files_of(options, "FILE", are_needed=False)
        file = FileVersion(read_input(names[0])) if names else None
        update = update_by(_body(options.update), path_of(options.update), now, file)
        answer = _Answer(now, update, is_taken=options.take and update.is_newer)
        if answer.is_taken:
            take(update.found, place)
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](answer, out)
    return FINDINGS if answer.update and any(new.missed for new in answer.update.change.new) else FINE


def _body(place: str) -> bytes:
    return fetch_list(place, options_of(own_settings())) if is_address(place) else read_input(place)


def _write_text(answer: _Answer, out: Output) -> None:
    now, update = answer.now, answer.update
    origin = tr(_SHIPPED if now.is_shipped else _TAKEN)
    out.line(ntr(_IN_USE, now.catalogue.size, origin=origin, day=now.day))
    if update is None:
        return
    said = list(change_words(update.change, now.catalogue.purposes))
    for sentence in said or [tr(ALIKE if update.is_newer else SAME)]:
        out.line(sentence)
    if update.is_newer:
        out.line(tr(USED_NOW if answer.is_taken else _NOT_SAVED, day=update.found.day))


def _write_json(answer: _Answer, out: Output) -> None:
    now, update = answer.now, answer.update
    change = update.change if update else None
    out.record(
        {
            "list": now.day.isoformat(),
            "crawlers": now.catalogue.size,
            "shipped": now.is_shipped,
            "update": update.found.day.isoformat() if update else None,
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
