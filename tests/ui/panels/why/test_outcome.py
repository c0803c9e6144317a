"""A cell that the outcome of the fetch decides is explained by that outcome, with the verdict of the rules."""

import pytest
from PySide6.QtGui import QGuiApplication

from robotstudio.draft.outcome_verdict import OutcomeVerdict
from robotstudio.engine import Robots
from robotstudio.engine.crawlers import crawler_for
from robotstudio.explain.explanation import StepPart
from robotstudio.text.language import ENGLISH
from robotstudio.text.phrases import Piece, PieceKind
from robotstudio.ui.panels.why.panel import VerdictLine, WhyPanel
from robotstudio.ui.theme.glyphs import Glyph
from tests.ui.panels.why.conftest import DRAFT, Explain
from tests.ui.parts import body_of, copy_as, part_of

URL = "/cart/checkout?step=2"


def subject(*, allowed: bool | None = False, with_rules: bool = True, url: str = URL) -> OutcomeVerdict:
    """Return the verdict of a 503 on a URL."""
    crawler = crawler_for("Googlebot")
    said = "<b>Googlebot may not fetch</b> {url}: the server answers 503, so the whole site counts as blocked."
    return OutcomeVerdict(
        crawler,
        url,
        allowed,
        ENGLISH.phrase(said, url=Piece(url, PieceKind.URL)),
        "So for the first 12 hours.",
        "Google: HTTP status codes",
        "https://example.com/status",
        assumed=False,
        verdict=Robots.parse(DRAFT).decide(url, crawler.chain) if with_rules else None,
    )


def test_outcome_comes_first_and_the_rules_are_what_would_have_been(panel: WhyPanel) -> None:
    panel.show_outcome(subject())
    assert "the server answers 503" in body_of(panel).sentence.toPlainText()
    steps = body_of(panel).steps.told.split("\n")
    assert steps[0] == "1. The outcome of the fetch decides. So for the first 12 hours. Google: HTTP status codes."
    assert steps[1].startswith("2. The rules play no part. The draft's own rules would block it by line 8.")
    assert steps[2].startswith("3. Result: blocked.")
    assert not body_of(panel).steps.buttons[StepPart.GROUP].isVisible()
    comparison = body_of(panel).comparison.comparison
    assert comparison.winner is None
    assert comparison.rows[0].result == "would win: only match"


@pytest.mark.parametrize(
    ("allowed", "look"),
    [(False, (Glyph.CROSS, "blocked")), (True, (Glyph.CHECK, "allowed")), (None, (Glyph.QUESTION, "unknown"))],
)
def test_sign_says_what_becomes_of_the_url(panel: WhyPanel, allowed: bool | None, look: tuple[Glyph, str]) -> None:
    panel.show_outcome(subject(allowed=allowed))
    assert body_of(panel).box.look == look
    assert not panel.grab().isNull()


def test_outcome_without_known_rules_shows_none(panel: WhyPanel) -> None:
    panel.show_outcome(subject(with_rules=False))
    assert not body_of(panel).comparison.isVisible()
    assert "own rules" not in body_of(panel).steps.told


def test_rules_come_back_after_an_outcome(panel: WhyPanel, explain: Explain) -> None:
    explain()
    panel.show_outcome(subject())
    assert not body_of(panel).steps.buttons[StepPart.GROUP].isVisible()
    explain()
    assert body_of(panel).steps.buttons[StepPart.GROUP].isVisible()
    assert body_of(panel).comparison.comparison.winner


def test_folded_panel_says_the_outcome(panel: WhyPanel) -> None:
    panel.set_folded(True)
    panel.show_outcome(subject())
    assert part_of(panel, VerdictLine).text.startswith(
        "Googlebot may not fetch /cart/checkout?step=2: the server answers 503"
    )


def test_outcome_can_be_copied_with_its_clause(panel: WhyPanel) -> None:
    panel.show_outcome(subject())
    copy_as(panel, "Copy as text")
    text = QGuiApplication.clipboard().text()
    assert "1. The outcome of the fetch decides. So for the first 12 hours. [Google: HTTP status codes]" in text
    assert "https://example.com/status" in text
    copy_as(panel, "Copy as Markdown")
    assert "([Google: HTTP status codes](https://example.com/status))" in QGuiApplication.clipboard().text()


def test_newer_outcome_of_the_same_cell_stays_where_it_was_scrolled(panel: WhyPanel) -> None:
    panel.resize(930, 160)
    panel.show_outcome(subject())
    panel.grab()
    body_of(panel).verticalScrollBar().setValue(5)
    panel.show_outcome(subject(allowed=None))
    assert body_of(panel).verticalScrollBar().value() == 5
    panel.show_outcome(subject(url="/other"))
    assert body_of(panel).verticalScrollBar().value() == 0
