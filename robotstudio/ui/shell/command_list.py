"""The command list (Ctrl+K): every action by name, and once something is typed settings, pages, crawlers and files."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import native_keys
from robotstudio.ui.shell.actions import ROWS
from robotstudio.ui.shell.document_window import Place
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


def _group_and_name(row: QAction | Place) -> tuple[str, str]:
    return (row.group, row.name) if isinstance(row, Place) else (menu_of(row), name_of(row))


class _Commands(RowList[QAction | Place]):
    """The menu and the name of a command at the left, its keys at the right."""

    def words(self, row: QAction | Place) -> RowWords:
        group, name = _group_and_name(row)
        return RowWords(name, WORDS.about(group, name))

    def content(self, row: QAction | Place, state: RowState) -> RowContent | None:
        menu, title = _group_and_name(row)
        font, quiet = theme.fonts.ui(13), theme.color(state.quiet_color)
        name = TextRun(title, font, theme.color("text"))
        keys = "" if isinstance(row, Place) else native_keys(row.shortcut().toString())
        shown = [TextRun(keys, theme.fonts.ui(11, 500), quiet)] if keys else []
        return RowContent([TextRun(WORDS.about(menu, " "), font, quiet), name] if menu else [name], shown)


class CommandList(SearchPopup[QAction | Place]):
    """Every action by its name, then the places that match what is typed; Enter runs or opens the selected one."""

    def __init__(
        self,
        actions: Iterable[QAction],
        parent: QWidget,
        can_act: Callable[[QAction], bool] = QAction.isEnabled,
        places: Callable[[], Iterable[Place]] = tuple,
    ) -> None:
        """Start hidden until `popup`; disabled actions are not listed. `places` is called when typing begins."""
        super().__init__(parent, _Commands(None, _ROW, inset=_INSET))
        self.set_names(tr("Commands"), tr("Find a command, setting, crawler, file or page"))
        self._over = parent
        self._actions = tuple(actions)
        self._can_act = can_act
        self._find_places = places
        self._places: Sequence[Place] | None = None
        self.none = Label(tr("Nothing found."), self, px=13, color="text2")
        self.none.setContentsMargins(_INSET, 6, _INSET, 6)
        self.rows.addWidget(self.none, 1, Qt.AlignmentFlag.AlignTop)
        self.chosen.connect(self._on_chosen)

    def popup(self) -> None:
        """Open over the middle of the window, with an empty filter."""
        self._places = None
        window = self._over
        width = min(_WIDTH, window.width() - 40)
        self.setFixedSize(width, min(_HEIGHT, window.height() - 2 * _TOP))
        self.move(window.mapToGlobal(QPoint((window.width() - width) // 2, _TOP)))
        self.open_list()

    def entries(self, text: str) -> Sequence[QAction | Place]:
        found: list[QAction | Place] = [
            each for each in self._actions if self._can_act(each) and matches(text, self.list.words(each).spoken)
        ]
        if text.strip():
            if self._places is None:
                self._places = tuple(self._find_places())
            found += [each for each in self._places if matches(text, f"{each.group} {each.name}")]
        self.list.setVisible(bool(found))
        self.none.setVisible(not found)
        return found

    def _on_chosen(self, chosen: QAction | Place) -> None:
        if isinstance(chosen, Place):
            chosen.show()
        else:
            chosen.trigger()
