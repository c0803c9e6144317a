"""docs/lint.md lists the rules as they are."""

import re
from pathlib import Path

from robotstudio.lint.rules import RULES
from robotstudio.lint.words import title

TEXT = (Path(__file__).parents[2] / "docs" / "lint.md").read_text("utf-8")
ROW = re.compile(r"^\| \[(RS\d+)\]\(rules/(RS\d+)\.md\) \| (.+?) \| (\w+) \| [\d,]+ \| [\d,]+ \|$", re.MULTILINE)


def test_the_table_has_every_rule_with_its_title_and_severity() -> None:
    assert ROW.findall(TEXT) == [(code, code, title(rule), rule.severity.value) for code, rule in RULES.items()]
