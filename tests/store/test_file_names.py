"""File names made of foreign text are valid on every system."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.store.files import file_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("example.com", "example.com.crawl"),
        ("example.com:8080", "example.com_8080.crawl"),
        ("[::1]", "_::1_.crawl".replace(":", "_")),
        ("../../etc", ".._.._etc.crawl"),
        ("пример.рф", "пример.рф.crawl"),
        ("con", "con_.crawl"),
        ("aux.example", "aux_.example.crawl"),
        ("NUL", "NUL_.crawl"),
        ("COM7.example", "COM7_.example.crawl"),
        ("lpt¹", "lpt¹_.crawl"),
        ("console.example", "console.example.crawl"),
        ("example.con", "example.con.crawl"),
    ],
)
def test_host_becomes_a_name(text: str, name: str) -> None:
    assert file_name(text, ".crawl", "_") == name


@given(st.text(max_size=40), st.sampled_from(["-", "_"]))
def test_no_name_leads_elsewhere_or_is_a_device(text: str, instead: str) -> None:
    name = file_name(text, "-2.expect", instead)
    assert not set('/\\:*?"<>|\0\n ') & set(name)
    assert name.partition(".")[0].lower() not in {"con", "prn", "aux", "nul", "com1", "lpt9"}
    assert name.endswith(("-2.expect", "-2_.expect"))
