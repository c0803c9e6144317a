"""Write the recipes by which others install what was released: winget, Homebrew, Arch and Flatpak.

    python packaging/recipes.py DIST --to FOLDER    # of the files of a release, whose sums they name
    python packaging/recipes.py --check             # with sums that are made up; are they what their tools read?

Each is made of the one table of the product. Who keeps these lists is asked by hand, with what is written here.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import arch
import flatpak
import homebrew
import product
import winget
from jsonschema import Draft7Validator
from ruamel.yaml import YAML

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

RECIPES: Final[Mapping[str, Callable[[Mapping[str, str]], Mapping[str, str]]]] = {
    "winget": winget.recipe,
    "homebrew": homebrew.recipe,
    "arch": arch.recipe,
    "flatpak": flatpak.recipe,
}
"""By the folder that each comes into: its files, made of the sums of what was released."""
RELEASED: Final = tuple(
    product.file_name(kind, processor)
    for kind, processors in {
        "nsis": ("",),
        "msi": ("",),
        "dmg": ("arm64", "x86_64"),
        "archive": ("x86_64", "aarch64"),
    }.items()
    for processor in processors
)
"""The files that recipes name."""


class RecipeError(Exception):
    """No recipe was written; the message says why."""


def sums_of(dist: Path) -> dict[str, str]:
    """Compute the checksums of the files of a release, which has an address."""
    if faults := product.missing():
        raise RecipeError("; ".join(faults))
    if missing := [name for name in RELEASED if not (dist / name).is_file()]:
        raise RecipeError(f"{dist} lacks {', '.join(missing)}")
    return {name: hashlib.sha256((dist / name).read_bytes()).hexdigest() for name in RELEASED}


def made_up() -> dict[str, str]:
    """Make up checksums for files that do not exist, all different."""
    return {name: hashlib.sha256(name.encode()).hexdigest() for name in RELEASED}


def write(sums: Mapping[str, str], folder: Path) -> list[Path]:
    """Write all of them, each into its folder; their paths."""
    written = []
    for name, recipe in RECIPES.items():
        for file, text in recipe(sums).items():
            path = folder / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
            written.append(path)
    return written


def refused(folder: Path) -> Iterator[str]:
    """List what the readers of the recipes would reject, as far as that can be checked anywhere."""
    for path in sorted((folder / "winget").rglob("*.yaml")):
        manifest: dict[str, Any] = YAML(typ="safe", pure=True).load(path.read_text("utf-8"))
        schema = json.loads(winget.schema(manifest["ManifestType"]).read_text("utf-8"))
        for error in Draft7Validator(schema).iter_errors(manifest):
            yield f"{path.name}: {'.'.join(map(str, error.path))}: {error.message}"
    for path, command in (
        (folder / "arch" / "PKGBUILD", ("bash", "-n")),
        (folder / "homebrew" / homebrew.FILE, ("ruby", "-c")),
    ):
        try:
            done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
        except FileNotFoundError:
            print(f"recipes: {command[0]} is not installed, {path.name} was not read by it")
            continue
        if done.returncode != 0:
            yield f"{path.name}: {done.stderr.strip()}"


def check() -> int:
    """Write them somewhere and read them as their readers do; 1 where one is refused."""
    with tempfile.TemporaryDirectory() as name:
        written = write(made_up(), Path(name))
        found = list(refused(Path(name)))
    for fault in found:
        print(f"recipes: {fault}", file=sys.stderr)
    if not found:
        print(f"recipes: {len(written)} files are as they should be")
    return 1 if found else 0


def main() -> int:
    """Write or check them; 1 with the reason where that fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("dist", nargs="?", type=Path, help="the folder with the files of a release")
    parser.add_argument("--to", type=Path, default=Path("recipes"), metavar="FOLDER", help="where they are written")
    parser.add_argument("--check", action="store_true", help="only see whether they are as they should be")
    options = parser.parse_args()
    if options.check:
        return check()
    if options.dist is None:
        parser.error("name the folder with the files of a release, or --check")
    try:
        for path in write(sums_of(options.dist), options.to):
            print(path)
    except (RecipeError, OSError) as error:
        print(f"recipes: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
