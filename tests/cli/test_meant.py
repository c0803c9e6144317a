"""`robotstudio meant`: statements about the use of a URL, as text, JSON and CSV."""

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.fetch.server import response, serve


def test_contradictions_give_status_1_and_everything_has_its_evidence(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    path.write_text("User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: train-ai=y\nAllow: /\n", "utf-8")
    with serve({"/a": response(200, b"page")}) as server:
        status, output, errors = run("meant", f"{server.url}/a", "--file", str(path), "--format", "json")
        table = run("meant", f"{server.url}/a", "--file", str(path), "--format", "csv")[1].splitlines()
        text = run("meant", f"{server.url}/a", "--file", str(path))[1]
    assert (status, errors) == (1, "")
    records = [json.loads(line) for line in output.splitlines()]
    kinds = [record["kind"] for record in records]
    assert kinds == ["rules"] * 3 + ["statement"] * 2 + ["contradiction"] + ["source"] * 2 + ["evidence"] * 5
    assert records[5]["one"] == {"source": "content-signal", "place": "robots.txt", "line": 2, "says": "no"} | {
        "at": f"{server.url}/robots.txt"
    }
    assert records[8]["sha256"]
    assert len(table) == 3
    assert table[0].startswith("url,use,source,place")
    assert "Training: the rules let in" in text


def test_path_is_refused(run: Run) -> None:
    status, _, errors = run("meant", "/a")
    assert status == 2
    assert "Give the full address" in errors
