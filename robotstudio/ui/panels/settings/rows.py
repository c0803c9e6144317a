"""The rows of the dialog: every setting with its texts and its control."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct

from robotstudio.fetch import updates
from robotstudio.fetch.options import USER_AGENT
from robotstudio.lint.messages import title
from robotstudio.lint.model import LintRule, Severity
from robotstudio.lint.rules import RULES
from robotstudio.project.preferences import PREFERENCES
from robotstudio.text.language import Meant, Message, tr
from robotstudio.text.locale import LANGUAGES


class SettingsSection(Enum):
    """The sections of the dialog, in order."""

    GENERAL = "general"
    EDITOR = "editor"
    SIMULATION = "simulation"
    FETCHING = "fetching"
    CHECKS = "checks"
    HISTORY = "history"
    PRIVACY = "privacy"


SECTION_TITLES: Final[dict[SettingsSection, Message]] = {
    SettingsSection.GENERAL: "General",
    SettingsSection.EDITOR: "Editor",
    SettingsSection.SIMULATION: "Simulation",
    SettingsSection.FETCHING: Meant("Fetching", "settings"),
    SettingsSection.CHECKS: "Checks",
    SettingsSection.HISTORY: "History",
    SettingsSection.PRIVACY: "Privacy",
}


class ControlKind(Enum):
    """The kinds of controls."""

    SWITCH = "switch"
    SEGMENTS = "segments"
    LIST = "list"  # one of several
    FONT = "font"
    NUMBER = "number"
    TEXT = "text"
    TEXTS = "texts"


class SettingRow(Struct, frozen=True):
    """A setting: its field in `PREFERENCES`, texts, and control. `part` is the item of a list that a switch is for."""

    name: str
    section: SettingsSection
    title: Message
    hint: Message
    control: ControlKind
    part: str = ""
    unit: Message = ""
    least: Message = ""
    """Text for the minimum."""
    empty: Message = ""
    """Placeholder for an empty text."""
    choices: tuple[tuple[str, Message], ...] = ()
    why_not: Message = ""
    """Why this build does not support it, "" if it does: the row is shown, but disabled."""

    @property
    def id(self) -> str:
        """Unique id of the row."""
        return f"{self.name}.{self.part}" if self.part else self.name

    @property
    def key(self) -> str:
        """The key in the settings file."""
        return PREFERENCES[self.name].key


_LIGHT: Message = "Light"
_DARK: Message = "Dark"
_SYSTEM: Message = "System"
_CONTRAST: Message = "High contrast"
_THEMES: Final = (("system", _SYSTEM), ("light", _LIGHT), ("dark", _DARK), ("high-contrast", _CONTRAST))
_NO_ADDRESS: Message = "This build cannot check for updates."
_S, _K = SettingsSection, ControlKind

_ROWS: Final = (
    SettingRow(
        "language",
        _S.GENERAL,
        "Language",
        "Applies after the windows are reopened.",
        _K.LIST,
        choices=(("", _SYSTEM), *((code, language.name) for code, language in LANGUAGES.items())),
    ),
    SettingRow(
        "theme", _S.GENERAL, "Theme", "High contrast follows the system: dark or light.", _K.SEGMENTS, choices=_THEMES
    ),
    SettingRow(
        "scale",
        _S.GENERAL,
        "Interface size",
        "Text, controls and spacing. Applies after the windows are reopened.",
        _K.NUMBER,
        unit=" %",
    ),
    SettingRow(
        "asks_for_updates",
        _S.GENERAL,
        "Check for updates daily",
        "Fetches one small file over HTTPS. Sends nothing about you and downloads no program.",
        _K.SWITCH,
        why_not="" if updates.ADDRESS else _NO_ADDRESS,
    ),
    SettingRow("less_motion", _S.GENERAL, "Reduce motion", "Progress bars do not animate.", _K.SWITCH),
    SettingRow(
        "code_font",
        _S.EDITOR,
        "Font for rules and URLs",
        "Lists monospaced fonts only.",
        _K.FONT,
        choices=(("", "default"),),
    ),
    SettingRow(
        "zoom", _S.EDITOR, "Text size", "In the editor, as with Ctrl and the mouse wheel.", _K.NUMBER, unit=" px"
    ),
    SettingRow(
        "ruler",
        _S.EDITOR,
        "Ruler",
        "Draws a line after this column. Long lines are never wrapped, since a rule is one line.",
        _K.NUMBER,
        least="none",
    ),
    SettingRow(
        "shows_reading",
        _S.EDITOR,
        "Show the file as the selected crawler reads it",
        "Lines that it does not read are dimmed.",
        _K.SWITCH,
    ),
    SettingRow(
        "default_crawlers",
        _S.SIMULATION,
        "Default crawlers",
        "The default set in the Crawlers menu and on the command line.",
        _K.TEXTS,
        empty="those of the program",
    ),
    SettingRow(
        "default_urls",
        _S.SIMULATION,
        "Initial test URLs",
        "New documents start with these.",
        _K.TEXTS,
        empty="none",
    ),
    SettingRow(
        "most_flips",
        _S.SIMULATION,
        "Flips without a warning",
        "Changes warns if a draft flips a larger share of the verdicts.",
        _K.NUMBER,
        unit=" %",
    ),
    SettingRow("user_agent", _S.FETCHING, "User-Agent", "Sent with each request.", _K.TEXT, empty=USER_AGENT),
    SettingRow("sender", _S.FETCHING, "From", "Where a webmaster can reach you.", _K.TEXT, empty="not sent"),
    SettingRow(
        "answer_seconds",
        _S.FETCHING,
        "Time limit",
        "For DNS lookup, connection and all redirects together.",
        _K.NUMBER,
        unit=" s",
    ),
    SettingRow("redirects", _S.FETCHING, "Redirects to follow", "Google follows five.", _K.NUMBER),
    SettingRow(
        "uses_proxy",
        _S.FETCHING,
        "Use a proxy",
        "Off: connects directly, even if the system has a proxy.",
        _K.SWITCH,
    ),
    SettingRow(
        "proxy",
        _S.FETCHING,
        "Proxy",
        "Its address. Passwords are not saved: type one in Fetch options, for this run.",
        _K.TEXT,
        empty="system settings",
    ),
    SettingRow(
        "authorities",
        _S.FETCHING,
        "Additional certificate authorities",
        "Certificates to trust besides those of the system.",
        _K.TEXT,
        empty="PEM file with additional authorities",
    ),
    SettingRow("hosts_at_once", _S.FETCHING, "Many hosts: at once", "Fetches running in parallel.", _K.NUMBER),
    SettingRow("fetches_per_host", _S.FETCHING, "Many hosts: per host", "Parallel fetches from one host.", _K.NUMBER),
    SettingRow(
        "fetches_per_second",
        _S.FETCHING,
        "Many hosts: new per second",
        "Fetches started per second.",
        _K.NUMBER,
        least="no limit",
    ),
    SettingRow(
        "keeps_history",
        _S.HISTORY,
        "Save fetches",
        "Changes then lists the versions and what differed.",
        _K.SWITCH,
    ),
    SettingRow(
        "history_megabytes",
        _S.HISTORY,
        "History size",
        "Beyond it, the oldest fetches are deleted.",
        _K.NUMBER,
        unit=" MiB",
    ),
    SettingRow(
        "remembers_work",
        _S.PRIVACY,
        "Remember my work",
        "Open tabs, test URLs, their sources and recent files, for the next start.",
        _K.SWITCH,
    ),
)


_COSTS: Final[dict[Severity, Message]] = {
    Severity.ERROR: "Error: at least one crawler does not do what the line says.",
    Severity.WARNING: "Warning: crawlers disagree, or the line probably does not do what was meant.",
    Severity.INFORMATION: "Note: good to know; nothing is wrong.",
    Severity.HINT: "Hint: style, or something that matters only to very old crawlers.",
}


def _row_of(rule: LintRule) -> SettingRow:
    return SettingRow("checks_off", _S.CHECKS, rule.title, _COSTS[rule.severity], _K.SWITCH, rule.code)


ROWS: Final[Sequence[SettingRow]] = (*_ROWS, *map(_row_of, RULES.values()))


def rows_of(section: SettingsSection) -> Iterable[SettingRow]:
    """Return the rows of a section, in order."""
    return (row for row in ROWS if row.section is section)


def title_of(row: SettingRow) -> str:
    """Return the title of a setting."""
    if not row.part:
        return tr(row.title)
    return f"{row.part} {title(RULES[row.part])}"


def value_of(row: SettingRow, value: object) -> object:
    """Return the part of a setting's value that a row shows."""
    return row.part not in value if row.part and isinstance(value, tuple) else value


def is_changed(row: SettingRow, value: object) -> bool:
    """Return True if a row does not have its default."""
    return value_of(row, value) != value_of(row, PREFERENCES[row.name].default)
