"""Charts: whatever the numbers and the names, everything lies on the picture, and nothing of others is markup."""

import itertools
from datetime import date
from functools import cache
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from robotstudio.survey.charts.area import shortened, text_width, ticks_of, wrapped
from robotstudio.survey.charts.items import (
    DARK,
    LIGHT,
    PATTERNS,
    THEMES,
    ChartBox,
    ChartMark,
    ChartText,
    Drawing,
    Stroke,
)
from robotstudio.survey.charts.layout import Imprint, drawing_of, has_content, heat_step
from robotstudio.survey.charts.looks import FONTS, HAN_FONT, font_path
from robotstudio.survey.charts.svg import svg_of
from robotstudio.survey.facts import USUAL
from robotstudio.survey.figures import FIGURES, IMPORTED_FIGURES, Chart, Figure, FigurePart, FigureTable
from robotstudio.survey.figures.model import Row
from robotstudio.survey.result import Surveyor, assemble
from robotstudio.survey.tally import HostAnswer
from robotstudio.text.language import spoken
from robotstudio.text.locale import words_of
from tests.rows import each_row
from tests.survey.golden import survey

_SVG = "{http://www.w3.org/2000/svg}"
ALL = {**FIGURES, **IMPORTED_FIGURES}


def figure_of(chart: Chart, *axes: str) -> Figure:
    return Figure("X-1", FigurePart.FORM, "Title", "source", chart, axes, lambda _: FigureTable(axes))


def bars(*rows: Row) -> Drawing:
    return drawing_of(figure_of(Chart.BARS, "name", "count"), FigureTable(("name", "count"), rows))


def places_of(drawing: Drawing) -> list[tuple[float, float, float, float]]:
    found = []
    for item in drawing.items:
        match item:
            case ChartBox():
                found.append((item.x, item.y, item.x + item.width, item.y + item.height))
            case Stroke():
                across, down = zip(*item.points, strict=True)
                found.append((min(across), min(down), max(across), max(down)))
            case ChartMark() | ChartText():
                found.append((item.x, item.y, item.x, item.y))
    return found


@each_row("name", list(ALL), ids=list(ALL))
def test_everything_of_a_figure_lies_on_its_picture(name: str) -> None:
    drawing = drawing_of(ALL[name], ALL[name].table(survey()))
    assert any(isinstance(item, ChartBox | ChartMark) for item in drawing.items)
    for left, top, right, bottom in places_of(drawing):
        assert 0 <= left <= right <= drawing.width + 0.1
        assert 0 <= top <= bottom <= drawing.height + 0.1


@each_row("theme", list(THEMES), ids=list(THEMES))
def test_picture_is_svg_that_keeps_its_texts_and_loads_nothing(theme: str) -> None:
    for figure in (FIGURES["A-5"], FIGURES["C-1"], FIGURES["K-6"], FIGURES["C-3"]):
        text = svg_of(drawing_of(figure, figure.table(survey())), THEMES[theme])
        root = ET.fromstring(text)
        assert root.findtext(f"{_SVG}title") == figure.title
        assert figure.id in {element.text for element in root.iter(f"{_SVG}text")}
        assert not {"script", "image", "use", "a"} & {element.tag.removeprefix(_SVG) for element in root.iter()}
        assert "href" not in text


def test_names_of_others_are_text_and_nothing_else() -> None:
    hostile = '<script>alert("x")</script>&\x1b[31m\x00\u202e'
    root = ET.fromstring(svg_of(bars((hostile, 1), ("b", 2)), LIGHT))
    assert not list(root.iter(f"{_SVG}script"))
    assert any('<script>alert("x")' in (element.text or "") for element in root.iter(f"{_SVG}title"))


def test_space_that_parts_the_digits_of_a_number_stays_one() -> None:
    root = ET.fromstring(svg_of(bars(("1\u00a0024\u202fkm", 1)), LIGHT))
    assert "1\u00a0024\u202fkm" in {element.text for element in root.iter(f"{_SVG}text")}


def test_bars_begin_at_zero_also_below_it() -> None:
    up, down = (item for item in bars(("a", 10), ("b", -5)).items if isinstance(item, ChartBox))
    assert up.x == pytest.approx(down.x + down.width)
    assert up.width == pytest.approx(2 * down.width)


def test_bar_says_its_name_and_its_number() -> None:
    (bar,) = (item for item in bars(("GPTBot", 1234)).items if isinstance(item, ChartBox))
    assert bar.says == "GPTBot, count, 1,234"


def test_what_does_not_fit_is_counted_and_bars_stay_as_thick() -> None:
    drawing = bars(*[(f"n{number}", number) for number in range(40)])
    assert sum(isinstance(item, ChartBox) for item in drawing.items) == 24
    assert "and 16 more in the table" in {item.text for item in drawing.items if isinstance(item, ChartText)}


@each_row("chart", list(Chart))
def test_nothing_to_draw_is_said(chart: Chart) -> None:
    axes = ("a", "b", "c", "d")
    drawing = drawing_of(figure_of(chart, *axes), FigureTable(axes))
    assert "The survey has no data for this figure." in {
        item.text for item in drawing.items if isinstance(item, ChartText)
    }


def test_being_blocked_has_the_same_colour_in_every_figure() -> None:
    for name in ("A-4", "A-5", "C-6", "C-7", "K-1", "K-5", "L-3"):
        figure = FIGURES[name]
        fills = {item.fill for item in drawing_of(figure, figure.table(survey())).items if isinstance(item, ChartBox)}
        assert 4 in fills or figure.chart is Chart.LINES


def test_no_series_is_known_by_its_colour_alone() -> None:
    assert set(PATTERNS) == set(range(2, 8))
    assert len(set(PATTERNS.values())) == len(PATTERNS)
    assert len({edge for _, edge in LIGHT.series}) == len({edge for _, edge in DARK.series}) == 8


@each_row(
    ("least", "most", "ticks"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (0, 7, [0, 2, 4, 6, 8]),
        (-5, 10, [-5, 0, 5, 10]),
        (0, 0, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-3, 0, [-3, -2, -1, 0]),
    ],
)
def test_ticks_are_few_round_and_hold_zero(least: float, most: float, ticks: list[float]) -> None:
    found = ticks_of(least, most)
    assert 0 in found
    assert found[0] <= least
    assert found[-1] >= most
    assert 3 <= len(found) <= 8
    assert found == ticks


def test_texts_are_measured_and_shortened() -> None:
    assert text_width("网站", 10) == 20
    assert shortened("a very long name", 40) == "a ver…"
    assert shortened("short", 400) == "short"


def test_heat_has_the_steps_of_its_key() -> None:
    assert [heat_step(value) for value in (0, 4.9, 5, 10, 20, 40, 100)] == [0, 0, 1, 2, 3, 4, 4]


def test_dates_below_many_columns_do_not_run_into_one_another() -> None:
    figure = FIGURES["C-1"]
    rows = [(f"20{year}-0{month}", "with rules", 1, 100.0) for year in range(10, 26) for month in (3, 9)]
    drawing = drawing_of(figure, FigureTable(("period", "state", "sites", "share"), tuple(rows)))
    dates = sorted(
        (item.x, item.text) for item in drawing.items if isinstance(item, ChartText) and item.text[:2] == "20"
    )
    assert len(dates) > 3
    assert all(second[0] - first[0] >= text_width(first[1]) for first, second in itertools.pairwise(dates))


def test_what_is_undated_has_no_place_on_an_axis_of_time() -> None:
    rows = (("undated", 1, 1, 9.0), ("2024", 1, 1, 10.0), ("2025", 1, 1, 20.0))
    drawing = drawing_of(FIGURES["N-1"], FigureTable(("period", "hosts", "files", "share"), rows))
    assert "undated" not in {item.text for item in drawing.items if isinstance(item, ChartText)}
    assert not any("undated" in item.says for item in drawing.items if isinstance(item, ChartMark))


def test_colours_of_a_heat_map_are_told_apart_where_its_shares_are_and_its_key_says_so() -> None:
    def texts(share: float) -> set[str]:
        rows = (("a", "b", 1, share), ("b", "a", 1, share))
        drawing = drawing_of(FIGURES["K-6"], FigureTable(("company", "also blocked", "sites", "share"), rows))
        return {item.text for item in drawing.items if isinstance(item, ChartText)}

    assert {"< 5", "40 %"} <= texts(10.0)
    assert {"< 40", "85 %"} <= texts(90.0)


def test_names_of_rows_and_columns_are_said_in_the_language() -> None:
    table = FigureTable(("period", "state", "sites", "share"), (("2024", "with rules", 1, 1.0),))
    with spoken(words_of("ru")):
        drawing = drawing_of(FIGURES["C-1"], table)
    texts = " ".join(item.text for item in drawing.items if isinstance(item, ChartText))
    assert "с правилами" in texts
    assert "% сайтов" in texts


def texts_of(drawing: Drawing) -> list[str]:
    return [item.text for item in drawing.items if isinstance(item, ChartText)]


def of_period(name: str, period: str) -> Drawing:
    """Return a figure of the fixed set with what it has for one period alone."""
    table = FIGURES[name].table(survey())
    place = table.columns.index("period")
    rows = tuple(row for row in table.rows if row[place] == "2026-03")
    return drawing_of(
        FIGURES[name],
        replace(table, rows=tuple((*row[:place], period, *row[place + 1 :]) for row in rows)),
    )


@each_row("name", ["N-1", "A-6", "C-3", "C-4", "C-5", "C-7", "K-2", "L-2"])
def test_one_period_is_drawn_as_bars_each_with_its_number(name: str) -> None:
    drawing = of_period(name, "2026-03")
    table = FIGURES[name].table(survey())
    bars = [item for item in drawing.items if isinstance(item, ChartBox)]
    assert len(bars) == sum("2026-03" in row for row in table.rows)
    assert not any(isinstance(item, ChartMark) for item in drawing.items)
    assert any("2026-03" in text for text in texts_of(drawing)[:4])
    note = "All answers are from one period; with several periods, this shows the change."
    assert (note in texts_of(drawing)) == (not table.note)
    assert not any("undated" in text for text in texts_of(of_period(name, "undated"))[:4])


def test_panels_of_one_period_have_the_largest_first_and_one_scale() -> None:
    drawing = of_period("C-5", "2026-03")
    rows = {row[1]: row[4] for row in FIGURES["C-5"].table(survey()).rows if row[2] == "2026-03"}
    boxes = [item for item in drawing.items if isinstance(item, ChartBox)]
    lengths = {item.says.split(",")[0]: item.width for item in boxes}
    scale = lengths["GPTBot"] / float(str(rows["GPTBot"]))
    assert all(length == pytest.approx(scale * float(str(rows[name]))) for name, length in lengths.items())
    named = [text for text in texts_of(drawing) if text in lengths]
    training = named[named.index("ImagesiftBot") : named.index("ImagesiftBot") + 3]
    shares = [float(str(rows[name])) for name in training]
    assert shares == sorted(shares, reverse=True)


def test_every_line_of_a_panel_has_its_name() -> None:
    drawing = drawing_of(FIGURES["C-5"], FIGURES["C-5"].table(survey()))
    strokes = [item for item in drawing.items if isinstance(item, Stroke) and isinstance(item.kind, int)]
    leaders = [item for item in drawing.items if isinstance(item, Stroke) and item.kind == "leader"]
    assert len(strokes) == len(leaders)
    hidden = len({row[1] for row in FIGURES["C-5"].table(survey()).rows}) - len(strokes)
    assert f"and {hidden} more in the table" in texts_of(drawing)


@each_row("name", ["W-F2", "W-F2b", "W-F3"])
def test_histogram_has_its_median_and_its_mean_where_they_are(name: str) -> None:
    table = FIGURES[name].table(survey())
    drawing = drawing_of(FIGURES[name], table)
    marks = [item for item in drawing.items if isinstance(item, Stroke) and item.kind == "mark"]
    assert [mark for mark, _ in table.marks] == ["median", "mean"]
    assert len(marks) == 2
    bars = [item for item in drawing.items if isinstance(item, ChartBox)]
    for stroke, (what, value) in zip(marks, sorted(table.marks, key=by_value), strict=True):
        place = next(place for place, row in enumerate(table.rows) if number(row[0]) <= int(value) <= number(row[1]))
        assert bars[place].x - 1 <= stroke.points[0][0] <= bars[place].x + bars[place].width + 1
        assert any(text.startswith(what) for text in texts_of(drawing))
        assert what in drawing.says


def by_value(mark: tuple[str, float]) -> float:
    return mark[1]


def number(cell: object) -> float:
    assert isinstance(cell, int | float)
    return cell


def test_numbers_of_several_kinds_have_no_lengths() -> None:
    drawing = drawing_of(FIGURES["W-scalars"], FIGURES["W-scalars"].table(survey()))
    boxes = [item for item in drawing.items if isinstance(item, ChartBox)]
    assert len({box.width for box in boxes}) == 1
    assert len(boxes) == len(FIGURES["W-scalars"].table(survey()).rows)


def test_number_of_a_negative_bar_stands_before_it() -> None:
    drawing = bars(("up", 10.0), ("down", -5.0))
    down = [item for item in drawing.items if isinstance(item, ChartBox)][1]
    (text,) = (item for item in drawing.items if isinstance(item, ChartText) and item.text == "-5.0")
    assert text.anchor == "end"
    assert text.x < down.x


@each_row(
    ("value", "said"), [(0.0, "0"), (0.04, "0.04"), (0.05, "0.05"), (0.14, "0.1"), (12.34, "12.3"), (250.6, "251")]
)
def test_little_is_not_shown_as_nothing(value: float, said: str) -> None:
    assert said in texts_of(bars(("a", 300.0), ("b", value)))


@each_row(
    ("name", "missing"),
    [("N-2", "Sectors"), ("K-4", "Sectors"), ("T-2", "Countries"), ("C-4", "Ranks"), ("K-3", "Ranks")],
)
def test_what_a_survey_lacks_is_said_where_it_would_be_shown(name: str, missing: str) -> None:
    surveyor = Surveyor(USUAL)
    surveyor.add(HostAnswer("0123", b"User-agent: *\nDisallow: /\n"))
    table = FIGURES[name].table(assemble([surveyor.part()], USUAL))
    assert table.note.startswith(missing)
    assert any(text.startswith(missing) for text in texts_of(drawing_of(FIGURES[name], table)))
    assert not FIGURES[name].table(survey()).note.startswith(missing)


@cache
def families() -> tuple[str, ...]:
    """Load the fonts of charts into Qt, which measures as they do."""
    loaded = [QFontDatabase.addApplicationFont(font_path(name)) for name in (*FONTS.values(), HAN_FONT)]
    return tuple(dict.fromkeys(name for each in loaded for name in QFontDatabase.applicationFontFamilies(each)))


def real_width(text: ChartText) -> float:
    font = QFont()
    font.setFamilies(families())
    font.setPixelSize(1000)
    font.setWeight(QFont.Weight(text.weight))
    return QFontMetricsF(font).horizontalAdvance(text.text) * text.size / 1000


@pytest.mark.usefixtures("qapp")
@each_row("language", ["en", "es", "ru", "zh_CN"])
def test_widths_of_texts_are_near_those_of_the_font(language: str) -> None:
    for figure in FIGURES.values():
        with spoken(words_of(language)):
            drawing = drawing_of(figure, figure.table(survey()))
        for item in drawing.items:
            if isinstance(item, ChartText) and len(item.text) > 8:
                real = real_width(item)
                assert 0.97 * real <= text_width(item.text, item.size) <= 1.2 * real, item.text


def test_long_notes_are_broken_into_lines_that_fit() -> None:
    for text in ("Of two words that are long. " * 20, "网址和抓取工具，" * 40, "one"):
        lines = wrapped(text.strip(), 300)
        assert "".join("".join(lines).split()) == "".join(text.split())
        assert all(text_width(line) <= 300 for line in lines)
        assert not any(line[0] in "，。" for line in lines)


def test_of_many_periods_the_last_are_drawn_and_the_others_told() -> None:
    rows = tuple(("GPTBot", f"20{year}", 1, float(year)) for year in range(10, 26))
    texts = texts_of(drawing_of(FIGURES["K-2"], FigureTable(("crawler", "period", "sites", "share"), rows)))
    assert "2025" in texts
    assert "2010" not in texts
    assert "and 4 more in the table" in texts


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("en", "Source: crawl.warc.gz and 1 more; 2,000 files, surveyed on 22 Nov 2026"),
        ("es", "Fuente: crawl.warc.gz y 1 más; 2000 archivos, estudio del 22 nov 2026"),
        ("ru", "Источник: crawl.warc.gz и ещё 1; 2\xa0000 файлов, исследование от 22 нояб. 2026 г."),
        ("zh_CN", "来源：crawl.warc.gz 及另外 1 个；2,000 个文件，普查日期：2026年11月22日"),
    ],
)
def test_a_picture_that_is_passed_on_says_of_what_it_is_below_all_else(code: str, line: str) -> None:
    figure = FIGURES["A-4"]
    imprint = Imprint(("crawl.warc.gz", "b"), 2_000, date(2026, 11, 22))
    with spoken(words_of(code)):
        drawing = drawing_of(figure, figure.table(survey()), imprint=imprint)
    last = max((item for item in drawing.items if isinstance(item, ChartText)), key=lambda text: text.y)
    assert last.text == line
    assert last.y < drawing.height - 8


def test_who_published_a_figure_first_is_not_said_to_have_made_it() -> None:
    figure = FIGURES["A-4"]
    drawing = drawing_of(figure, figure.table(survey()))
    texts = [item.text for item in drawing.items if isinstance(item, ChartText)]
    assert f"After {figure.source}" in texts
    assert figure.source not in texts
    assert f"After {figure.source}." in drawing.says


@each_row("chart", list(Chart))
def test_figure_of_nothing_has_no_content(chart: Chart) -> None:
    axes = ("a", "b", "c", "d")
    assert not has_content(figure_of(chart, *axes), FigureTable(axes))


def test_a_long_name_of_an_input_leaves_room_for_the_day() -> None:
    line = Imprint(("x" * 300,), 1, date(2026, 11, 22)).said()
    assert line == f"Source: {'x' * 59}…; 1 file, surveyed on 22 Nov 2026"
