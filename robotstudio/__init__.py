"""Robot Studio: write a robots.txt and see what every crawler may fetch, and why.

As a library, `robotstudio.Robots` reads a file for a program (`docs/library.md`). It is imported on first use, since
the window and the commands need no library.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robotstudio.library import Answer, Answers, Group, Robots, Rule
    from robotstudio.store.errors import BadUrlError

__version__ = "1.0.0"

__all__ = ["Answer", "Answers", "BadUrlError", "Group", "Robots", "Rule", "__version__"]


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "robotstudio.store.errors" if name == "BadUrlError" else "robotstudio.library"
    value: object = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names too, for completion."""
    return sorted({*globals(), *__all__})
