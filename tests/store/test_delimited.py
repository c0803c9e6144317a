"""Tables read back as they were written, without formulas and terminal controls."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.store.delimited import DelimitedRows, cell, delimited, safe
from robotstudio.text.phrases import harmless

TEXTS = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    ["=1+1", "+1", '"', ",", "\r\n", "\x1b[2J"]
)


@given(st.lists(st.lists(TEXTS, min_size=2, max_size=3), max_size=4), st.sampled_from([",", "\t"]))
def test_table_is_read_again_but_for_what_was_made_harmless(rows: list[list[str]], delimiter: str) -> None:
    text = "".join(delimited(rows, delimiter))
    read = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    assert read == [[harmless(safe(value)) for value in row] for row in rows]


@given(TEXTS)
def test_cell_alone_is_that_of_a_table(text: str) -> None:
    assert f"{cell(text)},x\n" == "".join(delimited([[text, "x"]]))


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "  =1", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20x"]
)
def test_no_cell_is_a_formula(text: str) -> None:
    ((read,),) = csv.reader(io.StringIO("".join(delimited([[text]]))))
    assert read.startswith("'")


def test_values_that_are_no_text_are_written_plainly() -> None:
    assert "".join(delimited([[None, True, False, -1, 2.5, "x"]])) == ",true,false,-1,2.5,x\n"


def test_cells_have_a_limit_of_their_own_whoever_reads_beside() -> None:
    short, long = (DelimitedRows(["a," + "b" * 50] * 3, ",", limit) for limit in (10, 100))
    for _ in range(2):
        with pytest.raises(csv.Error):
            next(short)
        assert next(long) == ["a", "b" * 50]
