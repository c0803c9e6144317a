"""The panel of problems: cards, filters, and requests of the person."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from robotstudio.draft.fix_offers import count_all, safe_findings
from robotstudio.lint.forecast import VALIDATORS
from robotstudio.lint.messages import fix_words
from robotstudio.text.language import ENGLISH
from robotstudio.ui.panels.problems import card_facts
from robotstudio.ui.panels.problems.card import HEAD, ProblemCard
from robotstudio.ui.panels.problems.card_facts import ProblemActions
from robotstudio.ui.panels.problems.others import forecast_of
from robotstudio.ui.panels.problems.panel import ProblemsPanel
from robotstudio.ui.panels.problems.words import LOOKS, severity_counts
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.labels import EmptyHint, Label
from tests.draft.checked_drafts import BODY, checked_of, never, number_of
from tests.ui.parts import part_of
from tests.ui.studios import keyboard

SEVERAL = (
    b"User-agent: *\nCrawl-delay: 5 s\nDisallow: private\nDisalow: /a\n Disallow: /b/\n"
    b"Disallow: /a/b/\nDisallow: john\nSitemap: /x.xml\n"
)
MANY = b"User-agent: *\n" + b"".join(b"Disallow: path%d\nDisalow: /x%d\n" % (n, n) for n in range(1500))


@pytest.fixture
def actions() -> Mock:
    """Return a mock of the panel's actions."""
    return Mock(spec=ProblemActions)


@pytest.fixture
def panel(qtbot: QtBot, actions: Mock) -> ProblemsPanel:
    panel = ProblemsPanel(actions)
    qtbot.addWidget(panel)
    panel.resize(880, 760)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    return panel


@pytest.fixture
def shown(panel: ProblemsPanel) -> ProblemsPanel:
    panel.show_checked(checked_of())
    return panel


def card_of(panel: ProblemsPanel, code: str) -> ProblemCard:
    assert panel.checked is not None
    number = number_of(panel.checked, code)
    panel.select(number)
    card = panel.list.card(number)
    assert card is not None
    return card


def codes(panel: ProblemsPanel) -> list[str]:
    assert panel.checked is not None
    return [panel.checked.findings[number].code for number in panel.listed]


def test_card_says_what_where_for_whom_and_what_helps(shown: ProblemsPanel) -> None:
    card = card_of(shown, "RS102")
    assert card.title.text() == "Misspelled field name"
    assert card.place.text() == "Line 2"
    assert card.toolTip() == "RS102"
    assert "Disalow" in card.message.toPlainText().replace("\u2060", "")
    assert card.affected.text() == "Bingbot"
    assert [line.text for line in card.diff.lines] == ["Disalow: /tmp/", "Disallow: /tmp/"]
    assert card.buttons[0].text() == "Change to Disallow"
    assert card.accessibleName().startswith("error, Line 2: Misspelled field name. ")


def test_cards_ask_what_their_fixes_flip_and_say_it(panel: ProblemsPanel, actions: Mock) -> None:
    checked = checked_of()
    panel.show_checked(checked)
    panel.show_flips(*count_all(checked, actions.count_flips.call_args.args[0], never))
    card = card_of(panel, "RS102")
    assert card.effect.text() == "changes 1 verdict"
    assert card.effect.toolTip() == "Then Bingbot may not fetch /tmp/x"
    assert "changes 1 verdict" in card.buttons[0].toolTip()


@pytest.mark.parametrize(("width", "is_beside"), [(640, True), (250, False)])
def test_effect_of_a_fix_is_beside_its_buttons_or_below_them(
    panel: ProblemsPanel, actions: Mock, width: int, is_beside: bool
) -> None:
    checked = checked_of()
    panel.resize(width, 760)
    panel.show_checked(checked)
    panel.show_flips(*count_all(checked, actions.count_flips.call_args.args[0], never))
    card = card_of(panel, "RS102")
    panel.list.grab()
    effect, button = card.effect.geometry(), card.buttons[0].geometry()
    assert effect.top() > card.diff.geometry().bottom()
    assert (abs(effect.center().y() - button.center().y()) < 4) is is_beside
    assert (effect.top() >= button.bottom()) is not is_beside


def test_what_is_proven_has_another_word_and_only_what_is_safe_the_shield(panel: ProblemsPanel, actions: Mock) -> None:
    proven, safe, tried = b"User-agent: *\nDisallow: /a/\nDisallow: /a/b/\n", b"User-agent: *\n Disallow: /a/\n", BODY
    said = []
    for body, code in ((proven, "RS422"), (safe, ""), (tried, "RS401")):
        checked = checked_of(body)
        panel.show_checked(checked)
        panel.show_flips(*count_all(checked, actions.count_flips.call_args.args[0], never))
        card = card_of(panel, code or safe_findings(checked.findings)[0].code)
        said.append((card.effect.text(), card.mark.isVisible() and card.mark.glyph is Glyph.PROVEN))
    assert said[0] == ("changes no verdict of your crawlers", False)
    assert said[1] == ("changes no verdict, for any URL", True)
    assert said[2][0] != said[1][0]
    assert not said[2][1]


def test_flips_of_what_was_found_before_are_dropped(panel: ProblemsPanel) -> None:
    before, now = checked_of(), checked_of(BODY + b"Disalow: /more\n")
    panel.show_checked(now)
    key = (number_of(before, "RS102"), 0)
    panel.show_flips(*count_all(before, {key: before.findings[key[0]].diagnostic.fixes}, never))
    assert panel.flips_of(key) is None


def test_flips_hold_for_another_check_that_found_the_same(panel: ProblemsPanel) -> None:
    before, again = checked_of(), checked_of()
    panel.show_checked(again)
    key = (number_of(before, "RS102"), 0)
    panel.show_flips(*count_all(before, {key: before.findings[key[0]].diagnostic.fixes}, never))
    assert panel.flips_of(key) is not None


def choose(panel: ProblemsPanel, words: str) -> None:
    """Choose a row of the filter by the beginning of its text."""
    slot = next(row.slot for row in panel.filter_rows() if row.text.startswith(words))
    assert slot is not None
    slot()


def test_filter_hides_severities_until_it_is_cleared(shown: ProblemsPanel) -> None:
    everything = codes(shown)
    choose(shown, "Errors")
    assert set(codes(shown)) == set(everything) - {"RS102", "RS204", "RS401"}
    assert shown.header.filter.isChecked()
    for row in shown.filter_rows()[1:-2]:
        choose(shown, row.text)
    assert codes(shown) == []
    assert part_of(shown, EmptyHint).isVisible()
    part_of(shown, EmptyHint).action_triggered.emit()
    assert codes(shown) == everything
    assert shown.list.isVisible()
    assert not shown.header.filter.isChecked()


def test_filter_lists_only_severities_that_were_found(shown: ProblemsPanel) -> None:
    texts = [row.text for row in shown.filter_rows()]
    assert texts[0] == "Errors, 3"
    assert not any(text.startswith("Warnings") for text in texts)
    assert texts[-1] == "Other validators"


@pytest.mark.parametrize("code", ["RS102", "RS204"])
def test_buttons_of_a_card_tell_what_is_wanted(shown: ProblemsPanel, actions: Mock, code: str) -> None:
    card = card_of(shown, code)
    assert card.facts is not None
    card.keep.click()
    actions.keep.assert_called_once_with(card.facts.number)
    card.place.click()
    assert actions.go_to_line.call_args.args == (card.facts.finding.line, True)
    if card.facts.offers:
        card.buttons[0].click()
        actions.apply_offer.assert_called_once_with(card.facts.offers[0])
    card.copy_code()
    assert QApplication.clipboard().text() == code


def unfolded(panel: ProblemsPanel) -> list[int]:
    cards = {number: panel.list.card(number) for number in panel.listed}
    return [number for number, card in cards.items() if card is not None and card.body.isVisible()]


def test_one_card_is_unfolded_and_a_click_on_its_head_folds_it(shown: ProblemsPanel, actions: Mock) -> None:
    first, second = shown.listed[:2]
    assert unfolded(shown) == [first]
    head = QPoint(200, 12)
    for number, expected in ((second, [second]), (second, []), (first, [first])):
        card = shown.list.card(number)
        assert card is not None
        QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=head)
        assert unfolded(shown) == expected
    actions.show_current.assert_called_with(first)
    card = shown.list.card(first)
    assert card is not None
    QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=head)
    shown.show_checked(checked_of(BODY + b"# more\n"))
    assert unfolded(shown) == [], "what was folded stays folded while somebody types"


def test_first_problem_of_a_file_is_unfolded_if_there_was_none_before(shown: ProblemsPanel) -> None:
    shown.show_checked(checked_of(b"User-agent: *\nDisallow: /a\n"))
    assert not shown.listed
    shown.show_checked(checked_of(BODY))
    assert unfolded(shown) == [shown.listed[0]]


def test_list_that_does_not_fit_begins_with_an_overview(panel: ProblemsPanel) -> None:
    panel.resize(493, 267)
    panel.show_checked(checked_of(SEVERAL))
    assert unfolded(panel) == []
    assert len(panel.list.seen) == len(panel.listed) > 4
    panel.resize(493, 760)
    assert unfolded(panel) == [panel.listed[0]]
    panel.resize(493, 267)
    panel.select(panel.listed[1])
    panel.resize(493, 760)
    assert unfolded(panel) == [panel.listed[1]], "what was chosen stays"


def test_head_counts_each_severity_or_all_if_there_is_no_room(panel: ProblemsPanel) -> None:
    checked = checked_of(SEVERAL)
    panel.show_checked(checked)
    counts = Counter(finding.severity for finding in checked.findings)
    assert panel.header.count.text() == severity_counts(counts)
    assert panel.header.count.text().startswith("5 errors · 1 note")
    panel.resize(180, 500)
    assert panel.header.count.text() == str(len(checked.findings))


def test_next_card_unfolds_when_the_current_finding_is_mended(shown: ProblemsPanel) -> None:
    card_of(shown, "RS102")
    shown.show_checked(checked_of(BODY.replace(b"Disalow", b"Disallow")))
    assert unfolded(shown) == [shown.listed[0]]


def test_explain_asks_for_the_page_of_the_rule(shown: ProblemsPanel, actions: Mock) -> None:
    card_of(shown, "RS204").explain.click()
    actions.explain.assert_called_once_with("RS204")


def test_keys_go_from_card_to_card_and_to_the_line(shown: ProblemsPanel, actions: Mock) -> None:
    shown.list.setFocus()
    first = shown.listed[0]
    assert shown.list.current == first
    QTest.keyClick(shown.list, Qt.Key.Key_Down)
    assert shown.list.current == shown.listed[1]
    QTest.keyClick(keyboard(), Qt.Key.Key_Up)
    assert shown.list.current == first
    assert QApplication.focusWidget() is shown.list.card(first)
    QTest.keyClick(keyboard(), Qt.Key.Key_End)
    assert shown.list.current == shown.listed[-1]
    QTest.keyClick(keyboard(), Qt.Key.Key_Return)
    actions.go_to_line.assert_called_once()
    QTest.keyClick(keyboard(), Qt.Key.Key_Home)
    QTest.keyClick(keyboard(), Qt.Key.Key_Up)
    assert shown.list.current == first


def test_tab_reaches_every_button_that_can_be_seen(shown: ProblemsPanel) -> None:
    wanted = {
        button
        for button in shown.findChildren(QAbstractButton)
        if button.isVisible() and button.isEnabled() and button.focusPolicy() & Qt.FocusPolicy.TabFocus
    }
    assert all(button.accessibleName() or button.text() for button in wanted)
    reached = set()
    shown.header.filter.setFocus()
    for _ in range(4 * len(wanted) + 20):
        QTest.keyClick(keyboard(), Qt.Key.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert wanted - reached == set()


def test_thousands_of_findings_need_few_cards(panel: ProblemsPanel) -> None:
    checked = checked_of(MANY)
    assert len(checked.findings) >= 2000
    panel.show_checked(checked)
    last = panel.listed[-1]
    panel.select(last)
    card = panel.list.card(last)
    assert card is not None
    assert panel.list.viewport().rect().intersects(card.geometry())
    assert len(panel.findChildren(ProblemCard)) <= panel.list.viewport().height() // HEAD + 2


def test_scrolling_shows_every_card_where_the_one_before_ends(panel: ProblemsPanel) -> None:
    panel.show_checked(checked_of(MANY))
    bar = panel.list.verticalScrollBar()
    for value in (0, 333, 5000, bar.maximum() // 2, bar.maximum()):
        bar.setValue(value)
        cards = sorted((card for card in panel.findChildren(ProblemCard) if card.isVisible()), key=ProblemCard.y)
        assert all(one.geometry().bottom() + 1 == other.y() for one, other in pairwise(cards))


def test_current_finding_stays_current_when_the_file_changes(shown: ProblemsPanel) -> None:
    card_of(shown, "RS204")
    shown.show_checked(checked_of(b"# new\nDisalow: /x\nSitemap: /a.xml\n"))
    assert shown.checked is not None
    assert shown.checked.findings[shown.list.current].code == "RS204"


def test_file_without_problems_says_so(panel: ProblemsPanel) -> None:
    panel.show_checked(checked_of(b"User-agent: *\nDisallow: /tmp/\n"))
    assert panel.listed == []
    assert part_of(part_of(panel, EmptyHint), Label).text() == "No problems."


def test_silenced_findings_are_counted(panel: ProblemsPanel) -> None:
    panel.show_checked(checked_of(b"User-agent: *\n# studio-ignore RS401\nDisallow: john\n"))
    assert "1 finding is silenced" in panel.header.count.toolTip()


def test_other_validators_are_told_by_name_with_date_and_line(shown: ProblemsPanel, actions: Mock) -> None:
    choose(shown, "Other validators")
    actions.ask_others.assert_called()
    assert shown.checked is not None
    shown.show_others(*forecast_of(shown.checked, never))
    words = shown.others.text.toPlainText().replace("\u2060", "").replace("\u00a0", " ")
    for name in ("Google Search Console", "Yandex Webmaster", "Lighthouse"):
        assert name in words
    assert all(f"checked on {ENGLISH.day(each.checked_on)}" in words for each in VALIDATORS.values())
    assert "Line 2   Unknown directive (error)   Disalow: /tmp/" in words
    shown.others.text.line_activated.emit(2, False)  # noqa: FBT003 - Qt's signature
    assert [each.args for each in actions.go_to_line.call_args_list] == [(2, False)]


def test_narrow_header_keeps_an_icon_and_the_number_of_safe_fixes(panel: ProblemsPanel) -> None:
    panel.show_checked(checked_of(b"User-agent: *\n Disallow: /a/\n Disallow: /b/\n"))
    header, texts = panel.header, []
    for width in (500, 200):
        panel.resize(width, 500)
        QApplication.processEvents()
        texts.append(header.safe.text())
        parts = (header.title, header.count, header.safe, header.filter, header.close_button)
        for before, after in pairwise(parts):
            assert before.geometry().right() < after.geometry().left()
        assert header.close_button.geometry().right() < width
    assert texts == ["Apply 2 safe fixes", "2"]
    assert header.safe.accessibleName() == "Apply 2 safe fixes"


def test_colours_follow_the_theme(shown: ProblemsPanel) -> None:
    theme.changed.emit()
    assert not shown.grab().isNull()


def test_finding_is_chosen_while_the_list_cannot_be_seen(shown: ProblemsPanel) -> None:
    shown.show_view(others=True)
    shown.show_checked(checked_of(MANY))
    shown.select(2000)
    shown.header.back.click()
    assert shown.list.current == 2000
    shown.hide()
    shown.show_checked(checked_of())
    last = shown.listed[-1]
    shown.select(last)
    shown.show()
    assert shown.list.current == last
    assert shown.list.card(last) is not None


def test_errors_come_first_then_warnings_then_notes_each_by_line(panel: ProblemsPanel) -> None:
    checked = checked_of(b"User-agent: *\nCrawl-delay: 5 s\nDisallow: private\nDisalow: /a\n")
    panel.show_checked(checked)
    listed = [checked.findings[number] for number in panel.listed]
    places = [(LOOKS[finding.severity].rank, finding.line) for finding in listed]
    assert places == sorted(places)
    assert [finding.line for finding in listed] != sorted(finding.line for finding in listed)
    assert [*panel.listed] != sorted(panel.listed)


def test_button_counts_the_cards_with_a_shield(panel: ProblemsPanel, actions: Mock) -> None:
    checked = checked_of(
        b"User-agent: *\n Disallow: /a/\n Disallow: /b/\nDisallow: /a/b/\nSitemap: /x.xml\nDisallow: john\n"
    )
    panel.resize(880, 3000)
    panel.show_checked(checked)
    panel.show_flips(*count_all(checked, actions.count_flips.call_args.args[0], never))
    shields = 0
    for number in panel.listed:
        panel.select(number)
        card = panel.list.card(number)
        assert card is not None
        shields += card.mark.isVisible() and card.mark.glyph is Glyph.PROVEN
    assert shields > 1
    assert panel.header.safe.accessibleName() == f"Apply {shields} safe fixes"


OFFERING = """User-agent: *
Disallow: /admin/
Disallow: /cart/
Disallow: /مرحبا/عالم

User-agent: Googlebot
Disalow: /search
Disallow: /other
""".encode()


def longer(words: str) -> str:
    """Make a text as long as a translation may be."""
    return words + "x" * (len(words) * 2 // 5)


@pytest.mark.parametrize("width", [880, 560])
@pytest.mark.parametrize("translated", [str, longer])
def test_words_on_buttons_are_never_cut(
    panel: ProblemsPanel, monkeypatch: pytest.MonkeyPatch, width: int, translated: Callable[[str], str]
) -> None:
    monkeypatch.setattr(card_facts, "fix_words", lambda fix: translated(fix_words(fix)))
    panel.resize(width, 760)
    panel.show_checked(checked_of(OFFERING))
    offered = []
    for number in panel.listed:
        panel.select(number)
        card = panel.list.card(number)
        assert card is not None
        assert card.height() == card.height_for(card.width())
        for button in card.buttons:
            if button.isVisible():
                offered.append(button.accessibleName())
                is_path = "%" in button.text()  # a stranger's path may have any length
                assert is_path or button.text() == button.accessibleName()
                assert is_path or button.width() >= button.sizeHint().width()
                assert card.rect().contains(button.geometry())
                assert not button.geometry().intersects(card.diff.geometry())
    assert translated("Copy the rules of * into this group") in offered
    assert any("%D9%85" in words for words in offered)
