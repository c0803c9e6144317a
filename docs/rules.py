"""Make the page of a new rule, and bring up what pages and docs/lint.md repeat from the rules.

Run it as `.venv/bin/python docs/rules.py`. It writes the heading of each page in every language, the titles and
severities in the table of docs/lint.md, and docs/rules/dialects.json: which dialects the findings in the fixtures of a
rule concern. `--counts FOLDER` counts the findings in all files of a folder for the table anew.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from robotstudio.help.rule_pages import Concerned
from robotstudio.lint.linter import Linter
from robotstudio.lint.messages import title
from robotstudio.lint.model import EVERY, LintRule, Severity
from robotstudio.lint.rules import RULES
from robotstudio.text.language import ENGLISH, Meant, Message, Words, spoken
from robotstudio.text.locale import LANGUAGES, words_of
from tests.lint.fixtures import FOLDER, cases

PAGES = Path(__file__).parent / "rules"
LINT = Path(__file__).parent / "lint.md"
DIALECTS = PAGES / "dialects.json"
_HEADING = re.compile(r"\A.*?(?=\n## )", re.DOTALL)
_ROWS = re.compile(r"(?:^\| \[RS\d+\].*\n)+", re.MULTILINE)
_ROW = re.compile(r"^\| \[(RS\d+)\].*\| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
_COUNTED = re.compile(r"count [\d,]+ real files")

_SEVERITIES: Mapping[Severity, Message] = {
    Severity.ERROR: Meant("error", "on the page of a rule"),
    Severity.WARNING: Meant("warning", "on the page of a rule"),
    Severity.INFORMATION: Meant("information", "on the page of a rule"),
    Severity.HINT: Meant("hint", "on the page of a rule"),
}
_LOOKS_AT_LINES: Message = "looks at lines"
_LOOKS_AT_GROUPS: Message = "looks at groups"
_LOOKS_AT_FILE: Message = "looks at the file"
_CAN_BE_FIXED: Message = "can be fixed"

_NEW_PAGE = """# RS

## What

## Why

## Example
```
```

## Better
```
```

## Who is affected

## Sources
- RFC 9309
"""

Counts = tuple[int, int]
"""Number of files in which a rule finds something, and of its findings."""


def concerned_by(rule: LintRule) -> Concerned:
    """Return the dialects that the findings in a rule's fixtures concern."""
    found = [
        finding.diagnostic.dialects
        for case in cases(FOLDER / f"{rule.code}.txt")
        for finding in Linter({rule.code: rule}).check(case.body, case.setting).findings
    ]
    together = [each for each in EVERY if any(each in dialects for dialects in found)]
    return {"dialects": together, "by_case": any(set(dialects) != set(together) for dialects in found)}


def heading(rule: LintRule, words: Words = ENGLISH) -> str:
    """Return the heading of the page of a rule."""
    with spoken(words):
        titled = title(rule)
    looks_at = words.say(_LOOKS_AT_LINES if rule.line else _LOOKS_AT_GROUPS if rule.group else _LOOKS_AT_FILE)
    fixed = f" · {words.say(_CAN_BE_FIXED)}" if rule.fixes else ""
    severity = words.say(_SEVERITIES[rule.severity])
    return f"# {rule.code} {rule.name}\n\n**{severity}** · {titled} · {looks_at}{fixed}\n"


def as_it_should_be(page: str, rule: LintRule, words: Words = ENGLISH) -> str:
    """Replace the heading of a page."""
    return _HEADING.sub(lambda _found: heading(rule, words), page, count=1)


def pages_of(code: str) -> Path:
    """Return the folder of the pages in a language."""
    return PAGES if code == ENGLISH.code else PAGES / code


def counts_in(files: Iterable[Path]) -> Mapping[str, Counts]:
    """Count the findings of each rule in some files, by its code, including those that a report leaves out."""
    in_files: Counter[str] = Counter()
    findings: Counter[str] = Counter()
    linter = Linter()
    for file in files:
        report = linter.check(file.read_bytes())
        found = Counter(finding.code for finding in report.findings) | Counter(report.capped)
        in_files.update(found.keys())
        findings.update(found)
    return {code: (in_files[code], findings[code]) for code in RULES}


def counts_told(text: str) -> Mapping[str, Counts]:
    """Return the counts in the table of the page; a new rule has none."""
    return {code: (_number(files), _number(findings)) for code, files, findings in _ROW.findall(text)}


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def with_counts(text: str, counts: Mapping[str, Counts], files: int | None = None) -> str:
    """Replace the table in the page about the linter."""
    rows = "".join(
        f"| [{code}](rules/{code}.md) | {rule.title} | {rule.severity.value} "
        f"| {counts.get(code, (0, 0))[0]:,} | {counts.get(code, (0, 0))[1]:,} |\n"
        for code, rule in RULES.items()
    )
    text = _ROWS.sub(lambda _found: rows, text, count=1)
    return text if files is None else _COUNTED.sub(f"count {files:,} real files", text, count=1)


def main() -> None:
    """Write the pages and the table."""
    parser = argparse.ArgumentParser(
        description="Write what the rules of the linter say of themselves into their pages."
    )
    parser.add_argument("--counts", metavar="FOLDER", type=Path, help="a folder of robots.txt files to count in")
    folder = parser.parse_args().counts
    for code in LANGUAGES:
        words = words_of(code)
        for rule in RULES.values():
            path = pages_of(code) / f"{rule.code}.md"
            if path.exists() or code == ENGLISH.code:
                page = path.read_text("utf-8") if path.exists() else _NEW_PAGE
                path.write_text(as_it_should_be(page, rule, words), "utf-8")
    rows = [f'  "{code}": {json.dumps(concerned_by(rule))}' for code, rule in RULES.items()]
    DIALECTS.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    text = LINT.read_text("utf-8")
    if folder:
        files = sorted(folder.glob("*.txt"))
        if not files:
            parser.error(f"There is no file *.txt in {folder}.")
        text = with_counts(text, counts_in(files), len(files))
    else:
        text = with_counts(text, counts_told(text))
    LINT.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
