"""Whatever a file is: it is read, or refused with a sentence."""

import gzip
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.io.errors import FileContentError, FileError
from robotstudio.io.kinds import Kind
from robotstudio.io.sources.reading import READERS, ReadOptions, read_source
from tests.io.sources.files import write

octets = st.binary(max_size=400) | st.text('<url><loc>/a","\n[]GET 0 HTTP/1.1\x00é', max_size=200).map(str.encode)


@pytest.mark.parametrize("kind", [None, *READERS])
@given(octets, st.booleans())
def test_nothing_but_file_error_comes_out(
    tmp_path_factory: pytest.TempPathFactory,
    kind: Kind | None,
    body: bytes,
    zipped: bool,  # drawn
) -> None:
    path = write(tmp_path_factory.getbasetemp() / f"any-{kind}", gzip.compress(body)[:-3] if zipped else body)
    with suppress(FileError):
        found = read_source([path], ReadOptions(kind=kind))
        assert list(found.urls.urls) == [url.url for url in found.urls]


def test_every_kind_of_source_has_a_reader() -> None:
    assert set(READERS) == set(Kind) - {Kind.ROBOTS}


def test_a_robots_txt_is_no_source(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = write(tmp_path_factory.getbasetemp() / "robots.txt", "User-agent: *\n")
    with pytest.raises(FileContentError, match="is a robots"):
        read_source([path], ReadOptions(kind=Kind.ROBOTS))
