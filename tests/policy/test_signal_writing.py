"""A Content-Signal line is written where it is read, and changes no verdict."""

import pytest

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.model import PolicyError
from robotstudio.policy.signal_writing import write_signal

SIGNAL = "search=yes, ai-train=no"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"User-agent: *\nDisallow: /a\n", b"User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /a\n"),
        (
            b"User-agent: GPTBot\nDisallow: /\n",
            b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow:\n",
        ),
        (b"", b"User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow:\n"),
        (
            b"User-agent: *\r\nContent-signal: ai-train=yes\r\nAllow: /\r\n",
            b"User-agent: *\r\nContent-Signal: search=yes, ai-train=no\r\nAllow: /\r\n",
        ),
    ],
)
def test_line_is_written_into_the_group_for_all(before: bytes, after: bytes) -> None:
    assert write_signal(before, SIGNAL, CATALOGUE) == after
    assert write_signal(after, SIGNAL, CATALOGUE) == after


def test_line_is_removed_without_a_value() -> None:
    body = b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /a\n"
    assert write_signal(body, "", CATALOGUE) == b"User-agent: *\nDisallow: /a\n"


def test_no_other_byte_changes() -> None:
    body = b"\xef\xbb\xbf# a\r\nUser-agent: *\nDisallow: /\xff\r\r# b\n"
    written = write_signal(body, SIGNAL, CATALOGUE)
    assert written.replace(b"Content-Signal: search=yes, ai-train=no\r\n", b"") == body
    assert write_signal(written, "", CATALOGUE) == body
    with pytest.raises(PolicyError, match="UTF-16"):
        write_signal("User-agent: *".encode("utf-16"), SIGNAL, CATALOGUE)


def test_signals_of_other_groups_stay() -> None:
    body = b"User-agent: GPTBot\nContent-Signal: ai-train=yes\nDisallow: /x\n\nUser-agent: *\nDisallow: /a\n"
    assert b"Content-Signal: ai-train=yes" in write_signal(body, SIGNAL, CATALOGUE)


@pytest.mark.parametrize("value", ["ai-train=n", "training=no", "search", "search=yes # x", "search=yes\nDisallow: /"])
def test_other_values_are_refused(value: str) -> None:
    with pytest.raises(PolicyError):
        write_signal(b"User-agent: *\nDisallow:\n", value, CATALOGUE)
