"""Take out of Qt's copy of ICU what Qt does not ask for here: 32 MB of data about every language become 4.

Qt asks ICU for the order of words, upper and lower case, and the names of time zones. Texts in other languages than
ours fall back to the order of no language in particular, as ICU has it. What Qt never asks for goes (names of
currencies, of countries and of languages, units, numbers in words, names of letters, dictionaries for breaking lines),
and so do the tables of old encodings: what comes in such a one is read by Python, and Qt only gets Unicode.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

_NEVER_ASKED_FOR: Final = {"brkitr", "curr", "lang", "rbnf", "region", "translit", "unit"}
_NEVER_ASKED_FOR_KINDS: Final = {"cfu", "cnv", "spp"}
_NEVER_ASKED_FOR_ITEMS: Final = {"cnvalias.icu", "unames.icu"}
_NOT_OF_A_LANGUAGE: Final = {"pool", "res_index", "root"}
_SYMBOL: Final = re.compile(r"^\s*\d+:\s+([0-9a-f]+)\s+(0x[0-9a-f]+|\d+)\s.*\s(icudt\d+_dat)$", re.MULTILINE)
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(_\w*)?")

_SOURCE: Final = """\
.section .note.GNU-stack,"",@progbits
.section .rodata
.balign 16
.globl {symbol}
.type {symbol}, @object
.size {symbol}, {size}
{symbol}:
.incbin "{data}"
"""


class TrimError(Exception):
    """The data could not be taken apart; the message says why."""


def is_wanted(item: str, languages: Collection[str]) -> bool:
    """Whether an item of ICU's data, such as `coll/de.res`, is of use to a program in these languages."""
    folder, _, name = item.rpartition("/")
    if folder in _NEVER_ASKED_FOR:
        return False
    stem, _, suffix = name.partition(".")
    if suffix in _NEVER_ASKED_FOR_KINDS or item in _NEVER_ASKED_FOR_ITEMS:
        return False
    is_of_a_language = suffix == "res" and stem not in _NOT_OF_A_LANGUAGE and bool(_LANGUAGE.fullmatch(stem))
    return not is_of_a_language or stem.partition("_")[0] in languages


def trim(library: Path, languages: Collection[str]) -> None:
    """Write libicudata anew with what is wanted, under the names that the other libraries know."""
    symbols = _run("readelf", "--wide", "--dyn-syms", str(library))
    if not (found := _SYMBOL.search(symbols)):
        raise TrimError(f"{library.name} holds no data of ICU")
    start, size, symbol = int(found[1], 16), int(found[2], 0), found[3]
    soname = re.search(r"soname: \[(.+)\]", _run("readelf", "--dynamic", str(library)))
    if not soname:
        raise TrimError(f"{library.name} has no name of its own")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole, listed = folder / f"{symbol.removesuffix('_dat')}l.dat", folder / "unwanted.txt"
        whole.write_bytes(library.read_bytes()[start : start + size])
        items = _run("icupkg", "--list", str(whole)).split()
        listed.write_text("\n".join(item for item in items if not is_wanted(item, languages)), "utf-8")
        data = folder / "wanted" / whole.name  # the name is written before that of each item
        data.parent.mkdir()
        _run("icupkg", "--remove", str(listed), str(whole), str(data))
        source, compiled = folder / "data.s", folder / "data.o"
        source.write_text(
            _SOURCE.format(symbol=symbol, size=data.stat().st_size, data=data.relative_to(folder)), "utf-8"
        )
        _run("as", "-I", name, "-o", str(compiled), str(source))
        _run("ld", "-shared", "--build-id=none", "-soname", soname[1], "-o", str(library), str(compiled))


def _run(*command: str) -> str:
    """Return what a program of the system prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise TrimError(f"{command[0]} failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout
