"""Search results as two crawlers see them side by side: the same pages in the same rows, each with its own rank."""

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from robotstudio.crawl.index.index import Snippet
from robotstudio.crawl.insight.finder import FoundPage, FoundPages
from robotstudio.crawl.insight.search import PageVisibility
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.site.broken_path import path_of
from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import TextRun, advance, draw_box, draw_runs, runs_width, wrapped_lines
from robotstudio.ui.widgets.rich_text import shortened
from robotstudio.ui.widgets.row_delegate import Index, RowState
from robotstudio.ui.widgets.row_list import RowList, RowWords

_HEIGHT, _INSET, _RANK, _LINE, _TITLE = 77, 14, 24, 17, 20
_CHIP_INSET, _GAP, _NARROW = 6, 8, 380
_SNIPPET_LINES = 2
_LONGEST_RULE = 200
_IN_LINKS = Plural("{count} in-link", "{count} in-links")


def visibility_words(visibility: PageVisibility) -> str:
    """Word what a crawler may do with a page."""
    if visibility.is_blocked:
        return tr("hidden by line {line}", line=visibility.line) if visibility.line else tr("hidden")
    if visibility.is_noindex:
        return tr("noindex: allowed, but never listed")
    return tr("can be found")


class FoundList(RowList[FoundPage]):
    """Rows of pages; Enter or a double click on a hidden one shows the line that hides it."""

    def __init__(self, show_line: Callable[[int], None], parent: QWidget) -> None:
        super().__init__(parent, _HEIGHT)
        self._show_line = show_line
        self._crawlers: tuple[str, ...] = ()
        self.setAccessibleName(tr("Pages found"))
        self.setUniformItemSizes(True)
        self.activated.connect(self._on_activated)

    def show_found(self, found: FoundPages, crawlers: tuple[str, ...]) -> None:
        """Show other pages, or newer facts about the same ones."""
        self._crawlers = crawlers
        self.show_rows(found.pages)

    def key(self, row: FoundPage) -> str:
        return row.hit.url

    def words(self, row: FoundPage) -> RowWords:
        title, shown = row.hit.title or row.hit.url, zip(self._crawlers, row.shown, strict=True)
        return RowWords("", side_by_side((title, *(WORDS.about(name, visibility_words(one)) for name, one in shown))))

    def paint_row(self, painter: QPainter, rect: QRectF, row: FoundPage, state: RowState) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = rect.width() / max(1, len(row.shown))
        for place in range(len(row.shown)):
            column = QRectF(rect.left() + place * width, rect.top(), width, rect.height() - 1)
            self._paint_column(painter, column, row, place, state)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("border"))

    def _on_activated(self, index: Index) -> None:
        page = self.row_at(index)
        line = next((one.line for one in page.shown if one.is_blocked and one.line), None)
        if line is not None:
            self._show_line(line)

    def _paint_column(self, painter: QPainter, rect: QRectF, page: FoundPage, place: int, state: RowState) -> None:
        fonts, color = theme.fonts, theme.color
        visibility = page.shown[place]
        is_hidden = visibility.is_hidden
        if is_hidden and not state.is_selected:
            painter.fillRect(rect, color("window"))
        if place:
            painter.fillRect(QRectF(rect.left(), rect.top(), 1, rect.height()), color("border"))
        room = rect.adjusted(_INSET, 5, -_INSET, 0)
        quiet = color("text3")
        rank = WORDS.number(visibility.rank) if visibility.rank is not None else "–"
        line = QRectF(room.left(), room.top(), room.width(), _TITLE)
        draw_runs(painter, line, [TextRun(rank, fonts.ui(12, 500), quiet)])
        left = room.left() + _RANK
        is_narrow = rect.width() < _NARROW
        links = TextRun("" if is_narrow else ntr(_IN_LINKS, page.hit.in_links), fonts.ui(11), quiet)
        chips = self._chips(page, place)[-1 if is_narrow else 0 :]
        right = line.right() - links.width
        draw_runs(painter, QRectF(right, line.top(), links.width + 1, line.height()), [links])
        for text, ground, ink in reversed(chips):
            right = self._paint_chip(painter, right - _GAP, line, text, color(ground), color(ink))
        title = TextRun(page.hit.title or page.hit.url, fonts.ui(13, 600), quiet if is_hidden else color("text"))
        draw_runs(painter, QRectF(left, line.top(), right - left - _GAP, line.height()), [title])
        line = QRectF(left, line.bottom(), room.right() - left, _LINE - 1)
        draw_runs(
            painter, line, [TextRun(path_of(page.hit.url), fonts.mono(11), quiet if is_hidden else color("text2"))]
        )
        below = QRectF(left, line.bottom() + 1, room.right() - left, _LINE)
        if is_hidden:
            self._paint_hidden(painter, below, visibility)
        else:
            self._paint_snippet(painter, below, page, visibility)

    def _chips(self, page: FoundPage, place: int) -> list[tuple[str, str, str]]:
        """Return the chips beside the title: the language, directives of the page, and changes by the draft."""
        shown, live = page.shown[place], page.live[place]
        chips = [(page.hit.language, "sunken", "text2")] if page.hit.language else []
        if not shown.is_hidden and shown.longest_snippet == 0:
            chips.append(("nosnippet", "warning_tint", "warning"))
        if not shown.is_known:
            chips.append((tr("not documented"), "unknown_tint", "unknown"))
        if shown.is_blocked and not live.is_blocked:
            chips.append((tr("new in the draft"), "accent_tint", "accent"))
        if live.is_blocked and not shown.is_blocked:
            line = shown.line
            said = tr("new: allowed by line {line}", line=line) if line else tr("new: allowed")
            chips.append((said, "allowed_tint", "allowed"))
        return chips

    def _paint_chip(
        self, painter: QPainter, right: float, line: QRectF, text: str, ground: QColor, ink: QColor
    ) -> float:
        fonts = theme.fonts
        run = TextRun(text, fonts.ui(11, 500), ink)
        box = QRectF(right - run.width - 2 * _CHIP_INSET, line.top() + 1, run.width + 2 * _CHIP_INSET, 17)
        draw_box(painter, box, RADII.cell, ground)
        draw_runs(painter, box.adjusted(_CHIP_INSET, 0, 1, 0), [run])
        return box.left()

    def _paint_hidden(self, painter: QPainter, room: QRectF, visibility: PageVisibility) -> None:
        fonts = theme.fonts
        token = "warning" if visibility.is_noindex else "blocked"
        side = 9
        box = QRectF(room.left(), room.center().y() - side / 2, side, side)
        paint_glyph(painter, Glyph.CROSS, box, theme.color(token), VERDICT_STROKE)
        runs = [TextRun(visibility_words(visibility), fonts.ui(12), theme.color(token))]
        if visibility.is_blocked and visibility.rule:
            rule = shortened(printable(visibility.rule), _LONGEST_RULE)
            runs.append(TextRun(rule, fonts.mono(11), theme.color("text2"), _GAP))
        draw_runs(painter, room.adjusted(side + 6, 0, 0, 0), runs)

    def _paint_snippet(self, painter: QPainter, room: QRectF, page: FoundPage, visibility: PageVisibility) -> None:
        fonts, color = theme.fonts, theme.color
        if visibility.longest_snippet == 0:
            said = TextRun(tr("Title and URL only: the page has nosnippet."), fonts.ui(12), color("text3"))
            draw_runs(painter, room, [said])
            return
        snippet = page.snippet if visibility.longest_snippet is None else page.snippet.cut(visibility.longest_snippet)
        at = 0
        for line in wrapped_lines(snippet.text, fonts.ui(12), room.width() - 8)[:_SNIPPET_LINES]:
            start = max(at, snippet.text.find(line, at))
            at = start + len(line)
            self._paint_marked(painter, room, snippet, start, at)
            room = room.translated(0, room.height())

    def _paint_marked(self, painter: QPainter, room: QRectF, snippet: Snippet, start: int, end: int) -> None:
        """Paint a line of a snippet, with the search words highlighted."""
        fonts, color = theme.fonts, theme.color
        runs, at = list[TextRun](), start
        for mark_start, mark_end in snippet.marks:
            first, last = max(mark_start, start), min(mark_end, end)
            if first >= last:
                continue
            runs.append(TextRun(snippet.text[at:first], fonts.ui(12), color("text2")))
            word = TextRun(snippet.text[first:last], fonts.ui(12, 600), color("text"))
            x = room.left() + runs_width(runs)
            box = QRectF(x - 1, room.top() + 1, advance(word.text, word.font) + 2, room.height() - 2)
            draw_box(painter, box.intersected(room), 2, color("text_selection"))
            runs.append(word)
            at = last
        runs.append(TextRun(snippet.text[at:end], fonts.ui(12), color("text2")))
        draw_runs(painter, room, runs)
