"""An installed program does what the checkout does: what a bundle may lack is used once, as its user would.

`ROBOTSTUDIO_PROGRAM=/usr/bin/robotstudio python3 dev.py test tests/e2e`
"""

import gzip
import io
import json
import ssl
import sys
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from robotstudio.text.locale import LANGUAGES
from tests.e2e.program import INSTALLED, run
from tests.fetch.server import TLS, Server

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


@pytest.fixture
def archives(tmp_path: Path) -> Path:
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
    return folder


def test_survey_uses_processes_and_draws_figures(archives: Path, tmp_path: Path) -> None:
    figures = tmp_path / "figures"
    options = ("--workers", "2", "--format", "json", "--figures", str(figures))
    assert json.loads(run("survey", str(archives), *options, home=tmp_path))["files"] == 3
    pictures = list(figures.glob("*.svg"))
    assert pictures
    assert all(b"<svg" in picture.read_bytes() for picture in pictures)


def test_figures_are_written_as_pdf_with_their_words_and_as_png(archives: Path, tmp_path: Path) -> None:
    figures = tmp_path / "figures"
    options = ("--figures", str(figures), "--figure-format", "pdf", "--figure-format", "png")
    run("survey", str(archives), *options, home=tmp_path)
    names = [{file.stem for file in figures.glob(f"*.{kind}")} for kind in ("pdf", "png")]
    assert names[0]
    assert names[0] == names[1]
    for file in figures.glob("*.pdf"):
        with pypdfium2.PdfDocument(file) as document:
            assert document[0].get_textpage().get_text_bounded().strip(), file.name
    for file in figures.glob("*.png"):
        assert file.read_bytes().startswith(b"\x89PNG\r\n")


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


def test_files_for_ai_are_fetched_and_held_against_the_file(file: Path, tmp_path: Path) -> None:
    answers = {
        "/robots.txt": PLAIN + ROBOTS_TXT,
        "/llms.txt": PLAIN + b"# Shop\n\n## Pages\n\n- [Prices](/private/prices): what all costs\n",
        "*": b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n",
    }
    server = Server(answers, "127.0.0.1", None)
    try:
        said = run("policy", str(file), "--site", server.url, home=tmp_path, status=1)
    finally:
        server.close()
    assert "llms.txt" in said
    assert "/private/prices" in said


def test_watched_site_is_told_of_and_a_command_gets_the_text_in_its_own_surroundings(tmp_path: Path) -> None:
    answers = {"/robots.txt": PLAIN + ROBOTS_TXT}
    server = Server(answers, "127.0.0.1", None)
    told = tmp_path / "told.txt"
    asked = tmp_path / "asked.py"
    asked.write_text(
        "import os, pathlib, sys\n"
        "surroundings = os.environ.get('LD_LIBRARY_PATH', 'the system')\n"
        f"pathlib.Path({str(told)!r}).write_text(surroundings + '\\n' + sys.stdin.read())\n",
        "utf-8",
    )
    options = ("--run", f"{sys.executable} {asked}", "--crawler", "Googlebot")
    try:
        run("watch", server.url, *options, home=tmp_path)
        told.unlink(missing_ok=True)
        answers["/robots.txt"] = PLAIN + b"User-agent: *\nDisallow: /\n"
        said = run("watch", server.url, *options, home=tmp_path, status=1)
    finally:
        server.close()
    assert "Googlebot" in said
    where, _, text = told.read_text("utf-8").partition("\n")
    assert where == "the system", "what the program starts would load the libraries of the bundle"
    assert "Googlebot" in text


def test_window_has_its_guide_its_icon_and_paper(tmp_path: Path) -> None:
    said = run("--smoke-test", home=tmp_path, QT_QPA_PLATFORM="offscreen")
    assert "smoke test passed" in said
    assert "guide icon PDF" in said
