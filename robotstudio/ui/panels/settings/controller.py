"""The settings: stored here, applied by their owners, shown in the dialog, and overridden by a policy."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from robotstudio.project.preferences import NO_POLICY, PREFERENCES, AdministratorPolicy, PreferencesError, parse, save
from robotstudio.project.state import State
from robotstudio.store import files
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.document_window import Place

if TYPE_CHECKING:
    from robotstudio.ui.panels.settings.panel import SettingsPanel
    from robotstudio.ui.panels.settings.rows import SettingRow

_IMPORTED = Plural("Imported {count} setting from {path}.", "Imported {count} settings from {path}.")


class SettingEffect(NamedTuple):
    """Applies a setting. If it can also be set elsewhere, such as in a menu, `current` returns its value."""

    apply: Callable[[Any], object]
    current: Callable[[], Any] | None = None


class SettingsController(PanelController["SettingsPanel"]):
    """Owns the settings that cannot be set elsewhere, and tracks the others.

    `forget_all` clears everything remembered.
    """

    panel_of = "file.settings"

    def __init__(self, context: Context, forget_all: Callable[[], None]) -> None:
        super().__init__(context)
        self._forget_all = forget_all
        self._effects: Mapping[str, SettingEffect] = {}
        self._policy = NO_POLICY
        self._values: dict[str, Any] = {name: row.default for name, row in PREFERENCES.items()}
        self._is_setting = False
        context.window.add_places(self._places)

    def make_panel(self, kind: "Callable[..., SettingsPanel]") -> "SettingsPanel":
        return kind(self, self._window)

    def connect_panel(self, panel: "SettingsPanel") -> None:
        panel.show_settings(self.values(), self._policy)

    def connect_effects(self, effects: Mapping[str, SettingEffect], policy: AdministratorPolicy) -> None:
        """Set the effect of each setting, and the policy."""
        self._effects, self._policy = effects, policy

    def _places(self) -> Iterator[Place]:
        from robotstudio.ui.panels.settings.rows import ROWS, SettingsSection, title_of  # noqa: PLC0415  # with all rules

        for row in ROWS:
            if row.section is not SettingsSection.CHECKS:  # each is a page of the help, too
                yield Place(tr("Setting"), title_of(row), partial(self.show_setting, row))

    def show_setting(self, row: "SettingRow") -> None:
        """Open the settings with the focus on one of them."""
        self.open_window()
        self.panel.show_setting(row)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"file.settings": self.open_window}

    def state(self) -> Mapping[str, object]:
        """Return the settings that cannot be set elsewhere."""
        return {name: self._values[name] for name, effect in self._effects.items() if effect.current is None}

    def restore(self, state: State) -> None:
        """Restore all values; those that can be set elsewhere are applied there."""
        before, self._values = self._values, {name: getattr(state, name) for name in PREFERENCES}
        for name, effect in self._effects.items():
            if effect.current is None and self._values[name] != before[name]:
                effect.apply(self._values[name])

    def open_window(self) -> None:
        """Show the dialog, which is not modal."""
        self.panel.bring_up()

    def values(self) -> Mapping[str, Any]:
        """Return the settings by the fields of `State`."""
        return self._values

    def choose(self, name: str, value: object) -> None:
        """Set a value, unless a policy sets it."""
        self._set({name: value})

    def take(self, values: Mapping[str, Any]) -> None:
        """Take over values that were set in another document of the window."""
        self.look()
        self._set(values)

    def reset(self, name: str, part: str = "") -> None:
        """Reset a setting to its default, or one item of a list."""
        value = tuple(each for each in self._values[name] if each != part) if part else PREFERENCES[name].default
        self._set({name: value})

    def look(self, *_: object) -> None:
        """Update values that may have been set elsewhere: by a menu, a key, a box of another panel."""
        if self._is_setting:
            return
        before = dict(self._values)
        now = {name: effect.current() for name, effect in self._effects.items() if effect.current is not None}
        refused = [name for name, value in now.items() if self._policy.values.get(name, value) != value]
        self._values |= {name: value for name, value in now.items() if name not in refused}
        if refused:
            self._is_setting = True
            for name in refused:
                self._effects[name].apply(self._policy.values[name])
            self._is_setting = False
            said = tr("Set by policy ({path}).", path=str(self._policy.path))
            self._window.status_bar.show_message(said)
        if refused or self._values != before:
            self._show()

    def _set(self, values: Mapping[str, Any]) -> None:
        chosen = {
            name: value
            for name, value in values.items()
            if name not in self._policy.values and value != self._values[name]
        }
        self._values |= chosen
        self._is_setting = True
        for name, value in chosen.items():
            self._effects[name].apply(value)
        self._is_setting = False
        self.look()
        self._show()
        if chosen:
            self.state_changed.emit()

    def _show(self) -> None:
        if self.has_panel:
            self.panel.show_settings(self._values, self._policy)

    def switch_part(self, name: str, part: str, is_on: bool) -> None:
        off = {*self._values[name], part} - ({part} if is_on else set())
        self._set({name: tuple(sorted(off))})

    def reset_all(self) -> None:
        if dialogs.ask_reset_settings(self.panel):
            self._set({name: row.default for name, row in PREFERENCES.items()})

    def import_file(self) -> None:
        path = dialogs.ask_settings_path(self.panel)
        if path is not None:
            self.take_file(path)

    def take_file(self, path: Path) -> None:
        """Import all settings of a file, defaults for those it does not name; on an error nothing is set."""
        try:
            values = parse(files.read(path), path)
        except (FileError, PreferencesError) as error:
            said = tr("{error} Nothing was changed.", error=WORDS.tell(error.told))
            dialogs.show_error(self.panel, said)
            return
        self._set({name: values.get(name, row.default) for name, row in PREFERENCES.items()})
        taken = len(values.keys() - self._policy.values.keys())
        self._window.status_bar.show_message(ntr(_IMPORTED, taken, path=str(path)))

    def export_file(self) -> None:
        path = dialogs.ask_save_settings_path(self.panel)
        if path is None:
            return
        try:
            save(path, self._values)
        except FileError as error:
            dialogs.show_error(self.panel, WORDS.tell(error.told))
        else:
            said = tr("Settings exported to {path}.", path=str(path))
            self._window.status_bar.show_message(said)

    def forget(self) -> None:
        if dialogs.ask_forget_everything(self.panel):
            self._forget_all()

    def open_access(self) -> None:
        self._context.access.ask("")

    def explain(self, code: str) -> None:
        self._context.help.explain_rule(code)
