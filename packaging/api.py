"""Compare what Python programs import with the last release: a name that is lost or changed needs a new major version.

    python packaging/api.py            # keep what there is; a release does so
    python packaging/api.py --check    # is anything lost or changed since?

docs/library.md promises the names in `robotstudio.__all__` and `robotstudio.engine.__all__`, and the modules that it
names. They are kept as griffe reads them, without private members and texts, so that a clone without tags has them.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Final

import griffe

ROOT: Final = Path(__file__).resolve().parents[1]
KEPT: Final = ROOT / "packaging" / "library-api.json"
_VERSION: Final = ROOT / "robotstudio" / "__init__.py"
_PAGE: Final = ROOT / "docs" / "library.md"
_IS_NO_BREAKAGE: Final = frozenset({griffe.BreakageKind.ATTRIBUTE_CHANGED_VALUE})
"""The crawlers that are known and the dialects are data: each release has others."""


def public(root: Path) -> griffe.Module:
    """Return the names that are promised in a checkout, and nothing else."""
    loader = griffe.GriffeLoader(search_paths=[root], allow_inspection=False, store_source=False)
    package = loader.load("robotstudio")
    found = griffe.Module("robotstudio")
    _take(found, package, _exports(package))
    found.set_member("engine", griffe.Module("engine"))
    _take(found["engine"], package["engine"], _exports(package["engine"]))
    found.set_member("library", griffe.Module("library"))
    for name in sorted(set(re.findall(r"robotstudio\.library\.(\w+)", _PAGE.read_text("utf-8")))):
        module = package["library"][name]
        found["library"].set_member(name, griffe.Module(name))
        _take(found["library"][name], module, [each for each in module.members if not module[each].is_alias])
    return found


def breakages(root: Path, kept: str) -> list[str]:
    """Return what a checkout has lost or changed since the names were kept, a line each."""
    old = griffe.Module.from_json(kept)
    found = griffe.find_breaking_changes(old, public(root))
    return [_line(each) for each in found if each.kind not in _IS_NO_BREAKAGE]


def _line(breakage: griffe.Breakage) -> str:
    before, after = (getattr(value, "name", value) for value in (breakage.old_value, breakage.new_value))
    return f"{breakage.obj.path}: {breakage.kind.value} ({before} -> {after})"


def keep(root: Path, version: str) -> str:
    """Return the file with the names of a release."""
    return json.dumps({"version": version, "api": json.loads(public(root).as_json(full=False))}, indent=1) + "\n"


def _exports(module: griffe.Object | griffe.Alias) -> list[str]:
    """Return `__all__` of a module."""
    return [str(name) for name in module.exports or ()]


def _take(to: griffe.Module, module: griffe.Object | griffe.Alias, names: list[str]) -> None:
    for name in names:
        if name.startswith("_"):
            continue
        member = module[name]
        target = member.final_target if isinstance(member, griffe.Alias) else member
        _reduce(target)
        to.set_member(name, target)


def _reduce(value: griffe.Object) -> None:
    """Leave out what is private, and texts and places, which change with every edit."""
    value.docstring, value.lineno, value.endlineno = None, 0, 0
    if isinstance(value, griffe.Class | griffe.Function):
        value.decorators = []
    for name in [*value.members]:
        member = value.members[name]
        if (name.startswith("_") and name != "__init__") or isinstance(member, griffe.Alias):
            del value.members[name]
        else:
            _reduce(member)


def main() -> int:
    """Keep or compare; 1 with what is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    check: bool = parser.parse_args().check
    version = _VERSION.read_text("utf-8").partition('__version__ = "')[2].partition('"')[0]
    if not check:
        KEPT.write_text(keep(ROOT, version), "utf-8")
        return 0
    kept = json.loads(KEPT.read_text("utf-8"))
    if version.partition(".")[0] != kept["version"].partition(".")[0]:
        return 0  # a new major version
    found = breakages(ROOT, json.dumps(kept["api"]))
    for each in found:
        print(f"library: {each}", file=sys.stderr)
    if found:
        print("library: Keep the old name too, or give the next release a new major version.", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
