"""Mistakes in lists of crawlers, in groups beside one another, and in rules that others cover; the rows are those
of `mistakes_of_forums`.
"""

from tests.lint.mistakes_of_forums import Told

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

ELEVENTH = (
    Told(
        "Google-News for a crawler of Google's",
        "crawler news",
        "User-agent: Googlebot-News\n",
        "User-agent: Google-News\n",
        "RS334",
    ),
    Told(
        "Googlebot-Images for a crawler of Google's",
        "crawler news",
        "User-agent: Googlebot-News\n",
        "User-agent: Googlebot-Images\n",
        "RS332",
    ),
    Told(
        "GoogleNews for a crawler of Google's",
        "crawler news",
        "User-agent: Googlebot-News\n",
        "User-agent: GoogleNews\n",
        "RS334",
    ),
    Told("GPTB0t for the one of OpenAI", "crawler news", "User-agent: GPTBot\n", "User-agent: GPTB0t\n", "RS332"),
    Told("GBTBot for the one of OpenAI", "crawler news", "User-agent: GPTBot\n", "User-agent: GBTBot\n", "RS332"),
    Told(
        "OpenAI-GPTBot for the one of OpenAI",
        "crawler news",
        "User-agent: GPTBot\n",
        "User-agent: OpenAI-GPTBot\n",
        "RS334",
    ),
    Told("GPT-4 for the one of OpenAI", "crawler news", "User-agent: GPTBot\n", "User-agent: GPT-4\n", "RS327"),
    Told("SearchGPT for the one of OpenAI", "crawler news", "User-agent: GPTBot\n", "User-agent: SearchGPT\n", "RS334"),
    Told(
        "C1audeBot for the one of Anthropic",
        "crawler news",
        "User-agent: ClaudeBot\n",
        "User-agent: C1audeBot\n",
        "RS332",
    ),
    Told(
        "Claude-Crawler for the one of Anthropic",
        "crawler news",
        "User-agent: ClaudeBot\n",
        "User-agent: Claude-Crawler\n",
        "RS334",
    ),
    Told(
        "Anthropic-Claude for the one of Anthropic",
        "crawler news",
        "User-agent: ClaudeBot\n",
        "User-agent: Anthropic-Claude\n",
        "RS334",
    ),
    Told("CC-Bot for the one of Common Crawl", "crawler news", "User-agent: CCBot\n", "User-agent: CC-Bot\n", "RS332"),
    Told(
        "CommonCrawl.org for the one of Common Crawl",
        "crawler news",
        "User-agent: CCBot\n",
        "User-agent: CommonCrawl.org\n",
        "RS327",
    ),
    Told(
        "Common Crawl for the one of Common Crawl",
        "crawler news",
        "User-agent: CCBot\n",
        "User-agent: Common Crawl\n",
        "RS325 RS334",
    ),
    Told(
        "Google_Extended for the token of Google's models",
        "crawler news",
        "User-agent: Google-Extended\n",
        "User-agent: Google_Extended\n",
        "RS332",
    ),
    Told(
        "Google-Extends for the token of Google's models",
        "crawler news",
        "User-agent: Google-Extended\n",
        "User-agent: Google-Extends\n",
        "RS334",
    ),
    Told(
        "Google-Gemini for the token of Google's models",
        "crawler news",
        "User-agent: Google-Extended\n",
        "User-agent: Google-Gemini\n",
        "RS334",
    ),
    Told(
        "Google-AI-Overviews for the token of Google's models",
        "crawler news",
        "User-agent: Google-Extended\n",
        "User-agent: Google-AI-Overviews\n",
        "RS334",
    ),
    Told(
        "Vertex AI for the token of Google's models",
        "crawler news",
        "User-agent: Google-Extended\n",
        "User-agent: Vertex AI\n",
        "RS325 RS334",
    ),
    Told(
        "ByteDanceSpider for the one of ByteDance",
        "crawler news",
        "User-agent: Bytespider\n",
        "User-agent: ByteDanceSpider\n",
        "RS334",
    ),
    Told(
        "TikTokBot for the one of ByteDance",
        "crawler news",
        "User-agent: Bytespider\n",
        "User-agent: TikTokBot\n",
        "RS334",
    ),
    Told("Bing-News for the one of Bing", "office", "User-agent: Bingbot\n", "User-agent: Bing-News\n", "RS334"),
    Told(
        "Microsoft-Bingbot for the one of Bing",
        "office",
        "User-agent: Bingbot\n",
        "User-agent: Microsoft-Bingbot\n",
        "RS334",
    ),
    Told("BingSearch for the one of Bing", "office", "User-agent: Bingbot\n", "User-agent: BingSearch\n", "RS334"),
    Told("Dot-Bot in a list of crawlers", "crawler shop", "User-agent: DotBot\n", "User-agent: Dot-Bot\n", "RS332"),
    Told("ZoomInfo in a list of crawlers", "crawler shop", "User-agent: DotBot\n", "User-agent: ZoomInfo\n", "RS334"),
    Told("Yandx in a list of crawlers", "crawler shop", "User-agent: DotBot\n", "User-agent: Yandx\n", "RS332"),
    Told(
        "YandexSpider in a list of crawlers",
        "crawler shop",
        "User-agent: DotBot\n",
        "User-agent: YandexSpider\n",
        "RS334",
    ),
    Told(
        "Yahoo-Slurp in a list of crawlers",
        "crawler shop",
        "User-agent: DotBot\n",
        "User-agent: Yahoo-Slurp\n",
        "RS334",
    ),
    Told(
        "WaybackMachine in a list of crawlers",
        "crawler shop",
        "User-agent: DotBot\n",
        "User-agent: WaybackMachine\n",
        "RS334",
    ),
    Told("Scrappy in a list of crawlers", "crawler shop", "User-agent: DotBot\n", "User-agent: Scrappy\n", "RS332"),
    Told("Qwant in a list of crawlers", "crawler shop", "User-agent: DotBot\n", "User-agent: Qwant\n", "RS334"),
    Told(
        "the slash of GPTBot is missing",
        "list",
        "User-agent: GPTBot\nDisallow: /\n",
        "User-agent: GPTBot\nDisallow:\n",
        "RS449",
        1,
    ),
    Told(
        "the slash of CCBot is missing",
        "list",
        "User-agent: CCBot\nDisallow: /\n",
        "User-agent: CCBot\nDisallow:\n",
        "RS449",
        1,
    ),
    Told(
        "the slash of Bytespider is missing",
        "list",
        "User-agent: Bytespider\nDisallow: /\n",
        "User-agent: Bytespider\nDisallow:\n",
        "RS449",
        1,
    ),
    Told(
        "Allow for Disallow among others",
        "list",
        "User-agent: ClaudeBot\nDisallow: /\n",
        "User-agent: ClaudeBot\nAllow: /\n",
        "RS449",
        1,
    ),
    Told(
        "ClaudeBot has lost its rule",
        "list",
        "User-agent: ClaudeBot\nDisallow: /\n\n",
        "User-agent: ClaudeBot\n\n",
        "RS303",
    ),
    Told(
        "only the name is a comment",
        "list",
        "User-agent: CCBot\nDisallow: /\n",
        "# User-agent: CCBot\nDisallow: /\n",
        "RS303 RS304",
    ),
    Told(
        "Applebot where Google-Extended was meant",
        "list",
        "User-agent: Google-Extended\n",
        "User-agent: Applebot\n",
        "RS335",
    ),
    Told(
        "facebookexternalhit where CCBot was meant",
        "list",
        "User-agent: CCBot\n",
        "User-agent: facebookexternalhit\n",
        "RS335",
    ),
    Told("ChatGPT-User where GPTBot was meant", "list", "User-agent: GPTBot\n", "User-agent: ChatGPT-User\n", "RS335"),
    Told(
        "OAI-SearchBot where GPTBot was meant", "list", "User-agent: GPTBot\n", "User-agent: OAI-SearchBot\n", "RS335"
    ),
    Told(
        "Claude-User where ClaudeBot was meant", "list", "User-agent: ClaudeBot\n", "User-agent: Claude-User\n", "RS335"
    ),
    Told(
        "Googlebot where Google-Extended was meant",
        "list",
        "User-agent: Google-Extended\n",
        "User-agent: Googlebot\n",
        "RS335",
    ),
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
    Told(
        "a group of one rule", "list", "# Sitemaps\n", "User-agent: Googlebot\nDisallow: /new/\n\n# Sitemaps\n", "RS312"
    ),
    Told(
        "a group with an Allow for a part",
        "list",
        "# Sitemaps\n",
        "User-agent: Googlebot\nAllow: /new/\n\n# Sitemaps\n",
        "RS312",
    ),
    Told(
        "a group with Allow and two rules",
        "list",
        "# Sitemaps\n",
        "User-agent: Yandex\nAllow: /\nDisallow: /search/\n\n# Sitemaps\n",
        "RS312",
    ),
    Told(
        "a comment about AI Overviews",
        "list",
        "User-agent: Google-Extended\n",
        "# Google AI Overviews\nUser-agent: Google-Extended\n",
        "RS449",
        1,
    ),
    Told(
        "a comment about SGE",
        "list",
        "User-agent: Google-Extended\n",
        "User-agent: Google-Extended # no SGE\n",
        "RS111 RS449",
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
    Told("below a directory: /basket/step2", "crawler shop", "Disallow: /tmp/\n", "Disallow: /basket/step2\n", "RS422"),
    Told(
        "covered by a star: /x/y.php",
        "crawler shop",
        "Disallow: /tmp/\n",
        "Disallow: /*.php\nDisallow: /x/y.php\n",
        "RS422",
        1,
    ),
    Told(
        "only the address of the directory: /tmp/$", "crawler shop", "Disallow: /tmp/\n", "Disallow: /tmp/$\n", "RS436"
    ),
    Told("an Allow without its slash: arch", "crawler shop", "Disallow: /tmp/\n", "Allow: /search\n", "RS426"),
    Told("an Allow below an Allow: i/docs/v2/", "crawler shop", "Disallow: /tmp/\n", "Allow: /api/docs/v2/\n", "RS422"),
    Told("a star for all: /*", "crawler shop", "Disallow: /tmp/\n", "Disallow: /*\n", "RS435"),
    Told("a hat for the beginning: /^tmp/", "crawler shop", "Disallow: /tmp/\n", "Disallow: /^tmp/\n", "RS408"),
    Told("the last slash encoded: /tmp%2F", "crawler shop", "Disallow: /tmp/\n", "Disallow: /tmp%2F\n", "RS444"),
    Told(
        "the programs of WordPress: /wp-admin/admin-ajax.php",
        "crawler shop",
        "Disallow: /tmp/\n",
        "Disallow: /wp-admin/admin-ajax.php\n",
        "RS437",
    ),
    Told("a dollar in front: /$tmp/", "crawler shop", "Disallow: /tmp/\n", "Disallow: /$tmp/\n", "RS407"),
    Told("the name of a place: /tmp/<id>", "crawler shop", "Disallow: /tmp/\n", "Disallow: /tmp/<id>\n", "RS441"),
    Told(
        "a star, a dot and a star: /tmp/*.*", "crawler shop", "Disallow: /tmp/\n", "Disallow: /tmp/*.*\n", "RS405 RS408"
    ),
    Told("a field of its own: Request-rate: 1/5", "crawler shop", "Crawl-delay: 5\n", "Request-rate: 1/5\n", "RS219"),
    Told(
        "a field of its own: Visit-time: 0100-0500",
        "crawler shop",
        "Crawl-delay: 5\n",
        "Visit-time: 0100-0500\n",
        "RS219",
    ),
    Told("a field of its own: Crawl-delay: 5ms", "crawler shop", "Crawl-delay: 5\n", "Crawl-delay: 5ms\n", "RS201"),
    Told("a field of its own: Crawl-rate: 5", "crawler shop", "Crawl-delay: 5\n", "Crawl-rate: 5\n", "RS101"),
    Told("a field of its own: Cache-delay: 5", "crawler shop", "Crawl-delay: 5\n", "Cache-delay: 5\n", "RS101"),
    Told("a field of its own: NoAI: /", "crawler shop", "Crawl-delay: 5\n", "NoAI: /\n", "RS101"),
    Told(
        "a field of its own: Author: webmaster@example.com",
        "crawler shop",
        "Crawl-delay: 5\n",
        "Author: webmaster@example.com\n",
        "RS101",
    ),
    Told("a field of its own: Language: en", "crawler shop", "Crawl-delay: 5\n", "Language: en\n", "RS101"),
    Told("a field of its own: Index: /", "crawler shop", "Crawl-delay: 5\n", "Index: /\n", "RS101"),
    Told(
        "a field of its own: X-Robots-Tag: noindex",
        "crawler shop",
        "Crawl-delay: 5\n",
        "X-Robots-Tag: noindex\n",
        "RS101",
    ),
    Told(
        "a sitemap with a dollar",
        "crawler shop",
        "Sitemap: https://www.example.com/sitemap.xml\n",
        "Sitemap: https://www.example.com/sitemap.xml$\n",
        "RS218",
    ),
    Told(
        "a sitemap with a star",
        "crawler shop",
        "Sitemap: https://www.example.com/sitemap.xml\n",
        "Sitemap: https://www.example.com/*.xml\n",
        "RS218",
    ),
    Told(
        "a sitemap with a fragment",
        "crawler shop",
        "Sitemap: https://www.example.com/sitemap.xml\n",
        "Sitemap: https://www.example.com/sitemap.xml#top\n",
        "RS111",
    ),
    Told(
        "a sitemap with the home page",
        "crawler shop",
        "Sitemap: https://www.example.com/sitemap.xml\n",
        "Sitemap: https://www.example.com/\n",
        "RS218",
    ),
)

TWELFTH = (
    Told(
        "a longer Allow wins over /basket/ always",
        "crawler shop",
        "Disallow: /basket/\n",
        "Disallow: /basket/\nAllow: /basket/*\n",
        "RS421",
    ),
    Told(
        "a longer Allow wins over /checkout/ always",
        "crawler shop",
        "Disallow: /checkout/\n",
        "Disallow: /checkout/\nAllow: /checkout/*\n",
        "RS421",
    ),
    Told(
        "a longer Allow wins over /account/ always",
        "crawler shop",
        "Disallow: /account/\n",
        "Disallow: /account/\nAllow: /account/*\n",
        "RS421",
    ),
    Told(
        "a longer Allow wins over /tmp/ always",
        "crawler shop",
        "Disallow: /tmp/\n",
        "Disallow: /tmp/\nAllow: /tmp/*\n",
        "RS421",
    ),
    Told(
        "a longer Allow wins over /ajax/ always",
        "press",
        "Disallow: /ajax/\n",
        "Disallow: /ajax/\nAllow: /ajax/*\n",
        "RS421",
    ),
    Told(
        "a longer Allow wins over /suche always",
        "office",
        "Disallow: /suche\n",
        "Disallow: /suche\nAllow: /suche*\n",
        "RS421",
    ),
    Told(
        "a longer Allow wins over /login always",
        "office",
        "Disallow: /login\n",
        "Disallow: /login\nAllow: /login*\n",
        "RS421",
    ),
    Told(
        "a longer Allow wins over /de/intern/ always",
        "office",
        "Disallow: /de/intern/\n",
        "Disallow: /de/intern/\nAllow: /de/intern/*\n",
        "RS421",
    ),
    Told(
        "a longer Allow wins over /search/ always",
        "list",
        "Disallow: /search/\n",
        "Disallow: /search/\nAllow: /search/*\n",
        "RS421",
    ),
    Told(
        "a longer Allow wins over /cgi-bin/ always",
        "crawler news",
        "Disallow: /cgi-bin/\n",
        "Disallow: /cgi-bin/\nAllow: /cgi-bin/*\n",
        "RS421",
    ),
    Told(
        "a longer Allow above /ajax/ wins over it",
        "press",
        "Disallow: /ajax/\n",
        "Allow: /ajax/*\nDisallow: /ajax/\n",
        "RS421",
        1,
    ),
    Told(
        "an Allow for zip files wins over one of them",
        "press",
        "Disallow: /files/old/*.zip$\n",
        "Disallow: /a.zip$\nAllow: /*.zip$\n",
        "RS421",
    ),
    Told(
        "an Allow for /basket without its slash",
        "crawler shop",
        "Disallow: /basket/\n",
        "Disallow: /basket/\nAllow: /basket\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /tmp without its slash",
        "crawler shop",
        "Disallow: /tmp/\n",
        "Disallow: /tmp/\nAllow: /tmp\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /ajax without its slash",
        "press",
        "Disallow: /ajax/\n",
        "Disallow: /ajax/\nAllow: /ajax\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /topic without its slash",
        "press",
        "Disallow: /topic/\n",
        "Disallow: /topic/\nAllow: /topic\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /forms/drafts without its slash",
        "office",
        "Disallow: /forms/drafts/\n",
        "Disallow: /forms/drafts/\nAllow: /forms/drafts\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /de/intern without its slash",
        "office",
        "Disallow: /de/intern/\n",
        "Disallow: /de/intern/\nAllow: /de/intern\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /admin without its slash",
        "list",
        "Disallow: /admin/\n",
        "Disallow: /admin/\nAllow: /admin\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /login without its slash",
        "list",
        "Disallow: /login/\n",
        "Disallow: /login/\nAllow: /login\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /search without its slash",
        "list",
        "Disallow: /search/\n",
        "Disallow: /search/\nAllow: /search\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /intranet without its slash",
        "office",
        "Disallow: /intranet/\n",
        "Disallow: /intranet/\nAllow: /intranet\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /fr/intern without its slash",
        "office",
        "Disallow: /fr/intern/\n",
        "Disallow: /fr/intern/\nAllow: /fr/intern\n",
        "RS426",
        1,
    ),
    Told(
        "an Allow for /documents/drafts without its slash",
        "office",
        "Disallow: /documents/drafts/\n",
        "Disallow: /documents/drafts/\nAllow: /documents/drafts\n",
        "RS426",
        1,
    ),
    Told(
        "a star makes the Disallow for /basket/ longer than its Allow",
        "crawler shop",
        "Disallow: /basket/\n",
        "Disallow: /basket/*\nAllow: /basket/\n",
        "RS426",
        1,
    ),
    Told(
        "a star makes the Disallow for /search/ longer than its Allow",
        "crawler shop",
        "Disallow: /search/\n",
        "Disallow: /search/*\nAllow: /search/\n",
        "RS426",
        1,
    ),
    Told(
        "a star makes the Disallow for /account/ longer than its Allow",
        "crawler shop",
        "Disallow: /account/\n",
        "Disallow: /account/*\nAllow: /account/\n",
        "RS426",
        1,
    ),
    Told(
        "a star makes the Disallow for /tmp/ longer than its Allow",
        "crawler shop",
        "Disallow: /tmp/\n",
        "Disallow: /tmp/*\nAllow: /tmp/\n",
        "RS426",
        1,
    ),
    Told(
        "a star makes the Disallow for /ajax/ longer than its Allow",
        "press",
        "Disallow: /ajax/\n",
        "Disallow: /ajax/*\nAllow: /ajax/\n",
        "RS426",
        1,
    ),
    Told(
        "a star makes the Disallow for /forms/old/ longer than its Allow",
        "office",
        "Disallow: /forms/old/\n",
        "Disallow: /forms/old/*\nAllow: /forms/old/\n",
        "RS426",
        1,
    ),
    Told(
        "a star makes the Disallow for /login/ longer than its Allow",
        "list",
        "Disallow: /login/\n",
        "Disallow: /login/*\nAllow: /login/\n",
        "RS426",
        1,
    ),
    Told(
        "a star makes the Disallow for /cgi-bin/ longer than its Allow",
        "crawler news",
        "Disallow: /cgi-bin/\n",
        "Disallow: /cgi-bin/*\nAllow: /cgi-bin/\n",
        "RS426",
        1,
    ),
    Told(
        "a star makes the Disallow for /admin/ longer than its Allow",
        "list",
        "Disallow: /admin/\n",
        "Disallow: /admin/*\nAllow: /admin/\n",
        "RS426",
        1,
    ),
    Told(
        "only /action/cover is allowed to Twitterbot, and nothing blocked",
        "press",
        "User-agent: Twitterbot\nAllow: /\n",
        "User-agent: Twitterbot\nAllow: /action/cover\n",
        "RS426",
        1,
    ),
    Told(
        "only /action/cover is allowed to LinkedInBot, and nothing blocked",
        "press",
        "User-agent: LinkedInBot\nAllow: /\n",
        "User-agent: LinkedInBot\nAllow: /action/cover\n",
        "RS426",
        1,
    ),
    Told(
        "only /images/ is allowed to Twitterbot, and nothing blocked",
        "press",
        "User-agent: Twitterbot\nAllow: /\n",
        "User-agent: Twitterbot\nAllow: /images/\n",
        "RS426",
        1,
    ),
    Told(
        "only /*.jpg$ is allowed to LinkedInBot, and nothing blocked",
        "press",
        "User-agent: LinkedInBot\nAllow: /\n",
        "User-agent: LinkedInBot\nAllow: /*.jpg$\n",
        "RS426",
        1,
    ),
    Told(
        "Allow for /blog/ as the one rule of AhrefsBot",
        "crawler shop",
        "User-agent: AhrefsBot\nDisallow: /\n",
        "User-agent: AhrefsBot\nAllow: /blog/\n",
        "RS426",
        1,
    ),
    Told(
        "Allow for /blog/ as the one rule of SemrushBot",
        "crawler shop",
        "User-agent: SemrushBot\nDisallow: /\n",
        "User-agent: SemrushBot\nAllow: /blog/\n",
        "RS426",
        1,
    ),
    Told(
        "Allow for /$ as the one rule of MJ12bot",
        "crawler shop",
        "User-agent: MJ12bot\nDisallow: /\n",
        "User-agent: MJ12bot\nAllow: /$\n",
        "RS426",
        1,
    ),
    Told(
        "Allow for /api/docs/ as the one rule of DotBot",
        "crawler shop",
        "User-agent: DotBot\nDisallow: /\n",
        "User-agent: DotBot\nAllow: /api/docs/\n",
        "RS426",
        1,
    ),
    Told("no star in /files/.pdf$", "press", "/files/*.pdf$", "/files/.pdf$", "RS419"),
    Told("no star in /files/old/.zip$", "press", "/files/old/*.zip$", "/files/old/.zip$", "RS419"),
    Told("no star in /core/.js?", "press", "/core/*.js?", "/core/.js?", "RS419"),
    Told("no star in /core/.css$", "press", "/core/*.css$", "/core/.css$", "RS419"),
    Told("no star in /print/.pdf$", "crawler news", "/*.pdf$", "/print/.pdf$", "RS419"),
    Told("no star in /api/.csv", "crawler shop", "Disallow: /api/\n", "Disallow: /api/.csv\n", "RS419"),
    Told("no star in /documents/.docx", "office", "/documents/drafts/", "/documents/.docx", "RS419"),
    Told("no star in /forms/old/.xls$", "office", "/forms/old/", "/forms/old/.xls$", "RS419"),
    Told("no star in /img/.gif", "list", "/img/tmp/", "/img/.gif", "RS419"),
    Told("no star in /img/old/.png$", "list", "/img/old/", "/img/old/.png$", "RS419"),
    Told("/ar/archive/ in another case", "press", "Disallow: /ar/Archive/\n", "Disallow: /ar/archive/\n", "RS424"),
    Told("/it/archive/ in another case", "press", "Disallow: /it/Archive/\n", "Disallow: /it/archive/\n", "RS424"),
    Told("/de/ARCHIVE/ in another case", "press", "Disallow: /de/Archive/\n", "Disallow: /de/ARCHIVE/\n", "RS424"),
    Told(
        "/cs/archive/old/ in another case", "press", "Disallow: /cs/Archive/\n", "Disallow: /cs/archive/old/\n", "RS424"
    ),
    Told(
        "/fr/archive/2019/ in another case",
        "press",
        "Disallow: /fr/Archive/\n",
        "Disallow: /fr/archive/2019/\n",
        "RS424",
    ),
    Told(
        "a full stop behind the slash for rogerbot",
        "press",
        "User-agent: rogerbot\nDisallow: /\n",
        "User-agent: rogerbot\nDisallow: /.\n",
        "RS436",
        1,
    ),
    Told(
        "a full stop behind the slash for AhrefsBot",
        "press",
        "User-agent: AhrefsBot\nDisallow: /\n",
        "User-agent: AhrefsBot\nDisallow: /.\n",
        "RS436",
        1,
    ),
    Told(
        "a full stop behind the slash for MJ12bot",
        "crawler shop",
        "User-agent: MJ12bot\nDisallow: /\n",
        "User-agent: MJ12bot\nDisallow: /.\n",
        "RS436",
        1,
    ),
    Told(
        "a full stop behind the slash for SemrushBot",
        "crawler shop",
        "User-agent: SemrushBot\nDisallow: /\n",
        "User-agent: SemrushBot\nDisallow: /.\n",
        "RS436",
        1,
    ),
    Told(
        "a full stop behind the slash for CCBot",
        "list",
        "User-agent: CCBot\nDisallow: /\n",
        "User-agent: CCBot\nDisallow: /.\n",
        "RS436",
        1,
    ),
    Told(
        "a full stop behind the slash for GPTBot",
        "list",
        "User-agent: GPTBot\nDisallow: /\n",
        "User-agent: GPTBot\nDisallow: /.\n",
        "RS436",
        1,
    ),
    Told(
        "a full stop behind the slash for Bytespider",
        "list",
        "User-agent: Bytespider\nDisallow: /\n",
        "User-agent: Bytespider\nDisallow: /.\n",
        "RS436",
        1,
    ),
    Told("/topic$ with exceptions from nothing", "press", "Disallow: /topic/\n", "Disallow: /topic$\n", "RS436"),
    Told("/action$ with exceptions from nothing", "press", "Disallow: /action/\n", "Disallow: /action$\n", "RS436"),
    Told(
        "/wp-admin$ with exceptions from nothing",
        "crawler news",
        "Disallow: /wp-admin/\n",
        "Disallow: /wp-admin$\n",
        "RS436",
    ),
    Told("/api$ with exceptions from nothing", "crawler shop", "Disallow: /api/\n", "Disallow: /api$\n", "RS436"),
    Told("an encoded sign in /?q%3Dadmin/", "press", "Disallow: /?q=admin/\n", "Disallow: /?q%3Dadmin/\n", "RS444"),
    Told("an encoded sign in /?q%3dfilter/", "press", "Disallow: /?q=filter/\n", "Disallow: /?q%3dfilter/\n", "RS444"),
    Told(
        "an encoded sign in /index.php?task%3D",
        "press",
        "Disallow: /index.php?task=\n",
        "Disallow: /index.php?task%3D\n",
        "RS444",
    ),
    Told(
        "an encoded sign in /index.php%3Ftask",
        "press",
        "Disallow: /index.php?task=\n",
        "Disallow: /index.php%3Ftask\n",
        "RS442",
    ),
    Told(
        "an encoded sign in /index.php%3ftask=edit",
        "press",
        "Disallow: /index.php?task=\n",
        "Disallow: /index.php%3ftask=edit\n",
        "RS442",
    ),
    Told(
        "an encoded sign in /?q=admin%26page=",
        "press",
        "Disallow: /?q=admin/\n",
        "Disallow: /?q=admin%26page=\n",
        "RS444",
    ),
    Told(
        "an encoded sign in /list.aspx%3Fsort",
        "crawler shop",
        "Disallow: /tmp/\n",
        "Disallow: /list.aspx%3Fsort\n",
        "RS442",
    ),
    Told(
        "an encoded sign in /search%3Fq=", "crawler shop", "Disallow: /search/\n", "Disallow: /search%3Fq=\n", "RS442"
    ),
    Told(
        "an encoded sign in /*?sort%3Dprice",
        "crawler shop",
        "Disallow: /*?sort=\n",
        "Disallow: /*?sort%3Dprice\n",
        "RS444",
    ),
    Told("an encoded sign in /*&sort%3D", "crawler shop", "Disallow: /*&sort=\n", "Disallow: /*&sort%3D\n", "RS444"),
    Told(
        "an encoded sign in /suche%3Fwort%3D", "office", "Disallow: /suche\n", "Disallow: /suche%3Fwort%3D\n", "RS442"
    ),
    Told(
        "an encoded sign in /login.jsp%3Fnext", "office", "Disallow: /login\n", "Disallow: /login.jsp%3Fnext\n", "RS442"
    ),
    Told(
        "an encoded sign in /login.html%3Fback",
        "list",
        "Disallow: /login/\n",
        "Disallow: /login.html%3Fback\n",
        "RS442",
    ),
)

SETS = (ELEVENTH, TWELFTH)
