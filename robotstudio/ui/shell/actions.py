"""All actions of the window as rows: menu, text, shortcuts. Controllers supply the slots."""

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from string import ascii_uppercase
from typing import Any, Final

from msgspec import Struct
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from robotstudio.text.language import WORDS, Meant, Message, Words
from robotstudio.text.locale import LANGUAGES
from robotstudio.ui.language.language import key_sequence
from robotstudio.ui.widgets.formats import without_accelerator

_MARK: Final = re.compile(r"&([^&\s])")
_BEHIND: Final = re.compile(r"\(&(.)\)")
"""The accelerator in languages without Latin letters: 打开(&O)…"""
_HIDDEN: Final = "\0"

Keys = tuple[str | QKeySequence.StandardKey, ...]
_Standard = QKeySequence.StandardKey
_CTRL = "Meta" if sys.platform == "darwin" else "Ctrl"
"""The key labelled Ctrl: on macOS, Command+Tab is reserved."""
_ROLES: Mapping[str, QAction.MenuRole] = {
    "file.quit": QAction.MenuRole.QuitRole,
    "file.settings": QAction.MenuRole.PreferencesRole,
    "help.about": QAction.MenuRole.AboutRole,
}
"""The entries in macOS's application menu. By default, Qt matches text prefixes: *About this file*, too."""


class PanelRow(Struct, frozen=True):
    """The data of a panel for menus, help and controllers, in addition to the action that shows it."""

    widget: str
    """`module:Class` in `ui/panels`, imported when the panel is first shown."""
    page: str
    """The help page, and after `#` its heading if it is about more."""
    says: Message
    """The description of the action, for *What is this?*."""

    @property
    def module(self) -> str:
        """The module of its widget, in `ui/panels`."""
        return self.widget.partition(":")[0]

    def load(self) -> type[Any]:
        """Import the class of its widget."""
        module, _, name = self.widget.partition(":")
        found: type[Any] = getattr(import_module(f"robotstudio.ui.panels.{module}"), name)
        return found


class ActionRow(Struct, frozen=True):
    """One action; `keys` are its shortcuts, of which the first is shown; it is in the `submenu`, if set.

    It `needs_draft` if it is disabled without one. `panel` is the panel that it shows, if any.
    """

    id: str
    menu: Message
    text: Message
    keys: Keys = ()
    is_checkable: bool = False
    starts_section: bool = False
    needs_draft: bool = False
    submenu: Message = ""
    is_listed: bool = True
    """False if only the command list and the keys have it; `menu` says then where it belongs."""
    panel: PanelRow | None = None


ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("file.new", "&File", "&New", (_Standard.New,)),
    ActionRow("file.new_from_template", "&File", "New from &template…", ("Ctrl+Shift+N",)),
    ActionRow("file.open", "&File", "&Open…", (_Standard.Open,)),
    ActionRow("file.save", "&File", "&Save", (_Standard.Save,), needs_draft=True, starts_section=True),
    ActionRow("file.save_as", "&File", "Save &as…", ("Ctrl+Shift+S",), needs_draft=True),
    ActionRow("file.reload", "&File", "&Reload from disk", needs_draft=True),
    ActionRow("file.print", "&File", "&Print…", (_Standard.Print,), needs_draft=True, starts_section=True),
    ActionRow(
        "file.report",
        "&File",
        "Repor&t…",
        needs_draft=True,
        panel=PanelRow(
            "report.panel:ReportPanel",
            "guide/report",
            "Creates a report on the file that you can save, print and send.",
        ),
    ),
    ActionRow("project.open", "&File", "&Open…", submenu="Pro&ject"),
    ActionRow("project.save", "&File", "&Save…", ("Ctrl+Shift+P",), needs_draft=True, submenu="Pro&ject"),
    ActionRow("project.save_as", "&File", "Save &as…", needs_draft=True, submenu="Pro&ject"),
    ActionRow(
        "project.environments",
        "&File",
        "Environ&ments…",
        needs_draft=True,
        submenu="Pro&ject",
        panel=PanelRow(
            "environments.panel:EnvironmentsPanel",
            "reference/project-file",
            "Shows the hosts of the project, what each of them serves, and which tests fail.",
        ),
    ),
    ActionRow("project.close", "&File", "&Close", needs_draft=True, submenu="Pro&ject"),
    ActionRow(
        "file.settings",
        "&File",
        "Settin&gs…",
        ("Ctrl+,",),
        panel=PanelRow(
            "settings.panel:SettingsPanel", "reference/settings", "Shows all settings. Changes apply at once."
        ),
    ),
    ActionRow("file.close_tab", "&File", "&Close tab", ("Ctrl+W",), starts_section=True),
    ActionRow("file.quit", "&File", "&Quit", ("Ctrl+Q",)),
    ActionRow(
        "file.about",
        "&File",
        "A&bout this file…",
        needs_draft=True,
        is_listed=False,
        panel=PanelRow(
            "about_file:AboutFilePanel",
            "guide/start",
            "Shows size and encoding of the file, and when each crawler reads it again.",
        ),
    ),
    ActionRow(
        "file.start",
        "&File",
        "Start &page",
        is_listed=False,
        panel=PanelRow(
            "welcome.panel:WelcomePage",
            "guide/start",
            "Shows the start page for opening sites and files. The draft stays open.",
        ),
    ),
    ActionRow("edit.undo", "&Edit", "&Undo", (_Standard.Undo,)),
    ActionRow("edit.redo", "&Edit", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y")),
    ActionRow("edit.cut", "&Edit", "Cu&t", (_Standard.Cut,), starts_section=True),
    ActionRow("edit.copy", "&Edit", "&Copy", (_Standard.Copy,)),
    ActionRow("edit.paste", "&Edit", "&Paste", (_Standard.Paste,)),
    ActionRow("edit.select_all", "&Edit", "Select &all", (_Standard.SelectAll,)),
    ActionRow("find.find", "&Edit", "&Find…", (_Standard.Find,), needs_draft=True, starts_section=True),
    ActionRow("find.replace", "&Edit", "&Replace…", ("Ctrl+H",), needs_draft=True),
    ActionRow("edit.comment", "&Edit", "Toggle co&mment", ("Ctrl+/",), needs_draft=True, starts_section=True),
    ActionRow("edit.move_up", "&Edit", "Move line &up", ("Alt+Up",), needs_draft=True),
    ActionRow("edit.move_down", "&Edit", "Move line &down", ("Alt+Down",), needs_draft=True),
    ActionRow("edit.duplicate", "&Edit", "Dup&licate line", ("Alt+Shift+Down",), needs_draft=True),
    ActionRow("edit.delete_line", "&Edit", "D&elete line", ("Ctrl+Shift+K",), needs_draft=True),
    ActionRow("problems.fix", "&Edit", "&Quick fix…", ("Ctrl+.", "Alt+Return"), needs_draft=True, starts_section=True),
    ActionRow("edit.complete", "&Edit", "C&omplete", ("Ctrl+Space",), needs_draft=True),
    ActionRow("edit.format", "&Edit", "&Format file", ("Alt+Shift+F",), needs_draft=True),
    ActionRow("problems.fix_safely", "&Edit", "Apply all &safe fixes", needs_draft=True, is_listed=False),
    ActionRow("edit.copy_image", "&Edit", "Copy as &image", needs_draft=True, is_listed=False),
    ActionRow("edit.delete_rule", "&Edit", "Delete rule if &no verdict changes", needs_draft=True, is_listed=False),
    ActionRow("edit.explain", "&Edit", "Explain &here", ("Ctrl+I",), needs_draft=True, is_listed=False),
    ActionRow("find.next", "&Edit", "Find &next", ("F3",), needs_draft=True, is_listed=False),
    ActionRow("find.previous", "&Edit", "Find &previous", ("Shift+F3",), needs_draft=True, is_listed=False),
    ActionRow("find.line", "&Go", "&Line…", ("Ctrl+G",), needs_draft=True),
    ActionRow("find.groups", "&Go", "&Group…", ("Ctrl+Shift+O",), needs_draft=True),
    ActionRow("find.winner", "&Go", "Line that &decides", ("F12",), needs_draft=True),
    ActionRow("problems.next", "&Go", "Next &problem", ("F8",), needs_draft=True, starts_section=True),
    ActionRow("find.next_change", "&Go", "Next c&hange", ("F7",), needs_draft=True),
    ActionRow("view.next_pane", "&Go", "Next p&ane", ("F6",)),
    ActionRow("help.commands", "&Go", "Any &command…", ("Ctrl+K",), starts_section=True),
    ActionRow("problems.previous", "&Go", "Previous pro&blem", ("Shift+F8",), needs_draft=True, is_listed=False),
    ActionRow("find.previous_change", "&Go", "Previous ch&ange", ("Shift+F7",), needs_draft=True, is_listed=False),
    ActionRow("view.previous_pane", "&Go", "&Previous pane", ("Shift+F6",), is_listed=False),
    ActionRow("view.editor", "&Go", "&Editor", ("Ctrl+0",), is_listed=False),
    ActionRow("simulate.add", "&Simulate", "&Add URLs…", ("Ctrl+Shift+U",)),
    ActionRow("simulate.clear", "&Simulate", "&Remove all URLs"),
    ActionRow("simulate.export", "&Simulate", "E&xport verdicts…", needs_draft=True),
    ActionRow("simulate.test", "&Simulate", "Expect this &verdict", needs_draft=True, starts_section=True),
    ActionRow("file.import_tests", "&Simulate", "&Import…", needs_draft=True, submenu="Import or export &tests"),
    ActionRow("file.export_tests", "&Simulate", "&Export…", needs_draft=True, submenu="Import or export &tests"),
    ActionRow(
        "simulate.group",
        "&Simulate",
        "&Group by pattern",
        ("Alt+G",),
        starts_section=True,
        panel=PanelRow("url_patterns:UrlPatternsPage", "guide/many-urls", "Groups the URLs by path pattern."),
    ),
    ActionRow(
        "view.rules",
        "&Simulate",
        "R&ules by use",
        ("Alt+R",),
        needs_draft=True,
        panel=PanelRow(
            "rule_coverage.panel:RuleCoveragePage",
            "guide/why",
            "Lists all rules with the number of URLs that each matches and decides.",
        ),
    ),
    ActionRow(
        "simulate.suggest",
        "&Simulate",
        "Suggest a r&ule…",
        ("Ctrl+Shift+D",),
        needs_draft=True,
        starts_section=True,
        panel=PanelRow(
            "suggest:SuggestPanel",
            "guide/first-file",
            "Suggests rules for the selected URLs and shows what else they match.",
        ),
    ),
    ActionRow(
        "simulate.siblings",
        "&Simulate",
        "Missing si&blings…",
        needs_draft=True,
        panel=PanelRow(
            "siblings:SiblingsWindow",
            "guide/many-urls#find-what-rules-miss",
            "Finds URLs that stay allowed although a rule blocks a similar one, and the lines that would block them.",
        ),
    ),
    ActionRow(
        "edit.minimise",
        "&Simulate",
        "Simpli&fy the file…",
        needs_draft=True,
        panel=PanelRow(
            "rule_coverage.minimising:SmallerFileWindow",
            "guide/why",
            "Finds a smaller file with the same verdicts for your crawlers, for every URL.",
        ),
    ),
    ActionRow("simulate.new_test", "&Simulate", "&Write a test…", needs_draft=True, is_listed=False),
    ActionRow("simulate.load", "&Simulate", "&Load URLs from files…", is_listed=False),
    ActionRow("simulate.sitemaps", "&Simulate", "&Fetch the sitemaps of this file", needs_draft=True, is_listed=False),
    ActionRow("simulate.sources", "&Simulate", "Re&load all sources", is_listed=False),
    ActionRow("simulate.markdown", "&Simulate", "Copy verdicts as Mar&kdown", needs_draft=True, is_listed=False),
    ActionRow("simulate.compare_tab", "&Simulate", "Compare with another tab…", is_listed=False),
    ActionRow("crawl.begin", "&Simulate", "&Crawl a site…", is_listed=False),
    ActionRow("crawl.open", "&Simulate", "Open crawl…", is_listed=False),
    ActionRow("crawl.pause", "&Simulate", "&Pause or resume the crawl", is_listed=False),
    ActionRow("crawl.stop", "&Simulate", "St&op the crawl", is_listed=False),
    ActionRow("fetch.fetch", "Fe&tch", Meant("&Fetch", "verb"), ("Ctrl+R", "F5")),
    ActionRow("fetch.cancel", "Fe&tch", "&Cancel"),
    ActionRow("fetch.address", "Fe&tch", "&Go to address", ("Ctrl+L",)),
    ActionRow(
        "simulate.as_if",
        "Fe&tch",
        "What &if the server answered…",
        ("Ctrl+Shift+I",),
        needs_draft=True,
        starts_section=True,
    ),
    ActionRow("fetch.load", "Fe&tch", "&Load answer into editor"),
    ActionRow(
        "fetch.is_live",
        "Fe&tch",
        "Check &deployment",
        ("Ctrl+Shift+L",),
        needs_draft=True,
    ),
    ActionRow(
        "fetch.page",
        "Fe&tch",
        "C&heck a page…",
        ("Ctrl+Shift+G",),
        starts_section=True,
        panel=PanelRow(
            "page_check.panel:PageCheckPanel",
            "guide/why",
            "Checks whether crawlers may fetch a page and everything that it loads.",
        ),
    ),
    ActionRow(
        "fetch.hosts",
        "Fe&tch",
        "&Many sites…",
        ("Ctrl+Shift+H",),
        panel=PanelRow(
            "hosts:HostsPanel",
            "guide/before-going-live",
            "Fetches the robots.txt of many hosts and lists their answers.",
        ),
    ),
    ActionRow(
        "fetch.render",
        "Fe&tch",
        "&Render a page…",
        is_listed=False,
        panel=PanelRow(
            "rendered_page.panel:RenderedPagePanel",
            "guide/crawl#what-a-browser-shows",
            "Renders a page in the browser of this computer, as a crawler may and with everything.",
        ),
    ),
    ActionRow("simulate.as_fetched", "Fe&tch", "Back to the real &answer", needs_draft=True, is_listed=False),
    ActionRow("fetch.options", "Fe&tch", "Fetch &options…", is_listed=False),
    ActionRow(
        "fetch.access",
        "Fe&tch",
        "Access to &your sites…",
        is_listed=False,
        panel=PanelRow(
            "site_access:AccessWindow",
            "guide/crawl#a-site-that-asks-for-a-password",
            "Keeps a password, a token, cookies, headers or a signature for your own site, and sends it to no other.",
        ),
    ),
    ActionRow("fetch.compare", "Fe&tch", "Compare with &editor", is_listed=False),
    ActionRow(
        "fetch.survey",
        "Fe&tch",
        "Sur&vey of many files…",
        ("Ctrl+Shift+Y",),
        is_listed=False,
        panel=PanelRow(
            "survey.panel:SurveyPanel",
            "reference/survey",
            "Counts what many robots.txt files contain, and draws the figures of published surveys.",
        ),
    ),
    ActionRow(
        "crawlers.choose",
        "&Crawlers",
        "&Choose crawlers…",
        ("Ctrl+Shift+C",),
        panel=PanelRow(
            "crawlers.panel:CrawlerChooser",
            "reference/crawlers",
            "Chooses the crawlers that are shown as columns.",
        ),
    ),
    ActionRow("crawlers.file", "&Crawlers", "&Edit my crawlers…"),
    ActionRow(
        "crawlers.newer_list",
        "&Crawlers",
        "Look for a &newer list…",
        is_listed=False,
        panel=PanelRow(
            "crawlers.newer_list:NewerListWindow",
            "reference/crawlers#a-newer-list",
            "Reads a signed list of crawlers, and says what it changes in the verdicts before it is used.",
        ),
    ),
    ActionRow(
        "crawlers.policy",
        "&Crawlers",
        "AI &policy…",
        ("Ctrl+Shift+A",),
        needs_draft=True,
        starts_section=True,
        panel=PanelRow(
            "ai_policy.panel:AiPolicyPanel",
            "reference/ai-policy",
            "Sets what AI and other crawlers may fetch, by purpose, and writes the rules into the file.",
        ),
    ),
    ActionRow("crawlers.keep_out_training", "&Crawlers", "&Keep out AI training…", needs_draft=True, is_listed=False),
    ActionRow("crawlers.merge", "&Crawlers", "&Merge equal columns", is_checkable=True),
    ActionRow(
        "crawlers.agreement",
        "&Crawlers",
        "C&ompare crawlers…",
        needs_draft=True,
        is_listed=False,
        panel=PanelRow(
            "agreement:AgreementWindow",
            "guide/why#when-crawlers-disagree",
            "Shows which crawlers get a different verdict than the first one for some URL, and proves that the others "
            "never do.",
        ),
    ),
    ActionRow("crawlers.default", "&Crawlers", "&Default set", is_listed=False),
    ActionRow(
        "crawlers.compliance",
        "&Crawlers",
        "Comp&liance",
        ("Ctrl+Shift+E",),
        is_listed=False,
        panel=PanelRow(
            "compliance.panel:CompliancePanel",
            "reference/compliance",
            "Shows from access logs which crawlers obeyed the file or an older version.",
        ),
    ),
    ActionRow(
        "view.simulation",
        "&View",
        "&Simulation",
        ("Ctrl+1",),
        panel=PanelRow(
            "simulation.panel:SimulationPanel",
            "guide/why",
            "Shows the verdict for each URL and each crawler, and which line decides.",
        ),
    ),
    ActionRow(
        "simulate.changes",
        "&View",
        Meant("C&hanges", "noun"),
        ("Ctrl+2", "Ctrl+D"),
        needs_draft=True,
        panel=PanelRow(
            "changes.panel:ChangesPanel",
            "guide/before-going-live",
            "Compares the verdicts of the draft with those of the baseline, such as the live file.",
        ),
    ),
    ActionRow(
        "view.fetch",
        "&View",
        Meant("&Fetch", "noun"),
        ("Ctrl+3",),
        panel=PanelRow(
            "fetch.panel:FetchPanel", "guide/start", "Shows what the server answered when the file was fetched."
        ),
    ),
    ActionRow(
        "view.site",
        "&View",
        "Si&te",
        ("Ctrl+4",),
        panel=PanelRow("site.panel:SitePanel", "guide/many-urls", "Shows where the test URLs come from."),
    ),
    ActionRow(
        "view.problems",
        "&View",
        "&Problems",
        ("Ctrl+5",),
        starts_section=True,
        panel=PanelRow(
            "problems.panel:ProblemsPanel",
            "guide/problems",
            "Lists what the linter found in the draft, and offers fixes.",
        ),
    ),
    ActionRow("simulate.why", "&View", "Fold &Why", ("Alt+W",), is_checkable=True, needs_draft=True),
    ActionRow(
        "view.reading",
        "&View",
        "As the selected crawler &reads it",
        ("Ctrl+Shift+R",),
        is_checkable=True,
        starts_section=True,
    ),
    ActionRow("view.zoom_in", "&View", "Zoom &in", ("Ctrl+=", "Ctrl++"), needs_draft=True, submenu="&Zoom"),
    ActionRow("view.zoom_out", "&View", "Zoom &out", ("Ctrl+-",), needs_draft=True, submenu="&Zoom"),
    ActionRow("view.zoom_reset", "&View", "&Reset zoom", needs_draft=True, submenu="&Zoom"),
    ActionRow("theme.system", "&View", "&System", is_checkable=True, submenu="&Theme"),
    ActionRow("theme.light", "&View", "&Light", is_checkable=True, submenu="&Theme"),
    ActionRow("theme.dark", "&View", "&Dark", is_checkable=True, submenu="&Theme"),
    ActionRow("theme.high-contrast", "&View", "High &contrast", is_checkable=True, submenu="&Theme"),
    ActionRow("language.system", "&View", "&System", is_checkable=True, submenu="&Language"),
    *(
        ActionRow(f"language.{code}", "&View", language.name, is_checkable=True, submenu="&Language")
        for code, language in LANGUAGES.items()
    ),
    ActionRow("file.new_tab", "&View", "New tab", ("Ctrl+T",), submenu="&Window"),
    ActionRow("file.reopen_tab", "&View", "Reopen closed tab", ("Ctrl+Shift+T",), submenu="&Window"),
    ActionRow(
        "view.next_tab",
        "&View",
        "Next document",
        (f"{_CTRL}+Tab", "Ctrl+PgDown"),
        starts_section=True,
        submenu="&Window",
    ),
    ActionRow(
        "view.previous_tab", "&View", "Previous document", (f"{_CTRL}+Shift+Tab", "Ctrl+PgUp"), submenu="&Window"
    ),
    ActionRow("view.move_tab_right", "&View", "Move tab to the right", ("Ctrl+Shift+PgDown",), submenu="&Window"),
    ActionRow("view.move_tab_left", "&View", "Move tab to the left", ("Ctrl+Shift+PgUp",), submenu="&Window"),
    ActionRow(
        "view.own_window",
        "&View",
        "Move to a new window",
        ("Ctrl+Shift+M",),
        starts_section=True,
        submenu="&Window",
    ),
    ActionRow("view.main_window", "&View", "Move to the main window", submenu="&Window"),
    ActionRow("view.summary", "&View", "The file in plain words", needs_draft=True, is_listed=False),
    ActionRow("view.tests", "&View", "&Tests", needs_draft=True, is_listed=False),
    ActionRow(
        "view.history",
        "&View",
        "&History",
        is_listed=False,
    ),
    ActionRow(
        "view.bytes", "&View", "Show &bytes", ("Ctrl+Shift+B",), is_checkable=True, needs_draft=True, is_listed=False
    ),
    ActionRow(
        "help.guide",
        "&Help",
        "&Help for this tab",
        ("F1",),
        panel=PanelRow("help.panel:HelpPanel", "guide/README", "Opens the help page for the current tab."),
    ),
    ActionRow("help.what_is_this", "&Help", "What is &this?", ("Shift+F1",)),
    ActionRow(
        "help.tour",
        "&Help",
        "&Tour",
        panel=PanelRow(
            "tour:TourCard",
            "guide/start",
            "Shows Robot Studio in five steps, on an example in its own tab.",
        ),
    ),
    ActionRow("help.example", "&Help", "Try the &example"),
    ActionRow("help.shortcuts", "&Help", "&Keyboard shortcuts", starts_section=True),
    ActionRow(
        "help.examples",
        "&Help",
        "Common &mistakes…",
        panel=PanelRow(
            "examples:ExamplesPanel",
            "guide/start",
            "Lists the most common mistakes, each ready to open and fix.",
        ),
    ),
    ActionRow("help.news", "&Help", "What’s &new"),
    ActionRow("help.report", "&Help", "Send &feedback…", starts_section=True),
    ActionRow("help.about", "&Help", "&About Robot Studio"),
    ActionRow("help.rules", "&Help", "&Rules of the linter", is_listed=False),
    ActionRow("help.glossary", "&Help", "G&lossary", is_listed=False),
    ActionRow("help.updates", "&Help", "Check for up&dates…", is_listed=False),
)

ROWS: Mapping[str, ActionRow] = {row.id: row for row in ACTIONS}
PANELS: Mapping[str, PanelRow] = {row.id: row.panel for row in ACTIONS if row.panel}
"""Panels by the action that shows them."""
OPEN_RECENT: Message = "Open &recent"
"""The one submenu that is not in the table."""
_ALT_LETTERS = {
    keys.removeprefix("Alt+")
    for row in ACTIONS
    for keys in row.keys
    if isinstance(keys, str) and keys.startswith("Alt+") and len(keys) == len("Alt+X")
}
"""Letters that are shortcuts with Alt, and not accelerators in the menu bar."""


def build_actions(
    parent: QWidget, show_draft: Callable[[], None] | None = None
) -> tuple[dict[str, QAction], list[QMenu]]:
    """Make the actions of all rows and their menus.

    `show_draft` is called before an action on the draft, so that no change is out of sight.
    """
    menus: dict[tuple[str, str], QMenu] = {}
    actions: dict[str, QAction] = {}
    for row in ACTIONS:
        action = QAction(parent)
        action.setText(text_in_menu(row.menu, row.submenu, row.text) if row.is_listed else plain_text(row.text))
        action.setObjectName(row.id)
        action.setShortcuts([key_sequence(keys) for keys in row.keys])
        action.setCheckable(row.is_checkable)
        action.setMenuRole(_ROLES.get(row.id, QAction.MenuRole.NoRole))
        if row.needs_draft and show_draft:
            action.triggered.connect(show_draft)
        if row.is_listed:
            menu = _menu(parent, menus, row)
            if row.starts_section and not menu.isEmpty():
                menu.addSeparator()
            menu.addAction(action)
        else:
            parent.addAction(action)
        actions[row.id] = action
    return actions, [menu for (_, submenu), menu in menus.items() if not submenu]


def _menu(parent: QWidget, menus: dict[tuple[str, str], QMenu], row: ActionRow) -> QMenu:
    """Return the menu of an action, made for its first one."""
    outer = menus.get((row.menu, ""))
    if outer is None:
        outer = menus[row.menu, ""] = QMenu(parent)
        outer.setTitle(text_in_menu("", "", row.menu))
    if row.submenu and (row.menu, row.submenu) not in menus:
        if row.starts_section:
            outer.addSeparator()
        inner = menus[row.menu, row.submenu] = outer.addMenu("")
        inner.setTitle(text_in_menu(row.menu, "", row.submenu))
    return menus[row.menu, row.submenu]


def plain_text(text: Message) -> str:
    """Return the text of an action without an accelerator."""
    return without_accelerator(WORDS.say(text)).replace("&", "&&")


def text_in_menu(menu: Message, submenu: Message, text: Message) -> str:
    """Return the text of a menu entry with a unique accelerator; in the menu bar ("") it is not a shortcut."""
    return _texts_in_menu(WORDS.now, menu, submenu)[text]


@lru_cache(maxsize=64)
def _texts_in_menu(words: Words, menu: Message, submenu: Message) -> Mapping[str, str]:
    entries = list(dict.fromkeys(_entries(menu, submenu)))
    said = distinct([words.say(entry) for entry in entries], () if menu else _ALT_LETTERS)
    return dict(zip(entries, said, strict=True))


def _entries(menu: Message, submenu: Message) -> Iterator[Message]:
    for row in ACTIONS:
        if not row.is_listed:
            continue
        if not menu:
            yield row.menu
        elif row.menu == menu and row.submenu == submenu:
            yield row.text
        elif row.menu == menu and not submenu:
            yield row.submenu
    if menu == "&File":
        yield OPEN_RECENT


def distinct(texts: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """Return the texts with distinct accelerators, none of which is `taken`.

    The first entry with a letter keeps it; another one gets its next free letter, or none.
    """
    plain = [text.replace("&&", _HIDDEN) for text in texts]
    used = {letter.upper() for letter in taken}
    kept = set()
    for place, text in enumerate(plain):
        letter = letter_of(text)
        if letter and letter not in used:
            used.add(letter)
            kept.add(place)
    found = []
    for place, text in enumerate(plain):
        chosen = text if place in kept or not letter_of(text) else _with_another(text, used)
        found.append(chosen.replace(_HIDDEN, "&&"))
        used.add(letter_of(chosen))
    return found


def letter_of(text: str) -> str:
    """Return the accelerator of a text in upper case; "" if it has none."""
    found = _MARK.search(text.replace("&&", ""))
    return found[1].upper() if found else ""


def _with_another(text: str, used: Collection[str]) -> str:
    if _BEHIND.search(text):
        free = next((letter for letter in ascii_uppercase if letter not in used), "")
        return _BEHIND.sub(f"(&{free})" if free else "", text)
    words = _MARK.sub(r"\1", text)
    starts = [at for at, letter in enumerate(words) if letter.isalpha() and not words[at - 1 : at].isalpha()]
    inside = [at for at, letter in enumerate(words) if letter.isalpha() and at not in starts]
    place = next((at for at in (*starts, *inside) if words[at].upper() not in used), None)
    return words if place is None else f"{words[:place]}&{words[place:]}"
