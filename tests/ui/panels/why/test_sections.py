"""Below the comparison: the rules that a group replaces, and sample URLs, each in a folding section."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from robotstudio.explain.explanation import StepPart
from robotstudio.ui.panels.why.panel import WhyPanel
from tests.ui.asked import Asked
from tests.ui.panels.why.conftest import Explain
from tests.ui.parts import body_of, copy_as, open_step


def test_rules_that_the_group_replaces_are_in_its_step(panel: WhyPanel, explain: Explain) -> None:
    explain("/search/x")
    assert not body_of(panel).steps.text.isVisible()
    assert open_step(panel, StepPart.GROUP).split("\n")[2:] == [
        "The 2 rules of * do not count for Googlebot: its group replaces them",
        "2  Disallow: /admin/",
        "3  Disallow: /search\twould block this URL",
    ]


def test_line_of_a_replaced_rule_is_a_link(panel: WhyPanel, explain: Explain, asked: Asked) -> None:
    explain()
    open_step(panel, StepPart.GROUP)
    text = body_of(panel).steps.text
    text.anchorClicked.emit("line:2")
    assert asked.calls[-1] == ("show_line", 2, False)


def test_nothing_is_replaced_for_a_crawler_that_reads_star(panel: WhyPanel, explain: Explain) -> None:
    explain(name="bingbot")
    assert "do not count" not in open_step(panel, StepPart.GROUP)


def test_one_step_is_open_at_a_time(panel: WhyPanel, explain: Explain) -> None:
    explain()
    body = body_of(panel)
    for part in (StepPart.GROUP, StepPart.RESULT):
        QTest.mouseClick(body.steps.buttons[part], Qt.MouseButton.LeftButton, pos=QPoint(4, 8))
        assert [each for each, button in body.steps.buttons.items() if button.isChecked()] == [part]
    assert "Result: blocked by line 8" in body.steps.text.toPlainText()
    QTest.mouseClick(body.steps.buttons[StepPart.RESULT], Qt.MouseButton.LeftButton, pos=QPoint(4, 8))
    assert not body.steps.text.isVisible()


def test_line_in_a_step_is_a_link(panel: WhyPanel, explain: Explain, asked: Asked) -> None:
    explain()
    result = body_of(panel).steps.buttons[StepPart.RESULT]
    QTest.mouseClick(result, Qt.MouseButton.LeftButton, pos=QPoint(result.sizeHint().width() - 8, 10))
    assert asked.calls[-1] == ("show_line", 8, False)
    assert not result.isChecked()


def test_samples_say_what_they_show(panel: WhyPanel, explain: Explain) -> None:
    explain()
    body_of(panel).samples.button.setChecked(True)
    assert body_of(panel).samples.button.text() == "URLs that line 8 matches, and near misses"
    lines = body_of(panel).sample_urls.toPlainText().replace("\u2060", "").split("\n")
    assert lines[0] == "It matches"
    assert "/cart/more\tcontinues after the rule" in lines
    assert lines.index("It narrowly misses") < lines.index("/cart\tno slash at the end")


def test_samples_of_the_nearest_rule_where_none_decides(panel: WhyPanel, explain: Explain) -> None:
    explain("/cart/hel", body=b"User-agent: *\nDisallow: /a\nDisallow: /cart/help\n")
    assert body_of(panel).samples.button.text() == "URLs that line 3 matches, and near misses"


def test_samples_can_be_taken_as_test_urls(panel: WhyPanel, explain: Explain, asked: Asked) -> None:
    explain()
    assert not body_of(panel).add_urls.isVisible()
    body_of(panel).samples.button.setChecked(True)
    QTest.mouseClick(body_of(panel).add_urls, Qt.MouseButton.LeftButton)
    [(_, paths)] = [call for call in asked.calls if call[0] == "test_paths"]
    assert isinstance(paths, tuple)
    assert paths[:2] == ("/cart/", "/cart/more")
    assert "/cart" in paths


def test_what_is_open_follows_the_next_cell(panel: WhyPanel, explain: Explain) -> None:
    explain()
    body_of(panel).samples.button.setChecked(True)
    explain("/search/about")
    assert "/search/about-more" in body_of(panel).sample_urls.toPlainText().replace("\u2060", "")


def test_steps_fold_below_the_comparison_where_it_is_narrow(panel: WhyPanel, explain: Explain) -> None:
    explain()
    body = body_of(panel)
    assert not body.folded_steps.isVisible()
    panel.resize(652, 234)
    assert body.folded_steps.isVisible()
    assert not body.steps.isVisible()
    body.folded_steps.button.setChecked(True)
    assert body.steps.isVisible()
    assert body.steps.width() > 500
    panel.resize(930, 292)
    assert body.steps.isVisible()
    assert body.steps.buttons[StepPart.GROUP].y() == body.steps.buttons[StepPart.RESULT].y()
    assert not body.folded_steps.isVisible()


def test_everything_is_in_the_copy(panel: WhyPanel, explain: Explain) -> None:
    explain()
    for words in ("Copy as text", "Copy as Markdown"):
        copy_as(panel, words)
        text = QGuiApplication.clipboard().text()
        for part in (
            "if served with 200",
            "Google: order of precedence for rules",
            "do not count for Googlebot",
            "Disallow: /admin/",
            "near misses",
            "/cart/more",
            "wins: only match",
        ):
            assert part in text
