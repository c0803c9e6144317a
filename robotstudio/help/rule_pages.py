"""Pages of the linter's rules: the text of a file, with a line that names the dialects its findings concern."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Final, TypedDict

from robotstudio.assets import page, rule_page
from robotstudio.text.language import ENGLISH, WORDS, Meant, Message, spoken, tr

HEADINGS: Final[tuple[Message, ...]] = (
    Meant("What", "on the page of a rule"),
    Meant("Why", "on the page of a rule"),
    Meant("Example", "on the page of a rule"),
    Meant("Better", "on the page of a rule"),
    Meant("Who is affected", "on the page of a rule"),
    Meant("Sources", "on the page of a rule"),
)
"""The sections of a page, in order."""
AFFECTED: Final = HEADINGS[4]

_DIALECTS: Message = "Dialects: {named}."
_DIALECTS_BY_CASE: Message = "Dialects, by the case: {named}."
_ALL: Message = Meant("all", "dialects")
_NONE: Message = Meant("none", "dialects")


class Concerned(TypedDict):
    """The dialects that the findings of a rule concern; `by_case` if not every finding concerns all of them."""

    dialects: list[str]
    by_case: bool


@cache
def concerned() -> Mapping[str, Concerned]:
    """Return what `docs/rules.py` wrote about each rule; a new rule may not be in it yet."""
    found: Mapping[str, Concerned] = json.loads(page("docs/rules/dialects.json").read_text("utf-8"))
    return found


def rule_codes() -> tuple[str, ...]:
    """Return the codes of all rules. Each has a page, so the linter need not be imported to print one."""
    return tuple(sorted(path.stem for path in page("docs/rules").glob("RS*.md")))


def rule_text(code: str) -> str:
    """Return the page of a rule, in English if it has no translation."""
    path = rule_page(code, WORDS.code)
    with spoken(WORDS if path.parent.name == WORDS.code else ENGLISH):
        return with_dialects(code, path.read_text("utf-8"))


def with_dialects(code: str, text: str) -> str:
    """Name the dialects at the end of the section that says who is affected."""
    if code not in concerned():
        return text
    before, heading, rest = text.partition(f"\n## {tr(AFFECTED)}\n")
    affected, sources, rest = rest.partition("\n## ")
    return f"{before}{heading}{affected.rstrip()}\n\n{dialects_line(concerned()[code])}\n{sources}{rest}"


def dialects_line(row: Concerned) -> str:
    """Return a sentence that names dialects."""
    is_all = set(row["dialects"]) == {each for other in concerned().values() for each in other["dialects"]}
    named = tr(_ALL) if is_all else WORDS.side_by_side(f"`{each}`" for each in row["dialects"])
    return tr(_DIALECTS_BY_CASE if row["by_case"] else _DIALECTS, named=named or tr(_NONE))
