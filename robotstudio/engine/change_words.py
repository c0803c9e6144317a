"""Changes and risks in words; ids and counts come in, a translator may be handed in."""

from collections.abc import Mapping, Sequence

from robotstudio.engine.changes import Cause, Change, CrawlerChange, FlipGroup
from robotstudio.engine.phrases import Phrase, Piece, PieceKind, Translate, as_written, fill, listed, printable
from robotstudio.engine.risk import Risk, RiskId
from robotstudio.engine.tokens import Field, parse_line

URLS: Mapping[Change, tuple[str, str]] = {
    Change.BLOCKED: ("{count} URL becomes blocked", "{count} URLs become blocked"),
    Change.ALLOWED: ("{count} URL becomes allowed", "{count} URLs become allowed"),
    Change.MOVED: ("{count} URL is decided by another rule", "{count} URLs are decided by another rule"),
}
NO_CHANGE = "no change"
HEADINGS: Mapping[Cause, str] = {
    Cause.CHANGED: "{line}: {old} became {new}",
    Cause.ADDED: "{line}: {new} is new",
    Cause.REMOVED: "{line} before: {old} is gone",
    Cause.GAINED: "{line}: {new} is new for these crawlers, which did not read it before",
    Cause.LOST: "{line}: {new} does not count for these crawlers any more",
    Cause.REGROUPED: "{line}: {new} is as it was, but competes with other rules",
}
LINE = "Line {number}"
BLOCKS_ALL = "This draft blocks the whole site for {crawlers}."
MANY_FLIPS = "{flips} of {cells} verdicts flip ({percent})."


def crawler_words(change: CrawlerChange, translate: Translate = as_written) -> Phrase:
    """What becomes of one crawler: “12 URLs become blocked, 3 become allowed”."""
    counts = ((Change.BLOCKED, change.blocked), (Change.ALLOWED, change.allowed), (Change.MOVED, change.moved))
    parts = [fill(urls_words(kind, count, translate)) for kind, count in counts if count]
    return listed(parts, translate, last="{before}, {last}") if parts else fill(translate(NO_CHANGE))


def urls_words(change: Change, count: int, translate: Translate = as_written) -> str:
    """How many URLs change in one way."""
    return translate(URLS[change][count != 1]).format(count=f"{count:,}")


def heading_words(group: FlipGroup, translate: Translate = as_written) -> Phrase:
    """What happened to the line that flips verdicts."""
    line = group.new_line or group.old_line
    return fill(
        translate(HEADINGS[group.blame.cause]),
        line=Piece(translate(LINE).format(number=line), PieceKind.LINE, group.new_line),
        old=_rule(group.old_text),
        new=_rule(group.new_text),
    )


def risk_words(risk: Risk, translate: Translate = as_written) -> Phrase:
    if risk.id is RiskId.BLOCKS_ALL:
        return fill(translate(BLOCKS_ALL), crawlers=_tokens(risk.tokens, translate))
    percent = f"{risk.share:.0%}" if risk.share >= 0.01 else "<1%"
    return fill(translate(MANY_FLIPS), flips=risk.flips, cells=risk.cells, percent=percent)


def _tokens(tokens: Sequence[str], translate: Translate) -> Phrase:
    return listed([(Piece(printable(token), PieceKind.TOKEN),) for token in tokens], translate, most=8)


def _rule(text: bytes) -> Piece:
    shown = printable(text.strip().decode("utf-8", "replace"))
    return Piece(shown, PieceKind.ALLOW if parse_line(text).field is Field.ALLOW else PieceKind.DISALLOW)
