"""`robotstudio policy`: what a file does to crawlers by purpose, and choices for them, as a block or for a server."""

import argparse
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

from msgspec import Struct

from robotstudio.cli.ai_files import add_ai_files, asks_for_ai_files, report_ai_files
from robotstudio.cli.arguments import Parser
from robotstudio.cli.crawlers import own_catalogue
from robotstudio.cli.files import add_files, files_of, read_input
from robotstudio.cli.formats import add_output
from robotstudio.cli.output import FINDINGS, FINE, MisuseError, Output, answer_words, answering, complain
from robotstudio.cli.patches import write_diff
from robotstudio.engine.crawlers import CATALOGUE, Catalogue
from robotstudio.policy.block import Block, find_block
from robotstudio.policy.manual_changes import adopt_edits, edited_lines, missing_crawlers
from robotstudio.policy.model import AiPolicy, PolicyError, choice_of
from robotstudio.policy.outcome import AiPolicyOutcome, outcome_of
from robotstudio.policy.overview import OBEDIENCE_WORDS, PolicyRow, PurposeRow, overview_of
from robotstudio.policy.server_rules import ServerSoftware, server_rules
from robotstudio.policy.signal_writing import write_signal
from robotstudio.policy.signals import READERS, Wishes, wishes_of
from robotstudio.policy.words import (
    ACCESS,
    choice_words,
    contradiction_words,
    follow_words,
    kept_words,
    left_out_words,
    rules_words,
)
from robotstudio.policy.writing import Written, write_policy
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, told_list, tr

_EPILOG: Message = (
    "Exit status: 0 the file does what was chosen; 1 it does not, the block was changed by hand or lacks crawlers, "
    "or an llms.txt, ai.txt, tdmrep.json or RSL document has errors or contradicts the file; 2 usage or I/O error."
)
_SET: Message = (
    "such as ai-training=block: allow, block, leave, or only:/a/,/b/ for a purpose ({purposes}) or a crawler; "
    "repeatable"
)
_SIGNAL: Message = "write this Content-Signal, such as {example}, into the group for *; '' removes it"
_OUTPUT: Message = "write the file or the server rules to FILE; - for standard output. Default: print a diff"
_CHANGES: Mapping[str, Message] = {
    "update": "rewrite the block from the current list of crawlers",
    "take-over": "adopt manual changes of the block as choices",
    "anew": "rewrite the block, discarding manual changes",
    "remove": "remove the block",
}


class _Overview(Struct, frozen=True):
    """The effects of a file, and the content of its block."""

    purposes: tuple[PurposeRow, ...]
    wishes: Wishes
    block: Block | None
    by_hand: tuple[int, ...]
    missed: tuple[str, ...]
    is_all: bool


class _Change(Struct, frozen=True):
    """The written block and its effects."""

    name: str
    before: bytes
    written: Written
    outcome: AiPolicyOutcome


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio policy`."""
    description: Message = (
        "Show what a robots.txt means for crawlers of each purpose, and write your choices for them into one block."
    )
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)

    purposes = WORDS.side_by_side(CATALOGUE.purposes)
    parser.add_argument("--set", action="append", metavar="CHOICE", default=[], help=tr(_SET, purposes=purposes))
    parser.add_argument("--signal", metavar="VALUE", help=tr(_SIGNAL, example="'search=yes, ai-train=no'"))
    for option, option_help in _CHANGES.items():
        parser.add_argument(f"--{option}", action="store_true", help=tr(option_help))
    parser.add_argument("--all", action="store_true", help=tr("show every crawler, not only those named in the file"))
    server_help = tr("write the choices as rules for this server, which enforces what robots.txt only asks for")
    parser.add_argument("--server", choices=[server.value for server in ServerSoftware], help=server_help)
    add_ai_files(parser)
    add_output(parser, FORMATS, what=_OUTPUT, is_file=_writes)
    add_files(parser, "FILE", what=tr("a robots.txt, or the folder it is in; - for standard input"))


def run(options: argparse.Namespace) -> int:
    """Show, change, or write rules of a server; return the exit status."""
    (name,) = files_of(options, "FILE")
    if options.remove and (options.set or options.take_over or options.server):
        raise MisuseError("--remove removes the block and cannot be combined with other choices.")
    changes = _changes(options)
    if asks_for_ai_files(options) and (changes or options.server or options.output):
        raise MisuseError(
            "--site, --llms, --ai, --tdmrep and --rsl only check files; they cannot be combined with options that "
            "write."
        )
    body, catalogue = read_input(name), own_catalogue()
    if asks_for_ai_files(options):
        return report_ai_files(options, name, body, catalogue)
    if options.signal is not None:
        return _write_signal(options, name, body, catalogue)
    block = find_block(body, catalogue)
    policy = _asked_policy(options, block, catalogue)
    if options.server:
        return _write_server(options, policy, catalogue)
    if changes:
        return _change(options, name, body, policy, catalogue)
    shown = _Overview(
        overview_of(body, policy, catalogue),
        wishes_of(body, catalogue),
        block,
        edited_lines(block, catalogue) if block else (),
        tuple(crawler.token for crawler in missing_crawlers(block, catalogue)) if block else (),
        options.all,
    )
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format][0](shown, out)
    return FINDINGS if shown.missed or (block and block.is_edited) else FINE


def _changes(options: argparse.Namespace) -> bool:
    return bool(options.set or options.update or options.take_over or options.anew or options.remove)


def _writes(options: argparse.Namespace) -> bool:
    """Return True if a robots.txt or rules of a server are written, and no answer."""
    return _changes(options) or options.server is not None or options.signal is not None


def _today() -> str:
    return datetime.now(UTC).astimezone().date().isoformat()


_NO_BLOCK: Message = "This file has no AI policy block, and no choice is given. Choose with --set."
_NOT_TAKEN: Message = (
    "Lines {lines} say more than a choice can express. Move them out of the block, or use --anew to drop them."
)
_NO_CHOICE: Message = "“{text}” is not a choice. Write --set ai-training=block, for example."


def _asked_policy(options: argparse.Namespace, block: Block | None, catalogue: Catalogue) -> AiPolicy:
    """Return the choices of the file with those that are given."""
    if options.remove:
        return AiPolicy()
    policy = block.policy if block else AiPolicy()
    if options.take_over and block:
        taken = adopt_edits(block, catalogue)
        if not taken.is_whole:
            raise PolicyError(_NOT_TAKEN, lines=told_list([str(line) for line in taken.lines]))
        policy = taken.policy
    for text in options.set:
        who, equals, choice = text.rpartition("=")
        if not equals:
            raise MisuseError(_NO_CHOICE, text=text)
        policy = policy.with_choice(who.strip(), choice_of(choice.replace(":", " ", 1).replace(",", " ")), catalogue)
    if policy.is_empty and block is None and (options.server or options.update or options.take_over or options.anew):
        raise MisuseError(_NO_BLOCK)
    return policy


def _change(options: argparse.Namespace, name: str, body: bytes, policy: AiPolicy, catalogue: Catalogue) -> int:
    anew = options.anew or options.take_over or options.remove
    written = write_policy(body, policy, catalogue, _today(), overwrites=anew)
    outcome = outcome_of(body, written, policy, catalogue)
    change = _Change(name, body, written, outcome)
    with spoken(answer_words(options)), answering(options.output) as out:
        if options.output:
            out.write_bytes(written.body)
        else:
            FORMATS[options.format][1](change, out)
    if options.output:
        for sentence in follow_words(outcome):
            complain(sentence)
    return FINE if outcome.is_exact or options.remove else FINDINGS


def _write_signal(options: argparse.Namespace, name: str, body: bytes, catalogue: Catalogue) -> int:
    if _changes(options) or options.server or options.format != "text":
        raise MisuseError("--signal writes one line and cannot be combined with other choices.")
    written = write_signal(body, options.signal.strip(), catalogue)
    with answering(options.output) as out:
        if options.output:
            out.write_bytes(written)
        else:
            write_diff(name, body, written, out)
    return FINE


_NO_BLOCKS: Message = "These choices block no crawler, so the server has nothing to refuse."


def _write_server(options: argparse.Namespace, policy: AiPolicy, catalogue: Catalogue) -> int:
    rules = server_rules(policy, catalogue, ServerSoftware(options.server), _today())
    if not rules.parts:
        raise MisuseError(_NO_BLOCKS)
    with answering(options.output) as out:
        out.document([rules_words(rules)])
    left_out = left_out_words(rules)
    if left_out:
        complain(left_out)
    return FINE


def _text_of_change(change: _Change, out: Output) -> None:
    kept = kept_words(change.outcome)
    if kept:
        out.line(kept)
    for sentence in follow_words(change.outcome):
        out.line(sentence)
    write_diff(change.name, change.before, change.written.body, out)


def _json_of_change(change: _Change, out: Output) -> None:
    outcome = change.outcome
    for short in outcome.shortfalls:
        url = short.difference.url if short.difference else None
        record = {"kind": "shortfall", "crawler": short.crawler.token, "choice": str(short.choice)}
        out.record({**record, "why": short.why.value, "lines": list(short.lines), "url": url})
    for moved in outcome.moved:
        url = moved.difference.url if moved.difference else None
        out.record({"kind": "moved", "crawler": moved.crawler.token, "follows": moved.token, "url": url})
    for dropped in outcome.dropped:
        out.record({"kind": "dropped", "crawler": dropped.crawler.token, "url": dropped.difference.url})
    block = change.written.block
    lines = {"line": block.first_line if block else None, "end_line": block.last_line if block else None}
    out.record({"kind": "written", "kept": outcome.kept, **lines})


_BLOCK: Message = "AI policy: lines {first} to {last}, written on {day} from the list of crawlers of {list}."
_NO_POLICY: Message = "This file has no AI policy block."
_BY_HAND: Message = (
    "Changed by hand and kept: lines {lines}. Use --take-over to turn them into choices, or --anew to discard them."
)
_TAKEN_OUT: Message = (
    "Lines were removed from the block by hand. Use --take-over to turn that into choices, or --anew to undo it."
)
_MISSED = Plural(
    "{count} crawler that the policy covers is missing from the block: {crawlers}. Add it with --update.",
    "{count} crawlers that the policy covers are missing from the block: {crawlers}. Add them with --update.",
)
_PURPOSE = Plural(
    "{title}: {named} named and {closed} blocked, of {count} crawler. Choice: {choice}",
    "{title}: {named} named and {closed} blocked, of {count} crawlers. Choice: {choice}",
)
_CRAWLER: Message = "{crawler} ({operator}): {reach}; named in line {line}; obeys: {heeds}"
_UNNAMED: Message = "{crawler} ({operator}): {reach}; not named; obeys: {heeds}"
_NONE: Message = "none"
_ASKED_IN_VAIN: Message = "Asked, but not known to obey robots.txt: {crawlers}."
_WISH: Message = "Line {line}, {field}: {value}. {reader}"


def _text(shown: _Overview, out: Output) -> None:
    for line in _about_block(shown):
        out.line(line)
    for purpose in shown.purposes:
        choice = choice_words(purpose.choice) if purpose.choice else tr(_NONE)
        counts = {"named": WORDS.number(purpose.named), "closed": WORDS.number(purpose.closed)}
        title = tr(purpose.title)
        out.line(ntr(_PURPOSE, len(purpose.rows), title=title, choice=choice, **counts))
        for row in purpose.rows:
            if shown.is_all or row.named_in is not None:
                out.line(f"  {_row_words(row)}")
    vain = [row.crawler.title for purpose in shown.purposes for row in purpose.rows if row.is_ineffective]
    if vain:
        out.line(tr(_ASKED_IN_VAIN, crawlers=WORDS.side_by_side(vain)))
    for wish in shown.wishes.wishes:
        reader = tr(READERS[wish.field])
        out.line(tr(_WISH, line=str(wish.line), field=wish.title, value=wish.written, reader=reader))
    for each in shown.wishes.contradictions:
        out.line(contradiction_words(each))


def _about_block(shown: _Overview) -> Iterable[str]:
    block = shown.block
    if block is None:
        yield tr(_NO_POLICY)
        return
    lines = {"first": str(block.first_line), "last": str(block.last_line)}
    yield tr(_BLOCK, **lines, day=WORDS.day(block.made_on), list=WORDS.day(block.list_of))
    if shown.by_hand:
        yield tr(_BY_HAND, lines=WORDS.side_by_side(map(str, shown.by_hand)))
    elif block.is_edited:
        yield tr(_TAKEN_OUT)
    if shown.missed:
        yield ntr(_MISSED, len(shown.missed), crawlers=WORDS.side_by_side(shown.missed))


def _row_words(row: PolicyRow) -> str:
    message = _UNNAMED if row.named_in is None else _CRAWLER
    return tr(
        message,
        crawler=row.crawler.title,
        operator=row.crawler.operator or "–",
        reach=tr(ACCESS[row.reach.access]),
        line=str(row.named_in or ""),
        heeds=tr(OBEDIENCE_WORDS[row.obedience]),
    )


def _json(shown: _Overview, out: Output) -> None:
    block = shown.block
    if block:
        lines = {"line": block.first_line, "end_line": block.last_line, "made": block.made_on, "list": block.list_of}
        by_hand = {"by_hand": block.is_edited, "lines_by_hand": list(shown.by_hand), "missing": list(shown.missed)}
        out.record({"kind": "block", **lines, **by_hand})
    for purpose in shown.purposes:
        for row in purpose.rows:
            crawler = row.crawler
            who = {"kind": "crawler", "purpose": purpose.id, "crawler": crawler.token, "operator": crawler.operator}
            state = {"obeys": row.obedience.value, "follows": row.followed, "named_in": row.named_in, "rule": row.rule}
            choice = str(row.choice) if row.choice else None
            out.record({**who, **state, "access": row.reach.access.value, "choice": choice})
    for wish in shown.wishes.wishes:
        uses = {use.value: said for use, said in wish.uses.items()}
        record = {"kind": "wish", "line": wish.line, "field": wish.title, "value": wish.written}
        out.record({**record, "path": wish.path, "uses": uses})
    for each in shown.wishes.contradictions:
        use = each.use.value if each.use else None
        tokens = [crawler.token for crawler in each.crawlers]
        record = {"kind": "contradiction", "what": each.clash.value, "line": each.line, "other": each.other}
        out.record({**record, "use": use, "crawlers": tokens})


FORMATS: Mapping[str, tuple[Callable[[_Overview, Output], None], Callable[[_Change, Output], None]]] = {
    "text": (_text, _text_of_change),
    "json": (_json, _json_of_change),
}
