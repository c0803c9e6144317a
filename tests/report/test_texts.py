"""Numbers and shares as a report says them: our spaces stay, those of strangers are shown; little is not nothing."""

from robotstudio.report.model import ReportColumn, ReportTable
from robotstudio.report.texts import cut_words, share_words, shown
from robotstudio.text.locale import words_of


def test_space_that_parts_the_digits_of_a_number_stays_and_one_of_a_stranger_is_shown() -> None:
    russian = words_of("ru")
    assert shown(russian.size(1_870)) == russian.size(1_870)
    assert shown(russian.number(6_777)) == russian.number(6_777)
    assert "\u00a0" not in shown("Disallow:\u00a0/a")
    assert "\u202e" not in shown("1\u202e2")


def test_share_of_a_few_is_not_none_and_of_nearly_all_not_all() -> None:
    said = [share_words(count, 1_000) for count in (0, 1, 6, 500, 994, 999, 1_000)]
    assert said == ["0%", "<1%", "1%", "50%", "99%", ">99%", "100%"]


def test_table_that_no_page_has_is_said_to_be_elsewhere_by_its_name() -> None:
    table = ReportTable("days", "Days", (ReportColumn("day", "Day"),), (("1",), ("2",)), shown=0)
    assert cut_words(table) == "Days: 2 rows, in the report as XLSX, CSV or JSON."
