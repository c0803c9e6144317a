"""Modal dialogs, each in one function, which a test can replace."""

from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRegularExpression, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QPageLayout
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from robotstudio.project.file.model import SUFFIX as PROJECT_SUFFIX
from robotstudio.store.files import exists
from robotstudio.text.language import Meant, Message, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.urls.export import FORMATS
from robotstudio.urls.urls import site_in

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

_FOLDER = "lastFolder"
_NAME_WIDTH, _MESSAGE_WIDTH = 300, 380
QT_LEAVES_OUT: tuple[Message, ...] = (
    "&Look in:",
    "Files of &type:",
    "Drive",
    Meant("Folder", "All other platforms"),
)
"""Texts of Qt's file dialog that its translations lack; our translator is asked first."""
_FORGOTTEN = Plural(
    "{count} fetch and its files are removed from this computer.",
    "{count} fetches and their files are removed from this computer.",
)


_MOST_LISTED = 8
_MORE_FILES = Plural("and {count} more", "and {count} more")


class SaveChoice(Enum):
    """The action on unsaved changes."""

    SAVE = "save"
    DISCARD = "discard"
    CANCEL = "cancel"


def ask_save_changes(parent: QWidget | None, name: str) -> SaveChoice:
    """Ask for the action on unsaved changes before they are lost."""
    box = _box(parent, tr("Save the changes to {name}?", name=name), tr("If you don't save, the changes are lost."))
    save = box.addButton(tr("Save"), QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton(tr("Don't save"), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(save)
    answer = _answer(box)
    if answer is save:
        return SaveChoice.SAVE
    return SaveChoice.DISCARD if answer is discard else SaveChoice.CANCEL


class HeaderChoice(Enum):
    """The headers that are sent to the pages of a site."""

    ALL = "all"
    OURS = "ours"
    CANCEL = "cancel"


def ask_headers(parent: QWidget | None, site: str, ours: int, all_headers: int) -> HeaderChoice:
    """Ask for whose headers to send to a site; the numbers are those of requests."""
    facts = {"ours": ntr(_REQUESTS, ours), "all": ntr(_REQUESTS, all_headers)}
    box = _box(parent, tr("Is {site} your own site?", site=printable(site)), tr(_CONSENT, **facts))
    everyone = box.addButton(tr("Send all headers"), QMessageBox.ButtonRole.AcceptRole)
    own = box.addButton(tr("Robot Studio only"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(own)
    answer = _answer(box)
    if answer is everyone:
        return HeaderChoice.ALL
    return HeaderChoice.OURS if answer is own else HeaderChoice.CANCEL


_REQUESTS = Plural("{count} request", "{count} requests")
_CONSENT: Message = (
    "Pages are requested from here, one request a second. With the header of Robot Studio only: {ours}. With those of "
    "your crawlers, too: {all}. Send these only to your own site, or if its owner asked you to."
)


def ask_overwrite_changed(parent: QWidget | None, name: str) -> bool:
    """Ask to save over a file that another program has changed."""
    return _confirm(
        parent,
        tr("{name} changed on disk.", name=name),
        tr("Saving replaces those changes with your text."),
        tr("Overwrite"),
    )


def ask_trust_project(parent: QWidget | None, name: str, files: Sequence[Path]) -> bool:
    """Ask to let a project read files outside its folder."""
    details = tr("Opening it lets the project read these files. Open it only if you trust its author.")
    more = len(files) - _MOST_LISTED
    listed = [printable(str(each)) for each in files[:_MOST_LISTED]]
    listed += [ntr(_MORE_FILES, more)] if more > 0 else []
    return _confirm(
        parent,
        tr("{name} refers to files outside its folder.", name=name),
        "\n".join((details, "", *listed)),
        tr("Open project"),
    )


def ask_write_dangerous(parent: QWidget | None, sentence: str) -> bool:
    """Ask to save a draft that blocks much or all."""
    return _confirm(parent, sentence, tr("Save it anyway? You are asked only once for this text."), tr("Save anyway"))


class Openable(Enum):
    """Kinds of files to open."""

    FILES = "files"
    FILES_AND_PROJECTS = "files and projects"


def ask_open_path(
    parent: QWidget | None, start: Path | None = None, openable: Openable = Openable.FILES
) -> Path | None:
    """Ask for a file or a project to open."""
    filters = _filters()
    if openable is Openable.FILES_AND_PROJECTS:
        crawls = _kind(tr("Crawls"), "*.crawl")
        first = _kind(tr("robots.txt and projects"), f"robots*.txt *.txt *{PROJECT_SUFFIX}")
        filters = f"{first};;{crawls};;{filters}"
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Open a file"), _beginning(parent, start), filters)
    return _taken(parent, chosen)


def ask_versions_folder(parent: QWidget | None) -> Path | None:
    """Ask for a folder of dated files."""
    chosen = QFileDialog.getExistingDirectory(parent, tr("Choose a folder of dated files"), _beginning(parent))
    return _taken(parent, chosen)


def ask_open_project_path(parent: QWidget | None, start: Path | None = None) -> Path | None:
    """Ask for a project to open."""
    begin = _beginning(parent, start)
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Open a project"), begin, _project_filters())
    return _taken(parent, chosen)


def ask_save_project_path(parent: QWidget | None, suggested: Path) -> Path | None:
    """Ask for a file to save a project; the dialog confirms overwriting."""
    begin = _beginning(parent, suggested)
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Save the project as"), begin, _project_filters())
    path = _taken(parent, chosen)
    if path is None or path.suffix.lower() == PROJECT_SUFFIX:
        return path
    return _named(parent, path, PROJECT_SUFFIX)  # another suffix is part of the name, such as that of a host


def ask_save_path(parent: QWidget | None, suggested: Path | None = None, title: Message = "") -> Path | None:
    """Ask for a file to save; the dialog confirms overwriting. `title` explains follow-up steps."""
    begin = _beginning(parent, suggested or Path("robots.txt"))
    usual: Message = "Save the file as"
    chosen, _ = QFileDialog.getSaveFileName(parent, tr(title or usual), begin, _filters())
    return _taken(parent, chosen)


def ask_source_paths(parent: QWidget | None, start: Path | None = None) -> list[Path]:
    """Ask for one or more files with URLs, of any kind."""
    filters = _or_any(
        tr("Lists, tables, sitemaps and logs"), "*.txt *.csv *.tsv *.xlsx *.zip *.har *.xml *.gz *.log *.log.*"
    )
    chosen, _ = QFileDialog.getOpenFileNames(parent, tr("Load URLs from files"), _beginning(parent, start), filters)
    return [path for path in (_taken(parent, each) for each in chosen) if path]


def ask_save_report_path(parent: QWidget | None, name: str, kind: str, suffix: str) -> Path | None:
    """Ask for a file to save a report of a kind; the dialog confirms overwriting."""
    begin = _beginning(parent, Path(f"{name}{suffix}"))
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Save the report as"), begin, _kind(kind, f"*{suffix}"))
    path = _taken(parent, chosen)
    return path if path is None or path.suffix.lower() == suffix else _named(parent, path, suffix)


def ask_logo_path(parent: QWidget | None) -> Path | None:
    """Ask for the picture above the title of a report."""
    pictures = _kind(tr("Pictures"), "*.png *.jpg *.jpeg")
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Choose a logo"), _beginning(parent), pictures)
    return _taken(parent, chosen)


def ask_fonts_path(parent: QWidget | None) -> Path | None:
    """Ask for a folder of fonts."""
    return _taken(parent, QFileDialog.getExistingDirectory(parent, tr("Choose a folder of fonts"), _beginning(parent)))


def ask_earlier_report_path(parent: QWidget | None) -> Path | None:
    """Ask for the last report as JSON."""
    reports = _kind(tr("Reports"), "*.json")
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Choose the last report"), _beginning(parent), reports)
    return _taken(parent, chosen)


def ask_log_paths(parent: QWidget | None) -> list[Path]:
    """Ask for access logs to read."""
    filters = _or_any(tr("Access logs"), "*.log *.log.* *.gz *.txt")
    chosen, _ = QFileDialog.getOpenFileNames(parent, tr("Add access logs"), _beginning(parent), filters)
    return [path for path in (_taken(parent, each) for each in chosen) if path]


def ask_printer(parent: QWidget | None, name: str, *, is_wide: bool) -> "QPrinter | None":
    """Ask for a printer and its options; `is_wide` proposes landscape."""
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # few print

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(name)
    if is_wide:
        printer.setPageOrientation(QPageLayout.Orientation.Landscape)
    dialog = QPrintDialog(printer, parent)
    return printer if dialog.exec() == QPrintDialog.DialogCode.Accepted.value else None


def ask_settings_path(parent: QWidget | None) -> Path | None:
    """Ask for a settings file to import."""
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Import settings"), _beginning(parent), _setting_filters())
    return _taken(parent, chosen)


def ask_key_path(parent: QWidget | None) -> Path | None:
    """Ask for a private key."""
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Choose a key"), _beginning(parent), _key_filters())
    return _taken(parent, chosen)


def ask_crawler_list_path(parent: QWidget | None) -> Path | None:
    """Ask for a signed list of crawlers."""
    lists = _or_any(tr("Lists of crawlers"), "*.signed")
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Choose a list of crawlers"), _beginning(parent), lists)
    return _taken(parent, chosen)


def ask_save_settings_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to export the settings; the dialog confirms overwriting."""
    begin = _beginning(parent, Path("robotstudio-settings.toml"))
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Export the settings"), begin, _setting_filters())
    return _taken(parent, chosen)


def ask_reset_settings(parent: QWidget | None) -> bool:
    """Ask to reset all settings."""
    return _confirm(
        parent,
        tr("Reset all settings to their defaults?"),
        tr("Export them first if you may want them back."),
        tr("Reset"),
    )


def ask_forget_everything(parent: QWidget | None) -> bool:
    """Ask to remove all remembered data."""
    return _confirm(
        parent,
        tr("Forget everything?"),
        tr(
            "This deletes test URLs, their sources, crawled sites, recent files, and the history with its watch "
            "list from this computer. Settings, files, your own crawlers and tests in files stay."
        ),
        tr("Forget everything"),
    )


def ask_hosts_path(parent: QWidget | None) -> Path | None:
    """Ask for a list of hosts to load."""
    filters = _or_any(tr("Lists"), "*.txt *.csv *.tsv")
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Load a list of hosts"), _beginning(parent), filters)
    return _taken(parent, chosen)


def ask_export_hosts_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write the table of hosts; the suffix selects the format."""
    return _ask_table_path(parent, "hosts", tr("Export the hosts"))


def ask_export_urls_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write the URLs of a crawl; the suffix selects the format."""
    return _ask_table_path(parent, "urls", tr("Export the URLs of the crawl"), "XLSX")


def _ask_table_path(parent: QWidget | None, name: str, title: str, *more: str) -> Path | None:
    filters = ";;".join(_kind(kind, f"*.{kind.lower()}") for kind in ("CSV", "TSV", "JSON", *more))
    begin = _beginning(parent, Path(f"{name}.csv"))
    chosen, kind = QFileDialog.getSaveFileName(parent, title, begin, filters)
    path = _taken(parent, chosen)
    if path is None:
        return None
    return path if path.suffix else _named(parent, path, f".{kind.partition(' ')[0].lower() or 'csv'}")


def ask_export_findings_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write the findings of a site; the suffix selects the format."""
    return _ask_table_path(parent, "findings", tr("Export the findings"), "XLSX")


def ask_export_patterns_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write the patterns of URLs; the suffix selects the format."""
    return _ask_table_path(parent, "patterns", tr("Export"), "XLSX")


def ask_survey_folder(parent: QWidget | None) -> Path | None:
    """Ask for a folder of many files to survey."""
    chosen = QFileDialog.getExistingDirectory(parent, tr("Survey a folder"), _beginning(parent))
    return _taken(parent, chosen)


def ask_pictures_folder(parent: QWidget | None) -> Path | None:
    """Ask for a folder to save the pictures of a page."""
    chosen = QFileDialog.getExistingDirectory(parent, tr("Save pictures"), _beginning(parent))
    return _taken(parent, chosen)


def ask_survey_paths(parent: QWidget | None) -> list[Path]:
    """Ask for archives, WARC files and tables to survey."""
    endings = "*.tar *.tar.gz *.tgz *.zip *.warc *.warc.gz *.csv *.tsv *.jsonl *.gz *.parquet"
    filters = _or_any(tr("Archives and tables"), endings)
    chosen, _ = QFileDialog.getOpenFileNames(parent, tr("Survey archives or tables"), _beginning(parent), filters)
    return [path for name in chosen if (path := _taken(parent, name)) is not None]


def ask_export_figure_path(parent: QWidget | None, name: str) -> Path | None:
    """Ask for a file to write a figure; the suffix selects the format."""
    filters = "SVG (*.svg);;PDF (*.pdf);;PNG (*.png);;HTML (*.html);;CSV (*.csv)"
    begin = _beginning(parent, Path(f"{name}.svg"))
    chosen, kind = QFileDialog.getSaveFileName(parent, tr("Export the figure"), begin, filters)
    path = _taken(parent, chosen)
    if path is None:
        return None
    return path if path.suffix else _named(parent, path, f".{kind.partition(' ')[0].lower() or 'svg'}")


def ask_export_answer_path(parent: QWidget | None) -> Path | None:
    """Ask for a CSV file to write a survey's answer."""
    begin = _beginning(parent, Path("answer.csv"))
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Export the answer"), begin, "CSV (*.csv)")
    path = _taken(parent, chosen)
    return path if path is None or path.suffix else _named(parent, path, ".csv")


def ask_save_server_rules_path(parent: QWidget | None, server: str) -> Path | None:
    """Ask for a file to write the rules of a server."""
    begin = _beginning(parent, Path(f"ai-policy-{server}.conf"))
    filters = _or_any(tr("Configurations"), "*.conf *.txt")
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Save server rules"), begin, filters)
    path = _taken(parent, chosen)
    return path if path is None or path.suffix else _named(parent, path, ".conf")


def ask_export_conduct_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write the compliance table."""
    begin = _beginning(parent, Path("who-kept-to-it.csv"))
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Export compliance"), begin, "CSV (*.csv)")
    path = _taken(parent, chosen)
    return path if path is None or path.suffix else _named(parent, path, ".csv")


def ask_export_map_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write the map of a site, as a picture or a table; the suffix selects the format."""
    filters = ";;".join(_kind(kind, f"*.{kind.lower()}") for kind in ("PNG", "CSV", "TSV", "JSON", "XLSX"))
    begin = _beginning(parent, Path("map.png"))
    chosen, kind = QFileDialog.getSaveFileName(parent, tr("Export the map"), begin, filters)
    path = _taken(parent, chosen)
    return path if path is None or path.suffix else _named(parent, path, f".{kind.partition(' ')[0].lower() or 'png'}")


def ask_export_budget_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write the crawl budget; the suffix selects the format."""
    return _ask_table_path(parent, "crawl-budget", tr("Export the crawl budget"), "XLSX")


def ask_export_joined_path(parent: QWidget | None, name: str) -> Path | None:
    """Ask for a file to write a joined list; the suffix selects the format."""
    return _ask_table_path(parent, name, tr("Export the URLs"), "XLSX")


def ask_export_indexing_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write the answers about pages that are not indexed, or the picture of a timeline."""
    begin = _beginning(parent, Path("not-indexed.csv"))
    chosen, kind = QFileDialog.getSaveFileName(parent, tr("Export"), begin, "CSV (*.csv);;PNG (*.png)")
    path = _taken(parent, chosen)
    return path if path is None or path.suffix else _named(parent, path, f".{kind.partition(' ')[0].lower() or 'csv'}")


def ask_export_practice_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write answers beside the rules; the suffix selects the format."""
    return _ask_table_path(parent, "practice", tr("Export the answers"), "XLSX")


def ask_export_timeline_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write the timeline of a site."""
    begin = _beginning(parent, Path("timeline.png"))
    chosen, kind = QFileDialog.getSaveFileName(parent, tr("Export"), begin, "PNG (*.png);;SVG (*.svg);;CSV (*.csv)")
    path = _taken(parent, chosen)
    return path if path is None or path.suffix else _named(parent, path, f".{kind.partition(' ')[0].lower() or 'png'}")


def ask_tests_path(parent: QWidget | None, start: Path | None = None) -> Path | None:
    """Ask for a file of tests to import."""
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Import tests"), _beginning(parent, start), _test_filters())
    return _taken(parent, chosen)


def ask_save_tests_path(parent: QWidget | None, suggested: Path) -> Path | None:
    """Ask for a file to export tests; the dialog confirms overwriting."""
    begin = _beginning(parent, suggested)
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Export tests"), begin, _test_filters())
    return _taken(parent, chosen)


def ask_export_path(parent: QWidget | None, start: Path | None = None) -> tuple[Path, str] | None:
    """Ask for a file and a format to write the verdicts; the dialog confirms overwriting."""
    filters = {_kind(tr(row.title), f"*{row.suffix}"): row for row in FORMATS.values()}
    begin = _beginning(parent, (start or Path()) / "verdicts.csv")
    chosen, name = QFileDialog.getSaveFileName(parent, tr("Export verdicts"), begin, ";;".join(filters))
    path = _taken(parent, chosen)
    if path is None:
        return None
    by_suffix = next((row for row in FORMATS.values() if row.suffix == path.suffix.lower()), None)
    kind = by_suffix or filters.get(name) or FORMATS["csv"]
    named = path if path.suffix else _named(parent, path, kind.suffix)
    return None if named is None else (named, kind.id)


def ask_export_changes_path(parent: QWidget | None) -> tuple[Path, str] | None:
    """Ask for a file and a format to write the changes; the dialog confirms overwriting."""
    rows = [FORMATS[form] for form in ("csv", "xlsx", "markdown")]
    filters = {_kind(tr(row.title), f"*{row.suffix}"): row for row in rows}
    begin = _beginning(parent, Path("changes.csv"))
    chosen, name = QFileDialog.getSaveFileName(parent, tr("Export the changes"), begin, ";;".join(filters))
    path = _taken(parent, chosen)
    if path is None:
        return None
    kind = next((row for row in rows if row.suffix == path.suffix.lower()), None) or filters.get(name) or rows[0]
    named = path if path.suffix else _named(parent, path, kind.suffix)
    return None if named is None else (named, kind.id)


def ask_export_history_path(parent: QWidget | None, host: str) -> Path | None:
    """Ask for a file to write the history of a host."""
    name = "".join(char if char.isalnum() or char in ".-" else "-" for char in site_in(host))
    filters = _or_any(tr("ZIP files"), "*.zip")
    begin = _beginning(parent, Path(f"{name}-history.zip"))
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Export the history"), begin, filters)
    return _taken(parent, chosen)


def ask_forget_host(parent: QWidget | None, host: str, count: int) -> bool:
    """Ask to remove the history of a host, which cannot be undone."""
    return _confirm(
        parent,
        tr("Remove {host} from the history?", host=host),
        ntr(_FORGOTTEN, count),
        tr("Remove"),
    )


def ask_remove_version(parent: QWidget | None, version: str) -> bool:
    """Ask to remove one version from the history, which cannot be undone."""
    return _confirm(
        parent,
        tr("Remove the version {version} from the history?", version=version),
        tr("Its file is removed from this computer."),
        tr("Remove"),
    )


def ask_version_name(parent: QWidget | None, name: str) -> str | None:
    """Ask for the name of a version; "" for none."""
    title = tr("Name the version")
    return _ask_line(parent, (title, tr("Name"), title), name, tr("No name: the date is shown"))


def ask_version_day(parent: QWidget | None, file: str, day: str = "") -> str | None:
    """Ask since when a file was live, as text; `day` is what was written before."""
    title = tr("Since when was “{name}” live?", name=file)
    return _ask_line(parent, (title, tr("Day (UTC)"), tr("Add")), day, "2026-10-01")


def ask_release_name(parent: QWidget | None) -> str | None:
    """Ask for the name of a release of a site."""
    return _ask_line(parent, (tr("Name of the release"), tr("Name"), tr("Add")), "", "4.2") or None


def _ask_line(parent: QWidget | None, words: tuple[str, str, str], text: str, prompt: str) -> str | None:
    """Ask for a line of text, None if that was cancelled; the words are a title, a name, and that of the button."""
    title, name, yes = words
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    field = QLineEdit(text, dialog)
    field.setPlaceholderText(prompt)
    field.setAccessibleName(name)
    field.setMinimumWidth(_NAME_WIDTH)
    buttons = QDialogButtonBox(dialog)
    buttons.addButton(yes, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    rows = QVBoxLayout(dialog)
    rows.addWidget(field)
    rows.addWidget(buttons)
    is_named = dialog.exec() == QDialog.DialogCode.Accepted.value
    said = field.text().strip()
    dialog.deleteLater()
    return said if is_named else None


def ask_crawl_name(parent: QWidget | None, name: str) -> str | None:
    """Ask for the name of a crawl; "" for none."""
    title = tr("Rename the crawl")
    return _ask_line(parent, (title, tr("Name"), title), name, tr("No name: the date is shown"))


def ask_open_crawl_path(parent: QWidget | None, start: Path | None = None) -> Path | None:
    """Ask for a crawl to open."""
    filters = _or_any(tr("Crawls"), "*.crawl")
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Open a crawl"), _beginning(parent, start), filters)
    return _taken(parent, chosen)


def ask_export_crawl_path(parent: QWidget | None, name: str) -> Path | None:
    """Ask for a file to copy a crawl to; the dialog confirms overwriting."""
    begin, filters = _beginning(parent, Path(name)), _kind(tr("Crawls"), "*.crawl")
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Export the crawl"), begin, filters)
    path = _taken(parent, chosen)
    return path if path is None or path.suffix else _named(parent, path, ".crawl")


def ask_export_comparison_path(parent: QWidget | None) -> Path | None:
    """Ask for a file to write what differs between crawls; the suffix selects the format."""
    return _ask_table_path(parent, "comparison", tr("Export the comparison"), "XLSX")


def ask_delete_crawl(parent: QWidget | None, title: str, path: Path) -> bool:
    """Ask to delete a crawl."""
    return _confirm(
        parent,
        tr("Delete the crawl “{title}”?", title=title),
        tr("Its file is deleted from this computer: {path}", path=str(path)),
        tr("Delete"),
    )


def open_outside(path: Path) -> None:
    """Open a file in the system's default program."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def open_address(address: str) -> None:
    """Open a page in the system's browser."""
    QDesktopServices.openUrl(QUrl(address))


def show_error(parent: QWidget | None, sentence: str, details: str = "") -> None:
    """Show an error and its remedy, if the status bar is not enough."""
    box = _box(parent, sentence, details, QMessageBox.Icon.Warning)
    box.addButton(tr("Close"), QMessageBox.ButtonRole.AcceptRole)
    _answer(box)


def _beginning(parent: QWidget | None, suggested: Path | None = None) -> str:
    """Return the start folder of a dialog: that of the open file, else that of the last choice."""
    if suggested is not None and suggested.is_absolute():
        return str(suggested)
    folder: str | None = None
    widget = parent
    while widget is not None and folder is None:
        window = widget.window()
        file = window.windowFilePath()
        folder = str(Path(file).parent) if file else window.property(_FOLDER)
        widget = window.parentWidget()
    return str(Path(folder or "") / (suggested or "")) if folder or suggested else ""


def _taken(parent: QWidget | None, chosen: str) -> Path | None:
    """Return the chosen path, and start the next dialog of these windows in its folder."""
    if not chosen:
        return None
    widget = parent
    while widget is not None:
        widget.window().setProperty(_FOLDER, str(Path(chosen).parent))
        widget = widget.window().parentWidget()
    return Path(chosen)


def _named(parent: QWidget | None, path: Path, suffix: str) -> Path | None:
    """Append an omitted suffix; None if that file exists, unknown to the dialog, and is not to be replaced."""
    named = path.with_name(path.name + suffix)
    question = tr("{name} already exists. Replace it?", name=named.name)
    return None if exists(named) and not _confirm(parent, question, "", tr("Replace")) else named


def _confirm(parent: QWidget | None, sentence: str, details: str, yes: str) -> bool:
    box = _box(parent, sentence, details)
    accept = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    reject = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(reject)
    return _answer(box) is accept


def _answer(box: QMessageBox) -> QAbstractButton | None:
    box.exec()
    button = box.clickedButton()
    box.deleteLater()
    return button


def _box(
    parent: QWidget | None, sentence: str, details: str, icon: QMessageBox.Icon = QMessageBox.Icon.NoIcon
) -> QMessageBox:
    box = QMessageBox(parent)
    # A file name is untrusted: no markup in it may take effect.
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(icon)
    box.setText(sentence)
    box.setInformativeText(details)
    for label in box.findChildren(QLabel, QRegularExpression("^qt_msgbox_")):
        label.setMinimumWidth(_MESSAGE_WIDTH)  # else the details wrap below a short question
    return box


def _filters() -> str:
    return _or_any("robots.txt", "robots*.txt *.txt")


def _project_filters() -> str:
    return _or_any(tr("Projects"), f"*{PROJECT_SUFFIX}")


def _test_filters() -> str:
    return _or_any(tr("Tests"), "*.expect")


def _key_filters() -> str:
    return _or_any(tr("Keys"), "*.pem *.key *.json *.jwk")


def _setting_filters() -> str:
    return _or_any(tr("Settings"), "*.toml")


def _kind(name: str, patterns: str) -> str:
    """Return a file filter as Qt parses it: with ASCII brackets in every language."""
    return f"{name} ({patterns})"


def _or_any(name: str, patterns: str) -> str:
    """Return filters for files of that kind first, or all."""
    return f"{_kind(name, patterns)};;{_kind(tr('All files'), '*')}"
