"""What the auditor brings: texts at any place, a colour that can be read, fonts."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio import assets
from robotstudio.report.formats import FORMATS
from robotstudio.report.model import AuditReport, Notes
from robotstudio.report.pdf import pages_of, write
from robotstudio.report.sections import report_of
from robotstudio.report.style import LEAST_CONTRAST, ColourError, contrast_on_tint, read_colour, read_fonts
from robotstudio.store.errors import FileContentError, FileMissingError
from robotstudio.text.language import spoken
from robotstudio.text.locale import words_of
from robotstudio.text.phrases import PieceKind
from tests.report.subjects import WANTED, plain_subject

OWN = """Looked at on **Monday**.

# Recommendations
Begin with the first.

## The next steps
- publish `Disallow: /x`
- wait *a week*

## answer
In short: <b>fine</b>.
"""


def report_with(notes: str) -> AuditReport:
    return report_of(plain_subject(), replace(WANTED, notes=notes))


def notes_in(report: AuditReport, section: str) -> Sequence[Notes]:
    blocks = next(each.blocks for each in report.sections if each.id == section)
    return [block for block in blocks if isinstance(block, Notes)]


def test_heading_of_a_section_puts_the_text_there_and_any_other_is_a_section() -> None:
    report = report_with(OWN)
    ids = [section.id for section in report.sections]
    assert ids[:3] == ["answer", "recommendations", "own-2"]
    assert [section.title for section in report.sections][2] == "The next steps"
    assert [notes.title for notes in notes_in(report, "recommendations")] == ["Notes of the auditor"]
    assert len(notes_in(report, "answer")) == 2


def test_titles_in_the_language_of_the_report_name_sections() -> None:
    with spoken(words_of("es")):
        report = report_with("# Recomendaciones\nPrimero esto.\n# Expectations\nNinguna.\n")
    assert [section.id for section in report.sections][:3] == ["answer", "recommendations", "own-2"]


def test_marks_are_bold_code_and_lists_and_all_else_is_text() -> None:
    (notes,) = notes_in(report_with("- a **b** `c*` ** d\n\n**\n`e\n"), "answer")
    first, *_ = notes.lines
    assert [(piece.text, piece.kind) for piece in first.phrase] == [
        ("a ", PieceKind.TEXT),
        ("b", PieceKind.STRONG),
        (" ", PieceKind.TEXT),
        ("c*", PieceKind.TOKEN),
        (" ** d", PieceKind.TEXT),
    ]
    assert [line.is_item for line in notes.lines] == [True, False, False, False]
    assert ["".join(piece.text for piece in line.phrase) for line in notes.lines[1:]] == ["", "**", "`e"]


def test_own_texts_are_in_every_format_and_harmless() -> None:
    report = report_with(OWN)
    html = FORMATS["html"].write(report).decode()
    assert "<ul><li>publish <code>Disallow: /<wbr>x</code></li><li>wait *a week*</li></ul>" in html
    assert "<p>In short: &lt;b&gt;fine&lt;/b&gt;.</p>" in html
    text = FORMATS["md"].write(report).decode()
    assert "\n## The next steps\n\n- publish `Disallow: /x`\n" in text
    assert "own-2" in [each["id"] for each in json.loads(FORMATS["json"].write(report))["sections"]]
    assert write(report).startswith(b"%PDF-")


@pytest.mark.parametrize(("text", "colour"), [("#1a6b3c", "#1a6b3c"), (" 036 ", "#003366"), ("#3B55CF", "#3b55cf")])
def test_dark_colours_are_taken(text: str, colour: str) -> None:
    assert read_colour(text) == colour
    assert contrast_on_tint(colour) >= LEAST_CONTRAST


@pytest.mark.parametrize("text", ["#ffcc00", "#888", "#3b82f6"])
def test_pale_colour_is_refused_with_its_contrast(text: str) -> None:
    with pytest.raises(ColourError, match=r"too light for text: its contrast is \d\.\d, and at least 4\.5 is needed"):
        read_colour(text)


@pytest.mark.parametrize("text", ["red", "#12", "#12345g", "url(x)", "#1234567"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ColourError, match="is not a colour"):
        read_colour(text)


def test_colour_and_font_are_on_the_pages() -> None:
    fonts = read_fonts(assets.path("fonts"))
    assert fonts.family == "Inter"
    mono = replace(fonts, family="JetBrains Mono")
    plain, own = (report_of(plain_subject(), replace(WANTED, accent=each)) for each in ("#3B55CF", "#7a1f5c"))
    assert pages_of(plain, 30) != pages_of(own, 30)
    assert pages_of(plain, 30) != pages_of(replace(plain, fonts=mono), 30)
    page = FORMATS["html"].write(replace(own, fonts=mono)).decode()
    assert "--accent: #7a1f5c" in page
    assert 'font-family: "JetBrains Mono", Inter' in page


def test_font_without_the_letters_of_a_language_leaves_them_to_ours(tmp_path: Path) -> None:
    (tmp_path / "a.ttf").write_bytes(assets.path("fonts/JetBrainsMono-Regular.ttf").read_bytes())
    with spoken(words_of("zh_CN")):
        pdf = write(report_of(plain_subject(), replace(WANTED, fonts=read_fonts(tmp_path))))
    assert b"<pdfuaid:part>1</pdfuaid:part>" in pdf


def test_folder_without_fonts_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.ttf").write_bytes(b"no font")
    with pytest.raises(FileContentError, match="contains no fonts"):
        read_fonts(tmp_path)
    with pytest.raises(FileMissingError, match="There is no folder"):
        read_fonts(tmp_path / "none")
