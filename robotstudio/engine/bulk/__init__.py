"""Verdicts on many URLs at once: the same as `decide`, cell for cell, by searching all paths together.

Paths are sorted once. All that start with a literal prefix are then one contiguous range, found by bisection; a
wildcard pattern is searched only inside the range of its prefix, in one joined buffer. The rows that a pattern matches
do not depend on the rest of the file: they are cached, so that an edit costs one rule and not the file.
"""

from robotstudio.engine.bulk.origins import Order, mask_outside, order_by_url
from robotstudio.engine.bulk.search import Rows
from robotstudio.engine.bulk.table import Matrix, UrlTable, evaluate
from robotstudio.engine.bulk.texts import Texts, mask_found
from robotstudio.engine.bulk.verdicts import Bools, Column, Flags, Lines, Tally, Verdicts, count_decided_urls
from robotstudio.engine.bulk.view import PathView

__all__ = [
    "Bools",
    "Column",
    "Flags",
    "Lines",
    "Matrix",
    "Order",
    "PathView",
    "Rows",
    "Tally",
    "Texts",
    "UrlTable",
    "Verdicts",
    "count_decided_urls",
    "evaluate",
    "mask_found",
    "mask_outside",
    "order_by_url",
]
