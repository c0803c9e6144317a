"""Writes what the rules of the linter say of themselves into their pages and docs/lint.md: `python docs/rules.py`.

Into each page its heading, and which dialects it concerns: the rules say so finding by finding; here is what they say
of all cases of their fixtures. Into the table of docs/lint.md their titles and severities; `python docs/rules.py
--counts FOLDER` counts findings in all files of a folder for it. Into README.md how many rules there are. A new rule
gets a page to be filled in.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from robotstudio.lint.linter import Linter
from robotstudio.lint.model import EVERY, LintRule
from robotstudio.lint.rules import RULES
from tests.lint.fixtures import FOLDER, cases

PAGES = Path(__file__).parent / "rules"
LINT = Path(__file__).parent / "lint.md"
README = Path(__file__).parent.parent / "README.md"
_SECTION = re.compile(r"(## Who is affected\n.*?)(?:\nDialects[^\n]*\n)?(?=\n## )", re.DOTALL)
_HEADING = re.compile(r"\A.*?(?=\n## )", re.DOTALL)
_ROWS = re.compile(r"(?:^\| \[RS\d+\].*\n)+", re.MULTILINE)
_ROW = re.compile(r"^\| \[(RS\d+)\].*\| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
_RULES_COUNTED = re.compile(r"\b\d+ rules find")
_COUNTED = re.compile(r"count [\d,]+ real files")

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
"""In how many files a rule finds something, and how many findings there are."""


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


def heading(rule: LintRule) -> str:
    """How the page of a rule begins."""
    looks_at = "lines" if rule.line else "groups" if rule.group else "the file"
    fixed = " · can be fixed" if rule.fixes else ""
    return f"# {rule.code} {rule.name}\n\n**{rule.severity.value}** · {rule.title} · looks at {looks_at}{fixed}\n"


def as_it_should_be(page: str, rule: LintRule) -> str:
    """A page with its heading and the line about dialects made anew."""
    page = _HEADING.sub(lambda _found: heading(rule), page, count=1)
    return _SECTION.sub(lambda found: f"{found[1].rstrip()}\n\n{dialects_line(rule)}\n", page, count=1)


def counts_in(files: Iterable[Path]) -> Mapping[str, Counts]:
    """What each rule finds in some files, by its code; all of what a report lists only a part of."""
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
    """What the table of the page says; of a new rule nothing was counted yet."""
    return {code: (_number(files), _number(findings)) for code, files, findings in _ROW.findall(text)}


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def with_counts(text: str, counts: Mapping[str, Counts], files: int | None = None) -> str:
    """The page about the linter with its table made anew."""
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
    for rule in RULES.values():
        path = PAGES / f"{rule.code}.md"
        page = path.read_text("utf-8") if path.exists() else _NEW_PAGE
        path.write_text(as_it_should_be(page, rule), "utf-8")
    text = LINT.read_text("utf-8")
    if folder:
        files = sorted(folder.glob("*.txt"))
        if not files:
            parser.error(f"There is no file *.txt in {folder}.")
        text = with_counts(text, counts_in(files), len(files))
    else:
        text = with_counts(text, counts_told(text))
    LINT.write_text(text, "utf-8")
    README.write_text(_RULES_COUNTED.sub(f"{len(RULES)} rules find", README.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
