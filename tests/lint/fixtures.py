"""The fixture files of the linter's rules, tests/data/lint/RS101.txt and so on.

They hold small files with their expected findings. A case begins with a line `#: …` and extends to the next. The line
lists the findings of its rule: `#: RS101:2:1 RS101:5` (code, 1-based line, and 1-based column if it matters), or `#:
fine` for none. Further words on the line: `escaped` (the text is read as a Python bytes literal, for bytes that no text
file should have; line ends count if they are escaped), `times=…` (the text is repeated), `address=…`, `filename=…`,
`answer=URL|words` (of a sitemap), `sample=/a,/b` (paths of the site), and after ` -- ` a remark. `#:fixed` on its own
line starts the result of the first fix of each finding.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from robotstudio.lint.context import Setting

FOLDER = Path(__file__).parent.parent / "data" / "lint"
_EXPECTED = re.compile(r"(RS\d{3}):(\d+)(?::(\d+))?\Z")


@dataclass(frozen=True)
class Case:
    """One small file and what its rule must find in it."""

    code: str
    name: str
    body: bytes
    expected: tuple[tuple[int, int | None], ...]
    setting: Setting
    fixed: bytes | None


def cases(path: Path) -> Iterator[Case]:
    """Return the cases of a fixture file."""
    code = path.stem
    _, *parts = re.split(r"^#: ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for place, part in enumerate(parts, 1):
        head, _, text = part.partition("\n")
        words = head.split(" -- ")[0].split()
        facts = dict(word.split("=", 1) for word in words if "=" in word)
        expected = []
        for word in words:
            if found := _EXPECTED.match(word):
                assert found[1] == code, f"{path.name}: {word} belongs into another file"
                expected.append((int(found[2]), int(found[3]) if found[3] else None))
        assert expected or "fine" in words, f"{path.name}: case {place} expects nothing"
        before, mark, after = text.partition("#:fixed\n")
        is_escaped = "escaped" in words
        yield Case(
            code,
            f"{code} {place}: {head}",
            _body_of(before, is_escaped=is_escaped) * int(facts.get("times", 1)),
            tuple(expected),
            _setting(facts),
            _body_of(after, is_escaped=is_escaped) if mark else None,
        )


def _setting(facts: Mapping[str, str]) -> Setting:
    url, _, words = facts.get("answer", "").partition("|")
    sample = tuple(path.encode() for path in facts["sample"].split(",")) if "sample" in facts else ()
    return Setting(facts.get("address"), facts.get("filename"), {url: words} if url else None, sample)


def _body_of(text: str, *, is_escaped: bool) -> bytes:
    if not is_escaped:
        return text.encode()
    quoted = text.replace('"', "\\x22").replace("\n", "")
    raw = ast.literal_eval(f'b"{quoted}"')
    assert isinstance(raw, bytes)
    return raw
