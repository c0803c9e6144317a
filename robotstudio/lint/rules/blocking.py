"""URLs that are blocked and should not be."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from robotstudio.engine import Group, Rule
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.groups import GLOBAL
from robotstudio.engine.patterns import compile_pattern
from robotstudio.engine.tokens import Field
from robotstudio.lint.affected import closed_by
from robotstudio.lint.context import LintContext
from robotstudio.lint.facts import GroupFacts, LineFacts
from robotstudio.lint.model import EVERY, NOBODY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Trait, Value
from robotstudio.lint.rules.common import RULE_FIELDS, WHOLE_SITE
from robotstudio.text.language import Plural

SEARCH_ENGINES = {
    token: tuple(each.lower().encode() for each in CATALOGUE.crawlers[token].chain)
    for token in CATALOGUE.main_engines["lint"]
}
"""The crawlers of the main search engines, with their token chains in lower case."""
LARGEST_ENGINES = frozenset(CATALOGUE.main_engines["largest"])
SEARCH_TOKENS = frozenset(token for tokens in SEARCH_ENGINES.values() for token in tokens) | {GLOBAL}
_ROBOTS_TXT = b"/robots.txt"
_MOST_SLASHLESS = 2000
_SHOWN = 3
_RESOURCES = re.compile(
    rb"^(?:[^\n]*\*\.(?:css|js)(?:[$*?][^\n]*)?"
    rb"|(?:/?\*|/[^\n*]*)?/(?:css|js|javascripts?|stylesheets?|wp-includes|_next|_next/static|_nuxt"
    rb"|wp-content|wp-content/(?:themes|plugins|uploads/elementor)|skin/frontend|sites/all/themes|media/jui)(?:/\**)?)$",
    re.MULTILINE | re.IGNORECASE,
)
_TYPE = re.compile(rb"\.(?P<type>css|js)(?P<end>[$?]|\b)", re.IGNORECASE)
_PICTURES = re.compile(
    rb"^/(?:wp-content/uploads|images?|img|pictures|photos|pics|pub/media|media/(?:catalog|wysiwyg))(?:/\**)?$",
    re.MULTILINE | re.IGNORECASE,
)
_PICTURES_BY_TYPE = re.compile(rb"^/?\*\.(?:jpe?g|png|gif|webp|avif)\$?$", re.MULTILINE | re.IGNORECASE)
_FONTS = re.compile(rb"^(?:/?\*\.(?:woff2?|ttf|otf|eot)\$?|/(?:web)?fonts(?:/\**)?)$", re.MULTILINE | re.IGNORECASE)
_QUERIES = re.compile(rb"^/?\*\?(?:\*|v=|ver=|version=)?$", re.MULTILINE)
_LIKELY_RESOURCES = re.compile(
    rb"^/(?:assets|static|dist|build|bundles|themes|skin|styles|scripts|webpack|packs)(?:/\**)?$",
    re.MULTILINE | re.IGNORECASE,
)
_SIGNS_OF_RESOURCES = (
    b".woff .ttf .otf .eot fonts .jp .png .gif .webp .avif .css .js /css /js /javascript /stylesheet /wp- "
    b"/_next /_nuxt /skin /media /assets /static /dist /build /bundles themes /styles /scripts /webpack "
    b"/packs /im /pic /photos /pub *?"
).split()
_LESS_SURE = {
    "likely": Severity.INFORMATION,
    "pictures": Severity.INFORMATION,
    "fonts": Severity.INFORMATION,
    "query": Severity.HINT,
}
_ASKED_FOR = {
    b"/ads.txt": "ads",
    b"/app-ads.txt": "ads",
    b"/favicon.ico": "icon",
    b"/favicon.png": "icon",
    b"/favicon.svg": "icon",
    b"/llms.txt": "llms",
    b"/sitemap.xml": "sitemap",
    b"/sitemap_index.xml": "sitemap",
    b"/sitemap-index.xml": "sitemap",
    b"/wp-admin/admin-ajax.php": "ajax",
}
"""Files that exist to be requested by programs."""
_GOES_ON = re.compile(rb"[A-Za-z0-9_-]")
_SENSITIVE = re.compile(
    rb"/[_.]?((?:secret|private|confidential|backups?(?:[_-]?[0-9]{2,8})?|dumps?|intranet|(?:db|sql|site|database)[_-](?:backups?|dumps?)"
    rb"|backups?[_-](?:db|sql|files?))(?=[/*$?]|\.(?:zip|sql|txt|gz|tar|bak|csv)|\Z))"
    rb"|[/_.-]((?:passwords|passwd|credentials?|phpmyadmin|\.git|\.env|\.svn|wp-config[\w.-]*+|id_rsa)"
    rb"(?=[/_.*$?-]|\Z))"
    rb"|[?&]((?:[\w-]*(?:token|secret|passw(?:or)?d|pwd|api_?key|auth|signature))=[\w%.-]{8,}+)",
    re.IGNORECASE,
)
_PROGRAM = re.compile(rb"/(?:plugins|modules|wp-includes|themes|vendor|components)/", re.IGNORECASE)
"""Directories of a program's files, which everybody can look up."""


def slashless_directory(context: LintContext) -> Iterator[Diagnostic]:
    """Report a directory without its last slash, if known paths outside of it begin with it."""
    sample = context.setting.sample
    for rule in _slashless(context) if sample else ():
        inside, others = _of_sample(sample, rule.pattern)
        if inside and others:
            start, end = context.lines[rule.line - 1].google.value_span
            fix = Fix("add-last-slash", (Edit(Place(rule.line, end), Place(rule.line, end), b"/"),))
            args: dict[str, Value] = {
                "path": rule.pattern,
                "count": len(others),
                "others": tuple(path.decode("utf-8", "replace") for path in others[:_SHOWN]),
            }
            yield Diagnostic(rule.line, start, end, args=args, fixes=(fix,))


SLASHLESS_DIRECTORY = LintRule(
    "RS430",
    "slashless-directory",
    Severity.WARNING,
    title="Directory without a trailing slash",
    messages={
        "": Plural(
            "{path} blocks everything that starts with it, not only the directory: {others} too ({count} known URL).",
            "{path} blocks everything that starts with it, not only the directory: {others} too ({count} known URLs).",
        ),
    },
    fixes={"add-last-slash": "Add the slash"},
    file=slashless_directory,
)


def _slashless(context: LintContext) -> Sequence[Rule]:
    """Return the Disallow rules that may be directories whose last slash was forgotten."""
    found = [
        rule
        for group in context.google.groups
        for rule in group.rules
        if not rule.allow and not rule.pattern.endswith(b"/") and len(rule.pattern) > 1
    ]
    return [rule for rule in found[:_MOST_SLASHLESS] if not re.search(rb"[*$?.=&]", rule.pattern)]


def _of_sample(sample: Sequence[bytes], pattern: bytes) -> tuple[bool, Sequence[bytes]]:
    """Return True if paths are in the directory of that name, and the paths that only begin with it."""
    end = bisect_left(sample, pattern + b"\xff")
    begun = sample[bisect_left(sample, pattern) : end]
    inside = any(path[len(pattern) : len(pattern) + 1] == b"/" for path in begun)
    return inside, [path for path in begun if _GOES_ON.match(path, len(pattern))]


def blocked_resources(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report style sheets and scripts blocked for search engines: they cannot see the pages as people do."""
    if SEARCH_TOKENS.isdisjoint(agent.token.lower() for agent in facts.group.agents):
        return
    lowered = facts.text.lower()
    if not any(sign in lowered for sign in _SIGNS_OF_RESOURCES):
        return
    kinds = {match[0]: kind for kind, found in _KINDS for match in found.finditer(facts.text)}
    if first := _PICTURES_BY_TYPE.search(facts.text):  # reported once: usually it is a list of types
        kinds[first[0]] = "pictures"
    blocked = {match[0] for match in _RESOURCES.finditer(facts.text)} | kinds.keys()
    rules = facts.disallows(blocked) if blocked else ()
    opening = [rule.pattern for rule in facts.allows if re.search(rb"\.(?:css|js)\b", rule.pattern)] if rules else []
    for rule in rules:
        if not any(_may_reopen(pattern, rule.pattern) for pattern in opening):
            kind = kinds.get(rule.pattern, "")
            yield Diagnostic(rule.line, args={"path": rule.written}, variant=kind, severity=_LESS_SURE.get(kind))


BLOCKED_RESOURCES = LintRule(
    "RS431",
    "blocked-resources",
    Severity.WARNING,
    title="Blocked style sheets and scripts",
    messages={
        "": "{path} blocks style sheets or scripts, so search engines cannot see pages as people do.",
        "fonts": "{path} blocks fonts, so search engines see pages in a different typeface than people do.",
        "pictures": "{path} blocks images, and image search shows only what it can fetch.",
        "query": "{path} also blocks style sheets and scripts with a version in their URL, such as style.css?ver=2.",
        "likely": (
            "Directories with this name often contain style sheets or scripts. Search engines that cannot fetch them "
            "do not see pages as people do."
        ),
    },
    group=blocked_resources,
    needs=Trait.PATH,
)


_KINDS = (("pictures", _PICTURES), ("fonts", _FONTS), ("query", _QUERIES), ("likely", _LIKELY_RESOURCES))


def _may_reopen(allow: bytes, blocked: bytes) -> bool:
    """Return True if an Allow may open a part of what is blocked: the same type, or below the same directory."""
    if b"*" not in allow and b"*" not in blocked:
        return allow.startswith(blocked)
    kind, opened = _TYPE.search(blocked), _TYPE.search(allow)
    if not kind or not opened:
        return True
    if kind["type"].lower() != opened["type"].lower() or {kind["end"], opened["end"]} == {b"$", b"?"}:
        return False
    shorter, longer = sorted((blocked.partition(b"*")[0], allow.partition(b"*")[0]), key=len)
    return longer.startswith(shorter)


def blocked_site(context: LintContext) -> Iterator[Diagnostic]:
    """Report that the whole site is blocked, for main search engines or for every unnamed crawler."""
    named = context.named
    everyone = named.get(GLOBAL, ())
    general = _whole_block(everyone)
    blocked: dict[int, tuple[bool, list[str]]] = {}
    for name, tokens in SEARCH_ENGINES.items():
        own = _naming(named, tokens)
        rule = general if not own or own == everyone else _whole_block(own)
        if rule:
            blocked.setdefault(rule.line, (rule is general, []))[1].append(name)
    if general and general.line not in blocked:
        yield Diagnostic(general.line, variant="others")
    for line, (is_general, names) in blocked.items():
        severity = Severity.WARNING if is_general and not LARGEST_ENGINES.isdisjoint(names) else None
        variant = "global" if is_general else ""
        dialects = EVERY if is_general else _reading_as(names)
        yield Diagnostic(line, args={"names": tuple(names)}, variant=variant, severity=severity, dialects=dialects)


BLOCKED_SITE = LintRule(
    "RS432",
    "blocked-site",
    Severity.INFORMATION,
    title="The whole site is blocked",
    messages={
        "": "{names} may not fetch anything on the site.",
        "global": "Crawlers without a group of their own may not fetch anything on the site, including {names}.",
        "others": "Crawlers without a group of their own may not fetch anything on the site.",
    },
    file=blocked_site,
)


def _naming(named: Mapping[bytes, Sequence[Group]], tokens: Iterable[bytes]) -> Sequence[Group]:
    """Return the groups for the first of some names that has any."""
    return next((named[token] for token in tokens if token in named), ())


def _block_of(groups: Sequence[Group]) -> tuple[Rule | None, Sequence[Rule]]:
    """Return the first rule that blocks the whole site in some groups, and the rules that open parts of it."""
    rules = [rule for group in groups for rule in group.rules]
    whole = [rule for rule in rules if rule.pattern in WHOLE_SITE]
    least = max((len(rule.pattern) + 1 for rule in whole if rule.allow), default=0)  # to outrank an Allow for the site
    block = next((rule for rule in whole if not rule.allow and len(rule.pattern) >= least), None)
    return block, [rule for rule in rules if rule.allow and rule.written and rule.pattern not in WHOLE_SITE]


def _whole_block(groups: Sequence[Group]) -> Rule | None:
    """Return the rule that blocks everything in some groups, if no Allow opens anything."""
    block, opened = _block_of(groups)
    return None if opened else block


def blocked_robots_txt(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a rule that blocks /robots.txt itself: crawlers fetch that file anyway, before they know its rules."""
    value = line.google.value
    if line.field is Field.ALLOW:
        if value.rstrip(b"$") == _ROBOTS_TXT:
            severity = Severity.HINT
            yield Diagnostic(
                1, *line.google.value_span, args={"path": value}, variant="allow", severity=severity, dialects=NOBODY
            )
    elif b"txt" in value and value not in WHOLE_SITE and compile_pattern(value).matches(_ROBOTS_TXT):
        yield Diagnostic(1, *line.google.value_span, args={"path": value}, dialects=NOBODY)


BLOCKED_ROBOTS_TXT = LintRule(
    "RS433",
    "blocked-robots-txt",
    Severity.INFORMATION,
    title="The file blocks itself",
    messages={
        "allow": "Crawlers fetch {path} before they know its rules, so this Allow has no effect.",
        "": "{path} blocks /robots.txt. Crawlers fetch it anyway, before they know its rules.",
    },
    line=blocked_robots_txt,
    fields=RULE_FIELDS,
    in_plain=b"txt",
)


def blocked_file(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a blocked file that programs request by name, such as ads.txt."""
    if SEARCH_TOKENS.isdisjoint(agent.token.lower() for agent in facts.group.agents):
        return
    if not any(word in facts.text for word in (b"txt", b"favicon", b"sitemap", b"ajax")):
        return
    asked = {pattern for pattern in facts.patterns if pattern.rstrip(b"$*/").lower() in _ASKED_FOR}
    for rule in facts.disallows(asked) if asked else ():
        variant = _ASKED_FOR[rule.pattern.rstrip(b"$*/").lower()]
        yield Diagnostic(rule.line, args={"path": rule.written}, variant=variant)


BLOCKED_FILE = LintRule(
    "RS437",
    "blocked-file",
    Severity.INFORMATION,
    title="Blocked file for programs",
    messages={
        "ads": "Crawlers that follow this rule cannot read {path}; ad buyers may think that it is missing.",
        "icon": "Crawlers that follow this rule cannot fetch the icon that search results show.",
        "llms": "Crawlers that follow this rule cannot read {path}, which is written for them.",
        "ajax": "WordPress pages load parts through {path}. Crawlers that follow this rule see pages without them.",
        "sitemap": "Crawlers that follow this rule cannot read {path}, where a sitemap usually is.",
    },
    group=blocked_file,
    needs=Trait.PATH,
)


def mostly_blocked_site(context: LintContext) -> Iterator[Diagnostic]:
    """Report that the whole site is blocked except what some Allow opens, for main engines or all others."""
    named = context.named
    told: set[int] = set()
    for tokens in ((GLOBAL,), *SEARCH_ENGINES.values()):
        own = _naming(named, tokens)
        block, opened = _block_of(own)
        if block is None or not opened or block.line in told:
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
        dialects = EVERY if GLOBAL in tokens else _reading_as(_following(named, own))
        closed = closed_by(b"User-agent: *\nDisallow: /\nAllow: /a\n", "/a") if is_first else ()
        if GLOBAL not in tokens and set(dialects) <= set(closed):
            yield Diagnostic(block.line, args=args, variant="closed", severity=Severity.WARNING, dialects=dialects)
            continue
        is_order = is_first and (GLOBAL in tokens or not set(dialects).isdisjoint(closed))
        variant = ("global" if is_general else "") + ("/order" if is_order else "")
        yield Diagnostic(block.line, args=args, variant=variant.strip("/"), dialects=dialects)


MOSTLY_BLOCKED_SITE = LintRule(
    "RS435",
    "mostly-blocked-site",
    Severity.INFORMATION,
    title="Almost the whole site is blocked",
    messages={
        "": "{names} may fetch only what an Allow line opens: {open}. The rest of the site is blocked.",
        "global": (
            "Crawlers without a group of their own may fetch only what an Allow line opens: {open}. The rest of the "
            "site is blocked."
        ),
        "global/order": (
            "Crawlers without a group of their own may fetch only what an Allow opens: {open}. The rest of the site is "
            "blocked; Baidu and older parsers, which take the first match, may fetch nothing."
        ),
        "closed": ("{names} may not fetch anything: they follow the first match, and this line comes before {open}."),
        "order": (
            "{names} may fetch only what an Allow opens: {open}. The rest of the site is blocked; Baidu and older "
            "parsers, which take the first match, may fetch nothing."
        ),
    },
    file=mostly_blocked_site,
)


def _following(named: Mapping[bytes, Sequence[Group]], own: Sequence[Group]) -> Iterator[str]:
    """Yield the crawlers of search engines that follow some groups."""
    for name, tokens in SEARCH_ENGINES.items():
        if _naming(named, tokens) == own:
            yield name


def _reading_as(names: Iterable[str]) -> tuple[str, ...]:
    """Return the dialects of some crawlers."""
    found = {CATALOGUE.crawler_for(name).dialect for name in names}
    return tuple(each for each in EVERY if each in found)


def _name(written: bytes) -> str:
    return written.decode("utf-8", "replace")


def sensitive_path(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a path that tells strangers where to look: the file is public, and protects nothing."""
    value = line.google.value
    if line.field is Field.DISALLOW and (found := _SENSITIVE.search(value)) and not _PROGRAM.search(value):
        start, word = line.google.value_start, found.lastindex or 1
        yield Diagnostic(
            1, start + found.start(word), start + found.end(word), args={"word": found[word]}, dialects=NOBODY
        )


SENSITIVE_PATH = LintRule(
    "RS415",
    "sensitive-path",
    Severity.INFORMATION,
    title="Path that reveals a secret place",
    messages={
        "": "Everybody can read this file. It keeps crawlers away from {word}, but does not protect it.",
    },
    line=sensitive_path,
    fields=RULE_FIELDS,
    in_plain=b"(?i:%b)" % _SENSITIVE.pattern,
)
