"""What a Linux desktop is told of the program, in every language: its kinds of files, its page in a software centre."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from product import DEVELOPERS, ID, LICENCE, NAME, PROJECT_SUFFIX, TITLE

from robotstudio.io.locale import LANGUAGES, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from robotstudio.engine.language import Message

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
  <releases>
    <release version="{version}" date="{day}" type="{kind}"/>
  </releases>
</component>
"""


def mime_types() -> str:
    """The kinds of files, known by their names."""
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
    """What AppStream asks for."""
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
        version=version,
        day=datetime.fromtimestamp(seconds, UTC).date().isoformat(),
        kind="stable" if is_released else "development",
    )


def _elements(tag: str, message: Message, indent: str) -> Iterator[str]:
    for code in LANGUAGES:
        attribute = "" if code == _FOR_EVERYBODY else f' xml:lang="{code}"'
        yield f"{indent}<{tag}{attribute}>{escape(words_of(code).say(message))}</{tag}>"
