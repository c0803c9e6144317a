"""Search engines that document part of how they read a file; the rest is taken from the standard."""

from robotstudio.engine.dialects.model import FIRST, Clause, Dialect, clauses, nothing_read, whole_bom
from robotstudio.engine.dialects.standard import rfc_clause, specials_in_the_url
from robotstudio.engine.groups import Group, GroupSyntax, Locality, Rule, Statements, blank_separated
from robotstudio.engine.names import first_global, lenient_tokens, select_equal
from robotstudio.engine.paths import ROBOTS_TXT, as_written, normalise_percent, normalised_path_of, path_of
from robotstudio.engine.tokens import RFC_LINES

_YANDEX = "https://yandex.com/support/webmaster/en/"
_BING = "https://blogs.bing.com/webmaster/"
_BAIDU = "http://webseo.com.cn/b/seo/10814.html"

_MOST_RULES = 2048
_MOST_CHARACTERS = 1024


def or_msnbot(token: str) -> tuple[str, ...]:
    """Let Bingbot follow a group for msnbot, which it replaced, if none names it."""
    return ("msnbot",) if token.lower() == "bingbot" else ()


def or_yandex(token: str) -> tuple[str, ...]:
    """Let a robot whose name begins with Yandex follow a group for Yandex if none names it."""
    name = token.lower()
    return ("Yandex",) if name.startswith("yandex") and name != "yandex" else ()


def blank_separated_up_to_2048_rules(lines: Statements, syntax: GroupSyntax) -> tuple[Group, ...]:
    """Collect records that an empty line ends; only the first 2048 rules of the file count."""
    left, groups = _MOST_RULES, []
    for group in blank_separated(lines, syntax):
        groups.append(group if len(group.rules) <= left else Group(group.agents, group.rules[:left]))
        left -= len(groups[-1].rules)
    return tuple(groups)


def up_to_1024_characters(rules: list[Rule]) -> list[Rule]:
    """Drop rules that are longer."""
    return [rule for rule in rules if len(rule.written) <= _MOST_CHARACTERS or _characters(rule) <= _MOST_CHARACTERS]


def _characters(rule: Rule) -> int:
    return len(rule.written.decode("utf-8", "replace"))


BING = Dialect(
    id="bing",
    title="Bing",
    checked_on="2026-11-20",
    lines=RFC_LINES,
    bom_length=whole_bom,
    tokens_of=lenient_tokens,
    select=select_equal,
    fallback_tokens=or_msnbot,
    path_of=normalised_path_of,
    pattern_of=normalise_percent,
    alternatives=specials_in_the_url,
    always_allowed=frozenset({ROBOTS_TXT}),
    clauses=clauses(
        rfc_clause("2.2.2", assumed=True),
        lines=rfc_clause("2.2", assumed=True),
        token=rfc_clause("2.2.1", assumed=True),
        records=rfc_clause("2.1", assumed=True),
        group=Clause("Bing: bingbot on the horizon", _BING + "June-2010/Bing-crawler-bingbot-on-the-horizon"),
        wildcards=Clause(
            "Bing: To crawl or not to crawl", _BING + "2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question"
        ),
        limit=rfc_clause("2.5", assumed=True),
    ),
)

YANDEX = Dialect(
    id="yandex",
    title="Yandex",
    checked_on="2026-11-20",
    lines=RFC_LINES,
    max_bytes=500 * 1024,
    cut=nothing_read,
    bom_length=whole_bom,
    collect=blank_separated_up_to_2048_rules,
    tokens_of=lenient_tokens,
    select=select_equal,
    fallback_tokens=or_yandex,
    path_of=path_of,
    pattern_of=as_written,
    filter_rules=up_to_1024_characters,
    always_allowed=frozenset({ROBOTS_TXT}),
    locality=Locality(empty_ends=True, most_rules=_MOST_RULES),
    clauses=clauses(
        Clause("Yandex: Allow and Disallow", _YANDEX + "robot-workings/allow-disallow"),
        lines=rfc_clause("2.2", assumed=True),
        token=rfc_clause("2.2.1", assumed=True),
        records=Clause("Yandex: robots.txt parsing errors", _YANDEX + "error-dictionary/robots-txt", assumed=True),
        group=Clause("Yandex: User-agent", _YANDEX + "robot-workings/user-agent"),
        escapes=Clause("Yandex: using Cyrillic characters", _YANDEX + "controlling-robot/robots-txt", assumed=True),
        limit=Clause("Yandex: requirements", _YANDEX + "controlling-robot/robots-txt", assumed=True),
        always=rfc_clause("2.2.2", assumed=True),
    ),
)

BAIDU = Dialect(
    id="baidu",
    title="Baidu",
    checked_on="2026-11-20",
    lines=RFC_LINES,
    bom_length=whole_bom,
    collect=blank_separated,
    tokens_of=lenient_tokens,
    select=select_equal,
    default_groups=first_global,
    path_of=normalised_path_of,
    pattern_of=normalise_percent,
    alternatives=specials_in_the_url,
    precedence=FIRST,
    always_allowed=frozenset({ROBOTS_TXT}),
    locality=Locality(empty_ends=True),
    clauses=clauses(
        Clause("Baidu: help on robots.txt (a copy)", _BAIDU),
        lines=rfc_clause("2.2", assumed=True),
        token=rfc_clause("2.2.1", assumed=True),
        escapes=rfc_clause("2.2.2", assumed=True),
        limit=rfc_clause("2.5", assumed=True),
        always=rfc_clause("2.2.2", assumed=True),
    ),
)
