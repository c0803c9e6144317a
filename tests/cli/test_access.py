"""`robotstudio access`, and what the commands that fetch send of it."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from robotstudio.fetch.site_access import KeptAccess
from robotstudio.store.places import Places
from tests.cli.conftest import Run
from tests.fetch.key_ring import MemoryKeyRing
from tests.fetch.server import ROBOTS, Server, redirect, response, serve
from tests.fetch.test_signatures import PEM, THUMBPRINT

SECRET = "s3cret-token"
PAGE = b"<html><title>Staging</title><a href=/a>a</a><a href=/b>b</a></html>"


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> MemoryKeyRing:
    found = MemoryKeyRing()
    monkeypatch.setattr("robotstudio.fetch.site_access.system_key_ring", lambda: found)
    monkeypatch.setenv("ROBOTSTUDIO_HOME", str(tmp_path / "home"))
    return found


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def give(text: str) -> None:
        stream = io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8")
        monkeypatch.setattr(sys, "stdin", stream)

    return give


@pytest.fixture
def server() -> Iterator[Server]:
    with serve({"/robots.txt": response(200, ROBOTS), "*": response(200, PAGE, "Content-Type: text/html")}) as found:
        yield found


def sent(server: Server, secret: str = SECRET) -> set[bool]:
    return {secret.encode() in request for request in server.requests}


def keep(run: Run, pipe: Callable[[str], None], site: str, *options: str, given: str = f"{SECRET}\n") -> None:
    pipe(given)
    status, out, errors = run("access", site, *options)
    assert (status, out) == (0, ""), errors
    assert SECRET not in errors


@pytest.mark.parametrize(
    ("options", "given", "kind", "headers"),
    [
        (("--basic", "anna"), f"{SECRET}\n", "basic", {"authorization": "Basic YW5uYTpzM2NyZXQtdG9rZW4="}),
        (("--bearer",), f"{SECRET}\n", "bearer", {"authorization": f"Bearer {SECRET}"}),
        (("--cookie",), f"Cookie: s={SECRET}\n", "cookie", {"cookie": f"s={SECRET}"}),
        (("--headers",), f"X-A: {SECRET}\nX-B: 1\n", "headers", {"x-a": SECRET, "x-b": "1"}),
        (
            ("--shopify",),
            f"Signature: sig1=:{SECRET}:\nSignature-Input: sig1=();expires=4102444800\n",
            "shopify",
            {
                "signature-input": "sig1=();expires=4102444800",
                "signature": f"sig1=:{SECRET}:",
                "signature-agent": '"https://shopify.com"',
            },
        ),
    ],
)
@pytest.mark.usefixtures("ring")
def test_secret_of_standard_input_is_kept_listed_without_it_and_sent(
    options: tuple[str, ...],
    given: str,
    kind: str,
    headers: dict[str, str],
    run: Run,
    pipe: Callable[[str], None],
    server: Server,
) -> None:
    keep(run, pipe, server.url, *options, given=given)
    status, out, _ = run("access", "--format", "json")
    assert (status, json.loads(out)) == (0, {"origin": server.url, "kind": kind})
    status, out, _ = run("fetch", server.url, "--format", "json")
    assert (status, json.loads(out)["access"]) == (0, kind)
    (request,) = server.requests
    for name, value in headers.items():
        assert f"\r\n{name}: {value}\r\n".lower() in request.decode().lower()
    assert SECRET not in out


@pytest.mark.usefixtures("ring")
def test_own_key_signs_and_its_directory_is_printed(
    run: Run, pipe: Callable[[str], None], server: Server, tmp_path: Path
) -> None:
    path = tmp_path / "key.pem"
    path.write_bytes(PEM)
    signing = ("--sign", str(path), "--signature-agent", "https://bot.example")
    status, out, _ = run("access", *signing)
    assert (status, json.loads(out)["keys"][0]["kid"]) == (0, THUMBPRINT)
    run("fetch", server.url, *signing)
    keep(run, pipe, server.url, *signing)
    path.unlink()
    run("fetch", server.url)
    for request in server.requests:
        assert f'keyid="{THUMBPRINT}"'.encode() in request
        assert b'\r\nsignature-agent: sig1="https://bot.example"\r\n' in request.lower()
    for given in (("--sign", "key.pem"), ("--signature-agent", "https://bot.example")):
        status, _, errors = run("fetch", server.url, *given)
        assert (status, "need each other" in errors) == (2, True)


@pytest.mark.usefixtures("ring")
def test_secret_of_the_environment(run: Run, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAGE_TOKEN", SECRET)
    assert run("access", server.url, "--bearer", "--from-env", "STAGE_TOKEN")[0] == 0
    run("fetch", server.url)
    assert sent(server) == {True}
    status, _, errors = run("access", server.url, "--bearer", "--from-env", "NONE_SUCH")
    assert (status, "NONE_SUCH" in errors) == (2, True)


@pytest.mark.usefixtures("ring")
def test_secret_is_asked_for_in_a_terminal(run: Run, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([SECRET, "X-A: 1", "", "i", "s", ""])
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    monkeypatch.setattr("getpass.getpass", ask)
    monkeypatch.setattr("sys.stdin", type("Terminal", (), {"isatty": lambda _self: True})())
    for option in (("--basic", "anna"), ("--headers",), ("--shopify",)):
        assert run("access", server.url, *option)[0] == 0
    assert prompts[0] == "Password: "
    assert prompts[3:] == ["Signature-Input: ", "Signature: ", "Signature-Agent: "]


@pytest.mark.usefixtures("ring")
def test_removed_access_is_not_sent(run: Run, pipe: Callable[[str], None], server: Server) -> None:
    keep(run, pipe, server.url, "--bearer")
    assert run("access", server.url, "--remove")[0] == 0
    assert run("access", server.url, "--remove")[0] == 1
    run("fetch", server.url)
    assert sent(server) == {False}


@pytest.mark.usefixtures("ring")
def test_site_without_a_scheme_is_https(run: Run, pipe: Callable[[str], None]) -> None:
    keep(run, pipe, "staging.example.com/page", "--bearer")
    assert json.loads(run("access", "--format", "json")[1])["origin"] == "https://staging.example.com"


@pytest.mark.parametrize(
    "options",
    [("--bearer",), ("staging.example.com", "--cookie", "--bearer"), ("ftp://a.example", "--bearer"), ("--remove",)],
)
@pytest.mark.usefixtures("ring")
def test_misuse(options: tuple[str, ...], run: Run, pipe: Callable[[str], None]) -> None:
    pipe(SECRET)
    status, out, errors = run("access", *options)
    assert status == 2
    assert SECRET not in out + errors


def test_without_a_key_ring_the_command_says_so(run: Run, pipe: Callable[[str], None]) -> None:
    pipe(SECRET)
    status, out, errors = run("access", "staging.example.com", "--bearer")
    assert (status, "no key ring" in errors) == (2, True)
    assert SECRET not in out + errors


COMMANDS = (
    ("fetch", "{site}"),
    ("report", "{folder}/robots.txt", "--fetch", "{site}", "-o", "{folder}/report.json"),
    ("policy", "{folder}/robots.txt", "--site", "{site}"),
    ("meant", "{site}/page"),
    ("gate", "{site}"),
    ("watch", "{site}"),
    ("crawl", "{site}", "--state", "{folder}/a.crawl", "--rate", "0"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.usefixtures("ring")
def test_kept_access_is_sent_by_each_command_that_fetches_unless_it_is_not_wanted(
    command: tuple[str, ...], run: Run, pipe: Callable[[str], None], server: Server, tmp_path: Path
) -> None:
    keep(run, pipe, server.url, "--bearer")
    (tmp_path / "robots.txt").write_bytes(ROBOTS)
    typed = [part.format(site=server.url, folder=tmp_path) for part in command]
    run(*typed)
    assert sent(server) == {True}
    server.requests.clear()
    run(*typed, "--no-access")
    assert sent(server) == {False}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_locked_key_ring_is_one_sentence_and_nothing_is_requested(
    command: tuple[str, ...], run: Run, pipe: Callable[[str], None], ring: MemoryKeyRing, server: Server, tmp_path: Path
) -> None:
    keep(run, pipe, server.url, "--bearer")
    (tmp_path / "robots.txt").write_bytes(ROBOTS)
    ring.is_locked = True
    status, _, errors = run(*(part.format(site=server.url, folder=tmp_path) for part in command))
    assert status in {1, 2}
    assert "could not be read" in errors
    assert server.requests == []


@pytest.mark.usefixtures("ring")
def test_crawl_sends_it_to_its_own_origin_only(run: Run, pipe: Callable[[str], None], tmp_path: Path) -> None:
    with serve({"/robots.txt": response(200, ROBOTS), "*": response(200, PAGE, "Content-Type: text/html")}) as other:
        links = f"<a href={other.url}/x>x</a><a href=/moved>y</a>".encode()
        pages = {
            "/robots.txt": response(200, ROBOTS),
            "/moved": redirect(f"{other.url}/moved"),
            "*": response(200, links, "Content-Type: text/html"),
        }
        with serve(pages) as server:
            keep(run, pipe, server.url, "--bearer")
            state = str(tmp_path / "two.crawl")
            run("crawl", server.url, "--state", state, "--rate", "0", "--other-hosts", "--max-pages", "9")
            assert sent(server) == {True}
        assert sent(other) == {False}


def test_secret_is_in_no_file_and_in_no_output(
    run: Run, pipe: Callable[[str], None], ring: MemoryKeyRing, server: Server, tmp_path: Path
) -> None:
    """What is written and printed with access in use: crawl, history, lists, reports, tables."""
    basic = "YW5uYTpzM2NyZXQtdG9rZW4="
    keep(run, pipe, server.url, "--basic", "anna")
    assert len(ring.entries) == 1
    robots, state = tmp_path / "robots.txt", str(tmp_path / "a.crawl")
    robots.write_bytes(ROBOTS)
    printed = ""
    for typed in (
        ("access",),
        ("access", "--format", "json"),
        ("watch", server.url, "--all", "--format", "json"),
        ("gate", server.url, "--format", "json"),
        *(("fetch", server.url, "--format", form) for form in ("json", "text")),
        ("crawl", server.url, "--state", state, "--rate", "0"),
        *(("crawl", "--state", state, "--resume", "--format", form) for form in ("json", "csv", "markdown", "text")),
        ("crawl", server.url, "--state", state, "--rate", "0", "--against", state, "--format", "json"),
        ("search", "staging", "--state", state, "--format", "json"),
        *(
            (
                "report",
                str(robots),
                "--fetch",
                server.url,
                "--history",
                "--crawl",
                state,
                "-o",
                str(tmp_path / f"r.{end}"),
            )
            for end in ("html", "md", "json", "csv", "xlsx")
        ),
    ):
        status, out, errors = run(*typed)
        assert status in {0, 1}, (typed, errors)
        printed += out + errors
    assert True in sent(server, basic)
    found = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert {path.name for path in found} >= {"access.json", "history.sqlite", "r.html", "a.crawl"}
    for secret in (SECRET, basic):
        assert secret not in printed
        assert [path for path, body in found.items() if secret.encode() in body] == []


def test_kept_origins_are_private_to_the_person(run: Run, pipe: Callable[[str], None], ring: MemoryKeyRing) -> None:
    keep(run, pipe, "staging.example.com", "--bearer")
    path = Places.default().access
    assert KeptAccess(path, ring).site_for("https://staging.example.com/") is not None
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o600
