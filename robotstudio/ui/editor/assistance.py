"""Hover card, completion and outline of the editor."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from robotstudio.ui.editor.hover import Explain, FindingsOf, HoverController
from robotstudio.ui.editor.robots_edit import RobotsEdit

if TYPE_CHECKING:  # completion is needed only after the text is shown
    from collections.abc import Callable, Sequence

    from robotstudio.ui.editor.completer import Completer, Propose
    from robotstudio.ui.editor.outline import OutlineEntry, OutlinePopup


class Assistance(QObject):
    """The editor's pop-ups, made on first use; they get the keys meant for them."""

    def __init__(self, edit: RobotsEdit, go_to_line: "Callable[[int], None]", parent: QWidget) -> None:
        """Inactive until `set_sources` is called."""
        super().__init__(parent)
        self._edit = edit
        self._go_to_line = go_to_line
        self._parent = parent
        self.hover = HoverController(edit, parent)
        edit.set_key_taker(self._take_key)

    @cached_property
    def completer(self) -> "Completer":
        """The completion of the text."""
        from robotstudio.ui.editor.completer import Completer  # made when it is first used

        return Completer(self._edit, self._parent)

    @cached_property
    def outline(self) -> "OutlinePopup":
        """The list of the groups."""
        from robotstudio.ui.editor.outline import OutlinePopup  # noqa: PLC0415

        return OutlinePopup(self._edit, self._go_to_line)

    def set_sources(self, explain: Explain, propose: "Propose") -> None:
        """Set the sources of explanations and proposals."""
        self.hover.set_explainer(explain)
        self.completer.set_source(propose)

    def set_findings(self, findings_of: FindingsOf) -> None:
        """Show findings of the linter on a line's card, too."""
        self.hover.set_findings(findings_of)

    def explain_here(self) -> None:
        """Show the card for the caret position."""
        self._close_completer()
        if self._edit.isVisible():
            self.hover.explain_here()

    def complete(self) -> None:
        """Propose completions at the caret."""
        self.hover.close()
        if not self._edit.isVisible():
            return
        self._edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.completer.complete()

    def open_outline(self, entries: "Sequence[OutlineEntry]") -> None:
        """List the groups, to jump to one of them."""
        self.close()
        self.outline.popup(entries, self._edit.caret_line)

    def close(self) -> None:
        """Hide all pop-ups."""
        self.hover.close()
        self._close_completer()

    def _take_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            return self._close_completer() or self.hover.close()
        self.hover.close()
        return "completer" in vars(self) and self.completer.take_key(event)

    def _close_completer(self) -> bool:
        return "completer" in vars(self) and self.completer.close()
