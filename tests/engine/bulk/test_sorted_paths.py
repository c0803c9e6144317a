"""Slices of a buffer are sorted by their bytes, without duplicates."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from robotstudio.engine.bulk.sorted_paths import SortedPaths, distinct_sorted
from robotstudio.engine.cancelling import go_on

PIECES = st.sampled_from([b"", b"\x00", b"a", b"\xff", b"/products", b"/products/0123456789", b"\x00\x00\x00\x00\x00"])
TEXTS = st.lists(st.lists(PIECES, max_size=4).map(b"".join), max_size=30)


def gathered(texts: list[bytes]) -> tuple[SortedPaths, list[int]]:
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    begins = np.cumsum(lengths) - lengths
    source = np.frombuffer(b"".join(texts), np.uint8)
    order, inverse = distinct_sorted(source, begins, lengths, go_on)
    return SortedPaths.gathered(source, begins, lengths, order, go_on), inverse.tolist()


@given(TEXTS)
@example([b"a\x00", b"a", b"a\x00\x00\x00\x00\x00\x00\x00\x00", b"a\x00", b"a"])
def test_sorted_as_python_sorts(texts: list[bytes]) -> None:
    paths, inverse = gathered(texts)
    assert list(paths) == sorted(set(texts))
    assert [paths[row] for row in inverse] == texts


def test_long_common_starts() -> None:
    texts = [b"/x" * 3000 + b"%d" % (number % 5) for number in range(40)]
    assert list(gathered(texts)[0]) == sorted(set(texts))


@given(TEXTS, PIECES)
def test_prefix_is_a_range(texts: list[bytes], prefix: bytes) -> None:
    paths, _ = gathered(texts)
    first, last = paths.range_of(prefix)
    assert paths[first:last] == [path for path in paths if path.startswith(prefix)]


def test_range_among_more_paths_than_are_looked_at_together() -> None:
    texts = [b"/%05d" % number for number in range(3000)]
    paths, _ = gathered(texts)
    assert [paths.row_of(text) for text in texts] == list(range(3000))
    assert paths.range_of(b"/01") == (1000, 2000)
    assert paths.row_of(b"/x") is None
