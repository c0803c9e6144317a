"""The figures of the published surveys as rows: title, source, table."""

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
"""By id, in display order."""

IMPORTED_FIGURES: Mapping[str, Figure] = MappingProxyType({figure.id: figure for figure in IMPORTED})
"""Figures that need a column which no robots.txt has."""
