"""Lists: what `parse_list` makes of the same text, at any size."""

from pathlib import Path

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.cancelling import Cancelled
from robotstudio.io.errors import FileMissingError
from robotstudio.io.kinds import Kind
from robotstudio.io.sources.limits import ReadLimits
from robotstudio.io.sources.reading import ReadOptions, read_source
from robotstudio.io.sources.task import Task
from robotstudio.io.urls import normalise, parse_list, plain_requests
from tests.io.sources.files import read, urls, write

AS_LIST = ReadOptions(kind=Kind.LIST)

request_like = st.from_regex(
    r"\A(https?://(?:[a-z0-9x-]{1,6}\.){0,4}[a-z]{1,4})?(/?[a-zA-Z0-9_~!$&()*+,;=:@%.'^|\[\]2eE-]{0,6}){0,4}"
    r"(\?[a-zA-Z0-9%./?'\"#-]{0,8})?\Z"
) | st.sampled_from(["/.", "/..", "/%2e", "/a/%2E./b", "/%2f", "//a", "https://a.b//c", "https://xn--a.de/"])


@given(request_like)
def test_a_line_that_needs_no_parser_is_what_the_parser_gives(line: str) -> None:
    if next(plain_requests([line])):
        full = line if line.startswith("http") else f"https://host.invalid{line}"
        assert ada_url.URL(full).href == full
        assert (normalise(line).url, normalise(line).changes) == (line, ())


@given(st.text(st.characters(min_codepoint=0x80, codec="utf-8") | st.sampled_from("ab/?%=."), max_size=12))
def test_letters_beyond_ascii_are_encoded_as_a_browser_does(text: str) -> None:
    line = f"https://example.com/x{text}y"
    parsed = ada_url.URL(line)
    found = normalise(line)
    assert found.url == f"https://example.com{parsed.pathname}{parsed.search}"
    assert ("encoded" in found.changes) == (not line.isascii())


@given(st.lists(request_like | st.sampled_from(["", "# c", "ftp://x", "/a\t1", " /b ", "/größe"]), max_size=20))
def test_a_list_is_read_as_its_text_would_be(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    text = "\n".join(lines)
    path = write(tmp_path_factory.getbasetemp() / "any-list.txt", text)
    found, expected = read(path, AS_LIST), parse_list(text)
    assert tuple(found.urls) == expected.urls
    assert (found.rejected, found.repeated) == (expected.rejected, expected.repeated)


def test_paths_belong_to_the_site_that_was_said(tmp_path: Path) -> None:
    path = write(tmp_path / "list.txt", "/a\nhttps://other.example/b\n")
    found = read(path, ReadOptions(base="example.com"))
    assert urls(found) == ["https://example.com/a", "https://other.example/b"]
    assert found.urls[0].written == "/a"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1"])
def test_large_lists_keep_their_lines_in_every_encoding(tmp_path: Path, encoding: str, end: str) -> None:
    lines = [f"/größe/{number}" for number in range(8_000)]
    found = read(write(tmp_path / "list.txt", end.join(lines).encode(encoding)), AS_LIST)
    assert [url.written for url in found.urls] == lines
    assert found.rejected_count == 0


def test_a_line_that_never_ends_is_one_rejected_line(tmp_path: Path) -> None:
    path = write(tmp_path / "list.txt", "/a\n/" + "x" * 3_000_000 + "\n/b\n")
    found = read(path)
    assert (urls(found), found.rejected_count, found.rejected[0].number) == (["/a", "/b"], 1, 2)
    assert len(found.rejected[0].text) == 500


def test_bad_lines_are_counted_and_the_first_are_kept(tmp_path: Path) -> None:
    found = read(write(tmp_path / "list.txt", "ftp://x\n" * 5_000 + "/a\n"))
    assert (urls(found), found.rejected_count, len(found.rejected)) == (["/a"], 5_000, 200)


def test_reading_ends_at_the_limit_and_says_so(tmp_path: Path) -> None:
    path = write(tmp_path / "list.txt", "".join(f"/{number}\n" for number in range(9_000)))
    found = read(path, ReadOptions(limits=ReadLimits(urls=5_000)))
    assert 5_000 <= len(found.urls) < 9_000
    assert "Only the first" in found.notes[0]


def test_progress_is_told_and_reading_can_be_cancelled(tmp_path: Path) -> None:
    path = write(tmp_path / "list.txt", "".join(f"/{number}\n" for number in range(9_000)))
    told: list[tuple[float, int]] = []
    read_source([path], task=Task(lambda share, found: told.append((share, found))))
    assert told == sorted(told)
    assert told[-1] == (1.0, 9_000)
    with pytest.raises(Cancelled):
        read_source([path], task=Task(is_cancelled=lambda: True))


def test_a_file_that_is_not_there_is_a_file_error(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        read(tmp_path / "missing.txt")
