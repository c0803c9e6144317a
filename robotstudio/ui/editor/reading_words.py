"""The words for what is not as it seems in a crawler's reading of a file."""

from PySide6.QtCore import QCoreApplication

from robotstudio.engine.reading import Trap, TrapKind

_SENTENCES = {
    TrapKind.FIELD_INSIDE: "{field} does not end the list of user-agent lines: {lines} are one group.",
    TrapKind.BLANK_INSIDE: "An empty line does not end the list of user-agent lines: {lines} are one group.",
    TrapKind.FIELD_ENDS: "{field} ends the list of user-agent lines: {lines} does not share the rules below.",
    TrapKind.BLANK_ENDS: "An empty line ends the group: {lines} does not share the rules below.",
    TrapKind.BLANK_STRANDS: "An empty line ends the group: {lines} belongs to no group and is ignored.",
}
_PLURALS = {
    TrapKind.FIELD_ENDS: "{field} ends the list of user-agent lines: {lines} do not share the rules below.",
    TrapKind.BLANK_ENDS: "An empty line ends the group: {lines} do not share the rules below.",
    TrapKind.BLANK_STRANDS: "An empty line ends the group: {lines} belong to no group and are ignored.",
}
_MOST_LETTERS = 40
_OF_NAMES = frozenset("-_ ")


def trap_words(trap: Trap) -> str:
    """What really happens at a line."""
    translate, (first, last) = QCoreApplication.translate, trap.lines
    words = _SENTENCES[trap.kind] if first == last else _PLURALS.get(trap.kind, _SENTENCES[trap.kind])
    lines = "line {first}" if first == last else "lines {first}–{last}"
    is_name = len(trap.field) <= _MOST_LETTERS and all(char.isalnum() or char in _OF_NAMES for char in trap.field)
    field = trap.field if is_name else translate("Reading", "This line")  # a tooltip would take a `<` for HTML
    return translate("Reading", words).format(
        field=field, lines=translate("Reading", lines).format(first=first, last=last)
    )
