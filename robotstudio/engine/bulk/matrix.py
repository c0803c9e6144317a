"""The verdicts of many agents on a table: one column for each distinct set of rules, shared by agents."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from robotstudio.engine.bulk.table import UrlTable
from robotstudio.engine.bulk.verdicts import Bools, Column, Lines, Verdicts
from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.dialects import Dialect
from robotstudio.engine.names import Agent, agent_key
from robotstudio.engine.verdict import GroupChoice


class Matrix:
    """The verdicts of some agents on a table; agents that are led to the same rules share theirs."""

    def __init__(self, size: int, classes: Mapping[object, int], verdicts: Sequence[Verdicts]) -> None:
        """Verdicts on `size` URLs; `classes` says which an agent has."""
        self._size = size
        self._classes = MappingProxyType(dict(classes))
        self.verdict_classes = tuple(verdicts)

    def column(self, agent: Agent) -> Column:
        """(allowed, line) of one agent, in the order given: booleans and 1-based lines, 0 where no rule decided."""
        return self.verdict_class(agent).column

    def verdict_class(self, agent: Agent) -> Verdicts:
        """The verdicts of one agent, of which a view may read what it shows; the same object for the same rules."""
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
    """The verdicts on a table for agents whose groups are known; agents with the same rules are evaluated once."""
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
