"""The policies of the crawler families: tables, each row with the clause it rests on.

An outcome that the source of a family says nothing about is not documented; it is never guessed from another family.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from types import MappingProxyType

from robotstudio.io.fetching.evidence import Outcome
from robotstudio.io.fetching.rulings import Case, Effect, Family, Ruling

_NOT_DOCUMENTED = Ruling(Effect.UNKNOWN, "not documented")
_NOTHING_FETCHED = {
    Outcome.INVALID_ADDRESS: Ruling(Effect.UNKNOWN, "nothing was requested"),
    Outcome.CANCELLED: Ruling(Effect.UNKNOWN, "the fetch was cancelled"),
}

_SUCCESS = (Outcome.SUCCESS,)
_CLIENT_ERRORS = (Outcome.CLIENT_ERROR, Outcome.TOO_MANY_REQUESTS)
_SERVER_ERROR = (Outcome.SERVER_ERROR,)
_BUSY = (Outcome.TOO_MANY_REQUESTS, Outcome.SERVER_ERROR)
_REDIRECTS = (Outcome.NOT_A_REDIRECT, Outcome.TOO_MANY_REDIRECTS, Outcome.REDIRECT_REFUSED)
_LOST = (Outcome.TIMEOUT, Outcome.DNS_ERROR)
_NO_CONNECTION = (Outcome.REFUSED, Outcome.NETWORK_ERROR, Outcome.TLS_ERROR)
_INVALID = (Outcome.INVALID_RESPONSE,)

_NO_FILE = "no robots.txt"
_HALF_A_DAY = timedelta(hours=12)
_MONTH = timedelta(days=30)
_OTHER_2XX = frozenset(range(201, 300)) - {226}  # the answer of FTP; over HTTP only those get it who ask for it

_Row = tuple[Ruling, Iterable[Outcome]]


def _rulings(*rows: _Row) -> Mapping[Outcome, Ruling]:
    stated = {outcome: ruling for ruling, outcomes in rows for outcome in outcomes}
    return MappingProxyType({**dict.fromkeys(Outcome, _NOT_DOCUMENTED), **stated, **_NOTHING_FETCHED})


def _parse(clause: str) -> _Row:
    return Ruling(Effect.PARSE, clause), _SUCCESS


def _allow(clause: str, *outcomes: Outcome, assumed: bool = False) -> _Row:
    return Ruling(Effect.ALLOW_ALL, clause, assumed), outcomes


def _disallow(clause: str, *outcomes: Outcome, assumed: bool = False) -> _Row:
    return Ruling(Effect.DISALLOW_ALL, clause, assumed), outcomes


def _defer(clause: str, *outcomes: Outcome, assumed: bool = False) -> _Row:
    return Ruling(Effect.DEFER, clause, assumed), outcomes


_RFC_SUCCESS = "RFC 9309 §2.3.1.1"
_RFC_REDIRECTS = "RFC 9309 §2.3.1.2"
_RFC_UNAVAILABLE = "RFC 9309 §2.3.1.3"
_RFC_UNREACHABLE = "RFC 9309 §2.3.1.4"
_UNREACHABLE = (*_SERVER_ERROR, *_LOST, *_NO_CONNECTION, *_INVALID)

_RFC9309 = Family(
    id="rfc9309",
    name="RFC 9309",
    source="https://www.rfc-editor.org/rfc/rfc9309",
    version="2022-09",
    rulings=_rulings(
        _parse(_RFC_SUCCESS),
        _allow(_RFC_UNAVAILABLE, *_CLIENT_ERRORS),
        _allow(_RFC_UNAVAILABLE, Outcome.NOT_A_REDIRECT, assumed=True),
        _allow(_RFC_REDIRECTS, Outcome.TOO_MANY_REDIRECTS),
        _allow(_RFC_REDIRECTS, Outcome.REDIRECT_REFUSED, assumed=True),
        _disallow(_RFC_UNREACHABLE, *_SERVER_ERROR, *_LOST, *_NO_CONNECTION),
        _disallow(_RFC_UNREACHABLE, *_INVALID, assumed=True),
    ),
    # After "a reasonably long period of time (for example, 30 days)" a crawler MAY do the one or the other.
    cases=(
        Case(Ruling(Effect.DISALLOW_ALL, _RFC_UNREACHABLE), _UNREACHABLE, until=_MONTH),
        Case(Ruling(Effect.LAST_GOOD_COPY, _RFC_UNREACHABLE, assumed=True), _UNREACHABLE, has_copy=True),
        Case(Ruling(Effect.ALLOW_ALL, _RFC_UNREACHABLE), _UNREACHABLE),
    ),
)

_GOOGLE_2XX = "HTTP status codes, 2xx (success)"
_GOOGLE_3XX = "HTTP status codes, 3xx (redirection)"
_GOOGLE_4XX = "HTTP status codes, 4xx (client errors)"
_GOOGLE_5XX = "HTTP status codes, 5xx (server error)"
_GOOGLE_OTHER = "HTTP status codes, other errors"
_GOOGLE_ERRORS = (*_UNREACHABLE, Outcome.TOO_MANY_REQUESTS)

_GOOGLE = Family(
    id="google",
    name="Google",
    source="https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec",
    version="2026-08-31",
    rulings=_rulings(
        _parse(_GOOGLE_2XX),
        _allow(_GOOGLE_3XX, Outcome.TOO_MANY_REDIRECTS),
        _allow(_GOOGLE_3XX, Outcome.NOT_A_REDIRECT, Outcome.REDIRECT_REFUSED, assumed=True),
        _allow(_GOOGLE_4XX, Outcome.CLIENT_ERROR),
        _disallow(_GOOGLE_5XX, *_BUSY),
        _disallow(_GOOGLE_OTHER, *_LOST, Outcome.REFUSED, Outcome.NETWORK_ERROR, *_INVALID),
        _disallow(_GOOGLE_OTHER, Outcome.TLS_ERROR, assumed=True),
    ),
    # Whether its 30 days start before or after its 12 hours the document leaves open: here they are counted from the
    # first failure. Later, where the site does not answer either, the usual ruling holds again.
    cases=(
        Case(
            Ruling(Effect.LAST_GOOD_COPY, _GOOGLE_5XX), _GOOGLE_ERRORS, after=_HALF_A_DAY, until=_MONTH, has_copy=True
        ),
        Case(Ruling(Effect.ALLOW_ALL, _GOOGLE_5XX), _GOOGLE_ERRORS, after=_HALF_A_DAY, until=_MONTH),
        Case(Ruling(Effect.ALLOW_ALL, _GOOGLE_5XX), _GOOGLE_ERRORS, after=_MONTH, site_answers=True),
    ),
)

_BING = Family(
    id="bing",
    name="Bing",
    source="https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question",
    version="2012-05-03",
    rulings=_rulings(_parse("a robots.txt that is there")),
    cases=(Case(Ruling(Effect.ALLOW_ALL, _NO_FILE, assumed=True), (Outcome.CLIENT_ERROR,), statuses=(404, 410)),),
)

_YANDEX_CODES = "answers other than 200 OK"

_YANDEX = Family(
    id="yandex",
    name="Yandex",
    source="https://yandex.com/support/webmaster/en/controlling-robot/robots-txt",
    version="",
    rulings=_rulings(
        _parse("the file is read where the answer is 200 OK"),
        _allow(_YANDEX_CODES, *_CLIENT_ERRORS, Outcome.NOT_A_REDIRECT, Outcome.TOO_MANY_REDIRECTS),
        _allow(_YANDEX_CODES, *_SERVER_ERROR, Outcome.REDIRECT_REFUSED, assumed=True),
    ),
    cases=(Case(Ruling(Effect.ALLOW_ALL, _YANDEX_CODES, assumed=True), _SUCCESS, statuses=_OTHER_2XX),),
)

_NAVER_GUIDE = "guide to robots.txt, HTTP status codes, as copied by others"

_NAVER = Family(
    id="naver",
    name="Naver",
    source="https://searchadvisor.naver.com/guide/seo-basic-firewall",
    version="",
    rulings=_rulings(
        _parse(_NAVER_GUIDE),
        _allow(_NAVER_GUIDE, *_CLIENT_ERRORS, Outcome.TOO_MANY_REDIRECTS),
        _disallow(_NAVER_GUIDE, *_SERVER_ERROR),
    ),
)

_AMAZON_FAILED = "cannot fetch robots.txt: a copy from the last 30 days, else as if there were none"
_AMAZON_NAMED = (*_CLIENT_ERRORS, *_SERVER_ERROR, Outcome.NOT_A_REDIRECT, Outcome.TOO_MANY_REDIRECTS, *_LOST)
_AMAZON_UNNAMED = (Outcome.REDIRECT_REFUSED, *_NO_CONNECTION, *_INVALID)

_AMAZON = Family(
    id="amazon",
    name="Amazon",
    source="https://developer.amazon.com/amazonbot",
    version="",
    rulings=_rulings(
        _parse("Amazonbot respects the robots.txt protocol"),
        _allow(_AMAZON_FAILED, *_AMAZON_NAMED),
        _allow(_AMAZON_FAILED, *_AMAZON_UNNAMED, assumed=True),
    ),
    cases=(
        Case(
            Ruling(Effect.LAST_GOOD_COPY, _AMAZON_FAILED),
            (*_AMAZON_NAMED, *_AMAZON_UNNAMED),
            until=_MONTH,
            has_copy=True,
        ),
    ),
)

_SLURP_FAILED = "robots.txt cannot be fetched: no restrictions, and it is tried again"

_SLURP = Family(
    id="slurp",
    name="Yahoo Slurp",
    source="https://help.yahoo.com/l/us/yahoo/search/webcrawler/slurp-02.html",
    version="",
    rulings=_rulings(_parse("a robots.txt that is there"), _allow(_SLURP_FAILED, *_SERVER_ERROR, *_LOST)),
    cases=(Case(Ruling(Effect.ALLOW_ALL, _NO_FILE), (Outcome.CLIENT_ERROR,), statuses=(404, 410)),),
)

_DRAFT_ACCESS = "draft-koster-robots-00 §3.1, access method"

_DRAFT1996 = Family(
    id="draft1996",
    name="Draft of 1996",
    source="https://www.robotstxt.org/norobots-rfc.txt",
    version="1996-12",
    # Redirects are followed "until a resource can be found": of a chain without an end nothing is said.
    rulings=_rulings(
        _parse(_DRAFT_ACCESS),
        _defer(_DRAFT_ACCESS, *_LOST),
        _defer(_DRAFT_ACCESS, Outcome.REFUSED, Outcome.NETWORK_ERROR, assumed=True),
    ),
    cases=(
        Case(Ruling(Effect.DISALLOW_ALL, _DRAFT_ACCESS), (Outcome.CLIENT_ERROR,), statuses=(401, 403)),
        Case(Ruling(Effect.ALLOW_ALL, _DRAFT_ACCESS), (Outcome.CLIENT_ERROR,), statuses=(404,)),
        Case(Ruling(Effect.DEFER, _DRAFT_ACCESS), _SERVER_ERROR, statuses=(503,)),
    ),
)

_ORIGINAL1994 = Family(
    id="original1994",
    name="Standard of 1994",
    source="https://www.robotstxt.org/orig.html",
    version="1994-06",
    rulings=_rulings(_parse("The Method")),
)

_NUTCH_CODES = "HttpRobotRulesParser.getRobotRulesSet"
_NUTCH_DEFER = "http.robots.503.defer.visits: 5 minutes, 3 times, then the host is dropped"

_NUTCH = Family(
    id="nutch",
    name="Apache Nutch (CCBot)",
    source="https://github.com/commoncrawl/nutch",
    version="8ec6739",
    rulings=_rulings(
        _parse(_NUTCH_CODES),
        _allow(_NUTCH_CODES, Outcome.CLIENT_ERROR, *_REDIRECTS, *_LOST, *_NO_CONNECTION, *_INVALID),
        _defer(_NUTCH_DEFER, *_BUSY),
    ),
    cases=(
        Case(Ruling(Effect.ALLOW_ALL, "http.robots.403.allow"), (Outcome.CLIENT_ERROR,), statuses=(403,)),
        Case(Ruling(Effect.ALLOW_ALL, _NUTCH_CODES), _SUCCESS, statuses=_OTHER_2XX),
    ),
)

_HERITRIX_CODES = "CrawlServer.updateRobots"
_HERITRIX_RETRIES = "CrawlServer.MIN_ROBOTS_RETRIES, then without a robots.txt"
# Three attempts, and by default a quarter of an hour between two.
_HERITRIX_TRIES_FOR = timedelta(minutes=30)

_HERITRIX = Family(
    id="heritrix",
    name="Heritrix",
    source="https://github.com/internetarchive/heritrix3",
    version="5ada2a7",
    rulings=_rulings(
        _parse(_HERITRIX_CODES),
        _allow(_HERITRIX_CODES, *_CLIENT_ERRORS, *_SERVER_ERROR, *_REDIRECTS),
        _allow(_HERITRIX_RETRIES, *_LOST, *_NO_CONNECTION, *_INVALID, assumed=True),
    ),
    cases=(
        Case(
            Ruling(Effect.DEFER, _HERITRIX_RETRIES),
            (*_LOST, *_NO_CONNECTION, *_INVALID),
            until=_HERITRIX_TRIES_FOR,
        ),
    ),
)

_COMMONS_FAILED = "SimpleRobotRulesParser.failedFetch"

_CRAWLER_COMMONS = Family(
    id="crawler-commons.failedFetch",
    name="crawler-commons",
    source="https://github.com/crawler-commons/crawler-commons",
    version="8e14e27",
    # It is given a status: what comes without one is up to the crawler that uses it. Where it disallows it also defers.
    rulings=_rulings(
        _parse("SimpleRobotRulesParser.parseContent"),
        _allow(_COMMONS_FAILED, *_CLIENT_ERRORS),
        _disallow(_COMMONS_FAILED, *_SERVER_ERROR, *_REDIRECTS),
    ),
)

_PYTHON_READ = "RobotFileParser.read"
_PYTHON_UNREAD = "RobotFileParser.can_fetch: False until a robots.txt was read"
_PYTHON_REDIRECTS = "urllib.request: follows 10 redirects, then can_fetch is False"
_PYTHON_RAISES = "RobotFileParser.read raises; can_fetch is False until one was read"
_PYTHON_CASES = (Case(Ruling(Effect.DISALLOW_ALL, _PYTHON_READ), (Outcome.CLIENT_ERROR,), statuses=(401, 403)),)
_PYTHON_ANSWERS = (
    _parse(_PYTHON_READ),
    _allow(_PYTHON_READ, *_CLIENT_ERRORS),
    _disallow(_PYTHON_UNREAD, Outcome.NOT_A_REDIRECT, Outcome.REDIRECT_REFUSED),
    _disallow(_PYTHON_REDIRECTS, Outcome.TOO_MANY_REDIRECTS, assumed=True),  # with 6 to 10 there may be a file
)

_PYTHON_PRE2026 = Family(
    id="python_pre2026",
    name="Python urllib.robotparser until 2025",
    source="https://docs.python.org/3.11/library/urllib.robotparser.html",
    version="3.11",
    rulings=_rulings(
        *_PYTHON_ANSWERS,
        _disallow(_PYTHON_UNREAD, *_SERVER_ERROR),
        # A program that handles the exception may decide otherwise.
        _disallow(_PYTHON_RAISES, *_LOST, *_NO_CONNECTION, *_INVALID, assumed=True),
    ),
    cases=_PYTHON_CASES,
)

_PYTHON_2026 = Family(
    id="python_2026",
    name="Python urllib.robotparser from 2026 on",
    source="https://github.com/python/cpython/issues/79638",
    version="2026-05-07",
    rulings=_rulings(
        *_PYTHON_ANSWERS,
        _disallow(_PYTHON_READ, *_SERVER_ERROR, *_LOST, *_NO_CONNECTION),
        _disallow(_PYTHON_READ, *_INVALID, assumed=True),
    ),
    cases=_PYTHON_CASES,
)

ALL_FAMILIES: tuple[Family, ...] = (
    _RFC9309,
    _GOOGLE,
    _BING,
    _YANDEX,
    _NAVER,
    _AMAZON,
    _SLURP,
    _DRAFT1996,
    _ORIGINAL1994,
    _NUTCH,
    _HERITRIX,
    _CRAWLER_COMMONS,
    _PYTHON_PRE2026,
    _PYTHON_2026,
)
