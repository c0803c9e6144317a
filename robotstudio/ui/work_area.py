"""Editor, tabs and lower panel beside one another, and how they share the room."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from robotstudio.ui.pages import EditorColumn
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.tab_bar import TabStrip

_TAB_MIN_HEIGHT = 160


class WorkArea(QSplitter):
    """What is seen where a draft is open. The user's shares stay while the window stays small or large."""

    def __init__(self, theme: Theme, editor: QWidget, lower: QWidget, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._is_narrow = self._is_low = self._has_shares = self._is_lower_folded = False
        self._sizes: dict[str, tuple[int, ...]] = {}
        self.editor_column = EditorColumn(editor, self)
        self.tab_strip = TabStrip(theme, self)
        self.tab_stack = QStackedWidget(self)
        self.lower_panel = lower
        self._rows = QSplitter(Qt.Orientation.Vertical, self)
        self._build()

    def fit(self, window: QSize) -> None:
        """Share the room anew where the window has become small or large; else the user's shares stay."""
        was_narrow, was_low = self._is_narrow, self._is_low
        self._look_at(window)
        if self._is_narrow != was_narrow:
            editor = SIZES.editor_width_narrow if self._is_narrow else SIZES.editor_width
            self.setSizes([editor, window.width() - editor])
        if self._is_low != was_low:
            self._sizes.pop("lower", None)
            self._share_height()

    def share_height_once(self) -> None:
        """Give the lower panel its height, now that it is known."""
        if not self._has_shares:
            self._has_shares = True
            self._share_height()

    def shares(self) -> dict[str, tuple[int, ...]]:
        """The sizes of the panes, to be remembered: as they were last seen, and with the lower panel open."""
        self.note_shares()
        return dict(self._sizes)

    def restore(self, shares: Mapping[str, Sequence[int]], window: QSize) -> None:
        """Take remembered sizes, which are those for the size that the window has now."""
        for name, splitter in (("columns", self), ("lower", self._rows)):
            if len(shares.get(name, ())) == splitter.count() and all(shares[name]):
                splitter.setSizes(list(shares[name]))
                self._sizes[name] = tuple(shares[name])
                self._has_shares = True
                self._look_at(window)

    def set_lower_folded(self, folded: bool) -> None:
        """Give the room of a folded lower panel to the tabs, and take it back."""
        self._is_lower_folded = folded
        self._share_height(0 if folded else self._sizes.get("lower", (0, 0))[1])
        self._rows.handle(1).setEnabled(not folded)

    def note_shares(self) -> None:
        """Remember the sizes of the panes as they are seen."""
        if not self.isVisible():
            return
        self._sizes["columns"] = tuple(self.sizes())
        if not self._is_lower_folded:
            self._sizes["lower"] = tuple(self._rows.sizes())

    def _look_at(self, window: QSize) -> None:
        self._is_narrow = window.width() < SIZES.narrow_below
        self._is_low = window.height() < SIZES.low_below

    def _share_height(self, wanted: int = 0) -> None:
        height = wanted or self.lower_panel.sizeHint().height()
        self._rows.setSizes([max(sum(self._rows.sizes()) - height, 1), height])

    def _build(self) -> None:
        self.right_column = right = QWidget(self)
        column = column_in(right)
        column.addWidget(self.tab_strip)
        self._rows.addWidget(self.tab_stack)
        self._rows.addWidget(self.lower_panel)
        self._rows.setStretchFactor(0, 1)
        self._rows.setCollapsible(0, False)  # noqa: FBT003 - Qt's signature
        self._rows.setCollapsible(1, False)  # noqa: FBT003 - Qt's signature
        column.addWidget(self._rows, 1)
        # A tab that asks for much room must not take it from the panel below while another is in front.
        self.tab_stack.setMinimumSize(SIZES.right_width_min, _TAB_MIN_HEIGHT)
        self.addWidget(self.editor_column)
        self.addWidget(right)
        self.setStretchFactor(1, 1)
        self.setChildrenCollapsible(False)
        self.setSizes([SIZES.editor_width, SIZES.window_width - SIZES.editor_width])
        for splitter in (self, self._rows):
            splitter.setHandleWidth(1)
            splitter.splitterMoved.connect(self.note_shares)
