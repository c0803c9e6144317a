"""Keep the catalogues in step with the code: find every text, write the .pot, bring the .po up to it, build the .mo.

    python packaging/catalogues.py            # after a text was added or changed
    python packaging/catalogues.py --check    # say what is not in step with the code, or not well said
    python packaging/catalogues.py --missing  # list the texts and pages that are shown in English in other languages
    python packaging/catalogues.py --build    # only build the .mo of what is there

A text is found where it is a literal of the type `Message` or in `Plural` (`robotstudio.text.language`): in a
constant that is annotated so, in a field of a class or a parameter of a function that is. What `argparse` prints itself
is listed here.
"""

import argparse
import ast
import json
import os
import runpy
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parents[1]
LOCALE: Final = ROOT / "resources" / "locale"
DOMAIN: Final = "robotstudio"
_WIDTH: Final = 120
_OUTSIDE: Final = (
    ROOT / "docs" / "make_film.py",
    ROOT / "docs" / "rules.py",
    ROOT / "packaging" / "freedesktop.py",
    ROOT / "packaging" / "website" / "building.py",
    ROOT / "packaging" / "website" / "pages.py",
)
"""What says something to users and is no part of the package: the film of the README, the pages of the rules, the files
for a desktop, the site of the documentation."""
_MARKS: Final = ("Message", "Plural")
_SAY_NOTHING: Final = tuple(
    f'"{name}:'.encode()
    for name in (
        *("POT-Creation-Date", "PO-Revision-Date", "Project-Id-Version", "Report-Msgid-Bugs-To"),
        *("Last-Translator", "Language-Team", "Generated-By"),
    )
)
"""Lines of the header that change with the day, or that nobody fills in."""

_NO_DATE: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Text(NamedTuple):
    """A text with where it stands; `many` where it counts, `context` where its words mean two things."""

    one: str
    many: str
    context: str
    place: tuple[str, int]


class NoLiteralError(Exception):
    """Something that is to be translated is put together where it is said."""


_BLOCKS: Final = ("body", "handlers", "orelse", "finalbody", "cases")
"""Where a statement has others inside."""

Places = Mapping[str, frozenset[str | int]]
"""By the name of a function or class: which of its arguments are texts, by name and by place."""


def texts_of(root: Path) -> list[Text]:
    """Every text in the package, in the order of files and lines."""
    paths = [*sorted(root.rglob("*.py")), *_OUTSIDE]
    trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    places: dict[str, frozenset[str | int]] = {}
    for tree in trees.values():
        for name, some in _declared(tree):
            places[name] = places.get(name, frozenset()) | some
    bases = {name: base for tree in trees.values() for name, base in _inherited(tree)}
    while heirs := {name: places[base] for name, base in bases.items() if name not in places and base in places}:
        places |= heirs
    found = [text for path, tree in trees.items() for text in _Reader(path.relative_to(ROOT), places).texts(tree)]
    found += [*_of_argparse(), *_of_resources(), *_of_desktop_entry()]
    return sorted(found, key=lambda text: text.place)


_ARGPARSE: Final = (
    "argument %(argument_name)s: %(message)s",
    "expected one argument",
    "expected at least one argument",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)",
    "invalid %(type)s value: %(value)r",
    "not allowed with argument %s",
    "ignored explicit argument %r",
    "ambiguous option: %(option)s could match %(matches)s",
    "the following arguments are required: %s",
    "one of the arguments %s is required",
    "positional arguments",
    "options",
    "show this help message and exit",
)
"""What `argparse` of any Python from 3.11 on prints of our command line; 3.15 makes suggestions."""


def _of_argparse() -> Iterator[Text]:
    return (Text(text, "", "", ("argparse", 1)) for text in _ARGPARSE)


_RESOURCES: Final = {
    "crawlers.json": ("purposes/*", "presets/*/title", "crawlers/*/note", "crawlers/*/outdated"),
    "examples/index.json": ("topics/*", "lessons/*/title", "lessons/*/see", "lessons/*/change"),
    "managed-blocks.json": ("*/title",),
    "policies.json": (
        "policies/*/name",
        "policies/*/page",
        "policies/*/other_host",
        *(
            f"{place}/clause"
            for place in ("policies/*/outcomes/*", "policies/*/cases/*", "policies/*/keeps", "keeps/*")
        ),
    ),
    "templates/index.json": ("*/title", "*/description"),
}
"""Files of data, and where texts for people stand in them; `*` is each of a list or a table."""


def _of_resources() -> Iterator[Text]:
    for name, patterns in _RESOURCES.items():
        path = Path("resources") / name
        data = json.loads((ROOT / path).read_text("utf-8"))
        for pattern in patterns:
            for text in _at(data, pattern.split("/")):
                yield Text(text, "", "", (path.as_posix(), 1))
    sys.path.insert(0, str(ROOT))
    from robotstudio.project.templates import comments  # noqa: PLC0415  # to build the .mo, the program need not be there

    for text in comments():
        yield Text(text, "", "", ("resources/templates", 1))


DESKTOP_ENTRY: Final = ROOT / "packaging" / "robotstudio.desktop"
_KEYWORD: Final = "a word to search programs by"


def _texts_of_entry(line: str) -> Iterator[Text]:
    """Find the texts in a line of the desktop entry; names among its keywords are not translated."""
    key, _, value = line.partition("=")
    place = (DESKTOP_ENTRY.relative_to(ROOT).as_posix(), 1)
    if key in {"GenericName", "Comment"}:
        yield Text(value, "", "", place)
    elif key == "Keywords":
        yield from (Text(word, "", _KEYWORD, place) for word in value.split(";") if word.isalpha() and word.islower())


def _of_desktop_entry() -> Iterator[Text]:
    for line in DESKTOP_ENTRY.read_text("utf-8").split("\n"):
        yield from _texts_of_entry(line)


def desktop_entry(catalogues: Mapping[str, Catalog]) -> bytes:
    """Return the entry with each English line followed by its translations."""
    lines = []
    for line in DESKTOP_ENTRY.read_text("utf-8").split("\n"):
        key, _, value = line.partition("=")
        if "[" in key[1:]:
            continue
        lines.append(line)
        texts = list(_texts_of_entry(line))
        for code, catalogue in catalogues.items() if texts else ():
            said = value
            for text in texts:
                message = catalogue.get(text.one, text.context or None)
                said = said.replace(text.one, str(message.string) if message and message.string else text.one)
            lines.append(f"{key}[{code}]={said}")
    return "\n".join(lines).encode()


def _at(data: object, steps: Sequence[str]) -> Iterator[str]:
    """Find the texts at a place in JSON data."""
    table = data if isinstance(data, dict) else dict(enumerate(data)) if isinstance(data, list) else {}
    if not steps and isinstance(data, str):
        yield data
    for key in table if steps else ():
        if steps[0] in {"*", key}:
            yield from _at(table[key], steps[1:])


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Find the statements in a piece of code, at any depth, without the ten times as many expressions."""
    for name in _BLOCKS:
        for node in getattr(tree, name, ()):
            yield node
            yield from _statements(node)


def _inherited(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Classes that are made as the one that they are derived from, with that."""
    for node in _statements(tree):
        if isinstance(node, ast.ClassDef) and node.bases:
            own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            if "__init__" not in own:
                yield node.name, _name(node.bases[0])


def _is_text(annotation: ast.expr | None) -> bool:
    if annotation is None:
        return False
    return any(isinstance(node, ast.Name) and node.id in _MARKS for node in ast.walk(annotation))


def _declared(tree: ast.AST) -> Iterator[tuple[str, frozenset[str | int]]]:
    """Find the classes and functions of a module that take texts, and in which arguments."""
    for node in _statements(tree):
        if isinstance(node, ast.ClassDef):
            fields = [one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
            some = {key for n, one in enumerate(fields) if _is_text(one.annotation) for key in (n, _name(one.target))}
            methods = (
                one for one in node.body if isinstance(one, ast.FunctionDef) and one.name in {"__init__", "__new__"}
            )
            some |= {key for method in methods for key in _parameters(method)}
            if some:
                yield node.name, frozenset(some)
        elif isinstance(node, ast.FunctionDef) and node.name not in {"__init__", "__new__"} and _parameters(node):
            yield node.name, frozenset(_parameters(node))


def _parameters(function: ast.FunctionDef) -> set[str | int]:
    named = [*function.args.posonlyargs, *function.args.args]
    if named and named[0].arg in {"self", "cls"}:
        named = named[1:]
    found: set[str | int] = {key for n, one in enumerate(named) if _is_text(one.annotation) for key in (n, one.arg)}
    return found | {one.arg for one in function.args.kwonlyargs if _is_text(one.annotation)}


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


class _Reader(ast.NodeVisitor):
    """Collects the texts of one module."""

    def __init__(self, path: Path, places: Places) -> None:
        self._path = path
        self._places = places
        self._found: dict[tuple[str, str, str, int], Text] = {}

    def texts(self, tree: ast.AST) -> list[Text]:
        self.visit(tree)
        return list(self._found.values())

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if _is_text(node.annotation) and node.value:
            self._take(node.value)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Take what a function returns, and the defaults of its parameters."""
        statements = list(_statements(node))
        if _is_text(node.returns):
            for inner in statements:
                if isinstance(inner, ast.Return) and inner.value:
                    self._take(inner.value)
        named = {_name(one.target) for one in statements if isinstance(one, ast.AnnAssign) and _is_text(one.annotation)}
        for inner in statements if named else ():
            if isinstance(inner, ast.Assign) and {_name(target) for target in inner.targets} & named:
                self._take(inner.value)
        pairs = zip(reversed([*node.args.posonlyargs, *node.args.args]), reversed(node.args.defaults), strict=False)
        for parameter, default in (*pairs, *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)):
            if default and _is_text(parameter.annotation):
                self._take(default)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if name == "Plural":
            self._take_plural(node)
        elif name == "Meant" and not isinstance(node.args[0], ast.Name):
            self._add(_literal(node.args[0]), node, context=_literal(node.args[1]))
        elif name in self._places:
            wanted = self._places[name]
            for n, argument in enumerate(node.args):
                if n in wanted:
                    self._take(argument)
            for keyword in node.keywords:
                if keyword.arg in wanted:
                    self._take(keyword.value)
        self.generic_visit(node)

    def _take_plural(self, node: ast.Call) -> None:
        one, many = node.args
        if all(isinstance(form, ast.Constant) for form in node.args):
            self._add(_literal(one), node, many=_literal(many))

    def _take(self, value: ast.expr) -> None:
        """Take the possible literal values of an expression: neither the keys of a table, nor arguments of calls."""
        match value:
            case ast.Constant(value=str(text)):
                self._add(text, value)
            case ast.JoinedStr():
                raise NoLiteralError(f"{self._path}:{value.lineno}")
            case ast.Dict():
                self._take_all(value.values)
            case ast.Tuple() | ast.List() | ast.Set():
                self._take_all(value.elts)
            case ast.IfExp():
                self._take_all([value.body, value.orelse])
            case ast.BoolOp():
                self._take_all(value.values)
            case ast.BinOp():
                self._take_all([value.left, value.right])
            case ast.Subscript():
                self._take(value.value)
            case ast.Call() if _name(value.func) == "MappingProxyType":
                self._take_all(value.args)

    def _take_all(self, values: Sequence[ast.expr | None]) -> None:
        for value in values:
            if value is not None:
                self._take(value)

    def _add(self, one: str, node: ast.expr, *, many: str = "", context: str = "") -> None:
        if any(character.isalpha() for character in one):
            key = (one, many, context, node.lineno)
            self._found[key] = Text(one, many, context, (self._path.as_posix(), node.lineno))


def _literal(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NoLiteralError(ast.unparse(node))


def template_of(texts: Sequence[Text]) -> Catalog:
    """Make the catalogue in which nothing is translated yet."""
    catalogue = Catalog(project="Robot Studio", version="", charset="utf-8", fuzzy=False)
    for text in texts:
        key = (text.one, text.many) if text.many else text.one
        catalogue.add(key, context=text.context or None)
    return catalogue


def read(path: Path) -> Catalog:
    """Read a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def brought_up(catalogue: Catalog, template: Catalog) -> Catalog:
    """Update a catalogue to exactly the texts of the code; it keeps its translations, and nothing is guessed."""
    catalogue.update(template, no_fuzzy_matching=True, keep_user_comments=True)
    catalogue.obsolete.clear()
    for message in catalogue:
        if message.id and message.fuzzy:  # one that counts now, or no longer: its words do not fit any more
            message.flags.discard("fuzzy")
            message.string = ("",) * catalogue.num_plurals if message.pluralizable else ""
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """Return the content of the file: sorted and without places, so that it changes only if a text does."""
    file = BytesIO()
    write_po(file, catalogue, width=_WIDTH, no_location=True, sort_output=True)
    return b"\n".join(line for line in file.getvalue().split(b"\n") if not line.startswith(_SAY_NOTHING))


def paths() -> list[Path]:
    """Return the paths of all catalogues."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def build() -> None:
    """Make of each catalogue the file that the program reads, the same whenever it is made."""
    for path in paths():
        file, built = BytesIO(), path.with_suffix(".mo")
        if built.exists() and built.stat().st_mtime >= path.stat().st_mtime:
            continue
        catalogue = read(path)
        catalogue.creation_date = catalogue.revision_date = _NO_DATE
        write_mo(file, catalogue)
        if built.exists() and built.read_bytes() == file.getvalue():
            built.touch()  # `dev.py` looks whether it is older than what it is made of
        else:
            unfinished = built.with_suffix(f".{os.getpid()}")
            unfinished.write_bytes(file.getvalue())
            unfinished.replace(built)  # somebody may be reading it


def _beside(name: str) -> dict[str, Any]:
    """Run another file of this folder, and return its names."""
    return runpy.run_path(str(Path(__file__).with_name(name)))


def faults(texts: Iterable[Text]) -> Iterator[str]:
    """List what is wrong with how the code makes its texts, and with their translations, one a line."""
    known = {form for text in texts if not text.context for form in (text.one, text.many)}
    yield from _beside("code_texts.py")["faults_of_code"](ROOT / "robotstudio", known)
    of_catalogue, held = _beside("catalogue_faults.py")["faults_of"], _beside("catalogue_terms.py")["held"]
    for path in paths():
        code, catalogue = path.parent.parent.name, read(path)
        found = held(catalogue, code)
        print(f"{code}: the glossary holds {found.messages} of {len(catalogue)} messages")
        yield from (f"{code}: {fault}" for fault in (*of_catalogue(catalogue, code), *found.faults))


def missing(texts: Sequence[Text]) -> Iterator[str]:
    """List the texts and pages that a language lacks, one a line."""
    is_translated = _beside("catalogue_faults.py")["is_translated"]
    for path in paths():
        code, catalogue = path.parent.parent.name, brought_up(read(path), template_of(texts))
        yield from (f"{code}: {message.id}" for message in catalogue if message.id and not is_translated(message))
        for folder, folder_in_english in (("rules", "rules"), ("guide", "guide/en")):
            pages = sorted((ROOT / "docs" / folder_in_english).glob("*.md"))
            lacking = [page.name for page in pages if not (ROOT / "docs" / folder / code / page.name).is_file()]
            yield from (f"{code}: docs/{folder}/{code}/{name}" for name in lacking)
            for page in (page for page in pages if page.name not in lacking):
                count = _sections(page) - _sections(ROOT / "docs" / folder / code / page.name)
                if count:
                    yield f"{code}: docs/{folder}/{code}/{page.name}: {count} section"


def _sections(page: Path) -> int:
    return page.read_text("utf-8").count("\n## ")


def main() -> int:
    """Read the command line; 1 where something is not in step, or wrong."""
    parser = argparse.ArgumentParser(description="Keep the catalogues in step with the code.")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--build", action="store_true")
    options = parser.parse_args()
    if options.missing:
        print("\n".join(missing(texts_of(ROOT / "robotstudio"))) or "Everything is translated.")
        return 0
    if not options.build:
        texts = texts_of(ROOT / "robotstudio")
        template = template_of(texts)
        LOCALE.mkdir(exist_ok=True)
        wanted = {LOCALE / f"{DOMAIN}.pot": written(template)}
        catalogues = {path.parent.parent.name: brought_up(read(path), template) for path in paths()}
        wanted |= {path: written(catalogues[path.parent.parent.name]) for path in paths()}
        wanted[DESKTOP_ENTRY] = desktop_entry(catalogues)
        stale = [path for path, text in wanted.items() if not path.exists() or path.read_bytes() != text]
        for path in stale:
            print(f"{path.relative_to(ROOT)}: {'not in step with the code' if options.check else 'written'}")
            if not options.check:
                path.write_bytes(wanted[path])
        if options.check:
            wrong = list(faults(texts))
            print("\n".join(wrong))
            return 1 if stale or wrong else 0
    build()
    return 0


if __name__ == "__main__":
    sys.exit(main())
