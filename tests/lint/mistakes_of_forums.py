"""Mistakes in the words of those who made them: from questions in forums, from threads about bugs, from real files.

Each set was written down and kept before the linter saw it. A row is what was done, the file in which it was done,
what stood there, what stands there now, the codes that say what is wrong, and how many lines below the first it is.
"""

from collections.abc import Callable
from typing import NamedTuple

BLOG = """\
User-agent: *
Disallow: /wp-admin/
Allow: /wp-admin/admin-ajax.php
Disallow: /trackback/
Disallow: /?s=

User-agent: AhrefsBot
Disallow: /

Sitemap: https://www.example.com/sitemap_index.xml
"""
STORE = """\
User-agent: *
Disallow: /basket/
Disallow: /account/
Disallow: /*?orderby=
Disallow: /*&orderby=
Allow: /account/register$

User-agent: Googlebot
Disallow: /basket/
Disallow: /account/
Disallow: /feeds/

User-agent: Bingbot
Crawl-delay: 2
Disallow: /basket/
Disallow: /account/

Sitemap: https://www.example.com/sitemap.xml
Sitemap: https://www.example.com/sitemap-products.xml
"""
HANDBOOK = """\
User-agent: *
Disallow: /v1/
Disallow: /v2/
Disallow: /*/print/
Content-Signal: search=yes, ai-train=no

User-agent: GPTBot
User-agent: ClaudeBot
User-agent: Google-Extended
Disallow: /

Sitemap: https://www.example.com/sitemap.xml
"""
TOWN = """\
# Town of Example
User-agent: *
Disallow: /intern/
Disallow: /suche/
Disallow: /*.ics$
Allow: /suche/hilfe/

User-agent: Googlebot-News
Disallow: /archiv/

User-agent: YandexBot
Disallow: /intern/
Clean-param: sid&utm_source /aktuell/

User-agent: Amazonbot
User-agent: Bytespider
User-agent: meta-externalagent
Disallow: /

Sitemap: https://www.example.com/sitemap-de.xml
Sitemap: https://www.example.com/sitemap-en.xml
"""
GOOD = {"blog": BLOG, "store": STORE, "handbook": HANDBOOK, "town": TOWN}

STAR = "User-agent: *\n"
ADMIN = "Disallow: /wp-admin/\n"
AJAX = "Allow: /wp-admin/admin-ajax.php\n"
TRACK = "Disallow: /trackback/\n"
AHREFS = "User-agent: AhrefsBot\n"
BLOG_MAP = "Sitemap: https://www.example.com/sitemap_index.xml\n"
BASKET = "Disallow: /basket/\n"
ORDER = "Disallow: /*?orderby=\n"
AND_ORDER = "Disallow: /*&orderby=\n"
REGISTER = "Allow: /account/register$\n"
FEEDS = "Disallow: /feeds/\n"
MAP = "Sitemap: https://www.example.com/sitemap.xml\n"
PRODUCTS = "Sitemap: https://www.example.com/sitemap-products.xml\n"
OLD = "Disallow: /v1/\n"
PRINT = "Disallow: /*/print/\n"
SIGNAL = "Content-Signal: search=yes, ai-train=no\n"
CLAUDE = "User-agent: ClaudeBot\n"


class Told(NamedTuple):
    done: str
    file: str
    right: str
    wrong: str
    codes: str = ""
    further: int = 0


class Whole(NamedTuple):
    done: str
    file: str
    change: Callable[[str], bytes]
    codes: str = ""


FIRST = (
    Told("I spaced the word out so that it stands out", "store", BASKET, "D i s a l l o w: /basket/\n", "RS101"),
    Told("cut a long line in the editor of the host", "store", BASKET, "Dis?action=logout\n", "RS108"),
    Told("pasted the line behind the word that was there", "store", MAP, f"Sitemap: {MAP}", "RS113"),
    Told("the port of our Tomcat got in", "store", MAP, "Sitemap: https://www.example.com:8080/sitemap.xml\n", "RS205"),
    Told("meta robots moved here", "blog", TRACK, "Robots: noindex, nofollow\n", "RS101"),
    Told("just the words of the meta tag", "blog", TRACK, "noindex, nofollow\n", "RS101"),
    Told("which address is the real one", "blog", TRACK, f"{TRACK}Canonical: https://www.example.com/\n", "RS219", 1),
    Told("the page should not be indexed", "blog", TRACK, "Disallow: noindex\n", "RS401"),
    Told("please index", "blog", AJAX, "Allow: index, follow\n", "RS401"),
    Told("took the block of nginx", "store", BASKET, "location /basket/ { deny all; }\n", "RS108"),
    Told("took the rewrite of Apache", "store", BASKET, "RewriteRule ^basket/ - [F]\n", "RS108"),
    Told("the header from .htaccess", "blog", TRACK, 'Header set X-Robots-Tag "noindex"\n', "RS108"),
    Told("the rule of the firewall", "handbook", CLAUDE, '(http.user_agent contains "ClaudeBot")\n', "RS108"),
    Told("the PHP file is sent as it is", "blog", STAR, f'header("Content-Type: text/plain");\n{STAR}', "RS101"),
    Told(
        "front matter of the site generator",
        "blog",
        STAR,
        f"---\nlayout: null\nsitemap: false\n---\n{STAR}",
        "RS101",
        1,
    ),
    Told("the object of the framework", "blog", STAR, '{"rules": {"userAgent": "*", "allow": "/"}}\n' + STAR, "RS101"),
    Told("userAgent as in the config", "handbook", CLAUDE, "userAgent: ClaudeBot\n", "RS102"),
    Told("crawlDelay as in the config", "store", "Crawl-delay: 2\n", "crawlDelay: 2\n", "RS101"),
    Told(
        "the loop of the shop's template", "store", STAR, "{% for group in robots.default_groups %}\n" + STAR, "RS108"
    ),
    Told("left the example of the manual", "blog", BLOG_MAP, "Sitemap: [sitemap-url]\n", "RS204"),
    Told(
        "the answer with its first sentence",
        "blog",
        STAR,
        f"Sure! Here is a robots.txt for your blog:\n{STAR}",
        "RS101",
    ),
    Told("the button came with the text", "blog", STAR, f"Copy code\n{STAR}", "RS101"),
    Told("bold in the answer", "handbook", CLAUDE, "**User-agent:** ClaudeBot\n", "RS101"),
    Told("the star was escaped", "blog", STAR, "User-agent: \\*\n", "RS323"),
    Told("the fence at the end", "blog", BLOG_MAP, f"{BLOG_MAP}```\n", "RS108", 1),
    Told("merged by hand, one marker stayed", "store", ORDER, f"{ORDER}=======\n", "RS108", 1),
    Told("pasted a patch", "store", BASKET, "+Disallow: /basket/\n", "RS101"),
    Told("pasted the head of a patch", "store", STAR, f"@@ -1,4 +1,6 @@\n{STAR}", "RS108"),
    Told("with the number of the line", "store", BASKET, "2: Disallow: /basket/\n", "RS101"),
    Told("the command that should have written it", "blog", STAR, f"cat > robots.txt <<EOF\n{STAR}", "RS108"),
    Told("the other command", "store", BASKET, 'echo "Disallow: /basket/" >> robots.txt\n', "RS101"),
    Told("saved what curl -i gave", "blog", STAR, f"HTTP/1.1 200 OK\nContent-Type: text/plain\n\n{STAR}", "RS108"),
    Told("an entry of the sitemap", "blog", BLOG_MAP, "<loc>https://www.example.com/</loc>\n", "RS101"),
    Told("Google told me to verify", "blog", STAR, f"google-site-verification: google12ab34cd.html\n{STAR}", "RS101"),
    Told(
        "the line of ads.txt",
        "blog",
        BLOG_MAP,
        f"{BLOG_MAP}google.com, pub-1234567890123456, DIRECT, f08c47fe\n",
        "RS108",
        1,
    ),
    Told("whom to write to", "blog", BLOG_MAP, f"{BLOG_MAP}Contact: mailto:admin@example.com\n", "RS101", 1),
    Told("where llms.txt is", "handbook", MAP, f"{MAP}LLMs: https://www.example.com/llms.txt\n", "RS219", 1),
    Told("only on the front page", "store", ORDER, "Disallow: /?orderby=\n", "RS436"),
    Told("as in DOS", "store", BASKET, "Disallow: /basket/*.*\n", "RS408"),
    Told("several kinds of pictures", "store", BASKET, "Disallow: /*.jpg|png|gif$\n", "RS408"),
    Told("the question mark for any digit", "handbook", OLD, "Disallow: /v?/\n", "RS436"),
    Told("whichever comes first", "blog", ADMIN, "Allow: /\nDisallow: /\n", "RS421", 1),
    Told(
        "Google's block stayed from the test site",
        "blog",
        AHREFS,
        f"User-agent: Googlebot\nDisallow: /\n\n{AHREFS}",
        "RS432",
        1,
    ),
    Told(
        "Bing only needs to be slow",
        "store",
        "Crawl-delay: 2\nDisallow: /basket/\nDisallow: /account/\n",
        "Crawl-delay: 2\n",
        "RS302",
        -1,
    ),
    Told("the pace twice", "store", "Crawl-delay: 2\n", "Crawl-delay: 2\nCrawl-delay: 10\n", "RS220", 1),
    Told("the ads robot by half its name", "blog", AHREFS, "User-agent: AdsBot\n", "RS334"),
    Told("the address of the visitor", "blog", AHREFS, "User-agent: 66.249.66.1\n", "RS327"),
    Told("all names behind each other", "handbook", CLAUDE, "User-agent: ClaudeBot CCBot PerplexityBot\n", "RS322"),
    Told("all but one", "blog", STAR, "User-agent: * except Googlebot\n", "RS323"),
    Told("commented out the name only", "blog", AHREFS, f"#{AHREFS}", "RS435", 1),
    Told("added at the very end", "blog", BLOG_MAP, f"{BLOG_MAP}Disallow: /newsletter/\n", "RS306", 1),
    Told("blocked it and allowed it, months apart", "blog", BLOG_MAP, f"{AHREFS}Allow: /\n\n{BLOG_MAP}", "RS310"),
    Told("Cyrillic a in the field", "store", BASKET, "Dis\u0430llow: /basket/\n", "RS126"),
    Told("the star of a Japanese keyboard", "blog", STAR, "User-agent: \uff0a\n", "RS126"),
    Told("the slashes of a Japanese keyboard", "store", BASKET, "Disallow: \uff0fbasket\uff0f\n", "RS126"),
    Told("with signs for the reader", "store", BASKET, "\U0001f6ab Disallow: /basket/\n", "RS101"),
    Told("went on in the next line", "store", BASKET, "Disallow: /basket/,\n          /wishlist/\n", "RS109", 1),
    Told("a list as in YAML", "store", BASKET, "Disallow:\n  - /basket/\n", "RS101", 1),
    Told("copied the line and forgot to change the sign", "store", ORDER, AND_ORDER, "RS420", 1),
    Told("ends behind the equals sign", "store", ORDER, "Disallow: /*?orderby=$\n", "RS436"),
    Told("empty quotes from the generator", "store", BASKET, 'Disallow: ""\n', "RS412"),
    Told("a generator printed an object", "store", MAP, "Sitemap: [object Object]\n", "RS204"),
    Told("a generator printed nothing", "store", "Crawl-delay: 2\n", "Crawl-delay: undefined\n", "RS201"),
    Told("there is no sitemap", "blog", BLOG_MAP, "Sitemap: none\n", "RS204"),
    Told("the ending mistyped", "store", MAP, "Sitemap: https://www.example.com/sitemap.xlm\n", "RS218"),
    Told("all maps at once", "store", PRODUCTS, "Sitemap: https://www.example.com/sitemap-*.xml\n", "RS218"),
    Told(
        "with the password of the test site",
        "store",
        MAP,
        "Sitemap: https://shop:secret@www.example.com/sitemap.xml\n",
        "RS218",
    ),
    Told("the slashes of Windows", "store", MAP, "Sitemap: https:\\\\www.example.com\\sitemap.xml\n", "RS204"),
    Told("a space behind https://", "store", MAP, "Sitemap: https:// www.example.com/sitemap.xml\n", "RS204"),
    Told("the themes are nobody's business", "blog", TRACK, "Disallow: /wp-content/\n", "RS431"),
    Told("no XML in the results", "store", BASKET, "Disallow: /*.xml$\n", "RS434", 16),
    Told(
        "the new name for AI, I thought",
        "handbook",
        "User-agent: Google-Extended\n",
        "User-agent: Googlebot-Extended\n",
        "RS334",
    ),
    Told("the name as I guessed it", "handbook", "User-agent: GPTBot\n", "User-agent: ChatGPT-Bot\n", "RS334"),
    Told("a pattern with slashes and i", "handbook", CLAUDE, "User-agent: /claudebot/i\n", "RS326"),
    Told("the robot as a field", "store", FEEDS, f"{FEEDS}Googlebot: /internal/\n", "RS101", 1),
    Told("Allow without its Disallow", "blog", ADMIN, "", "RS426"),
    Told("encoded twice", "store", BASKET, "Disallow: /caf%25C3%25A9/\n", "RS444"),
    Told("a rule for the other port", "store", BASKET, "Disallow: :8080/admin/\n", "RS401"),
    Whole("line ends doubled by FTP, old Mac's then", "store", lambda text: text.replace("\n", "\r").encode(), "RS505"),
    Whole("saved as Unicode by the Windows editor", "store", lambda text: text.encode("utf-16"), "RS502"),
)
"""Eighty, of which the linter told 60 at first sight."""

INTERN = "Disallow: /intern/\n"
SUCHE = "Disallow: /suche/\n"
HELP = "Allow: /suche/hilfe/\n"
DATES = "Disallow: /*.ics$\n"
NEWS = "User-agent: Googlebot-News\n"
ARCHIVE = "Disallow: /archiv/\n"
YANDEX = "User-agent: YandexBot\n"
CLEAN = "Clean-param: sid&utm_source /aktuell/\n"
AMAZON = "User-agent: Amazonbot\n"
SPIDER = "User-agent: Bytespider\n"
GERMAN = "Sitemap: https://www.example.com/sitemap-de.xml\n"
ENGLISH = "Sitemap: https://www.example.com/sitemap-en.xml\n"

SECOND = (
    Told("added a parameter to the links that shall not be crawled", "store", ORDER, "Disallow: /nocrawl=1\n", "RS436"),
    Told(
        "the program put a slash in front of each address",
        "store",
        BASKET,
        "Disallow: /https://www.example.com/basket/\n",
        "RS402",
    ),
    Told(
        "base URL with a slash and path with one",
        "store",
        MAP,
        "Sitemap: https://www.example.com//sitemap.xml\n",
        "RS218",
    ),
    Told(
        "slow down three robots, stop one",
        "town",
        AMAZON,
        "User-agent: Slurp\nCrawl-delay: 5\n\nUser-agent: msnbot\nCrawl-delay: 5\n\nUser-agent: Amazonbot\n",
        "RS304",
        1,
    ),
    Told("forgot the colon in the answer I gave", "store", ORDER, "Disallow /*/?b=9\n", "RS104"),
    Told("user-agent without the name, then the right one", "town", STAR, f"User-agent:\n\n{STAR}", "RS320"),
    Told("a list of robots under one heading", "town", AMAZON, "User-agent: Bad bots\n", "RS325"),
    Told("Disallow with a capital in the middle and a letter less", "town", INTERN, "DisAlow: /intern/\n", "RS102"),
    Told("hyphen forgotten, s added", "town", YANDEX, "UserAgents: YandexBot\n", "RS102"),
    Told("the agent is the user", "town", YANDEX, "Agent-user: YandexBot\n", "RS101"),
    Told("only Agent", "town", YANDEX, "Agent: YandexBot\n", "RS101"),
    Told("only User", "town", YANDEX, "User: YandexBot\n", "RS101"),
    Told("Robot instead of User-agent", "town", YANDEX, "Robot: YandexBot\n", "RS101"),
    Told("Exclude", "town", INTERN, "Exclude: /intern/\n", "RS101"),
    Told("Forbid", "town", INTERN, "Forbid: /intern/\n", "RS101"),
    Told("Ignore", "town", SUCHE, "Ignore: /suche/\n", "RS101"),
    Told("Not allow", "town", INTERN, "Not allow: /intern/\n", "RS101"),
    Told("Do not allow", "town", INTERN, "Dont-allow: /intern/\n", "RS101"),
    Told("Permission", "town", HELP, "Allowed: /suche/hilfe/\n", "RS103"),
    Told("the map of the site", "town", GERMAN, "Map: https://www.example.com/sitemap-de.xml\n", "RS101"),
    Told("index of sitemaps", "town", GERMAN, "Sitemap-index: https://www.example.com/sitemap-de.xml\n", "RS103"),
    Told(
        "sitemap in the plural with a dash",
        "town",
        GERMAN,
        "Site-maps: https://www.example.com/sitemap-de.xml\n",
        "RS102",
    ),
    Told(
        "the address of the sitemap in brackets",
        "town",
        GERMAN,
        "Sitemap: (https://www.example.com/sitemap-de.xml)\n",
        "RS204",
    ),
    Told(
        "two languages on one line",
        "town",
        GERMAN,
        "Sitemap: https://www.example.com/sitemap-de.xml und https://www.example.com/sitemap-fr.xml\n",
        "RS204",
    ),
    Told("the sitemap on the disk", "town", GERMAN, "Sitemap: /var/www/html/sitemap-de.xml\n", "RS204"),
    Told(
        "host only",
        "town",
        GERMAN,
        "Sitemap: https://www.example.com/sitemap-de.xml#\nSitemap: https://www.example.com\n",
        "RS218",
        1,
    ),
    Told("colon behind https forgotten", "town", GERMAN, "Sitemap: https//www.example.com/sitemap-de.xml\n", "RS204"),
    Told("a dot for a comma in the host", "town", GERMAN, "Sitemap: https://www,example.com/sitemap-de.xml\n", "RS218"),
    Told("three w and no dot", "town", GERMAN, "Sitemap: https://wwwexample.com/sitemap-de.xml\n", "RS205"),
    Told(
        "the preview of the host",
        "town",
        GERMAN,
        "Sitemap: https://example-git-main.vercel.app/sitemap-de.xml\n",
        "RS205",
    ),
    Told("the address inside the office", "town", GERMAN, "Sitemap: http://172.16.4.20/sitemap-de.xml\n", "RS218"),
    Told(
        "everything but the news, I thought",
        "town",
        "User-agent: Googlebot-News\nDisallow: /archiv/\n",
        "User-agent: Googlebot-News\nDisallow: *\nAllow: /aktuell/\n",
        "RS440",
        1,
    ),
    Told("no robots at night", "town", DATES, f"{DATES}Crawl-delay: 23:00-06:00\n", "RS201", 1),
    Told("a whole hour", "town", DATES, f"{DATES}Crawl-delay: 1h\n", "RS201", 1),
    Told("ten times a minute", "town", DATES, f"{DATES}Crawl-delay: 10/min\n", "RS201", 1),
    Told("Google shall wait", "town", ARCHIVE, f"{ARCHIVE}Crawl-delay: 10\n", "RS216", 1),
    Told("parameters as in a URL", "town", CLEAN, "Clean-param: ?sid=&utm_source=\n", "RS203"),
    Told("path first", "town", CLEAN, "Clean-param: /aktuell/ sid&utm_source\n", "RS203"),
    Told("main mirror for Yandex", "town", CLEAN, f"{CLEAN}Host: https://www.example.com/\n", "RS208", 1),
    Told("old robot of Microsoft for AI", "town", AMAZON, "User-agent: msnbot-AI\n", "RS334"),
    Told("Facebook under its new name", "town", "User-agent: meta-externalagent\n", "User-agent: MetaBot\n", "RS334"),
    Told("TikTok's spider misspelled", "town", SPIDER, "User-agent: Bytesspider\n", "RS332"),
    Told("Amazon with a dash", "town", AMAZON, "User-agent: Amazon-Robot\n", "RS334"),
    Told("Applebot for Siri", "town", AMAZON, "User-agent: Siri\n", "RS334"),
    Told("the whole of AI", "town", AMAZON, "User-agent: *AI*\n", "RS323"),
    Told("all that is called bot", "town", AMAZON, "User-agent: *bot*\n", "RS323"),
    Told("regular expression for two", "town", AMAZON, "User-agent: (Amazonbot|Bytespider)\n", "RS321"),
    Told(
        "header line from the log",
        "town",
        AMAZON,
        'User-agent: "Mozilla/5.0 (Linux; Android 5.0) (compatible; Bytespider)"\n',
        "RS321",
    ),
    Told("with the e-mail address of its owner", "town", AMAZON, "User-agent: Amazonbot@amazon.com\n", "RS327"),
    Told("name and a colon", "town", AMAZON, "User-agent: Amazonbot:\n", "RS327"),
    Told("name in angle brackets as in the manual", "town", AMAZON, "User-agent: <Amazonbot>\n", "RS327"),
    Told("name with a hash", "town", AMAZON, "User-agent: Amazonbot#blocked since May\n", "RS111"),
    Told("umlaut as it is spoken", "town", SUCHE, "Disallow: /\u00fcbersicht/\n", "RS411"),
    Told("typed in Latin-1", "town", SUCHE, "Disallow: /%FCbersicht/\n", "RS444"),
    Told("a blank written as plus and as blank", "town", SUCHE, "Disallow: /neue suche/\n", "RS409"),
    Told("path of the server", "town", INTERN, "Disallow: /var/www/html/intern/\n", "RS445"),
    Told("path of the FTP program", "town", INTERN, "Disallow: /public_html/intern/\n", "RS445"),
    Told("a tilde and a star", "town", INTERN, "Disallow: /~*/*\n", "RS405"),
    Told("ends in dollar and slash", "town", DATES, "Disallow: /*.ics$/\n", "RS407"),
    Told("dollar in front", "town", DATES, "Disallow: $/*.ics\n", "RS401"),
    Told("dot star dot", "town", DATES, "Disallow: *.*ics$\n", "RS408"),
    Told("percent as in SQL", "town", DATES, "Disallow: /%.ics\n", "RS410"),
    Told("double star as in git", "town", INTERN, "Disallow: /**/intern/**\n", "RS406"),
    Told("negated as in git", "town", HELP, "Disallow: !/suche/hilfe/\n", "RS401"),
    Told("the file of git", "town", INTERN, "intern/\n", "RS108"),
    Told("all subdomains", "town", INTERN, "Disallow: *.example.com/intern/\n", "RS443"),
    Told("anchor", "town", SUCHE, "Disallow: /suche/#treffer\n", "RS125"),
    Told("comment glued behind the path", "town", INTERN, "Disallow: /intern/#nur fuer uns\n", "RS125"),
    Told("comment with two slashes behind", "town", INTERN, "Disallow: /intern/ //nur fuer uns\n", "RS409"),
    Told("lines joined by a tab", "town", INTERN, "Disallow: /intern/\tDisallow: /alt/\n", "RS113"),
    Told("the empty line in the middle of the group", "town", SUCHE, f"\n{SUCHE}", "RS303"),
    Told("allow all, then the rules", "town", STAR, f"{STAR}Disallow:\n", "RS427", 1),
    Told("both at once", "town", SUCHE, "Allow: /suche/\nDisallow: /suche/\n", "RS421", 1),
    Told("noindex behind a path", "town", INTERN, "Disallow: /intern/ noindex\n", "RS409"),
    Told("the header for a file", "town", DATES, "X-Robots-Tag: noindex, /*.ics$\n", "RS101"),
    Told("Basic authentication", "town", INTERN, "Require valid-user\n", "RS101"),
    Told("signal on a line of rules", "handbook", SIGNAL, "Disallow: ai-train\n", "RS401"),
    Told("signal for one crawler", "handbook", SIGNAL, "Content-Signal: GPTBot: ai-train=no\n", "RS211"),
    Whole(
        "saved by a word processor as RTF",
        "town",
        lambda text: b"{\\rtf1\\ansi\\deff0 " + text.replace("\n", "\\par\n").encode() + b"}",
        "RS413",
    ),
    Whole("sent as one line by a form", "town", lambda text: text.replace("\n", " ").encode(), "RS510"),
)
"""Eighty more, of which the linter told 65 at first sight."""

THIRD = (
    Told(
        "the delay for all robots, at the end",
        "blog",
        BLOG_MAP,
        f"User-agent: DuckDuckBot\nAllow: /\n\n# for all bots\nCrawl-delay: 1\n\n{BLOG_MAP}",
        "RS307",
        4,
    ),
    Told(
        "the delay for all, in a second group",
        "blog",
        BLOG_MAP,
        f"User-agent: *\nCrawl-delay: 1\n\n{BLOG_MAP}",
        "RS311",
    ),
    Told("a link that was never made", "store", BASKET, "Disallow: /news/undefined/\n", "RS441"),
    Told("the link of a content system", "store", BASKET, "Disallow: @CONTENT-REF\n", "RS401"),
    Told("robots and a star as in the meta tag", "blog", STAR, "Robots: *\n", "RS101"),
    Told("allow noindex", "blog", AJAX, "Allow: noindex, follow\n", "RS401"),
    Told("a remark behind the name of the robot", "handbook", CLAUDE, "User-agent: ClaudeBot (like GPTBot)\n", "RS321"),
    Told(
        "the provider blocks it above, we allow it below",
        "handbook",
        MAP,
        f"User-agent: ClaudeBot\nAllow: /\n\n{MAP}",
        "RS310",
    ),
    Told("a number that is far too large", "store", "Crawl-delay: 2\n", "Crawl-delay: 1234567890\n", "RS201"),
    Told("the name in lower case and without bot", "store", "User-agent: Googlebot\n", "User-agent: google\n", "RS334"),
    Told(
        "old names of Microsoft and Yahoo",
        "store",
        "User-agent: Bingbot\n",
        "User-agent: Yahoo! Slurp\nUser-agent: Bingbot\n",
        "RS325",
    ),
    Told(
        "no rule at all for all",
        "blog",
        "Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\nDisallow: /trackback/\nDisallow: /?s=\n",
        "",
        "RS303",
    ),
    Told("a blank at the start of the path's middle", "store", BASKET, "Disallow: / basket/\n", "RS409"),
    Told("the dot of the end of a sentence", "store", BASKET, "Disallow: /basket/.\n", "RS416"),
    Told("an arrow", "store", BASKET, "Disallow: /basket/ => blocked\n", "RS409"),
    Told("a box to tick", "store", BASKET, "[x] Disallow: /basket/\n", "RS101"),
    Told("a table row", "store", BASKET, "| Disallow | /basket/ |\n", "RS108"),
    Told("columns of a sheet", "store", BASKET, "Disallow,/basket/\n", "RS112"),
    Told("tab for colon", "store", BASKET, "Disallow\t/basket/\n", "RS104"),
    Told("as key and value in TOML", "store", BASKET, 'disallow = ["/basket/"]\n', "RS104"),
    Told("closing tag of HTML at the end", "store", PRODUCTS, f"{PRODUCTS}</pre>\n", "RS108", 1),
    Told("opening tag of HTML at the start", "store", STAR, f"<pre>\n{STAR}", "RS108"),
    Told("doctype", "store", STAR, f"<!DOCTYPE html>\n{STAR}", "RS501"),
    Told("XML declaration", "store", STAR, f'<?xml version="1.0" encoding="UTF-8"?>\n{STAR}', "RS501"),
    Told("the shebang", "store", STAR, f"#!/bin/sh\necho\n{STAR}", "RS108", 1),
    Told("quoted mail", "store", BASKET, ">> Disallow: /basket/\n", "RS101"),
    Told(
        "greeting at the end of the answer",
        "blog",
        BLOG_MAP,
        f"{BLOG_MAP}Let me know if you need anything else!\n",
        "RS108",
        1,
    ),
    Told("the answer explains itself", "blog", ADMIN, f"This blocks the admin area:\n{ADMIN}", "RS101"),
    Told("a headline of the answer", "blog", AHREFS, f"**Block SEO tools**\n{AHREFS}", "RS108"),
    Told("code between backticks", "blog", ADMIN, "`Disallow: /wp-admin/`\n", "RS101"),
    Told("the other side of the merge", "blog", AHREFS, f">>>>>>> feature/robots\n{AHREFS}", "RS101"),
    Told("middle of a three-way merge", "blog", AHREFS, f"||||||| merged common ancestors\n{AHREFS}", "RS108"),
    Told("line removed in the patch", "blog", ADMIN, "-Disallow: /old-admin/\nDisallow: /wp-admin/\n", "RS101"),
    Told("trap for bad robots in the open", "blog", TRACK, f"{TRACK}Disallow: /secret-admin/backup.sql\n", "RS415", 1),
    Told(
        "login with its token",
        "blog",
        TRACK,
        f"{TRACK}Disallow: /wp-login.php?token=a8f5f167f44f4964e6c998dee827110c\n",
        "RS415",
        1,
    ),
    Told("the feed stays closed for Google's news", "blog", TRACK, "Disallow: /*.css\n", "RS431"),
    Told("no JavaScript for robots", "blog", TRACK, "Disallow: /*.js\n", "RS431"),
    Told("includes closed", "blog", TRACK, "Disallow: /wp-includes/\n", "RS431"),
    Told("plugins closed", "blog", TRACK, "Disallow: /wp-content/plugins/\n", "RS431"),
    Told("the file that Ajax needs", "blog", AJAX, "Disallow: /wp-admin/admin-ajax.php\n", "RS422"),
    Told("allow in upper case path", "blog", AJAX, "Allow: /WP-Admin/Admin-Ajax.php\n", "RS426"),
    Told("Allow before its Disallow and shorter", "store", REGISTER, "Allow: /acc\n", "RS426"),
    Told(
        "the same rule twice with a slash and without",
        "store",
        BASKET,
        "Disallow: /basket\nDisallow: /basket/\n",
        "RS422",
        1,
    ),
    Told("everything, then details", "store", BASKET, "Disallow: /\nDisallow: /basket/\n", "RS435"),
    Told("everything but Google", "store", FEEDS, "Disallow: /\n", "RS432"),
    Told(
        "Bing has a group without rules",
        "store",
        "Disallow: /basket/\nDisallow: /account/\n\nSitemap",
        "\nSitemap",
        "RS302",
        -2,
    ),
    Told("names one under the other, with a blank line", "handbook", CLAUDE, f"\n{CLAUDE}", "RS303"),
    Told("names one under the other, with a rule between", "handbook", CLAUDE, f"Disallow: /\n{CLAUDE}", "RS601", -1),
    Told("a name twice in the list", "handbook", CLAUDE, f"{CLAUDE}User-agent: GPTBot\n", "RS305", 1),
    Told("the retired names of Anthropic", "handbook", CLAUDE, "User-agent: Claude-Web\n", "RS333"),
    Told("the name of the model", "handbook", CLAUDE, "User-agent: GPT-4\n", "RS327"),
    Told("the name of the application", "handbook", CLAUDE, "User-agent: Claude Desktop\n", "RS325"),
    Told("the agent that browses", "handbook", CLAUDE, "User-agent: ChatGPT Agent\n", "RS334"),
    Told("a word for all of them", "handbook", CLAUDE, "User-agent: LLM-crawlers\n", "RS334"),
    Told("star and name", "handbook", CLAUDE, "User-agent: * ClaudeBot\n", "RS323"),
    Told("name with a question mark", "handbook", CLAUDE, "User-agent: Claude?Bot\n", "RS327"),
    Told("name with a zero", "handbook", "User-agent: GPTBot\n", "User-agent: GPTB0t\n", "RS332"),
    Told(
        "Google's token with one letter twice",
        "handbook",
        "User-agent: Google-Extended\n",
        "User-agent: Gooogle-Extended\n",
        "RS332",
    ),
    Told("signals of the other document", "handbook", SIGNAL, "Content-Signal: train-ai=n\n", "RS211"),
    Told("signal spelt with spaces", "handbook", SIGNAL, "Content-Signal: search = yes ai train = no\n", "RS211"),
    Told("signal in the plural", "handbook", SIGNAL, "Content-Signals: search=yes, ai-train=no\n", "RS101"),
    Told("signal in JSON", "handbook", SIGNAL, 'Content-Signal: {"search": "yes"}\n', "RS211"),
    Told("two answers in two lines", "handbook", SIGNAL, f"{SIGNAL}Content-Signal: ai-train=yes\n", "RS220", 1),
    Told("no AI as a field", "handbook", SIGNAL, "NoAI: true\n", "RS101"),
    Told("reservation of rights", "handbook", SIGNAL, "TDM-Reservation: 1\n", "RS101"),
    Told("licence in the middle", "handbook", MAP, f"{MAP}License: CC BY-NC 4.0\n", "RS213", 1),
    Told(
        "sitemap of the version before", "handbook", MAP, "Sitemap: https://www.example.com/v1/sitemap.xml\n", "RS434"
    ),
    Told("sitemap without the s", "handbook", MAP, "Sitemap: http://www.example.com/sitemap.xml\n", "RS205"),
    Told("sitemap of the bare domain", "handbook", MAP, "Sitemap: https://example.com/sitemap.xml\n", "RS205"),
    Told("sitemap twice by two hands", "handbook", MAP, f"{MAP}{MAP}", "RS206", 1),
    Told(
        "sitemap address between quotes", "handbook", MAP, "Sitemap: 'https://www.example.com/sitemap.xml'\n", "RS204"
    ),
    Told("sitemap as a relative link", "handbook", MAP, "Sitemap: ../sitemap.xml\n", "RS204"),
    Told(
        "sitemap in the shape of a page",
        "handbook",
        MAP,
        "Sitemap: https://www.example.com/sitemap.aspx.html\n",
        "RS218",
    ),
    Told("sitemap with a colon too many", "handbook", MAP, "Sitemap:: https://www.example.com/sitemap.xml\n", "RS114"),
    Told("sitemap with ftp", "handbook", MAP, "Sitemap: ftp://www.example.com/sitemap.xml\n", "RS204"),
    Told("print pages only at the second level", "handbook", PRINT, "Disallow: /print/*/$\n", "RS436"),
    Told("numbers as in a program", "handbook", OLD, "Disallow: /v{1,2}/\n", "RS408"),
    Told("a range of versions", "handbook", OLD, "Disallow: /v[12]/\n", "RS408"),
    Whole(
        "the file was cut off within a line",
        "town",
        lambda text: text[: text.index("Clean-param") + 6].encode(),
        "RS108",
    ),
    Whole("the bytes of nothing between the letters", "town", lambda text: text.encode("utf-16-le"), "RS502"),
)
"""Eighty more, of which the linter told 70 at first sight."""

FOURTH = (
    Told("two robots in a row", "store", "User-agent: Googlebot\n", "User-agent: Googlebot Googlebot-Image\n", "RS322"),
    Told("no pause at all", "store", "Crawl-delay: 2\n", "Crawl-delay: 0\n", "RS202"),
    Told("a version for a delay", "store", "Crawl-delay: 2\n", "Crawl-delay: 1.5.2\n", "RS201"),
    Told("delay between quotes", "store", "Crawl-delay: 2\n", 'Crawl-delay: "2"\n', "RS201"),
    Told("delay in full-width figures", "store", "Crawl-delay: 2\n", "Crawl-delay: \uff12\n", "RS201"),
    Told("delay as a power", "store", "Crawl-delay: 2\n", "Crawl-delay: 1e3\n", "RS201"),
    Told("a full stop behind the sitemap", "store", MAP, "Sitemap: https://www.example.com/sitemap.xml.\n", "RS218"),
    Told(
        "a blank in the name of the sitemap",
        "store",
        MAP,
        "Sitemap: https://www.example.com/sitemap index.xml\n",
        "RS204",
    ),
    Told("the sitemap without its last letters", "store", MAP, "Sitemap: https://www.example.com/sitemap.x\n", "RS218"),
    Told(
        "the sitemap of another site that I copied from",
        "store",
        MAP,
        "Sitemap: https://www.competitor.com/sitemap.xml\n",
        "RS205",
    ),
    Told(
        "sitemap through the load balancer", "store", MAP, "Sitemap: http://www.example.com:80/sitemap.xml\n", "RS205"
    ),
    Told("sitemap by the name of the container", "store", MAP, "Sitemap: http://web:3000/sitemap.xml\n", "RS218"),
    Told("sitemap on the cloud storage console", "store", MAP, "Sitemap: s3://shop-assets/sitemap.xml\n", "RS204"),
    Told("sitemap with mailto", "store", MAP, "Sitemap: mailto:sitemap@example.com\n", "RS204"),
    Told(
        "sitemap with the word sitemap in front of the address",
        "store",
        MAP,
        "Sitemap: sitemap https://www.example.com/sitemap.xml\n",
        "RS204",
    ),
    Told("PDF files everywhere", "store", BASKET, "Disallow: *.pdf\n", "RS446"),
    Told("the directory anywhere", "store", BASKET, "Disallow: */basket\n", "RS446"),
    Told("sort in the middle, stars everywhere", "store", ORDER, "Disallow: /*?*orderby=*\n", "RS405"),
    Told("versions of style sheets", "blog", TRACK, "Disallow: /*?ver=\n", "RS431"),
    Told("everything with a question mark", "blog", TRACK, "Disallow: /*?\n", "RS431"),
    Told("pictures shall not be copied", "blog", TRACK, "Disallow: /wp-content/uploads/\n", "RS431"),
    Told("the pictures of the shop", "store", BASKET, "Disallow: /images/\n", "RS431"),
    Told("fonts", "store", BASKET, "Disallow: /assets/fonts/*.woff2$ and .woff\n", "RS409"),
    Told("bundles of the build", "store", BASKET, "Disallow: /static/js/\n", "RS431"),
    Told("semicolon between paths", "store", BASKET, "Disallow: /basket/;/wishlist/\n", "RS403"),
    Told("plus between paths", "store", BASKET, "Disallow: /basket/ + /wishlist/\n", "RS409"),
    Told("ampersand between paths", "store", BASKET, "Disallow: /basket/ & /wishlist/\n", "RS409"),
    Told("paths in braces", "store", BASKET, "Disallow: {/basket/,/wishlist/}\n", "RS401"),
    Told("paths in round brackets", "store", BASKET, "Disallow: (/basket/)\n", "RS401"),
    Told("path in angle brackets", "store", BASKET, "Disallow: </basket/>\n", "RS401"),
    Told("arrow of a word processor", "store", BASKET, "Disallow\u2192 /basket/\n", "RS112"),
    Told("ratio sign for a colon", "store", BASKET, "Disallow\u2236 /basket/\n", "RS112"),
    Told("small colon", "store", BASKET, "Disallow\ufe55 /basket/\n", "RS112"),
    Told("colon in front", "store", BASKET, ":Disallow /basket/\n", "RS108"),
    Told("colon in the middle", "store", BASKET, "Dis:allow: /basket/\n", "RS101"),
    Told("tilde in front", "store", BASKET, "~Disallow: /basket/\n", "RS101"),
    Told("exclamation mark in front", "store", BASKET, "!Disallow: /basket/\n", "RS101"),
    Told(
        "lower case L for the capital I and so on",
        "store",
        "User-agent: Googlebot\n",
        "User-agent: Goog1ebot\n",
        "RS332",
    ),
    Told("encoded letter in the path", "store", BASKET, "Disallow: /%62asket/\n", "RS444"),
    Told("encoded star", "store", ORDER, "Disallow: /%2A?orderby=\n", "RS444"),
    Told("encoded ampersand", "store", AND_ORDER, "Disallow: /*%26orderby=\n", "RS444"),
    Told("encoded dollar", "store", BASKET, "Disallow: /*.pdf%24\n", "RS444"),
    Told("star as an entity", "blog", STAR, "User-agent: &#42;\n", "RS327"),
    Told("star in percent", "blog", STAR, "User-agent: %2A\n", "RS327"),
    Told("star with a dot", "blog", STAR, "User-agent: *.\n", "RS323"),
    Told("star with a slash", "blog", STAR, "User-agent: */*\n", "RS323"),
    Told("star written out", "blog", STAR, "User-agent: star\n", "RS334"),
    Told("asterisk written out", "blog", STAR, "User-agent: asterisk\n", "RS334"),
    Told("any robot", "blog", STAR, "User-agent: any robot\n", "RS325"),
    Told("the default group", "blog", STAR, "User-agent: default\n", "RS334"),
    Told("hash for a star", "blog", STAR, "User-agent: #\n", "RS320"),
    Told("remark as in BASIC", "blog", AHREFS, f"REM block SEO tools\n{AHREFS}", "RS108"),
    Told("remark as in Vim", "blog", AHREFS, f'" block SEO tools\n{AHREFS}', "RS108"),
    Told("remark as in SQL", "blog", AHREFS, f"-- block SEO tools\n{AHREFS}", "RS108"),
    Told("remark as in Lisp", "blog", AHREFS, f";; block SEO tools\n{AHREFS}", "RS108"),
    Told("remark with a star", "blog", AHREFS, f" * block SEO tools\n{AHREFS}", "RS108"),
    Told("remark with an exclamation mark", "blog", AHREFS, f"! block SEO tools\n{AHREFS}", "RS108"),
    Told("remark with a path, and no hash", "blog", AHREFS, f"see /docs/seo.txt\n{AHREFS}", "RS101"),
    Told("a hyphenated line of minus signs", "blog", AHREFS, f"--------------------\n{AHREFS}", "RS108"),
    Told("error of the server above it", "blog", STAR, f'{{"error": "not found"}}\n{STAR}', "RS101"),
    Told("403 as text above it", "blog", STAR, f"403 Forbidden\n{STAR}", "RS101"),
    Told("nginx sends the text itself", "blog", STAR, f'return 200 "User-agent: *";\n{STAR}', "RS101"),
    Told("Files section of Apache", "blog", STAR, f'<Files "robots.txt">\n{STAR}', "RS101"),
    Told("order of Apache", "blog", AHREFS, f"Order allow,deny\n{AHREFS}", "RS101"),
    Told("SetEnvIf of Apache", "blog", AHREFS, f"SetEnvIfNoCase User-Agent AhrefsBot bad_bot\n{AHREFS}", "RS108"),
    Told("if of nginx", "blog", AHREFS, f"if ($http_user_agent ~* AhrefsBot) {{\n{AHREFS}", "RS108"),
    Told("Caddy", "blog", AHREFS, f"@bots header User-Agent *AhrefsBot*\n{AHREFS}", "RS108"),
    Told("the last group has lost its rules", "town", "Disallow: /\n", "", "RS302", -1),
    Told(
        "the same robot in other letters", "town", GERMAN, f"User-agent: BYTESPIDER\nDisallow: /\n\n{GERMAN}", "RS310"
    ),
    Told("Yandex needs at most one", "town", CLEAN, "Clean-param: sid&utm_source /aktuell/ /intern/\n", "RS203"),
    Told(
        "Clean-param with a full address", "town", CLEAN, "Clean-param: sid https://www.example.com/aktuell/\n", "RS203"
    ),
    Told("Clean-param with a semicolon", "town", CLEAN, "Clean-param: sid;utm_source /aktuell/\n", "RS203"),
    Told("Google reads Clean-param, I thought", "town", ARCHIVE, f"{ARCHIVE}Clean-param: sid /aktuell/\n", "RS216", 1),
    Told("index page for the home page", "town", INTERN, "Disallow: /index.htm$l\n", "RS407"),
    Told("two dollars", "town", DATES, "Disallow: /*.ics$$\n", "RS407"),
    Told("star at both ends of a word with blanks", "town", DATES, "Disallow: /* ics *\n", "RS409"),
    Told("hour that is none", "town", DATES, f"{DATES}Visit-time: 0800-2500\n", "RS210", 1),
    Told("all on one line with commas", "town", INTERN, "Disallow: /intern/, Allow: /intern/plan/\n", "RS113"),
    Whole("the file twice, one behind the other", "store", lambda text: (text + text).encode(), "RS311"),
    Whole(
        "saved with quoted-printable",
        "blog",
        lambda text: text.replace("=", "=3D").replace("*", "=2A").encode(),
        "RS327",
    ),
)
"""Eighty written down to go unseen, of which the linter told 57 at first sight."""

FIFTH = (
    Told("one forum by its number", "blog", TRACK, "Disallow: /forum\nDisallow: /forum/\n", "RS422", 1),
    Told("name and rule grew together", "blog", AHREFS, "User-agent: VB OpenUrlDisallow: /\n", "RS113"),
    Told(
        "a third group for all, for one more directory",
        "blog",
        BLOG_MAP,
        f"User-agent: *\nDisallow: /openx/\n\n{BLOG_MAP}",
        "RS311",
    ),
    Told("the domain was to be filled in", "blog", BLOG_MAP, "Sitemap: https://<domain_name>/sitemap.xml\n", "RS204"),
    Told("the domain of the manual", "blog", BLOG_MAP, "Sitemap: https://yoursite.com/sitemap_index.xml\n", "RS218"),
    Told(
        "example of the vendor left as it was",
        "blog",
        BLOG_MAP,
        "Sitemap: https://www.my-domain.com/sitemap_index.xml\n",
        "RS218",
    ),
    Told("everything is open, first line", "town", STAR, f"{STAR}Allow: /\n", "RS428", 1),
    Told("admin twice, with star and without", "blog", ADMIN, f"{ADMIN}Disallow: /wp-admin/*\n", "RS405", 1),
    Told("Yahoo's pictures of old", "town", NEWS, "User-agent: Yahoo-MMCrawler\n", "RS333"),
    Told("Microsoft's crawler of old", "town", NEWS, "User-agent: MSNBot/2.0b\n", "RS324"),
    Told("Google's phone crawler of old", "town", NEWS, "User-agent: Googlebot-Mobile\n", "RS333"),
    Told("Baidu with a capital S in the middle", "town", NEWS, "User-agent: Baidu Spider\n", "RS332"),
    Told("Yandex in Cyrillic", "town", YANDEX, "User-agent: \u042f\u043d\u0434\u0435\u043a\u0441\n", "RS327"),
    Told("the o of Googlebot is a zero", "store", "User-agent: Googlebot\n", "User-agent: G0oglebot\n", "RS332"),
    Told("the last letter of the robot is gone", "store", "User-agent: Googlebot\n", "User-agent: Googlebo\n", "RS332"),
    Told("bing's bot with a blank", "store", "User-agent: Bingbot\n", "User-agent: Bing bot\n", "RS332"),
    Told("the robot's name in quotes", "store", "User-agent: Bingbot\n", "User-agent: 'Bingbot'\n", "RS327"),
    Told(
        "a robot of ours that does not exist",
        "store",
        "User-agent: Bingbot\n",
        "User-agent: Googlebot/Bingbot\n",
        "RS322",
    ),
    Told("agents joined by a plus", "store", "User-agent: Bingbot\n", "User-agent: Bingbot + Slurp\n", "RS322"),
    Told("agents in one line with &", "store", "User-agent: Bingbot\n", "User-agent: Bingbot & Slurp\n", "RS322"),
    Told("and so on", "handbook", CLAUDE, "User-agent: ClaudeBot etc.\n", "RS325"),
    Told("a wish", "store", BASKET, "Please do not crawl /basket/\n", "RS108"),
    Told("a wish with a colon", "store", BASKET, "Please do not crawl: /basket/\n", "RS101"),
    Told("Dissalow with one more l", "store", BASKET, "Dissalllow: /basket/\n", "RS101"),
    Told("Disallow in the plural", "store", BASKET, "Disallows: /basket/\n", "RS103"),
    Told("i and a swapped", "store", BASKET, "Dasillow: /basket/\n", "RS101"),
    Told("w forgotten", "store", BASKET, "Disallo: /basket/\n", "RS101"),
    Told("D forgotten", "store", BASKET, "isallow: /basket/\n", "RS101"),
    Told("two words", "store", BASKET, "Dis allow: /basket/\n", "RS101"),
    Told("only s", "store", REGISTER, "Alllow: /account/register$\n", "RS101"),
    Told("allowing", "store", REGISTER, "Allowing: /account/register$\n", "RS103"),
    Told("User with a capital A and a dot", "store", "User-agent: Bingbot\n", "User.Agent: Bingbot\n", "RS101"),
    Told("Usr-agent", "store", "User-agent: Bingbot\n", "Usr-agent: Bingbot\n", "RS101"),
    Told("User-agend", "store", "User-agent: Bingbot\n", "User-agend: Bingbot\n", "RS101"),
    Told("User-agent in French", "store", "User-agent: Bingbot\n", "Agent-utilisateur: Bingbot\n", "RS106"),
    Told("Sitemap with p and e", "store", MAP, "Sitemape: https://www.example.com/sitemap.xml\n", "RS103"),
    Told("Sitemap with a blank", "store", MAP, "Site map: https://www.example.com/sitemap.xml\n", "RS101"),
    Told("Stiemap", "store", MAP, "Stiemap: https://www.example.com/sitemap.xml\n", "RS101"),
    Told("Crawl delay in two words", "store", "Crawl-delay: 2\n", "Crawl delay: 2\n", "RS101"),
    Told("Crawl-speed", "store", "Crawl-delay: 2\n", "Crawl-speed: slow\n", "RS101"),
    Told("delay in milliseconds", "store", "Crawl-delay: 2\n", "Crawl-delay: 2000\n", "RS202"),
    Told("delay with a comma", "store", "Crawl-delay: 2\n", "Crawl-delay: 0,5\n", "RS201"),
    Told("delay of one minute in words", "store", "Crawl-delay: 2\n", "Crawl-delay: 1 minute\n", "RS201"),
    Told(
        "delay above the names",
        "store",
        "User-agent: Bingbot\nCrawl-delay: 2\n",
        "Crawl-delay: 2\nUser-agent: Bingbot\n",
        "RS307",
    ),
    Told("path with the protocol", "store", BASKET, "Disallow: http://www.example.com/basket/\n", "RS402"),
    Told("path without the slash in front", "store", BASKET, "Disallow: basket/\n", "RS401"),
    Told("path with the slash of Windows", "store", BASKET, "Disallow: \\basket\\\n", "RS401"),
    Told("path with a question mark alone", "store", ORDER, "Disallow: ?orderby=\n", "RS401"),
    Told("path with a blank behind the slash", "store", BASKET, "Disallow: /my basket\n", "RS409"),
    Told("path with a tab inside", "store", BASKET, "Disallow: /bas\tket/\n", "RS409"),
    Told(
        "path in capitals beside the small one", "store", BASKET, "Disallow: /basket/\nDisallow: /BASKET/\n", "RS424", 1
    ),
    Told("path with an umlaut in Latin-1", "town", SUCHE, "Disallow: /f%FCr-sie/\n", "RS444"),
    Told("pdf without a star", "town", DATES, "Disallow: /.ics\n", "RS419"),
    Told("star in the wrong place", "town", DATES, "Disallow: /.*ics\n", "RS408"),
    Told("dollar and then more", "town", DATES, "Disallow: /*.ics$?\n", "RS407"),
    Told("or between endings", "town", DATES, "Disallow: /*.(ics|ical)$\n", "RS408"),
    Told("backslash before the dot", "town", DATES, "Disallow: /*\\.ics$\n", "RS408"),
    Told("caret before the path", "town", INTERN, "Disallow: ^/intern/\n", "RS408"),
    Told("two stars", "town", INTERN, "Disallow: /**/intern/\n", "RS406"),
    Told("closed again below", "town", HELP, "Allow: /suche/\n", "RS421"),
    Told("details after everything", "handbook", "Disallow: /\n", "Disallow: /\nDisallow: /v1/\n", "RS422", 1),
    Told("Disallow all left over for all", "handbook", STAR, f"{STAR}Disallow: /\n", "RS432", 1),
    Told(
        "the star group closed, Google open by an Allow", "handbook", OLD, "Disallow: /\nAllow: /index.html\n", "RS435"
    ),
    Told("CSS closed", "handbook", OLD, "Disallow: /css/\n", "RS431"),
    Told("search engines must not see the sitemap", "handbook", OLD, "Disallow: /sitemap.xml\n", "RS437"),
    Told("robots must not see robots.txt", "handbook", OLD, "Disallow: /robots.txt\n", "RS433"),
    Told("backup directory told to all", "handbook", OLD, "Disallow: /backup-2024/\n", "RS415"),
    Told("the signal misspelled", "handbook", SIGNAL, "Content-Signal: search=yes, ai-trian=no\n", "RS211"),
    Told("the signal with another word", "handbook", SIGNAL, "Content-Signal: search=allow, ai-train=deny\n", "RS211"),
    Told("the signal without its value", "handbook", SIGNAL, "Content-Signal: ai-train\n", "RS211"),
    Told("the signal as a header", "handbook", SIGNAL, "X-Content-Signal: ai-train=no\n", "RS101"),
    Told("the signal before all groups", "handbook", STAR, f"Content-Signal: ai-train=no\n{STAR}", "RS215"),
    Told("AI-Usage", "handbook", SIGNAL, "AI-Usage: none\n", "RS101"),
    Told("a JSON line", "handbook", OLD, '"Disallow": "/v1/"\n', "RS101"),
    Told("a line of YAML", "handbook", OLD, "- disallow: /v1/\n", "RS101"),
    Told("the code fence with its language", "handbook", STAR, f"```robots.txt\n{STAR}", "RS108"),
    Told("a horizontal rule", "handbook", MAP, f"***\n{MAP}", "RS108"),
    Told("conflict marker with a branch", "handbook", STAR, f"<<<<<<< feature/seo\n{STAR}", "RS101"),
    Whole(
        "saved with an invisible mark in each line",
        "store",
        lambda text: text.replace("\n", "\u200b\n").encode(),
        "RS123",
    ),
    Whole(
        "the error page of the host",
        "store",
        lambda _text: b"<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>",
        "RS501",
    ),
)
"""Eighty as they come, many of a kind that is known, of which the linter told 77 at first sight."""

SIXTH = (
    Told("a comma behind the star", "blog", STAR, "User-agent: *,\n", "RS322"),
    Told("a semicolon behind the star", "blog", STAR, "User-agent: *;\n", "RS322"),
    Told("the star between brackets", "blog", STAR, "User-agent: [*]\n", "RS323"),
    Told("star and colon", "blog", STAR, "User-agent: *:\n", "RS323"),
    Told("the field and nothing", "blog", STAR, "User-agent\n", "RS104"),
    Told("Mozilla stands for all browsers", "blog", AHREFS, "User-agent: Mozilla\n", "RS334"),
    Told("Chrome must not copy us", "blog", AHREFS, "User-agent: Chrome/120.0\n", "RS324"),
    Told("curl and wget in one", "blog", AHREFS, "User-agent: curl, wget\n", "RS322"),
    Told("Ahrefs without Bot, twice", "blog", AHREFS, "User-agent: Ahrefs\n", "RS334"),
    Told("Semrush's bot with a dash", "blog", AHREFS, "User-agent: Semrush-Bot\n", "RS332"),
    Told("Majestic's name", "blog", AHREFS, "User-agent: MJ12\n", "RS334"),
    Told("Moz", "blog", AHREFS, "User-agent: MozBot\n", "RS334"),
    Told("Screaming Frog", "blog", AHREFS, "User-agent: ScreamingFrog\n", "RS334"),
    Told("DuckDuckGo's bot by its site", "blog", AHREFS, "User-agent: DuckDuckGoBot\n", "RS334"),
    Told("Apple's bot with a blank", "blog", AHREFS, "User-agent: Apple Bot\n", "RS332"),
    Told("LinkedIn", "blog", AHREFS, "User-agent: LinkedIn-Bot\n", "RS332"),
    Told("Perplexity with one p", "handbook", CLAUDE, "User-agent: PerplexityBo\n", "RS332"),
    Told("Anthropic's crawler", "handbook", CLAUDE, "User-agent: Anthropic-Crawler\n", "RS334"),
    Told("OpenAI's search", "handbook", CLAUDE, "User-agent: OpenAI-SearchBot\n", "RS334"),
    Told("Gemini's crawler", "handbook", CLAUDE, "User-agent: Gemini-Crawler\n", "RS334"),
    Told("Copilot's bot", "handbook", CLAUDE, "User-agent: CopilotBot\n", "RS334"),
    Told("Common Crawl with a dash", "handbook", CLAUDE, "User-agent: Common-Crawl-Bot\n", "RS334"),
    Told("Meta's agent shortened", "handbook", CLAUDE, "User-agent: meta-agent\n", "RS334"),
    Told("Bytespider with an i too many", "handbook", CLAUDE, "User-agent: Bytespiider\n", "RS332"),
    Told("the wrong blank in the field", "handbook", CLAUDE, "User\u00a0agent: ClaudeBot\n", "RS123"),
    Told("a soft hyphen in the name", "handbook", CLAUDE, "User-agent: Claude\u00adBot\n", "RS123"),
    Told("a mark for right to left", "handbook", CLAUDE, "User-agent: \u200fClaudeBot\n", "RS123"),
    Told("Greek letters in the name", "handbook", CLAUDE, "User-agent: Cl\u03b1udeBot\n", "RS126"),
    Told("curly quotes around the name", "handbook", CLAUDE, "User-agent: \u201cClaudeBot\u201d\n", "RS124"),
    Told("tab and colon exchanged", "handbook", CLAUDE, "User-agent\tClaudeBot\n", "RS104"),
    Told("equals sign in the field", "handbook", CLAUDE, "User-agent = ClaudeBot\n", "RS112"),
    Told("a colon in another script", "handbook", CLAUDE, "User-agent\uff1a ClaudeBot\n", "RS105"),
    Told("a rule before everybody", "handbook", STAR, f"Disallow: /drafts/\n{STAR}", "RS301"),
    Told("an empty line behind the name", "handbook", STAR, f"{STAR}\n", "RS303", 1),
    Told("a comment and an empty line behind the name", "handbook", STAR, f"{STAR}# all\n\n", "RS303", 2),
    Told(
        "the same map in capital letters",
        "handbook",
        MAP,
        f"{MAP}SITEMAP: https://www.example.com/sitemap.xml\n",
        "RS206",
        1,
    ),
    Told("map on a typo of the domain", "handbook", MAP, "Sitemap: https://www.exmaple.com/sitemap.xml\n", "RS205"),
    Told("map with two dots", "handbook", MAP, "Sitemap: https://www.example..com/sitemap.xml\n", "RS205"),
    Told("map with three slashes", "handbook", MAP, "Sitemap: https:///www.example.com/sitemap.xml\n", "RS204"),
    Told("map with htttps", "handbook", MAP, "Sitemap: htttps://www.example.com/sitemap.xml\n", "RS204"),
    Told("map with a hash for the slash", "handbook", MAP, "Sitemap: https:##www.example.com/sitemap.xml\n", "RS204"),
    Told(
        "map as HTML link",
        "handbook",
        MAP,
        'Sitemap: <a href="https://www.example.com/sitemap.xml">sitemap</a>\n',
        "RS417",
    ),
    Told("map with a variable of Jekyll", "handbook", MAP, "Sitemap: {{ site.baseurl }}/sitemap.xml\n", "RS441"),
    Told("map with a variable of the shell", "handbook", MAP, "Sitemap: $BASE_URL/sitemap.xml\n", "RS204"),
    Told("map that is an image", "handbook", MAP, "Sitemap: https://www.example.com/sitemap.png\n", "RS218"),
    Told("map behind a login", "handbook", MAP, "Sitemap: https://admin:pass@www.example.com/sitemap.xml\n", "RS218"),
    Told(
        "three maps with commas",
        "handbook",
        MAP,
        "Sitemap: https://www.example.com/a.xml, https://www.example.com/b.xml\n",
        "RS204",
    ),
    Told("path and method", "store", BASKET, "Disallow: GET /basket/\n", "RS401"),
    Told("path and status", "store", BASKET, "Disallow: /basket/ 403\n", "RS409"),
    Told("path with its anchor", "store", BASKET, "Disallow: /basket/#top\n", "RS125"),
    Told("path with a port", "store", BASKET, "Disallow: www.example.com:8080/basket/\n", "RS401"),
    Told("path with the name of the host", "store", BASKET, "Disallow: example.com/basket/\n", "RS401"),
    Told("path with a full-width question mark", "store", ORDER, "Disallow: /*\uff1forderby=\n", "RS126"),
    Told("path with a curly apostrophe at the end", "store", BASKET, "Disallow: /basket/\u2019\n", "RS124"),
    Told("path with an entity", "store", AND_ORDER, "Disallow: /*&amp;orderby=\n", "RS417"),
    Told("path with half an escape", "store", BASKET, "Disallow: /bask%et/\n", "RS410"),
    Told("path with a placeholder", "store", BASKET, "Disallow: /[your-folder]/\n", "RS441"),
    Told("path with a placeholder in angle brackets", "store", BASKET, "Disallow: /<folder>/\n", "RS441"),
    Told("path with a placeholder of a framework", "store", BASKET, "Disallow: /orders/:id/\n", "RS441"),
    Told("path with dots to the parent", "store", BASKET, "Disallow: /shop/../basket/\n", "RS413"),
    Told("path with a semicolon", "store", BASKET, "Disallow: /basket/;\n", "RS416"),
    Told("paths one behind the other", "store", BASKET, "Disallow: /basket/ /wishlist/ /compare/\n", "RS403"),
    Told("class of a regular expression", "store", BASKET, "Disallow: /order-[0-9]+/\n", "RS408"),
    Told("digits of a regular expression", "store", BASKET, "Disallow: /order-\\d+\n", "RS408"),
    Told("dot and plus", "store", BASKET, "Disallow: /order.+\n", "RS408"),
    Told("end of a regular expression", "store", BASKET, "Disallow: /basket.*$\n", "RS408"),
    Told("Allow that is shorter", "store", REGISTER, "Allow: /*.js\n", "RS426"),
    Told("Allow without anything", "store", REGISTER, "Allow:\n", "RS414"),
    Told("Allow for all in words", "store", REGISTER, "Allow: all\n", "RS404"),
    Told("noindex for a directory", "store", BASKET, "Noindex: /basket/\n", "RS208"),
    Told("a robots meta tag", "store", STAR, f'<meta name="robots" content="noindex, nofollow" />\n{STAR}', "RS501"),
    Told("a redirect", "store", STAR, f"Redirect 301 /robots.txt /robots-new.txt\n{STAR}", "RS108"),
    Told("hours for visits in words", "store", "Crawl-delay: 2\n", "Visit-time: nightly\n", "RS210"),
    Told("rate without time", "store", "Crawl-delay: 2\n", "Request-rate: 5\n", "RS209"),
    Told("the pace of Google in the group for Google", "store", FEEDS, f"{FEEDS}Crawl-delay: 3\n", "RS216", 1),
    Told("the end of a here document", "store", PRODUCTS, f"{PRODUCTS}EOF\n", "RS108", 1),
    Told("the prompt of the shell", "store", STAR, f"$ cat robots.txt\n{STAR}", "RS108"),
    Told(
        "the answer apologises",
        "store",
        STAR,
        f"I apologize for the confusion. Here is the corrected file:\n{STAR}",
        "RS101",
    ),
    Whole(
        "Latin-1 instead of UTF-8",
        "town",
        lambda text: text.replace("/suche/", "/\u00fcber/").encode("latin-1"),
        "RS503",
    ),
    Whole(
        "a mark of bytes at the start, twice", "town", lambda text: b"\xef\xbb\xbf\xef\xbb\xbf" + text.encode(), "RS123"
    ),
)
"""Eighty as they come, with many names, of which the linter told 72 at first sight."""

SEVENTH = (
    Told("letters changed places in the middle", "town", INTERN, "Disalolw: /intern/\n", "RS101"),
    Told("two letters lost", "town", INTERN, "Disalw: /intern/\n", "RS101"),
    Told("the caps lock key", "town", INTERN, "dISALLOW /intern/\n", "RS104"),
    Told("a quotation mark before the field", "town", INTERN, '"Disallow: /intern/\n', "RS101"),
    Told("an underscore in the sitemap", "town", GERMAN, "Site_map: https://www.example.com/sitemap-de.xml\n", "RS101"),
    Told("sitemap in German", "town", GERMAN, "Seitenverzeichnis: https://www.example.com/sitemap-de.xml\n", "RS106"),
    Told("allow in Spanish", "town", HELP, "Permitir: /suche/hilfe/\n", "RS106"),
    Told("disallow in French", "town", INTERN, "Interdire: /intern/\n", "RS106"),
    Told("user agent in German", "town", YANDEX, "Benutzeragent: YandexBot\n", "RS106"),
    Told("colon before the field's end", "town", YANDEX, "User:agent YandexBot\n", "RS101"),
    Told("slash for colon", "town", INTERN, "Disallow/ /intern/\n", "RS104"),
    Told("a pipe for the colon", "town", INTERN, "Disallow | /intern/\n", "RS104"),
    Told("a bracket instead", "town", INTERN, "Disallow(/intern/)\n", "RS108"),
    Told("greater than", "town", INTERN, "Disallow > /intern/\n", "RS104"),
    Told("written like a function", "town", INTERN, 'disallow("/intern/")\n', "RS108"),
    Told("written like a tag", "town", INTERN, "<disallow>/intern/</disallow>\n", "RS108"),
    Told("written like CSS", "town", INTERN, "disallow: /intern/; \n", "RS416"),
    Told("written like an INI section", "town", YANDEX, "[YandexBot]\n", "RS108"),
    Told("the address of the robot's page", "town", YANDEX, "User-agent: https://yandex.com/bots\n", "RS326"),
    Told("a comma for a dot in a version", "town", YANDEX, "User-agent: YandexBot/3,0\n", "RS324"),
    Told("the robot with a plus in front", "town", YANDEX, "User-agent: +YandexBot\n", "RS327"),
    Told("all robots of Yandex with a star", "town", YANDEX, "User-agent: Yandex*\n", "RS323"),
    Told("negation", "town", YANDEX, "User-agent: !YandexBot\n", "RS327"),
    Told("the word not", "town", YANDEX, "User-agent: not YandexBot\n", "RS325"),
    Told("Alexa's crawler", "town", YANDEX, "User-agent: ia_archiver-web.archive.org\n", "RS327"),
    Told("the crawler of Cuil", "town", YANDEX, "User-agent: Twiceler\n", "RS333"),
    Told("Ask's crawler", "town", YANDEX, "User-agent: Teoma\n", "RS333"),
    Told("Grok", "town", YANDEX, "User-agent: GrokBot\n", "RS334"),
    Told("DeepSeek", "town", YANDEX, "User-agent: Deepseek-AI\n", "RS334"),
    Told("TikTok's crawler", "town", YANDEX, "User-agent: TikTokBot\n", "RS334"),
    Told("Mistral", "town", YANDEX, "User-agent: MistralBot\n", "RS334"),
    Told("Google's ads", "town", YANDEX, "User-agent: Adsbot_Google\n", "RS332"),
    Told("Google's AI", "town", YANDEX, "User-agent: Google-AI\n", "RS334"),
    Told("Microsoft's AI", "town", YANDEX, "User-agent: Bing-Chat\n", "RS334"),
    Told(
        "the star group a second time with a blank line",
        "town",
        NEWS,
        f"User-agent: *\nDisallow: /neu/\n\n{NEWS}",
        "RS311",
    ),
    Told("the group of Googlebot-News lost its name", "town", NEWS, "", "RS303", -1),
    Told("robots of AI without a rule, closing forgotten", "handbook", "Disallow: /\n", "", "RS302", -1),
    Told("rule for nobody at the top", "handbook", STAR, f"Disallow: /x/\nAllow: /y/\n{STAR}", "RS301"),
    Told(
        "Disallow all from the test site at the top",
        "handbook",
        STAR,
        f"User-agent: *\nDisallow: /\n\n{STAR}",
        "RS432",
        1,
    ),
    Told("the wrong order for older parsers", "store", REGISTER, "Allow: /account/\n", "RS421"),
    Told("the exception is shorter", "store", REGISTER, "Allow: /accou\n", "RS426"),
    Told("the exception has a slip", "store", REGISTER, "Allow: /acount/register$\n", "RS426"),
    Told("exception for another directory", "store", REGISTER, "Allow: /blog/\n", "RS426"),
    Told("blocked twice with another sign", "store", BASKET, "Disallow: /basket/\nDisallow: /basket/*\n", "RS405", 1),
    Told("basket and its child", "store", BASKET, "Disallow: /basket/\nDisallow: /basket/items/\n", "RS422", 1),
    Told("image files by their type without a star", "store", BASKET, "Disallow: /.jpg$\n", "RS419"),
    Told("type with a star behind", "store", BASKET, "Disallow: /*.jpg*\n", "RS405"),
    Told("type with a comma list", "store", BASKET, "Disallow: /*.jpg, /*.png\n", "RS403"),
    Told("parameter with a star and no question mark", "store", ORDER, "Disallow: /*orderby=*\n", "RS405"),
    Told("parameter with the question mark encoded", "store", ORDER, "Disallow: /*%3Forderby=\n", "RS442"),
    Told("parameter at the home page only", "store", ORDER, "Disallow: /?orderby=price\n", "RS436"),
    Told("session in the path", "store", ORDER, "Disallow: /;jsessionid=\n", "RS436"),
    Told("star before dollar", "store", ORDER, "Disallow: /*orderby*$\n", "RS405"),
    Told("dollar twice", "store", REGISTER, "Allow: /account/register$$\n", "RS407"),
    Told("question mark and star swapped", "store", ORDER, "Disallow: /?*orderby=\n", "RS436"),
    Told("all scripts", "store", BASKET, "Disallow: /*.js$\n", "RS431"),
    Told("all that Next.js needs", "store", BASKET, "Disallow: /_next/static/\n", "RS431"),
    Told("the assets of the shop", "store", BASKET, "Disallow: /assets/\n", "RS431"),
    Told("favicon", "store", BASKET, "Disallow: /favicon.ico\n", "RS437"),
    Told("sitemap closed by its directory", "store", BASKET, "Disallow: /sitemap\n", "RS434", 16),
    Told("password in the open", "store", BASKET, "Disallow: /passwords.txt\n", "RS415"),
    Told("git directory", "store", BASKET, "Disallow: /.git/\n", "RS415"),
    Told("database dump", "store", BASKET, "Disallow: /db_backup.sql\n", "RS415"),
    Told("noindex behind Disallow", "store", BASKET, "Disallow: /basket/\nNoindex: /basket/\n", "RS208", 1),
    Told("nofollow", "store", BASKET, "Nofollow: /basket/\n", "RS208"),
    Told("X-Robots-Tag as a field", "store", BASKET, "X-Robots-Tag: noindex\n", "RS101"),
    Told("deny from all", "store", BASKET, "Deny from all\n", "RS108"),
    Told("proxy_pass", "store", BASKET, "proxy_pass http://backend;\n", "RS101"),
    Told("a cookie of the server", "store", STAR, f"Set-Cookie: PHPSESSID=abc; path=/\n{STAR}", "RS101"),
    Told("cache header", "store", STAR, f"Cache-Control: max-age=3600\n{STAR}", "RS101"),
    Told(
        "warning of PHP",
        "store",
        STAR,
        f"Notice: Undefined variable: host in /var/www/robots.php on line 3\n{STAR}",
        "RS101",
    ),
    Told("a heading of Markdown with equals signs", "store", STAR, f"robots.txt\n==========\n{STAR}", "RS108"),
    Told("numbered list of the answer", "store", BASKET, "1) Disallow: /basket/\n", "RS101"),
    Told("bullet of the answer", "store", BASKET, "* Disallow: /basket/\n", "RS101"),
    Told("emphasis of the answer", "store", BASKET, "Disallow: **/basket/**\n", "RS406"),
    Told("inline code of the answer", "store", BASKET, "Disallow: `/basket/`\n", "RS412"),
    Told(
        "the note of the answer",
        "store",
        PRODUCTS,
        f"{PRODUCTS}Note: replace example.com with your domain.\n",
        "RS101",
        1,
    ),
    Told("separator of a merge with text", "store", PRODUCTS, f"{PRODUCTS}======= HEAD\n", "RS101", 1),
    Whole(
        "the lines of Windows and those of Unix", "store", lambda text: text.replace("\n", "\r\n", 5).encode(), "RS505"
    ),
    Whole(
        "nothing but comments left",
        "blog",
        lambda text: "".join(f"# {line}\n" for line in text.splitlines()).encode(),
        "RS510",
    ),
)
"""Eighty more, of which the linter told 74 at first sight."""

SETS = (FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH)
