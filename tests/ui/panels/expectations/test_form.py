"""The form of a test above the matrix."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.expectation_results import ExpectationRow
from robotstudio.engine.expectations import NO_RULE, Expectation, Judgement, judge
from robotstudio.engine.robots import FileVersion
from robotstudio.ui.panels.expectations.form import ExpectationForm

DRAFT = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n"


class Asked:
    """Records what the form asks for."""

    def __init__(self) -> None:
        self.entered: list[tuple[Expectation, ExpectationRow | None]] = []
        self.removed: list[ExpectationRow] = []

    def enter(self, expectation: Expectation, replaced: ExpectationRow | None) -> None:
        self.entered.append((expectation, replaced))

    def remove(self, rows: Sequence[ExpectationRow]) -> None:
        self.removed += rows

    def judge_now(self, expectation: Expectation) -> Judgement | None:
        return judge((expectation,), FileVersion(DRAFT))[0]

    def leave_form(self) -> None:
        pass


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def form(qtbot: QtBot, asked: Asked) -> ExpectationForm:
    form = ExpectationForm(asked)
    qtbot.addWidget(form)
    form.resize(900, 80)
    form.set_crawlers(["Googlebot", "*"])
    return form


def test_test_is_written(form: ExpectationForm, asked: Asked) -> None:
    form.open_new()
    assert not form.save.isEnabled()
    assert form.remove.isHidden()
    QTest.keyClicks(form.url, "/admin/")
    QTest.keyClick(form.url, Qt.Key.Key_Return)
    written = Expectation(allowed=False, crawler="Googlebot", written="/admin/", url="/admin/")
    assert asked.entered == [(written, None)]
    assert form.isVisible()
    assert form.url.text() == ""
    QTest.keyClick(form.url, Qt.Key.Key_Escape)
    assert form.isHidden()


@pytest.mark.parametrize(
    ("by", "rule", "said"),
    [
        (1, "", "Write the rule as in the file"),
        (1, "/cart/", "is not a rule"),
        (0, "", "Now blocked by line 2"),
        (2, "", "Now blocked by line 2"),
    ],
)
def test_mistake_is_told_while_it_is_written(form: ExpectationForm, by: int, rule: str, said: str) -> None:
    form.open_new()
    form.url.setText("/cart/")
    form.by.setCurrentIndex(by)
    form.rule.setText(rule)
    assert said in form.said.text()
    assert form.save.isEnabled() is said.startswith("Now")


def test_address_that_is_none_is_told(form: ExpectationForm) -> None:
    form.open_new()
    form.url.setText("https://exa mple/")
    assert form.said.text()
    assert form.expectation is None


def test_sets_of_crawlers_are_offered_beside_those_of_the_matrix(form: ExpectationForm, asked: Asked) -> None:
    form.open_new()
    offered = [form.crawler.itemText(place) for place in range(form.crawler.count())]
    assert offered[:2] == ["Googlebot", "*"]
    assert {"@ai-training", "@all"} <= set(offered)
    form.crawler.setCurrentText("@ai-training")
    form.url.setText("/api/*")
    form.save.click()
    [(entered, _)] = asked.entered
    assert (entered.crawler, entered.is_pattern, entered.is_of_set) == ("@ai-training", True, True)


def test_set_that_is_not_known_is_told_with_those_that_are(form: ExpectationForm) -> None:
    form.open_new()
    form.crawler.setCurrentText("@training")
    form.url.setText("/api/*")
    assert "@ai-training" in form.said.text()
    assert form.expectation is None


def test_rule_that_decides_now_is_offered(form: ExpectationForm) -> None:
    form.open_new()
    form.url.setText("/cart/9")
    assert form.said.text() == "Now blocked by line 2, Disallow: /cart/"
    form.by.setCurrentIndex(1)
    assert form.rule.text() == "Disallow: /cart/"


@pytest.mark.parametrize("rule", [None, NO_RULE, "Allow: /cart/help"])
def test_test_is_changed_where_it_stands(form: ExpectationForm, asked: Asked, rule: str | None) -> None:
    before = Expectation(allowed=True, crawler="Sogou web spider", written="/a", url="/a", rule=rule)
    row = ExpectationRow(7, "", before)
    form.open_on(row, before)
    form.save.click()
    assert asked.entered == [(before, row)]
    assert form.isHidden()


def test_test_is_removed(form: ExpectationForm, asked: Asked) -> None:
    expected = Expectation(allowed=True, crawler="*", written="/a", url="/a")
    row = ExpectationRow(7, "", expected)
    form.open_on(row, expected)
    form.remove.click()
    assert asked.removed == [row]
    assert form.isHidden()
