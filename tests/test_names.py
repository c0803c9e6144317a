"""One name, one thing: no two public classes of the package are called the same.

The names that an idea has no longer are refused by `test_glossary`, which reads docs/glossary.md.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def public_classes(tree: ast.Module) -> Iterator[str]:
    """The names of the classes of a module that others may import, and of those that are there on a condition."""
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


def homonyms(modules: Iterable[tuple[str, ast.Module]]) -> dict[str, list[str]]:
    """The names that more than one module gives to a class of its own, with those modules."""
    homes = defaultdict(list)
    for module, tree in modules:
        for name in dict.fromkeys(public_classes(tree)):
            homes[name].append(module)
    return {name: modules for name, modules in sorted(homes.items()) if len(modules) > 1}


def test_every_public_class_of_the_package_has_a_name_of_its_own() -> None:
    paths = sorted((ROOT / "robotstudio").rglob("*.py"))
    modules = ((path.relative_to(ROOT).as_posix(), ast.parse(path.read_bytes())) for path in paths)
    assert not homonyms(modules)


def test_second_class_of_a_name_is_named_with_both_its_homes() -> None:
    one = ast.parse("class Row: pass\nclass _Own: pass")
    other = ast.parse("if True:\n    class Row: pass\nelse:\n    class Row: pass\nclass _Own: pass")
    assert homonyms([("one.py", one), ("two.py", ast.parse("class Rows: pass")), ("other.py", other)]) == {
        "Row": ["one.py", "other.py"]
    }
