"""Changes, risks, and the steps to a smaller file in words, made of ids and counts."""

from collections.abc import Mapping

from robotstudio.engine.changes import Cause, Change, CrawlerChange, FlipGroup
from robotstudio.engine.crawlers import names_of
from robotstudio.engine.proof import MinimiseStep, StepKind
from robotstudio.engine.risk import Risk, RiskId
from robotstudio.engine.tokens import Field, parse_line
from robotstudio.text.language import PLAIN, WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, printable

_URLS: Mapping[Change, Plural] = {
    Change.BLOCKED: Plural("{count} URL becomes blocked", "{count} URLs become blocked"),
    Change.ALLOWED: Plural("{count} URL becomes allowed", "{count} URLs become allowed"),
    Change.MOVED: Plural("{count} URL is decided by another rule", "{count} URLs are decided by another rule"),
}
_NO_CHANGE: Message = "no change"
_HEADINGS: Mapping[Cause, Message] = {
    Cause.CHANGED: "{line}: {old} became {new}",
    Cause.ADDED: "{line}: {new} is new",
    Cause.REMOVED: "{line} before: {old} is gone",
    Cause.GAINED: "{line}: {new} is new for these crawlers, which did not read it before",
    Cause.LOST: "{line}: {new} no longer counts for these crawlers",
    Cause.OTHER_GROUP: "{line}: these crawlers now read this group instead of another",
    Cause.REGROUPED: "{line}: {new} is unchanged, but competes with other rules",
}
LINE: Message = "Line {number}"
_BELOW_ONE: Message = "<1%"
SIDES: Mapping[bool, Message] = {True: "allowed by line {line}", False: "blocked by line {line}"}
_BY_NO_LINE: Mapping[bool, Message] = {True: "allowed", False: "blocked"}
BLOCKS_ALL: Message = "{file} blocks the whole site for {crawlers}."
BLOCKS_MOST: Message = "{file} blocks the whole site for {crawlers}, except what its Allow lines open."
MANY_FLIPS: Message = "{flips} of {cells} verdicts flip ({percent})."
_LINE: Message = "line {line}"


def crawler_words(change: CrawlerChange) -> Phrase:
    """Describe the changes for one crawler: “12 URLs become blocked, 3 become allowed”."""
    counts = ((Change.BLOCKED, change.blocked), (Change.ALLOWED, change.allowed), (Change.MOVED, change.moved))
    parts = [(Piece(urls_words(kind, count)),) for kind, count in counts if count]
    return WORDS.listed(parts, last=PLAIN) if parts else WORDS.phrase(_NO_CHANGE)


def verdict_words(allowed: bool, line: int | None) -> str:
    """Describe a verdict by itself: “allowed”, “blocked by line 12”."""
    return tr(SIDES[allowed], line=str(line)) if line else tr(_BY_NO_LINE[allowed])


def side_words(allowed: bool, line: int | None) -> str:
    """Describe one of two verdicts that are compared; if no line decides it, that is the difference."""
    if line:
        return verdict_words(allowed, line)
    return tr("no rule") if allowed else tr("blocked as a whole")


def urls_words(change: Change, count: int) -> str:
    """Describe how many URLs change in one way."""
    return ntr(_URLS[change], count)


def heading_words(group: FlipGroup) -> Phrase:
    """Describe what happened to the line that flips verdicts."""
    line = group.new_line or group.old_line
    new, before, now = rule_piece(group.new_text), parse_line(group.old_text), parse_line(group.new_text)
    if group.blame.cause is Cause.CHANGED and before.field is now.field and now.value:
        new = new._replace(text=printable(now.value.decode("utf-8", "replace")))  # the field is said once
    return WORDS.phrase(
        _HEADINGS[group.blame.cause],
        line=Piece(tr(LINE, number=line), PieceKind.LINE, group.new_line),
        old=rule_piece(group.old_text),
        new=new,
    )


def risk_words(risk: Risk, file: str) -> Phrase:
    """Describe a risk in one sentence, which may begin with the `file`: its name, or “This draft”."""
    if risk.shuts_out:
        message = BLOCKS_ALL if risk.id is RiskId.BLOCKS_ALL else BLOCKS_MOST
        names = [(Piece(printable(name)),) for name in names_of(risk.tokens)]
        return WORDS.phrase(message, file=printable(file), crawlers=WORDS.listed(names, most=8))
    percent = WORDS.percent(risk.share) if risk.share >= 0.01 else tr(_BELOW_ONE)
    return WORDS.phrase(MANY_FLIPS, flips=risk.flips, cells=risk.cells, percent=percent)


def rule_piece(text: bytes) -> Piece:
    """Format a rule line by its kind."""
    shown = printable(text.strip().decode("utf-8", "replace"))
    return Piece(shown, PieceKind.ALLOW if parse_line(text).field is Field.ALLOW else PieceKind.DISALLOW)


_STEPS: Mapping[StepKind, Message] = {
    StepKind.NEVER_DECIDES: "Line {line} is unnecessary: it never decides. What decides instead: {others}.",
    StepKind.NOT_NEEDED: "Line {line} is unnecessary: no verdict changes without it. What decides instead: {others}.",
    StepKind.SHORTENED: "Line {line} loses the * at its end, which changes nothing.",
}
_MERGED = Plural(
    "Line {line} goes: its group has the same rules as line {others}.",
    "Line {line} goes: its group has the same rules as lines {others}.",
)
_NO_RULE: Message = "no rule"


def step_words(step: MinimiseStep) -> str:
    """Return what is done to a line, and what that rests on."""
    others = WORDS.side_by_side(map(str, step.rests_on))
    if step.kind is StepKind.MERGED:
        return ntr(_MERGED, len(step.rests_on), line=str(step.line), others=others)
    said = [tr(_LINE, line=str(line)) if line else tr(_NO_RULE) for line in step.rests_on]
    return tr(_STEPS[step.kind], line=str(step.line), others=WORDS.side_by_side(said))
