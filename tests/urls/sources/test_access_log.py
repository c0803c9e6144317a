"""Access logs: which lines are requests, who made them, and how often."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from robotstudio.compliance.client_addresses import proxies_in
from robotstudio.text.language import WORDS
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.logs.fields import fields_from
from robotstudio.urls.sources.reading import ReadOptions, SourceReading, grouped, read_source, refresh, rotated
from robotstudio.urls.sources.streams import ReadLimits
from tests.urls.sources.files import REAL, read, urls, write

WHEN = "[17/May/2015:10:05:03 +0000]"
GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
IMAGES = "Googlebot-Image/1.0"


def line(target: str = "/a", agent: str | None = GOOGLEBOT, *, status: int = 200, prefix: str = "192.0.2.1 - -") -> str:
    """Return a line in common format, or in combined format if there is an agent."""
    common = f'{prefix} {WHEN} "GET {target} HTTP/1.1" {status} 12'
    return common + ("" if agent is None else f' "-" "{agent}"') + "\n"


def find_tokens(header: str) -> tuple[str, ...]:
    """Find tokens in a small catalogue."""
    if "Googlebot-Image" in header:
        return ("Googlebot-Image", "Googlebot")
    return ("Googlebot",) if "Googlebot" in header else ()


def read_log(path: Path, **options: Any) -> SourceReading:
    """Read a log with the small catalogue."""
    return read(path, ReadOptions(kind=FileKind.LOG, find_tokens=find_tokens, **options))


def test_requests_are_counted_by_crawler_url_and_status(tmp_path: Path) -> None:
    body = line("/a") + line("/b") + line("/a", "Googlebot/1", status=404) + line("/a", "curl/8") + line("/c", IMAGES)
    reading = read_log(write(tmp_path / "access.log", body + "junk\n" + line("/c", None)))
    assert reading.log is not None
    assert (urls(reading), reading.urls.hits.tolist()) == (["/a", "/b", "/c"], [3, 1, 2])
    assert [line.number for line in reading.rejected] == [6]
    assert reading.log.requests == 6
    assert reading.log.statuses == ((200, 5), (404, 1))
    assert reading.log.tokens == ("Googlebot", "Googlebot-Image")
    google = reading.log.agents[0]
    assert (google.tokens, google.requests, google.statuses) == (("Googlebot",), 3, ((200, 2), (404, 1)))
    assert (google.rows.tolist(), google.hits.tolist()) == ([0, 1], [2, 1])
    assert google.headers == (GOOGLEBOT, "Googlebot/1")
    assert {agent.headers for agent in reading.log.agents if not agent.tokens} == {("curl/8",), ()}


def test_requests_of_known_crawlers_are_a_column_with_the_days_that_they_cover(tmp_path: Path) -> None:
    body = line("/a") + line("/b", "curl/8") + line("/a", IMAGES) + line("/b").replace("17/May", "19/May")
    reading = read_log(write(tmp_path / "access.log", body))
    (column,) = reading.urls.shares[0].values
    assert (column.info.role, column.values.tolist()) == ("crawler_requests", [2, 1])
    assert reading.source.period == (date(2015, 5, 17), date(2015, 5, 19))
    nobody = read_log(write(tmp_path / "other.log", line("/a", "curl/8")))
    assert not nobody.urls.shares[0].values


def test_requests_belong_to_the_site_in_front_of_them(tmp_path: Path) -> None:
    secure, plain = line("//x", prefix="a.example:443 192.0.2.1 - -"), line(prefix="b.example:80 192.0.2.1 - -")
    path = write(tmp_path / "vhosts.log", secure + plain + line("/c") + line("http://d.example/e"))
    expected = ["https://a.example//x", "http://b.example/a", "https://c.example/c", "http://d.example/e"]
    assert urls(read_log(path, base="c.example")) == expected
    assert urls(read_log(path)) == [*expected[:2], "/c", expected[3]]


def test_two_slashes_without_a_site_are_told(tmp_path: Path) -> None:
    reading = read_log(write(tmp_path / "access.log", line("//x") + line("/y")))
    assert "two slashes" in str(reading.rejected[0].why)


def test_clients_beyond_the_limit_are_counted_together(tmp_path: Path) -> None:
    body = "".join(line("/a", f"client {number}") for number in range(50))
    log = read_log(write(tmp_path / "access.log", body), limits=ReadLimits(agents=10)).log
    assert log is not None
    assert (len(log.agents), log.requests, log.agents[0].requests) == (11, 50, 40)


def test_a_rotated_log_is_one_source(tmp_path: Path) -> None:
    write(tmp_path / "access.log", line("/new"))
    write(tmp_path / "access.log.1", line("/old") + line("/new"))
    write(tmp_path / "access.log.10.gz", line("/oldest"), zipped=True)
    write(tmp_path / "error.log", "nothing")
    files = rotated(tmp_path / "access.log")
    assert [path.name for path in files] == ["access.log.10.gz", "access.log.1", "access.log"]
    reading = read_source(files)
    assert (urls(reading), reading.urls.hits.tolist()) == (["/oldest", "/old", "/new"], [1, 1, 2])
    assert reading.source.name == "access.log*"
    assert grouped([tmp_path / "access.log", tmp_path / "error.log", tmp_path / "access.log.1"]) == (
        (tmp_path / "access.log.1", tmp_path / "access.log"),
        (tmp_path / "error.log",),
    )


def test_a_source_is_read_again_as_before(tmp_path: Path) -> None:
    first = read(write(tmp_path / "access.log", line("/a")))
    write(tmp_path / "access.log", line("/b"))
    again = refresh(first.source)
    assert (again.source.id, again.source.kind, urls(again)) == (first.source.id, "log", ["/b"])
    assert list(first.urls.replaced(first.source, again.urls).urls) == ["/b"]


@pytest.mark.skipif(not REAL.exists(), reason="real files are not part of the repository")
def test_a_real_log_is_read_whole() -> None:
    reading = read(REAL / "access.log", ReadOptions(find_tokens=find_tokens))
    assert reading.log is not None
    assert (reading.source.kind, len(reading.urls), int(reading.urls.hits.sum())) == ("log", 1_497, 9_999)
    assert [(line.number, line.text.split('"')[1]) for line in reading.rejected] == [
        (3_011, "GET //favicon.ico HTTP/1.1")
    ]
    assert dict(reading.log.statuses) == {200: 9125, 206: 45, 301: 164, 304: 445, 403: 2, 404: 213, 416: 2, 500: 3}
    assert reading.log.tokens[0] == "Googlebot"


OWN = '{"when": "2026-10-10T13:55:36Z", "who": "192.0.2.1", "what": "/a", "answer": 200, "header": "Mozilla/5.0"}\n'


def fields(reading: SourceReading) -> dict[str, str]:
    return {column.name: column.role for column in reading.seen if column.role}


def test_fields_of_a_log_are_shown_with_their_part_of_a_request(tmp_path: Path) -> None:
    reading = read(write(tmp_path / "own.json", OWN * 3), ReadOptions())
    assert fields(reading) == {"when": "time", "who": "address", "what": "path", "answer": "status", "header": "agent"}
    assert all(column.is_guess for column in reading.seen)
    assert reading.seen[2].firsts == ("/a",) * 3


def test_a_guessed_field_is_taken_back_by_zero(tmp_path: Path) -> None:
    given = fields_from("agent=0,url=what")
    reading = read(write(tmp_path / "own.json", OWN * 3), ReadOptions(fields=given))
    assert fields(reading) == {"when": "time", "who": "address", "what": "url", "answer": "status"}
    assert reading.log is not None
    assert reading.log.agents[0].headers == ()
    assert fields_from(reading.source.log_fields) == given


def test_parts_of_a_common_log_have_their_place_in_the_format(tmp_path: Path) -> None:
    reading = read_log(write(tmp_path / "access.log", line("/a?b=1")))
    assert [(column.role, column.first) for column in reading.seen] == [
        ("time", "2015-05-17 10:05:03 UTC"),
        ("address", "192.0.2.1"),
        ("method", "GET"),
        ("url", "/a?b=1"),
        ("status", "200"),
        ("agent", GOOGLEBOT),
    ]
    assert all(column.is_fixed for column in reading.seen)


def test_the_cdn_of_a_log_is_named(tmp_path: Path) -> None:
    body = line("/a", prefix="172.68.1.1 - -") * 3 + line("/a")
    reading = read_log(write(tmp_path / "access.log", body), find_proxies=proxies_in)
    (said,) = map(WORDS.tell, reading.proxies)
    assert said.startswith("3 requests came through Cloudflare, and the log does not have the clients' addresses")


@pytest.mark.parametrize("hole", [4, 4_096, 300_000])
def test_log_that_was_truncated_under_its_server_is_read_after_the_hole(hole: int, tmp_path: Path) -> None:
    line = '192.0.2.7 - - [10/Sep/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 12 "-" "GPTBot/1.0"\n'
    path = tmp_path / "access.log"
    path.write_bytes(bytes(hole) + line.encode())
    reading = read_source([path])
    assert [url.url for url in reading.urls] == ["/a"]
    assert any(f"{hole:,} NULs" in WORDS.tell(note) for note in reading.notes)
