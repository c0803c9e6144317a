"""The script of a report: the page allows it and no other, and it sorts as people read the cells."""

import json
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256

import pytest

from robotstudio import assets
from tests.report.subjects import plain_subject, reports

SCRIPT = assets.path("report/report.js")
WITHOUT_BROWSER = """
globalThis.document = { documentElement: { lang: "en" }, addEventListener() {} };
"""
ASK = """
const [texts, isNumber, sign] = JSON.parse(process.argv[2]);
const rows = texts.map((text) => ({ cells: [{ textContent: text }] }));
console.log(JSON.stringify(inOrder(rows, 0, isNumber, sign).map((row) => row.cells[0].textContent)));
"""


def test_page_allows_its_own_script_and_no_other() -> None:
    page = dict(reports(plain_subject()))["html"].decode()
    (text,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = b64encode(sha256(text.encode()).digest()).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'"
    assert text == SCRIPT.read_text("utf-8")


@pytest.mark.skipif(shutil.which("node") is None, reason="the script needs Node.js")
@pytest.mark.parametrize(
    ("texts", "is_number", "sign", "expected"),
    [
        (["1,204", "–", "9", "88"], True, 1, ["9", "88", "1,204", "–"]),
        (["1\u202f204", "–", "9"], True, -1, ["1\u202f204", "9", "–"]),  # the digits of Russian numbers
        (["/b", "/a10", "/a9"], False, 1, ["/a9", "/a10", "/b"]),
        (["12 %", "<1 %", "5 %", "–"], False, -1, ["12 %", "5 %", "<1 %", "–"]),
        (["b", "B", "a"], False, 1, ["a", "b", "B"]),  # equal ones stay as they were
    ],
)
def test_rows_are_sorted_as_people_read_them(texts: list[str], is_number: bool, sign: int, expected: list[str]) -> None:
    script = WITHOUT_BROWSER + SCRIPT.read_text("utf-8").replace('"use strict";', "") + ASK
    asked = ["node", "-", json.dumps([texts, is_number, sign])]
    done = subprocess.run(asked, input=script, capture_output=True, text=True, check=True, encoding="utf-8")
    assert json.loads(done.stdout) == expected
