"""A page's Markdown as HTML: headings that can be linked, our own colours for robots.txt, pictures in both looks.

What a page says is text: HTML in it is shown, not taken over. A link that leads nowhere is kept as a fault.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from typing import Any, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import BashLexer, JsonLexer, TOMLLexer, YamlLexer

from robotstudio.engine.lexer import RobotsTxtLexer
from robotstudio.help.library import slug

_COLOURED: Final = HtmlFormatter[str](nowrap=True)
_LEXERS: Final[Mapping[str, type[Lexer]]] = {
    "json": JsonLexer,
    "toml": TOMLLexer,
    "yaml": YamlLexer,
    "sh": BashLexer,
    "robots": RobotsTxtLexer,
}
_ROBOTS: Final = re.compile(r"(#.*\n|\n)*(user-agent|dis?allow|d[a-z]+allow|sitemap)\s*:", re.IGNORECASE)


class Heading(NamedTuple):
    """A heading by which a part of the page is found."""

    level: int
    id: str
    text: str


class Part(NamedTuple):
    """What stands below a heading, for the search."""

    heading: Heading
    text: str


class Shown(NamedTuple):
    """A page as HTML, and what is found in it."""

    html: str
    parts: Sequence[Part]
    lost: Sequence[str]
    """Links and pictures that lead nowhere."""

    @property
    def headings(self) -> Sequence[Heading]:
        return [part.heading for part in self.parts if part.heading.level]


class Picture(NamedTuple):
    """A picture of the site: its address as the page writes it, its size, and the one for the dark look, if any."""

    address: str
    size: tuple[int, int]
    dark: str = ""
    still: str = ""
    """What stands in for one that moves, for who has asked the system for less motion."""


class Links(NamedTuple):
    """How a page finds what it names; None where that is not there."""

    link: Callable[[str], str | None]
    picture: Callable[[str], Picture | None]


def shown(text: str, links: Links) -> Shown:
    """Render a page of Markdown."""
    lost: list[str] = []
    tokens, parts = _parsed(text)
    for token in tokens:
        for child in token.children or ():
            _lead(child, links, lost)
    return Shown(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}), parts, lost)


@cache
def _parsed(text: str) -> tuple[Sequence[Token], Sequence[Part]]:
    """Parse a page; the result is the same for each language in which the page is shown, except for its links."""
    tokens = _MARKDOWN.parse(text)
    return tokens, list(_parts(tokens))


def plain(title: str, text: str) -> Shown:
    """Render a page of plain text."""
    html = f'<h1>{escape(title)}</h1>\n<pre class="plain">{escape(text)}</pre>'
    return Shown(html, [Part(Heading(0, "", ""), text)], [])


def _parts(tokens: Sequence[Token]) -> Iterator[Part]:
    """Give each heading a unique id, by which links in the pages refer to it."""
    taken: Counter[str] = Counter()
    heading, words = Heading(0, "", ""), list[str]()
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            yield Part(heading, " ".join(words))
            text = _text_of(tokens[at + 1])
            name = slug(text)
            number = f"-{taken[name]}" if taken[name] else ""
            taken[name] += 1
            heading, words = Heading(int(token.tag[1]), f"{name}{number}", text), []
            token.attrSet("id", heading.id)
        elif token.type == "inline" and tokens[at - 1].type != "heading_open":
            words.append(_text_of(token))
        elif token.type == "fence":
            words.append(token.content)
    yield Part(heading, " ".join(words))


def _text_of(inline: Token) -> str:
    children = inline.children or ()
    return "".join(" " if child.type.endswith("break") else child.content for child in children)


def _lead(token: Token, links: Links, lost: list[str]) -> None:
    """Turn what a link or a picture names into what lies in the site."""
    if token.type == "link_open":
        target = token.meta.setdefault("target", str(token.attrGet("href")))  # as written, wherever it led before
        found = links.link(target)
        if found is None:
            lost.append(target)
        token.attrs = {**token.meta.setdefault("others", token.attrs), "href": found or "#"}
        if "://" in (found or ""):
            token.attrSet("rel", "noopener")
    elif token.type == "image":
        token.meta["picture"] = links.picture(str(token.attrGet("src")))
        if token.meta["picture"] is None:
            lost.append(str(token.attrGet("src")))


def _fence(tokens: Sequence[Token], at: int, _options: OptionsDict, _env: Mapping[str, Any]) -> str:
    token = tokens[at]
    name = token.info.strip() or ("robots" if _ROBOTS.match(token.content) else "")
    lexer = _LEXERS.get(name)
    inner = highlight(token.content, lexer(), _COLOURED) if lexer else escape(token.content)
    return f'<pre class="code" tabindex="0"><code>{inner}</code></pre>\n'


def _image(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict) -> str:
    token = tokens[at]
    picture: Picture | None = token.meta.get("picture")
    if picture is None:
        return ""
    alt = escape(renderer.renderInlineAsText(token.children, options, {}))
    size = f'width="{picture.size[0]}" height="{picture.size[1]}"'
    one = f'<img src="{escape(picture.address)}" alt="{alt}" {size} loading="lazy" class="only-light">'
    if picture.still:
        source = f'<source media="(prefers-reduced-motion: reduce)" srcset="{escape(picture.still)}">'
        one = f"<picture>{source}{one}</picture>"
    if not picture.dark:
        return one.replace(' class="only-light"', "")
    return one + f'<img src="{escape(picture.dark)}" alt="{alt}" {size} loading="lazy" class="only-dark">'


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    markdown.add_render_rule("fence", lambda _self, *given: _fence(*given))
    markdown.add_render_rule("image", lambda self, tokens, at, options, _env: _image(self, tokens, at, options))
    markdown.add_render_rule("table_open", lambda *_: '<div class="wide" tabindex="0"><table>\n')
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return markdown


_MARKDOWN: Final = _markdown()
