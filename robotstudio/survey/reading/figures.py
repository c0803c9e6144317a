"""Write figures as files: a picture and a table of each, without a window."""

import os
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from robotstudio.store.delimited import delimited
from robotstudio.store.files import make_directory, write_atomic
from robotstudio.survey.charts.items import THEMES, ChartTheme, Drawing
from robotstudio.survey.charts.layout import Imprint, drawing_of, has_content
from robotstudio.survey.charts.pdf import pdf_of
from robotstudio.survey.charts.svg import embedded, png_of, svg_of
from robotstudio.survey.figures import FIGURES, IMPORTED_FIGURES, Figure, FigureTable
from robotstudio.survey.figures.snapshots import table_of
from robotstudio.survey.result import Survey

USUAL_FORMATS: Final = ("svg", "csv")


def _svg(drawing: Drawing, theme: ChartTheme) -> bytes:
    return svg_of(drawing, theme).encode()


_PICTURES: Mapping[str, Callable[[Drawing, ChartTheme], bytes]] = MappingProxyType(
    {"svg": _svg, "pdf": pdf_of, "png": png_of}
)
EMBEDDED: Final = "html"
FORMATS: Final = (*_PICTURES, EMBEDDED, "csv")
"""The file formats of a figure, by suffix; the last is its table, the one before to paste into a page."""


def figure_as(form: str, figure: Figure, table: FigureTable, theme: str, imprint: Imprint | None = None) -> bytes:
    """Render a figure: pictures in the language of the words, the table in English, for programs."""
    if form == EMBEDDED:
        return embedded(drawing_of(figure, table, imprint=imprint), THEMES[theme], f"-{figure.id}").encode()
    if form not in _PICTURES:
        return table_as_csv(table)
    return _PICTURES[form](drawing_of(figure, table, imprint=imprint), THEMES[theme])


def write_figures(
    survey: Survey,
    folder: Path,
    theme: str,
    forms: Iterable[str] = USUAL_FORMATS,
    *,
    imprint: Imprint | None = None,
    titles: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Path, ...]:
    """Write each figure in each format, as `A-1.svg`; return the paths. Raises FileError.

    For a figure without data only the table is written. `titles` replace those of some figures.
    """
    make_directory(folder)
    forms = tuple(dict.fromkeys(forms))
    written: list[Path] = []
    for name, row in {**FIGURES, **IMPORTED_FIGURES}.items():
        figure = replace(row, title=titles.get(name, row.title))
        table = table_of(figure, survey)
        if name in IMPORTED_FIGURES and not table.rows:
            continue
        for form in forms if has_content(figure, table) else [form for form in forms if form == "csv"]:
            path = folder / f"{name}.{form}"
            write_atomic(path, figure_as(form, figure, table, theme, imprint), durable=False)
            written.append(path)
    return tuple(written)


def imprint_of(paths: Iterable[Path], survey: Survey) -> Imprint:
    """Make the imprint of a survey made today, or on the day of SOURCE_DATE_EPOCH for reproducible pictures."""
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(told), UTC) if told.isdecimal() else datetime.now().astimezone()
    answers = sum(each.files for each in (*survey.snapshots, survey))
    return Imprint(tuple(path.name or str(path) for path in paths), answers, moment.date())


def table_as_csv(table: FigureTable) -> bytes:
    """Return the table of a figure, in English, for programs."""
    return "".join(delimited([table.columns, *table.rows])).encode()
