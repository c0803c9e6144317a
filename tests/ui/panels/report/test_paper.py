"""A report laid out by Qt: only embedded resources are loaded, long ones have pages, and strangers' text is escaped."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QUrl
from PySide6.QtGui import QImage, QPaintDevice, QPainter, QPdfWriter, QTextDocument, QTextFormat

from robotstudio.report.model import Logo
from robotstudio.report.sections import report_of
from robotstudio.report.texts import shown
from robotstudio.text.language import spoken
from robotstudio.text.locale import LANGUAGES, words_of
from robotstudio.ui.panels.report import paper as paper_module
from robotstudio.ui.panels.report.paper import Paper, pdf_of
from tests.report.subjects import WANTED, plain_subject, subject
from tests.report.test_hostile import HOSTILE

IMAGE = QTextDocument.ResourceType.ImageResource.value


def pages(pdf: bytes) -> int:
    return pdf.count(b"/Type /Page\n")


def test_pdf_has_pages_of_paper(tmp_path: Path) -> None:
    short = report_of(subject(tmp_path), replace(WANTED, sections=("answer",)))
    whole = report_of(subject(tmp_path), WANTED)
    assert pages(pdf_of(short)) == 1
    assert pages(pdf_of(whole)) > 3


def test_paper_has_all_that_a_page_has(tmp_path: Path) -> None:
    report = report_of(subject(tmp_path), WANTED)
    text = Paper(report).toPlainText()
    for section in report.sections:
        assert section.title in text
    for said in ("Googlebot may not fetch 3 of 7 URLs.", "Disallow: /old/", "Misspelled field name", "before.txt"):
        assert said in text


@pytest.mark.usefixtures("qapp")
def test_text_of_strangers_is_no_mark_up_and_names_nothing_to_load() -> None:
    report = report_of(plain_subject(HOSTILE), replace(WANTED, notes="<img src='file:///etc/hostname'>"))
    paper = Paper(report)
    assert "<script>alert(1)</script>" in paper.toPlainText()
    formats = paper.allFormats()
    assert not [each for each in formats if each.objectType() == QTextFormat.ObjectTypes.ImageObject.value]
    assert not [each for each in formats if each.toCharFormat().isAnchor()]


def test_file_of_the_disk_is_never_read_as_a_picture(tmp_path: Path) -> None:
    picture = QImage(9, 9, QImage.Format.Format_RGB32)
    picture.fill(0)
    picture.save(str(tmp_path / "a.png"))
    paper = Paper(report_of(plain_subject(), WANTED))
    for address in (QUrl.fromLocalFile(str(tmp_path / "a.png")), "https://example.com/a.png", "qrc:/a.png"):
        loaded = paper.loadResource(IMAGE, address)
        assert isinstance(loaded, QImage)
        assert loaded.width() == 1


def test_logo_is_in_the_page_itself(tmp_path: Path) -> None:
    picture = QImage(9, 9, QImage.Format.Format_RGB32)
    picture.fill(0)
    picture.save(str(tmp_path / "a.png"))
    logo = Logo("png", (tmp_path / "a.png").read_bytes())
    paper = Paper(report_of(plain_subject(), replace(WANTED, logo=logo)))
    assert [each for each in paper.allFormats() if each.objectType() == QTextFormat.ObjectTypes.ImageObject.value]
    assert pdf_of(paper.report).count(b"/Subtype /Image") >= 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_line_below_each_page_is_whole(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(paper_module, "QPainter", lambda device: Recorder(device, drawn))
    with spoken(words_of(code)):
        report = report_of(plain_subject(), WANTED)
    pdf_of(report)
    assert shown(report.footer) in drawn
    assert not [text for text in drawn if text.endswith("…")]


class Recorder(QPainter):
    """Records the painted texts."""

    def __init__(self, device: QPaintDevice, drawn: list[str]) -> None:
        super().__init__(device)
        self._drawn = drawn

    def drawText(self, at: QPointF, text: str) -> None:  # type: ignore[override]  # the only way it is called here
        self._drawn.append(text)
        super().drawText(at, text)


@pytest.mark.skipif(not hasattr(QPdfWriter, "setAuthor"), reason="Qt knows no author before 6.9")
def test_pdf_names_its_author() -> None:
    report = report_of(plain_subject(), replace(WANTED, author="Anna Berg", sections=("answer",)))
    assert "Anna Berg".encode("utf-16-be") in pdf_of(report)
