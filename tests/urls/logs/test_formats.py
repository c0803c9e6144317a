"""Detection of a log's format, and a person's mapping."""

import bz2
import gzip
import lzma
import math
from pathlib import Path

import pytest

from robotstudio.store.errors import FileContentError
from robotstudio.urls.kinds import FileKind, source_kind
from robotstudio.urls.logs.fields import BadFieldsError, Role, fields_from
from robotstudio.urls.logs.formats import LogLines, find_format
from robotstudio.urls.logs.record import LogRecord, Times
from robotstudio.urls.logs.structured import MappedReader
from robotstudio.urls.sources.reading import ReadOptions, files_in, read_source
from robotstudio.urls.sources.streams import DEFAULT_LIMITS, open_source
from tests.urls.logs.traffic import FORMATS, Written, made_traffic, written
from tests.urls.sources.files import read, urls, write

IDS = {
    "IIS": "w3c",
    "CloudFront": "w3c",
    "Incapsula": "w3c",
    "NetScaler": "w3c",
    "S3": "s3",
    "ALB": "alb",
    "ELB": "alb",
}
IDS |= {"HAProxy": "haproxy", "CSV": "separated", "TSV without names": "separated"}
IDS |= {"Imperva CEF": "cef", "spaces": "separated", "Envoy": "separated"}
IDS |= dict.fromkeys(["combined", "virtual hosts", "OVH", "Gandi", "syslog", "Kubernetes", "Docker"], "common")


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_format_is_found_and_its_urls_are_the_same(form: Written, tmp_path: Path) -> None:
    requests = made_traffic()
    text = written(form, requests)
    found = find_format(text.split("\n"))
    assert found is not None
    assert found.format.id == IDS.get(form.name, "json")
    path = write(tmp_path / "some.txt", text)
    assert source_kind(path) is FileKind.LOG
    reading = read(path, ReadOptions(base="https://shop.example"))
    assert {url.removeprefix("https://shop.example") for url in urls(reading)} == {each.target for each in requests}
    assert (reading.rejected_count, reading.urls.hits.sum()) == (0, len(requests))


def test_mapping_is_read() -> None:
    fields = fields_from("time=ts, address=request.client_ip,path=3")
    assert fields == {Role.TIME: "ts", Role.ADDRESS: "request.client_ip", Role.PATH: "3"}
    assert fields_from("") == {}


@pytest.mark.parametrize("text", ["time", "=x", "time=", "colour=x"])
def test_wrong_mapping_is_refused(text: str) -> None:
    with pytest.raises(BadFieldsError):
        fields_from(text)


def test_mapping_wins_over_the_guess() -> None:
    lines = ['{"t": "2026-09-10T06:00:00Z", "uri": "/public", "real_uri": "/a", "ip": "192.0.2.1", "ua": "x/1"}']
    guessed, given = find_format(lines), find_format(lines, {Role.PATH: "real_uri"})
    assert guessed is not None
    assert given is not None
    assert isinstance(guessed.reader, MappedReader)
    assert guessed.reader.guessed[Role.TIME].by_name is False
    assert guessed.reader.guessed[Role.PATH].by_name is True
    targets = [found.reader.read(lines[0]) for found in (guessed, given)]
    assert [record and record.target for record in targets] == ["/public", "/a"]


def test_json_that_is_no_log_is_refused(tmp_path: Path) -> None:
    for text in ('{"a": 1}\n{"a": 2}\n', '[{"url": "/a"}]', '{"url": "https://a.example/x", "title": "x"}\n'):
        with pytest.raises(FileContentError, match="is JSON"):
            read(write(tmp_path / "data.json", text))


def test_table_of_pages_is_no_log(tmp_path: Path) -> None:
    text = "Address,Status Code,Title,Clicks,Date\nhttps://a.example/,200,Home,12,2026-01-01\n"
    assert source_kind(write(tmp_path / "internal.csv", text)) is FileKind.TABLE


def test_folder_and_pattern_name_their_files_oldest_first(tmp_path: Path) -> None:
    names = ("access.log", "access.log.1", "access.log.10.gz", "access.log.2.zst", ".hidden")
    for name in names:
        write(tmp_path / name, "x")
    oldest_first = ["access.log.10.gz", "access.log.2.zst", "access.log.1", "access.log"]
    assert [path.name for path in files_in([tmp_path])] == oldest_first
    assert [path.name for path in files_in([tmp_path / "access.log.*"])] == oldest_first[:3]
    assert files_in([tmp_path / "none.log"]) == [tmp_path / "none.log"]


def test_list_in_the_field_of_the_address_is_the_client_and_those_before_it(tmp_path: Path) -> None:
    line = '{"time":"2026-09-10T10:00:00Z","client_ip":"66.249.66.1, 10.0.0.7:443","uri":"/a","status":200}\n'
    (tmp_path / "a.log").write_text(line * 3, "utf-8")
    with open_source(tmp_path / "a.log", DEFAULT_LIMITS) as source:
        records = [record for _, _, record in LogLines(source, {Role.ADDRESS: "client_ip"}) if record]
    assert {(record.client, record.forwarded) for record in records} == {("10.0.0.7", "66.249.66.1,10.0.0.7")}


def only_record(*lines: str) -> LogRecord:
    """Return the request in the last line of a log with these lines."""
    found = find_format(lines)
    assert found is not None
    record = found.reader.read(lines[-1])
    assert record is not None
    return record


JSON = '{{"time":"2026-09-10T10:00:00Z","ip":"192.0.2.1","ua":"GPTBot/1.2","status":200,{}}}'


@pytest.mark.parametrize(
    ("fields", "target"),
    [
        (r'"request":"GET /a\\x41 HTTP/3.0"', r"/a\x41"),  # JSON's own escapes are all there are
        (r'"request":"GET /caf\xc3\xa9?q=\x22 HTTP/1.1"', '/café?q="'),  # nginx without `escape=json`
        ('"uri":"/a?b=1","args":"b=1"', "/a?b=1"),
        ('"path":"/a","proxy":{"path":"/a?b=1"}', "/a?b=1"),
    ],
)
def test_json_is_decoded_as_it_is_written(fields: str, target: str) -> None:
    assert only_record(JSON.format(fields)).target == target


def test_escapes_of_an_own_format_are_those_of_the_server() -> None:
    line = r'2026-09-10T10:00:00+02:00 192.0.2.1 "GET /a\x22b\xC3\xA9 HTTP/1.1" 200 12 "x" "say \x22hi\x22/1.0 bot"'
    record = only_record(line)
    assert (record.moment, record.target, record.agent) == (1789027200, '/a"bé', 'say "hi"/1.0 bot')


@pytest.mark.parametrize(
    "line",
    [
        '<13>1 2026-09-10T10:00:00Z web nginx 12 - [x y="1"] {}',
        "2026-09-10T10:00:00.1+02:00 web nginx: {}",
        "Sep  1 10:00:00 web nginx: {}",
    ],
)
def test_prefix_of_syslog_is_not_the_client(line: str, tmp_path: Path) -> None:
    combined = '2001:db8::5 - - [10/Sep/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 12 "-" "GPTBot/1.2"'
    write(tmp_path / "access.log", f"{line.format(combined)}\n{line.format('worker process 7 exited')}\n")
    with open_source(tmp_path / "access.log", DEFAULT_LIMITS) as source:
        (_, _, first), (_, shown, second) = LogLines(source)
    assert first is not None
    assert first.client == "2001:db8::5"
    assert second is None
    assert shown == line.format("worker process 7 exited")


def test_times_without_a_zone_are_read_as_utc_and_that_is_said(tmp_path: Path) -> None:
    for time, count in (("2026-09-10 10:00:00", 1), ("2026-09-10T10:00:00Z", 0), ("1789034400.5", 0)):
        path = write(tmp_path / "a.log", JSON.format('"uri":"/a"').replace("2026-09-10T10:00:00Z", time))
        assert ["have no time zone" in str(note) for note in read(path).notes] == [True] * count


@pytest.mark.parametrize(
    "time",
    [
        "31/Dec/9999:23:59:60 +0000",
        "9999-12-31T23:59:60Z",
        "3000-01-01T00:00:00Z",
        "99999999999",
        10**400,
        -(10**400),
        1e300,
        math.nan,
    ],
    ids=lambda time: str(time)[:26],
)
def test_time_beyond_what_a_calendar_has_is_unreadable(time: object) -> None:
    assert Times().any(time) is None


def test_leap_second_counts_with_the_next_day() -> None:
    midnight = 1_483_228_800
    for time in ("31/Dec/2016:23:59:60 +0000", "2016-12-31T23:59:60Z", "01/Jan/2017:01:00:00 +0100"):
        assert Times().any(time) == midnight


def test_blank_lines_and_local_times_of_iis_advanced_logging(tmp_path: Path) -> None:
    body = (
        "#Software: IIS Advanced Logging Module\n   \n#Fields:   date-local time-local cs-method cs-uri-stem c-ip"
        ' cs(User-Agent)\n2026-09-10 10:00:00.363 GET /a "192.0.2.1" "Mozilla/5.0 (compatible; GPTBot/1.2; +x)"\n'
    )
    path = write(tmp_path / "a.log", body)
    reading = read(path)
    assert (urls(reading), reading.rejected_count) == (["/a"], 0)
    assert any("have no time zone" in str(note) for note in reading.notes)
    assert only_record(*body.split("\n")[:-1]).agent == "Mozilla/5.0 (compatible; GPTBot/1.2; +x)"


def test_signature_agent_is_kept_where_it_is_logged() -> None:
    signed = '"https://chatgpt.com"'
    line = JSON.format('"uri":"/a","http_signature_agent":"\\"https://chatgpt.com\\""')
    assert only_record(line).signature == signed
    assert only_record("#Fields: cs-uri-stem cs(Signature-Agent)", "/a https://chatgpt.com").signature == signed.strip(
        '"'
    )


def test_rotated_logs_are_read_in_order_of_time_however_packed(tmp_path: Path) -> None:
    line = '192.0.2.1 - - [10/Sep/2026:10:00:00 +0000] "GET /{} HTTP/1.1" 200 12 "-" "x"\n'
    bodies = [line.format(number).encode() for number in range(4)]
    (tmp_path / "access.log").write_bytes(bodies[3])
    (tmp_path / "access.log.1").write_bytes(bz2.compress(bodies[2]))
    (tmp_path / "access.log.2.xz").write_bytes(lzma.compress(bodies[1]))
    (tmp_path / "access.log.10.gz").write_bytes(gzip.compress(bodies[0]))
    assert urls(read_source(files_in([tmp_path]))) == ["/0", "/1", "/2", "/3"]
