"""A chart as PDF: a page of its own size, with vector lines and real text in the shipped fonts."""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from robotstudio.assets import path
from robotstudio.survey.charts.items import ChartTheme, Drawing
from robotstudio.survey.charts.looks import shown
from robotstudio.survey.charts.svg import svg_of

if TYPE_CHECKING:
    import typst

_TEMPLATE: Final = b"""#let (width, height) = ("width", "height").map(side => float(sys.inputs.at(side)) * 0.75pt)
#set document(title: sys.inputs.title, date: none)
#set page(width: width, height: height, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg", width: width, height: height, alt: sys.inputs.says)
"""


def pdf_of(drawing: Drawing, theme: ChartTheme) -> bytes:
    """Render the whole file; deterministic. The picture in words is its text for screen readers."""
    import typst

    inputs = {
        "title": shown(drawing.title),
        "says": shown(drawing.says) or shown(drawing.title),
        "width": str(drawing.width),
        "height": str(drawing.height),
        "svg": svg_of(drawing, theme),
    }
    made = typst.Compiler(_TEMPLATE, font_paths=fonts(), sys_inputs=inputs).compile(format="pdf", timestamp=0)
    return made if isinstance(made, bytes) else b"".join(made or ())


@lru_cache(maxsize=1)
def fonts(folder: str | None = None) -> "typst.Fonts":
    """Return the shipped fonts, those of a folder, and those of the system for letters that both lack."""
    import typst

    paths = [str(path("fonts")), *([folder] if folder else [])]
    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=False, font_paths=paths)
