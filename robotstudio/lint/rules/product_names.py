"""Names of companies and products that are not product tokens, and crawlers mistaken for others."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache

from robotstudio.engine import DIALECTS
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.groups import GLOBAL
from robotstudio.engine.tokens import Field
from robotstudio.lint.affected import found_under
from robotstudio.lint.context import LintContext
from robotstudio.lint.facts import LineFacts
from robotstudio.lint.model import Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.common import AGENT_FIELDS, effect_of, neighbours
from robotstudio.lint.rules.crawlers import (
    ANTHROPIC,
    NO_NAMES,
    OPENAI,
    PRODUCTS,
    RETIRED,
    SEPARATORS,
    nearest_crawler,
)
from robotstudio.text.language import Plural

_SHORTEST_PRODUCT = 6  # of names recognised by their letters alone
_EVERYBODY = frozenset({"all", "any", "everyone", "everybody", "all robots", "all bots", "all crawlers"})
"""Names that clearly mean all crawlers, not a kind of program."""
_MAKERS = (
    *("openai", "chatgpt", "anthropic", "claude", "perplexity", "gemini", "bard", "google", "bing", "microsoft"),
    *("copilot", "mistral", "facebook", "instagram", "amazon", "bytedance", "tiktok", "deepseek", "apple", "baidu"),
    *("yahoo", "duckduckgo", "semrush", "ahrefs", "majestic", "linkedin", "twitter", "grok", "xai", "moz"),
    *("commoncrawl", "common-crawl", "oai", "cohere", "huawei", "petal"),
)
"""Names of companies and products that no other crawler's name contains."""
_BOTS = {
    "googlebot": ("Googlebot", "Googlebot-Image", "Googlebot-News", "Googlebot-Video", "Google-Extended"),
    "bingbot": ("bingbot",),
    "msnbot": ("bingbot",),
    "amazonbot": PRODUCTS["amazon"],
    "ccbot": ("CCBot",),
    "bytespider": PRODUCTS["bytedance"],
    "gptbot": OPENAI,
    "claudebot": ANTHROPIC,
    "perplexitybot": ("PerplexityBot", "Perplexity-User"),
    "applebot": ("Applebot", "Applebot-Extended"),
}
"""Crawlers whose relatives are all known, so that no other exists, in lower case."""
_GOOGLE = ("google", "googlebot")
_RELATIVES: Sequence[tuple[Collection[str], str, tuple[str, ...]]] = (
    (_GOOGLE, "news", ("Googlebot-News",)),
    (_GOOGLE, "images?|photos?|pictures?", ("Googlebot-Image",)),
    (_GOOGLE, "videos?", ("Googlebot-Video",)),
    (_GOOGLE, "mobile|smartphone|desktop|discover|web|amp", ("Googlebot",)),
    (_GOOGLE, "ads?|adwords|adsbot", ("AdsBot-Google",)),
    (_GOOGLE, "adsense|media-?partners?", ("Mediapartners-Google",)),
    (_GOOGLE, "shopping|merchants?|store|merchant-?cent(?:er|re)", ("Storebot-Google",)),
    (_GOOGLE, "sge|ai-?overviews?|ai-?mode", ()),
    (_GOOGLE, "extends?|extensions?|extented|ai-?training|gemini-?ai", ("Google-Extended",)),
    (_GOOGLE, "vertex(?:-?ai)?|cloud-?vertex(?:-?ai)?", ("Google-CloudVertexBot",)),
    (("bing", "bingbot", "msn"), "news|images?|videos?|mobile|desktop|ads?", ("bingbot",)),
    (("baidu",), "images?", ("Baiduspider-image",)),
    (("baidu",), "videos?", ("Baiduspider-video",)),
    (("baidu",), "news", ("Baiduspider-news",)),
    (("yahoo",), "slurp", ("Slurp",)),
    (("yandex",), "(?:ro)?bots|spider|crawler", ("YandexBot",)),
    (("facebook", "meta", "fb"), "external-?(?:agent|crawler|bot)?", ("meta-externalagent",)),
)
"""Crawlers of companies with several: names of the company, the purpose, and the token."""
_KIND = re.compile(
    r"(?:[-_ .]?(?:bot|crawler|spider|robot|scraper|agent|user|searchbot|search|training|trainer|chat|ai|llm|index"
    r"|extended|fetcher|gpt(?:bot)?)s?){1,2}"
)
_OTHERS = frozenset({"metacrawler"})
"""Crawlers with the same letters as a product."""
_BROWSERS = frozenset({"mozilla", "chrome", "safari", "firefox", "applewebkit", "webkit", "gecko", "khtml"})
_LONGEST_CACHED = 200
"""Longer names are those of hostile files, whose megabytes would be kept."""
_MANY = re.compile(r"[a-z]+[-_]?(?:bots|crawlers|spiders|robots|scrapers)")
"""Plurals: kinds of crawlers, never the name of one."""
_FOR_TRAINING = {
    "applebot": "Applebot-Extended",
    "chatgpt-user": "GPTBot",
    "claude-searchbot": "ClaudeBot",
    "claude-user": "ClaudeBot",
    "facebookexternalhit": "meta-externalagent",
    "googlebot": "Google-Extended",
    "oai-searchbot": "GPTBot",
}
"""Crawlers that are mistaken for their operators' crawlers for training models."""
_LEAST_AROUND = 2
_HALVES = frozenset({"adsbot", "mediapartners", "storebot", "feedfetcher"})
"""Tokens without the name of their company."""


def no_crawler_name(line: LineFacts) -> Iterator[Diagnostic]:
    """Report the name of a company, a product or a kind: crawlers look for their product tokens."""
    name = " ".join(line.value_text.lower().split())
    tokens = _tokens_for(name) if len(name) <= _LONGEST_CACHED else _tokens_for.__wrapped__(name)
    if tokens is None:
        return
    known = tuple(token for token in tokens if CATALOGUE.known(token))
    start, end = line.google.value_span
    lines = "\nUser-agent: ".join(known).encode()
    fix = Fix("name-tokens", (Edit(Place(1, start), Place(1, end), lines),), args={"tokens": known})
    readers = _readers_within(name, known)
    is_sure = (
        name in _EVERYBODY if known == ("*",) else bool(known)
    )  # in a list of bad bots, Robot does not mean all crawlers
    partly = any(readers.values())
    wholly = set(known) - {"*"}
    if known == ("*",):
        variant = "all"
    elif not known:
        is_nobody = name in NO_NAMES or _MANY.fullmatch(name) is not None
        variant = "browser" if name in _BROWSERS else "nobody" if is_nobody else "none"
    else:
        variant = "partly" if partly else ""
    dialects = tuple(each for each in DIALECTS if not wholly or readers[each] != wholly)
    args: dict[str, Value] = {"name": line.google.value, "tokens": known, "count": len(known)}
    severity = Severity.INFORMATION if variant == "all" and not is_sure else None
    yield Diagnostic(
        1,
        start,
        end,
        args=args,
        fixes=(fix,) * is_sure,
        variant=variant,
        dialects=dialects,
        severity=severity,
        whom=known,
        readers=not known,
    )


NO_CRAWLER_NAME = LintRule(
    "RS334",
    "no-crawler-name",
    Severity.WARNING,
    title="Name of a company or product",
    messages={
        "": Plural(
            "No known crawler looks for {name}. The existing token is {tokens}.",
            "No known crawler looks for {name}. The existing tokens are {tokens}.",
        ),
        "all": "No known crawler looks for {name}. The group for all crawlers is called {tokens}.",
        "browser": "{name} is in the headers of browsers and crawlers alike; under RFC 9309 no crawler looks for it.",
        "nobody": "No crawler is called {name}: the rules of this group apply to no crawler.",
        "none": "No crawler is known to look for {name}, and its operator has published no token.",
        "partly": Plural(
            (
                "Under RFC 9309 no known crawler looks for {name}; the existing token is {tokens}. Only parsers that "
                "look for part of a name, such as Python's and Heritrix, read it as that."
            ),
            (
                "Under RFC 9309 no known crawler looks for {name}; the existing tokens are {tokens}. Only parsers "
                "that look for part of a name, such as Python's and Heritrix, read it as one of these."
            ),
        ),
    },
    fixes={"name-tokens": "Use {tokens}"},
    line=no_crawler_name,
    fields=AGENT_FIELDS,
    in_plain=b"",
)


def taken_for_its_relative(context: LintContext) -> Iterator[Diagnostic]:
    """Report a search or preview crawler in a list of AI crawlers, if no line names its training relative."""
    named = {line.value_text.lower() for _, line in context.lines_of(Field.USER_AGENT)}
    if named.isdisjoint(_FOR_TRAINING):
        return
    groups = [group for group in context.google.groups if effect_of(group) == "closed" and not group.is_global]
    agents = [agent for group in groups for agent in group.agents]
    names = [agent.written.decode("utf-8", "replace").lower() for agent in agents]
    if _FOR_TRAINING.keys().isdisjoint(names):
        return
    crawlers = [CATALOGUE.known(name) for name in names]
    listed = [crawler is not None and crawler.purpose.startswith("ai-") for crawler in crawlers]
    for at, (agent, crawler) in enumerate(zip(agents, crawlers, strict=True)):
        right = _FOR_TRAINING.get(names[at])
        around = [each for side in neighbours(listed, at) for each in side]
        if crawler and right and right.lower() not in named and len(around) >= _LEAST_AROUND and all(around):
            start, end = context.lines[agent.line - 1].google.value_span
            edit = Edit(Place(agent.line, start), Place(agent.line, end), right.encode())
            fix = Fix("name-tokens", (edit,), args={"tokens": (right,)})
            args: dict[str, Value] = {"name": crawler.token, "operator": crawler.operator, "token": right}
            variant = "" if crawler.purpose in {"search", "ai-search"} else crawler.purpose
            whom = (crawler.token, right)
            yield Diagnostic(agent.line, start, end, args=args, fixes=(fix,), variant=variant, whom=whom, readers=None)


TAKEN_FOR_ITS_RELATIVE = LintRule(
    "RS335",
    "taken-for-its-relative",
    Severity.INFORMATION,
    title="Crawler that is not for training",
    messages={
        "": (
            "{operator} uses {name} for search. What it trains models with is controlled by {token}, which no line "
            "names."
        ),
        "preview": (
            "{operator} uses {name} for previews of shared links. What it trains models with is fetched by {token}, "
            "which no line names."
        ),
        "ai-assistant": (
            "{name} fetches pages only when somebody asks the assistant of {operator}. What {operator} trains models "
            "with is fetched by {token}, which no line names."
        ),
    },
    fixes={"name-tokens": "Use {tokens}"},
    file=taken_for_its_relative,
)


@lru_cache(maxsize=4096)
def _tokens_for(name: str) -> tuple[str, ...] | None:
    """Return the existing tokens for a name that is not one; None if nothing is known about it."""
    if CATALOGUE.known(name):
        return None
    if name in PRODUCTS or name in RETIRED or nearest_crawler(name):
        return PRODUCTS.get(name)
    if product := _product_by_letters().get(name.translate(SEPARATORS)):
        return PRODUCTS[product]
    if name in _BROWSERS:
        return ()
    if name in _HALVES:
        return _beginning_with(f"{name}-")
    if _MANY.fullmatch(name):
        return PRODUCTS["ai"] if name.startswith(("ai", "llm", "genai")) else ()
    for makers, kinds, tokens in _RELATIVES:
        if re.fullmatch(rf"(?:{'|'.join(makers)})[-_ .]?(?:{kinds})(?:[-_ .]?(?:bot|crawler|spider|robot))?", name):
            return tokens
    bot = next((bot for bot in _BOTS if re.fullmatch(rf"{bot}[-_ .][a-z0-9 ._-]+", name)), "")
    makers = [each for each in _MAKERS if name.startswith(each)]
    maker = next((each for each in makers if _KIND.fullmatch(name[len(each) :])), "")
    product = next((rest for each in makers if (rest := name[len(each) :].lstrip("-_ .")) in _MAKERS), "")
    token = next((rest for each in makers if (rest := name[len(each) :].lstrip("-_ .")) in _BOTS), "")
    found = _BOTS.get(bot, PRODUCTS.get(maker or product))
    return _BOTS.get(token) if found is None else found


@cache
def _product_by_letters() -> Mapping[str, str]:
    """Return the names of products by their letters, without the signs between words."""
    by_letters = {name.translate(SEPARATORS): name for name in PRODUCTS if len(name) >= _SHORTEST_PRODUCT}
    return {letters: name for letters, name in by_letters.items() if letters not in _OTHERS}


@cache
def _beginning_with(start: str) -> tuple[str, ...]:
    """Return the tokens of crawlers that begin with some words."""
    return tuple(token for token in CATALOGUE.crawlers if token.lower().startswith(start))


def _readers_within(name: str, tokens: Sequence[str]) -> Mapping[str, AbstractSet[str]]:
    """Return for each dialect the tokens of which it accepts a name as a part."""
    dialects = {token: found_under(name.encode(), token) for token in tokens if token.encode() != GLOBAL}
    return {each: {token for token, found in dialects.items() if each in found} for each in DIALECTS}
