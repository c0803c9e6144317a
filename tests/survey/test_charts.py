"""Charts: whatever the numbers and the names, everything lies on the picture, and nothing of others is markup."""

from xml.etree import ElementTree as ET

import pytest

from robotstudio.survey.charts.items import DARK, LIGHT, PATTERNS, THEMES, Box, Drawing, Mark, Stroke, Text
from robotstudio.survey.charts.layout import drawing_of, heat_step, shortened, text_width, ticks_of
from robotstudio.survey.charts.svg import svg_of
from robotstudio.survey.figures import FIGURES, IMPORTED_FIGURES, Chart, Figure, Part, Table
from robotstudio.survey.figures.model import Row
from tests.rows import each_row
from tests.survey.golden import survey

_SVG = "{http://www.w3.org/2000/svg}"
ALL = {**FIGURES, **IMPORTED_FIGURES}


def figure_of(chart: Chart, *axes: str) -> Figure:
    return Figure("X-1", Part.FORM, "Title", "source", chart, axes, lambda _: Table(axes))


def bars(*rows: Row) -> Drawing:
    return drawing_of(figure_of(Chart.BARS, "name", "count"), Table(("name", "count"), rows))


def places_of(drawing: Drawing) -> list[tuple[float, float, float, float]]:
    found = []
    for item in drawing.items:
        match item:
            case Box():
                found.append((item.x, item.y, item.x + item.width, item.y + item.height))
            case Stroke():
                across, down = zip(*item.points, strict=True)
                found.append((min(across), min(down), max(across), max(down)))
            case Mark() | Text():
                found.append((item.x, item.y, item.x, item.y))
    return found


@each_row("name", list(ALL), ids=list(ALL))
def test_everything_of_a_figure_lies_on_its_picture(name: str) -> None:
    drawing = drawing_of(ALL[name], ALL[name].table(survey()))
    assert any(isinstance(item, Box | Mark) for item in drawing.items)
    for left, top, right, bottom in places_of(drawing):
        assert 0 <= left <= right <= drawing.width + 0.1
        assert 0 <= top <= bottom <= drawing.height + 0.1


@each_row("theme", list(THEMES), ids=list(THEMES))
def test_picture_is_svg_that_keeps_its_texts_and_loads_nothing(theme: str) -> None:
    for figure in (FIGURES["A-5"], FIGURES["C-1"], FIGURES["K-6"], FIGURES["C-3"]):
        text = svg_of(drawing_of(figure, figure.table(survey())), THEMES[theme])
        root = ET.fromstring(text)  # noqa: S314 - our own
        assert root.findtext(f"{_SVG}title") == figure.title
        assert figure.id in {element.text for element in root.iter(f"{_SVG}text")}
        assert not {"script", "image", "use", "a"} & {element.tag.removeprefix(_SVG) for element in root.iter()}
        assert "href" not in text


def test_names_of_others_are_text_and_nothing_else() -> None:
    hostile = '<script>alert("x")</script>&\x1b[31m\x00\u202e'
    root = ET.fromstring(svg_of(bars((hostile, 1), ("b", 2)), LIGHT))  # noqa: S314 - our own
    assert not list(root.iter(f"{_SVG}script"))
    assert any('<script>alert("x")' in (element.text or "") for element in root.iter(f"{_SVG}title"))


def test_space_that_parts_the_digits_of_a_number_stays_one() -> None:
    root = ET.fromstring(svg_of(bars(("1\u00a0024\u202fkm", 1)), LIGHT))  # noqa: S314 - our own
    assert "1\u00a0024\u202fkm" in {element.text for element in root.iter(f"{_SVG}text")}


def test_bars_begin_at_zero_also_below_it() -> None:
    up, down = (item for item in bars(("a", 10), ("b", -5)).items if isinstance(item, Box))
    assert up.x == pytest.approx(down.x + down.width)
    assert up.width == pytest.approx(2 * down.width)


def test_bar_says_its_name_and_its_number() -> None:
    (bar,) = (item for item in bars(("GPTBot", 1234)).items if isinstance(item, Box))
    assert bar.says == "GPTBot, count, 1,234"


def test_what_does_not_fit_is_counted_and_bars_stay_as_thick() -> None:
    drawing = bars(*[(f"n{number}", number) for number in range(40)])
    assert sum(isinstance(item, Box) for item in drawing.items) == 24
    assert "and 16 more in the table" in {item.text for item in drawing.items if isinstance(item, Text)}


@each_row("chart", list(Chart))
def test_nothing_to_draw_is_said(chart: Chart) -> None:
    axes = ("a", "b", "c", "d")
    drawing = drawing_of(figure_of(chart, *axes), Table(axes))
    assert "The survey holds nothing for this figure." in {
        item.text for item in drawing.items if isinstance(item, Text)
    }


def test_being_blocked_has_the_same_colour_in_every_figure() -> None:
    for name in ("A-4", "A-5", "C-7"):
        figure = FIGURES[name]
        fills = {item.fill for item in drawing_of(figure, figure.table(survey())).items if isinstance(item, Box)}
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
    assert shortened("a very long name", 40) == "a ve…"
    assert shortened("short", 400) == "short"


def test_heat_has_the_steps_of_its_key() -> None:
    assert [heat_step(value) for value in (0, 4.9, 5, 10, 20, 40, 100)] == [0, 0, 1, 2, 3, 4, 4]
