"""Nothing that the program writes separates rules from their user-agent line: an empty line ends a group for Yandex."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import CATALOGUE, Robots
from robotstudio.engine.revision import with_lines
from robotstudio.engine.suggest import rule_places
from robotstudio.explain.completion import CompletionContext, Slot, SlotKind, proposals
from robotstudio.lint.fixing import apply
from robotstudio.lint.linter import Linter
from robotstudio.lint.tidying import tidied
from robotstudio.project.templates import example, templates
from tests.lint.fixtures import FOLDER, Case, cases
from tests.rows import each_row

CASES = [case for path in sorted(FOLDER.glob("RS*.txt")) for case in cases(path)]
TIGHT = st.lists(
    st.tuples(
        st.lists(st.sampled_from(["a", "b", "*", "Yandex"]), min_size=1, max_size=2, unique=True),
        st.lists(st.sampled_from(["Disallow: /x", "Allow: /y", "# why", "Crawl-delay: 2"]), max_size=3),
    ),
    max_size=4,
).filter(lambda groups: all(any("allow" in line.lower() for line in lines) for _, lines in groups[:-1]))
"""Groups without an empty line in them: names, and the lines below; the last may have no rule."""


def split_groups(body: bytes) -> int:
    """Count the empty lines between a user-agent line and its rules."""
    return sum(finding.code == "RS303" for finding in Linter().check(body).findings)


def written(groups: list[tuple[list[str], list[str]]]) -> bytes:
    blocks = ["\n".join([*(f"User-agent: {name}" for name in names), *lines]) for names, lines in groups]
    return ("\n\n".join(blocks) + "\n" * bool(blocks)).encode()


def test_an_empty_line_behind_a_user_agent_line_is_seen() -> None:
    assert split_groups(b"User-agent: *\n\nDisallow: /\n") == 1


@pytest.mark.parametrize("body", [*(template.body() for template in templates()), example().body()])
def test_shipped_file_parts_no_group(body: bytes) -> None:
    assert split_groups(body) == 0


@pytest.mark.parametrize("body", [template.body() for template in templates()])
def test_template_is_read_alike_in_a_file_that_has_groups_already(body: bytes) -> None:
    """Completion inserts a template at the caret, which is usually at the end of the file."""
    before = b"User-agent: SomeBot\nDisallow: /own/\n\n"
    assert split_groups(before + body) == 0


def test_no_proposal_is_more_than_a_line() -> None:
    kinds = [
        Slot(SlotKind.FIELD, ""),
        Slot(SlotKind.AGENT, ""),
        *(Slot(SlotKind.VALUE, "", name) for name in ("crawl-delay", "sitemap")),
    ]
    around = CompletionContext(CATALOGUE, site="https://www.example.com")
    assert not [each.text for slot in kinds for each in proposals(slot, around) if "\n" in each.text]


@given(TIGHT)
def test_rule_that_is_put_into_a_group_is_not_split_from_it(groups: list[tuple[list[str], list[str]]]) -> None:
    body = written(groups)
    for place in rule_places(Robots.parse(body, "google"), ["a", "c"], body):
        assert split_groups(with_lines(body, place.after, place.lines(["Disallow: /new"]))) == 0


@given(TIGHT)
def test_layout_parts_no_group(groups: list[tuple[list[str], list[str]]]) -> None:
    assert split_groups(tidied(written(groups)).body) == 0


@each_row("case", CASES, ids=lambda case: case.name)
def test_fix_parts_no_group(case: Case) -> None:
    before = split_groups(case.body)
    for finding in Linter().check(case.body, case.setting).findings:
        for fix in finding.diagnostic.fixes:
            assert split_groups(apply(case.body, [fix]).body) <= before, fix.id
