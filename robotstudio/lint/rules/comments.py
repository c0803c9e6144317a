"""Text beside a group that contradicts it."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from robotstudio.engine import Group, Rule
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.directive_values import Preferences
from robotstudio.engine.directives import FIELDS
from robotstudio.lint.context import LintContext
from robotstudio.lint.model import Diagnostic, LintRule, Severity, Value
from robotstudio.lint.rules.common import WHOLE_SITE, effect_of, neighbours

_VERB = re.compile(
    r"(?:(?P<open>allow|allows|allowing|permit|welcome|open|let)"
    r"|block|blocks|blocking|disallow|ban|bans|banned|deny|denies|forbid|exclude|keep out|shut out|stop|no access"
    r"|do not allow|don't allow|not allowed)\b(?!\s*:)"
)
_PLAIN_WORD = re.compile(
    r"access|agent|agents|aggressive|ai|all|amazon|and|anthropic|any|apple|archive|archives|assistant|assistants|bad|baidu|"
    r"chatgpt|claude|companies|company|data|facebook|gpt|image|images|meta|microsoft|news|openai|perplexity|photo|photos|"
    r"picture|pictures|social|video|videos|"
    r"bing|bot|bots|by|complete|"
    r"completely|content|crawl|crawler|crawlers|crawling|crawls|engine|engines|entire|every|"
    r"everybody|everyone|everything|everywhere|following|for|from|full|google|in|index|"
    r"indexing|known|llm|llms|models|of|on|other|others|our|pages|please|robot|robots|"
    r"scraper|scrapers|search|seo|site|sites|spider|spiders|the|them|these|this|to|tool|"
    r"tools|train|training|unwanted|user|web|website|whole|yandex"
)
"""Words that do not add an exception to such a sentence."""
_WORD = re.compile(r"[\w'-]+")
_OVERVIEWS = re.compile(
    r"\bAI (?:overview|mode|snippet|answer)s?\b|\bSGE\b|search generative|generative (?:search|AI in search)",
    re.IGNORECASE,
)
_WANTED = frozenset({"search", "preview", "feed", "ads", "monitoring", "archive"})
"""Purposes of crawlers that sites usually let in."""
_LEAST_LISTED, _MOST_ODD = 4, 2
_BOTH = [True, True]
_LONGEST_COMMENT = 120
_MOST_ABOVE = 3


def says_the_opposite(context: LintContext) -> Iterator[Diagnostic]:
    """Report a group that opens the site although the comment beside it says to block, or the reverse."""
    denials = list(_denials(context))
    groups = context.google.groups
    has_comments = b"#" in context.body
    if not (has_comments or denials or len(groups) > _LEAST_LISTED):
        return
    effects = [effect_of(group) for group in groups]
    for group, effect in zip(groups, effects, strict=True):
        if effect and has_comments:
            yield from _comment_against(context, group, effect)
        if denials and effect == "open":
            yield from _signal_against(group, denials)
        if has_comments:
            yield from _overviews_beside(context, group)
    yield from _open_among_closed(context, effects)


SAYS_THE_OPPOSITE = LintRule(
    "RS449",
    "says-the-opposite",
    Severity.WARNING,
    title="Comment or neighbouring group that contradicts this group",
    messages={
        "": "The comment in line {comment} says to block, but {value} lets {names} fetch everything.",
        "closed": "The comment in line {comment} says to allow, but {value} blocks the whole site for {names}.",
        "signal": (
            "{signal} in line {comment} asks not to train models, but Disallow without a path lets {names} fetch "
            "everything."
        ),
        "among": (
            "{value} lets {names} fetch everything, while the groups around this one block the whole site. To block "
            "{names} too, write Disallow: /."
        ),
        "overviews": (
            "The comment in line {comment} is about what Google Search shows, which Google-Extended does not "
            "control. For AI Overviews and AI Mode, use nosnippet and max-snippet."
        ),
    },
    file=says_the_opposite,
)


def _comment_against(context: LintContext, group: Group, effect: str) -> Iterator[Diagnostic]:
    names = tuple(agent.written.decode("utf-8", "replace") for agent in group.agents)
    lines = context.lines
    beside = [number for number in _lines_beside(context, group) if lines[number - 1].google.comment_start >= 0]
    said = {number: _said(_comment(context, number), names) for number in beside}
    number = next((number for number, says in said.items() if says not in {"", effect}), 0)
    if number and effect not in said.values():
        rule = next(rule for rule in group.rules if effect == "open" or rule.pattern in WHOLE_SITE)
        args: dict[str, Value] = {"comment": (number,), "value": _line_of(context, rule), "names": names}
        yield Diagnostic(rule.line, args=args, variant="closed" if effect == "closed" else "")


def _line_of(context: LintContext, rule: Rule) -> bytes:
    """Return a rule as written, without what surrounds it."""
    line = context.lines[rule.line - 1].google
    return line.key + b":" + (b" " + line.value) * bool(line.value)


def _lines_beside(context: LintContext, group: Group) -> Sequence[int]:
    """Return the comments directly above a group, and its lines up to the last rule."""
    first = group.first_line
    while first > 1 and group.first_line - first < _MOST_ABOVE and context.lines[first - 2].is_comment:
        first -= 1
    return range(first, group.last_line + 1)


def _comment(context: LintContext, number: int) -> str:
    read = context.lines[number - 1].google
    start, end = read.comment_span
    return context.raws[number - 1][start:end].decode("utf-8", "replace") if read.comment_start >= 0 else ""


def _said(comment: str, names: Sequence[str]) -> str:
    """Return what a comment without exceptions says about the site, open or closed; else nothing."""
    text = comment.strip("#-=*:.! \t").lower().removeprefix("please ") if len(comment) < _LONGEST_COMMENT else ""
    verb = _VERB.match(text)
    rest = _WORD.findall(text[verb.end() :]) if verb else []
    own = {word for name in names for word in _WORD.findall(name.lower())} if rest else set()
    is_plain = bool(rest) and all(word in own or _PLAIN_WORD.fullmatch(word) for word in rest)
    return "" if verb is None or not is_plain else "open" if verb["open"] else "closed"


def _open_among_closed(context: LintContext, effects: Sequence[str]) -> Iterator[Diagnostic]:
    """Report a group that opens the whole site in a list of groups that close it."""
    groups = context.google.groups
    listed = [effect == "closed" and not group.is_global for group, effect in zip(groups, effects, strict=True)]
    everybody = {rule.pattern for group in groups if group.is_global for rule in group.rules if not rule.allow}
    if sum(listed) < _LEAST_LISTED or not everybody.isdisjoint(WHOLE_SITE):
        return  # if the site is closed to all others, it is open to some intentionally
    odd = [at for at, group in enumerate(groups) if effects[at] == "open" and _may_be_meant_to_close(group)]
    for at in odd if len(odd) <= _MOST_ODD else ():
        above, below = neighbours(listed, at)
        if [*above[-1:], *below[:1]] == _BOTH or _BOTH in (above, below):
            names = tuple(agent.written.decode("utf-8", "replace") for agent in groups[at].agents)
            rule = groups[at].rules[0]
            args: dict[str, Value] = {"names": names, "value": _line_of(context, rule)}
            yield Diagnostic(rule.line, args=args, variant="among")


def _may_be_meant_to_close(group: Group) -> bool:
    """Return True if a group has only one rule, and is for crawlers that sites rarely want."""
    crawlers = [CATALOGUE.known(agent.written.decode("utf-8", "replace")) for agent in group.agents]
    is_wanted = any(crawler is None or crawler.purpose in _WANTED for crawler in crawlers)
    is_wanted = is_wanted or group.is_global
    return len(group.rules) == 1 and not is_wanted


def _overviews_beside(context: LintContext, group: Group) -> Iterator[Diagnostic]:
    """Report a comment about AI answers in Google's search beside Google-Extended, which does not control them."""
    agent = next((agent for agent in group.agents if agent.written.lower() == b"google-extended"), None)
    if agent:
        lines = _lines_beside(context, group)
        number = next((number for number in lines if _OVERVIEWS.search(_comment(context, number))), 0)
        if number:
            yield Diagnostic(
                agent.line,
                args={"comment": (number,)},
                variant="overviews",
                severity=Severity.INFORMATION,
                dialects=("google",),
            )


def _denials(context: LintContext) -> Iterator[tuple[int, str]]:
    """Yield the lines that ask not to train models, with that preference."""
    for number, line, facts in context.directives:
        if facts.id in {"content-signal", "content-usage"}:
            found = FIELDS[facts.id].read(line.value_text)
            for item in found.items if isinstance(found, Preferences) else ():
                if (item.name, item.value) in {("ai-train", "no"), ("train-ai", "n")}:
                    yield number, f"{item.name}={item.value}"


def _signal_against(group: Group, denials: Sequence[tuple[int, str]]) -> Iterator[Diagnostic]:
    """Report a group of training crawlers that asks not to train and lets them fetch everything."""
    at = bisect_left(denials, (group.first_line, ""))
    crawlers = [CATALOGUE.known(agent.written.decode("utf-8", "replace")) for agent in group.agents]
    is_for_training = all(crawler and crawler.purpose == "ai-training" for crawler in crawlers)
    if at < len(denials) and denials[at][0] <= group.last_line and is_for_training:
        number, signal = denials[at]
        names = tuple(crawler.token for crawler in crawlers if crawler)
        args: dict[str, Value] = {"signal": signal, "comment": (number,), "names": names}
        if not any(rule.written for rule in group.rules):
            yield Diagnostic(group.rules[0].line, args=args, variant="signal", severity=Severity.INFORMATION)
