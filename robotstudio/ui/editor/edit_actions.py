"""Menu actions for the editor and for the focused widget: undo, cut, copy, paste, select all."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import cast

from PySide6.QtCore import QCoreApplication, QEvent, QKeyCombination
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QWidget

from robotstudio.project.state import State
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.editor import line_ops
from robotstudio.ui.editor.robots_edit import DEFAULT_ZOOM
from robotstudio.ui.shell.actions import distinct, letter_of

_Key = QKeySequence.StandardKey
_KEYS = {
    "edit.undo": _Key.Undo,
    "edit.redo": _Key.Redo,
    "edit.cut": _Key.Cut,
    "edit.copy": _Key.Copy,
    "edit.paste": _Key.Paste,
    "edit.select_all": _Key.SelectAll,
}
_OPERATIONS = {
    "edit.comment": line_ops.toggle_comment,
    "edit.move_up": line_ops.move_up,
    "edit.move_down": line_ops.move_down,
    "edit.duplicate": line_ops.duplicate,
    "edit.delete_line": line_ops.delete,
}


class EditActions(Controller):
    """Menu actions of the editor. Those with a standard key do what the key would do: a field may claim it first."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.editor.zoom_changed.connect(self.state_changed)
        context.editor.set_menu(self._extend_menu)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        editor = self._editor
        return {
            **{action_id: partial(self._edit, key) for action_id, key in _KEYS.items()},
            **{action_id: partial(self._change_lines, operation) for action_id, operation in _OPERATIONS.items()},
            "find.replace": partial(self._open_find, replaces=True),
            "find.next": editor.finder.to_next,
            "find.previous": editor.finder.to_previous,
            "find.line": editor.open_go_to_line,
            "view.zoom_in": partial(self._zoom, 1),
            "view.zoom_out": partial(self._zoom, -1),
            "view.zoom_reset": self._reset_zoom,
            "view.editor": self._on_view_editor,
        }

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        return {
            action_id: partial(self._can, key) for action_id, key in _KEYS.items() if action_id != "edit.select_all"
        }

    def _can(self, key: QKeySequence.StandardKey) -> bool:
        """Return True if a key would act on the focused widget, or else on the editor, as in `_edit`."""
        focused: QWidget | None = self._window.focusWidget()  # PySide's stubs omit None
        if focused is not None and focused.isVisible() and _claims(focused, key):
            return _can_edit(focused, key)
        editor = self._editor.focusProxy() or self._editor
        return not self._window.is_on_start_page and _can_edit(editor, key)

    def _extend_menu(self, menu: QMenu) -> None:
        """Add the actions for a line above the standard ones."""
        standard, actions = menu.actions(), self._window.actions_by_id
        groups = (
            ("problems.fix", "edit.explain", "find.winner"),
            ("edit.comment", "edit.duplicate", "edit.delete_rule"),
        )
        taken = [letter_of(actions[action_id].text()) for group in groups for action_id in group]
        texts = [action.text() for action in standard]
        for action, text in zip(standard, distinct(texts, taken), strict=True):
            action.setText(text)
        for group in groups:
            menu.insertActions(standard[0], [actions[action_id] for action_id in group])
            menu.insertSeparator(standard[0])
        self._window.grey_out_in(menu)

    def state(self) -> Mapping[str, object]:
        return {"zoom": self._editor.zoom}

    def restore(self, state: State) -> None:
        self._editor.set_zoom(state.zoom)

    def _open_find(self, _is_checked: bool = False, *, replaces: bool) -> None:
        self._editor.open_find(replaces=replaces)

    def _change_lines(self, operation: Callable[[QTextCursor], QTextCursor], _is_checked: bool = False) -> None:
        self._editor.change_lines(operation)

    def _zoom(self, step: int, _is_checked: bool = False) -> None:
        self._editor.set_zoom(self._editor.zoom + step)

    def _reset_zoom(self, _is_checked: bool = False) -> None:
        self._editor.set_zoom(DEFAULT_ZOOM)

    def _on_view_editor(self) -> None:
        self._window.open_work()
        self._editor.setFocus()

    def _edit(self, key: QKeySequence.StandardKey, _is_checked: bool = False) -> None:
        focused: QWidget | None = self._window.focusWidget()  # PySide's stubs omit None
        if focused and focused.isVisible() and _takes(focused, key):
            return
        if not self._window.is_on_start_page:
            _takes(self._editor.focusProxy() or self._editor, key)


def _takes(widget: QWidget, key: QKeySequence.StandardKey) -> bool:
    """Send the key to a widget if it claims it, by the event that Qt sends before a shortcut."""
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
        event = _event(kind, key)
        event.ignore()
        QCoreApplication.sendEvent(widget, event)
        if not event.isAccepted():
            return False
    return True


def _claims(widget: QWidget, key: QKeySequence.StandardKey) -> bool:
    event = _event(QEvent.Type.ShortcutOverride, key)
    event.ignore()
    QCoreApplication.sendEvent(widget, event)
    return event.isAccepted()


def _can_edit(widget: QWidget, key: QKeySequence.StandardKey) -> bool:
    """Return True if a text can perform the key's action; other widgets decide for themselves."""
    if not isinstance(widget, QLineEdit | QPlainTextEdit):
        return True
    if isinstance(widget, QLineEdit):
        steps, has_selection = (widget.isUndoAvailable(), widget.isRedoAvailable()), widget.hasSelectedText()
    else:
        document = widget.document()
        steps = document.isUndoAvailable(), document.isRedoAvailable()
        has_selection = widget.textCursor().hasSelection()
    can = {
        _Key.Undo: steps[0],
        _Key.Redo: steps[1],
        _Key.Paste: bool(QGuiApplication.clipboard().text()),
        _Key.Copy: has_selection,
        _Key.Cut: has_selection,
    }
    return can[key] and (key is _Key.Copy or not widget.isReadOnly())


def _event(kind: QEvent.Type, key: QKeySequence.StandardKey) -> QKeyEvent:
    keys = cast("list[QKeyCombination]", QKeySequence.keyBindings(key)[0])  # PySide's stubs have no items for it
    combination = keys[0]
    return QKeyEvent(kind, combination.key(), combination.keyboardModifiers())
