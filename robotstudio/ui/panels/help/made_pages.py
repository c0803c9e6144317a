"""Generated pages of the help: shortcuts, versions, and the problem report."""

import platform
from collections.abc import Mapping
from typing import Any, Final

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion
from PySide6.QtGui import QAction

from robotstudio import __version__
from robotstudio.fetch.updates import Release
from robotstudio.help.library import SECTIONS, HelpPage, HelpSection, main_licences
from robotstudio.help.problem_report import problem_report
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import markdown_text
from robotstudio.ui.language.language import native_keys
from robotstudio.ui.panels.help.sentences import sentence_of
from robotstudio.ui.shell.actions import ACTIONS
from robotstudio.ui.widgets.formats import without_accelerator

SHORTCUTS: Final = "program/shortcuts"
ABOUT: Final = "program/about"
REPORT: Final = "program/report"
RELEASE: Final = "program/release"
_FENCE: Final = "```"
_LGPL: Message = (
    "Robot Studio uses Qt and PySide6 under the LGPL, version 3, as shared libraries, and changes nothing in them. You "
    "may replace them by other builds of the same version."
)


def shortcuts(actions: Mapping[str, QAction]) -> HelpPage:
    """Return all shortcuts by menu, as they are on this system."""
    title = tr("Keyboard shortcuts")
    parts = [f"# {title}"]
    menus = dict.fromkeys(row.menu for row in ACTIONS)
    for menu in menus:
        rows = [(row, _keys_of(actions[row.id])) for row in ACTIONS if row.menu == menu]
        lines = [
            f"| {keys} | {_in_menu(row.text)} | {markdown_text(tr(sentence_of(row.id)))} |"
            for row, keys in rows
            if keys
        ]
        if lines:
            head = f"| {tr('Keys')} | {tr('Command')} | {tr('What it does')} |\n|---|---|---|"
            parts.append("\n".join((f"## {without_accelerator(tr(menu))}\n", head, *lines)))
    return HelpPage(SHORTCUTS, HelpSection.PROGRAM, title, "\n\n".join(parts), WORDS.code)


def about() -> HelpPage:
    """Return the page with versions, components and authors."""
    rows = {
        "Robot Studio": __version__,
        "Python": platform.python_version(),
        **versions_of_qt(),
        tr("System"): f"{platform.system()} {platform.release()}",
    }
    what = tr(
        "Write a robots.txt and see what every crawler may fetch, and why. Free software under the MIT licence. "
        "Files stay on this computer; only the sites you fetch are contacted."
    )
    table = "\n".join(f"| {name} | {markdown_text(value)} |" for name, value in rows.items())
    head = f"| {tr('Part')} | {tr('Version')} |\n|---|---|\n"
    text = "\n\n".join((f"# Robot Studio {__version__}", what, head + table, tr(_LGPL), _licences()))
    return HelpPage(ABOUT, HelpSection.PROGRAM, tr("About Robot Studio"), text, WORDS.code)


def _licences() -> str:
    """Return a section with links to the licence pages."""
    links = "\n".join(f"- [{markdown_text(title)}]({page})" for page, title in main_licences().items())
    return f"## {tr(SECTIONS[HelpSection.LICENCES])}\n\n{links}"


def versions_of_qt() -> Mapping[str, str]:
    return {"Qt": qVersion(), "PySide6": pyside_version}


def report_of(settings: Mapping[str, Any], window: Mapping[str, object]) -> HelpPage:
    """Return the page for a problem report with these settings and facts about the window."""
    return report(problem_report(settings, {**versions_of_qt(), **window}))


def report(facts: str) -> HelpPage:
    """Return the text to copy for a problem report."""
    title = tr("Report a problem")
    how = tr(
        "Say what you did, what you expected, and what happened instead. Add the text below: it names versions and "
        "settings, and no file, site, name or address of yours. Nothing is sent: you copy it, and give it to whom you "
        "like."
    )
    text = f"# {title}\n\n{how}\n\n{_FENCE}\n{facts}\n{_FENCE}\n"
    return HelpPage(REPORT, HelpSection.PROGRAM, title, text, WORDS.code)


def release(found: Release) -> HelpPage:
    """Return the release notes of a version that is not installed, verbatim from its file."""
    title = tr("What is new in {version}", version=found.version)
    lines = found.news_in(WORDS.code) or (tr("Its file does not say."),)
    return HelpPage(RELEASE, HelpSection.PROGRAM, title, "\n\n".join(lines), WORDS.code, is_plain=True)


def report_in(page: HelpPage) -> str:
    """Return the text to copy."""
    return page.text.partition(f"{_FENCE}\n")[2].partition(f"\n{_FENCE}")[0]


def _keys_of(action: QAction) -> str:
    keys = dict.fromkeys(native_keys(each.toString()) for each in action.shortcuts())
    return WORDS.side_by_side([f"**{markdown_text(each)}**" for each in keys if each])


def _in_menu(text: Message) -> str:
    return markdown_text(without_accelerator(tr(text)))
