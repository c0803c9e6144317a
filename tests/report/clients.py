"""Three clients, by the files that an auditor gets of them: a shop, a publisher, and a site after its relaunch.

`python -m tests.report.clients FOLDER` writes the report for each, in every language, to look at page by page.
"""

import os
import random
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from robotstudio import cli
from robotstudio.text.locale import LANGUAGES

BOTS: Final[Mapping[str, str]] = {
    "Googlebot": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "bingbot": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "GPTBot": "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2; +https://openai.com/gptbot",
    "ClaudeBot": "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    "Bytespider": "Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)",
    "PerplexityBot": "Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
}
ADDRESSES: Final = {"Googlebot": "66.249.66.1", "bingbot": "157.55.39.1", "GPTBot": "20.171.206.1"}
LAST: Final = datetime(2026, 11, 20, tzinfo=UTC)
DAY: Final = ("--date", "2026-11-23", "--for", "client", "--author", "Anna Berg", "--agency", "Nordlicht Search")
WORDS: Final = ("rose", "lamp", "chair", "table", "shelf", "bench", "spade", "hose", "fence", "stone", "birch", "oak")


def _sitemap(folder: Path, urls: Sequence[str]) -> None:
    rows = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    text = f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'
    (folder / "sitemap.xml").write_text(text, "utf-8")


def _clicks(folder: Path, clicks: Mapping[str, int]) -> None:
    """Write what Search Console exports of pages."""
    rows = [f"{url},{count},{count * 31},{3.1}%,{7.4}\n" for url, count in clicks.items()]
    (folder / "Pages.csv").write_text("Top pages,Clicks,Impressions,CTR,Position\n" + "".join(rows), "utf-8")


def _log(folder: Path, visits: Mapping[str, Sequence[str]], count: int, rng: random.Random) -> None:
    """Write an access log of 28 days: each crawler reads the robots.txt daily and requests its paths."""
    lines = []
    for day in range(28):
        at = LAST - timedelta(days=27 - day)
        for bot, paths in visits.items():
            for number, path in enumerate(["/robots.txt", *rng.choices(paths, k=count // (1 + (bot == "bingbot")))]):
                moment = at + timedelta(seconds=number * (80_000 // (count + 1)))
                stamp = f"{moment:%d/%b/%Y:%H:%M:%S} +0000"
                address = ADDRESSES.get(bot, "203.0.113.9")
                lines.append(f'{address} - - [{stamp}] "GET {path} HTTP/1.1" 200 512 "-" "{BOTS[bot]}"\n')
    (folder / "access.log").write_text("".join(lines), "utf-8")


def shop(folder: Path) -> Sequence[str]:
    """Write a shop whose rules against sorted lists also block the sale and its filters with clicks."""
    rng, site = random.Random(1), "https://www.garden-shop.example"
    body = (
        "User-agent: *\nDisallow: /*?\nDisallow: /sale\nDisallow: /cart\nDisallow: /checkout\nDisalow: /account\n\n"
        "User-agent: GPTBot\nDisallow: /\n\nSitemap: /sitemap.xml\n"
    )
    (folder / "robots.txt").write_text(body, "utf-8")
    products = [f"/p/{rng.choice(WORDS)}-{rng.choice(WORDS)}-{number}" for number in range(900)]
    sale = [f"/sale/{word}-{number}" for word in WORDS[:6] for number in range(8)]
    lists = [f"/c/{word}?sort={order}" for word in WORDS for order in ("price", "new", "name")]
    _sitemap(folder, [site + path for path in (*products, *sale, *(f"/c/{word}" for word in WORDS))])
    clicks = {site + path: rng.randint(1, 40) for path in products[:500]}
    clicks |= {site + path: rng.randint(20, 90) for path in sale} | {f"{site}/c/rose?color=red": 310}
    _clicks(folder, clicks)
    (folder / "lists.txt").write_text(
        "".join(f"{site}{path}\n" for path in (*lists, "/cart", "/checkout/pay")), "utf-8"
    )
    everything = [*products[:300], *lists, "/cart", "/sale/rose-1"]
    _log(folder, dict.fromkeys(("Googlebot", "bingbot", "GPTBot", "Bytespider"), everything), 60, rng)
    sources = [option for name in ("sitemap.xml", "Pages.csv", "lists.txt") for option in ("--urls", name)]
    more = ("--log", "access.log", "--file", "2026-09-01=robots.txt", "--client", "Garden Shop GmbH")
    return ("robots.txt", "--site", site, *sources, *more)


def publisher(folder: Path) -> Sequence[str]:
    """Write a publisher who blocks the best-known crawlers for AI training, and is not obeyed by all."""
    rng, site = random.Random(2), "https://www.daily-herald.example"
    names = ("GPTBot", "ClaudeBot", "CCBot", "Google-Extended", "Bytespider", "Applebot-Extended", "meta-externalagent")
    groups = "".join(f"User-agent: {name}\n" for name in names)
    body = (
        f"User-agent: *\nDisallow: /search\nDisallow: /subscribe/\nContent-Signal: ai-train=no\n\n{groups}Disallow: /\n"
    )
    (folder / "robots.txt").write_text(f"{body}\nSitemap: {site}/sitemap.xml\n", "utf-8")
    articles = [
        f"/{rng.choice(['world', 'city', 'sport'])}/2026/{rng.choice(WORDS)}-{number}" for number in range(1500)
    ]
    _sitemap(folder, [site + path for path in articles])
    _clicks(folder, {site + path: rng.randint(5, 400) for path in articles[:700]})
    (folder / "lists.txt").write_text("".join(f"{site}/search?q={word}\n" for word in WORDS), "utf-8")
    _log(folder, dict.fromkeys(BOTS, articles), 50, rng)
    sources = [option for name in ("sitemap.xml", "Pages.csv", "lists.txt") for option in ("--urls", name)]
    more = ("--log", "access.log", "--file", "2026-09-01=robots.txt", "--client", "Daily Herald")
    return ("robots.txt", "--site", site, *sources, *more)


def relaunch(folder: Path) -> Sequence[str]:
    """Write a site on which the robots.txt of its staging server went live with the relaunch, and lost its index."""
    rng, site = random.Random(3), "https://www.alpine-hotels.example"
    (folder / "before.txt").write_text("User-agent: *\nDisallow: /book/\n", "utf-8")
    (folder / "robots.txt").write_text("User-agent: *\nDisallow: /\n", "utf-8")
    hotels = [f"/hotel/{rng.choice(WORDS)}-{number}" for number in range(400)]
    _sitemap(folder, [site + path for path in ("/", *hotels)])
    _clicks(folder, {site + path: rng.randint(0, 60) for path in hotels})
    rows = [
        f"{site}{path},{LAST - timedelta(days=rng.randint(0, 40)):%Y-%m-%d},Blocked by robots.txt\n"
        for path in hotels[:250]
    ]
    (folder / "Table.csv").write_text("URL,Last crawled,Reason\n" + "".join(rows), "utf-8")
    _log(folder, {"Googlebot": hotels, "bingbot": hotels}, 40, rng)
    sources = [option for name in ("sitemap.xml", "Pages.csv") for option in ("--urls", name)]
    versions = ("--file", "2026-01-10=before.txt", "--file", "2026-10-28=robots.txt")
    more = ("--log", "access.log", "--indexing", "Table.csv", "--client", "Alpine Hotels AG")
    return ("robots.txt", "--site", site, *sources, *versions, *more)


CLIENTS: Final = {each.__name__: each for each in (shop, publisher, relaunch)}


def written(folder: Path, name: str, code: str, form: str) -> Path:
    """Write the report for a client in a language."""
    place = folder / name
    place.mkdir(parents=True, exist_ok=True)
    options, path = CLIENTS[name](place), folder / f"{name}.{code}.{form}"
    before = Path.cwd()
    os.chdir(place)
    try:
        assert cli.main(["report", *options, *DAY, "--lang", code, "-o", str(path)]) == 0
    finally:
        os.chdir(before)
    return path


if __name__ == "__main__":
    for each in CLIENTS:
        for language in LANGUAGES:
            print(written(Path(sys.argv[1]).resolve(), each, language, "pdf"))
