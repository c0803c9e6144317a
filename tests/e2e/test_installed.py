"""An installed program does what the checkout does: what a bundle may lack is used once, as its user would.

`ROBOTSTUDIO_PROGRAM=/usr/bin/robotstudio python3 dev.py test tests/e2e`
"""

import gzip
import io
import json
import ssl
import zipfile
from pathlib import Path

import pytest

from robotstudio.io.locale import LANGUAGES
from tests.e2e.program import INSTALLED, run
from tests.io.fetching.server import TLS, Server

pytestmark = pytest.mark.skipif(not INSTALLED, reason="ROBOTSTUDIO_PROGRAM names no installed program")

ROBOTS_TXT = b"User-agent: *\nDisallow: /private/\n"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n\r\n"
HTML = HEAD + b"<!doctype html><html>%s</html>"
PLAIN = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(ROBOTS_TXT)
    return path


def test_verdicts_of_a_million_are_worked_out_with_tables(file: Path, tmp_path: Path) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text("".join(f"/private/{n}\n/open/{n}\n" for n in range(2_000)), "utf-8")
    said = run("test", str(file), "--urls", str(urls), "--crawler", "Googlebot", "--format", "json", home=tmp_path)
    verdicts = [json.loads(line)["allowed"] for line in said.splitlines()]
    assert verdicts == [False, True] * 2_000


def test_survey_uses_processes_and_draws_figures(tmp_path: Path) -> None:
    folder = tmp_path / "archives"
    folder.mkdir()
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + ROBOTS_TXT
    for name in ("a", "b", "c"):
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://{name}.example/robots.txt\r\n"
            "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        (folder / f"{name}.warc.gz").write_bytes(gzip.compress(head.encode() + block + b"\r\n\r\n"))
    figures = tmp_path / "figures"
    options = ("--workers", "2", "--format", "json", "--figures", str(figures))
    assert json.loads(run("survey", str(folder), *options, home=tmp_path))["files"] == 3
    pictures = list(figures.glob("*.svg"))
    assert pictures
    assert all(b"<svg" in picture.read_bytes() for picture in pictures)


def test_site_is_crawled_and_searched(tmp_path: Path) -> None:
    page = b"<head><title>Shop</title></head><body><a href='/shoes'>Shoes</a><a href='/private/x'>x</a></body>"
    shoes = "<head><title>Shoes</title></head><body>Наши ботинки and boots</body>".encode()
    answers = {"/robots.txt": PLAIN + ROBOTS_TXT, "/": HTML % page, "/shoes": HTML % shoes}
    server = Server(answers, "127.0.0.1", None)
    try:
        state = tmp_path / "crawl.sqlite"
        options = ("--state", str(state), "--no-sitemaps", "--rate", "20", "--format", "json", "--crawler", "Googlebot")
        crawled = [json.loads(line) for line in run("crawl", server.url, *options, home=tmp_path).splitlines()]
        assert any(row.get("url", "").endswith("/shoes") for row in crawled)
        found = run("search", "ботинками", "--state", str(state), "--format", "json", home=tmp_path)
        assert "/shoes" in found
    finally:
        server.close()


@pytest.mark.parametrize(("trusts", "status"), [(True, 0), (False, 1)])
def test_only_a_trusted_certificate_is_enough(trusts: bool, status: int, tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS / "valid.pem")
    server = Server({"*": PLAIN + ROBOTS_TXT}, "localhost", context)
    try:
        trusted = {"SSL_CERT_FILE": str(TLS / "authority.pem")} if trusts else {}
        said = run("fetch", server.url, "--format", "json", home=tmp_path, status=status, **trusted)
    finally:
        server.close()
    assert trusts == ('"status": 200' in said)


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_speaks_every_language(code: str, file: Path, tmp_path: Path) -> None:
    file.write_bytes(b"Disalow: /\n")
    said = {
        language: run("--lang", language, "lint", "--fail-on", "never", str(file), home=tmp_path)
        for language in {code, "en"}
    }
    page = run("--lang", code, "rule", "RS102", home=tmp_path)
    assert page.count("\n") > 10
    assert code == "en" or said[code] != said["en"]


@pytest.mark.parametrize(
    ("kind", "start"), [("html", b"<!doctype html>"), ("md", b"# "), ("xlsx", b"pk"), ("json", b"{"), ("csv", b"")]
)
def test_report_is_written_in_each_format(kind: str, start: bytes, file: Path, tmp_path: Path) -> None:
    target = tmp_path / f"report.{kind}"
    run("report", str(file), "--url", "/private/", "-o", str(target), home=tmp_path)
    body = target.read_bytes()
    assert body
    assert body.lower().startswith(start)
    if kind == "xlsx":
        assert "xl/workbook.xml" in zipfile.ZipFile(io.BytesIO(body)).namelist()


def test_proofs_rules_of_servers_and_compressed_logs(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_bytes(ROBOTS_TXT + b"Disallow: /private/more\n")
    assert "proven" in run("diff", str(file), str(other), "--prove", home=tmp_path).lower()
    assert "return 403" in run("policy", str(file), "--set", "ai-training=block", "--server", "nginx", home=tmp_path)
    log = tmp_path / "access.log.gz"
    line = '192.0.2.1 - - [10/Nov/2026:00:00:00 +0000] "GET /private/a HTTP/1.1" 200 5 "-" "Googlebot/2.1"\n'
    log.write_bytes(gzip.compress(line.encode()))
    assert "spoofed" in run("compliance", str(log), "--file", str(file), home=tmp_path)


def test_window_has_its_guide_its_icon_and_paper(tmp_path: Path) -> None:
    said = run("--smoke-test", home=tmp_path, QT_QPA_PLATFORM="offscreen")
    assert "smoke test passed" in said
    assert "guide icon PDF" in said
