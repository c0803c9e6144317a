"""The help page and sentence for each part of the window."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from PySide6.QtWidgets import QWidget

from robotstudio.text.language import Message
from robotstudio.ui.panels.help.sentences import sentence_of
from robotstudio.ui.shell.actions import PANELS


class Topic(NamedTuple):
    """A part of the window, its page, and its purpose."""

    name: str
    page: str
    sentence: Message


_SENTENCES: Final[Mapping[str, Message]] = {
    "panels.why": (
        "Explains the selected cell: what the server answered, which group the crawler follows, and which rule wins."
    ),
    "shell.top_bar": "Says what is simulated: of which site, under which answer of the server, for which crawlers.",
    "shell.status_bar": "Facts of the file and of the caret; those that can be clicked lead to more.",
    "widgets.tab_bar": "Each tab shows another side of the same draft.",
    "widgets.notice_bar": "Tells what has happened, and what you can do about it.",
    "shell.main_window": "All that the program can do, ordered by what it is about.",
    "panels.help": "The pages of the help, with a search over all of them.",
}
"""Parts that have no action."""

_OTHERS: Final[Mapping[str, tuple[str, str]]] = {
    "panels.why": ("guide/why", ""),
    "editor": ("guide/README", "view.editor"),
    "shell.pages": ("guide/README", "view.editor"),
    "shell.top_bar": ("guide/README", ""),
    "shell.status_bar": ("guide/README", ""),
    "widgets.tab_bar": ("guide/README", ""),
    "widgets.notice_bar": ("guide/README", ""),
    "panels.expectations": ("reference/expectations", "view.tests"),
    "shell.command_list": ("program/shortcuts", "help.commands"),
    "shell.main_window": ("guide/README", ""),
}
"""Page and action of a part, by its module or package."""

TOPICS: Final[Mapping[str, Topic]] = {
    name: Topic(name.removeprefix("panels."), page, _SENTENCES.get(name) or sentence_of(action))
    for name, (page, action) in _OTHERS.items()
} | {
    place: Topic(row.module.partition(".")[0], row.page, _SENTENCES.get(place) or row.says)
    for row in PANELS.values()
    for place in (f"panels.{row.module.removesuffix('.panel')}",)
}
_UI: Final = "robotstudio.ui."


def outwards(widget: QWidget | None) -> Iterator[QWidget]:
    """Yield a widget and its ancestors up to the window, then the parent of that window."""
    while widget is not None:
        yield widget
        widget = widget.parentWidget()


def topic_of(widget: QWidget | None) -> Topic | None:
    """Return the topic of the part that contains a widget; None for foreign widgets."""
    for part in outwards(widget):
        for kind in type(part).__mro__:
            found = _topic_of_module(kind.__module__)
            if found:
                return found
    return None


def page_of(widget: QWidget | None) -> str:
    """Return the page about a widget: the `help_page` of a part, else that of its topic; "" for none."""
    for part in outwards(widget):
        ask = getattr(part, "help_page", None)
        page = ask() if callable(ask) else ""
        if isinstance(page, str) and page:
            return page
    topic = topic_of(widget)
    return topic.page if topic else ""


def _topic_of_module(module: str) -> Topic | None:
    """Look up a module, then its parent packages."""
    name = module.removeprefix(_UI) if module.startswith(_UI) else ""
    while name:
        if name in TOPICS:
            return TOPICS[name]
        name = name.rpartition(".")[0]
    return None
