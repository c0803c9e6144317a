"""The form of the draft (BOM, line ends) through undo: a step that brought another file in takes its form along."""

from robotstudio.io.text import TextForm


class FormHistory:
    """Which form holds from which depth of the undo stack on."""

    def __init__(self, form: TextForm) -> None:
        self._forms: dict[int, TextForm] = {0: form}

    def at(self, depth: int) -> TextForm:
        """The form in force after `depth` undoable steps."""
        return self._forms[max(start for start in self._forms if start <= depth)]

    def replace(self, depth: int, form: TextForm) -> None:
        """Let another form hold where the form in force now holds."""
        self._forms[max(start for start in self._forms if start <= depth)] = form

    def begin(self, depth: int, form: TextForm) -> None:
        """Let a form hold from a step on."""
        self._forms[depth] = form

    def drop_after(self, depth: int) -> None:
        """Forget what a new step on top of `depth` others has made impossible to redo."""
        self._forms = {start: form for start, form in self._forms.items() if start <= depth}
