"""`robotstudio policy`: what it prints, what it writes, and how it exits."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from robotstudio.engine.crawlers import CRAWLERS
from tests.fetch.server import response, serve

Run = Callable[..., tuple[int, str, str]]

ROBOTS = "User-agent: *\nDisallow: /admin\nContent-Signal: ai-train=no\n"
TRAINING = sum(crawler.purpose == "ai-training" and not crawler.outdated for crawler in CRAWLERS.values())
BLOCK_TRAINING = ("--set", "ai-training=block")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "robots.txt"
    path.write_text(ROBOTS, "utf-8")
    return str(path)


def test_file_is_shown_by_purpose_with_its_wishes(run: Run, file: str) -> None:
    status, output, errors = run("policy", file)
    lines = output.splitlines()
    assert (status, errors, lines[0]) == (0, "", "This file has no AI policy block.")
    assert f"AI training: 0 named and 0 blocked, of {TRAINING} crawlers. Choice: none" in lines
    clash = "Line 3 asks for no training, but the rules block none of the crawlers for training that read it."
    assert lines[-1] == clash
    assert len(run("policy", file, "--all")[1].splitlines()) > 300


def test_json_has_an_object_for_each_crawler_wish_and_contradiction(run: Run, file: str) -> None:
    records = [json.loads(line) for line in run("policy", file, "--format", "json")[1].splitlines()]
    assert [record["kind"] for record in records[-2:]] == ["wish", "contradiction"]
    gptbot = next(record for record in records if record.get("crawler") == "GPTBot")
    assert gptbot == {
        "kind": "crawler",
        "purpose": "ai-training",
        "crawler": "GPTBot",
        "operator": "OpenAI",
        "obeys": "yes",
        "follows": "*",
        "named_in": None,
        "rule": None,
        "access": "except",
        "choice": None,
    }


def test_choice_is_shown_with_its_proof_and_a_diff_and_written_where_that_is_asked_for(run: Run, file: str) -> None:
    status, output, errors = run("policy", file, *BLOCK_TRAINING)
    assert (status, errors) == (0, "")
    assert output.startswith(f"For {TRAINING} crawlers the file does what was chosen: proven for every URL.\n")
    assert "+User-agent: GPTBot" in output.splitlines()
    assert run("policy", file, *BLOCK_TRAINING, "-o", file) == (0, "", "")
    status, output, _ = run("policy", file)
    assert status == 0
    assert (
        f"AI training: {TRAINING} named and {TRAINING} blocked, of {TRAINING} crawlers. Choice: block"
        in output.splitlines()
    )
    assert run("policy", file, "--remove", "-o", "-")[1] == ROBOTS


def test_block_changed_by_hand_is_found_kept_and_taken_over(run: Run, file: str) -> None:
    run("policy", file, *BLOCK_TRAINING, "-o", file)
    path = Path(file)
    path.write_text(path.read_text("utf-8").replace("User-agent: GPTBot\n", ""), "utf-8")
    status, output, _ = run("policy", file)
    assert status == 1
    assert output.splitlines()[1] == (
        "Lines were removed from the block by hand. Use --take-over to turn that into choices, or --anew to undo it."
    )
    status, _, errors = run("policy", file, "--update")
    assert (status, "changed by hand" in errors) == (2, True)
    assert "# crawler GPTBot: leave\n" in run("policy", file, "--take-over", "-o", "-")[1]
    assert "User-agent: GPTBot\n" in run("policy", file, "--anew", "-o", "-")[1]


def test_what_a_choice_does_not_reach_is_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    path.write_text("User-agent: GPTBot\nAllow: /blog/\n", "utf-8")
    status, output, _ = run("policy", str(path), *BLOCK_TRAINING)
    assert status == 1
    said = r"GPTBot is named in line \d+ too, and follows both groups. Line \d+ allows URLs such as /blog/, against "
    assert re.search(said, output)
    records = [
        json.loads(line) for line in run("policy", str(path), *BLOCK_TRAINING, "--format", "json")[1].splitlines()
    ]
    assert [record["kind"] for record in records] == ["shortfall", "written"]
    assert (records[0]["why"], records[0]["url"], records[1]["kept"]) == ("own-group", "/blog/", TRAINING - 1)


@pytest.mark.parametrize("server", ["nginx", "apache", "caddy", "cloudflare"])
def test_rules_of_a_server_are_written_with_the_warning(run: Run, file: str, server: str) -> None:
    status, output, errors = run("policy", file, *BLOCK_TRAINING, "--server", server)
    assert status == 0
    assert output.startswith("# robots.txt asks. These rules refuse")
    assert "ccbot" in output
    assert "Applebot-Extended, Google-Extended" in errors


@pytest.mark.parametrize(
    "arguments",
    [
        ("--set", "nobody=block"),
        ("--set", "ai-training=perhaps"),
        ("--set", "ai-training"),
        ("--set", "ai-training=only:"),
        ("--update",),
        ("--server", "nginx"),
        ("--remove", "--set", "ai-training=block"),
        ("--set", "archive=allow", "--server", "nginx"),
    ],
)
def test_what_makes_no_sense_is_misuse_in_one_line(run: Run, file: str, arguments: tuple[str, ...]) -> None:
    status, output, errors = run("policy", file, *arguments)
    assert (status, output, errors.count("\n")) == (2, "", 1)


def test_hostile_text_of_a_file_is_printed_harmless(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    path.write_bytes(b"User-agent: *\nContent-Usage: \x1b[31m\xe2\x80\xaetrain-ai=n\n")
    output = run("policy", str(path))[1]
    assert "\x1b" not in output
    assert "\u202e" not in output


def test_files_for_ai_on_this_computer_are_held_against_the_file(run: Run, file: str, tmp_path: Path) -> None:
    llms, ai = tmp_path / "llms.txt", tmp_path / "ai.txt"
    llms.write_text("# Shop\n## Docs\n- [A](https://shop.example/admin/a)\n", "utf-8")
    ai.write_text("User-agent: *\nDisallow: /admin\n", "utf-8")
    status, output, errors = run("policy", file, "--llms", str(llms), "--ai", str(ai), "--site", "shop.example")
    assert (status, errors) == (1, "")
    assert f"{llms}: valid, with 1 link." in output.splitlines()
    assert "line 3: It links to https://shop.example/admin/a" in output
    assert f"{ai} and robots.txt do not contradict each other." in output
    records = [json.loads(line) for line in run("policy", file, "--ai", str(ai), "--format", "json")[1].splitlines()]
    assert records == [{"kind": "ai-file", "file": str(ai), "state": "valid", "judged": 1, "elsewhere": 0}]
    assert run("policy", file, "--ai", str(ai))[0] == 0


def test_tdmrep_on_this_computer_is_held_against_the_file(run: Run, file: str, tmp_path: Path) -> None:
    path = tmp_path / "tdmrep.json"
    path.write_text('[{"location": "/shop/", "tdm-reservation": 1}]', "utf-8")
    status, output, errors = run("policy", file, "--tdmrep", str(path))
    assert (status, errors) == (1, "")
    assert "  Line 1, /shop/: text and data mining is reserved, without a policy for licences." in output.splitlines()
    records = [
        json.loads(line) for line in run("policy", file, "--tdmrep", str(path), "--format", "json")[1].splitlines()
    ]
    rules = [{"line": 1, "location": "/shop/", "reserved": True, "policy": None}]
    about = {"kind": "ai-file", "file": str(path), "state": "valid", "judged": 1, "elsewhere": 0}
    assert records[0] == {**about, "rules": rules}
    assert [(each["kind"], each["what"], each["url"]) for each in records[1:]] == [("contradiction", "open", "/shop/")]


def test_rsl_document_on_this_computer_is_held_against_the_file(run: Run, file: str, tmp_path: Path) -> None:
    path = tmp_path / "license.xml"
    licence = '<license><permits type="usage">search</permits><permit/></license>'
    path.write_text(f'<rsl xmlns="https://rslstandard.org/rsl">\n<content url="/">{licence}</content></rsl>', "utf-8")
    status, output, errors = run("policy", file, "--rsl", str(path))
    assert (status, errors) == (1, "")
    assert "  line 2: RSL 1.0 has no element <permit>." in output.splitlines()
    records = [json.loads(line) for line in run("policy", file, "--rsl", str(path), "--format", "json")[1].splitlines()]
    rule = {"line": 2, "location": "/", "permits": {"usage": ["search"]}, "prohibits": {}, "payment": None}
    assert records[0]["rules"] == [{**rule, "amount": None, "server": None}]
    assert records[1] == {"kind": "flaw", "file": str(path), "line": 2, "what": "unknown-element", "text": "permit"}


def test_nothing_is_written_where_files_for_ai_are_told_of(run: Run, file: str) -> None:
    status, _, errors = run("policy", file, "--site", "shop.example", *BLOCK_TRAINING)
    assert (status, "cannot be combined with options that write" in errors) == (2, True)
    assert run("policy", file, "--site", "mailto:x@y")[0] == 2


def test_checks_of_others_are_forecast_for_a_site(run: Run, file: str) -> None:
    llms = b"# Shop\n\n> A shop, and all of it.\n\n- [All there is](/all.md): everything\n"
    with serve({"/llms.txt": response(200, llms)}) as server:
        output = run("policy", file, "--site", server.url, "--format", "json")[1]
    records = [json.loads(line) for line in output.splitlines()]
    found = {each["check"]: each["result"] for each in records if each["kind"] == "forecast"}
    assert found["lighthouse/llms-txt"] == "pass"
    assert set(found) == {
        "lighthouse/llms-txt",
        "isitagentready/robotsTxt",
        "isitagentready/robotsTxtAiRules",
        "isitagentready/contentSignals",
    }


def test_signal_is_written_or_shown_as_a_diff(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /a\n")
    status, output, _ = run("policy", str(path), "--signal", "ai-train=no")
    assert (status, "+Content-Signal: ai-train=no" in output) == (0, True)
    assert run("policy", str(path), "--signal", "ai-train=no", "-o", str(path))[0] == 0
    assert path.read_bytes() == b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /a\n"
    assert run("policy", str(path), "--signal", "ai-train=perhaps")[0] == 2
