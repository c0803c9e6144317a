"""The model of an AI policy: choices for the crawlers of a purpose, or for single ones."""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

from msgspec import Struct, field

from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.store.did_you_mean import nearest
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import Message, Plural

MOST_PATHS: Final = 100
_LONGEST_PATH: Final = 500
_IN_PATHS: Final = "/%:@!&'()+;=~-._"
_SPECIAL: Final = re.compile(r"[*$?#,\s\x00-\x1f\x7f]")
_NO_ESCAPE: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")


class PolicyError(RobotStudioError):
    """A policy cannot be read or written as requested."""


class Stance(StrEnum):
    """Choice for a crawler or a purpose; nothing is written for `LEAVE`."""

    ALLOW = "allow"
    BLOCK = "block"
    PATHS = "only"
    LEAVE = "leave"


class PolicyChoice(Struct, frozen=True):
    """A choice; with `paths`, only URLs that begin with one of them may be fetched."""

    stance: Stance
    paths: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Format as in the block; `choice_of` parses it."""
        return self.stance.value + "".join(f" {path}" for path in self.paths)

    def allows(self, path: str) -> bool:
        """Return True if the choice alone allows a path."""
        return path.startswith(self.paths) if self.stance is Stance.PATHS else self.stance is not Stance.BLOCK


ALLOW: Final = PolicyChoice(Stance.ALLOW)
BLOCK: Final = PolicyChoice(Stance.BLOCK)
LEAVE: Final = PolicyChoice(Stance.LEAVE)


class AiPolicy(Struct, frozen=True):
    """Choices by purpose and by crawler token; a crawler's own choice overrides its purpose's."""

    purposes: Mapping[str, PolicyChoice] = field(default_factory=lambda: MappingProxyType({}))
    crawlers: Mapping[str, PolicyChoice] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def is_empty(self) -> bool:
        return not (self.purposes or self.crawlers)

    def choice_for(self, crawler: Crawler) -> PolicyChoice | None:
        """Return the choice for a crawler; a purpose's choice excludes outdated tokens."""
        choice = self.crawlers.get(crawler.token)
        if choice is None and not crawler.is_any_other and not crawler.outdated:
            choice = self.purposes.get(crawler.purpose)
        return None if choice == LEAVE else choice

    def chosen(self, catalogue: Catalogue) -> Iterator[tuple[Crawler, PolicyChoice]]:
        """Iterate over the crawlers with a choice, in catalogue order."""
        for crawler in catalogue.crawlers.values():
            choice = self.choice_for(crawler)
            if choice:
                yield crawler, choice

    def with_choice(self, who: str, choice: PolicyChoice, catalogue: Catalogue) -> "AiPolicy":
        """Set the choice for a purpose or a crawler. Raises PolicyError for anything else.

        `LEAVE` for a crawler is noted if its purpose has a choice.
        """
        if who in catalogue.purposes:
            return AiPolicy(_changed(self.purposes, who, None if choice == LEAVE else choice), self.crawlers)
        crawler = catalogue.known(who)
        if crawler is None or crawler.is_any_other:
            if near := nearest(who, (*catalogue.purposes, *catalogue.crawlers)):
                message: Message = "“{who}” is neither a purpose nor a known crawler. Did you mean {near}?"
                raise PolicyError(message, who=who, near=near)
            raise PolicyError("“{who}” is neither a purpose nor a known crawler.", who=who)
        needs_note = choice != LEAVE or crawler.purpose in self.purposes
        return AiPolicy(self.purposes, _changed(self.crawlers, crawler.token, choice if needs_note else None))

    def without_own(self, token: str) -> "AiPolicy":
        """Remove a crawler's own choice, so that its purpose's applies."""
        return AiPolicy(self.purposes, _changed(self.crawlers, token, None))


def _changed(choices: Mapping[str, PolicyChoice], key: str, choice: PolicyChoice | None) -> Mapping[str, PolicyChoice]:
    changed = {name: known for name, known in choices.items() if name != key}
    if choice:
        changed[key] = choice
    return MappingProxyType(changed)


_UNKNOWN_CHOICE: Message = "“{text}” is not a choice. Choose allow, block, leave, or only with paths after it."
_NEARLY_A_CHOICE: Message = "“{text}” is not a choice. Did you mean {near}?"
_NO_PATHS: Message = "“only” needs paths after it: only /press/ /about/."
_TOO_MANY_PATHS = Plural(
    "A choice can name {count} path at most; choose a path above them.",
    "A choice can name {count} paths at most; choose a path above them.",
)
_NO_SLASH: Message = "“{path}” must begin with a slash."
_NO_PLAIN_PATH: Message = (
    "“{path}” is not a plain path. Crawlers read *, $, ? and # differently; use a path without them."
)
_LONG_PATH: Message = "“{path}” is too long for a path of a choice."


def choice_of(text: str) -> PolicyChoice:
    """Parse a choice: `allow`, `block`, `leave`, or `only /a/ /b/`. Raises PolicyError."""
    word, *paths = text.split() or ("",)
    if word not in set(Stance) or (paths and word != Stance.PATHS):
        if near := nearest(word, [*Stance]):
            raise PolicyError(_NEARLY_A_CHOICE, text=text, near=near)
        raise PolicyError(_UNKNOWN_CHOICE, text=text)
    return only(paths) if word == Stance.PATHS else PolicyChoice(Stance(word))


def only(paths: Iterable[str]) -> PolicyChoice:
    """Make the choice of these paths, dropping those below others. Raises PolicyError for paths with wildcards."""
    plain = sorted(set(map(_plain_path, paths)))
    if not plain:
        raise PolicyError(_NO_PATHS)
    kept: list[str] = []
    for path in plain:  # sorted: a path follows its prefixes
        if not kept or not path.startswith(kept[-1]):
            kept.append(path)
    if len(kept) > MOST_PATHS:
        raise PolicyError(_TOO_MANY_PATHS, count=MOST_PATHS)
    return PolicyChoice(Stance.PATHS, tuple(kept))


def _plain_path(written: str) -> str:
    if not written.startswith("/"):
        raise PolicyError(_NO_SLASH, path=written)
    if _SPECIAL.search(written) or _NO_ESCAPE.search(written):
        raise PolicyError(_NO_PLAIN_PATH, path=written)
    path = quote(written, safe=_IN_PATHS)
    if len(path) > _LONGEST_PATH:
        raise PolicyError(_LONG_PATH, path=f"{written[:40]}…")
    return path
