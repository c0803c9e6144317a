"""Typos in the paths that well-known systems and many sites have."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain

from robotstudio.lint.facts import GroupFacts
from robotstudio.lint.model import Diagnostic, Edit, Fix, LintRule, Place, Severity, Trait, Value
from robotstudio.lint.rules.common import WRITE_VALUE

_WORDPRESS = (
    *("wp-admin", "wp-content", "wp-includes", "wp-login.php", "wp-json", "wp-cron.php", "wp-config.php"),
    *("wp-signup.php", "wp-trackback.php", "wp-comments-post.php", "admin-ajax.php", "xmlrpc.php"),
)
_SYSTEMS: Mapping[str, str] = {
    **dict.fromkeys(_WORDPRESS, "WordPress"),
    **dict.fromkeys(("administrator",), "Joomla"),
    **dict.fromkeys(("typo3conf", "typo3temp", "fileadmin"), "TYPO3"),
    **dict.fromkeys(("catalogsearch",), "Magento"),
    **dict.fromkeys(("phpmyadmin",), "phpMyAdmin"),
}
"""Directories and files with the same names in all installations of a system."""
_WORDS = (
    *("account", "admin", "archives", "articles", "catalog", "categories", "category", "checkout", "comments"),
    *("customer", "download", "downloads", "internal", "members", "password", "preview", "private", "products"),
    *("register", "reports", "resources", "reviews", "scripts", "search", "services", "settings", "shopping"),
    *("statistics", "templates", "uploads", "wishlist", "signup", "signin", "logout", "newsletter"),
)
"""Names of directories that many sites have."""
_OTHER_WORDS = frozenset({"administrador", "categorias", "membres", "ressources"})
"""Words of other languages that look like typos of these."""
_SEGMENT = re.compile(rb"(?<=/)[A-Za-z0-9_.-]{4,24}(?=[/?*$\n]|\Z)")
_APART = re.compile(rb"(?<=/)(?:cgi/bin|cgi_bin|wp/(?:admin|content|includes|login\.php))(?=[/?*$]|\Z)")
"""Names with a slash, or another sign, instead of a hyphen."""
_SEPARATORS = str.maketrans("", "", "-_")
_SHORTEST_SHORTENED = 6
_LONG_ENOUGH = 9
_MOST_TOLD = 20


def mistyped_path(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a directory or a file whose name misses a well-known one by a letter, a sign or the case."""
    found = {segment: meant for segment in set(_SEGMENT.findall(facts.text)) if (meant := _meant(segment))}
    if b"cgi" in facts.text or b"/wp/" in facts.text:
        found |= {
            name: re.sub(r"[/_]", "-", name.decode()) for rule in facts.rules for name in _APART.findall(rule.pattern)
        }
    if not found:
        return
    mistyped = re.compile(rb"(?<=/)(?:" + b"|".join(map(re.escape, sorted(found))) + rb")(?=[/?*$]|\Z)")
    written = {(rule.allow, rule.pattern) for rule in facts.rules}
    odd = [rule for rule in facts.rules if not rule.rewritten and mistyped.search(rule.written)][:_MOST_TOLD]
    for rule in odd:
        place = mistyped.search(rule.written)
        if place is None:
            continue
        meant = found[place[0]]
        right = rule.written[: place.start()] + meant.encode() + rule.written[place.end() :]
        if (rule.allow, right) not in written and not right.startswith(rule.written):
            start = facts.lines[rule.line - facts.first_line].google.value_start
            at, behind = start + place.start(), start + place.end()
            edit = Edit(Place(rule.line, at), Place(rule.line, behind), meant.encode())
            fix = Fix("write-value", (edit,), args={"value": right})
            system = _SYSTEMS.get(meant, "")
            args: dict[str, Value] = {"name": place[0], "meant": meant.encode(), "system": system}
            variant, severity = ("", None) if system else ("word", Severity.INFORMATION)
            yield Diagnostic(rule.line, at, behind, args=args, fixes=(fix,), variant=variant, severity=severity)


PATH_SLIP = LintRule(
    "RS447",
    "path-slip",
    Severity.WARNING,
    title="Misspelled well-known path",
    messages={
        "": "{system} calls this {meant}. Paths must match letter by letter, so {name} is a different path.",
        "word": "{name} looks like a typo for {meant}, which this rule does not match.",
    },
    fixes=WRITE_VALUE,
    group=mistyped_path,
    needs=Trait.PATH,
)


@cache
def _typos() -> Mapping[str, str]:
    """Return the intended names by their usual misspellings in lower case."""
    found: dict[str, str] = {}
    for name in chain(_WORDS, _SYSTEMS):
        for slip in _misspelled(name):
            found.setdefault(slip, name)
    for name in chain(_WORDS, _SYSTEMS, _OTHER_WORDS):
        found.pop(name, None)
    return found


def _misspelled(name: str) -> Iterator[str]:
    """Yield a name with two letters swapped, one missing, or one doubled."""
    for at in range(1, len(name) - 1):
        head, here, behind = name[:at], name[at], name[at + 1 :]
        if name[at : at + 2].isalpha():
            yield head + behind[:1] + here + behind[1:]
        if here.isalpha() and len(name) >= _SHORTEST_SHORTENED:
            yield head + behind
        if here.isalpha() and here not in (head[-1:], behind[:1]):
            yield head + here + here + behind
    if name in _SYSTEMS and name[-1].isalpha():
        yield name[:-1]
        yield name + "s"


@cache
def _by_letters() -> Mapping[str, str]:
    """Return the names of systems by their letters, without the signs between them."""
    return {name.translate(_SEPARATORS): name for name in _SYSTEMS if name.translate(_SEPARATORS) != name}


@lru_cache(maxsize=1 << 15)  # more than the longest file has; four megabytes if a survey fills it
def _meant(segment: bytes) -> str:
    """Return the intended name for a misspelled path segment; empty if it is right or unknown."""
    name = segment.decode()
    lowered = name.lower()
    if lowered in _SYSTEMS:
        return lowered if name != lowered and lowered.startswith(("wp-", "admin-")) else ""
    return _typos().get(lowered, "") or _by_letters().get(lowered.translate(_SEPARATORS), "") or _nearly(lowered)


@cache
def _long_names() -> Mapping[tuple[str, str, int], tuple[str, ...]]:
    """Return the names in which any wrong letter is a typo, by first letter, last letter and length."""
    found: dict[tuple[str, str, int], tuple[str, ...]] = {}
    for name in chain(_WORDS, _SYSTEMS):
        key = (name[0], name[-1], len(name))
        if len(name) >= _LONG_ENOUGH:
            found[key] = (*found.get(key, ()), name)
    return found


def _nearly(name: str) -> str:
    """Return the long name that differs by one inner letter, replaced or added."""
    if name in _OTHER_WORDS or name in _WORDS:
        return ""
    for known in _long_names().get((name[0], name[-1], len(name)), ()):
        if sum(one != other for one, other in zip(name, known, strict=True)) == 1:
            return known
    for known in _long_names().get((name[0], name[-1], len(name) - 1), ()):
        at = next(place for place in range(len(name)) if name[place : place + 1] != known[place : place + 1])
        if name[at + 1 :] == known[at:]:
            return known
    return ""
