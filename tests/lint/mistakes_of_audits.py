"""Mistakes from audits, tickets and bug reports, put into files of realistic size."""

from collections.abc import Sequence

from tests.lint.mistakes import Told, Whole, at

MAGAZINE = """\
# robots.txt of the magazine, kept by the web team
User-agent: *
Disallow: /wp-admin/
Allow: /wp-admin/admin-ajax.php
Disallow: /wp-login.php
Disallow: /xmlrpc.php
Disallow: /?s=
Disallow: /search/
Disallow: /*/feed/
Disallow: /*/trackback/
Disallow: /author/
Disallow: /*?replytocom=

User-agent: Googlebot-News
Disallow: /sponsored/
Disallow: /press-releases/

User-agent: bingbot
Crawl-delay: 5
Disallow: /wp-admin/
Allow: /wp-admin/admin-ajax.php
Disallow: /wp-login.php
Disallow: /?s=
Disallow: /search/

# Training of models
User-agent: GPTBot
User-agent: ClaudeBot
User-agent: CCBot
User-agent: Google-Extended
User-agent: Applebot-Extended
User-agent: Bytespider
Disallow: /

Sitemap: https://www.example.com/sitemap_index.xml
Sitemap: https://www.example.com/news-sitemap.xml
"""
MALL = """\
User-agent: *
Disallow: /checkout/
Disallow: /cart/
Disallow: /customer/
Disallow: /wishlist/
Disallow: /catalogsearch/
Disallow: /review/
Disallow: /sendfriend/
Disallow: /*?dir=
Disallow: /*&dir=
Disallow: /*?order=
Disallow: /*&order=
Disallow: /*?price=
Disallow: /*SID=
Allow: /customer/account/create/
Allow: /media/catalog/

User-agent: AdsBot-Google
Disallow: /checkout/
Disallow: /cart/

User-agent: AhrefsBot
User-agent: SemrushBot
User-agent: MJ12bot
Crawl-delay: 10
Disallow: /catalogsearch/

User-agent: Yandex
Disallow: /checkout/
Disallow: /cart/
Clean-param: utm_source&utm_medium&utm_campaign /

User-agent: PetalBot
Disallow: /

Sitemap: https://www.example.com/sitemap.xml
Sitemap: https://www.example.com/media/sitemap-images.xml
"""
COLLEGE = """\
#
# Crawlers of the college's pages
#
User-agent: *
# Directories
Disallow: /core/
Disallow: /profiles/
Allow: /core/*.css$
Allow: /core/*.js$
# Pages
Disallow: /admin/
Disallow: /comment/reply/
Disallow: /filter/tips
Disallow: /node/add/
Disallow: /user/register
Disallow: /user/password
Disallow: /user/login
Disallow: /events/*/ical$
Disallow: /staff/*?page=

User-agent: Archive-It
Allow: /

User-agent: gsa-crawler
Disallow: /library/catalogue/
Disallow: /admin/

Sitemap: https://www.example.com/sitemap.xml
"""
DOCS = """\
User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
Disallow: /api/internal/
Disallow: /preview/
Disallow: /*/edit$
Disallow: /changelog/drafts/

User-agent: GPTBot
User-agent: meta-externalagent
User-agent: Amazonbot
Content-Signal: ai-train=no
Disallow: /

User-agent: PerplexityBot
Allow: /guides/
Disallow: /

Sitemap: https://www.example.com/sitemap-0.xml
"""
GOOD = {"magazine": MAGAZINE, "mall": MALL, "college": COLLEGE, "docs": DOCS}

STAR = "User-agent: *\n"
LOGIN = "Disallow: /wp-login.php\n"
ADMIN = "Disallow: /wp-admin/\n"
AJAX = "Allow: /wp-admin/admin-ajax.php\n"
AUTHOR = "Disallow: /author/\n"
FOUND = "Disallow: /?s=\n"
NEWS = "User-agent: Googlebot-News\n"
GPT = "User-agent: GPTBot\n"
NEWS_MAP = "Sitemap: https://www.example.com/news-sitemap.xml\n"
CART = "Disallow: /cart/\n"
WISHES = "Disallow: /wishlist/\n"
REVIEW = "Disallow: /review/\n"
CREATE = "Allow: /customer/account/create/\n"
PETAL = "User-agent: PetalBot\n"
YANDEX = "User-agent: Yandex\n"
CLEAN = "Clean-param: utm_source&utm_medium&utm_campaign /\n"
MAP = "Sitemap: https://www.example.com/sitemap.xml\n"
PROFILES = "Disallow: /profiles/\n"
STAFF = "Disallow: /staff/*?page=\n"
ARCHIVE = "User-agent: Archive-It\n"
PREVIEW = "Disallow: /preview/\n"
EDIT = "Disallow: /*/edit$\n"
DOCS_MAP = "Sitemap: https://www.example.com/sitemap-0.xml\n"
PERPLEXITY = "User-agent: PerplexityBot\n"
GUIDES = "Allow: /guides/\n"

ROWS: Sequence[Told | Whole] = (
    *at(
        "mall",
        MAP,
        ("put Allow before the sitemap to clear the error", f"Allow: {MAP}", "RS113"),
        ("the scheme twice", "Sitemap: https://https://www.example.com/en/sitemap.xml\n", "RS218"),
        ("base and path both bring a slash", "Sitemap: https://www.example.com//sitemap.xml\n", "RS218"),
        ("xlm", "Sitemap: https://www.example.com/sitemap.xlm\n", "RS218"),
        ("two sitemaps in a line", "Sitemap: https://www.example.com/a.xml, https://www.example.com/b.xml\n", "RS204"),
        ("the sitemap of the test site", "Sitemap: https://staging.example.com/sitemap.xml\n", "RS205"),
        (
            "an entry of a directory that the rules shut",
            "Sitemap: https://www.example.com/checkout/sitemap.xml\n",
            "RS434",
        ),
        ("the sitemap of somebody else", "Sitemap: http://worldwideweb.example.org/sitemap.xml\n", "RS205"),
        ("a PHP sitemap without its host", "sitemap: /sitemap.php\n", "RS204"),
        ("angle brackets of the manual", "sitemap: https://<absolute url>/sitemap.xml\n", "RS441"),
        ("no slash behind the host", "Sitemap: https://www.example.comsitemap.xml\n", "RS218"),
        ("no slashes behind the scheme", "Sitemap: https:www.example.com/sitemap.xml\n", "RS204"),
        ("site map", "Site-map: https://www.example.com/sitemap.xml\n", "RS102"),
        ("a relative sitemap", "Sitemap: sitemap.xml\n", "RS204"),
        ("the sitemap twice", f"{MAP}{MAP}", "RS206", 1),
        ("a sitemap with http", "Sitemap: http://www.example.com/sitemap.xml\n", "RS205"),
    ),
    *at(
        "mall",
        STAR,
        ("a semicolon begins the comment", f"; robots text file\n{STAR}", "RS108"),
        (
            "slowed all and shut one out",
            f"User-agent: DotBot\nCrawl-delay: 10\n\nUser-agent: BLEXBot\nDisallow: /\n\n{STAR}",
            "RS304",
            1,
        ),
        ("the pace for the whole site above", f"Crawl-delay: 1\n\n{STAR}", "RS215"),
        ("the rules came out above the names", f"Disallow: /account/\nAllow: /widgets/cms/\n{STAR}", "RS301"),
        ("an empty value was left out", f"User-agent: *\n\nUser-agent: Amazonbot\nDisallow: /\n\n{STAR}", "RS303", 1),
        ("rules for nobody at the top", f"Disallow: /tmp/\n{STAR}", "RS301"),
    ),
    *at(
        "mall",
        "Disallow: /*?price=\n",
        ("the parameter of every category", "Disallow: /?b=9\n", "RS436"),
        ("products per page hit the campaigns too", "Disallow: /*n=\n", "RS448"),
        ("a star and a dollar", "Disallow: /index.php?x=*$\n", "RS405"),
        ("the mobile switch of every page", "Disallow: /?mobile=1\n", "RS436"),
        ("the ampersand begins the query", "Disallow: /catalog&price=\n", "RS436"),
        ("two question marks", "Disallow: /*?price=*?dir=\n", "RS436"),
        ("the entity of the ampersand", "Disallow: /*&amp;price=\n", "RS417"),
        ("the question mark was escaped", "Disallow: /*\\?price=\n", "RS408"),
    ),
    *at(
        "mall",
        REVIEW,
        ("the name of a function only", "Disallow: function\n", "RS401"),
        ("the generator left the colons out", "Disallow /*/review\n", "RS104"),
        ("with and without the slash", f"{REVIEW}Disallow: /review\n", "RS422", 0),
        ("the whole address of the page", "Disallow: https://www.example.com/cgi-bin/d2.cgi?PAGE=MYACCOUNT\n", "RS402"),
        ("the script with and without its query", "Disallow: /index.php\nDisallow: /index.php?\n", "RS422", 1),
        ("the robot in the rule", "Disallow: Googlebot\n", "RS404"),
        ("a plus from the address bar", "Disallow: /#all\n", "RS125"),
        ("the domain in the path", "Disallow: /www.example.com/review/\n", "RS443"),
        ("encoded slashes anywhere", "Disallow: /*%2F*\n", "RS405"),
        ("two slashes and nothing else", "Disallow://\n", "RS418"),
        ("the name of the field got lost", ": /review/\n", "RS108"),
        ("style sheets in any directory", "Disallow: */css/\n", "RS431"),
        ("the subdomain in front", "Disallow: blog.example.com/mailer/mail.php\n", "RS401"),
        ("modules that pages need", "Disallow: /skin/frontend/\n", "RS431"),
        ("any encoded sign", "Disallow: /*%\n", "RS410"),
        ("the encoded mark of a place in the page", "Disallow: /%23all\n", "RS444"),
        ("the same type twice", "Disallow: /*.aspx\nDisallow: /*.aspx*\n", "RS405", 1),
        ("an address with the anchor", "Disallow: /review/#top\n", "RS125"),
        ("Liquid's loop", "{%- for rule in group.rules -%}\n", "RS108"),
        ("the test site's address in a comment and a rule", "Disallow: http://staging.example.com/\n", "RS402"),
        ("an l too few", "Disalow: /review/\n", "RS102"),
        ("an s too many", "Dissallow: /review/\n", "RS102"),
        ("letters in disorder", "Dsiallow: /review/\n", "RS101"),
        ("a semicolon for the colon", "Disallow; /review/\n", "RS112"),
        ("a semicolon at the end", "Disallow: /review/;\n", "RS416"),
        ("quotes around it", 'Disallow: "/review/"\n', "RS412"),
        ("backslashes of Windows", "Disallow: \\review\\\n", "RS401"),
        ("no slash", "Disallow: review/\n", "RS401"),
        ("two rules in a line", "Disallow: /review/ Disallow: /sendfriend/\n", "RS113"),
        ("a path with a caret", "Disallow: ^/review/\n", "RS408"),
        ("a path with dot star", "Disallow: /review/.*\n", "RS408"),
        ("alternatives", "Disallow: /(review|wishlist)/\n", "RS408"),
        ("dollar in the middle", "Disallow: /review$/all\n", "RS407"),
        ("extension without a star", "Disallow: /.php$\n", "RS419"),
        ("the whole site from the test", "Disallow: /\n", "RS435"),
    ),
    *at(
        "college",
        PROFILES,
        ("everything is open but the front page", "Disallow: /$\n", "RS436"),
        ("the sitemap lies in the temporary directory", "Disallow: /sitemap\n", "RS434", 21),
        ("an exception for what is open", f"{PROFILES}Allow: /sitemap.htm\n", "RS426", 1),
    ),
    *at(
        "college",
        ARCHIVE,
        (
            "a closed site with one file open",
            "User-agent: Xenu\nDisallow: /\nAllow: index.php\n\n" + ARCHIVE,
            "RS401",
            2,
        ),
        ("a translated article", "User agent : *\n", "RS102"),
        ("a group without a name before all", f"User-agent:\n\n{ARCHIVE}", "RS320"),
        ("a star with letters for the agent", "User-agent: *oo\n", "RS323"),
        ("two colons behind the name of the field", "user-agent:: Googlebot\n", "RS114"),
        ("plural of the field and a slip in the robot", "user-agents:googelbot\n", "RS103"),
        ("a second group for all that shuts everything", f"User-agent:*\nDisallow:/\n\n{ARCHIVE}", "RS311"),
        ("an asterisk in the field", "User-agent*: Archive-It\n", "RS103"),
        ("the name of the meta tag for the robot", "robots: *\n", "RS101"),
        ("two groups for all, one open", f"User-Agent: *\nAllow: /\n\n{ARCHIVE}", "RS311"),
    ),
    Told(
        "wanted to keep them from training",
        "docs",
        "Content-Signal: ai-train=no\nDisallow: /\n",
        "Content-Signal: ai-train=no\nDisallow:\n",
        "RS449",
        1,
    ),
    Told("the signal above all groups", "docs", STAR, f"Content-Signal: ai-train=yes, search=yes\n{STAR}", "RS215"),
    *at(
        "docs",
        "Content-Signal: search=yes, ai-input=yes, ai-train=no\n",
        ("retrieval as a signal", "Content-Signal: ai-train=no, search=yes, ai-retrieval=yes\n", "RS211"),
        ("colons in the signal", "Content-Signal: search: yes, ai-train: no\n", "RS211"),
        ("semicolons in the signal", "Content-Signal: search=yes; ai-train=no\n", "RS211"),
        ("underscore in the signal", "Content-Signal: search=yes, ai_train=no\n", "RS211"),
        ("plural of the signal", "Content-Signals: search=yes, ai-train=no\n", "RS101"),
        ("no comma between the signals", "Content-Signal: search=yes ai-train=no\n", "RS211"),
        ("the signal as a field", "AI-Train: no\n", "RS101"),
        ("maybe for a signal", "Content-Signal: search=yes, ai-train=maybe\n", "RS211"),
        ("train as a signal", "Content-Signal: search=yes, train=no\n", "RS211"),
    ),
    *at(
        "mall",
        PETAL,
        ("the list came from a pattern", "User-agent: Battleztar\\ Bazinga\n", "RS325"),
        ("Yahoo's robot by the company", "User-agent: Yahoo\n", "RS334"),
        ("SharePoint's search", "User-agent: MS Search 6.0 Robot\n", "RS325"),
        ("a search engine of 1998", "User-agent: altavista\n", "RS333"),
        ("the list of the module has a slip", "User-agent: Omigili\n", "RS332"),
        ("Googlebot may everything, even what is shut", f"User-agent: Googlebot\nAllow: /\n\n{PETAL}", "RS312"),
        ("a library of Java", "User-agent: Jakarta Commons-HttpClient\n", "RS325"),
        ("an old program of statistics", "User-agent: webtrends/3.0\n", "RS324"),
        ("reader of feeds", "User-agent: Feedfetcher\n", "RS334"),
        ("an operator's robot with its version", "User-agent: MegaIndex.ru/2.0\n", "RS324"),
        ("agent without user", "Agent: PetalBot\n", "RS101"),
        ("an underscore for the hyphen of the field", "User_agent: PetalBot\n", "RS101"),
        ("a t too few", "User-agen: PetalBot\n", "RS101"),
        ("an equals sign for the colon", "User-agent = PetalBot\n", "RS112"),
        ("a blank line behind the name", f"{PETAL}\n", "RS303", 1),
    ),
    *at(
        "docs",
        PREVIEW,
        ("no chunk needs to be in the index", "Disallow: /_next/\n", "RS431"),
        ("a condition of the template", '{% if environment = "stage" %}\n' + PREVIEW, "RS108"),
        ("a second signal that differs", f"{PREVIEW}Content-Signal: ai-train=yes\n", "RS220", 1),
        ("a letter for the short links", "Disallow: /c\n", "RS436"),
        ("a word anywhere", "Disallow: /*admin*\n", "RS436"),
        ("the array was written as one string", "Disallow: /path-1,/path-2\n", "RS403"),
        ("the revisions end so", "Disallow: /*docs*$revert\n", "RS407"),
        ("no for n", f"{PREVIEW}Content-Usage: train-ai=no\n", "RS212", 1),
        ("the label of the other proposal", f"{PREVIEW}Content-Usage: ai-train=n\n", "RS212", 1),
        ("Microsoft's idea of a field", f"{PREVIEW}DisallowAITraining: /\n", "RS103", 1),
        ("the meta tag for artists", f"{PREVIEW}X-Robots-Tag: noai, noimageai\n", "RS101", 1),
        ("everything by its star, and again", "disallow: *\n", "RS440"),
        ("four patterns with commas", "disallow: /en/*, /de/*, /forums/*, /*.xml\n", "RS403"),
    ),
    Told("the host of the developer", "mall", YANDEX, f"{YANDEX}Host: http://127.0.0.1:8007\n", "RS208", 1),
    *at(
        "docs",
        DOCS_MAP,
        ("the theme's port", "Sitemap: http://localhost:3000/sitemap.xml\n", "RS205"),
        ("a variable of the template", "Sitemap: {baseUrl}/sitemap.xml\n", "RS204"),
        ("the models' summary in full", f"{DOCS_MAP}LLMs-full: https://www.example.com/llms-full.txt\n", "RS219", 1),
        ("the catalogue of agents", f"{DOCS_MAP}Agentmap: /.well-known/ai-catalog.json\n", "RS219", 1),
        ("the licence beside the file", f"{DOCS_MAP}License: /license.xml\n", "RS213", 1),
        ("the policy for models as a field", f"{DOCS_MAP}LLM-Policy: https://www.example.com/llm-policy\n", "RS219", 1),
        ("the environment's variable", "Sitemap: ${SITE_URL}/sitemap-0.xml\n", "RS441"),
    ),
    *at(
        "college",
        "Disallow: /node/add/\n",
        ("air around the directory", "Disallow: / node/add /\n", "RS409"),
        (
            "the next rule went behind the comment",
            "Disallow: /typo3temp/ # nothing to see here Disallow: /*?id=*\n",
            "RS111",
        ),
        ("the comment was broken in two", "Disallow: /*?id=* #\nDisable non-realurl\n", "RS101", 1),
        ("keep the content out of the index", "Noindex: /content/\n", "RS208"),
        ("spaces as the browser shows them", "Disallow: /annual report/\n", "RS409"),
        ("the directory of the server", "Disallow: /var/www/html/node/add/\n", "RS445"),
        ("up one level", "Disallow: /files/../private/\n", "RS413"),
        ("a slash within cgi-bin", "Disallow: /cgi/bin\n", "RS447"),
        ("the root of the documents", "Allow: /htdocs/\n", "RS445"),
        ("past tense", "Disallowed: /node/add/\n", "RS103"),
        ("both fields at once", "Allow/Disallow: /node/add/\n", "RS103"),
        ("the field in two words", "Dis allow: /node/add/\n", "RS101"),
        ("zero for the letter o", "Disall0w: /node/add/\n", "RS101"),
        ("the script of the link", "Disallow: javascript:void(0)\n", "RS401"),
        ("the address of the mail", "Disallow: mailto:info@example.com\n", "RS401"),
        ("from this directory", "Disallow: ./private/\n", "RS401"),
        ("the home of the user", "Disallow: ~/private/\n", "RS401"),
        ("a soft hyphen of the word processor", "Disallow: /node\u00ad/add/\n", "RS123"),
        ("a mark for right-to-left", "Disallow: /node/add/\u200f\n", "RS123"),
        ("a vertical tab", "Disallow: /node/add/\v\n", "RS121"),
        ("words of the meta tag for a path", "allow: noindex, follow\n", "RS401"),
        ("sing up", "Disallow: /singup/\n", "RS447"),
        ("templates with an h", "Disallow: /themplates/\n", "RS447"),
        ("the value in angle brackets", "Disallow: </node/add/>\n", "RS401"),
        ("the generator's object", "Disallow: [object Object]\n", "RS401"),
        ("no value was there", "Disallow: undefined\n", "RS401"),
        ("the list of Python", "Disallow: ['/node/add/', '/comment/']\n", "RS401"),
        ("the escape of JSON", "Disallow: \\/node\\/add\\/\n", "RS408"),
        ("a tab was printed as its sign", "Disallow:\\t/node/add/\n", "RS401"),
    ),
    *at(
        "college",
        MAP,
        ("the sitemap as one says it", "Sitemap: www.example.com/sitemap.xml # your sitemap\n", "RS204"),
        ("the host of the manual", "Sitemap: http://www.example.tld/sitemap.xml\n", "RS218"),
        ("the sitemap's page for people", "Sitemap: https://www.example.com/sitemap.html\n", "RS218"),
        ("the last line was cut", f"{MAP}User-agent: DotBot\nDisallo", "RS108", 2),
        ("the end of the answer", f"{MAP}</body></html>\n", "RS108", 1),
    ),
    *at(
        "college",
        STAR,
        ("the template was not rendered", f"{{{{ robots_txt }}}}\n{STAR}", "RS108"),
        (
            "Google beside the star by mistake",
            f"User-agent: *\nuser-agent: Googlebot\ndisallow: /\n\n{STAR}",
            "RS432",
            2,
        ),
    ),
    *at(
        "docs",
        PERPLEXITY,
        (
            "the named group was given half the list",
            f"User-agent: Bingbot\nDisallow: /preview/\nDisallow: /api/internal/\n\n{PERPLEXITY}",
            "RS312",
        ),
        ("Perplexity with a hyphen", "User-agent: Perplexity-Bot\n", "RS332"),
    ),
    Told("the chat bot of OpenAI", "docs", GPT, "User-agent: ChatGPT-Bot\n", "RS334"),
    Told("the case of the directory", "magazine", ADMIN, "Disallow: /WP-Admin/\n", "RS447"),
    Told("an underscore for the hyphen", "magazine", AJAX, "Allow: /wp-admin/admin_ajax.php\n", "RS447"),
    *at(
        "college",
        "Disallow: /events/*/ical$\n",
        ("dot and extension at the root", "Disallow: /.pdf$\n", "RS419"),
        ("a star before the end", "Disallow: /*$\n", "RS435"),
        ("two stars as in gitignore", "Disallow: /**/ical\n", "RS406"),
        ("any digit", "Disallow: /events/[0-9]/\n", "RS408"),
        ("two letters of the country in brackets", "Disallow: /(en|de)/events/\n", "RS408"),
        ("the type of the file alone", "Disallow: .ics\n", "RS401"),
        ("three kinds of files in a line", "Disallow: *.ics, *.pdf, *.doc\n", "RS403"),
    ),
    *at(
        "magazine",
        FOUND,
        ("the question mark alone", "Disallow: ?\n", "RS401"),
        ("the trap of the front page", f"{FOUND}Disallow: /?blackhole=\n", "RS436", 1),
        ("a place for the query", "Disallow: /?s={search_term_string}\n", "RS441"),
        ("as printf writes it", "Disallow: /search/%s/\n", "RS410"),
        ("a search page with a blank", "Disallow: /? s=\n", "RS409"),
    ),
    *at(
        "magazine",
        "Crawl-delay: 5\n",
        ("seconds with their letter", "Crawl-delay: 5s\n", "RS201"),
        ("once in an hour", "Crawl-delay: 3600\n", "RS202"),
        ("a range of seconds", "Crawl-delay: 1-5\n", "RS201"),
        ("for ever", "Crawl-delay: inf\n", "RS201"),
        ("a thousand with a comma", "Crawl-delay: 1,000\n", "RS201"),
        ("the pace without a hyphen", "Crawldelay: 5\n", "RS101"),
        ("the pace as a rate", "Crawl-rate: 5\n", "RS101"),
        ("milliseconds", "Crawl-delay: 500ms\n", "RS201"),
        ("an equals sign for the pace", "Crawl-delay=5\n", "RS112"),
        ("no number at all", "Crawl-delay:\n", "RS201"),
        ("a day between two pages", "Crawl-delay: 86400\n", "RS202"),
        ("the pace with a comma", "Crawl-delay: 0,5\n", "RS201"),
        ("the pace below zero", "Crawl-delay: -5\n", "RS201"),
    ),
    *at(
        "magazine",
        NEWS,
        ("Google shall slow down", f"User-agent: Googlebot\nCrawl-delay: 10\nDisallow: /search/\n\n{NEWS}", "RS216", 1),
        ("Googlebot with a star", "User-agent: Googlebot*\n", "RS323"),
        ("Googlebot with an e", "User-agent: Googelbot\n", "RS332"),
    ),
    Told("the rate without its time", "mall", "Crawl-delay: 10\n", "Request-rate: 10\n", "RS209"),
    *at(
        "magazine",
        GPT,
        ("a hyphen in GPTBot", "User-agent: GPT-Bot\n", "RS332"),
        ("a star in the list of names", f"{GPT}User-agent: *\n", "RS311", 1),
        ("a search robot with a hyphen too many", "User-agent: OAI-Search-Bot\n", "RS332"),
        ("Amazon's robot with a hyphen", "User-agent: Amazon-bot\n", "RS332"),
        ("Facebook's robot by the company", "User-agent: Facebook\n", "RS334"),
        ("whoever is not in the list", "User-agent: others\n", "RS334"),
        ("AI in one word", "User-agent: AIbots\n", "RS334"),
    ),
    Told(
        "a space in Google's token",
        "magazine",
        "User-agent: Google-Extended\n",
        "User-agent: Google Extended\n",
        "RS325 RS332",
    ),
    Told("Common Crawl by its name", "magazine", "User-agent: CCBot\n", "User-agent: CommonCrawl\n", "RS334"),
    Told(
        "Byte Dance's spider in two words", "magazine", "User-agent: Bytespider\n", "User-agent: Byte-spider\n", "RS332"
    ),
    *at(
        "magazine",
        "User-agent: bingbot\n",
        ("MSN's old robot", "User-agent: msnbot\n", "RS333"),
        (
            "the whole header of Bing",
            "User-agent: Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)\n",
            "RS321",
        ),
        ("Google's robot for phones", "User-agent: Googlebot-Mobile\n", "RS333"),
        ("Bing with a slash", "User-agent: bingbot/2.0\n", "RS324"),
        ("the name is missing", "User-agent:\n", "RS320"),
    ),
    Told("the exception is as long as the rule", "mall", CART, f"{CART}Allow: /cart/\n", "RS421", 1),
    Told(
        "the preferred host with its slash",
        "mall",
        "Disallow: /checkout/\n",
        "Disallow: /checkout/\nHost: https://www.example.com/\n",
        "RS208",
        1,
    ),
    *at(
        "mall",
        "User-agent: PetalBot\nDisallow: /\n",
        (
            "the listener adds the system's directories",
            "User-agent: PetalBot\nDisallow: /\nDisallow: /contao/\n",
            "RS422",
            2,
        ),
        ("the group of the bot allowed and blocked", "User-agent: PetalBot\nAllow: /\nDisallow: /\n", "RS421", 2),
        ("the group has lost its rules", "User-agent: PetalBot\n", "RS302"),
    ),
    *at(
        "docs",
        "User-agent: meta-externalagent\n",
        ("a hyphen in Meta's token", "User-agent: meta-external-agent\n", "RS332"),
        ("all generative AI", "User-agent: GenAI\n", "RS334"),
    ),
    Told(
        "the cache adds its line",
        "magazine",
        NEWS_MAP,
        f"{NEWS_MAP}<!-- Page not cached by WP Super Cache. Blank Page. -->\n",
        "RS108",
        1,
    ),
    *at(
        "mall",
        CREATE,
        ("HTML pages are open again", "Allow: /*.html\n", "RS450"),
        ("an exclamation mark for the exception", "Disallow: !/customer/account/create/\n", "RS401"),
        ("a plus for the exception", "+/customer/account/create/\n", "RS108"),
        ("the file itself", f"{CREATE}Allow: /robots.txt\n", "RS433", 1),
        ("allow with one l", "Alow: /customer/account/create/\n", "RS101"),
        ("Allow that is too short", "Allow: /cust\n", "RS426"),
    ),
    *at(
        "mall",
        CLEAN,
        ("Yandex shall wait", f"{CLEAN}Crawl-delay: 2\n", "RS216", 1),
        ("the parameters with a question mark", "Clean-param: ?utm_source&utm_medium /\n", "RS203"),
        ("the parameters with their values", "Clean-param: utm_source=newsletter /\n", "RS203"),
    ),
    *at(
        "mall",
        "User-agent: AhrefsBot\n",
        ("plural of a robot", "User-agent: AhrefsBots\n", "RS332"),
        ("two names with a comma", "User-agent: AhrefsBot, SemrushBot\n", "RS322"),
    ),
    *at(
        "magazine",
        "User-agent: ClaudeBot\n",
        ("a robot that was renamed", "User-agent: Claude-Web\n", "RS333"),
        ("the company for its robot", "User-agent: Anthropic\n", "RS334"),
    ),
    Whole(
        "the security.txt was uploaded",
        "college",
        lambda _: b"Contact: mailto:security@example.com\nExpires: 2027-01-01T00:00:00Z\nPreferred-Languages: en\n",
        "RS501",
    ),
    Whole("the carriage returns of an old Mac", "college", lambda text: text.replace("\n", "\r").encode(), "RS505"),
    Whole(
        "two files behind each other with a mark between",
        "mall",
        lambda text: (text + "\ufeff" + "User-agent: DotBot\nDisallow: /\n").encode(),
        "RS123",
    ),
    Whole("line feeds as backslash n", "mall", lambda text: text.replace("\n", "\\n").encode(), "RS113"),
    Whole(
        "the shell of the application",
        "docs",
        lambda _: (
            b'<!doctype html>\n<html lang="en">\n<head><title>App</title></head>\n'
            b'<body><div id="root"></div></body>\n</html>\n'
        ),
        "RS501",
    ),
    Whole(
        "saved in Latin-1", "college", lambda text: text.replace("/profiles/", "/b\xfccher/").encode("latin-1"), "RS503"
    ),
    Whole("the file of the test system", "mall", lambda _: b"User-agent: *\nDisallow: /\n", "RS432"),
    Whole("saved as UTF-16", "mall", lambda text: text.encode("utf-16"), "RS502"),
    Whole("with a mark at the beginning", "mall", lambda text: text.encode("utf-8-sig"), "RS504"),
)
