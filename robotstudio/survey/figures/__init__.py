"""The figures of the published surveys, each as a row: what it is called, where it is from, what its table is."""

from collections.abc import Mapping
from types import MappingProxyType

from robotstudio.survey.figures.adoption import ADOPTION
from robotstudio.survey.figures.ai import AI, IMPORTED
from robotstudio.survey.figures.crawlers import CRAWLERS_OF_FILES
from robotstudio.survey.figures.errors import ERRORS, SHARING
from robotstudio.survey.figures.form import FORM
from robotstudio.survey.figures.model import Chart, Figure, FigurePart, FigureTable
from robotstudio.survey.figures.trends import TRENDS

__all__ = ["FIGURES", "IMPORTED_FIGURES", "Chart", "Figure", "FigurePart", "FigureTable"]

_ROWS = (*ADOPTION, *FORM, *CRAWLERS_OF_FILES, *AI, *ERRORS, *SHARING, *TRENDS)
FIGURES: Mapping[str, Figure] = MappingProxyType({figure.id: figure for figure in _ROWS})
"""By their ids, in the order in which they are listed."""

IMPORTED_FIGURES: Mapping[str, Figure] = MappingProxyType({figure.id: figure for figure in IMPORTED})
"""Those that need a column which no robots.txt has."""
