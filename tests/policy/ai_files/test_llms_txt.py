"""An llms.txt as llmstxt.org describes it, and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.policy.ai_files.llms_txt import MOST_LINES, read_llms_txt
from robotstudio.policy.ai_files.model import MOST_FLAWS, Fault
from tests.rows import each_row

GOOD = b"""\
# FastShop

> A shop for widgets.

Free words, and

- a list of them

## Docs

- [Start](https://shop.example/docs/start.md): how to begin
* [Interface](/docs/interface.md)
  which goes on here

## Optional

1. [Old (but good)](</docs/old page.md> "title")
"""


def test_title_sections_and_links_are_read() -> None:
    found = read_llms_txt(GOOD, "https://shop.example/llms.txt")
    assert (found.title, found.sections, found.flaws) == ("FastShop", ("Docs", "Optional"), ())
    assert [(link.line, link.name, link.url) for link in found.links] == [
        (11, "Start", "https://shop.example/docs/start.md"),
        (12, "Interface", "https://shop.example/docs/interface.md"),
        (17, "Old (but good)", "https://shop.example/docs/old%20page.md"),
    ]


def test_title_alone_is_enough() -> None:
    assert read_llms_txt(b"\xef\xbb\xbf# Shop\r\n").flaws == ()
    assert read_llms_txt(b"Shop\n====\n\n> Sum\n").flaws == ()


def test_what_looks_like_a_heading_in_code_is_none() -> None:
    found = read_llms_txt(b"# Shop\n\n```sh\n# a comment\n### another\n```\n\n## Docs\n- [A](/a)\n")
    assert (found.flaws, found.sections) == ((), ("Docs",))


def test_rule_below_a_list_is_no_heading() -> None:
    assert read_llms_txt(b"# Shop\n## Docs\n- [A](/a)\n---\n").sections == ("Docs",)


FLAWS = {
    "page": (b"<!DOCTYPE html><html><body>Not found</body></html>", [(1, Fault.PAGE)]),
    "empty": (b" \n\n", [(1, Fault.EMPTY)]),
    "no heading at all": (b"Words\n", [(1, Fault.NO_TITLE)]),
    "words before the title": (b"Words\n\n# Shop\n", [(1, Fault.NO_TITLE)]),
    "section first": (b"## Docs\n- [A](/a)\n", [(1, Fault.NO_TITLE)]),
    "two titles": (b"# Shop\n# Other\n", [(2, Fault.SECOND_TITLE)]),
    "third level": (b"# Shop\n### Deep\n", [(2, Fault.DEEP_HEADING)]),
    "heading without words": (b"# Shop\n##\n- [A](/a)\n", [(2, Fault.EMPTY_HEADING)]),
    "section without links": (b"# Shop\n## Docs\n\n## More\n- [A](/a)\n", [(2, Fault.NO_LINKS)]),
    "words in a list": (b"# Shop\n## Docs\n- [A](/a)\nWords\n", [(4, Fault.NO_ITEM)]),
    "item without a link": (b"# Shop\n## Docs\n- **[A](/a)**\n- [B](/b)\n", [(3, Fault.NO_LINK)]),
    "note without a colon": (b"# Shop\n## Docs\n- [A](/a) a note\n", [(3, Fault.NO_COLON_BEHIND)]),
    "mail": (b"# Shop\n## Docs\n- [A](mailto:a@shop.example)\n", [(3, Fault.BAD_ADDRESS)]),
    "no address": (b"# Shop\n## Docs\n- [A]()\n", [(3, Fault.BAD_ADDRESS)]),
    "not UTF-8": (b"# Shop\n\nCaf\xe9\n", [(3, Fault.NOT_UTF8)]),
}


@each_row(("body", "wanted"), FLAWS.values(), FLAWS)
def test_each_flaw_is_told_at_its_line(body: bytes, wanted: list[tuple[int, Fault]]) -> None:
    assert [(flaw.line, flaw.fault) for flaw in read_llms_txt(body).flaws] == wanted


@given(st.binary(max_size=400))
def test_any_bytes_can_be_read(body: bytes) -> None:
    found = read_llms_txt(body, "https://shop.example/llms.txt")
    last = body.count(b"\n") + body.count(b"\r") + 1
    assert all(1 <= flaw.line <= last for flaw in found.flaws)


@given(st.lists(st.sampled_from(["# A", "## B", "- [x](/y)", "- [x](", "> q", "", "---", "```", "text", "\t- [a](b)"])))
def test_links_and_sections_stand_where_they_are_said_to(lines: list[str]) -> None:
    found = read_llms_txt("\n".join(lines).encode())
    assert all("](" in lines[link.line - 1] for link in found.links)


@pytest.mark.parametrize(
    "line", [b"- [" + b"[" * 9_000, b"- [" + b"[a]" * 3_000, b"- [a](" + b"(b)" * 3_000, b"#" * 9_000]
)
def test_line_made_to_take_long_is_a_flaw_like_others(line: bytes) -> None:
    found = read_llms_txt(b"# Shop\n## Docs\n" + line + b"\n")
    assert found.flaws


def test_number_of_flaws_that_are_named_is_bounded() -> None:
    found = read_llms_txt(b"# Shop\n" + b"### x\n" * (MOST_LINES + 5))
    assert len(found.flaws) == MOST_FLAWS
    assert found.more_flaws == MOST_LINES - 1 - MOST_FLAWS + 1
