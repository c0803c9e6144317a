"""A line of the draft becomes again what it was in the version that it is compared with."""

import pytest

from robotstudio.draft.changes.put_back import can_be_put_back, put_back
from tests.draft.changes.comparisons import compared, question

LIVE = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\nDisallow: /tmp/\n"
URLS = ("/cart/help", "/cart/x", "/tmp/x", "/new/x")

# Each draft has one edit of the live file.
EDITS = {
    "gone": b"User-agent: *\nDisallow: /cart/\nDisallow: /tmp/\n",
    "gone at the end": b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n",
    "gone, no line end": b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help",
    "changed": b"User-agent: *\nDisallow: /cart/\nAllow: /cart/helping\nDisallow: /tmp/\n",
    "new": b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\nDisallow: /tmp/\nDisallow: /new/\n",
    "with a BOM": b"\xef\xbb\xbfUser-agent: *\nDisallow: /cart/\nDisallow: /tmp/\n",
}


@pytest.mark.parametrize("name", EDITS)
def test_line_is_what_it_was(name: str) -> None:
    draft = EDITS[name]
    found = compared(question(LIVE, draft, URLS))
    assert found.changes is not None
    assert found.lines is not None
    [group] = found.changes.groups
    assert can_be_put_back(group)
    assert put_back(draft, group, found.lines).removeprefix(b"\xef\xbb\xbf") == LIVE


def test_other_edits_and_line_ends_stay() -> None:
    draft = b"# mine\r\nUser-agent: *\r\nDisallow: /cart/\r\nDisallow: /tmp/\r\nDisallow: /new/\r\n"
    found = compared(question(LIVE, draft, URLS))
    assert found.changes is not None
    assert found.lines is not None
    gone = next(group for group in found.changes.groups if b"help" in group.old_text)
    assert put_back(draft, gone, found.lines) == draft.replace(b"/cart/\r\n", b"/cart/\r\nAllow: /cart/help\r\n")


def test_line_that_nobody_edited_is_not_put_back() -> None:
    before = b"User-agent: *\nDisallow: /a\n"
    found = compared(question(before, b"User-agent: Googlebot\n\n" + before, ("/a",)))
    assert found.changes is not None
    assert not any(can_be_put_back(group) for group in found.changes.groups if group.old_text == group.new_text)
