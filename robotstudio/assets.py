"""Where the data that the program ships lie: crawlers, fonts, examples, templates."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def path(name: str) -> Path:
    """The path of a shipped file, `name` being relative to `resources/`; in a checkout they lie beside the package."""
    installed = _PACKAGE / "resources"
    root = installed if installed.is_dir() else _PACKAGE.parent / "resources"
    return root / name
