"""A table of URLs: read once, in the given order, and converted to each dialect's form on first use.

A `Matrix` holds the verdicts of many agents on it: one column for each distinct set of rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.path_forms import (
    ESCAPED,
    OTHER,
    Forms,
    PathOf,
    Paths,
    added_to,
    forms_of,
    paths_of,
    replaced,
)
from robotstudio.engine.bulk.sorted_paths import SortedPaths, distinct_sorted
from robotstudio.engine.bulk.texts import Texts
from robotstudio.engine.bulk.verdicts import Bools, Column, Lines, Verdicts
from robotstudio.engine.bulk.view import PathView, PatternRows
from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.dialects import Dialect
from robotstudio.engine.names import Agent, agent_key
from robotstudio.engine.paths import path_of
from robotstudio.engine.verdict import GroupChoice

_MANY_URLS = 50_000
_FEW_OTHERS = 1 / 16


class UrlTable:
    """URLs to be tested, in the given order.

    Dialects that have the same form of all URLs share a view. In a large table with few unusual URLs, views that differ
    only in those share their sorted paths.
    """

    def __init__(self, urls: Iterable[str]) -> None:
        """Take URLs, each as a crawler would request it."""
        self.texts = urls if isinstance(urls, Texts) else Texts.of(urls)
        """The URLs in their common buffer."""
        self._views: dict[PathOf, PathView] = {}

    @classmethod
    def from_buffer(cls, joined: bytes, starts: NDArray[np.int64]) -> "UrlTable":
        """Make a table of concatenated URLs in UTF-8; `starts` has one offset more than there are URLs."""
        return cls(Texts(joined, starts))

    @property
    def urls(self) -> Sequence[str]:
        """The URLs, in the given order; each string is made on use."""
        return self.texts

    def __len__(self) -> int:
        return len(self.texts)

    def view(self, form: PathOf, checkpoint: Checkpoint = go_on) -> PathView:
        """Return the sorted paths of the URLs in the form of a dialect's `path_of`."""
        if form not in self._views:
            self._views |= self._made(form, checkpoint)
        return self._views[form]

    def _made(self, form: PathOf, checkpoint: Checkpoint) -> Mapping[PathOf, PathView]:
        """Make the requested view, and those that cost little in addition."""
        paths = paths_of(self.texts, checkpoint)
        few = self._made_together(form, paths)
        if few:
            forms = {each: forms_of(self.texts, paths, each, checkpoint) for each in few}
            return _views(paths, forms, checkpoint)
        found = forms_of(self.texts, paths, form, checkpoint)
        if len(found.places):
            return {form: _view_of(replaced(paths, found), checkpoint)}
        usual = self._views.get(path_of) or _view_of(paths, checkpoint)
        return {form: usual, path_of: usual}

    def _made_together(self, form: PathOf, paths: Paths) -> Sequence[PathOf]:
        """Return the forms that leave most URLs of a large table unchanged, if `form` is one of them."""
        if len(self) < _MANY_URLS or np.count_nonzero(paths.kinds == OTHER) > len(self) * _FEW_OTHERS:
            return ()
        return [each for each, escaped in ESCAPED.items() if not escaped] if ESCAPED.get(form) == b"" else ()


def _views(paths: Paths, forms: Mapping[PathOf, Forms], checkpoint: Checkpoint) -> Mapping[PathOf, PathView]:
    """Make a view for each form, with common sorted paths; forms that change nothing share one view."""
    known, inverse = _sorted(added_to(paths, tuple(forms.values())), checkpoint)
    count = len(paths.begins)
    usual, last = PathView(known, inverse[:count].copy()), count
    views: dict[PathOf, PathView] = {}
    for form, found in forms.items():
        first, last = last, last + len(found.places)
        views[form] = usual
        if len(found.places):
            own = usual.inverse.copy()
            own[found.places] = inverse[first:last]
            views[form] = PathView(known, own)
    return views


def _view_of(paths: Paths, checkpoint: Checkpoint) -> PathView:
    return PathView(*_sorted(paths, checkpoint))


def _sorted(paths: Paths, checkpoint: Checkpoint) -> tuple[PatternRows, NDArray[np.int32]]:
    order, inverse = distinct_sorted(paths.source, paths.begins, paths.lengths, checkpoint)
    found = SortedPaths.gathered(paths.source, paths.begins, paths.lengths, order, checkpoint)
    return PatternRows(found), inverse


class Matrix:
    """The verdicts of some agents on a table; agents with the same rules share theirs."""

    def __init__(self, size: int, classes: Mapping[object, int], verdicts: Sequence[Verdicts]) -> None:
        """Take verdicts on `size` URLs; `classes` maps agents to indices of verdicts."""
        self._size = size
        self._classes = MappingProxyType(dict(classes))
        self.verdict_classes = tuple(verdicts)

    def column(self, agent: Agent) -> Column:
        """Return (allowed, line) of one agent, in table order: booleans and 1-based lines, 0 if no rule decided."""
        return self.verdict_class(agent).column

    def verdict_class(self, agent: Agent) -> Verdicts:
        """Return the verdicts of one agent, which can be read row by row; the same object for the same rules."""
        return self.verdict_classes[self._classes[agent_key(agent)]]

    @property
    def allowed(self) -> Bools:
        """All agents together, (URLs, agents); for small inputs."""
        columns = [self.verdict_classes[place].column[0] for place in self._classes.values()]
        return np.stack(columns, axis=1) if columns else np.zeros((self._size, 0), np.bool_)

    @property
    def line(self) -> Lines:
        """The deciding lines of all agents together, (URLs, agents); for small inputs."""
        columns = [self.verdict_classes[place].column[1] for place in self._classes.values()]
        return np.stack(columns, axis=1) if columns else np.zeros((self._size, 0), np.int32)


def evaluate(
    dialect: Dialect,
    table: UrlTable,
    choices: Sequence[tuple[Agent, GroupChoice]],
    checkpoint: Checkpoint = go_on,
) -> Matrix:
    """Compute the verdicts on a table for agents whose groups are known; the same rules are evaluated once."""
    view = table.view(dialect.path_of, checkpoint)
    places: dict[int, int] = {}
    classes: dict[object, int] = {}
    verdicts: list[Verdicts] = []
    for agent, choice in choices:
        rules = choice.rules
        if id(rules) not in places:
            places[id(rules)] = len(verdicts)
            verdicts.append(view.verdicts(rules, dialect.never_asked, checkpoint))
        classes[agent_key(agent)] = places[id(rules)]
    return Matrix(len(table), classes, verdicts)
