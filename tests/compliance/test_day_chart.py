"""The days of a crawler as a chart."""

from datetime import UTC, datetime

from robotstudio.compliance.day_chart import drawing_of_days
from robotstudio.compliance.model import DatedVersion, Day
from robotstudio.survey.charts.items import THEMES, ChartBox, ChartMark, ChartText, Drawing, Stroke
from robotstudio.survey.charts.svg import svg_of

WIDTH = 640


def drawn(*days: Day, versions: tuple[datetime, ...] = ()) -> Drawing:
    return drawing_of_days("Inventedbot", days, [DatedVersion(since, b"") for since in versions], WIDTH)


def says(drawing: Drawing) -> list[str]:
    return [item.says for item in drawing.items if isinstance(item, ChartBox | ChartMark) and item.says]


def test_each_day_says_its_numbers_and_its_reads() -> None:
    drawing = drawn(Day("2026-11-01", 3, 1, 2))
    assert says(drawing) == [
        "1 Nov 2026: 3 allowed, 1 blocked",
        "1 Nov 2026: 3 allowed, 1 blocked",
        "1 Nov 2026: 2 reads of the file",
    ]


def test_heights_are_in_the_proportion_of_the_numbers() -> None:
    opened, closed = [item for item in drawn(Day("2026-11-01", 6, 3)).items if isinstance(item, ChartBox) and item.says]
    assert round(opened.height / closed.height, 6) == 2
    assert opened.y == closed.y + closed.height


def test_days_without_a_request_keep_their_room() -> None:
    drawing = drawn(Day("2026-11-01", 1, 0), Day("2026-11-11", 1, 0))
    first, last = [item for item in drawing.items if isinstance(item, ChartBox) and item.says]
    assert round((last.x - first.x) / (first.width + 2)) == 10


def test_change_of_the_file_is_marked_at_its_time_but_not_the_first_version() -> None:
    versions = (datetime(2026, 10, 1, tzinfo=UTC), datetime(2026, 11, 2, 12, tzinfo=UTC))
    drawing = drawn(Day("2026-11-01", 1, 0), Day("2026-11-03", 1, 0), versions=versions)
    assert says(drawing)[-1] == "2 Nov 2026, 12:00: the file changed"
    (line,) = (item for item in drawing.items if isinstance(item, Stroke) and item.kind == 5)
    assert line.points[0][0] == line.points[1][0]


def test_crawler_without_a_page_says_so() -> None:
    texts = [item.text for item in drawn().items if isinstance(item, ChartText)]
    assert texts[-1] == "No requests while the file was known."


def test_of_many_years_the_last_is_drawn() -> None:
    drawing = drawn(Day("2001-01-01", 1, 0), Day("2026-11-11", 1, 0))
    boxes = [item for item in drawing.items if isinstance(item, ChartBox) and item.says]
    assert len(boxes) == 1
    assert any("366 days" in item.text for item in drawing.items if isinstance(item, ChartText))
    assert all(0 <= box.x <= WIDTH for box in boxes)


def test_it_can_be_written_as_svg() -> None:
    assert svg_of(drawn(Day("2026-11-01", 3, 1, 2)), THEMES["light"]).startswith("<svg")


def test_legend_stays_within_a_narrow_chart() -> None:
    drawing = drawing_of_days("Inventedbot", [Day("2026-11-01", 1, 0)], [], 300)
    texts = {item.text: item for item in drawing.items if isinstance(item, ChartText)}
    assert all(item.x < 300 for item in texts.values())
    assert texts["the file changed"].y < texts["allowed for it"].y
