"""Names of known crawlers."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.tokens import Field
from robotstudio.lint.context import LintContext
from robotstudio.lint.facts import LineFacts
from robotstudio.lint.model import NOBODY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.common import AGENT_FIELDS, RESPELL
from robotstudio.text.language import Message

_SHORTEST_NAME = 7  # MSRBOT is one letter away from msnbot, but not a typo
_SHORTEST_RESPACED = 5  # of names recognised by their letters alone
_SHORTEST_SUFFIX = 5  # of a relative: SemrushBot-SA is not a typo, Googlebot-Imgae is
_LONGEST_NAME = 40
_TOKEN = re.compile(r"[A-Za-z0-9_.-]+")
_FAMOUS = frozenset({"googlebot", "yandexbot", "baiduspider", "applebot", "claudebot", "bytespider", "gptbot"})
_FAMOUS_SHORT = frozenset({"gptbot", "ccbot", "dotbot", "scrapy", "slurp"})
_SHORT_BUT_ODD = frozenset({"omgili", "yandex"})  # short, but no other name is similar
_LONG_ENOUGH = 11  # in so long a name, another letter is a typo: Google-Extented
DASHES = str.maketrans(dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"))
SEPARATORS = str.maketrans("", "", "-_. ")
_LOOK_ALIKE = str.maketrans("i1|0", "lllo")
_SURE = frozenset({"documented", "vendor page"})

OPENAI = ("GPTBot", "OAI-SearchBot", "ChatGPT-User")
ANTHROPIC = ("ClaudeBot", "Claude-SearchBot", "Claude-User")
_AI = ("GPTBot", "ClaudeBot", "Google-Extended", "CCBot", "PerplexityBot", "meta-externalagent", "Bytespider")
_ALL_ROBOTS = (
    "all, any, everyone, everybody, bot, bots, robot, robots, crawlers, star, asterisk, default, wildcard, global, "
    "others, anybot, any-robot, any robot, any bot, allbots, all-bots, all-robots, all crawlers, all-crawlers, "
    "all user agents, all agents, everything, all-user-agents"
)
_ANY_OF_AI = (
    "ai, ai-bots, aibots, ai bots, llm, llms, genai, gen-ai, generative-ai, ai-training, ai-bot, ai-crawler, "
    "ai-crawlers, ai-scraper, ai-scrapers, ai-agents, llm-bot, llm-bots"
)
_NO_NAMES = "none, nobody, null, undefined"
NO_NAMES = frozenset(_NO_NAMES.split(", "))
_NAMES: Sequence[tuple[tuple[str, ...], str]] = (
    (OPENAI, "openai, oai, chatgpt, chat-gpt, chat gpt, searchgpt, gpt, sora, dall-e, operator"),
    (ANTHROPIC, "anthropic, claude, claude-ai, claude ai"),
    (("PerplexityBot", "Perplexity-User"), "perplexity, perplexityai, perplexity-ai"),
    (("Google-Extended",), "gemini, bard, google-gemini, google-ai, google-bard"),
    (("Googlebot", "Google-Extended"), "google, google search"),
    (("bingbot",), "bing, microsoft, copilot, bing-copilot"),
    (("MistralAI-User", "MistralAI-Index", "MistralAI-Training"), "mistral, mistralai"),
    (
        ("meta-externalagent", "meta-externalfetcher", "facebookexternalhit"),
        "facebook, meta, meta-ai, metabot, meta bot, meta-agent, meta-bot, meta-crawler, instagram, llama",
    ),
    (("Amazonbot", "Amzn-SearchBot", "Amzn-User"), "amazon, alexa"),
    (("Bytespider", "TikTokSpider"), "bytedance, tiktok"),
    (("CCBot",), "commoncrawl, common-crawl, common crawl"),
    (("archive.org_bot",), "internet archive, internetarchive, wayback, wayback machine, archive.org"),
    ((), "xai, grok, midjourney, stability-ai, stable-diffusion, character.ai"),
    ((), _NO_NAMES),
    (_AI, _ANY_OF_AI),
    (("*",), _ALL_ROBOTS),
    (("DeepSeekBot",), "deepseek"),
    (("Applebot", "Applebot-Extended"), "apple, siri, apple-intelligence"),
    (("Mediapartners-Google",), "adsense"),
    (("Google-CloudVertexBot",), "vertex, vertex-ai, google-vertex"),
    (("cohere-ai", "cohere-training-data-crawler"), "cohere"),
    (("bedrockbot",), "bedrock"),
    (("Baiduspider",), "baidu"),
    (("Bravebot",), "brave, brave search"),
    (("DataForSeoBot",), "dataforseo"),
    (("Kagibot",), "kagi"),
    (("MojeekBot",), "mojeek"),
    (("PetalBot",), "huawei, petal, petal search"),
    (("Slurp",), "yahoo"),
    (("DuckDuckBot", "DuckAssistBot"), "duckduckgo"),
    (("Yeti", "NaverBot"), "naver"),
    (("SeznamBot",), "seznam"),
    (("SemrushBot", "SiteAuditBot"), "semrush"),
    (("AhrefsBot", "AhrefsSiteAudit"), "ahrefs"),
    (("MJ12bot",), "majestic, mj12, majestic12"),
    (("Screaming Frog SEO Spider",), "screaming frog, screamingfrog, screaming-frog"),
    (("rogerbot", "dotbot"), "moz"),
    (("LinkedInBot",), "linkedin"),
    (("TelegramBot",), "telegram"),
    (("Discordbot",), "discord"),
    (("Slackbot",), "slack"),
    (("redditbot",), "reddit"),
    (("WhatsApp",), "whatsapp-bot"),
    (("Scrapy",), "scrapy-bot"),
    (("Twitterbot",), "twitter"),
    (("ZoominfoBot",), "zoominfo"),
    (("ImagesiftBot",), "imagesift"),
    (("Timpibot",), "timpi"),
    (("Qwantbot",), "qwant"),
    (("CriteoBot",), "criteo"),
    (("serpstatbot",), "serpstat"),
    (("SemanticScholarBot",), "semanticscholar"),
    (("YouBot",), "you.com, youchat"),
    (("DuckDuckBot",), "duckbot"),
)
PRODUCTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {name: tokens for tokens, names in _NAMES for name in names.split(", ")}
)
"""Names of companies, products and kinds that are not tokens, in lower case, with the existing tokens."""
_LEAST_TYPED = 3


@lru_cache(maxsize=64)
def tokens_of_product(start: str) -> frozenset[str]:
    """Return the tokens for products whose name begins with some letters, at least three: GPTBot for “ChatG”."""
    typed = start.casefold()
    found = (tokens for name, tokens in PRODUCTS.items() if len(typed) >= _LEAST_TYPED and name.startswith(typed))
    return frozenset[str]().union(*found)


class Retired(NamedTuple):
    """Reason why a crawler is no longer active, and the tokens of its successors."""

    why: Message
    successors: tuple[str, ...] = ()


RETIRED: Mapping[str, Retired] = MappingProxyType(
    {
        "googlebot-mobile": Retired("the crawler for phones before 2010"),
        "teoma": Retired("Ask.com gave up its own index in 2010"),
        "ask jeeves": Retired("Ask.com gave up its own index in 2010"),
        "twiceler": Retired("Cuil closed in 2010"),
        "yahoo-mmcrawler": Retired("Yahoo gave up its image index in 2010"),
        "yahoo-blogs": Retired("Yahoo gave up its own index in 2010"),
        "fast-webcrawler": Retired("AlltheWeb closed in 2011"),
        "scooter": Retired("AltaVista closed in 2013"),
        "gigabot": Retired("Gigablast closed in 2023"),
        "altavista": Retired("AltaVista closed in 2013"),
        "architextspider": Retired("Excite gave up its own index in 2001"),
        "lycos": Retired("Lycos no longer has its own crawler"),
        "gulliver": Retired("Northern Light closed its web search in 2002"),
        "infoseek": Retired("Infoseek closed in 2001"),
        **dict.fromkeys(
            ("msnbot-mobile", "msnbot_mobile", "msnbot-newsblogs", "msnbot-products", "msnbot-academic"),
            Retired("bingbot replaced the MSN crawlers in 2010", ("bingbot",)),
        ),
        "chathivecrawler": Retired("its name has been OnirocoCrawler since 2026", ("OnirocoCrawler",)),
    }
)
"""Retired crawlers without a row in the catalogue, by token in lower case."""

_RENAMED = {"msnbot": "bingbot"}
"""Renamed crawlers that still obey the old name if no group has the new one."""


def retirement_of(name: str) -> Retired | None:
    """Return why a token is obsolete, from the catalogue if that has a row for it."""
    crawler = CATALOGUE.known(name)
    if crawler is not None:
        is_own = name.lower() == crawler.token.lower()  # an alias of another row is not obsolete
        return Retired(crawler.outdated, crawler.successors) if crawler.outdated and is_own else None
    return RETIRED.get(name.lower())


def crawler_that_ignores(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a crawler that does not obey robots.txt: rules do not keep it away."""
    crawler = CATALOGUE.known(line.value_text)
    if crawler is not None and crawler.obeys == "no":
        variant = "" if crawler.confidence in _SURE else "reported"
        yield Diagnostic(1, *line.google.value_span, args={"name": line.google.value}, variant=variant)


CRAWLER_THAT_IGNORES = LintRule(
    "RS331",
    "crawler-that-ignores",
    Severity.INFORMATION,
    title="Crawler that does not follow robots.txt",
    messages={
        "": "Its operator says that {name} does not follow robots.txt. Only the server can keep it out.",
        "reported": "{name} is reported not to follow robots.txt. Only the server can reliably keep it out.",
    },
    line=crawler_that_ignores,
    fields=AGENT_FIELDS,
    in_plain=b"",
)


def mistyped_crawler(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a name that is one letter away from that of exactly one known crawler."""
    meant = nearest_crawler(line.value_text)
    if meant:
        start, end = line.google.value_span
        edit = Edit(Place(1, start), Place(1, end), meant.encode())
        fix = Fix("respell", (edit,), args={"right": meant.encode()})
        args: dict[str, Value] = {"name": line.google.value, "meant": meant.encode()}
        yield Diagnostic(1, start, end, args=args, fixes=(fix,), whom=(meant,), readers=False)


MISTYPED_CRAWLER = LintRule(
    "RS332",
    "mistyped-crawler",
    Severity.WARNING,
    title="Misspelled crawler name",
    messages={
        "": "No known crawler is called {name}. Did you mean {meant}?",
    },
    fixes=RESPELL,
    line=mistyped_crawler,
    fields=AGENT_FIELDS,
    in_plain=b"",
)


def retired_crawler(context: LintContext) -> Iterator[Diagnostic]:
    """Report a crawler that is no longer active. It matters if no line names its successors."""
    lines = context.lines_of(Field.USER_AGENT)
    names = [line.value_text.lower() for _, line in lines]
    named = frozenset(names)
    for name, (number, line) in zip(names, lines, strict=True):
        found = retirement_of(name)
        if found is None:
            yield from _renamed(number, line, named)
            continue
        args: dict[str, Value] = {"name": line.google.value, "why": found.why, "heirs": found.successors}
        is_missed = bool(found.successors) and named.isdisjoint(token.lower() for token in found.successors)
        severity = Severity.WARNING if is_missed else None
        span = line.google.value_span
        variant = "heirs" if is_missed else ""
        yield Diagnostic(number, *span, args=args, variant=variant, severity=severity, dialects=NOBODY)


RETIRED_CRAWLER = LintRule(
    "RS333",
    "retired-crawler",
    Severity.HINT,
    title="Retired crawler",
    messages={
        "": "No crawler looks for {name} any more: {why}.",
        "heirs": "No crawler looks for {name} any more: {why}. No line names {heirs}.",
        "renamed": "{heir} replaced {name}. It still follows a group of that name if none names {heir}.",
        "renamed/both": "{heir} replaced {name} and is named here too; no crawler looks for {name} any more.",
    },
    file=retired_crawler,
)


def _renamed(number: int, line: LineFacts, named: Collection[str]) -> Iterator[Diagnostic]:
    """Report the former name of a crawler, which it still obeys."""
    heir = _RENAMED.get(line.value_text.lower())
    if heir:
        variant = "renamed/both" if heir.lower() in named else "renamed"
        args: dict[str, Value] = {"name": line.google.value, "heir": heir.encode()}
        yield Diagnostic(number, *line.google.value_span, args=args, variant=variant, dialects=NOBODY)


def nearest_crawler(name: str) -> str | None:
    """Return the token that a name misses by one letter or by signs between words; None if there is none."""
    return _nearest(name) if len(name) <= _LONGEST_NAME else None  # no token is as long


@lru_cache(maxsize=4096)
def _nearest(name: str) -> str | None:
    plain = name.translate(DASHES)
    lowered = plain.lower()
    if plain != name and lowered in _known():
        return _known()[lowered]
    if lowered in _known() or lowered in RETIRED or lowered in PRODUCTS:
        return None
    respaced = _names_like(lowered, _without_separators, _SHORTEST_RESPACED)
    if len(respaced) == 1:
        return _known()[respaced.pop()]
    if not _TOKEN.fullmatch(name) or respaced:
        return None
    for keys_of, shortest in ((_unified, _SHORTEST_NAME), (_sorted_words, 0)):
        if len(alike := _names_like(lowered, keys_of, shortest)) == 1:
            return _known()[alike.pop()]
    typos = [known for known in _names_like(lowered, _shortened, _SHORTEST_NAME) if _is_typo(lowered, known)]
    return _known()[typos[0]] if len(typos) == 1 else None


def _is_typo(name: str, known: str) -> bool:
    """Return True if a name is a known one with a typo, and not a relative: SemrushBot-SA beside SemrushBot-SWA."""
    if not _is_one_off(name, known):
        return False
    base, _, suffix = name.rpartition("-")
    return base not in _known() or (known.startswith(f"{base}-") and len(suffix) >= _SHORTEST_SUFFIX)


@cache
def _known() -> Mapping[str, str]:
    """Return the tokens of all crawlers by lower case."""
    tokens = [token for crawler in CATALOGUE.crawlers.values() for token in crawler.chain]
    return {token.lower(): token for token in tokens}


def _names_like(name: str, keys_of: Callable[[str], Iterable[str]], shortest: int = 0) -> set[str]:
    """Return the known names that share a key with a name; short ones only if they resemble no other."""
    known = _names_by_key(keys_of, shortest)
    return {each for key in keys_of(name) for each in known.get(key, ())}


@cache
def _names_by_key(keys_of: Callable[[str], Iterable[str]], shortest: int) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for known in _known():
        if len(known) >= shortest or known in _FAMOUS_SHORT | _SHORT_BUT_ODD:
            for key in keys_of(known):
                found.setdefault(key, []).append(known)
    return found


def _without_separators(name: str) -> Iterable[str]:
    """Return a name without the signs between words."""
    return (name.translate(SEPARATORS),)


def _unified(name: str) -> Iterable[str]:
    """Unify signs that look alike in many fonts: AdldxBot, GPTB0t, Arnazonbot."""
    return (name.translate(_LOOK_ALIKE).replace("rn", "m").replace("vv", "w"),)


def _sorted_words(name: str) -> Iterable[str]:
    """Sort the words of a name."""
    return ("-".join(sorted(name.split("-"))),)


def _shortened(name: str) -> Iterable[str]:
    """Return a name, and all its versions without one letter."""
    return {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}


def _is_one_off(one: str, other: str) -> bool:
    """Return True if names differ by a missing, an added or two swapped letters, not at the start.

    Another letter usually makes another name (Roverbot and rogerbot), except for a famous one.
    """
    at = next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    if at == 0 or one == other:
        return False
    if len(one) == len(other):
        is_swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
        return is_swapped or ((other in _FAMOUS or len(other) >= _LONG_ENOUGH) and one[at + 1 :] == other[at + 1 :])
    if other in _FAMOUS_SHORT:
        return one == f"{other}s" or (len(one) > len(other) and one[at] == one[at - 1])
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return longer[at + 1 :] == shorter[at:]
