"""A dropped file is taken for what it holds."""

from pathlib import Path

import pytest

from robotstudio.io.errors import FileError
from robotstudio.io.kinds import holds_rules


@pytest.mark.parametrize(
    ("name", "body", "is_robots"),
    [
        ("robots.txt", b"", True),
        ("Robots-draft.txt", b"/a\n/b\n", True),
        ("draft.txt", b"# mine\nUser-agent: *\nDisallow: /\n", True),
        ("urls.txt", b"/cart\n/products?sort=price\n", False),
        ("urls.txt", b"https://example.com/a\nhttps://example.com/b\n", False),
    ],
)
def test_file_is_a_robots_txt_by_its_name_or_its_rules(
    tmp_path: Path, name: str, body: bytes, *, is_robots: bool
) -> None:
    path = tmp_path / name
    path.write_bytes(body)
    assert holds_rules(path) is is_robots


def test_file_that_cannot_be_read_is_a_file_error(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        holds_rules(tmp_path / "missing.txt")
