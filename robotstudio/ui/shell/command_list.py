"""The command list (Ctrl+K): every action by name, filtered by typing."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import native_keys
from robotstudio.ui.shell.actions import ROWS
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.formats import without_accelerator
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import TextRun
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowContent, RowList, RowWords
from robotstudio.ui.widgets.search import SearchPopup

_WIDTH, _HEIGHT, _TOP = 520, 428, 64
_ROW, _INSET = 30, 12


def matches(words: str, text: str) -> bool:
    """Return True if every word typed is in the text, in any case and order; a colon only separates words."""
    folded = text.casefold()
    return all(word in folded for word in words.casefold().replace(":", " ").split())


def name_of(action: QAction) -> str:
    """Return the text of an action without its accelerator."""
    return without_accelerator(action.text())


def menu_of(action: QAction) -> str:
    """Return the title of the menu with an action: `Fetch` is in two of them."""
    row = ROWS.get(action.objectName())
    return without_accelerator(WORDS.say(row.submenu or row.menu)) if row else ""


class _Commands(RowList[QAction]):
    """The menu and the name of a command at the left, its keys at the right."""

    def words(self, row: QAction) -> RowWords:
        return RowWords(name_of(row), WORDS.about(menu_of(row), name_of(row)))

    def content(self, row: QAction, state: RowState) -> RowContent | None:
        menu = menu_of(row)
        font, quiet = theme.fonts.ui(13), theme.color(state.quiet_color)
        name = TextRun(name_of(row), font, theme.color("text"))
        keys = native_keys(row.shortcut().toString())
        shown = [TextRun(keys, theme.fonts.ui(11, 500), quiet)] if keys else []
        return RowContent([TextRun(WORDS.about(menu, " "), font, quiet), name] if menu else [name], shown)


class CommandList(SearchPopup[QAction]):
    """Every action by its name; Enter runs the selected one."""

    def __init__(
        self,
        actions: Iterable[QAction],
        parent: QWidget,
        can_act: Callable[[QAction], bool] = QAction.isEnabled,
    ) -> None:
        """Start hidden until `popup`; disabled actions are not listed."""
        super().__init__(parent, _Commands(None, _ROW, inset=_INSET))
        self.set_names(tr("Commands"), tr("Type a command"))
        self._over = parent
        self._actions = tuple(actions)
        self._can_act = can_act
        self.none = Label(tr("No command has these words."), self, px=13, color="text2")
        self.none.setContentsMargins(_INSET, 6, _INSET, 6)
        self.rows.addWidget(self.none, 1, Qt.AlignmentFlag.AlignTop)
        self.chosen.connect(self._on_chosen)

    def popup(self) -> None:
        """Open over the middle of the window, with an empty filter."""
        window = self._over
        width = min(_WIDTH, window.width() - 40)
        self.setFixedSize(width, min(_HEIGHT, window.height() - 2 * _TOP))
        self.move(window.mapToGlobal(QPoint((window.width() - width) // 2, _TOP)))
        self.open_list()

    def entries(self, text: str) -> Sequence[QAction]:
        enabled = filter(self._can_act, self._actions)
        found = [each for each in enabled if matches(text, self.list.words(each).spoken)]
        self.list.setVisible(bool(found))
        self.none.setVisible(not found)
        return found

    def _on_chosen(self, action: QAction) -> None:
        action.trigger()
