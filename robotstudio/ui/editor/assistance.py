"""Hover card, completion and outline of the editor."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from robotstudio.ui.editor.completer import Completer, Propose
from robotstudio.ui.editor.hover import Explain, FindingsOf, HoverController
from robotstudio.ui.editor.outline import OutlineEntry, OutlinePopup
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.theme.theme import Theme


class Assistance(QObject):
    """Owns the small windows over the text, and hands them the keys that are theirs."""

    def __init__(self, theme: Theme, edit: RobotsEdit, parent: QWidget) -> None:
        """Inactive until `set_sources` is called."""
        super().__init__(parent)
        self._edit = edit
        self.hover = HoverController(theme, edit, parent)
        self.completer = Completer(theme, edit, parent)
        self.outline = OutlinePopup(theme, edit)
        edit.set_key_taker(self._take_key)

    def set_sources(self, explain: Explain, propose: Propose) -> None:
        """Set where explanations and proposals come from."""
        self.hover.set_explainer(explain)
        self.completer.set_source(propose)

    def set_findings(self, findings_of: FindingsOf) -> None:
        """Say what the linter has found in a line on its card too."""
        self.hover.set_findings(findings_of)

    def explain_here(self) -> None:
        """Show the card for the caret position."""
        self.completer.close()
        if self._edit.isVisible():
            self.hover.explain_here()

    def complete(self) -> None:
        """Propose completions at the caret."""
        self.hover.close()
        if not self._edit.isVisible():
            return
        self._edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.completer.complete()

    def open_outline(self, entries: Sequence[OutlineEntry]) -> None:
        """List the groups to go to one of them."""
        self.close()
        self.outline.popup(entries, self._edit.caret_line)

    def close(self) -> None:
        """Hide what is over the text."""
        self.hover.close()
        self.completer.close()

    def _take_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            return self.completer.close() or self.hover.close()
        self.hover.close()
        return self.completer.take_key(event)
