"""The rows of a policy: purposes with their crawlers, and the columns."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec import Struct

from robotstudio.engine.access import Access
from robotstudio.engine.crawlers import title_of
from robotstudio.lint.rules.crawlers import tokens_of_product
from robotstudio.policy.model import LEAVE, PolicyChoice, Stance
from robotstudio.policy.overview import COSTS, OBEDIENCE_WORDS, Obedience, PolicyRow, PurposeRow
from robotstudio.policy.study import BlockEffect, Study
from robotstudio.policy.words import ACCESS, choice_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import Piece, PieceKind
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_FIRST: Final = ("ai-training", "ai-search", "ai-assistant")
_CRAWLERS = Plural("{count} crawler", "{count} crawlers")
_NAMED = Plural("{count} named", "{count} named")
_CLOSED = Plural("{count} fully blocked", "{count} fully blocked")
_MOSTLY = Plural("{count} mostly blocked", "{count} mostly blocked")
_SOME = Plural("{count} blocked, {some} with exceptions", "{count} blocked, {some} with exceptions")
_IGNORES = Plural("{count} ignores it", "{count} ignore it")
_MANY = 9
"""As many crawlers of a purpose as columns have room to count."""
_LINE: Message = "line {line}"
_FALLS_BACK: Message = "no, {token}"
_NO_GROUP: Message = "no group"
_NO_RULE: Message = "no rule of its own"
_LINE_OF_RULE: Message = "line {line}: {rule}"
_EVERYTHING: Message = "no rule matches"
_NOTHING: Message = "–"
_AFTER: dict[BlockEffect, Message] = {
    BlockEffect.AS_NOW: "as now",
    BlockEffect.PROVEN: "as chosen, proven",
    BlockEffect.IN_VAIN: "ignores robots.txt",
    BlockEffect.SHORT: "not as chosen",
    BlockEffect.MOVED: "changes without a choice",
}
_AFTER_LOOK: dict[BlockEffect, tuple[Glyph | None, str]] = {
    BlockEffect.AS_NOW: (None, "text3"),
    BlockEffect.PROVEN: (Glyph.PROVEN, "allowed"),
    BlockEffect.IN_VAIN: (Glyph.WARNING, "warning"),
    BlockEffect.SHORT: (Glyph.WARNING, "warning"),
    BlockEffect.MOVED: (Glyph.CHANGED, "warning"),
}
_CHOICE_LOOK: dict[Stance, tuple[Glyph | None, str]] = {
    Stance.ALLOW: (Glyph.CHECK, "allowed"),
    Stance.BLOCK: (Glyph.CROSS, "blocked"),
    Stance.PATHS: (Glyph.TREE, "text2"),
    Stance.LEAVE: (None, ""),
}
_HEEDS_LOOK: dict[Obedience, tuple[Glyph, str]] = {
    Obedience.YES: (Glyph.CHECK, "allowed"),
    Obedience.PARTIAL: (Glyph.PAUSE, "text2"),
    Obedience.NO: (Glyph.CROSS, "warning"),
    Obedience.UNKNOWN: (Glyph.QUESTION, "unknown"),
}
_ACCESS_LOOK: dict[Access, tuple[Glyph, str]] = {
    Access.EVERYTHING: (Glyph.CHECK, "allowed"),
    Access.NOTHING: (Glyph.CROSS, "blocked"),
    Access.EXCEPT: (Glyph.DASH, "text2"),
    Access.ONLY: (Glyph.CROSS, "blocked"),
}


class AiPolicyFilter(NamedTuple):
    """Matches crawlers by name, operator or product; if wanted, only those named in the file or ignoring robots.txt."""

    text: str = ""
    named: bool = False
    disobedient: bool = False

    @property
    def is_narrowed(self) -> bool:
        return self != AiPolicyFilter()

    def has(self, row: PolicyRow) -> bool:
        """Return True if a crawler is listed."""
        crawler, text = row.crawler, self.text.casefold()
        is_found = any(text in each.casefold() for each in (title_of(crawler), crawler.operator))
        is_found = is_found or crawler.token in tokens_of_product(text)
        return is_found and (not self.named or row.named_in is not None) and (
            not self.disobedient or row.obedience is Obedience.NO
        )  # fmt: skip


class AiPolicyRow(Struct, frozen=True, eq=False):
    """A purpose, or with `crawler` one of its crawlers; `choice` is that of this row only."""

    rank: int
    purpose: PurposeRow
    choice: PolicyChoice | None
    crawler: PolicyRow | None = None
    after: BlockEffect | None = None
    rule: str = ""
    is_folded: bool = False

    @property
    def who(self) -> str:
        """Key of a choice: the id of a purpose, or the token of a crawler."""
        return self.crawler.crawler.token if self.crawler else self.purpose.id

    @property
    def identity(self) -> tuple[str, str]:
        return self.purpose.id, self.crawler.crawler.token if self.crawler else ""

    @property
    def title(self) -> str:
        return title_of(self.crawler.crawler) if self.crawler else tr(self.purpose.title)

    @property
    def about(self) -> str:
        """Background for a choice: the cost of a block, or the note on a crawler."""
        return self.crawler.crawler.note if self.crawler else tr(COSTS.get(self.purpose.id, COSTS["other"]))


def rows_of_study(study: Study, folded: Collection[str], shown: AiPolicyFilter) -> tuple[AiPolicyRow, ...]:
    """Return the rows to list; a search shows its hits even in folded purposes."""
    lines = [line.decode("utf-8", "replace") for line in study.body.splitlines()]
    ranks = {purpose: place for place, purpose in enumerate(_FIRST)}
    purposes = sorted(study.purposes, key=lambda each: ranks.get(each.id, len(ranks)))
    return tuple(
        row for rank, purpose in enumerate(purposes) for row in _of_purpose(rank, purpose, study, folded, shown, lines)
    )


def _of_purpose(
    rank: int, purpose: PurposeRow, study: Study, folded: Collection[str], shown: AiPolicyFilter, lines: Sequence[str]
) -> Iterator[AiPolicyRow]:
    found = [row for row in purpose.rows if shown.has(row)]
    if not found:
        return
    is_folded = purpose.id in folded and not shown.is_narrowed
    yield AiPolicyRow(rank, purpose, purpose.choice, is_folded=is_folded)
    for row in () if is_folded else found:
        token = row.crawler.token
        rule = lines[row.rule - 1].strip() if row.rule and row.rule <= len(lines) else ""
        yield AiPolicyRow(rank, purpose, study.policy.crawlers.get(token), row, study.after.get(token), rule)


def identity_of(row: AiPolicyRow) -> tuple[str, str]:
    """Return the row key."""
    return row.identity


def group_of(row: AiPolicyRow) -> tuple[int, bool]:
    """Return the sort group: each purpose is followed by its crawlers."""
    return row.rank, row.crawler is not None


def columns() -> tuple[TableColumn, ...]:
    obedience, now, after = (tuple(map(tr, each.values())) for each in (OBEDIENCE_WORDS, ACCESS, _AFTER))
    return (
        TableColumn("crawler", tr("Crawler"), _name, _title_key, 188),
        TableColumn("operator", tr("Operator"), _operator, _operator_key, 120, color="text2", hidden_below=900),
        TableColumn("heeds", tr("Obeys robots.txt"), _heeds, _heeds_key, 110, hidden_below=690,
                    has_sign=True, words=(*obedience, ntr(_IGNORES, _MANY))),
        TableColumn("named", tr("Named"), _named, _named_key, 86, hidden_below=700, words=_words_of_named()),
        TableColumn("rule", tr("Explicit rule"), _rule, _rule_key, 130, is_code=True, hidden_below=800,
                    words=(tr(_EVERYTHING), tr(_NO_RULE))),
        TableColumn("now", tr("Now"), _now, _now_key, 110, has_sign=True,
                    words=(*now, ntr(_MOSTLY, _MANY))),
        TableColumn("choice", tr("Choice"), _choice, _choice_key, least=210),
        TableColumn("after", tr("With this policy"), _after, _after_key, 110, has_sign=True, words=after),
    )  # fmt: skip


def _words_of_named() -> tuple[str, ...]:
    return tr(_NO_GROUP), tr(_FALLS_BACK, token="*"), tr(_LINE, line="999")


def _of_crawler(key: Callable[[AiPolicyRow, PolicyRow], tuple[object, ...]], row: AiPolicyRow) -> tuple[object, ...]:
    return key(row, row.crawler) if row.crawler else ()


def _key(key: Callable[[AiPolicyRow, PolicyRow], tuple[object, ...]]) -> Callable[[AiPolicyRow], tuple[object, ...]]:
    return partial(_of_crawler, key)


_title_key = _key(lambda row, _: (row.title.casefold(),))
_operator_key = _key(lambda row, found: (found.crawler.operator.casefold(), row.title.casefold()))
_heeds_key = _key(lambda _, found: (list(Obedience).index(found.obedience),))
_named_key = _key(lambda _, found: (found.named_in is None, found.named_in or 0))
_rule_key = _key(lambda row, _: (not row.rule, row.rule))
_now_key = _key(lambda _, found: (list(Access).index(found.reach.access),))
_choice_key = _key(lambda row, found: (found.choice is None, str(found.choice), row.choice is None))
_after_key = _key(lambda row, _: (list(BlockEffect).index(row.after or BlockEffect.AS_NOW),))


def _name(row: AiPolicyRow) -> TableCell:
    if row.crawler is None:
        glyph = Glyph.CHEVRON_RIGHT if row.is_folded else Glyph.CHEVRON_DOWN
        spoken = WORDS.with_fact(row.title, ntr(_CRAWLERS, len(row.purpose.rows)))
        return TableCell(row.title, glyph=glyph, glyph_color="text2", weight=600, spoken=spoken)
    return TableCell(row.title, weight=500, indent=1)


def _operator(row: AiPolicyRow) -> TableCell:
    if row.crawler is None:
        return TableCell()
    return TableCell(row.crawler.crawler.operator or tr(_NOTHING))


def _heeds(row: AiPolicyRow) -> TableCell:
    if row.crawler is None:
        ignoring = sum(each.obedience is Obedience.NO for each in row.purpose.rows)
        said = ntr(_IGNORES, ignoring) if ignoring else tr(_NOTHING)
        glyph = Glyph.WARNING if ignoring else None
        return TableCell(said, "text2" if ignoring else "text3", glyph, glyph_color="warning")
    glyph, color = _HEEDS_LOOK[row.crawler.obedience]
    return TableCell(tr(OBEDIENCE_WORDS[row.crawler.obedience]), glyph=glyph, glyph_color=color)


def _named(row: AiPolicyRow) -> TableCell:
    if row.crawler is None:
        named = row.purpose.named
        return TableCell(ntr(_NAMED, named), "text2") if named else TableCell(tr(_NOTHING), "text3")
    line = row.crawler.named_in
    if line is not None:
        said = tr(_LINE, line=str(line))
        return TableCell(said, phrase=(Piece(said, PieceKind.LINE, line),))
    token = row.crawler.followed
    return TableCell(tr(_NO_GROUP) if token is None else tr(_FALLS_BACK, token=token), "text3")


def _rule(row: AiPolicyRow) -> TableCell:
    if row.crawler is None:
        return TableCell()
    if not row.rule:
        is_own = row.crawler.named_in is not None
        return TableCell(tr(_EVERYTHING if is_own else _NO_RULE), "text3")
    return TableCell(row.rule, spoken=tr(_LINE_OF_RULE, line=str(row.crawler.rule), rule=row.rule))


def _now(row: AiPolicyRow) -> TableCell:
    if row.crawler is None:
        return _closed(row.purpose)
    access = row.crawler.reach.access
    glyph, color = _ACCESS_LOOK[access]
    return TableCell(tr(ACCESS[access]), glyph=glyph, glyph_color=color)


def _closed(purpose: PurposeRow) -> TableCell:
    """Return how many crawlers may fetch nothing, or nothing but exceptions."""
    mostly, closed = sum(row.reach.access is Access.ONLY for row in purpose.rows), purpose.closed
    if not closed:
        return TableCell(tr(_NOTHING), "text3")
    if 0 < mostly < closed:
        return TableCell(ntr(_SOME, closed, some=WORDS.number(mostly)), "text2")
    return TableCell(ntr(_MOSTLY if mostly else _CLOSED, closed), "text2")


def _choice(row: AiPolicyRow) -> TableCell:
    """Make a choice of the row itself more prominent than one inherited from the purpose, which has controls here."""
    if row.crawler is None:
        return TableCell(spoken=choice_words(row.choice or LEAVE))
    if row.choice is not None:
        glyph, color = _CHOICE_LOOK[row.choice.stance]
        return TableCell(choice_words(row.choice), glyph=glyph, glyph_color=color, weight=600)
    choice = row.crawler.choice
    return TableCell(choice_words(choice) if choice else tr(_NOTHING), "text3")


def _after(row: AiPolicyRow) -> TableCell:
    if row.after is None:
        return TableCell()
    glyph, color = _AFTER_LOOK[row.after]
    return TableCell(tr(_AFTER[row.after]), "text3" if glyph is None else "", glyph, glyph_color=color)
