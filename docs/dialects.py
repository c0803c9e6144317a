"""Write the tables of docs/dialects.md from the data; with --check only say whether they differ."""

import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from robotstudio.engine import DIALECTS, Dialect
from robotstudio.engine.dialects.model import AXES
from robotstudio.engine.dialects.python import READINGS, releases_of

ROOT = Path(__file__).resolve().parent.parent
PAGE = Path(__file__).with_suffix(".md")
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"

Cell = Callable[[Dialect], object]
TABLES: dict[str, dict[str, tuple[str, Cell]]] = {  # title: heading: (axis, what stands in the cell)
    "From bytes to lines": {
        "tokenizer": ("lines", lambda dialect: dialect.lines.read or f"data: {dialect.lines.id}"),
        "other line ends": ("lines", lambda dialect: "more" if dialect.lines.also_ends else ""),
        "byte order mark": ("lines", lambda dialect: dialect.bom_length),
        "text before": ("lines", lambda dialect: dialect.recode),
        "limit": ("limit", lambda dialect: f"{dialect.max_bytes:,}" if dialect.max_bytes else ""),
        "above it": ("limit", lambda dialect: dialect.cut if dialect.max_bytes else ""),
    },
    "From lines to groups, from a crawler to its group": {
        "groups": ("records", lambda dialect: dialect.collect),
        "ended by": ("records", lambda dialect: ", ".join(sorted(dialect.closing))),
        "led to by a name": ("records", lambda dialect: dialect.index),
        "names": ("token", lambda dialect: dialect.tokens_of),
        "found by": ("token", lambda dialect: dialect.select),
        "also tried": ("group", lambda dialect: dialect.fallback_tokens),
        "all others": ("group", lambda dialect: dialect.default_groups),
    },
    "From a URL to a rule": {
        "path": ("escapes", lambda dialect: dialect.path_of),
        "pattern": ("escapes", lambda dialect: dialect.pattern_of),
        "`*`": ("wildcards", lambda dialect: "yes" if dialect.wildcards.star else "itself"),
        "`$`": ("wildcards", lambda dialect: "yes" if dialect.wildcards.dollar else "itself"),
        "place": (
            "wildcards",
            lambda dialect: ("earliest" if dialect.wildcards.earliest else "any") * dialect.wildcards.star,
        ),
        "read again as": ("rules", lambda dialect: dialect.alternatives),
        "merged rules": ("rules", lambda dialect: dialect.filter_rules),
        "winner": ("rules", lambda dialect: dialect.precedence.reach or dialect.precedence.rank),
        "always allowed": ("always", lambda dialect: b", ".join(dialect.always_allowed).decode()),
    },
}


def page_tables() -> str:
    """All tables, and what the strategies named in them do."""
    strategies: dict[str, str] = {}
    parts = [_table(title, columns, strategies) for title, columns in TABLES.items()]
    return "\n".join([*parts, _sources(), _releases(), _legend(strategies)])


def _table(title: str, columns: dict[str, tuple[str, Cell]], strategies: dict[str, str]) -> str:
    rows = [["dialect", *columns], ["---"] * (len(columns) + 1)]
    for dialect in DIALECTS.values():
        cells = [_cell(dialect, axis, what(dialect), strategies) for axis, what in columns.values()]
        rows.append([f"`{dialect.id}`", *cells])
    return f"### {title}\n" + _lines(rows)


def _cell(dialect: Dialect, axis: str, value: object, strategies: dict[str, str]) -> str:
    if callable(value):
        strategies[value.__name__] = (inspect.getdoc(value) or "").split("\n\n")[0].replace("\n", " ")
        value = f"`{value.__name__}`"
    return f"{value} ?" if value and dialect.clauses[axis].assumed else str(value or "")


def _sources() -> str:
    rows = [["dialect", "checked", "sources (in brackets: what is taken from them)"], ["---"] * 3]
    for dialect in DIALECTS.values():
        axes: dict[tuple[str, str], list[str]] = {}
        for axis in AXES:
            clause = dialect.clauses[axis]
            axes.setdefault((clause.label, clause.url), []).append(axis + " ?" * clause.assumed)
        links = [f"[{label}]({url}) ({', '.join(named)})" for (label, url), named in axes.items()]
        rows.append([f"`{dialect.id}`: {dialect.title}", dialect.checked_on, "; ".join(links)])
    return "### Sources\n" + _lines(rows)


def _releases() -> str:
    dialects = [dialect for dialect in DIALECTS if releases_of(dialect)]
    rows = [["branch", *(f"`{dialect}`" for dialect in dialects)], ["---"] * (len(dialects) + 1)]
    for major, minor in READINGS:
        branch = f"{major}.{minor}"
        said = [releases_of(dialect).split(", ") for dialect in dialects]
        rows.append([branch, *(next((one for one in each if one.startswith(f"{branch}.")), "") for each in said)])
    return "### Releases of Python\n" + _lines(rows)


def _legend(strategies: dict[str, str]) -> str:
    rows = [["strategy", "what it does"], ["---"] * 2]
    rows += [[f"`{name}`", text] for name, text in sorted(strategies.items())]
    return "### The strategies\n" + _lines(rows)


def _lines(rows: list[list[str]]) -> str:
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |\n" for row in rows)


def _with_tables(page: str) -> Iterator[str]:
    before, rest = page.split(BEGIN)
    yield before + BEGIN + "\n"
    yield page_tables()
    yield END + rest.split(END)[1]


def main(arguments: list[str]) -> int:
    """Write the page, or with --check say whether it would change."""
    page = PAGE.read_text("utf-8")
    written = "".join(_with_tables(page))
    if "--check" in arguments:
        if page != written:
            print(
                f"{PAGE.relative_to(ROOT)} differs from the data; run: .venv/bin/python docs/dialects.py",
                file=sys.stderr,
            )
        return int(page != written)
    PAGE.write_text(written, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
