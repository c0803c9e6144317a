"""Content of the list of changes: groups by the line that flips verdicts, and the URLs of each."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct

from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.engine.changes import Change, Changes, FlipGroup
from robotstudio.urls.urls import TestUrl

FIRST_SHOWN = 11
MOST_GROUPS = 300
MOST_SEARCHED = 12_000
"""The number of URLs that a search examines: it takes less than a frame or two."""


GroupKey = tuple[Change, bytes, bytes, bool]
"""The identity of a group across edits: its lines as written, not their numbers."""


class ChangeFilter(Struct, frozen=True):
    """Filter of the listed changes: by kind (none for all), and by every word of a text."""

    text: str = ""
    kinds: frozenset[Change] = frozenset()

    @property
    def is_all(self) -> bool:
        """Return True if nothing is left out."""
        return not self.text.split() and not self.kinds


class ListedGroup(Struct, frozen=True, eq=False):
    """A group with the indexes of its listed URLs, and how many more there are."""

    group: FlipGroup
    rows: tuple[int, ...]
    more: int
    is_searched: bool = False

    @property
    def key(self) -> GroupKey:
        """Return the identity across edits."""
        return key_of(self.group)

    @property
    def line(self) -> int:
        """Return the line of the draft that it leads to, 0 if the line is gone."""
        return self.group.new_line


class Outline(Struct, frozen=True, eq=False, dict=True):
    """The listed groups, and the crawlers with changes; the list of an empty outline is empty."""

    compared: DraftComparison | None
    groups: tuple[ListedGroup, ...]
    left_out: int = 0
    """The number of groups that are not listed."""
    is_cut: bool = False
    """True if a search did not examine all URLs that change."""

    @property
    def changes(self) -> Changes | None:
        return self.compared.changes if self.compared else None

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """Return the crawlers with any verdict that flips, in the order of the matrix."""
        found = self.changes.crawlers if self.changes else ()
        return tuple(each.token for each in found if each.blocked or each.allowed)

    @property
    def still(self) -> int:
        """Count the crawlers that keep all their verdicts."""
        return len(self.changes.crawlers) - len(self.tokens) if self.changes else 0

    @property
    def urls(self) -> Sequence[TestUrl]:
        return self.compared.analysis.urls if self.compared else ()


def key_of(group: FlipGroup) -> GroupKey:
    """Return the identity of a group across edits."""
    return group.blame.change, group.old_text, group.new_text, bool(group.new_line)


def outline_of(compared: DraftComparison | None, wanted: ChangeFilter, opened: Iterable[GroupKey] = ()) -> Outline:
    """Return what is listed; all URLs of the groups `opened`, of the others the first few."""
    changes = compared.changes if compared else None
    if compared is None or changes is None:
        return Outline(compared, ())
    urls, words, opened = compared.analysis.urls, wanted.text.lower().split(), frozenset(opened)
    left, left_out, is_cut = MOST_SEARCHED, 0, False
    listed: list[ListedGroup] = []
    for group in changes.groups:
        if wanted.kinds and group.blame.change not in wanted.kinds:
            continue
        if len(listed) == MOST_GROUPS or left <= 0:
            left_out, is_cut = left_out + 1, bool(words)
        elif words:
            rows = [row for row in group.rows[:left].tolist() if _holds(urls[row], words)]
            is_cut = is_cut or min(left, len(group.rows)) < group.urls
            left -= len(group.rows)
            if rows:
                listed.append(_listed(group, rows, len(rows), is_open=key_of(group) in opened, is_searched=True))
        else:
            is_open = key_of(group) in opened
            rows = group.rows[: None if is_open else FIRST_SHOWN + 1].tolist()
            listed.append(_listed(group, rows, group.urls, is_open=is_open))
    return Outline(compared, tuple(listed), left_out, is_cut)


def _listed(
    group: FlipGroup, rows: Sequence[int], found: int, *, is_open: bool, is_searched: bool = False
) -> ListedGroup:
    # One row more would say “1 more” where the URL itself could stand.
    shown = rows if is_open or len(rows) == found <= FIRST_SHOWN + 1 else rows[:FIRST_SHOWN]
    return ListedGroup(group, tuple(shown), found - len(shown), is_searched)


def _holds(url: TestUrl, words: Sequence[str]) -> bool:
    text = f"{url.url}\n{url.display}".lower()
    return all(word in text for word in words)
