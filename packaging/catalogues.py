"""Keep the catalogues in step with the code: find every text, write the .pot, bring the .po up to it, build the .mo.

    python packaging/catalogues.py            # after a text was added or changed
    python packaging/catalogues.py --check    # say what is not in step, or not translated, and change nothing
    python packaging/catalogues.py --build    # only build the .mo of what is there

A text is found where it is a literal of the type `Message` or in `Plural` (`robotstudio.engine.language`): in a
constant that is annotated so, in a field of a class or a parameter of a function that is, and in Qt's `tr` and
`translate`.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
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
_OUTSIDE: Final = (ROOT / "docs" / "rules.py",)
"""What says something to users and is no part of the package: it writes the pages of the rules."""
_MARKS: Final = ("Message", "Plural")
_SAY_NOTHING: Final = tuple(
    f'"{name}:'.encode()
    for name in (
        *("POT-Creation-Date", "PO-Revision-Date", "Project-Id-Version", "Report-Msgid-Bugs-To"),
        *("Last-Translator", "Language-Team", "Generated-By"),
    )
)
"""Lines of the header that change with the day, or that nobody fills in."""


class Text(NamedTuple):
    """A text with where it stands; `many` where it counts, `context` where its words mean two things."""

    one: str
    many: str
    context: str
    place: tuple[str, int]


class NoLiteralError(Exception):
    """Something that is to be translated is put together where it is said."""


Places = Mapping[str, frozenset[str | int]]
"""By the name of a function or class: which of its arguments are texts, by name and by place."""


def texts_of(root: Path) -> list[Text]:
    """Every text in the package, in the order of files and lines."""
    paths = [*sorted(root.rglob("*.py")), *_OUTSIDE]
    trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    places: dict[str, frozenset[str | int]] = {"tr": frozenset({0}), "translate": frozenset({1})}
    for tree in trees.values():
        for name, some in _declared(tree):
            places[name] = places.get(name, frozenset()) | some
    bases = {name: base for tree in trees.values() for name, base in _inherited(tree)}
    while heirs := {name: places[base] for name, base in bases.items() if name not in places and base in places}:
        places |= heirs
    found = [text for path, tree in trees.items() for text in _Reader(path.relative_to(ROOT), places).texts(tree)]
    found += _of_resources()
    return sorted(found, key=lambda text: text.place)


_RESOURCES: Final = {
    "crawlers.json": ("purposes/*", "presets/*/title", "crawlers/*/note", "crawlers/*/outdated"),
    "examples/index.json": ("*/title", "*/see", "*/change"),
    "managed-blocks.json": ("*/title",),
    "policies.json": ("policies/*/name",),
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
    from robotstudio.io.templates import comments  # noqa: PLC0415  # to build the .mo, the program need not be there

    for text in comments():
        yield Text(text, "", "", ("resources/templates", 1))


def _at(data: Any, steps: Sequence[str]) -> Iterator[str]:  # noqa: ANN401 - whatever JSON holds
    if not steps:
        yield data
        return
    first, *rest = steps
    each = data.values() if isinstance(data, dict) else data
    for inner in each if first == "*" else [data[first]] if first in data else []:
        yield from _at(inner, rest)


def _inherited(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Classes that are made as the one that they are derived from, with that."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.bases:
            own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            if "__init__" not in own:
                yield node.name, _name(node.bases[0])


def _is_text(annotation: ast.expr | None) -> bool:
    if annotation is None:
        return False
    return any(isinstance(node, ast.Name) and node.id in _MARKS for node in ast.walk(annotation))


def _declared(tree: ast.AST) -> Iterator[tuple[str, frozenset[str | int]]]:
    """The classes and functions of a module that take texts, and as which arguments."""
    for node in ast.walk(tree):
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
        """What a function returns, and what its parameters are by default."""
        if _is_text(node.returns):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value:
                    self._take(inner.value)
        named = {
            _name(one.target) for one in ast.walk(node) if isinstance(one, ast.AnnAssign) and _is_text(one.annotation)
        }
        for inner in ast.walk(node):
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
        elif name in {"tr", "translate"}:
            self._take_qt(node, *self._places[name])
        elif name in self._places:
            wanted = self._places[name]
            for n, argument in enumerate(node.args):
                if n in wanted:
                    self._take(argument)
            for keyword in node.keywords:
                if keyword.arg in wanted:
                    self._take(keyword.value)
        self.generic_visit(node)

    def _take_qt(self, node: ast.Call, place: str | int) -> None:
        texts = node.args[int(place) :]
        if not texts or (isinstance(texts[0], ast.Constant) and not isinstance(texts[0].value, str)):
            return  # bytes have a method of that name
        if isinstance(texts[0], ast.Constant) and len(texts) > 1:
            self._add(_literal(texts[0]), node, context=_literal(texts[1]))
        else:
            self._take(texts[0])

    def _take_plural(self, node: ast.Call) -> None:
        one, many = node.args
        if all(isinstance(form, ast.Constant) for form in node.args):
            self._add(_literal(one), node, many=_literal(many))

    def _take(self, value: ast.expr) -> None:
        """The literals among what an expression may be: not the keys of a table, nor what a call does with others."""
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
    """The catalogue in which nothing is translated yet."""
    catalogue = Catalog(project="Robot Studio", version="", charset="utf-8", fuzzy=False)
    for text in texts:
        key = (text.one, text.many) if text.many else text.one
        catalogue.add(key, locations=[text.place], context=text.context or None)
    return catalogue


def read(path: Path) -> Catalog:
    """A catalogue that is there."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def brought_up(catalogue: Catalog, template: Catalog) -> Catalog:
    """A catalogue with exactly the texts of the code; what it had for them is kept, nothing is guessed."""
    catalogue.update(template, no_fuzzy_matching=True, keep_user_comments=True)
    catalogue.obsolete.clear()
    for message in catalogue:
        if message.id and message.fuzzy:  # one that counts now, or no longer: its words do not fit any more
            message.flags.discard("fuzzy")
            message.string = ("",) * catalogue.num_plurals if message.pluralizable else ""
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """The file, as it does not change unless the texts do."""
    file = BytesIO()
    write_po(file, catalogue, width=_WIDTH, omit_header=False, include_lineno=False, sort_by_file=False)
    return b"\n".join(line for line in file.getvalue().split(b"\n") if not line.startswith(_SAY_NOTHING))


def paths() -> list[Path]:
    """The catalogues that there are."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


_NAME: Final = re.compile(r"\{(\w+)\}")
_TAG: Final = re.compile(r"</?b>")
_ENDS: Final = {".": ".。", ":": ":：", "?": "?？", "!": "!！", "…": "…", ",": ",，", ";": ";；"}
_HAN: Final = r"[\u3400-\u9fff]"
_ILL_WRITTEN: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {  # by language: what is wrong, and its sign
    "zh_CN": (
        ("a space before full-width punctuation", r"\s[，。；：？！、）]"),
        ("a half-width comma or semicolon behind Han", rf"{_HAN}[,;!?]"),
        ("straight quotes", '"'),
        ("a space between Han and Han", rf"{_HAN} {_HAN}"),
        ("Han beside a Latin letter or digit without a space", rf"{_HAN}[A-Za-z0-9]|[A-Za-z0-9]{_HAN}"),
        ("你", "你"),
    ),
    "es": (
        ("straight quotes", '"'),
        ("a question without ¿", r"^[^¿]*[^\s]\?$"),
        ("a space before punctuation", r"\s[,.;:!](?:\s|$)"),
        ("tú", r"\b(?:tú|tu|tus|puedes|haz|quieres)\b"),
    ),
    "ru": (
        ("straight quotes", '"'),
        ("a space before punctuation", r"\s[,.;:!](?:\s|$)"),
        ("a hyphen for a dash", r"\w\s-\s"),
        ("ё written as е", r"(?i)\b(?:еще|все еще|учет\w*|отчет\w*|ее|нее|включен)\b"),
        ("пожалуйста", r"(?i)пожалуйста"),
    ),
}


def faults_of(catalogue: Catalog, code: str) -> Iterator[str]:
    """What is wrong with the translations of a catalogue, a line each."""
    for message in catalogue:
        if not message.id:
            continue
        source = message.id[-1] if isinstance(message.id, tuple | list) else message.id
        forms = message.string if isinstance(message.string, tuple | list) else (message.string or "",)
        for number, form in enumerate(forms):
            is_of_one = not number and catalogue.num_plurals == 2 and isinstance(message.id, tuple | list)
            faults = [
                list(_faults_of_form(text, form, code)) for text in ([source, message.id[0]] if is_of_one else [source])
            ]
            yield from (f"{source!r} → {form!r}: {fault}" for fault in min(faults, key=len))
        if message.fuzzy:
            yield f"{source!r}: guessed, not translated"


def _faults_of_form(source: str, form: str, code: str) -> Iterator[str]:
    if not form:
        yield "not translated"
        return
    if set(_NAME.findall(source)) != set(_NAME.findall(form)):
        yield "other {names}"
    if _TAG.findall(source) != _TAG.findall(form):
        yield "other tags"
    if source.count("&") != form.count("&"):
        yield "another number of accelerators"
    if source[-1:] in _ENDS and source[-2:-1] != " " and form[-1:] not in _ENDS[source[-1]]:
        yield f"does not end as the English, in {source[-1]}"
    if source.rstrip()[-1:] not in _ENDS and form.rstrip()[-1:] in ".。:：":
        yield "ends in punctuation, and the English does not"
    if (source[:1].isspace(), source[-1:].isspace()) != (form[:1].isspace(), form[-1:].isspace()):
        yield "other spaces at its ends"
    if form == source:
        return
    plain = re.sub(r"“[^”]*”|«[^»]*»|`[^`]*`", "x", form) if code != "zh_CN" else form
    yield from (fault for fault, sign in _ILL_WRITTEN.get(code, ()) if re.search(sign, plain) and sign not in source)


def build() -> None:
    """Make of each catalogue the file that the program reads."""
    for path in paths():
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, read(path))


def main() -> int:
    """Read the command line; 1 where something is not in step."""
    parser = argparse.ArgumentParser(description="Keep the catalogues in step with the code.")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--build", action="store_true")
    options = parser.parse_args()
    if not options.build:
        template = template_of(texts_of(ROOT / "robotstudio"))
        LOCALE.mkdir(exist_ok=True)
        wanted = {LOCALE / f"{DOMAIN}.pot": written(template)}
        for path in paths():
            wanted[path] = written(brought_up(read(path), template))
        stale = [path for path, text in wanted.items() if not path.exists() or path.read_bytes() != text]
        for path in stale:
            print(f"{path.relative_to(ROOT)}: {'not in step with the code' if options.check else 'written'}")
            if not options.check:
                path.write_bytes(wanted[path])
        if options.check:
            return 1 if stale else 0
    build()
    return 0


if __name__ == "__main__":
    sys.exit(main())
