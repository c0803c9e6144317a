"""Builds the site into a folder: each page in each language, the index of the search, the pictures, one style."""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from pygments.formatters import HtmlFormatter
from website.pages import FEATURES, HOME, READERS, Pages, picture_file
from website.text import Links, Picture, Shown, plain, shown

from robotstudio import __version__, assets
from robotstudio.help.library import HelpPage, main_licences
from robotstudio.text.language import ENGLISH, Message
from robotstudio.text.locale import LANGUAGES
from robotstudio.ui.theme.pygments_style import RobotsDarkStyle, RobotsLightStyle
from robotstudio.ui.theme.tokens import DARK, LIGHT, Tokens

_HERE: Final = Path(__file__).parent
_WORDS: Final[Mapping[str, Message]] = {
    "search": "Search these pages",
    "nothing": "Nothing was found for “{query}”.",
    "missing": "The search cannot be loaded.",
    "contents": "Contents",
    "here": "On this page",
    "language": "Language",
    "look": "Light or dark",
    "skip": "Skip to the text",
    "foreign": "This page is in English.",
    "english": "in English",
    "before": "Previous page",
    "behind": "Next page",
    "beside": "Pages beside this one",
    "begin": "Where to begin",
    "download": "Download",
    "download_for": "Download for {system}",
    "guide": "Read the guide",
    "notices": "Third-party notices",
}
_MOST_OF_DESCRIPTION: Final = 200
_DEEPEST_HEADING: Final = 3
_ROOT_FILES: Final = ("site.css", "site.js")
_MOVING: Final = ".webp"
_PICTURES: Final = frozenset({".png", _MOVING})
_STILL: Final = "docs/pictures/main-light.png"
"""The window, for who has asked the system for less motion."""


def build(folder: Path, address: str = "") -> Sequence[str]:
    """Write the whole site; says what its pages name and is nowhere. `address` is where it is served, if known."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_common(folder)
    site = [Pages(code) for code in LANGUAGES]
    writer = _Writer(folder, site, address.rstrip("/"))
    for pages in site:
        writer.write(pages)
    if address:
        writer.write_map()
    return writer.lost


def _write_common(folder: Path) -> None:
    for name in _ROOT_FILES:
        head = _colours() if name.endswith(".css") else ""
        (folder / name).write_text(head + (_HERE / name).read_text("utf-8"), "utf-8")
    if (newest := assets.page("docs/updates.json")).is_file():
        (folder / newest.name).write_bytes(newest.read_bytes())
    (folder / "robotstudio.svg").write_bytes(assets.path("icons/robotstudio.svg").read_bytes())


def _colours() -> str:
    """Return the colours of the window, light and dark: that of the system, unless somebody chose."""
    light, dark = _look(LIGHT, RobotsLightStyle, ":root"), ""
    for selector in (':root:not([data-look="light"])', ':root[data-look="dark"]'):
        rules = _look(DARK, RobotsDarkStyle, selector)
        rules += f"{selector} .only-light {{ display: none; }}\n{selector} .only-dark {{ display: inline; }}\n"
        dark += f"@media (prefers-color-scheme: dark) {{\n{rules}}}\n" if "not" in selector else rules
    return f"{light}.only-dark {{ display: none; }}\n{dark}"


def _look(tokens: Tokens, style: type, selector: str) -> str:
    names = [name for name in Tokens.__annotations__ if isinstance(getattr(tokens, name), str) and name != "name"]
    values = " ".join(f"--{name.replace('_', '-')}: {getattr(tokens, name)};" for name in names)
    scheme = "dark" if tokens.dark else "light"
    coloured = HtmlFormatter[str](style=style).get_style_defs(  # type: ignore[no-untyped-call]  # its stub says no types
        f"{selector} pre.code"
    )
    return f"{selector} {{ color-scheme: {scheme}; {values} }}\n{coloured}\n"


class _Writer:
    """Writes pages, and remembers what they share: rendered English, copied pictures."""

    def __init__(self, folder: Path, site: Sequence[Pages], address: str) -> None:
        self._folder = folder
        self._site = site
        self._address = address
        self._written: list[str] = []
        self._pictures: dict[Path, tuple[str, tuple[int, int]]] = {}
        self.lost: list[str] = []
        environment = Environment(
            loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
        )
        self._template = environment.get_template("page.html.jinja")

    def write(self, pages: Pages) -> None:
        """All pages of a language, and what is searched in them."""
        words = {name: pages.words.say(text) for name, text in _WORDS.items()}
        listed, parts = list[tuple[str, str]](), list[tuple[int, str, str, str]]()
        for page in pages.pages.values():
            address = pages.address(page.id)
            content = self._content(pages, page)
            self._save(address, self._template.render(page=self._facts(pages, page, content), words=words))
            listed.append((address, page.title))
            if not page.is_plain:
                row = len(listed) - 1
                parts += [(row, part.heading.id, part.heading.text, part.text) for part in content.parts]
        index = json.dumps({"pages": listed, "parts": parts}, ensure_ascii=False, separators=(",", ":"))
        self._save(f"search-{pages.code}.js", f"window.ROBOT_STUDIO_SEARCH={index};\n")

    def write_map(self) -> None:
        """Write the sitemap for search engines, which needs the address of the site."""
        rows = "".join(
            f"<url><loc>{escape(f'{self._address}/{name}')}</loc></url>\n"
            for pages in self._site
            for page in pages.pages.values()
            if page.language == pages.code
            for name in [pages.address(page.id)]
        )
        head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        self._save("sitemap.xml", f"{head}{rows}</urlset>\n")

    def _save(self, name: str, text: str) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")

    def _content(self, pages: Pages, page: HelpPage) -> Shown:
        content = plain(page.title, page.text) if page.is_plain else shown(page.text, self._links(pages, page))
        self.lost += [f"{page.source or page.id}: {link}" for link in content.lost]
        return content

    def _links(self, pages: Pages, page: HelpPage) -> Links:
        here = pages.address(page.id)

        def link(target: str) -> str | None:
            place = pages.place(page, target)
            if place is None:
                path = picture_file(page, target)
                return relative(here, self._copied(path)[0]) if path and path.suffix in _PICTURES else None
            if place.is_outside:
                return place.address
            return relative(here, place.address) + (f"#{place.heading}" if place.heading else "")

        def picture(name: str) -> Picture | None:
            path = picture_file(page, name)
            if path is None:
                return None
            address, size = self._copied(path)
            dark = path.with_stem(f"{path.stem.removesuffix('-light')}-dark")
            beside = relative(here, self._copied(dark)[0]) if dark.is_file() else ""
            still = relative(here, self._copied(assets.page(_STILL))[0]) if path.suffix == _MOVING else ""
            return Picture(relative(here, address), size, beside, still)

        return Links(link, picture)

    def _copied(self, path: Path) -> tuple[str, tuple[int, int]]:
        if path not in self._pictures:
            data = path.read_bytes()
            folder = path.parent.parent.name
            name = f"pictures/{folder}-{path.name}" if folder in LANGUAGES else f"pictures/{path.name}"
            (self._folder / "pictures").mkdir(exist_ok=True)
            (self._folder / name).write_bytes(data)
            self._pictures[path] = (name, _size(data))
        return self._pictures[path]

    def _facts(self, pages: Pages, page: HelpPage, content: Shown) -> dict[str, Any]:
        """Return the variables of the template for a page."""
        here = pages.address(page.id)
        before, behind = (pages.pages.get(each) for each in pages.beside(page.id))
        licences = {name.rpartition("/")[2]: name for name in main_licences()}
        reader = pages.reader_of(page.id)
        return {
            "code": pages.code.replace("_", "-"),
            "text_code": page.language.replace("_", "-"),
            "is_foreign": page.language != pages.code,
            "is_home": page.id == HOME,
            "title": page.title,
            "description": _description(content),
            "root": relative(here, ""),
            "home": relative(here, pages.address(HOME)),
            "index": relative(here, f"search-{pages.code}.js"),
            "language": LANGUAGES[pages.code].name,
            "languages": list(self._languages(here, page)),
            "alternates": list(self._alternates(here, page)),
            "contents": [
                {
                    "title": pages.words.say(each.title),
                    "job": pages.words.say(each.job),
                    "is_open": each is reader or reader is None,
                    "pages": [_row(pages, here, pages.pages[name]) for name in each.pages],
                }
                for each in READERS
            ],
            "html": Markup(content.html),  # noqa: S704  # made by `text`, which takes no mark-up from a page
            "guide": relative(here, pages.address("guide/README")),
            "features": list(self._features(pages, here)) if page.id == HOME else [],
            "headings": [each for each in content.headings if 1 < each.level <= _DEEPEST_HEADING],
            "before": before and _row(pages, here, before),
            "behind": behind and _row(pages, here, behind),
            "version": __version__,
            "licence": relative(here, pages.address(licences["robot-studio-mit"])),
            "notices": relative(here, pages.address(licences["notices"])),
        }

    def _features(self, pages: Pages, here: str) -> Iterator[dict[str, Any]]:
        """Return what the home page shows: words, a picture of the guide in both looks, and its page."""
        for feature in FEATURES:
            picture = self._links(pages, pages.pages[feature.page]).picture(f"pictures/{feature.picture}")
            if picture is None:
                self.lost.append(f"{feature.page}: {feature.picture}")
                continue
            yield {
                "title": pages.words.say(feature.title),
                "text": pages.words.say(feature.text),
                "address": relative(here, pages.address(feature.page)),
                "picture": relative(here, posixpath.join("pictures", posixpath.basename(picture.address))),
                "dark": relative(here, posixpath.join("pictures", posixpath.basename(picture.dark))),
                "size": picture.size,
            }

    def _languages(self, here: str, page: HelpPage) -> Iterator[dict[str, Any]]:
        for pages in self._site:
            address = relative(here, pages.address(page.id))
            language = LANGUAGES[pages.code]
            is_here = pages.address(page.id) == here
            code = language.code.replace("_", "-")
            yield {"address": address, "name": language.name, "code": code, "is_here": is_here}

    def _alternates(self, here: str, page: HelpPage) -> Iterator[dict[str, str]]:
        """Return the links to the page in other languages, and to the one that counts, for search engines."""
        if not self._address:
            return
        own = [pages for pages in self._site if pages.pages[page.id].language == pages.code]
        one = next((pages.address(page.id) for pages in own if pages.code == page.language), here)
        yield {"rel": "canonical", "code": "", "address": f"{self._address}/{one}"}
        for pages in own if len(own) > 1 else ():
            code = pages.code.replace("_", "-")
            yield {"rel": "alternate", "code": code, "address": f"{self._address}/{pages.address(page.id)}"}


def _size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG, or of an animated WebP."""
    if data[:4] == b"RIFF":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def _row(pages: Pages, here: str, page: HelpPage) -> dict[str, Any]:
    address = pages.address(page.id)
    return {
        "address": relative(here, address),
        "title": page.title,
        "is_here": address == here,
        "is_english": page.language != pages.code and page.language == ENGLISH.code,
    }


def _description(content: Shown) -> str:
    text = re.sub(r"\s+", " ", next((part.text for part in content.parts if part.text.strip()), "")).strip()
    return text if len(text) <= _MOST_OF_DESCRIPTION else text[:_MOST_OF_DESCRIPTION].rpartition(" ")[0] + " …"


def relative(here: str, there: str) -> str:
    """Return the relative path from a page to a file of the site; to the root itself it ends with a slash."""
    return _way(posixpath.dirname(here), there)


@cache
def _way(folder: str, there: str) -> str:
    """Return the relative address, the same for all pages in a folder."""
    way = posixpath.relpath(there or ".", folder or ".")
    if there:
        return way
    return "" if way == "." else f"{way}/"
