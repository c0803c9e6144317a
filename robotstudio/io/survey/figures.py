"""Figures as files: a picture and a table of each."""

from pathlib import Path

from robotstudio.engine.language import Words
from robotstudio.io.delimited import delimited
from robotstudio.io.files import make_directory, write_atomic
from robotstudio.survey.charts.items import THEMES
from robotstudio.survey.charts.layout import drawing_of
from robotstudio.survey.charts.svg import svg_of
from robotstudio.survey.figures import FIGURES, IMPORTED_FIGURES, Table
from robotstudio.survey.result import Survey


def write_figures(survey: Survey, folder: Path, theme: str, words: Words) -> tuple[Path, ...]:
    """Write `ID.svg` and `ID.csv` for each figure; what was written. Raises FileError.

    The pictures are in the language of the words, the tables in English, as programs read them.
    """
    make_directory(folder)
    written: list[Path] = []
    for name, figure in {**FIGURES, **IMPORTED_FIGURES}.items():
        table = figure.table(survey)
        if name in IMPORTED_FIGURES and not table.rows:
            continue
        picture = svg_of(drawing_of(figure, table, words), THEMES[theme])
        for ending, content in (("svg", picture.encode()), ("csv", table_as_csv(table))):
            path = folder / f"{name}.{ending}"
            write_atomic(path, content, durable=False)
            written.append(path)
    return tuple(written)


def table_as_csv(table: Table) -> bytes:
    """The table that a figure shows; in English, as programs read it."""
    return "".join(delimited([table.columns, *table.rows])).encode()
