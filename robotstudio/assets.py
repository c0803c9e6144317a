"""Where the data that the program ships lie: crawlers, fonts, examples, templates."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def path(name: str) -> Path:
    """The path of a shipped file, `name` being relative to `resources/`; in a checkout they lie beside the package."""
    installed = _PACKAGE / "resources"
    root = installed if installed.is_dir() else _PACKAGE.parent / "resources"
    return root / name


def rule_page(code: str, language: str = "") -> Path:
    """The page that explains a rule of the linter; the English one where the language has none.

    In a checkout it lies with the documentation.
    """
    installed = _PACKAGE / "resources" / "rules"
    root = installed if installed.is_dir() else _PACKAGE.parent / "docs" / "rules"
    page = root / language / f"{code}.md"
    return page if page.is_file() else root / f"{code}.md"
