"""A sum over URLs of which some have no value: unknown is not 0, and what is counted is never negative."""

import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

COMPARISONS: Final[Mapping[str, Callable[[float, float], bool]]] = MappingProxyType(
    {
        "<": operator.lt,
        "<=": operator.le,
        "=": operator.eq,
        "!=": operator.ne,
        ">": operator.gt,
        ">=": operator.ge,
    }
)
_IF_MORE: Final[Mapping[str, bool]] = MappingProxyType({"<": False, "<=": False, ">": True, ">=": True})
"""Result of a comparison for any sum that is large enough."""


class Sum(Struct, frozen=True):
    """The sum over some URLs, and of how many of them the value is known."""

    total: float
    known: int
    urls: int

    @property
    def is_unknown(self) -> bool:
        """True if no value is known; the sum over no URLs is 0."""
        return bool(self.urls) and not self.known

    @property
    def unknown(self) -> int:
        """Number of URLs without a value; if there are any, the sum is `total` or more."""
        return self.urls - self.known

    @property
    def least(self) -> float | None:
        """The sum, or what it is at least; None if that is only 0."""
        return None if self.unknown and not self.total else self.total

    def plus(self, other: "Sum") -> "Sum":
        """Return the sum over the URLs of both."""
        return Sum(self.total + other.total, self.known + other.known, self.urls + other.urls)

    def compared(self, comparison: str, limit: float) -> bool | None:
        """Return whether a comparison holds, None if that depends on the URLs without a value."""
        holds = COMPARISONS[comparison](self.total, limit)
        if not self.unknown:
            return holds
        if self.is_unknown:
            return None
        if comparison in _IF_MORE:
            return holds if holds is _IF_MORE[comparison] else None
        return comparison == "!=" if self.total > limit else None
