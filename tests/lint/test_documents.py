"""docs/lint.md lists the rules as they are."""

import re
import runpy
from pathlib import Path

from robotstudio.lint.rules import RULES

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "lint.md").read_text("utf-8")
ROW = re.compile(r"^\| \[(RS\d+)\]\(rules/(RS\d+)\.md\) \| (.+?) \| (\w+) \| [\d,]+ \| [\d,]+ \|$", re.MULTILINE)


def test_rows_of_the_table_have_the_titles_and_severities_of_the_rules() -> None:
    """`.venv/bin/python docs/rules.py` adds the rows of new rules."""
    rows = [(code, code, rule.title, rule.severity.value) for code, rule in RULES.items()]
    assert ROW.findall(TEXT) == [row for row in rows if f"| [{row[0]}](" in TEXT]
    assert len(ROW.findall(TEXT)) == TEXT.count("| [RS")


def test_table_is_made_anew_from_files(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "docs" / "rules.py"))
    for name, body in (("a", b"Disalow: /\n"), ("b", b"User-agent: *\nDisallow: x\nDisallow: y\n"), ("c", b"")):
        (tmp_path / f"{name}.txt").write_bytes(body)
    counts = script["counts_in"](sorted(tmp_path.glob("*.txt")))
    made = script["with_counts"](TEXT, counts, 3)
    assert [code for code, *_ in ROW.findall(made)] == list(RULES)
    assert re.search(r"^\| \[RS401\]\(rules/RS401.md\) \| .* \| error \| 1 \| 2 \|$", made, re.MULTILINE)
    assert re.search(r"^\| \[RS509\]\(rules/RS509.md\) \| .* \| information \| 1 \| 1 \|$", made, re.MULTILINE)
    assert "count 3 real files" in made


def test_columns_of_a_row_come_from_the_rules() -> None:
    script = runpy.run_path(str(ROOT / "docs" / "rules.py"))
    spoilt = re.sub(r"^\| \[RS.*\n", "", TEXT.replace("| error |", "| hint |"), count=3, flags=re.MULTILINE)
    assert ROW.findall(script["with_counts"](spoilt, dict.fromkeys(RULES, (0, 0)), 1)) == ROW.findall(TEXT)


def test_table_keeps_its_counts_and_gets_a_row_for_a_new_rule() -> None:
    script = runpy.run_path(str(ROOT / "docs" / "rules.py"))
    without = re.sub(r"^\| \[RS110\].*\n", "", TEXT, flags=re.MULTILINE)
    made = script["with_counts"](without, script["counts_told"](without))
    assert re.sub(r"^(\| \[RS110\].*) \| [\d,]+ \| [\d,]+ \|$", r"\1 | 0 | 0 |", TEXT, flags=re.MULTILINE) == made
