"""Mistakes in lists of crawlers, in adjacent groups, and in rules that cover others."""

from collections.abc import Sequence

from tests.lint.mistakes import Told, at

SHOP = """\
# robots.txt for www.example.com
User-agent: *
Allow: /
Disallow: /basket/
Disallow: /checkout/
Disallow: /account/
Disallow: /search/
Disallow: /*?sort=
Disallow: /*&sort=
Disallow: /api/
Allow: /api/docs/
Disallow: /tmp/
Crawl-delay: 5

User-agent: AhrefsBot
Disallow: /

User-agent: SemrushBot
Disallow: /

User-agent: MJ12bot
Disallow: /

User-agent: DotBot
Disallow: /

Sitemap: https://www.example.com/sitemap.xml
Sitemap: https://www.example.com/sitemap-products.xml
"""
NEWS = """\
# Welcome
User-agent: GPTBot
User-agent: ClaudeBot
User-agent: CCBot
User-agent: Google-Extended
User-agent: Bytespider
Disallow: /

User-agent: Googlebot-News
Disallow: /sponsored/
Disallow: /print/
Disallow: /preview/

User-agent: *
Disallow: /print/
Disallow: /preview/
Disallow: /wp-admin/
Allow: /wp-admin/admin-ajax.php
Disallow: /*.pdf$
Disallow: /cgi-bin/

Sitemap: https://www.example.com/news-sitemap.xml
"""
OFFICE = """\
User-agent: *
Disallow: /intranet/
Disallow: /forms/internal/
Disallow: /forms/drafts/
Disallow: /forms/old/
Disallow: /documents/drafts/
Disallow: /de/intern/
Disallow: /fr/intern/
Disallow: /it/intern/
Disallow: /suche
Disallow: /login

User-agent: Bingbot
Crawl-delay: 10
Disallow: /intranet/
Disallow: /forms/internal/
Disallow: /forms/drafts/
Disallow: /forms/old/
Disallow: /documents/drafts/
Disallow: /de/intern/
Disallow: /fr/intern/
Disallow: /it/intern/
Disallow: /suche
Disallow: /login

Sitemap: https://www.example.com/sitemap.xml
"""
LIST = """\
# Block AI
User-agent: GPTBot
Disallow: /

User-agent: ClaudeBot
Disallow: /

User-agent: CCBot
Disallow: /

User-agent: Google-Extended
Disallow: /

User-agent: Bytespider
Disallow: /

User-agent: *
Allow: /
Disallow: /search/
Disallow: /admin/
Disallow: /login/
Disallow: /img/private/
Disallow: /img/tmp/
Disallow: /img/old/

# Images
User-agent: Googlebot-Image
Disallow: /search/
Disallow: /admin/
Disallow: /login/
Disallow: /img/private/
Disallow: /img/tmp/
Disallow: /img/old/

# Sitemaps
Sitemap: https://www.example.com/sitemap.xml
Sitemap: https://www.example.com/img/sitemap.xml
"""
PRESS = """\
User-agent: *
Disallow: /action/
Disallow: /topic/
Disallow: /ajax/
Disallow: /core/
Disallow: /files/*.pdf$
Disallow: /files/old/*.zip$
Disallow: /?q=admin/
Disallow: /?q=filter/
Disallow: /index.php?task=
Disallow: /ar/Archive/
Disallow: /bg/Archive/
Disallow: /cs/Archive/
Disallow: /de/Archive/
Disallow: /el/Archive/
Disallow: /fr/Archive/
Disallow: /it/Archive/
Disallow: */print/
Allow: /action/cover
Allow: /topic/collections/
Allow: /core/*.css$
Allow: /core/*.js?

User-agent: AhrefsBot
Disallow: /

User-agent: rogerbot
Disallow: /

User-agent: DotBot
Disallow: /

User-agent: Twitterbot
Allow: /

User-agent: LinkedInBot
Allow: /

Sitemap: https://www.example.com/sitemap.xml
"""
GOOD = {"crawler shop": SHOP, "crawler news": NEWS, "office": OFFICE, "list": LIST, "press": PRESS}

IMAGES = LIST[LIST.index("User-agent: Googlebot-Image") : LIST.index("\n# Sitemaps")]
LAST = LIST[LIST.index("Disallow: /login/") : LIST.index("\nUser-agent: Googlebot-Image")]

GPT, CLAUDE, COMMON = "User-agent: GPTBot\n", "User-agent: ClaudeBot\n", "User-agent: CCBot\n"
EXTENDED, SPIDER, NEWS_BOT = "User-agent: Google-Extended\n", "User-agent: Bytespider\n", "User-agent: Googlebot-News\n"
TEMPORARY, MAP = "Disallow: /tmp/\n", "Sitemap: https://www.example.com/sitemap.xml\n"
CLOSED = "Disallow: /\n"


def names(file: str, right: str, *rows: tuple[str, str]) -> list[Told]:
    """Return names that replace another one, each with its codes."""
    return [Told(f"{name} for {right.strip()}", file, right, f"User-agent: {name}\n", codes) for name, codes in rows]


def fields(file: str, right: str, *rows: tuple[str, str]) -> list[Told]:
    """Return lines that replace another one, each with its codes."""
    return [Told(line, file, right, f"{line}\n", codes) for line, codes in rows]


def rules_for(name: str, file: str, codes: str, *rules: str) -> list[Told]:
    """Add a rule to the group of a crawler that closes the whole site for it, or opens it."""
    group = GOOD[file].partition(f"User-agent: {name}\n")[2].partition("\n")[0]
    head = f"User-agent: {name}\n"
    return [Told(f"{rule} for {name}", file, f"{head}{group}\n", f"{head}{rule}\n", codes, 1) for rule in rules]


def beside(form: str, codes: str, further: int, *places: tuple[str, str]) -> list[Told]:
    """Rewrite a Disallow: `{path}` is its path, `{stem}` that without the last slash."""
    changed = [(file, path, form.format(path=path, stem=path.rstrip("/"))) for file, path in places]
    return [
        Told(wrong.strip().replace("\n", ", "), file, f"Disallow: {path}\n", wrong, codes, further)
        for file, path, wrong in changed
    ]


ROWS: Sequence[Told] = (
    *names("crawler news", NEWS_BOT, ("Google-News", "RS334"), ("Googlebot-Images", "RS332"), ("GoogleNews", "RS334")),
    *names(
        "crawler news",
        GPT,
        ("GPTB0t", "RS332"),
        ("GBTBot", "RS332"),
        ("OpenAI-GPTBot", "RS334"),
        ("GPT-4", "RS327"),
        ("SearchGPT", "RS334"),
    ),
    *names("crawler news", CLAUDE, ("C1audeBot", "RS332"), ("Claude-Crawler", "RS334"), ("Anthropic-Claude", "RS334")),
    *names("crawler news", COMMON, ("CC-Bot", "RS332"), ("CommonCrawl.org", "RS327"), ("Common Crawl", "RS325 RS334")),
    *names(
        "crawler news",
        EXTENDED,
        ("Google_Extended", "RS332"),
        ("Google-Extends", "RS334"),
        ("Google-Gemini", "RS334"),
        ("Google-AI-Overviews", "RS334"),
        ("Vertex AI", "RS325 RS334"),
    ),
    *names("crawler news", SPIDER, ("ByteDanceSpider", "RS334"), ("TikTokBot", "RS334")),
    *names(
        "office",
        "User-agent: Bingbot\n",
        ("Bing-News", "RS334"),
        ("Microsoft-Bingbot", "RS334"),
        ("BingSearch", "RS334"),
    ),
    *names(
        "crawler shop",
        "User-agent: DotBot\n",
        ("Dot-Bot", "RS332"),
        ("ZoomInfo", "RS334"),
        ("Yandx", "RS332"),
        ("YandexSpider", "RS334"),
        ("Yahoo-Slurp", "RS334"),
        ("WaybackMachine", "RS334"),
        ("Scrappy", "RS332"),
        ("Qwant", "RS334"),
    ),
    *names("list", GPT, ("ChatGPT-User", "RS335"), ("OAI-SearchBot", "RS335")),
    *names("list", CLAUDE, ("Claude-User", "RS335")),
    *names("list", COMMON, ("facebookexternalhit", "RS335")),
    *names("list", EXTENDED, ("Applebot", "RS335"), ("Googlebot", "RS335")),
    *rules_for("GPTBot", "list", "RS449", "Disallow:"),
    *rules_for("CCBot", "list", "RS449", "Disallow:"),
    *rules_for("Bytespider", "list", "RS449", "Disallow:"),
    *rules_for("ClaudeBot", "list", "RS449", "Allow: /"),
    Told("ClaudeBot has lost its rule", "list", f"{CLAUDE}{CLOSED}\n", f"{CLAUDE}\n", "RS303"),
    Told("only the name is a comment", "list", f"{COMMON}{CLOSED}", f"# {COMMON}{CLOSED}", "RS303 RS304"),
    Told("the star is gone", "list", "\nUser-agent: *\nAllow: /\n", "\nAllow: /\n", "RS303"),
    Told(
        "the whole site beside an Allow",
        "list",
        "User-agent: *\nAllow: /\n",
        "User-agent: *\nDisallow: /*\nAllow: /\n",
        "RS432",
        1,
    ),
    Told(
        "one rule was not copied",
        "list",
        "User-agent: Googlebot-Image\nDisallow: /search/\n",
        "User-agent: Googlebot-Image\n",
        "RS312",
    ),
    *at(
        "list",
        "# Sitemaps\n",
        ("a group of one rule", "User-agent: Googlebot\nDisallow: /new/\n\n# Sitemaps\n", "RS312"),
        ("a group with an Allow for a part", "User-agent: Googlebot\nAllow: /new/\n\n# Sitemaps\n", "RS312"),
        (
            "a group with Allow and two rules",
            "User-agent: Yandex\nAllow: /\nDisallow: /search/\n\n# Sitemaps\n",
            "RS312",
        ),
    ),
    *at(
        "list",
        EXTENDED,
        ("a comment about AI Overviews", f"# Google AI Overviews\n{EXTENDED}", "RS449", 1),
        ("a comment about SGE", "User-agent: Google-Extended # no SGE\n", "RS111 RS449"),
    ),
    Told(
        "a comment that says to block pictures",
        "list",
        IMAGES,
        "# Block Google image search\nUser-agent: Googlebot-Image\nDisallow:\n",
        "RS449",
        2,
    ),
    Told("another case than its siblings", "list", LAST, LAST.replace("\n\n", "\nDisallow: /Img/new/\n\n"), "RS424", 4),
    *fields(
        "crawler shop",
        TEMPORARY,
        ("Disallow: /basket/step2", "RS422"),
        ("Disallow: /tmp/$", "RS436"),
        ("Allow: /search", "RS426"),
        ("Allow: /api/docs/v2/", "RS422"),
        ("Disallow: /*", "RS435"),
        ("Disallow: /^tmp/", "RS408"),
        ("Disallow: /tmp%2F", "RS444"),
        ("Disallow: /wp-admin/admin-ajax.php", "RS437"),
        ("Disallow: /$tmp/", "RS407"),
        ("Disallow: /tmp/<id>", "RS441"),
        ("Disallow: /tmp/*.*", "RS405 RS408"),
        ("Disallow: /list.aspx%3Fsort", "RS442"),
    ),
    Told("covered by a star", "crawler shop", TEMPORARY, "Disallow: /*.php\nDisallow: /x/y.php\n", "RS422", 1),
    *fields(
        "crawler shop",
        "Crawl-delay: 5\n",
        ("Request-rate: 1/5", "RS219"),
        ("Visit-time: 0100-0500", "RS219"),
        ("Crawl-delay: 5ms", "RS201"),
        ("Crawl-rate: 5", "RS101"),
        ("Cache-delay: 5", "RS101"),
        ("NoAI: /", "RS101"),
        ("Author: webmaster@example.com", "RS101"),
        ("Language: en", "RS101"),
        ("Index: /", "RS101"),
        ("X-Robots-Tag: noindex", "RS101"),
    ),
    *fields(
        "crawler shop",
        MAP,
        ("Sitemap: https://www.example.com/sitemap.xml$", "RS218"),
        ("Sitemap: https://www.example.com/*.xml", "RS218"),
        ("Sitemap: https://www.example.com/sitemap.xml#top", "RS111"),
        ("Sitemap: https://www.example.com/", "RS218"),
    ),
    *beside(
        "Disallow: {path}\nAllow: {path}*\n",
        "RS421",
        0,
        *(("crawler shop", path) for path in ("/basket/", "/checkout/", "/account/")),
        *(("office", path) for path in ("/suche", "/login", "/de/intern/")),
        *(("press", "/ajax/"), ("list", "/search/"), ("crawler news", "/cgi-bin/")),
    ),
    *beside("Allow: {path}*\nDisallow: {path}\n", "RS421", 1, ("press", "/ajax/")),
    Told(
        "an Allow for zip files wins over one of them",
        "press",
        "Disallow: /files/old/*.zip$\n",
        "Disallow: /a.zip$\nAllow: /*.zip$\n",
        "RS421",
    ),
    *beside(
        "Disallow: {path}\nAllow: {stem}\n",
        "RS426",
        1,
        ("crawler shop", "/basket/"),
        *(("press", path) for path in ("/ajax/", "/topic/")),
        *(("office", path) for path in ("/forms/drafts/", "/de/intern/", "/intranet/", "/fr/intern/")),
        ("office", "/documents/drafts/"),
        *(("list", path) for path in ("/admin/", "/login/", "/search/")),
    ),
    *beside(
        "Disallow: {path}*\nAllow: {path}\n",
        "RS426",
        1,
        *(("crawler shop", path) for path in ("/basket/", "/search/", "/account/", "/checkout/")),
        *(("list", path) for path in ("/login/", "/admin/")),
        *(("press", "/ajax/"), ("office", "/forms/old/"), ("crawler news", "/cgi-bin/")),
    ),
    *rules_for("Twitterbot", "press", "RS426", "Allow: /action/cover", "Allow: /images/"),
    *rules_for("LinkedInBot", "press", "RS426", "Allow: /action/cover", "Allow: /*.jpg$"),
    *rules_for("AhrefsBot", "crawler shop", "RS426", "Allow: /blog/"),
    *rules_for("SemrushBot", "crawler shop", "RS426", "Allow: /blog/"),
    *rules_for("MJ12bot", "crawler shop", "RS426", "Allow: /$"),
    *rules_for("DotBot", "crawler shop", "RS426", "Allow: /api/docs/"),
    *(
        Told(f"no star in {wrong}", file, right, wrong, "RS419")
        for file, right, wrong in (
            ("press", "/files/*.pdf$", "/files/.pdf$"),
            ("press", "/files/old/*.zip$", "/files/old/.zip$"),
            ("press", "/core/*.js?", "/core/.js?"),
            ("press", "/core/*.css$", "/core/.css$"),
            ("crawler news", "/*.pdf$", "/print/.pdf$"),
            ("crawler shop", "/api/", "/api/.csv"),
            ("office", "/documents/drafts/", "/documents/.docx"),
            ("office", "/forms/old/", "/forms/old/.xls$"),
            ("list", "/img/tmp/", "/img/.gif"),
            ("list", "/img/old/", "/img/old/.png$"),
        )
    ),
    *(
        Told(f"{wrong} in another case", "press", f"/{language}/Archive/", f"/{language}/{wrong}", "RS424")
        for language, wrong in (
            ("ar", "archive/"),
            ("it", "archive/"),
            ("de", "ARCHIVE/"),
            ("cs", "archive/old/"),
            ("fr", "archive/2019/"),
        )
    ),
    *rules_for("rogerbot", "press", "RS436", "Disallow: /."),
    *rules_for("AhrefsBot", "press", "RS436", "Disallow: /."),
    *rules_for("MJ12bot", "crawler shop", "RS436", "Disallow: /."),
    *rules_for("SemrushBot", "crawler shop", "RS436", "Disallow: /."),
    *rules_for("CCBot", "list", "RS436", "Disallow: /."),
    *rules_for("GPTBot", "list", "RS436", "Disallow: /."),
    *rules_for("Bytespider", "list", "RS436", "Disallow: /."),
    *beside(
        "Disallow: {stem}$\n",
        "RS436",
        0,
        *(("press", "/topic/"), ("press", "/action/"), ("crawler news", "/wp-admin/"), ("crawler shop", "/api/")),
    ),
    *(
        Told(f"an encoded sign in {wrong}", file, f"Disallow: {right}\n", f"Disallow: {wrong}\n", codes)
        for file, right, wrong, codes in (
            ("press", "/?q=admin/", "/?q%3Dadmin/", "RS444"),
            ("press", "/?q=filter/", "/?q%3dfilter/", "RS444"),
            ("press", "/index.php?task=", "/index.php?task%3D", "RS444"),
            ("press", "/index.php?task=", "/index.php%3Ftask", "RS442"),
            ("press", "/index.php?task=", "/index.php%3ftask=edit", "RS442"),
            ("press", "/?q=admin/", "/?q=admin%26page=", "RS444"),
            ("crawler shop", "/search/", "/search%3Fq=", "RS442"),
            ("crawler shop", "/*?sort=", "/*?sort%3Dprice", "RS444"),
            ("crawler shop", "/*&sort=", "/*&sort%3D", "RS444"),
            ("office", "/suche", "/suche%3Fwort%3D", "RS442"),
            ("office", "/login", "/login.jsp%3Fnext", "RS442"),
            ("list", "/login/", "/login.html%3Fback", "RS442"),
        )
    ),
)
