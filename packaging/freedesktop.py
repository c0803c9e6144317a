"""What a Linux desktop is told of the program, in every language: its kinds of files, its page in a software centre."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from product import DEVELOPERS, ID, LICENCE, NAME, PROJECT_SUFFIX, ROOT, TITLE

from robotstudio.text.locale import LANGUAGES, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from robotstudio.text.language import Message

MIME_TYPES: Final = ("text/x-robots-txt", "application/x-robotstudio-project+json")

_ROBOTS_TXT: Message = "robots.txt of a web site"
_PROJECT: Message = "project of Robot Studio"
SUMMARY: Message = "Write a robots.txt and see what every crawler may fetch, and why"
WHAT_IT_IS: Message = (
    "Robot Studio shows, while you type, for every test URL and every crawler which group wins, which rule applies, "
    "why the others lose, and what a change would do."
)
POINTS: tuple[Message, ...] = (
    "It knows hundreds of crawlers, how each of them reads a robots.txt, and where they do not agree.",
    "It says what a draft changes against the live file, and proves it for every URL there can be.",
    "It works with a million URLs of lists, tables, sitemaps and access logs, and crawls a site at a polite rate.",
    "It finds what changes the meaning of a line, and shows what a fix would flip before it is made.",
    "Nothing leaves your computer; only the sites that you fetch are contacted.",
)
PICTURES_AT: Final = ""
"""Where `docs/pictures` is served, such as `https://example.org/pictures`: AppStream takes addresses only. Who
publishes the program writes it here; until then its page in a software centre has no pictures."""
_PICTURES: Final = ("main-light.png", "fetch.png", "main-dark.png")
_CAPTIONS: tuple[Message, ...] = (
    "The verdicts for each URL and crawler, and why",
    "What a site answered when its robots.txt was fetched",
    "The same window in dark colours",
)
_RELEASE: Final = re.compile(r"^## (\d+\.\d+\.\d+) \S (\d{4}-\d{2}-\d{2})$", re.MULTILINE)
_FOR_EVERYBODY: Final = "en"

_MIME: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{robots}">
{robots_comments}
    <sub-class-of type="text/plain"/>
    <glob pattern="robots.txt" weight="80"/>
  </mime-type>
  <mime-type type="{project}">
{project_comments}
    <sub-class-of type="application/json"/>
    <icon name="{name}"/>
    <glob pattern="*.{suffix}"/>
  </mime-type>
</mime-info>
"""

_METAINFO: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>{id}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>{licence}</project_license>
  <name>{title}</name>
{summaries}
  <developer_name>{developers}</developer_name>
  <description>
{description}
  </description>
  <launchable type="desktop-id">{name}.desktop</launchable>
  <content_rating type="oars-1.1"/>
  <provides>
    <binary>{name}</binary>
{kinds}
  </provides>
  <supports>
    <control>keyboard</control>
    <control>pointing</control>
  </supports>
{pictures}  <releases>
{releases}
  </releases>
</component>
"""


def mime_types() -> str:
    """Return the file types, recognised by their names."""
    robots, project = MIME_TYPES
    return _MIME.format(
        robots=robots,
        project=project,
        name=NAME,
        suffix=PROJECT_SUFFIX,
        robots_comments="\n".join(_elements("comment", _ROBOTS_TXT, "    ")),
        project_comments="\n".join(_elements("comment", _PROJECT, "    ")),
    )


def metainfo(version: str, seconds: int, *, is_released: bool) -> str:
    """Return the metadata for AppStream."""
    description = [*_elements("p", WHAT_IT_IS, "    "), "    <ul>"]
    for point in POINTS:
        description += _elements("li", point, "      ")
    return _METAINFO.format(
        id=ID,
        name=NAME,
        title=TITLE,
        licence=LICENCE,
        developers=DEVELOPERS,
        summaries="\n".join(_elements("summary", SUMMARY, "  ")),
        description="\n".join([*description, "    </ul>"]),
        kinds="\n".join(f"    <mediatype>{kind}</mediatype>" for kind in MIME_TYPES),
        pictures="".join(f"{line}\n" for line in _screenshots(PICTURES_AT)),
        releases="\n".join(_releases(version, seconds, is_released=is_released)),
    )


def _screenshots(address: str) -> Iterator[str]:
    """Pictures with their captions, where they are served."""
    if not address:
        return
    yield "  <screenshots>"
    for name, caption in zip(_PICTURES, _CAPTIONS, strict=True):
        yield '    <screenshot type="default">' if name == _PICTURES[0] else "    <screenshot>"
        yield from _elements("caption", caption, "      ")
        yield f"      <image>{escape(address.rstrip('/'))}/{name}</image>"
        yield "    </screenshot>"
    yield "  </screenshots>"


def _releases(version: str, seconds: int, *, is_released: bool) -> Iterator[str]:
    """Each release that CHANGELOG.md has, newest first; above them what this one is on the way to."""
    if not is_released:
        day = datetime.fromtimestamp(seconds, UTC).date().isoformat()
        yield f'    <release version="{version}" date="{day}" type="development"/>'
    for number, day in _RELEASE.findall((ROOT / "CHANGELOG.md").read_text("utf-8")):
        yield f'    <release version="{number}" date="{day}" type="stable"/>'


def _elements(tag: str, message: Message, indent: str) -> Iterator[str]:
    for code in LANGUAGES:
        attribute = "" if code == _FOR_EVERYBODY else f' xml:lang="{code}"'
        yield f"{indent}<{tag}{attribute}>{escape(words_of(code).say(message))}</{tag}>"
