"""A version of a file as the dialects that are asked for read it."""

from collections.abc import Mapping

from robotstudio.engine.robots import Robots


class FileVersion:
    """One version of a file, read as each dialect that is asked for, once."""

    def __init__(self, body: bytes, known: Mapping[str, Robots] | None = None) -> None:
        """A version from its bytes; `known` are the dialects as which it was read already."""
        self.body = body
        self._readings = dict(known or {})

    def read_as(self, dialect: str) -> Robots:
        """The file as a dialect reads it."""
        robots = self._readings.get(dialect)
        if robots is None:
            robots = self._readings[dialect] = Robots.parse(self.body, dialect, self._readings.values())
        return robots

    def revised(self, body: bytes) -> "FileVersion":
        """Another version, at the cost of what differs."""
        return FileVersion(body, {dialect: robots.revise(body) for dialect, robots in self._readings.items()})
