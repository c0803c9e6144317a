"""One traffic is judged alike in whatever format the server wrote it."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from robotstudio import cli
from tests.urls.logs.traffic import FORMATS, Written, made_traffic, written

VERSIONS = (
    ("2026-09-01", "User-agent: *\nDisallow: /private/\n"),
    ("2026-09-12", "User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n"),
    ("2026-09-13", "User-agent: *\nDisallow: /list\nDisallow: /caf%C3%A9\n"),
)


def judged(
    folder: Path, form: Written, capsys: pytest.CaptureFixture[str], *, has_cdn: bool
) -> list[Mapping[str, object]]:
    """Return what `compliance` answers, with the numbers of lines counted from the first request."""
    log = folder / "access.log"
    log.write_text(written(form, made_traffic(has_cdn=has_cdn)), "utf-8")
    files = []
    for day, text in VERSIONS:
        (folder / f"{day}.txt").write_text(text, "utf-8")
        files += ["--file", f"{day}={folder / day}.txt"]
    assert cli.main(["compliance", *files, "--format", "json", str(log)]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for answer in answers:
        for line in answer.get("evidence", ()):
            line["line"] -= len(form.header)
    return answers


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_verdicts_do_not_depend_on_the_format(
    form: Written, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    has_cdn = form.has_forwarded
    expected = judged(tmp_path, FORMATS[0], capsys, has_cdn=has_cdn)
    assert len([answer for answer in expected if answer["kind"] == "crawler"]) == 12
    assert judged(tmp_path, form, capsys, has_cdn=has_cdn) == expected
