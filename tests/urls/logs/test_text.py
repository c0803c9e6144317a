"""Lines of text logs: the common format and its kin, S3, load balancers, HAProxy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.urls.logs.record import LineReader, LogRecord
from robotstudio.urls.logs.text import (
    CefReader,
    CommonReader,
    HaproxyReader,
    LoadBalancerReader,
    S3Reader,
    _combined_parts,
    _common_parts,
)

WHEN = "[17/May/2015:10:05:03 +0000]"
MOMENT = 1431857103
GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"


def line(target: str = "/a", agent: str | None = GOOGLEBOT, *, status: int = 200, prefix: str = "192.0.2.1 - -") -> str:
    """Return a line in common format, or in combined format if there is an agent."""
    common = f'{prefix} {WHEN} "GET {target} HTTP/1.1" {status} 12'
    return common + ("" if agent is None else f' "-" "{agent}"')


def record(
    target: str = "/a", agent: str | None = GOOGLEBOT, *, site: str = "", client: str = "192.0.2.1", status: int = 200
) -> LogRecord:
    return LogRecord(MOMENT, client, "", site, "GET", target, status, agent)


LINES = [
    (line(), record()),
    (line(agent=None), record(agent=None)),
    (line(agent="-", prefix="2001:db8::1 - frank"), record(agent="-", client="2001:db8::1")),
    (line(prefix="example.com:443 192.0.2.1 - -"), record(site="example.com")),
    (line(prefix="example.com:80 192.0.2.1 - -"), record(site="example.com:80")),
    (line(prefix="example.com 192.0.2.1 - -"), record(site="example.com")),
    (line(prefix="192.0.2.1 www.example.com -"), record(site="www.example.com")),
    (line(prefix="192.0.2.1 - John Q Public"), record()),
    (line(agent=r"say \"hi\" \x41"), record(agent='say "hi" A')),
    (line(r"/gr\xc3\xb6\xc3\x9fe"), record("/größe")),
    (line().replace(" +0000] ", " +0000] (0 s) "), record()),
    (f'h - - {WHEN} "GET /a" 200 -', record(agent=None, client="h")),
    (f'h - - {WHEN} "GET /a HTTP/2.0" - -', record(agent=None, client="h", status=0)),
    (
        f'h - - {WHEN} "GET /a b HTTP/1.1" 400 - "-" "x" "forwarded for" 0.02',
        record("/a b", "x", client="h", status=400),
    ),
    (f'{line()} "198.51.100.7, 192.0.2.9"', record()._replace(forwarded="198.51.100.7,192.0.2.9")),
]
JUNK = [
    (f'h - - {WHEN} "-" 408 0 "-" "-"', "did not speak HTTP"),
    (f'h - - {WHEN} "\\x16\\x03\\x01" 400 0 "-" "-"', "did not speak HTTP"),
    (f'h - - {WHEN} "OPTIONS * HTTP/1.0" 200 0', "does not request a URL"),
    (f'h - - {WHEN} "CONNECT example.com:443 HTTP/1.1" 200 0', "does not request a URL"),
]
NO_LINES = ["", "hello", f'h - - {WHEN} "GET /a HTTP/1.1', "\0" * 90, '"' * 9_000]

OTHERS: list[tuple[LineReader, str, LogRecord]] = [
    (
        S3Reader(),
        (
            f"b659b576 www.example.com {WHEN} 192.0.2.1 arn:aws:iam::1:user/x EB35 WEBSITE.GET.OBJECT index "
            f'"GET /a?b=1 HTTP/1.1" 200 - 368 368 10 9 "-" "{GOOGLEBOT}"'
        ),
        record("/a?b=1", site="www.example.com"),
    ),
    (
        LoadBalancerReader(),
        (
            "https 2015-05-17T10:05:03.127531Z app/my-alb/ab 192.0.2.1:2817 10.0.0.1:80 0.001 0.102 0 200 200 5 24 "
            f'"GET https://www.example.com:443/a HTTP/1.1" "{GOOGLEBOT}" ECDHE TLSv1.2 arn:aws:x "Root=1" "x" "y" 0'
        ),
        record(site="www.example.com"),
    ),
    (
        LoadBalancerReader(),
        (
            "2015-05-17T10:05:03.1Z my-elb 192.0.2.1:2817 - -1 -1 -1 503 0 0 0 "
            f'"GET http://www.example.com:80/a HTTP/1.1" "{GOOGLEBOT}" - -'
        ),
        record(site="www.example.com:80", status=503),
    ),
    (
        HaproxyReader(),
        (
            "May 17 10:05:03 host haproxy[6801]: 192.0.2.1:55008 [17/May/2015:10:05:03.584] ft bk/abc 0/0/0/7/7 200 5 "
            f'- - ---- 5/4/0/1/0 0/0 {{www.example.com|{GOOGLEBOT}|198.51.100.7}} {{}} "GET /a HTTP/1.1"'
        ),
        record(site="www.example.com")._replace(forwarded="198.51.100.7"),
    ),
    (
        CefReader(),
        (
            "<13>May 17 10:05:03 log CEF:0|Incapsula|SIEMintegration|1|1|Normal|0| "
            f"requestClientApplication={GOOGLEBOT} "
            r"cn1=200 start=1431857103336 request=www.example.com/a requestMethod=GET qstr=p\=1&q\=a b app=HTTP "
            "src=192.0.2.1 cpt=443"
        ),
        record("/a?p=1&q=a b", site="www.example.com:80"),
    ),
]


@pytest.mark.parametrize(("text", "found"), LINES)
def test_line_is_a_request(text: str, found: LogRecord) -> None:
    assert CommonReader().read(text) == found


@pytest.mark.parametrize(("reader", "text", "found"), OTHERS)
def test_line_of_another_format_is_the_same_request(reader: LineReader, text: str, found: LogRecord) -> None:
    assert reader.read(text) == found


@pytest.mark.parametrize(("text", "sentence"), JUNK)
def test_request_for_no_url_says_why(text: str, sentence: str) -> None:
    found = CommonReader().read(text)
    assert found is not None
    assert (found.target, found.moment) == ("", MOMENT)
    assert sentence in str(found.why)


@pytest.mark.parametrize("text", NO_LINES)
def test_other_text_is_no_line(text: str) -> None:
    for reader in (CommonReader(), S3Reader(), LoadBalancerReader(), HaproxyReader(), CefReader()):
        assert reader.read(text) is None


_PIECES = st.sampled_from(
    ['"', "[", "]", " ", "  ", "\\", "-", "200", "12", "GET /a HTTP/1.1", "192.0.2.1 - - ", "x", "\t", "] ", '" "']
)


@given(st.lists(_PIECES, max_size=24).map("".join) | st.text('[]" \\-20a', max_size=60))
def test_usual_line_is_split_alike_in_both_ways(text: str) -> None:
    combined = f'h - - [t] "GET / HTTP/1.1" 200 12 "-" "x"{text}'
    for each in (text, combined, combined.replace("200 12", text)):
        quick = _combined_parts(each)
        assert quick is None or quick == _common_parts(each)


@given(st.text() | st.text('[]"\\ GETx/1234567890-\n{}|:.', max_size=200))
def test_any_text_is_a_request_or_none(text: str) -> None:
    for reader in (CommonReader(), S3Reader(), LoadBalancerReader(), HaproxyReader(), CefReader()):
        found = reader.read(text)
        assert found is None or bool(found.target) == (found.why is None)
