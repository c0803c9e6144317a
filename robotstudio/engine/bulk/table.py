"""A table of URLs: read once, in the order given, and in each dialect's form when that is first asked for."""

from collections.abc import Iterable, Mapping, Sequence

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
from robotstudio.engine.bulk.sorted_paths import SortedPaths
from robotstudio.engine.bulk.sorting import distinct_sorted
from robotstudio.engine.bulk.texts import Texts
from robotstudio.engine.bulk.view import PathView, PatternRows
from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.paths import path_of

_MANY_URLS = 50_000
_FEW_OTHERS = 1 / 16


class UrlTable:
    """URLs to be tested, in the order given.

    Dialects whose forms of all URLs are the same share a view. In a large table with few unusual URLs, views that
    differ in those only share their sorted paths.
    """

    def __init__(self, urls: Iterable[str]) -> None:
        """A table of URLs, each as a crawler would request it."""
        self._texts = urls if isinstance(urls, Texts) else Texts.of(urls)
        self._views: dict[PathOf, PathView] = {}

    @classmethod
    def from_buffer(cls, joined: bytes, starts: NDArray[np.int64]) -> "UrlTable":
        """A table of URLs as UTF-8 one behind the other; `starts` has one offset more than there are URLs."""
        return cls(Texts(joined, starts))

    @property
    def urls(self) -> Sequence[str]:
        """The URLs, in the order given; each string is made when it is asked for."""
        return self._texts

    @property
    def texts(self) -> Texts:
        """The URLs in the buffer that holds them."""
        return self._texts

    def __len__(self) -> int:
        """The number of URLs."""
        return len(self._texts)

    def view(self, form: PathOf, checkpoint: Checkpoint = go_on) -> PathView:
        """The sorted paths of the URLs in the form that a dialect's `path_of` gives."""
        if form not in self._views:
            self._views |= self._made(form, checkpoint)
        return self._views[form]

    def _made(self, form: PathOf, checkpoint: Checkpoint) -> Mapping[PathOf, PathView]:
        """The view that is asked for, and those that cost little beside it."""
        paths = paths_of(self._texts, checkpoint)
        few = self._made_together(form, paths)
        if few:
            forms = {each: forms_of(self._texts, paths, each, checkpoint) for each in few}
            return _views(paths, forms, checkpoint)
        found = forms_of(self._texts, paths, form, checkpoint)
        if len(found.places):
            return {form: _view_of(replaced(paths, found), checkpoint)}
        usual = self._views.get(path_of) or _view_of(paths, checkpoint)
        return {form: usual, path_of: usual}

    def _made_together(self, form: PathOf, paths: Paths) -> Sequence[PathOf]:
        """The forms that leave most URLs of a large table alone, where `form` is one of them."""
        if len(self) < _MANY_URLS or np.count_nonzero(paths.kinds == OTHER) > len(self) * _FEW_OTHERS:
            return ()
        return [each for each, escaped in ESCAPED.items() if not escaped] if ESCAPED.get(form) == b"" else ()


def _views(paths: Paths, forms: Mapping[PathOf, Forms], checkpoint: Checkpoint) -> Mapping[PathOf, PathView]:
    """A view for each form, of the same sorted paths; forms that change nothing have the same view."""
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
