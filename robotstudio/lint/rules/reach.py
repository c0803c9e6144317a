"""Rules that reach less far or further than they seem to."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from robotstudio.engine import Rule
from robotstudio.engine.patterns import compile_pattern
from robotstudio.lint.affected import rules_close
from robotstudio.lint.facts import GroupFacts
from robotstudio.lint.model import Diagnostic, Edit, Fix, LintRule, Place, Severity, Trait, Value
from robotstudio.lint.rules.common import WHOLE_SITE, WRITE_VALUE, beginning, open_for, share_paths
from robotstudio.text.language import Plural

_ODD = re.compile(
    rb"^(?:(?P<home>/\$)|(?P<dot>/\.)|(?P<letter>/[a-z0-9])|(?P<anywhere>/?\*[a-z0-9.-]\**)|(?P<within>/?\*[a-z]{2,6}\*?)|(?P<ampersand>/[^\n?*&]*+&[\w-]++=[\w.%-]*+\*?)"
    rb"|(?P<second>[^\n?]*+\?[\w\[\]%-]++=\*?\?[\w\[\]%-]++=[^\n?]*+)|(?P<directories>/\*/(?:\*/)?)|(?P<bare>/[a-z][\w-]*+=[\w%.-]*+\*?)|(?P<parameter>/[?;]\*?[\w.\[\]%-]++=[^\n&]*)|(?P<value>[^\n$]*[?&][^\n$=&?]++=\$)"
    rb"|(?P<page>(?:/[\w~%-]++)+/\$)|(?P<stem>(?:/[\w~%-]++)+\$)|(?P<slash>/[\w/~%-]*+\*[\w/~%*-]*+(?<=/)\$)|(?P<mark>/[\w/*-]*+(?<=[\w-])\?++(?=[/.])[\w./*$-]*+))$",
    re.MULTILINE,
)
_MOST_LOOKED_AT = 200
_MOST_COMPARED = 50
_OF_HOME_PAGES = frozenset(
    b"q s p m page_id cat tag author attachment_id search option feed rest_route preview post_type id".split()
)
"""Parameters that select a page at the address of the home page."""

_MANY_LETTERS = 3
_WITHIN = dict(
    each.split(b":")
    for each in (
        b"action:transaction ad:download add:address admin:badminton api:capital app:happy art:article back:feedback"
        b" cart:cartoon cat:location con:second date:update dev:device edit:credit event:prevention feed:feedback"
        b" form:information ical:medical id:video lang:language list:specialist"
        b" log:catalog mail:email new:news old:gold order:border page:homepage pid:rapid post:poster print:fingerprint"
        b" product:production rate:corporate ref:preference rss:cross-site search:research shop:workshop sid:inside"
        b" sort:resort tag:vintage test:contest view:interview"
    ).split()
)
"""Short words that people block anywhere, with longer ones that contain them."""


def unusual_reach(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a rule only for the home page, for one address, or for everything in a directory: hardly intended."""
    text = facts.text
    signs = (b"$", b"?", b"=", b"*")
    if not (any(sign in text for sign in signs) or any(len(each) == 2 for each in facts.patterns)):
        return
    kinds = {found[0]: found.lastgroup or "" for found in _ODD.finditer(text)}
    for kind, check in _CHECKS.items():
        odd = {pattern for pattern, each in kinds.items() if each == kind}
        if odd:
            yield from check(facts, [rule for rule in facts.disallows(odd) if not rule.rewritten][:_MOST_LOOKED_AT])


UNUSUAL_REACH = LintRule(
    "RS436",
    "unusual-reach",
    Severity.INFORMATION,
    title="Rule with an unusual reach",
    messages={
        "": "{path} blocks only the home page, and nothing below it. To block the whole site, write / without the $.",
        "dot": "{path} blocks only paths that start with it, such as hidden files. To block the whole site, write /.",
        "directories": "{path} blocks everything in every directory: only top-level files stay open.",
        "directories/two": (
            "{path} blocks everything two or more directories deep, whatever the directories are called."
        ),
        "mark": (
            "A ? is taken literally: {path} matches only URLs with a query, not those with another character there."
        ),
        "page": "{path} blocks only this one URL: what is below it stays open.",
        "parameter": Plural(
            "{path} matches only the home page with this parameter. For all pages, write {right}.",
            "{count} rules of the group match only the home page with a parameter, at lines {lines}. For all pages, "
            "write {right} instead of {path}.",
        ),
        "bare": (
            "There is no ? in {path}: it matches paths that begin like this. For the parameter {name}, write {right}."
        ),
        "slash": "Because of the $, {path} matches only URLs that end in a slash: others stay open.",
        "letter": "{path} blocks everything that starts with it, not only a directory or a page of that name.",
        "anywhere": "{path} matches nearly every URL: all that contain {sign}.",
        "within": "{path} also matches words that contain {word}, such as {example}.",
        "ampersand": "There is no ? in {path}: the & belongs to the path. For the parameter {name}, write {right}.",
        "second": "After the first ?, parameters follow an &: {path} matches only URLs with two question marks.",
        "value": "The $ ends the rule after the =: {path} matches only URLs in which {name} is last and has no value.",
    },
    fixes=WRITE_VALUE,
    group=unusual_reach,
    needs=Trait.PATH,
)


def _home(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        yield _found(facts, rule, "", rules_close(b"Disallow: /$", "/"))


def _directories(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        variant = "directories/two" if rule.pattern.count(b"*") > 1 else "directories"
        yield _found(facts, rule, variant, rules_close(b"Disallow: /*/", "/a/b"))


def _parameter(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    """Report `/?sort=`, which matches only the home page, once per group."""
    odd = []
    for rule in rules:
        name = rule.pattern[2:].lstrip(b"*").partition(b"=")[0]
        is_elsewhere = any(
            facts.text.count(b"*" + sign + name) > rule.pattern.count(b"*" + sign + name) for sign in (b"", b"?")
        )
        if name.lower() not in _OF_HOME_PAGES and not is_elsewhere:
            odd.append(rule)
    if odd:
        right = b"/*" + odd[0].written[1:]
        args: dict[str, Value] = {"right": right, "count": len(odd), "lines": tuple(rule.line for rule in odd)}
        yield _found(facts, odd[0], "parameter", open_for(b"/?a=", "/b?a=1"), args, right)


def _value(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        name = re.split(rb"[?&*]", rule.written)[-1].partition(b"=")[0]
        right = rule.written[:-1]
        if name:
            yield _found(facts, rule, "value", open_for(b"/*?a=$", "/b?a=1"), {"name": name}, right)


def _bare(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        name = rule.written[1:].partition(b"=")[0]
        right = b"/*" + rule.written[1:]
        if right not in facts.patterns:
            yield _found(facts, rule, "bare", open_for(b"/a=", "/b?a=1"), {"name": name, "right": right}, right)


def _letter(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    is_odd = (
        len(rules) < _MANY_LETTERS <= len(facts.rules)
    )  # many such rules are systematic, and few rules are easy to check
    for rule in rules if is_odd else ():
        yield _found(facts, rule, "letter", rules_close(b"Disallow: /a", "/ab"))


def _anywhere(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        args: dict[str, Value] = {"sign": rule.written.strip(b"/*")}
        yield _found(facts, rule, "anywhere", rules_close(b"Disallow: /*b", "/ab"), args)


def _within(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        word = rule.written.strip(b"/*")
        example = _WITHIN.get(word)
        if example:
            args: dict[str, Value] = {"word": word, "example": example}
            yield _found(facts, rule, "within", rules_close(b"Disallow: /*min", "/admin"), args)


def _ampersand(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        head, _, tail = rule.written.partition(b"&")
        right = head + b"*" + b"?" + tail
        args: dict[str, Value] = {"name": tail.partition(b"=")[0], "right": right}
        yield _found(facts, rule, "ampersand", open_for(b"/a&b=", "/a?b=1"), args, right)


def _second(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        head, _, tail = rule.written.rpartition(b"?")
        yield _found(
            facts, rule, "second", open_for(b"/*?a=*?b=", "/c?a=1&b=2"), right=head.rstrip(b"*") + b"*&" + tail
        )


def _page(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        plain = rule.written.removesuffix(b"/$")
        beginning_so = sum(pattern.startswith(plain) for pattern in facts.patterns)
        if beginning_so == 1:  # else other rules say what becomes of the rest
            yield _found(facts, rule, "page", open_for(b"/a/$", "/a/b"), right=plain + b"/")


def _stem(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    """Report `/topic$` with an Allow below it that no other rule blocks."""
    closing = [rule for rule in facts.rules if not rule.allow and rule.written] if facts.allows else []
    for rule in rules if len(closing) <= _MOST_COMPARED else ():
        plain = rule.written.removesuffix(b"$")
        below = [each.pattern for each in facts.allows if each.pattern.startswith(plain + b"/")][:_MOST_COMPARED]
        others = [each for each in closing if below and each is not rule]
        if below and not any(_blocks_below(each, plain + b"/", below) for each in others):
            yield _found(facts, rule, "page", open_for(b"/a$", "/a/b"), right=plain)


def _blocks_below(rule: Rule, directory: bytes, allowed: Sequence[bytes]) -> bool:
    """Return True if a rule blocks something in a directory by its name, or one of the allowed paths there."""
    head = beginning(rule.pattern)
    if len(head) > 1 or rule.pattern in WHOLE_SITE:
        return share_paths(head, directory)
    pattern = compile_pattern(rule.pattern)
    return any(pattern.matches(path.removesuffix(b"$")) for path in allowed)


def _dot(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules if len(facts.rules) == 1 else ():  # beside others it is meant for hidden files
        yield _found(facts, rule, "dot", open_for(b"/.", "/a"), right=b"/")


def _slash(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        if facts.text.count(rule.written[:-2]) == 1:  # else other rules say what becomes of the rest
            yield _found(facts, rule, "slash", open_for(b"/a/*/$", "/a/b/c"))


def _mark(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        yield _found(facts, rule, "mark", open_for(b"/v?/", "/v1/"))


_CHECKS: dict[str, Callable[[GroupFacts, Sequence[Rule]], Iterator[Diagnostic]]] = {
    "home": _home,
    "directories": _directories,
    "parameter": _parameter,
    "bare": _bare,
    "letter": _letter,
    "anywhere": _anywhere,
    "within": _within,
    "ampersand": _ampersand,
    "second": _second,
    "value": _value,
    "page": _page,
    "stem": _stem,
    "dot": _dot,
    "slash": _slash,
    "mark": _mark,
}


def _found(
    facts: GroupFacts,
    rule: Rule,
    variant: str,
    dialects: tuple[str, ...],
    args: dict[str, Value] | None = None,
    right: bytes = b"",
) -> Diagnostic:
    """Make the finding for one rule, with the value that may be intended."""
    start, end = facts.lines[rule.line - facts.first_line].google.value_span
    edit = Edit(Place(rule.line, start), Place(rule.line, end), right)
    fixes = (Fix("write-value", (edit,), args={"value": right}),) * bool(right)
    severity = Severity.HINT if variant == "bare" else None
    return Diagnostic(
        rule.line,
        start,
        end,
        args={"path": rule.written} | (args or {}),
        fixes=fixes,
        variant=variant,
        dialects=dialects,
        severity=severity,
    )


_TAIL = re.compile(rb"^([^\n?&*]*+\*)([A-Za-z_]\w{0,11})=\*?$", re.MULTILINE)
_TRACKING = tuple(
    b"utm_source utm_medium utm_campaign utm_term utm_content utm_id gclid dclid fbclid msclkid yclid ttclid twclid"
    b" wbraid gbraid gad_source gad_campaignid mc_cid mc_eid srsltid".split()
)
"""Parameters that ads, newsletters and product listings append to addresses of pages."""
_SHOWN = 3


def end_of_parameters(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a star and a short name: it matches each parameter that ends so, even those that ads append."""
    if b"=" not in facts.text or not {b"/*?", b"*?", b"/*?*"}.isdisjoint(facts.patterns):
        return
    tails = {found[0]: found for found in _TAIL.finditer(facts.text)}
    for rule in facts.disallows(tails.keys())[:_MOST_LOOKED_AT] if tails else ():
        head, name = tails[rule.pattern].groups()
        others = [each for each in _TRACKING if each.endswith(name) and name not in {each, b"clid"}]
        told = [each.decode() for each in others if each not in facts.text and each[:4] not in facts.text]
        if told and not rule.rewritten:
            start, end = facts.lines[rule.line - facts.first_line].google.value_span
            rights = (head + b"?" + name + b"=", head + b"&" + name + b"=")
            edit = Edit(Place(rule.line, start), Place(rule.line, end), b"\nDisallow: ".join(rights))
            args: dict[str, Value] = {"path": rule.written, "others": tuple(told[:_SHOWN])}
            fix = Fix("name-parameter", (edit,), args={"first": rights[0], "second": rights[1]})
            dialects = rules_close(b"Disallow: /*?n=", "/a?n=b")  # some dialects read /*n= differently
            yield Diagnostic(rule.line, start, end, args=args, fixes=(fix,), dialects=dialects)


END_OF_PARAMETERS = LintRule(
    "RS448",
    "end-of-parameters",
    Severity.INFORMATION,
    title="Rule for all parameters with the same ending",
    messages={
        "": "{path} matches every parameter with this ending: {others} too, which ads and newsletters add to links.",
    },
    fixes={"name-parameter": "Write {first} and {second}"},
    group=end_of_parameters,
    needs=Trait.STAR,
)


_PAGES = re.compile(rb"/?\*(\.(?:html?|php|aspx?|jsp|shtml|xhtml|cfm))\*?")
_WITH_PARAMETER = re.compile(rb"/?\*(\?[\w-]++=)")


def allow_over_parameters(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report an Allow for all pages of a type that is at least as long as a Disallow for a parameter, so it wins."""
    allows = [rule for rule in facts.allows if not rule.rewritten and _PAGES.fullmatch(rule.pattern)]
    queries = [rule for rule in facts.rules if allows and not rule.allow and _WITH_PARAMETER.match(rule.pattern)]
    for rule in allows[:_MOST_LOOKED_AT]:
        beaten = [each for each in queries if len(each.pattern) <= len(rule.pattern)]
        page, query = _PAGES.fullmatch(rule.pattern), _WITH_PARAMETER.match(beaten[0].pattern) if beaten else None
        if page and query:
            lines = tuple(each.line for each in beaten)
            sample = b"/page" + page[1] + query[1] + b"1"
            args: dict[str, Value] = {"path": rule.written, "lines": lines, "sample": sample}
            yield Diagnostic(
                rule.line, args=args, variant="" if len(lines) == 1 else "several", dialects=_opened_by_type()
            )


ALLOW_OVER_PARAMETERS = LintRule(
    "RS450",
    "allow-over-parameters",
    Severity.WARNING,
    title="Allow that wins over rules for parameters",
    messages={
        "": "{path} is at least as long as the rule in line {lines}, so under RFC 9309 it wins: {sample} stays open.",
        "several": (
            "{path} is at least as long as the rules at lines {lines}, so under RFC 9309 it wins: {sample} stays open."
        ),
    },
    group=allow_over_parameters,
    needs=Trait.SEVERAL_RULES,
)


@cache
def _opened_by_type() -> tuple[str, ...]:
    """Return the dialects in which such an Allow opens what such a Disallow closes."""
    query, path = b"Disallow: /*?b=", "/a.html?b=1"
    still = rules_close(query + b"\nAllow: /*.html", path)
    return tuple(each for each in rules_close(query, path) if each not in still)
