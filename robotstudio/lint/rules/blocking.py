"""RS43x: what rules block that is needed, or that nobody meant."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from robotstudio.engine import Group, Rule
from robotstudio.engine.crawlers import CATALOGUE, Crawler
from robotstudio.engine.groups import GLOBAL
from robotstudio.engine.patterns import compile_pattern
from robotstudio.engine.tokens import Field
from robotstudio.lint.addresses import address_of
from robotstudio.lint.affected import closed_by
from robotstudio.lint.draft import Draft, GroupFacts, LineFacts
from robotstudio.lint.model import EVERY, NOBODY, Edit, Fix, Found, LintRule, Place, Severity, Value
from robotstudio.lint.rules.members import WHOLE_SITE
from robotstudio.lint.rules.paths import Prefixes

_SEARCH = {
    token: tuple(each.lower().encode() for each in CATALOGUE.crawlers[token].chain)
    for token in CATALOGUE.main_engines["lint"]
}
"""The crawlers of the main search engines, with the tokens that they look for."""

_compiled = lru_cache(maxsize=8192)(compile_pattern)
_MAIN = frozenset({"Googlebot", "bingbot"})
_SEARCH_TOKENS = frozenset(token for tokens in _SEARCH.values() for token in tokens) | {GLOBAL}
_ROBOTS_TXT = b"/robots.txt"
_MOST_SITEMAPS = 20
_MOST_SLASHLESS = 2000
_SHOWN = 3
_RESOURCES = re.compile(
    rb"^(?:[^\n]*\*\.(?:css|js)(?:[$*?][^\n]*)?"
    rb"|(?:/[^\n*]*)?/(?:css|js|javascripts?|stylesheets?|wp-includes|_next|_next/static|wp-content/themes)(?:/\**)?)$",
    re.MULTILINE | re.IGNORECASE,
)
_SIGNS_OF_RESOURCES = (b".css", b".js", b"/css", b"/js", b"/javascript", b"/stylesheet", b"/wp-", b"/_next")
_GOES_ON = re.compile(rb"[A-Za-z0-9_-]")


def slashless_directory(draft: Draft) -> Iterator[Found]:
    """A directory without its last slash, where known paths begin like it and lie elsewhere."""
    sample = draft.setting.sample
    for rule in _slashless(draft) if sample else ():
        inside, others = _of_sample(sample, rule.pattern)
        if inside and others:
            start, end = draft.lines[rule.line - 1].google.value_span
            fix = Fix("add-last-slash", (Edit(Place(rule.line, end), Place(rule.line, end), b"/"),))
            args: dict[str, Value] = {
                "path": rule.pattern,
                "count": len(others),
                "others": tuple(path.decode("utf-8", "replace") for path in others[:_SHOWN]),
            }
            yield Found(rule.line, start, end, args=args, fixes=(fix,))


def _slashless(draft: Draft) -> Sequence[Rule]:
    """The Disallow rules that may be directories whose last slash was forgotten."""
    found = [
        rule
        for group in draft.google.groups
        for rule in group.rules
        if not rule.allow and not rule.pattern.endswith(b"/") and len(rule.pattern) > 1
    ]
    return [rule for rule in found[:_MOST_SLASHLESS] if not re.search(rb"[*$?.=&]", rule.pattern)]


def _of_sample(sample: Sequence[bytes], pattern: bytes) -> tuple[bool, Sequence[bytes]]:
    """Whether paths lie in the directory of that name, and the paths that only begin like it."""
    end = bisect_left(sample, pattern + b"\xff")
    begun = sample[bisect_left(sample, pattern) : end]
    inside = any(path[len(pattern) : len(pattern) + 1] == b"/" for path in begun)
    return inside, [path for path in begun if _GOES_ON.match(path, len(pattern))]


def blocked_resources(facts: GroupFacts) -> Iterator[Found]:
    """Style sheets and scripts that search engines may not fetch: they cannot see the pages as people do."""
    if _SEARCH_TOKENS.isdisjoint(agent.token.lower() for agent in facts.group.agents):
        return
    lowered = facts.text.lower()
    if not any(sign in lowered for sign in _SIGNS_OF_RESOURCES):
        return
    blocked = {match[0] for match in _RESOURCES.finditer(facts.text)}
    rules = facts.disallows(blocked) if blocked else ()
    is_reopened = any(re.search(rb"\.(?:css|js)\b", rule.pattern) for rule in facts.allows)
    if rules and not is_reopened:
        for rule in rules:
            yield Found(rule.line, args={"path": rule.written})


def blocked_site(draft: Draft) -> Iterator[Found]:
    """The whole site is blocked, for main search engines or for every crawler that no other group names."""
    groups = draft.google.groups
    everyone = _naming(groups, GLOBAL)
    general = _whole_block(everyone)
    blocked: dict[int, tuple[bool, list[str]]] = {}
    for name, tokens in _SEARCH.items():
        own = next((found for token in tokens if (found := _naming(groups, token))), None)
        rule = general if own is None or own == everyone else _whole_block(own)
        if rule:
            blocked.setdefault(rule.line, (rule is general, []))[1].append(name)
    if general and general.line not in blocked:
        yield Found(general.line, variant="others")
    for line, (is_general, names) in blocked.items():
        severity = Severity.WARNING if is_general and not _MAIN.isdisjoint(names) else None
        variant = "global" if is_general else ""
        dialects = EVERY if is_general else _reading_as(names)
        yield Found(line, args={"names": tuple(names)}, variant=variant, severity=severity, dialects=dialects)


def _naming(groups: Sequence[Group], token: bytes) -> list[Group]:
    return [group for group in groups if any(agent.token.lower() == token for agent in group.agents)]


def _whole_block(groups: Sequence[Group]) -> Rule | None:
    """The rule that blocks everything in some groups, where no Allow opens anything."""
    rules = [rule for group in groups for rule in group.rules]
    if WHOLE_SITE.isdisjoint([rule.pattern for rule in rules]) or any(rule.allow and rule.written for rule in rules):
        return None
    return next((rule for rule in rules if not rule.allow and rule.pattern in WHOLE_SITE), None)


def blocked_robots_txt(line: LineFacts) -> Iterator[Found]:
    """A rule that blocks /robots.txt itself: crawlers fetch that file all the same, before they know its rules."""
    value = line.google.value
    if b"txt" in value and value not in WHOLE_SITE and compile_pattern(value).matches(_ROBOTS_TXT):
        yield Found(1, *line.google.value_span, args={"path": value}, dialects=NOBODY)


def mostly_blocked_site(draft: Draft) -> Iterator[Found]:
    """The whole site is blocked but for what some Allow opens, for main search engines or for all others."""
    groups = draft.google.groups
    told: set[int] = set()
    for tokens in ((GLOBAL,), *_SEARCH.values()):
        own = next((found for token in tokens if (found := _naming(groups, token))), [])
        rules = [rule for group in own for rule in group.rules]
        opened = [rule for rule in rules if rule.allow and rule.written]
        block = next((rule for rule in rules if not rule.allow and rule.pattern in WHOLE_SITE), None)
        if block is None or not opened or block.line in told or any(rule.pattern in WHOLE_SITE for rule in opened):
            continue
        told.add(block.line)
        names = tuple(dict.fromkeys(_name(agent.written) for group in own for agent in group.agents))
        args: dict[str, Value] = {
            "names": names,
            "open": tuple(_name(rule.written) for rule in opened),
            "lines": tuple(rule.line for rule in opened),
        }
        is_first = block.pattern == b"/" and block.line < opened[0].line
        is_general = names == ("*",)
        dialects = EVERY if GLOBAL in tokens else _reading_as(_following(groups, own))
        closed = closed_by(b"User-agent: *\nDisallow: /\nAllow: /a\n", "/a") if is_first else ()
        if GLOBAL not in tokens and set(dialects) <= set(closed):
            yield Found(block.line, args=args, variant="closed", severity=Severity.WARNING, dialects=dialects)
            continue
        variant = ("global" if is_general else "") + ("/order" if is_first else "")
        yield Found(block.line, args=args, variant=variant.strip("/"), dialects=dialects)


def _following(groups: Sequence[Group], own: Sequence[Group]) -> Iterator[str]:
    """The crawlers of search engines that follow some groups."""
    for name, tokens in _SEARCH.items():
        if next((found for token in tokens if (found := _naming(groups, token))), None) == own:
            yield name


def _reading_as(names: Iterable[str]) -> tuple[str, ...]:
    """The dialects in which some crawlers read."""
    found = {CATALOGUE.crawler_for(name).dialect for name in names}
    return tuple(each for each in EVERY if each in found)


def _name(written: bytes) -> str:
    return written.decode("utf-8", "replace")


def blocked_sitemap(draft: Draft) -> Iterator[Found]:
    """Sitemaps that the file names and blocks: search engines that may fetch the site cannot read them."""
    sitemaps = [
        (number, address_of(line.google.value.decode("utf-8", "replace")))
        for number, line in draft.lines_of(Field.SITEMAP)[:_MOST_SITEMAPS]
    ]
    hosts = {address.host for _, address in sitemaps}
    own = address_of(draft.setting.address).host if draft.setting.address else next(iter(hosts), "")
    if not own or (not draft.setting.address and len(hosts) > 1):
        return
    named = _named(draft, {each.path for _, each in sitemaps if each.host == own})
    blocked: dict[int, list[tuple[Crawler, int]]] = {}
    for crawler in map(CATALOGUE.crawler_for, _SEARCH) if named else ():
        reading = draft.reading(crawler.dialect)
        if not reading.decide(f"https://{own}/", crawler.agent).allowed:
            continue  # whoever closes the site to a crawler closes the sitemaps too
        for number, each in sitemaps:
            if each.host == own and each.path in named:
                verdict = reading.decide(f"https://{own}{each.path.decode('ascii', 'replace')}", crawler.agent)
                if verdict.rule is not None and not verdict.allowed:
                    blocked.setdefault(number, []).append((crawler, verdict.rule.line))
    alike: dict[tuple[tuple[str, int], ...], list[int]] = {}
    for number in sorted(blocked):
        alike.setdefault(tuple((crawler.token, line) for crawler, line in blocked[number]), []).append(number)
    for numbers in alike.values():
        yield _blocked_alike(draft, numbers, blocked[numbers[0]])


def _blocked_alike(draft: Draft, numbers: Sequence[int], by: Sequence[tuple[Crawler, int]]) -> Found:
    """What is said of sitemaps that the same rules block for the same crawlers."""
    lines = tuple(sorted({line for _, line in by}))
    args: dict[str, Value] = {
        "line": lines,
        "path": draft.lines[lines[0] - 1].google.value,
        "names": tuple(crawler.title for crawler, _ in by),
        "lines": tuple(numbers),
        "count": len(numbers),
    }
    concerned = {crawler.dialect for crawler, _ in by}
    variant = "/".join(("rules",) * (len(lines) > 1) + ("several",) * (len(numbers) > 1))
    return Found(
        numbers[0],
        *draft.lines[numbers[0] - 1].google.value_span,
        args=args,
        variant=variant,
        dialects=tuple(each for each in EVERY if each in concerned),
        severity=None if any(crawler.token in _MAIN for crawler, _ in by) else Severity.INFORMATION,
    )


def _named(draft: Draft, paths: Collection[bytes]) -> frozenset[bytes]:
    """The paths that some Disallow of some group matches: only of these it is worth asking who may fetch them.

    Each rule is looked at once, however many paths there are; matched is only what has a part of a path in it.
    """
    rules = {rule.pattern for group in draft.google.groups for rule in group.rules if not rule.allow and rule.written}
    wild = [pattern for pattern in rules if b"*" in pattern or b"$" in pattern] if paths else []
    begins = Prefixes(rules.difference(wild))
    text = b"\n".join(paths)
    able = [_compiled(pattern) for pattern in wild if max(re.split(rb"[*$]", pattern), key=len) in text]
    return frozenset(path for path in paths if begins.begin(path) or any(pattern.matches(path) for pattern in able))


RULES = (
    LintRule("RS430", "slashless-directory", Severity.WARNING, file=slashless_directory),
    LintRule("RS431", "blocked-resources", Severity.WARNING, group=blocked_resources),
    LintRule("RS432", "blocked-site", Severity.INFORMATION, file=blocked_site),
    LintRule(
        "RS433",
        "blocked-robots-txt",
        Severity.INFORMATION,
        line=blocked_robots_txt,
        fields=frozenset({Field.DISALLOW}),
        looks_at_plain=True,
    ),
    LintRule("RS434", "blocked-sitemap", Severity.WARNING, file=blocked_sitemap),
    LintRule("RS435", "mostly-blocked-site", Severity.INFORMATION, file=mostly_blocked_site),
)
