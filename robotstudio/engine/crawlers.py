"""The crawler catalogue: which product tokens a crawler looks for, in which order, and which dialect it reads."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from robotstudio import assets


@dataclass(frozen=True)
class Crawler:
    """A crawler: facts from resources/crawlers.json, each row with its source and the date it was checked on.

    `fallback` are the tokens it looks for when no group names its own, before `*`. `assumed` says that its operator has
    not published how it reads a file, so that the dialect is an assumption.
    """

    token: str
    title: str
    operator: str
    purpose: str
    fallback: tuple[str, ...]
    dialect: str
    assumed: bool
    user_agent: str
    source: str
    confidence: str
    checked_on: str
    note: str = ""

    @cached_property
    def chain(self) -> tuple[str, ...]:
        """The tokens in the order in which a group for them is looked for; `*` is always the last and not named."""
        return (self.token, *self.fallback)

    @property
    def is_any_other(self) -> bool:
        """Whether this stands for every crawler that no group names."""
        return self.token == "*"  # noqa: S105 - a product token


ANY_OTHER = Crawler(
    token="*",  # noqa: S106 - a product token
    title="any other",
    operator="",
    purpose="other",
    fallback=(),
    dialect="rfc9309",
    assumed=False,
    user_agent="",
    source="https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1",
    confidence="documented",
    checked_on="2026-11-20",
)


def _load() -> tuple[Mapping[str, Crawler], tuple[str, ...]]:
    data: dict[str, Any] = json.loads(assets.path("crawlers.json").read_bytes())
    rows = [Crawler(**{**row, "fallback": tuple(row["fallback"])}) for row in data["crawlers"]]
    return MappingProxyType({row.token: row for row in (*rows, ANY_OTHER)}), tuple(data["default"])


CRAWLERS, DEFAULT_TOKENS = _load()
_BY_LOWER_TOKEN = {token.lower(): crawler for token, crawler in CRAWLERS.items()}


def crawler_for(token: str) -> Crawler:
    """The catalogue's crawler of that token, whatever its case; an unknown token reads as RFC 9309 says."""
    known = _BY_LOWER_TOKEN.get(token.strip().lower())
    if known:
        return known
    token = token.strip()
    return Crawler(
        token, token, "", "own", (), "rfc9309", assumed=True, user_agent="", source="", confidence="", checked_on=""
    )
