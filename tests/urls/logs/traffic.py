"""One made traffic, written as each kind of server would log it."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import quote

from msgspec import Struct

CRAWLERS: Final = {
    "Googlebot": ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "66.249.66.1"),
    "bingbot": ("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", "157.55.39.1"),
    "YandexBot": ("Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)", "5.255.231.1"),
    "Applebot": ("Mozilla/5.0 (Macintosh) Applebot/0.1 (+http://www.apple.com/go/applebot)", "17.58.98.1"),
    "GPTBot": ("Mozilla/5.0; compatible; GPTBot/1.2; +https://openai.com/gptbot", "20.171.206.1"),
    "ClaudeBot": ("Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", "216.73.216.1"),
    "CCBot": ("CCBot/2.0 (https://commoncrawl.org/faq/)", "18.97.9.168"),
    "Bytespider": ("Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)", "110.249.201.1"),
    "AhrefsBot": ("Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)", "2001:db8::5"),
    "SemrushBot": ("Mozilla/5.0 (compatible; SemrushBot/7~bl)", "185.191.171.1"),
    "DuckDuckBot": ("DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)", "20.191.45.212"),
    "PetalBot": ("Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com)", "114.119.128.1"),
}
BROWSER: Final = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36"
TARGETS: Final = (
    "/",
    "/list?sort=price&page=2",
    "/private/a",
    "/caf%C3%A9?q=%26%20x",
    "/a+b/c%2Fd",
    "/open/private/x.html",
    "//twice/slash",
    "/semi;colon,comma|pipe",
)
CDN: Final = "173.245.48.9"
SITE: Final = "shop.example"


class Request(Struct, frozen=True):
    """A request as the server saw it; `forwarded` is "" if the client connected itself."""

    moment: datetime
    address: str
    forwarded: str
    target: str
    status: int
    agent: str

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]

    @property
    def query(self) -> str:
        return self.target.partition("?")[2]


def made_traffic(count: int = 400, *, has_cdn: bool = True) -> list[Request]:
    """Return requests over three days, the same each time: crawlers, spoofed ones, browsers, some through a CDN."""
    chance = random.Random(37)
    moment = datetime(2026, 9, 10, 6, tzinfo=UTC)
    made = []
    for number in range(count):
        moment += timedelta(seconds=chance.randrange(1, 1200))
        agent, address = chance.choice([*CRAWLERS.values(), (BROWSER, "198.51.100.3")])
        if chance.random() < 0.05:
            address = f"203.0.113.{chance.randrange(1, 255)}"
        is_robots = number < 2 * len(CRAWLERS) or chance.random() < 0.05
        target = "/robots.txt" if is_robots else chance.choice(TARGETS)
        forwarded = address if has_cdn and chance.random() < 0.3 else ""
        made.append(Request(moment, CDN if forwarded else address, forwarded, target, 200 if is_robots else 404, agent))
    return made


Write = Callable[[Request], str]


class Written(Struct, frozen=True):
    """A format: its name, the lines before the requests, and how it writes one."""

    name: str
    write: Write
    header: tuple[str, ...] = ()
    has_forwarded: bool = True


def _apache(moment: datetime) -> str:
    return moment.strftime("%d/%b/%Y:%H:%M:%S +0000")


def _request(request: Request) -> str:
    return f"GET {request.target} HTTP/2.0"


def _combined(request: Request, prefix: str) -> str:
    text = f'{prefix} [{_apache(request.moment)}] "{_request(request)}" {request.status} 12 "-" "{request.agent}"'
    return f'{text} "{request.forwarded or "-"}"'


def _w3c(fields: str, values: Callable[[Request], Mapping[str, str]], separator: str = " ") -> Written:
    header, names = ("#Version: 1.0", f"#Fields: {fields}"), fields.split()

    def write(request: Request) -> str:
        known = values(request)
        return separator.join(known.get(name) or "-" for name in names)

    return Written("", write, header, bool({"x-forwarded-for", "cs(X-Forwarded-For)", "s-xff"} & set(names)))


def _of_iis(request: Request) -> dict[str, str]:
    return {
        "date": f"{request.moment:%Y-%m-%d}",
        "time": f"{request.moment:%H:%M:%S}",
        "cs-method": "GET",
        "cs-uri-stem": request.path,
        "cs-uri-query": request.query,
        "cs-uri": request.target,
        "s-port": "443",
        "c-ip": request.address,
        "cs(User-Agent)": request.agent.replace(" ", "+"),
        "cs(X-Forwarded-For)": request.forwarded,
        "cs-host": SITE,
        "sc-status": str(request.status),
    }


def _of_cloudfront(request: Request) -> dict[str, str]:
    return {
        **_of_iis(request),
        "x-edge-location": "FRA2",
        "cs-uri-stem": request.path.replace("%", "%25"),
        "cs-uri-query": request.query.replace("%", "%25"),
        "cs(Host)": "d1.cloudfront.net",
        "x-host-header": SITE,
        "cs-protocol": "https",
        "x-forwarded-for": request.forwarded,
        "cs(User-Agent)": quote(request.agent, safe="()/;:,+@~").replace("%", "%25"),
    }


_IIS = _w3c(
    (
        "date time s-sitename cs-method cs-uri-stem cs-uri-query s-port c-ip cs(User-Agent) cs(X-Forwarded-For) "
        "cs-host sc-status sc-substatus"
    ),
    _of_iis,
)
_CLOUDFRONT = _w3c(
    (
        "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) "
        "cs(User-Agent) cs-uri-query cs(Cookie) x-host-header cs-protocol x-forwarded-for"
    ),
    _of_cloudfront,
    "\t",
)


def _of_incapsula(request: Request) -> dict[str, str]:
    values = {
        **_of_iis(request),
        "cs-uri": SITE + request.path,
        "cs-version": "HTTPS",
        "s-port": "80",
        "cs(User-Agent)": request.agent,
        "s-xff": request.forwarded,
    }
    return {name: f'"{value}"' for name, value in values.items()}


_INCAPSULA = _w3c(
    "date time cs-vid c-ip cs(User-Agent) cs-uri cs-version s-port cs-method cs-uri-query sc-status s-xff",
    _of_incapsula,
)
_NETSCALER = _w3c(
    "date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent) cs-host s-port",
    _of_iis,
)


def _s3(request: Request) -> str:
    return (
        f"b659 {SITE} [{_apache(request.moment)}] {request.address} - EB35 WEBSITE.GET.OBJECT key "
        f'"{_request(request)}" {request.status} - 3 3 1 9 "-" "{request.agent}"'
    )


def _at(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _elb(request: Request) -> str:
    line = f'"GET https://{SITE}:443{request.target} HTTP/2.0" "{request.agent}"'
    start = f"{request.moment:%Y-%m-%dT%H:%M:%S}.127531Z app/lb {_at(request.address, 2817)} 10.0.0.1:80"
    return f"{start} 0.001 0.1 0.0 {request.status} {request.status} 225 249 {line} - TLSv1.2"


def _haproxy(request: Request) -> str:
    head = f"{SITE}|{request.agent}|{request.forwarded}"
    when = request.moment.strftime("%d/%b/%Y:%H:%M:%S.042")
    start = f"Sep 10 06:00:00 edge haproxy[6801]: {request.address}:55008 [{when}] front back/web 0/0/0/7/7"
    return f'{start} {request.status} 74 - - ---- 5/4/0/1/0 0/0 {{{head}}} "{_request(request)}"'


def _cef(request: Request) -> str:
    def escaped(text: str) -> str:
        return text.replace("\\", r"\\").replace("=", r"\=")

    fields = {
        "sourceServiceName": SITE,
        "requestClientApplication": escaped(request.agent),
        "cn1": str(request.status),
        "start": f"{request.moment.timestamp() * 1000:.0f}",
        "request": SITE + escaped(request.path),
        "requestMethod": "GET",
        "qstr": escaped(request.query),
        "app": "HTTPS",
        "xff": request.forwarded,
        "src": request.address,
        "ver": "TLSv1.3",
    }
    extension = " ".join(f"{name}={value}" for name, value in fields.items() if value)
    return f"CEF:0|Incapsula|SIEMintegration|1|1|Normal|0| fileId=1 {extension}"


def _spaced(request: Request) -> str:
    when = request.moment.isoformat()
    return f'{when} {SITE} {request.address} "{_request(request)}" {request.status} 512 0.004 "-" "{request.agent}"'


def _envoy(request: Request) -> str:
    start = f'[{request.moment:%Y-%m-%dT%H:%M:%S}.042Z] "{_request(request)}" {request.status} - 0 512 5 4'
    return f'{start} "{request.address}" "{request.agent}" "6f1c" "{SITE}" "10.0.0.2:80"'


def _docker(request: Request) -> str:
    line = _combined(request, f"{request.address} - -") + "\n"
    return json.dumps({"log": line, "stream": "stdout", "time": "2026-09-10T06:00:00.1Z"})


def _syslog(request: Request) -> str:
    return f"<190>Sep 10 06:00:00 web1 nginx[12]: {_combined(request, f'{request.address} - -')}"


def _kubernetes(request: Request) -> str:
    return f"2026-09-10T06:00:00.1Z stdout F {_combined(request, f'{request.address} - -')}"


def _json(values: Callable[[Request], object]) -> Write:
    return lambda request: json.dumps(values(request), ensure_ascii=False)


def _caddy(request: Request) -> object:
    headers = {"User-Agent": [request.agent]}
    if request.forwarded:
        headers["X-Forwarded-For"] = [request.forwarded]
    asked = {"remote_ip": request.address, "client_ip": request.address, "proto": "HTTP/2.0", "method": "GET"}
    asked |= {"host": SITE, "uri": request.target}
    when = request.moment.timestamp() + 0.25
    return {"level": "info", "ts": when, "request": {**asked, "headers": headers}, "status": request.status}


def _traefik(request: Request) -> object:
    return {
        "ClientAddr": _at(request.address, 52458),
        "ClientHost": request.address,
        "DownstreamStatus": request.status,
        "RequestHost": SITE,
        "RequestMethod": "GET",
        "RequestPath": request.target,
        "RequestScheme": "https",
        "StartUTC": f"{request.moment:%Y-%m-%dT%H:%M:%S}.773360139Z",
        "request_User-Agent": request.agent,
        "request_X-Forwarded-For": request.forwarded,
    }


def _nginx(request: Request) -> object:
    return {
        "time_iso8601": f"{request.moment + timedelta(hours=2):%Y-%m-%dT%H:%M:%S}+02:00",
        "remote_addr": request.address,
        "request": _request(request),
        "status": str(request.status),
        "http_host": SITE,
        "http_user_agent": request.agent,
        "http_x_forwarded_for": request.forwarded or "-",
    }


def _logpush(when: Callable[[datetime], object]) -> Callable[[Request], object]:
    return lambda request: {
        "EdgeStartTimestamp": when(request.moment),
        "ClientIP": request.forwarded or request.address,
        "ClientRequestHost": SITE,
        "ClientRequestMethod": "GET",
        "ClientRequestScheme": "https",
        "ClientRequestURI": request.target,
        "ClientRequestUserAgent": request.agent,
        "EdgeResponseStatus": request.status,
        "BotScore": 1,
    }


def _akamai(request: Request) -> object:
    return {
        "version": 2,
        "reqTimeSec": f"{request.moment.timestamp():.3f}",
        "cliIP": request.forwarded or request.address,
        "reqHost": SITE,
        "reqMethod": "GET",
        "reqPath": request.path,
        "queryStr": request.query,
        "statusCode": str(request.status),
        "UA": quote(request.agent),
    }


def _google(request: Request) -> object:
    asked = {"requestMethod": "GET", "requestUrl": f"https://{SITE}{request.target}", "status": request.status}
    asked |= {"userAgent": request.agent, "remoteIp": request.forwarded or request.address}
    return {"timestamp": f"{request.moment:%Y-%m-%dT%H:%M:%S}.5Z", "httpRequest": asked, "severity": "INFO"}


def _fastly(request: Request) -> object:
    return {
        "timestamp": f"{request.moment:%Y-%m-%dT%H:%M:%S}+0000",
        "client_ip": request.forwarded or request.address,
        "host": SITE,
        "url": request.target,
        "request_method": "GET",
        "request_user_agent": request.agent,
        "response_status": request.status,
    }


def _quoted(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'


_COLUMNS = "when,visitor,forwarded_for,verb,page,code,software"


def _csv(request: Request) -> str:
    when = f"{request.moment:%Y-%m-%d %H:%M:%S}"
    asked = (when, request.address, request.forwarded, "GET", request.target, str(request.status), request.agent)
    return ",".join(map(_quoted, asked))


def _piped(request: Request) -> str:
    moment = f"{request.moment:%Y-%m-%dT%H:%M:%SZ}"
    return "\t".join(
        (request.address, request.forwarded or "-", moment, _request(request), str(request.status), request.agent)
    )


FORMATS: Final[tuple[Written, ...]] = (
    Written("combined", lambda request: _combined(request, f"{request.address} - -")),
    Written("virtual hosts", lambda request: _combined(request, f"{SITE}:443 {request.address} - -")),
    Written("OVH", lambda request: _combined(request, f"{request.address} {SITE} -")),
    Written(
        "Gandi", lambda request: _combined(request, f"{SITE} {request.address} - user").replace("] ", "] (0 s) ", 1)
    ),
    Written("IIS", _IIS.write, _IIS.header),
    Written("CloudFront", _CLOUDFRONT.write, _CLOUDFRONT.header),
    Written("Incapsula", _INCAPSULA.write, _INCAPSULA.header),
    Written("NetScaler", _NETSCALER.write, _NETSCALER.header, has_forwarded=False),
    Written("S3", _s3, has_forwarded=False),
    Written("ELB", _elb, has_forwarded=False),
    Written("ALB", lambda request: "h2 " + _elb(request), has_forwarded=False),
    Written("HAProxy", _haproxy),
    Written("Imperva CEF", _cef),
    Written("spaces", _spaced, has_forwarded=False),
    Written("Envoy", _envoy, has_forwarded=False),
    Written("syslog", _syslog),
    Written("Kubernetes", _kubernetes),
    Written("Docker", _docker),
    Written("CloudFront JSON", _json(_of_cloudfront)),
    Written("Caddy", _json(_caddy)),
    Written("Traefik", _json(_traefik)),
    Written("nginx JSON", _json(_nginx)),
    Written("Logpush, RFC 3339", _json(_logpush(lambda moment: f"{moment:%Y-%m-%dT%H:%M:%SZ}"))),
    Written("Logpush, nanoseconds", _json(_logpush(lambda moment: int(moment.timestamp()) * 10**9 + 5))),
    Written("Akamai", _json(_akamai)),
    Written("Google Cloud", _json(_google)),
    Written("Fastly", _json(_fastly)),
    Written("CSV", _csv, (_COLUMNS,)),
    Written("TSV without names", _piped, has_forwarded=False),
)
"""`has_forwarded` is False if the format has no place for the forwarded address."""


def written(form: Written, requests: Sequence[Request]) -> str:
    """Return a log in a format."""
    return "\n".join((*form.header, *map(form.write, requests))) + "\n"
