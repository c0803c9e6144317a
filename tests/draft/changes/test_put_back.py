"""A line of the draft becomes again what it was in the version that it is compared with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.draft.changes.put_back import edits_to_undo, put_back
from robotstudio.engine.changes import Cause, FlipGroup
from robotstudio.engine.robots import FileVersion
from robotstudio.ui.panels.changes.words import put_back_words
from tests.draft.changes.comparisons import compared, question

LIVE = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\nDisallow: /tmp/\n"
URLS = ("/cart/help", "/cart/x", "/tmp/x", "/new/x")
TOKENS = ("Googlebot", "bingbot", "GPTBot", "ClaudeBot")

# Each draft has one edit of the live file.
EDITS = {
    "gone": b"User-agent: *\nDisallow: /cart/\nDisallow: /tmp/\n",
    "gone at the end": b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n",
    "gone, no line end": b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help",
    "changed": b"User-agent: *\nDisallow: /cart/\nAllow: /cart/helping\nDisallow: /tmp/\n",
    "new": b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\nDisallow: /tmp/\nDisallow: /new/\n",
    "with a BOM": b"\xef\xbb\xbfUser-agent: *\nDisallow: /cart/\nDisallow: /tmp/\n",
}


def groups(found: DraftComparison) -> tuple[FlipGroup, ...]:
    assert found.changes is not None
    return found.changes.groups


@pytest.mark.parametrize("name", EDITS)
def test_line_is_what_it_was(name: str) -> None:
    found = compared(question(LIVE, EDITS[name], URLS))
    [group] = groups(found)
    assert put_back(found, edits_to_undo(found, group)).removeprefix(b"\xef\xbb\xbf") == LIVE


def test_other_edits_and_line_ends_stay() -> None:
    draft = b"# mine\r\nUser-agent: *\r\nDisallow: /cart/\r\nDisallow: /tmp/\r\nDisallow: /new/\r\n"
    found = compared(question(LIVE, draft, URLS))
    gone = next(group for group in groups(found) if b"help" in group.old_text)
    restored = draft.replace(b"/cart/\r\n", b"/cart/\r\nAllow: /cart/help\r\n")
    assert put_back(found, edits_to_undo(found, gone)) == restored


def test_line_that_nobody_edited_is_not_put_back() -> None:
    before = b"User-agent: *\nDisallow: /a\n"
    found = compared(question(before, b"User-agent: Googlebot\n\n" + before, ("/a",)))
    assert not any(edits_to_undo(found, group) for group in groups(found) if group.old_text == group.new_text)


def test_rule_comes_back_with_its_group_and_not_into_another() -> None:
    live = b"User-agent: bingbot\nDisallow: /b\n\nUser-agent: Googlebot\nDisallow: /g\n"
    found = compared(question(live, b"User-agent: bingbot\nDisallow: /b\n", ("/b", "/g")))
    [group] = groups(found)
    assert put_back(found, edits_to_undo(found, group)) == live


def test_group_that_is_gone_as_a_whole_comes_back_though_no_line_of_it_flips_a_verdict() -> None:
    live = b"User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nDisallow: /g\nDisallow: /h\n"
    found = compared(question(live, b"User-agent: *\nDisallow: /x\n", ("/g", "/h", "/x")))
    assert [group.blame.cause for group in groups(found)] == [Cause.OTHER_GROUP, Cause.GAINED]
    for group in groups(found):
        assert put_back(found, edits_to_undo(found, group)) == live
        assert put_back_words(found, group) == "Put lines 3–6 back"


def test_new_rule_goes_with_its_new_group() -> None:
    """Without its rule, the group would still keep its crawler away from the rules for *."""
    live = b"User-agent: *\nDisallow: /a\n"
    found = compared(question(live, live + b"\nUser-agent: GPTBot\nDisallow: /new\n", ("/a", "/new")))
    new = next(group for group in groups(found) if b"/new" in group.new_text)
    assert put_back(found, edits_to_undo(found, new)) == live


_RULES = st.tuples(st.sampled_from(["Allow", "Disallow"]), st.sampled_from(["/", "/a", "/a/b", "/c", "/c$"]))
_GROUPS = st.lists(st.tuples(st.sampled_from(TOKENS), st.lists(_RULES, min_size=1, max_size=4)), max_size=5)
PATHS = ("/", "/a", "/a/b", "/a/b/c", "/c", "/c/d", "/e")


def written(found: list[tuple[str, list[tuple[str, str]]]]) -> list[str]:
    """Return the lines of a file."""
    lines = []
    for token, rules in found:
        lines += [f"User-agent: {token}", *(f"{field}: {path}" for field, path in rules), ""]
    return lines


def body_of(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


_ENDS = ("", "/a", "/a/b", "/a/b/c", "/d")
_DISTINCT = st.lists(
    st.tuples(
        st.sampled_from(TOKENS),
        st.lists(
            st.tuples(st.sampled_from(["Allow", "Disallow"]), st.sampled_from(_ENDS)),
            min_size=1,
            unique_by=lambda each: each[1],
        ),
    ),
    max_size=5,
)


@given(_DISTINCT, st.data())
def test_after_everything_is_put_back_the_verdicts_are_those_of_before(
    known: list[tuple[str, list[tuple[str, str]]]], data: st.DataObject
) -> None:
    """Rules and whole groups are gone. No group is for *: crawlers that fall back to it have no line to put back."""
    known = [(token, [(field, f"/{at}{end}") for field, end in rules]) for at, (token, rules) in enumerate(known)]
    paths = [f"/{at}{end}" for at in range(len(known)) for end in _ENDS]
    live = body_of(written(known))
    kept = data.draw(st.lists(st.booleans(), min_size=len(known), max_size=len(known)))
    thinned = []
    for (token, rules), stays in zip(known, kept, strict=True):
        chosen = data.draw(st.sets(st.sampled_from(range(len(rules))), min_size=1))
        if stays:
            thinned.append((token, [rules[number] for number in sorted(chosen)]))
    found = compared(question(live, body_of(written(thinned)), paths, TOKENS))
    for _ in range(40):
        if not groups(found):
            break
        edits = edits_to_undo(found, groups(found)[0])
        assert edits
        found = compared(question(live, put_back(found, edits), paths, TOKENS))
    assert found.changes is not None
    assert found.changes.flips == 0


@given(_GROUPS, st.data())
def test_no_group_gets_a_rule_that_it_had_in_neither_version(
    known: list[tuple[str, list[tuple[str, str]]]], data: st.DataObject
) -> None:
    """Whatever lines were removed, added or replaced."""
    lines = ["User-agent: *", "Disallow: /e", *written(known)]
    pieces = st.sampled_from([*lines, "User-agent: bingbot", "Disallow: /a/b/c", ""])
    draft: list[str] = []
    for line in lines:
        draft += data.draw(st.one_of(st.just([line]), st.just([]), st.lists(pieces, max_size=2)))
    found = compared(question(body_of(lines), body_of(draft), PATHS, TOKENS))
    for group in groups(found):
        edits = edits_to_undo(found, group)
        if not edits:
            continue
        assert read(put_back(found, edits)) <= read(body_of(lines)) | read(body_of(draft))


def read(body: bytes) -> set[tuple[bytes, str]]:
    """Return for which agents there are which rules, as Google reads them."""
    several = FileVersion(body).read_as("google").groups
    return {(agent.token, str(rule)) for group in several for agent in group.agents for rule in group.rules}
