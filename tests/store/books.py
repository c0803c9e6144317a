"""Reads workbooks."""

import zipfile
from io import BytesIO

from defusedxml import ElementTree


def cells_of(book: bytes) -> dict[str, list[tuple[str, str]]]:
    """Return the kind and text of each cell, by sheet: `s` a text, `n` a number, `b` a boolean, `f` a formula."""
    with zipfile.ZipFile(BytesIO(book)) as parts:
        names = ElementTree.fromstring(parts.read("xl/workbook.xml")).iterfind(".//{*}sheet")
        return {
            name.get("name") or "": _cells(parts.read(f"xl/worksheets/sheet{number}.xml"))
            for number, name in enumerate(names, 1)
        }


def _cells(sheet: bytes) -> list[tuple[str, str]]:
    found = []
    for cell in ElementTree.fromstring(sheet).iterfind(".//{*}c"):
        kind = "f" if cell.find("{*}f") is not None else {"inlineStr": "s"}.get(cell.get("t", "n"), cell.get("t", "n"))
        found.append((kind, "".join(part.text or "" for part in cell.iter() if part.tag.endswith(("}t", "}v")))))
    return found
