"""Annotations as GitHub Actions reads them from what a step prints: each is a command of one line."""

from collections.abc import Mapping

from robotstudio.engine.phrases import printable


def annotation(level: str, place: Mapping[str, object], message: str) -> str:
    """A line that marks a place with a message."""
    return f"::{level} {properties(place)}::{data(message)}\n"


def properties(place: Mapping[str, object]) -> str:
    """Where something is: names with their values."""
    return ",".join(f"{name}={_property(str(value))}" for name, value in place.items())


def data(text: str) -> str:
    """A message that stays one, and ends nowhere but at its end."""
    return printable(text).replace("%", "%25")


def _property(text: str) -> str:
    return data(text).replace(":", "%3A").replace(",", "%2C")
