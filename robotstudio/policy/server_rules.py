"""Server configuration for a policy: it enforces what robots.txt asks; /robots.txt itself stays open."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final
from urllib.parse import unquote

from msgspec import Struct

from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.policy.model import AiPolicy, PolicyChoice, Stance
from robotstudio.text.language import Message

_CHARACTERS_A_RULE: Final = 400
"""nginx limits words to 4,096 bytes; shorter lines are also more readable."""
_CHARACTERS_AN_EXPRESSION: Final = 4000
_BEFORE, _BEHIND = "(^|[^a-z0-9_-])(", ")([^a-z0-9_-]|$)"
_SIGNS: Final = re.compile(r"[.+*?^$()\[\]{}|]")
_APART: Final = "\"'`\\ "
"""Characters that end a word in a configuration, and the backslash, which nginx doubles."""


class ServerSoftware(StrEnum):
    NGINX = "nginx"
    APACHE = "apache"
    CADDY = "caddy"
    CLOUDFLARE = "cloudflare"


TITLES: Final = MappingProxyType(
    {
        ServerSoftware.NGINX: "nginx",
        ServerSoftware.APACHE: "Apache",
        ServerSoftware.CADDY: "Caddy",
        ServerSoftware.CLOUDFLARE: "Cloudflare",
    }
)
"""Product names, the same in every language."""


class ServerSnippet(Struct, frozen=True):
    """A piece of configuration, and where it goes."""

    place: Message
    text: str


class ServerRules(Struct, frozen=True):
    """The rules for one server.

    `left_out` are control tokens without requests of their own, which servers cannot match.
    """

    server: ServerSoftware
    parts: tuple[ServerSnippet, ...]
    crawlers: int
    left_out: tuple[Crawler, ...]


WARNING: Final[Message] = (
    "robots.txt asks. These rules refuse: every request whose User-Agent contains one of these names gets 403, "
    "whoever sends it. Clients that hide their name still get through."
)


class _Names(Struct, frozen=True):
    """Lower-case names with the same choice."""

    choice: PolicyChoice
    names: tuple[str, ...]


def server_rules(policy: AiPolicy, catalogue: Catalogue, server: ServerSoftware, day: str) -> ServerRules:
    """Make rules that enforce the policy; none if it blocks nobody."""
    chosen = [(crawler, choice) for crawler, choice in policy.chosen(catalogue) if choice.stance is not Stance.ALLOW]
    left_out = tuple(crawler for crawler, _ in chosen if crawler.is_control)
    by_choice: dict[PolicyChoice, list[str]] = {}
    for crawler, choice in chosen:
        if not crawler.is_control:
            by_choice.setdefault(choice, []).append(crawler.token.lower())
    groups = [_Names(choice, tuple(sorted(names))) for choice, names in by_choice.items()]
    groups.sort(key=lambda each: str(each.choice))
    count = sum(len(each.names) for each in groups)
    head = f"robotstudio ai-policy v1, {day}, from the list of crawlers of {catalogue.as_of}"
    others = tuple(token.lower() for token in catalogue.crawlers)
    parts = tuple(_WRITERS[server](groups, head, others)) if groups else ()
    return ServerRules(server, parts, count, left_out)


def _nginx(groups: Sequence[_Names], head: str, _others: Sequence[str]) -> Iterator[ServerSnippet]:
    in_http: Message = "in the http block, such as a file in conf.d"
    lines = [f"# {head}", "map $http_user_agent $robotstudio_crawler {", '    default "";']
    for number, group in enumerate(groups):
        lines += [f'    "~*{pattern}" {_key(number)};' for pattern in _patterns(group.names)]
    lines += ["}", 'map "$robotstudio_crawler:$uri" $robotstudio_refused {', "    default 0;"]
    lines += [r'    "~^[a-z0-9]*:/robots\.txt$" 0;']
    for number, group in enumerate(groups):
        for path in group.choice.paths:
            lines.append(f'    "~^{_key(number)}:{_quoted(path)}" 0;')
        lines.append(f'    "~^{_key(number)}:" 1;')
    yield ServerSnippet(in_http, "\n".join((*lines, "}", "")))
    in_server: Message = "in each server block"
    yield ServerSnippet(in_server, f"# {head}\nif ($robotstudio_refused) {{\n    return 403;\n}}\n")


def _apache(groups: Sequence[_Names], head: str, _others: Sequence[str]) -> Iterator[ServerSnippet]:
    in_host: Message = "in each <VirtualHost>, or in the .htaccess of the root; needs mod_rewrite"
    lines = [f"# {head}", "RewriteEngine On"]
    for group in groups:
        for pattern in _patterns(group.names):
            lines.append(r"RewriteCond %{REQUEST_URI} !^/robots\.txt$")
            lines += [f'RewriteCond %{{REQUEST_URI}} "!^{_quoted(path)}"' for path in group.choice.paths]
            lines += [f'RewriteCond %{{HTTP_USER_AGENT}} "{pattern}" [NC]', "RewriteRule ^ - [F]"]
    yield ServerSnippet(in_host, "\n".join((*lines, "")))


def _caddy(groups: Sequence[_Names], head: str, _others: Sequence[str]) -> Iterator[ServerSnippet]:
    in_site: Message = "in each site block"
    lines = [f"# {head}"]
    patterns = [(group, pattern) for group in groups for pattern in _patterns(group.names)]
    for number, (group, pattern) in enumerate(patterns):
        name = f"@robotstudio{number}"
        paths = "|".join(
            (r"robots\.txt$", *(_quoted(path, in_bytes=False).removeprefix("/") for path in group.choice.paths))
        )
        lines += [f"{name} {{", f"\tnot path_regexp `^/({paths})`"]
        lines += [f"\theader_regexp User-Agent `(?i){pattern}`", "}", f"respond {name} 403"]
    yield ServerSnippet(in_site, "\n".join((*lines, "")))


def _cloudflare(groups: Sequence[_Names], _head: str, others: Sequence[str]) -> Iterator[ServerSnippet]:
    as_rule: Message = "as the expression of a custom rule with the action Block"
    meant = {name for group in groups for name in group.names}
    for group in groups:
        open_paths = [f"not starts_with(http.request.uri.path, {_string(path)})" for path in group.choice.paths]
        fixed = " and ".join(('http.request.uri.path ne "/robots.txt"', *open_paths))
        terms: list[str] = []
        for name in group.names:
            longer = [other for other in others if name in other and other not in meant]
            but = "".join(f" and not lower(http.user_agent) contains {_string(other)}" for other in longer)
            term = f"(lower(http.user_agent) contains {_string(name)}{but})"
            if terms and sum(map(len, (*terms, term))) + 4 * len(terms) + len(fixed) > _CHARACTERS_AN_EXPRESSION:
                yield ServerSnippet(as_rule, f"{fixed} and ({' or '.join(terms)})\n")
                terms = []
            terms.append(term)
        yield ServerSnippet(as_rule, f"{fixed} and ({' or '.join(terms)})\n")


_WRITERS: Final = MappingProxyType(
    {
        ServerSoftware.NGINX: _nginx,
        ServerSoftware.APACHE: _apache,
        ServerSoftware.CADDY: _caddy,
        ServerSoftware.CLOUDFLARE: _cloudflare,
    }
)


def _key(number: int) -> str:
    return f"p{number}"


def _patterns(names: Sequence[str]) -> Iterator[str]:
    """Yield regular expressions for whole names, each of bounded length, in syntax common to all these servers."""
    waiting: list[str] = []
    for name in names:
        if waiting and sum(map(len, waiting)) + len(waiting) + len(name) > _CHARACTERS_A_RULE:
            yield f"{_BEFORE}{'|'.join(waiting)}{_BEHIND}"
            waiting = []
        waiting.append(_quoted(name))
    yield f"{_BEFORE}{'|'.join(waiting)}{_BEHIND}"


def _string(text: str) -> str:
    """Quote a string in Cloudflare's expression language."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{"".join(each if each.isprintable() else _hex(each) for each in escaped)}"'


def _hex(text: str) -> str:
    """Escape the bytes of a text."""
    return "".join(f"\\x{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))


def _quoted(text: str, *, in_bytes: bool = True) -> str:
    """Escape a text for a quoted regular expression; paths are compared decoded, as servers do."""
    return "".join(_as_expression(character, in_bytes=in_bytes) for character in unquote(text))


def _as_expression(character: str, *, in_bytes: bool) -> str:
    if not character.isprintable() or character in _APART or (in_bytes and not character.isascii()):
        return _hex(character)
    return _SIGNS.sub(r"\\\g<0>", character)
