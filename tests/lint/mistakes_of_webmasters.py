"""Mistakes of webmasters: typos, and text from other files, programs and documents."""

from collections.abc import Sequence

from tests.lint.mistakes import Told, at

SHOP = """\
User-agent: *
Disallow: /cart/
Disallow: /checkout/
Disallow: /*?sort=
Disallow: /search/
Allow: /search/help/

User-agent: Googlebot-Image
Disallow: /assets/raw/

User-agent: GPTBot
User-agent: CCBot
Disallow: /

Sitemap: https://www.example.com/sitemap.xml
"""
SIGNALS = """\
User-agent: *
Disallow: /members/
Content-Signal: search=yes, ai-train=no
Content-Usage: train-ai=n
Crawl-delay: 5

User-agent: bingbot
Disallow: /members/
Disallow: /archive/

License: https://www.example.com/license.xml
Sitemap: https://www.example.com/maps/sitemap.xml
"""
GOOD = {"shop": SHOP, "signals": SIGNALS}

CART, STAR, BOT = "Disallow: /cart/\n", "User-agent: *\n", "User-agent: GPTBot\n"
MAP = "Sitemap: https://www.example.com/"
LAST = f"{MAP}sitemap.xml\n"


def as_written(file: str, right: str, *rows: tuple[str, str]) -> list[Told]:
    """Return mistakes that need no description, with their codes."""
    return [Told(wrong.strip(), file, right, wrong, codes) for wrong, codes in rows]


FIELDS = [
    *at(
        "shop",
        CART,
        ("double s, one l", "Dissalow: /cart/\n", "RS101 RS102"),
        ("one l too few", "Disalow: /cart/\n", "RS101 RS102"),
        ("swapped at the start", "Diasllow: /cart/\n", "RS101 RS102"),
        ("swapped at the end", "Disallwo: /cart/\n", "RS101 RS102"),
        ("a letter lost", "Disllow: /cart/\n", "RS101 RS102"),
        ("past tense", "Disallowed: /cart/\n", "RS103"),
        ("with all behind it", "Disallow all: /cart/\n", "RS103"),
        ("deny", "Deny: /cart/\n", "RS101"),
        ("block", "Block: /cart/\n", "RS101"),
        ("noindex for disallow", "Noindex: /cart/\n", "RS208"),
        ("no-index", "No-index: /cart/\n", "RS101 RS208"),
        ("a dash list", "- Disallow: /cart/\n", "RS101"),
        ("a star list", "* Disallow: /cart/\n", "RS101"),
        ("a numbered list", "1. Disallow: /cart/\n", "RS101"),
        ("quotes of a CSV", '"Disallow: /cart/"\n', "RS101 RS124"),
        ("an HTML paragraph", "<p>Disallow: /cart/</p>\n", "RS101"),
        ("Spanish", "No permitir: /cart/\n", "RS106"),
        ("German", "Verbieten: /cart/\n", "RS106"),
        ("full-width colon", "Disallow：/cart/\n", "RS105"),
    ),
    *at(
        "shop",
        "Allow: /search/help/\n",
        ("one l", "Alow: /search/help/\n", "RS101"),
        ("third person", "Allows: /search/help/\n", "RS103"),
        ("permit", "Permit: /search/help/\n", "RS101"),
    ),
    *at(
        "shop",
        BOT,
        ("swapped letters in User-agent", "User-agnet: GPTBot\n", "RS101"),
        ("User-agent in two words", "User agent: GPTBot\n", "RS101 RS102"),
        ("User-agent in one word", "Useragent: GPTBot\n", "RS101 RS102"),
        ("User-agents", "User-agents: GPTBot\n", "RS103"),
        ("underscore", "User_agent: GPTBot\n", "RS101"),
        ("en dash of a word processor", "User–agent: GPTBot\n", "RS101"),
        ("Bot", "Bot: GPTBot\n", "RS101"),
        ("the field twice", "User-agent: User-agent: GPTBot\n", "RS113"),
        ("byte order mark in the middle", "\ufeffUser-agent: GPTBot\n", "RS101 RS123"),
    ),
    *at(
        "shop",
        MAP,
        ("a letter lost in Sitemap", "Sitmap: https://www.example.com/", "RS101"),
        ("Site-map", "Site-map: https://www.example.com/", "RS101 RS102"),
        ("Sitemaps", "Sitemaps: https://www.example.com/", "RS103"),
        ("Sitemap_index", "Sitemap_index: https://www.example.com/", "RS103"),
        ("XML Sitemap", "XML Sitemap: https://www.example.com/", "RS101"),
        ("the address alone", "https://www.example.com/", "RS109"),
    ),
]

SEPARATORS = [
    *at(
        "shop",
        CART,
        ("semicolon for colon", "Disallow; /cart/\n", "RS104 RS112"),
        ("semicolon without a space", "Disallow;/cart/\n", "RS104 RS108 RS112"),
        ("equals with spaces", "Disallow = /cart/\n", "RS104 RS108 RS112"),
        ("equals", "Disallow=/cart/\n", "RS104 RS108 RS112"),
        ("dash", "Disallow - /cart/\n", "RS104 RS108 RS112"),
        ("arrow", "Disallow -> /cart/\n", "RS104 RS108 RS112"),
        ("comma for colon", "Disallow, /cart/\n", "RS104 RS108 RS112"),
        ("dot for colon", "Disallow. /cart/\n", "RS104 RS108 RS112"),
        ("no separator", "Disallow /cart/\n", "RS104"),
        ("no separator, two paths", "Disallow /cart/ /checkout/\n", "RS104"),
        ("two colons", "Disallow:: /cart/\n", "RS401"),
        ("colon and equals", "Disallow:= /cart/\n", "RS401"),
        ("a path alone", "/cart/\n", "RS109"),
        ("two rules in a line", "Disallow: /cart/ Disallow: /checkout/\n", "RS113"),
        ("a pipe between paths", "Disallow: /cart/|/checkout/\n", "RS403"),
        ("a comma between paths", "Disallow: /cart/, /checkout/\n", "RS403"),
        ("a comma at the end", "Disallow: /cart/,\n", "RS416"),
        ("a semicolon at the end", "Disallow: /cart/;\n", "RS416"),
        ("a quotation mark at the end", 'Disallow: /cart/"\n', "RS412 RS416"),
        ("a slash comment behind", "Disallow: /cart/ // the cart\n", "RS403 RS409"),
        ("a dash comment behind", "Disallow: /cart/ -- the cart\n", "RS409"),
        ("a slash comment", "// the cart\n", "RS108 RS109"),
        ("a CSS comment", "/* the cart */\n", "RS108 RS109"),
        ("an HTML comment", "<!-- the cart -->\n", "RS108"),
        ("an INI comment", "; the cart\n", "RS108"),
        ("a heading", "=== SHOP ===\n", "RS108"),
    ),
    *at(
        "shop",
        BOT,
        ("equals behind User-agent", "User-agent = GPTBot\n", "RS104 RS108 RS112"),
        ("semicolon behind User-agent", "User-agent; GPTBot\n", "RS104 RS108 RS112"),
        ("User-agent and rule in one line", "User-agent: GPTBot Disallow: /\n", "RS113"),
        ("a pipe between names", "User-agent: GPTBot|ClaudeBot\n", "RS322 RS327"),
        ("a comma between names", "User-agent: GPTBot, ClaudeBot\n", "RS322"),
        ("and between names", "User-agent: GPTBot and ClaudeBot\n", "RS322 RS325"),
        ("a slash between names", "User-agent: GPTBot/ClaudeBot\n", "RS322 RS324"),
    ),
    *at(
        "shop",
        MAP,
        ("equals behind Sitemap", "Sitemap=https://www.example.com/", "RS101 RS103 RS112"),
        ("no colon behind Sitemap", "Sitemap https://www.example.com/", "RS101 RS103 RS104"),
    ),
]

PATHS = [
    *at(
        "shop",
        CART,
        ("HTML entity", "Disallow: /cart/?a=1&amp;b=2\n", "RS417"),
        ("a space of HTML", "Disallow: /cart/&nbsp;\n", "RS417"),
        ("a numeric entity", "Disallow: /cart&#47;\n", "RS125 RS417"),
        ("a line break of HTML", "Disallow: /cart/<br>\n", "RS417"),
        ("a place of a template", "Disallow: /{{ cart_path }}/\n", "RS409 RS441"),
        ("a place of a shell", "Disallow: /${CART_PATH}/\n", "RS407 RS441"),
        ("a place of PHP", "Disallow: <?php echo $cart; ?>\n", "RS401 RS441"),
        ("a place of printf", "Disallow: /cart/%s/\n", "RS410"),
        ("the site in front", "Disallow: https://www.example.com/cart/\n", "RS402"),
        ("the host in front", "Disallow: www.example.com/cart/\n", "RS401 RS402"),
        ("the host behind a slash", "Disallow: /www.example.com/cart/\n", "RS402 RS443"),
        ("no slash", "Disallow: cart/\n", "RS401"),
        ("from here", "Disallow: ./cart/\n", "RS401"),
        ("two slashes", "Disallow: //cart/\n", "RS402 RS418"),
        ("backslashes", "Disallow: \\cart\\\n", "RS401 RS413 RS107"),
        ("backslashes behind a slash", "Disallow: /cart\\old\n", "RS413"),
        ("up and down", "Disallow: /shop/../cart/\n", "RS413"),
        ("typographic quotes", "Disallow: “/cart/”\n", "RS124"),
        ("quotes", 'Disallow: "/cart/"\n', "RS412"),
        ("zero width space", "Disallow: /cart/\u200b\n", "RS123"),
        ("no-break space", "Disallow:\u00a0/cart/\n", "RS123"),
        ("soft hyphen", "Disallow: /ca\u00adrt/\n", "RS123"),
        ("letters beyond ASCII", "Disallow: /café/\n", "RS411"),
        ("half an encoded byte", "Disallow: /caf%C\n", "RS410"),
        ("an encoded slash", "Disallow: %2Fcart%2F\n", "RS401"),
        ("an encoded question mark", "Disallow: /cart%3Fstep=\n", "RS442"),
        ("a fragment", "Disallow: /cart/#step\n", "RS125"),
        ("a space inside", "Disallow: /my cart/\n", "RS409"),
        ("an ellipsis", "Disallow: /cart/...\n", "RS416"),
        ("upper case too", "Disallow: /cart/\nDisallow: /Cart/\n", "RS424", 1),
        ("said twice", "Disallow: /cart/\nDisallow: /cart/\n", "RS420", 1),
        ("a name for a path", "Disallow: GPTBot\n", "RS404"),
        ("all for a path", "Disallow: all\n", "RS404 RS401"),
    ),
    *at(
        "shop",
        "Disallow: /*?sort=\n",
        ("a query alone", "Disallow: ?sort=\n", "RS401"),
        ("two stars", "Disallow: /**?sort=\n", "RS406"),
        ("a dot before the star", "Disallow: /.*?sort=\n", "RS408"),
        ("a group of a regular expression", "Disallow: /(cart|basket)\n", "RS408"),
        ("a class of a regular expression", "Disallow: /item-[0-9]+\n", "RS408"),
        ("a caret", "Disallow: ^/cart\n", "RS408"),
        ("an extension without a star", "Disallow: /.pdf$\n", "RS419"),
        ("an extension without a star and end", "Disallow: /.php\n", "RS419"),
        ("an extension alone", "Disallow: .pdf$\n", "RS401"),
        ("the end before the end", "Disallow: /cart$/\n", "RS407"),
        ("a dollar and a star", "Disallow: /*.pdf$*\n", "RS407"),
        ("a star alone", "Disallow: *\n", "RS440"),
        ("the whole site", "Disallow: /\n", "RS435 RS432"),
        ("the whole site with a star", "Disallow: /*\n", "RS435 RS432"),
        ("the styles", "Disallow: /*.css$\n", "RS431"),
        ("the file itself", "Disallow: /robots.txt\n", "RS433"),
        ("what is secret", "Disallow: /backup/\n", "RS415"),
    ),
    *at(
        "shop",
        "Allow: /search/help/\n",
        ("an Allow that opens nothing", "Allow: /sear\n", "RS426"),
        ("an Allow for a type that is too short", "Allow: /*.js\n", "RS426"),
        ("an Allow without a path", "Allow:\n", "RS414"),
        ("an Allow for what is closed", "Allow: /search/\n", "RS421"),
    ),
]

NAMES = [
    *at(
        "shop",
        BOT,
        *(
            (f"the name {name}", f"User-agent: {name}\n", codes)
            for name, codes in (
                ("GTPBot", "RS332"),
                ("GPT-Bot", "RS332"),
                ("GPT Bot", "RS325 RS332"),
                ("GPTBto", "RS332"),
                ("CC-Bot", "RS332"),
                ("Googelbot", "RS332"),
                ("Google-bot", "RS332"),
                ("Googlebot-Images", "RS332"),
                ("Bing-bot", "RS332"),
                ("Claude-Bot", "RS332"),
                ("ChatGPTUser", "RS332"),
                ("GoogleExtended", "RS332"),
                ("Google_Extended", "RS332"),
                ("OAI-Search-Bot", "RS332"),
                ("Perplexity-Bot", "RS332"),
                ("Byte-spider", "RS332"),
                ("Amazon-Bot", "RS332"),
                ("ChatGPT", "RS334"),
                ("Claude", "RS334"),
                ("OpenAI", "RS334"),
                ("Anthropic", "RS334"),
                ("Perplexity", "RS334"),
                ("Gemini", "RS334"),
                ("Bing", "RS334"),
                ("Google", "RS334"),
                ("DuckDuckGo", "RS334"),
                ("Facebook", "RS334"),
                ("Semrush", "RS334"),
                ("CommonCrawl", "RS334"),
                ("all", "RS334"),
                ("AI", "RS334"),
                ("bots", "RS334"),
                ("anthropic-ai", "RS333"),
                ("Claude-Web", "RS333"),
                ("Googlebot-Mobile", "RS333"),
                ("GPTBot/1.2", "RS324"),
                ("GPTBot*", "RS323"),
                ("*bot", "RS323"),
                ('"GPTBot"', "RS327"),
                ("/", "RS326"),
                ("Mozilla/5.0 (compatible; GPTBot/1.2)", "RS321"),
                ("", "RS320"),
            )
        ),
    ),
]

SCOPE = [
    Told("a rule above the groups", "shop", STAR, "Disallow: /old/\nUser-agent: *\n", "RS301"),
    Told("a blank line behind the name", "shop", STAR, "User-agent: *\n\n", "RS303", 1),
    Told("no rules", "shop", "Disallow: /assets/raw/\n", "", "RS302 RS303"),
    Told("a second group for all", "shop", BOT, "User-agent: *\nDisallow: /b/\n\nUser-agent: GPTBot\n", "RS311"),
    Told("a name twice", "shop", "User-agent: CCBot\n", "User-agent: GPTBot\n", "RS305"),
    Told("a pace above the groups", "signals", STAR, "Crawl-delay: 5\nUser-agent: *\n", "RS215"),
    Told("a signal above the groups", "signals", STAR, "Content-Signal: ai-train=no\nUser-agent: *\n", "RS215"),
    Told(
        "a sitemap between names",
        "shop",
        "User-agent: CCBot\n",
        "Sitemap: https://www.example.com/b.xml\nUser-agent: CCBot\n",
        "RS304",
    ),
    Told("a pace for Google", "shop", "Disallow: /assets/raw/\n", "Disallow: /r/\nCrawl-delay: 5\n", "RS216", 1),
]

SITEMAPS = [
    *at(
        "shop",
        LAST,
        ("a relative sitemap", "Sitemap: /sitemap.xml\n", "RS204"),
        ("a sitemap by its name", "Sitemap: sitemap.xml\n", "RS204"),
        ("a sitemap without a scheme", "Sitemap: www.example.com/sitemap.xml\n", "RS204"),
        ("a scheme with a slip", "Sitemap: htps://www.example.com/sitemap.xml\n", "RS204"),
        ("one slash behind the scheme", "Sitemap: https:/www.example.com/sitemap.xml\n", "RS204"),
        ("no colon behind the scheme", "Sitemap: https//www.example.com/sitemap.xml\n", "RS204"),
        ("the scheme twice", "Sitemap: https://https://www.example.com/sitemap.xml\n", "RS204 RS205"),
        ("two sitemaps in a line", f"{MAP}a.xml {MAP[9:]}b.xml\n", "RS204"),
        ("two sitemaps with a comma", f"{MAP}a.xml,{MAP[9:]}b.xml\n", "RS204 RS218"),
        ("a comma behind a sitemap", f"{MAP}sitemap.xml,\n", "RS204 RS218"),
        ("a sitemap in angles", "Sitemap: <https://www.example.com/sitemap.xml>\n", "RS204"),
        ("a sitemap in quotes", 'Sitemap: "https://www.example.com/sitemap.xml"\n', "RS204"),
        ("a link of Markdown", "Sitemap: [map](https://www.example.com/sitemap.xml)\n", "RS204"),
        ("an entity in a sitemap", f"{MAP}sitemap.php?a=1&amp;b=2\n", "RS218 RS417"),
        ("a sitemap of the test site", "Sitemap: https://staging.example.com/sitemap.xml\n", "RS205"),
        ("a sitemap of this machine", "Sitemap: http://localhost:8080/sitemap.xml\n", "RS205 RS218"),
        ("a sitemap by http", "Sitemap: http://www.example.com/sitemap.xml\n", "RS205"),
        ("the site itself as a sitemap", f"{MAP}\n", "RS218"),
        ("this file as a sitemap", f"{MAP}robots.txt\n", "RS218"),
        ("no sitemap at all", "Sitemap:\n", "RS204"),
        ("a place of a template in a sitemap", "Sitemap: {{ site.url }}/sitemap.xml\n", "RS441"),
        ("a sitemap that is blocked", f"{MAP}cart/sitemap.xml\n", "RS434"),
    ),
    Told("a sitemap twice", "shop", LAST, f"{MAP}a.xml\n{MAP}a.xml\n", "RS206", 1),
    Told("a sitemap that Bing may not fetch", "signals", f"{MAP}maps/", f"{MAP}archive/", "RS434"),
]


BESIDE = [
    *as_written(
        "signals",
        "Content-Signal: search=yes, ai-train=no\n",
        *(
            (f"Content-Signal: {value}\n", "RS211")
            for value in (
                "ai-train:no",
                "ai_train=no",
                "ai-training=no",
                "search=yes; ai-train=no",
                "ai-train=n",
                "ai-train=false",
                "train-ai=no",
                "no-ai",
                "use=none",
                "use=reference,full",
                "ai-input=no,ai-train=no,",
                "",
            )
        ),
        ("Content-Signal: search:yes,ai-train:no\n", "RS211"),
        ("Content-Signal: search=yes ai-train=no\n", "RS211"),
        ("Content-Signal: AI-Train=no\n", "RS211"),
        ("Content-Signal: ai-train=never\n", "RS211"),
        ("Content_Signal: ai-train=no\n", "RS101"),
        ("Content-Signals: ai-train=no\n", "RS101"),
        ("Content Signal: ai-train=no\n", "RS101"),
        ("Content-Singal: ai-train=no\n", "RS101"),
        ("ContentSignal: ai-train=no\n", "RS101"),
        ("X-Robots-Tag: noai\n", "RS101"),
        ("TDM-Reservation: 1\n", "RS101"),
        ("DisallowAITraining: /\n", "RS103 RS208"),
    ),
    *as_written(
        "signals",
        "Content-Usage: train-ai=n\n",
        *(
            (f"Content-Usage: {value}\n", "RS212")
            for value in (
                "ai-train=n",
                "trian-ai=n",
                "train-ai=no",
                "train-ai=N",
                "Train-AI=n",
                "train-ai=n,",
                "train-ai: n",
                'train-ai="n"',
                "train-ai",
                "genai=n",
                "train-ai=n; search=y",
                "members/ train-ai=n",
                "/members/",
                "deny",
            )
        ),
        ("Content-Usage: train_ai=n\n", "RS212"),
        ("Content-Usage: /members/train-ai=n\n", "RS212"),
        ("Content-Usage: train-ai=n /members/\n", "RS212"),
        ("Content-Usage: ai-train=no\n", "RS212"),
        ("Content-Usage: search=n;train-ai=n\n", "RS212"),
        ("Content Usage: train-ai=n\n", "RS101"),
        ("Content-Useage: train-ai=n\n", "RS101"),
        ("Content-Usages: train-ai=n\n", "RS101"),
    ),
    *as_written(
        "signals",
        "Crawl-delay: 5\n",
        ("Crawl-delay: 5s\n", "RS201"),
        ("Crawl-delay: 1,5\n", "RS201"),
        ("Crawl-delay: five\n", "RS201"),
        ("Crawl-delay: -1\n", "RS201"),
        ("Crawl-delay: 10000\n", "RS202"),
        ("Crawl-delay = 5\n", "RS104 RS108 RS112"),
        ("Crawl-delay 5\n", "RS104 RS108"),
        ("Crawl delay: 5\n", "RS101"),
        ("Crawldelay: 5\n", "RS101"),
        ("Crawl-dealy: 5\n", "RS101"),
        ("Crawl-rate: 5\n", "RS101"),
        ("Request-rate: 10\n", "RS209"),
        ("Visit-time: 06:00-08:45\n", "RS210"),
        ("Host: https://www.example.com\n", "RS208"),
        ("Clean-param: ref /shop/ & sid\n", "RS203"),
        ("Crawl-delay: 5;\n", "RS201"),
        ("Crawl-delay: 5-10\n", "RS201"),
        ("Crawl-delay: 1/5\n", "RS201"),
        ("Craw-delay: 5\n", "RS101"),
        ("Crawl-delay: 3600\n", "RS202"),
        ("Crawl-delay:\n", "RS201"),
        ("Delay: 5\n", "RS101"),
    ),
    *as_written(
        "signals",
        "License: https://www.example.com/license.xml\n",
        ("License: /license.xml\n", "RS213"),
        ("Licence: https://www.example.com/license.xml\n", "RS101"),
        ("License: CC-BY\n", "RS213"),
        ("License: www.example.com/license.xml\n", "RS213"),
        ("RSL: https://www.example.com/license.xml\n", "RS101"),
    ),
]
MORE = [
    *as_written(
        "shop",
        CART,
        ("Disalow : /cart/\n", "RS102"),
        ("Dis-allow: /cart/\n", "RS101"),
        ("Disallow /cart\n", "RS104"),
        ("Disallow : //cart\n", "RS418"),
        ("Disallow: '/cart/'\n", "RS412"),
        ("Disallow: <path>/cart/</path>\n", "RS401"),
        ("Disallow: [/cart/]\n", "RS401"),
        ("DISALLOW /cart/\n", "RS104"),
        ("Disallow: /cart/ and /checkout/\n", "RS409"),
        ("Disallow: ~/cart/\n", "RS401"),
        ("Disallow: C:\\shop\\cart\n", "RS445"),
        ("Disallow: /cart/{id}/\n", "RS441"),
        ("Disallow: /cart/:id/\n", "RS441"),
        ("Disallow: /cart/%%/\n", "RS410"),
        ("Disallow: /cart/[id]\n", "RS441"),
        ("Disallow: ftp://www.example.com/cart/\n", "RS401"),
        ("Disallow: /.jpg\n", "RS419"),
        ("Disallow: *.jpg, *.png\n", "RS403"),
        ("Disallow: /*.jpg$ /*.png$\n", "RS403 RS407"),
        ("Disallow: /\xa0\n", "RS123 RS411"),
        ("Disallow:/cart/\u2028\n", "RS123 RS411"),
        ("Disallow:\t/ca\trt/\n", "RS409"),
        ("> Disallow: /cart/\n", "RS101"),
        ("Disallow: /cart/&quot;\n", "RS417"),
        ("Disallow: &#x2F;cart&#x2F;\n", "RS401"),
        ("Disallow\uff1a\u3000/cart/\n", "RS105 RS123"),
        ("Dissallow: /cart/\n", "RS102"),
        ("Disallow: yes\n", "RS401"),
        ("Disallow: none\n", "RS404"),
    ),
    *as_written(
        "shop",
        BOT,
        ("User-agent: GPT_Bot\n", "RS332"),
        ("User-agent: ChatGPT-User/1.0\n", "RS324"),
        ("User-agent: ClaudBot\n", "RS332"),
        ("User-agent: PerplexityAI\n", "RS334"),
        ("User-agent: Bard\n", "RS334"),
        ("User-agent: Applebot_Extended\n", "RS332"),
        ("User-agent: AhrefBot\n", "RS332"),
        ("User-agent: Semrush-Bot\n", "RS332"),
        ("User-agent: MJ12 bot\n", "RS325 RS332"),
        ("User-agent: Copilot\n", "RS334"),
        ("User-agent: Meta-External-Agent\n", "RS332"),
        ("User-agent: Facebook-externalhit\n", "RS332"),
        ("User-agent: Yahoo! Slurp\n", "RS325"),
        ("User-agent: TikTok\n", "RS334"),
        ("User-agent: '*'\n", "RS323"),
        ("User-agent: **\n", "RS323"),
        ("User-agent:GPTBot;\n", "RS322"),
        ("Useragent GPTBot\n", "RS102"),
        ("User-agent: +GPTBot\n", "RS327"),
        ("User-agent: Deepseek\n", "RS334"),
    ),
    *as_written(
        "shop",
        LAST,
        ("Sitemap: https://www.example.com/sitemap.xml | https://www.example.com/b.xml\n", "RS204"),
        ("Sitemap: //www.example.com/sitemap.xml\n", "RS204"),
        ("sitemap : /sitemap.xml\n", "RS204"),
        ("Sitemap: https://example.local/sitemap.xml\n", "RS205 RS218"),
        ("Sitemap: https://www.example.com/sitemap.xml;\n", "RS218"),
        ("Sitemap: https://www.example.com\n", "RS218"),
        ("Sitemaps https://www.example.com/sitemap.xml\n", "RS103 RS204"),
        ("Sitemap: C:/www/sitemap.xml\n", "RS204"),
        ("Site map: https://www.example.com/sitemap.xml\n", "RS101"),
    ),
    Told("a comment before a slip", "shop", CART, "Disallow: /cart/ # basket /checkout/\nDisalllow: /b\n", "RS101", 1),
    Told("a name behind a comment", "shop", BOT, f"{BOT[:-1]} # and\nUser-agent: Claude bot\n", "RS325 RS332", 1),
]

IN_RULES = (
    ("Disallow: /cart/:", "RS416"),
    ("Disalow /tmp/", "RS102"),
    ("Disallow: /css/ /cgi/ /images/", "RS403"),
    ("Disallow: /login.phpDisallow: /admin.php", "RS113"),
    ("Disallow: https://*/cart", "RS402"),
    ("Disallow: /(.*)\\?s=", "RS408"),
    ("Disallow: /search?q=.+", "RS408"),
    ("Disallow: /page/\\d+/", "RS408"),
    ("Disallow: !/public/", "RS401"),
    ("Disallow: /*.{pdf,doc}$", "RS408"),
    ("Disallow:\u3000/private/", "RS123"),
    ("Disallow: /private/ (staging only)", "RS409"),
    ("Disallow: /private/ ; old shop", "RS409"),
    ("Allow: everything", "RS401"),
    ("Disallow: nothing", "RS401"),
    ("Disallow: \u2018/private/\u2019", "RS124"),
    ("Disallow: /private/\u2026", "RS416"),
    ("Disallow: /foo\u2013bar/", "RS411"),
    ("Disallow: /actualit\u00c3\u00a9s/", "RS411"),
    ("Disallow: /shop?color=red & size=m", "RS409"),
    ('Disallow: <a href="/private/">private</a>', "RS401 RS417"),
    ("Disallow: `/private/`", "RS412"),
    ("\u2022 Disallow: /private/", "RS101"),
    ("Disallow: - /private/", "RS401"),
    ('Disallow: [ "/private/", "/tmp/" ]', "RS401"),
    ('"Disallow": "/private/",', "RS101"),
    ('Disallow "/private/"', "RS104 RS412"),
    ("Nofollow: /out/", "RS208"),
    ("Noarchive: /", "RS208"),
    ('<meta name="robots" content="noindex">', "RS108"),
    ("Redirect 301 /old /new", "RS108"),
    ("Options -Indexes", "RS101 RS108"),
    ("Include: /robots-extra.txt", "RS101"),
    ("Disallow: #/private/", "RS125"),
    ("Allow: *", "RS440"),
    ("Disallow: /*/", "RS436"),
    ("Disallow: /$", "RS436"),
    ("Disallow: /_next/", "RS431"),
    ("Disallow: /index.php?x=*$", "RS405"),
    ("Disallow: index.html", "RS401"),
    ("Disallow: /private/\\nDisallow: /tmp/", "RS113"),
    ("Crawl-delay: 10 seconds", "RS201"),
    ("crawl_delay: 10", "RS101"),
    ("Crawl-delay: 10ms", "RS201"),
    ("Visit-time: 6am-8am", "RS210"),
    ("Request-rate: 1 per 10", "RS209"),
    ("Clean-param: utm_source, utm_medium", "RS203"),
    ("Content-Signal: search=yes, ai-input=maybe", "RS211"),
    ("Content-Signal: ai-train=no, ai-train=yes", "RS211"),
    ("Content-Usage: train-genai=n", "RS212"),
)
"""Put behind the rules of the group for `*`."""

BEHIND = (
    ("Sitemap: https://www.example.com/sitemap.html", "RS218"),
    ("Sitemap: https://www.example.com/robots.txt", "RS218"),
    ("Sitemap: file:///var/www/sitemap.xml", "RS204"),
    ("Sitemap: http://localhost:3000/sitemap.xml", "RS218"),
    ("Sitemap: https://yourdomain.com/sitemap.xml", "RS218"),
    ("Sitemap: undefined/sitemap.xml", "RS204"),
    ("Sitemap: https:///sitemap.xml", "RS204"),
    ("Sitemap-News: https://www.example.com/news.xml", "RS103"),
    ("Sitemap: https://www.example.com/sitemap.xmlUser-agent: Googlebot", "RS113"),
    ("User-agent: none\nDisallow: /", "RS334"),
    ("User-agent: everyone\nDisallow: /x/", "RS334"),
    ("User-agent: .*\nDisallow: /x/", "RS323"),
    ("User-agent: Googlebot-*\nDisallow: /x/", "RS323"),
    ("User-agent: https://openai.com/gptbot\nDisallow: /", "RS326"),
    ("User-agent: googlebot.com\nDisallow: /x/", "RS327"),
    ("User-agent: ChatGTP-User\nDisallow: /", "RS332"),
    ("User-agent: PerplexityBoot\nDisallow: /", "RS332"),
    ("User-agent: Google-Extented\nDisallow: /", "RS332"),
    ("User-agent: Omigili\nDisallow: /", "RS332"),
    ("User-agent:*Disallow: /x/", "RS113"),
    ("User-agent *\nDisallow: /x/", "RS104"),
    ("User-Agent:: Googlebot\nDisallow: /x/", "RS325"),
    ("User-agent: #GPTBot\nDisallow: /", "RS320"),
    ("User-agent: Yahoo\nDisallow: /x/", "RS334"),
)
"""Put behind the file."""

ABOVE = (
    ("<<<<<<< HEAD", "RS108"),
    ("```txt", "RS108"),
    ("<br />\n<b>Warning</b>:  Undefined variable $url in <b>/var/www/robots.php</b> on line <b>3</b><br />", "RS101"),
)
"""Put above the file."""

ROWS: Sequence[Told] = (
    *(*FIELDS, *SEPARATORS, *PATHS, *NAMES, *SCOPE, *SITEMAPS, *BESIDE, *MORE),
    *(Told(wrong, "shop", CART, f"{CART}{wrong}\n", codes, 1) for wrong, codes in IN_RULES),
    *(Told(wrong, "shop", LAST, f"{LAST}{wrong}\n", codes, 1) for wrong, codes in BEHIND),
    *(Told(wrong, "shop", STAR, f"{wrong}\n{STAR}", codes) for wrong, codes in ABOVE),
)
