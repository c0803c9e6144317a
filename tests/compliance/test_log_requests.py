"""Requests of crawlers in access logs: who, when, from where, for what."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from robotstudio.compliance.ip_ranges import RangeList
from robotstudio.compliance.judging import ComplianceInput, compliance_of
from robotstudio.compliance.log_requests import read_log_requests
from robotstudio.compliance.model import DatedVersion
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.store.errors import FileContentError, NothingReadError
from robotstudio.urls.sources.task import Task

COMBINED = '192.0.2.1 - - [{time}] "{request}" 200 12 "-" "{agent}"\n'


def find(header: str) -> tuple[str, ...]:
    return ("Inventbot", "Other") if "Inventbot" in header else ()


def written(path: Path, *lines: tuple[str, str, str]) -> Path:
    path.write_text(
        "".join(COMBINED.format(time=time, request=request, agent=agent) for time, request, agent in lines), "utf-8"
    )
    return path


def test_requests_are_in_the_order_of_time_whatever_the_files_and_zones(tmp_path: Path) -> None:
    first = written(tmp_path / "a.log", ("10/Oct/2000:13:55:36 -0700", "GET /late HTTP/1.1", "Inventbot"))
    second = tmp_path / "b.log.gz"
    second.write_bytes(
        gzip.compress(
            COMBINED.format(
                time="10/Oct/2000:20:00:00 +0000", request="GET /early HTTP/2.0", agent="Inventbot"
            ).encode()
        )
    )
    found = read_log_requests([first, second], find)
    assert [found.urls[row] for row in found.url] == ["/early", "/late"]
    assert [found.files[row] for row in found.file] == ["b.log.gz", "a.log"]
    assert list(found.moments) == [971208000, 971211336]
    assert (found.tokens, found.addresses) == (("Inventbot",), ("192.0.2.1",))


def test_site_in_front_of_the_client_is_no_address(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(
        f"www.example.com:443 {COMBINED}".format(
            time="10/Oct/2000:13:55:36 +0000", request="GET / HTTP/1.1", agent="Inventbot"
        ),
        "utf-8",
    )
    assert read_log_requests([path], find).addresses == ("192.0.2.1",)


def test_site_that_a_log_does_not_name_leaves_nothing_out(tmp_path: Path) -> None:
    line = COMBINED.format(time="10/Oct/2000:13:55:36 +0000", request="GET / HTTP/1.1", agent="Inventbot")
    bare, named, browser = (tmp_path / f"{name}.log" for name in ("bare", "named", "browser"))
    bare.write_text(line, "utf-8")
    named.write_text(f"www.example.com {line}", "utf-8")
    browser.write_text(f"example.com {line.replace('Inventbot', 'Mozilla/5.0')}", "utf-8")
    assert len(read_log_requests([bare], find, site="example.com").url) == 1
    assert len(read_log_requests([named], find, site="www.example.com").url) == 1
    with pytest.raises(NothingReadError, match=r"“named.log” has no request for example.com. .* www.example.com"):
        read_log_requests([named], find, site="example.com")
    found = read_log_requests([named, browser], find, site="example.com")
    assert (len(found.url), found.tokens) == (0, ("Inventbot",))
    version = DatedVersion(datetime(2000, 1, 1, tzinfo=UTC), b"User-agent: *\nDisallow: /")
    ranges = RangeList(
        "x", "x", ("Inventbot",), "x", "2000-01-01", "", is_authoritative=True, rdns=(), networks=("192.0.2.0/24",)
    )
    (record,) = compliance_of(ComplianceInput(found, [version], CATALOGUE, (ranges,))).records
    assert record.requests == 0


def test_what_cannot_be_read_is_counted_and_told(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.log",
        ("10/Foo/2000:13:55:36 +0000", "GET /a HTTP/1.1", "Inventbot"),
        ("99/Oct/2000:13:55:36 +0000", "GET /a HTTP/1.1", "Inventbot"),
        ("10/Oct/2000:13:55:xx +0000", "GET /a HTTP/1.1", "Inventbot"),
        ("", "GET /a HTTP/1.1", "Inventbot"),
        ("10/Oct/2000:13:55:36 +0000", "\\x16\\x03", "Inventbot"),
        ("10/Oct/2000:13:55:36 +0000", "CONNECT a:443 HTTP/1.1", "Inventbot"),
    )
    good = COMBINED.format(time="10/Oct/2000:13:55:36 +0000", request="GET /a HTTP/1.1", agent="Inventbot")
    path.write_text(path.read_text("utf-8") + "# a comment\nnonsense\n" + good, "utf-8")
    found = read_log_requests([path], find)
    assert len(found.url) == 1
    unread, undated = map(str, found.notes)
    assert unread.startswith("3 lines are not requests, such as line 5 of “a.log”: This client did not speak HTTP")
    assert undated == "4 requests have no readable time and were left out."
    assert [(line.number, line.text[:9]) for line in found.unread] == [
        (5, "192.0.2.1"),
        (6, "192.0.2.1"),
        (8, "nonsense"),
    ]


@pytest.mark.parametrize(
    "content",
    [
        "nonsense\n# a comment\n\n",
        "\n".join(['{"status": 200}'] * 3),
        "#Fields: date time cs-uri-stem cs-uri-query\n2026-01-01 GET\n",
        COMBINED.format(time="10/Foo/2000:13:55:36 +0000", request="GET /a HTTP/1.1", agent="Inventbot"),
        COMBINED.format(time="10/Oct/2000:13:55:36 +0000", request="\\x16", agent="Inventbot"),
    ],
)
def test_log_of_which_no_line_could_be_read_is_refused(content: str, tmp_path: Path) -> None:
    good = written(tmp_path / "good.log", ("10/Oct/2000:13:55:36 +0000", "GET /a HTTP/1.1", "Inventbot"))
    bad = tmp_path / "bad.log"
    bad.write_text(content, "utf-8")
    with pytest.raises(FileContentError, match=r"“bad\.log” is not an access log"):
        read_log_requests([good, bad], find)


def test_packed_log_that_ends_before_its_first_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.log.gz"
    path.write_bytes(gzip.compress(b"x" * 99)[:12])
    with pytest.raises(FileContentError, match="ends early"):
        read_log_requests([path], find)


def test_log_without_a_line_and_one_of_browsers_alone_are_read(tmp_path: Path) -> None:
    (tmp_path / "empty.log").write_text("", "utf-8")
    browsers = written(tmp_path / "a.log", ("10/Oct/2000:13:55:36 +0000", "GET /a HTTP/1.1", "Firefox"))
    assert len(read_log_requests([tmp_path / "empty.log", browsers], find).url) == 0


def test_targets_that_others_got_are_kept_once(tmp_path: Path) -> None:
    time = "10/Oct/2000:13:55:36 +0000"
    path = written(
        tmp_path / "a.log", *[(time, "GET /secret HTTP/1.1", "Firefox")] * 3, (time, "POST /x HTTP/1.1", "Firefox")
    )
    found = read_log_requests([path], find)
    assert (found.open_to_all, len(found.url), found.lines_read) == (("/secret",), 0, 4)


def test_empty_log_beside_others_is_told_and_alone_is_nothing(tmp_path: Path) -> None:
    good = written(tmp_path / "a.log", ("10/Oct/2000:13:55:36 +0000", "GET / HTTP/1.1", "Inventbot"))
    for body in (b"", b"\n\n", b"# rotated\n"):
        empty = tmp_path / "b.log"
        empty.write_bytes(body)
        found = read_log_requests([empty, good], find)
        assert (found.tokens, [str(note) for note in found.notes]) == (
            ("Inventbot",),
            ["“b.log” is empty: it contains no requests."],
        )
        with pytest.raises(NothingReadError, match=r"“b\.log” is empty"):
            read_log_requests([empty], find)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_packed_log_that_is_cut_is_told(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    lines = [("10/Oct/2000:13:55:36 +0000", f"GET /{number} HTTP/1.1", "Inventbot") for number in range(300)]
    body = pack(written(tmp_path / "a.log", *lines).read_bytes())
    path = tmp_path / "a.log.packed"
    for at in {*range(1, 40), *range(40, len(body), 29), *range(len(body) - 40, len(body))}:
        path.write_bytes(body[:at])
        with suppress(NothingReadError):
            assert "ends early" in str(read_log_requests([path], find).notes)


def test_reading_can_be_given_up(tmp_path: Path) -> None:
    path = written(tmp_path / "a.log", *[("10/Oct/2000:13:55:36 +0000", "GET / HTTP/1.1", "Firefox")] * 3000)
    with pytest.raises(Cancelled):
        read_log_requests([path], find, Task(is_cancelled=lambda: True))
