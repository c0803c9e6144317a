"""Robots.txt files to survey: a fixed set, made by a program, in which everything that a figure counts occurs."""

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache

from robotstudio.fetch.agreement import Agreement
from robotstudio.survey.agents import AI_TOKENS, OTHER_TOKENS, SEARCH_TOKENS, SEO_TOKENS, Surveyed
from robotstudio.survey.result import Survey, Surveyor, assemble
from robotstudio.survey.tally import HostAnswer

SECTORS = ("news", "shops", "education", "government")
_ENDS = ("com", "org", "de", "fr", "ru", "cn", "es", "co.uk")
_PATHS = (
    "admin/",
    "search",
    "cgi-bin/",
    "tmp/",
    "wp-admin/",
    "cart",
    "private/",
    "*?sort=",
    "api/",
    "backup/",
    "a.php$",
)
_MANAGED = (
    b"User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: https://%s/wp-sitemap.xml\n",
    b"# we use Shopify as our ecommerce platform\nUser-agent: *\nDisallow: /admin\nDisallow: /cart\n",
    b"# START YOAST BLOCK\nUser-agent: *\nDisallow:\n\nSitemap: https://%s/sitemap_index.xml\n# END YOAST BLOCK\n",
)
_ODD = (
    b"",
    b"# nothing here\n",
    b"<!DOCTYPE html><html><head><title>404</title></head></html>",
    b"Disalow: /x\nUser-agent *\nDisallow: /y\n",
    b"\xef\xbb\xbfUser-agent: *\r\nDisallow: http://example.com/a\r\n",
    b"User-agent: a, b\nDisallow: /a /b\n\nDisallow: c\n",
    b"User-agent: *\nCrawl-delay: 10\nContent-Signal: search=yes, ai-train=no\nDisallow: /a\nDisallow: /a\n",
    b"User-agent: GPTBot\nContent-Usage: train-ai=n\nAllow: /\nLicense: https://example.com/license.xml\n",
    "User-agent: *\nDisallow: /поиск\n".encode(),
    b"User-agent: *\nDisallow: /\xe9t\xe9\n",
    b"User-agent: *\n" + b"".join(b"Disallow: /%d/\n" % number for number in range(120)),
    b"".join(b"User-agent: bot%s\n" % bytes([97 + number // 10, 97 + number % 10]) for number in range(60))
    + b"Disallow: /\n",
)
_STATUSES = (200,) * 30 + (404, 404, 404, 403, 401, 429, 503, 500, 301, 410, None)


_PRACTICE: tuple[Mapping[tuple[str, Agreement], int], ...] = (
    {},
    {("GPTBot", Agreement.INVITED): 2, ("GPTBot", Agreement.AGREE): 3},
    {("Googlebot", Agreement.AGREE): 5, ("GPTBot", Agreement.CLOSED): 1},
)
"""What pages of a host had, taken in turn."""


@lru_cache(maxsize=4)
def answers(count: int = 2000, seed: int = 1) -> tuple[HostAnswer, ...]:
    """So many answers of hosts, over three months; the same for the same seed."""
    return tuple(_made(random.Random(seed), count))


def _made(chance: random.Random, count: int) -> Iterator[HostAnswer]:
    for number in range(count):
        host = f"site{number}.{chance.choice(_ENDS)}"
        status = chance.choice(_STATUSES)
        yield HostAnswer(
            host,
            body_of(chance, host) if status == 200 else b"",
            status,
            "text/plain",
            chance.choice(("2024-03-05", "2025-03-11", "2026-03-02")),
            chance.choice((0, 500, 4_000, 60_000, 700_000, 3_000_000)),
            chance.choice((*SECTORS, "")),
            "",
            chance.choice((True, False, None)),
            chance.choice(("", "forbid", "permit")),
            _PRACTICE[number % len(_PRACTICE)],
        )


def body_of(chance: random.Random, host: str) -> bytes:
    """Return a file as one of many people would write it, or as a system does."""
    kind = chance.random()
    if kind < 0.25:
        made = chance.choice(_MANAGED)
        return made % host.encode() if b"%s" in made else made
    if kind < 0.4:
        return chance.choice(_ODD)
    return b"\n".join(_group(chance) for _ in range(chance.randint(1, 4))) + b"\n"


def _group(chance: random.Random) -> bytes:
    tokens = chance.sample(
        (*AI_TOKENS, *SEARCH_TOKENS, *SEO_TOKENS, *OTHER_TOKENS, "*", "*", "*", "MyBot"), chance.randint(1, 3)
    )
    lines = [f"User-agent: {token}" for token in dict.fromkeys(tokens)]
    if chance.random() < 0.3:
        lines.append("Disallow: /")
    else:
        lines += [f"{chance.choice(('Disallow', 'Disallow', 'Allow'))}: /{path}" for path in chance.sample(_PATHS, 3)]
    return ("\n".join(lines) + "\n").encode()


_TOKENS = Surveyed(("GPTBot", "CCBot", "*"))
_CLOSED = b"User-agent: GPTBot\nDisallow: /\n"


def dated_survey(date: str, closed: int, of: int = 4) -> Survey:
    """Hosts of which the first ones close `/` to GPTBot."""
    surveyor = Surveyor(_TOKENS)
    for number in range(of):
        body = _CLOSED if number < closed else b"User-agent: *\nDisallow:\n"
        surveyor.add(HostAnswer(f"{number}.com", body, date=date))
    return assemble([surveyor.part()], _TOKENS)
