"""No two public classes of a package have the same name; two packages may both have a `Row`.

The names that an idea has no longer are refused by `test_glossary`, which reads docs/glossary.md.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "robotstudio"
FOLDERS = sorted({path.parent for path in PACKAGE.rglob("*.py")})


def public_classes(tree: ast.Module) -> Iterator[str]:
    """Return the names of the public classes of a module, also of those defined on a condition."""
    blocks: list[Iterable[ast.stmt]] = [tree.body]
    while blocks:
        for node in blocks.pop():
            match node:
                case ast.ClassDef(name=name) if not name.startswith("_"):
                    yield name
                case ast.If(body=body, orelse=otherwise):
                    blocks += body, otherwise
                case ast.Try(body=body, handlers=handlers, orelse=otherwise, finalbody=finally_):
                    blocks += body, otherwise, finally_, *(handler.body for handler in handlers)


def homonyms(modules: Iterable[ast.Module]) -> list[str]:
    """Return the names that more than one module gives to a class."""
    counts = Counter(name for tree in modules for name in set(public_classes(tree)))
    return sorted(name for name, count in counts.items() if count > 1)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(PACKAGE).as_posix())
def test_every_public_class_of_a_package_has_its_own_name(folder: Path) -> None:
    assert homonyms(ast.parse(path.read_bytes()) for path in folder.glob("*.py")) == []


def test_second_class_of_a_name_is_found() -> None:
    one = ast.parse("class Row: pass\nclass _Own: pass")
    other = ast.parse("if True:\n    class Row: pass\nelse:\n    class Row: pass\nclass _Own: pass")
    assert homonyms([one, ast.parse("class Rows: pass"), other]) == ["Row"]
