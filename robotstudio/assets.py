"""Where the data that the program ships lie: crawlers, fonts, examples, templates, and the pages of the help."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def path(name: str) -> Path:
    """Return the path of a shipped file; `name` is relative to `resources/`, in a checkout beside the package."""
    installed = _PACKAGE / "resources"
    root = installed if installed.is_dir() else _PACKAGE.parent / "resources"
    return root / name


def page(name: str) -> Path:
    """Return the path of a text for people, such as `docs/lint.md`.

    `name` is relative to the root of a checkout; where the program is installed, the same tree lies in its resources.
    """
    installed = _PACKAGE / "resources" / "pages"
    return (installed if installed.is_dir() else _PACKAGE.parent) / name


def rule_page(code: str, language: str = "") -> Path:
    """Return the page that explains a rule of the linter; the English one if the language has none."""
    translated = page(f"docs/rules/{language}/{code}.md")
    return translated if language and translated.is_file() else page(f"docs/rules/{code}.md")
