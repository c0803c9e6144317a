"""The effect of each setting: a row for every field of `PREFERENCES`."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from robotstudio.fetch.options import options_of
from robotstudio.ui.app.updates import UpdateController
from robotstudio.ui.document.context import Context
from robotstudio.ui.editor.crawler_reading import ReadingController
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.panels.changes.controller import ChangesController
from robotstudio.ui.panels.changes.history import HistoryController
from robotstudio.ui.panels.fetch.controller import FetchController
from robotstudio.ui.panels.hosts import HostsController
from robotstudio.ui.panels.problems.controller import ProblemsController
from robotstudio.ui.panels.settings.controller import SettingEffect
from robotstudio.ui.theme.theme import Mode, theme


class AffectedParts(Struct, frozen=True, eq=False):
    """The parts of a window that settings affect."""

    context: Context
    language: WindowLanguage
    choose_language: Callable[[str], object]
    reading: ReadingController
    changes: ChangesController
    fetch: FetchController
    hosts: HostsController
    histories: HistoryController
    problems: ProblemsController
    updates: UpdateController


def effects_of(parts: AffectedParts, values: Callable[[], Mapping[str, Any]]) -> Mapping[str, SettingEffect]:
    """Return the effect of each setting; `values` returns all settings, for effects that depend on several."""
    context = parts.context
    editor = context.editor
    fetching = SettingEffect(partial(_fetch_as_set, parts.fetch, values))
    hosts = SettingEffect(partial(_offer_limits, parts.hosts, values))
    return {
        "language": SettingEffect(parts.choose_language, partial(_language_of, parts.language)),
        "theme": SettingEffect(partial(_take_mode, parts), partial(_mode_of)),
        "scale": SettingEffect(partial(context.tabs.offer_starting_again, context)),
        "asks_for_updates": SettingEffect(parts.updates.set_wanted),
        "less_motion": SettingEffect(theme.set_less_motion),
        "code_font": SettingEffect(theme.set_code_family),
        "zoom": SettingEffect(editor.set_zoom, partial(getattr, editor, "zoom")),
        "ruler": SettingEffect(editor.set_ruler),
        "shows_reading": SettingEffect(parts.reading.set_shown, partial(getattr, parts.reading, "is_shown")),
        "default_crawlers": SettingEffect(context.crawlers.set_usual),
        "default_urls": SettingEffect(_at_the_next_start),
        "most_flips": SettingEffect(parts.changes.set_share, partial(getattr, parts.changes, "share")),
        **dict.fromkeys(
            ("user_agent", "sender", "answer_seconds", "redirects", "uses_proxy", "proxy", "authorities"), fetching
        ),
        **dict.fromkeys(("hosts_at_once", "fetches_per_host", "fetches_per_second"), hosts),
        "checks_off": SettingEffect(parts.problems.set_off),
        "keeps_history": SettingEffect(parts.histories.set_kept, partial(getattr, context.history, "is_kept")),
        "history_megabytes": SettingEffect(context.history.set_most),
        "remembers_work": SettingEffect(_at_the_next_start),
    }


def _language_of(language: WindowLanguage) -> str:
    return language.choice


def _mode_of() -> str:
    return theme.mode.value


def _take_mode(parts: AffectedParts, mode: str) -> None:
    theme.set_mode(Mode(mode))
    parts.context.window.show_theme_mode()


def _fetch_as_set(fetch: FetchController, values: Callable[[], Mapping[str, Any]], _value: object) -> None:
    fetch.set_usual(options_of(values()))


def _offer_limits(hosts: HostsController, values: Callable[[], Mapping[str, Any]], _value: object) -> None:
    now = values()
    hosts.set_limits(now["hosts_at_once"], now["fetches_per_host"], now["fetches_per_second"])


def _at_the_next_start(_value: object) -> None:
    """Change nothing in the open window."""
