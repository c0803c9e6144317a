"""The columns of the table of hosts, and their texts."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.fetch import meanings
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.hosts import HostResult
from robotstudio.fetch.http_scenario import policy_outcome_for
from robotstudio.fetch.policy import Effect
from robotstudio.fetch.words import FAILURES, sentence
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.formats import exact_time
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import TONES, Tone

_NOTHING = TableCell("–", "text3")
_NEVER = datetime.min.replace(tzinfo=UTC)


class HostRow(NamedTuple):
    """A host of the list, and its answer so far."""

    address: str
    result: HostResult | None
    place: int


class EffectLook(NamedTuple):
    """The colour and the icon of an effect."""

    tone: Tone
    glyph: Glyph | None


_EFFECTS: Mapping[Effect, EffectLook] = {
    Effect.PARSE: EffectLook(Tone.NEUTRAL, None),
    Effect.ALLOW_ALL: EffectLook(Tone.ALLOWED, Glyph.CHECK),
    Effect.DISALLOW_ALL: EffectLook(Tone.BLOCKED, Glyph.CROSS),
    Effect.LAST_GOOD_COPY: EffectLook(Tone.NOTE, None),
    Effect.DEFER: EffectLook(Tone.WARNING, Glyph.PAUSE),
    Effect.UNKNOWN: EffectLook(Tone.UNKNOWN, Glyph.QUESTION),
}  # fmt: skip
_KINDS: Mapping[Content, Message] = {
    Content.RULES: "robots.txt",
    Content.UTF16: "UTF-16",
    Content.TEXT: "text",
    Content.HTML: "HTML",
    Content.JSON: "JSON",
    Content.XML: "XML",
    Content.BINARY: "binary",
    Content.EMPTY: "empty",
}
_ERROR_PAGE: Message = "error page"
_TONES: Mapping[FetchOutcome, Tone] = {
    FetchOutcome.SUCCESS: Tone.ALLOWED,
    FetchOutcome.NOT_A_REDIRECT: Tone.WARNING,
    FetchOutcome.CLIENT_ERROR: Tone.NOTE,
    FetchOutcome.TOO_MANY_REDIRECTS: Tone.WARNING,
    FetchOutcome.REDIRECT_REFUSED: Tone.WARNING,
    FetchOutcome.INVALID_ADDRESS: Tone.WARNING,
    FetchOutcome.CANCELLED: Tone.NEUTRAL,
}


def effect_words(result: HostResult, crawler: Crawler) -> str:
    """Return the effect of the answer on a crawler."""
    return meanings.effect_words(policy_outcome_for(result, crawler).effect)


def body_words(result: HostResult) -> str:
    """Return the kind of body; the body of an error is never called a robots.txt."""
    is_file = result.outcome is FetchOutcome.SUCCESS or result.body_kind is not Content.RULES
    return tr(_KINDS[result.body_kind] if is_file else _ERROR_PAGE)


def outcome_words(result: HostResult) -> str:
    """Return the result of the fetch in two or three words."""
    if result.error is not None:
        return tr(FAILURES[result.error.kind].chip)
    return str(result.status) if result.status is not None else result.outcome.value


def host_columns(crawler: Crawler | None) -> tuple[TableColumn, ...]:
    """Return the columns; one has the effect on the given crawler."""
    effect = () if crawler is None else (_effect_column(crawler),)
    return (
        TableColumn("host", tr("Host"), _host, _host_key, 0, is_code=True),
        TableColumn("outcome", tr("Answer"), _outcome, _outcome_key, 150),
        *effect,
        TableColumn("body", tr("Body"), _body, _body_key, 80),
        TableColumn("size", tr("Size"), _size, _size_key, 74, is_number=True),
        TableColumn("redirects", tr("Hops"), _redirects, _redirects_key, 50, is_number=True,
                    tip=tr("Redirects that were followed")),
        TableColumn("elapsed", tr("Took"), _elapsed, _elapsed_key, 68, is_number=True, hidden_below=760),
        TableColumn("final", tr("Final address"), _final, _final_key, 160, is_code=True, hidden_below=920),
        TableColumn("time", tr("At"), _time, _time_key, 76, hidden_below=1000),
    )  # fmt: skip


def _effect_column(crawler: Crawler) -> TableColumn:
    return TableColumn("effect", title_of(crawler), partial(_effect, crawler), partial(_effect_key, crawler), 146)


def row_text(row: HostRow, crawler: Crawler | None) -> str:
    """Return the text of a row, for filters."""
    result = row.result
    if result is None:
        return row.address.lower()
    words = [row.address, result.final_url, outcome_words(result), body_words(result)]
    return " ".join([*words, effect_words(result, crawler) if crawler else ""]).lower()


def shown_host(address: str) -> str:
    """Remove the parts of a robots.txt address that are the same in all rows."""
    return address.removesuffix("/robots.txt")


def _host(row: HostRow) -> TableCell:
    return TableCell(shown_host(row.address), weight=500)


def _host_key(row: HostRow) -> str:
    return row.address.partition("://")[2].lower()


def _outcome(row: HostRow) -> TableCell:
    if row.result is None:
        return TableCell(tr("not fetched yet"), "text3")
    look = TONES[_tone(row.result)]
    said = sentence(row.result.error) if row.result.error else ""
    return TableCell(outcome_words(row.result), look.text, look.glyph, 500, spoken=said)


def _tone(result: HostResult) -> Tone:
    tone = _TONES.get(result.outcome, Tone.BLOCKED)
    is_odd = result.truncated or result.body_kind not in {Content.RULES, Content.EMPTY}
    return Tone.WARNING if tone is Tone.ALLOWED and is_odd else tone


def _outcome_key(row: HostRow) -> tuple[int, str]:
    if row.result is None:
        return (10_000, "")
    return (row.result.status or 1_000, outcome_words(row.result))


def _body(row: HostRow) -> TableCell:
    if row.result is None or row.result.status is None:
        return _NOTHING
    return TableCell(body_words(row.result), "text2")


def _body_key(row: HostRow) -> str:
    return _body(row).text


def _size(row: HostRow) -> TableCell:
    if row.result is None or row.result.status is None:
        return _NOTHING
    if row.result.truncated:
        return TableCell(f"> {WORDS.size(row.result.size)}", "warning")
    return TableCell(WORDS.size(row.result.size))


def _size_key(row: HostRow) -> int:
    return row.result.size if row.result and row.result.status is not None else -1


def _redirects(row: HostRow) -> TableCell:
    return TableCell(WORDS.number(row.result.redirects)) if row.result else _NOTHING


def _redirects_key(row: HostRow) -> int:
    return row.result.redirects if row.result else -1


def _final(row: HostRow) -> TableCell:
    if row.result is None or row.result.final_url == row.result.requested:
        return _NOTHING
    return TableCell(row.result.final_url, "text2")


def _final_key(row: HostRow) -> str:
    return _final(row).text


def _elapsed(row: HostRow) -> TableCell:
    return TableCell(WORDS.duration(row.result.elapsed_ms), "text2") if row.result else _NOTHING


def _elapsed_key(row: HostRow) -> float:
    return row.result.elapsed_ms if row.result else -1.0


def _time(row: HostRow) -> TableCell:
    if row.result is None:
        return _NOTHING
    at = row.result.fetched_at
    return TableCell(f"{at.astimezone():%H:%M:%S}", "text2", spoken=exact_time(at))


def _time_key(row: HostRow) -> datetime:
    return row.result.fetched_at if row.result else _NEVER


def _effect(crawler: Crawler, row: HostRow) -> TableCell:
    if row.result is None:
        return _NOTHING
    look = _EFFECTS[policy_outcome_for(row.result, crawler).effect]
    return TableCell(effect_words(row.result, crawler), TONES[look.tone].text, look.glyph)


def _effect_key(crawler: Crawler, row: HostRow) -> str:
    return _effect(crawler, row).text
