"""Writes into the pages of the linter's rules which dialects they concern: `python docs/rules.py`.

The rules say so finding by finding; here is what they say of all cases of their fixtures.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from robotstudio.lint.linter import Linter
from robotstudio.lint.model import EVERY, LintRule
from robotstudio.lint.rules import RULES
from tests.lint.fixtures import FOLDER, cases

PAGES = Path(__file__).parent / "rules"
_SECTION = re.compile(r"(## Who is affected\n.*?)(?:\nDialects[^\n]*\n)?(?=\n## )", re.DOTALL)


def dialects_line(rule: LintRule) -> str:
    """Whom a rule concerns, by the findings in its fixtures."""
    found = [
        finding.found.dialects
        for case in cases(FOLDER / f"{rule.code}.txt")
        for finding in Linter({rule.code: rule}).check(case.body, case.setting).findings
    ]
    together = [each for each in EVERY if any(each in dialects for dialects in found)]
    named = "all" if len(together) == len(EVERY) else ", ".join(f"`{each}`" for each in together) or "none"
    differs = any(set(dialects) != set(together) for dialects in found)
    return f"Dialects{', by the case' if differs else ''}: {named}."


def with_dialects(page: str, rule: LintRule) -> str:
    """A page with the line about dialects as it should be."""
    return _SECTION.sub(lambda found: f"{found[1].rstrip()}\n\n{dialects_line(rule)}\n", page, count=1)


def main() -> None:
    """Write all pages."""
    for rule in RULES.values():
        path = PAGES / f"{rule.code}.md"
        path.write_text(with_dialects(path.read_text("utf-8"), rule), "utf-8")


if __name__ == "__main__":
    main()
