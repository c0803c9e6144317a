"""docs/lint.md lists the rules as they are, and wherever rules are counted the number is right."""

import re
from pathlib import Path

from robotstudio.lint.rules import RULES
from robotstudio.lint.words import title

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "lint.md").read_text("utf-8")
COUNTED = re.compile(r"\b(\d+) rules (?:find|of the linter)\b|\blinter(?:'s| has| with) (\d+) rules\b")
ROW = re.compile(r"^\| \[(RS\d+)\]\(rules/(RS\d+)\.md\) \| (.+?) \| (\w+) \| [\d,]+ \| [\d,]+ \|$", re.MULTILINE)


def test_the_table_has_every_rule_with_its_title_and_severity() -> None:
    assert ROW.findall(TEXT) == [(code, code, title(rule), rule.severity.value) for code, rule in RULES.items()]


def test_wherever_the_rules_are_counted_the_number_is_right() -> None:
    documents = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")]
    found = {
        (document.name, int(one or other))
        for document in documents
        for one, other in COUNTED.findall(document.read_text("utf-8"))
    }
    assert ("README.md", len(RULES)) in found
    assert {count for _, count in found} == {len(RULES)}
