"""Every text of the program with real values in it, to be read as a whole.

python -m tests.text.rendered_texts en    # or es, ru, zh_CN
"""

import re
import runpy
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Final

ROOT: Final = Path(__file__).parents[2]
COUNTS: Final = (1, 2, 5)
"""One of each form of the plural in every language; each form is rendered with the first count that takes it."""

_FIELD: Final = re.compile(r"\{(\w+)\}")
_VALUES: Final[Mapping[str, str]] = {
    "address": "https://www.example.com/robots.txt",
    "agent": "Googlebot",
    "answer": "HTTP 503",
    "author": "Ada Byron",
    "before": "GPTBot, CCBot",
    "byte": "12",
    "bytes": "814",
    "cells": "198",
    "code": "RS312",
    "column": "7",
    "command": "lint",
    "crawler": "Googlebot",
    "crawlers": "Googlebot, Bingbot",
    "date": "22 Nov 2026",
    "day": "22 Nov 2026",
    "days": "28",
    "detail": "HTTP 429",
    "dialect": "RFC 9309",
    "draft": "LF",
    "elapsed": "0.4 s",
    "ends": "2 × CR LF",
    "environment": "staging",
    "example": "/shop/",
    "field": "Disallow",
    "file": "robots.txt",
    "first": "3",
    "group": "its group",
    "host": "www.example.com",
    "hosts": "2 hosts",
    "key": "fail-on",
    "keys": "Ctrl+S",
    "last": "8",
    "library": "numpy",
    "limit": "500 KiB",
    "line": "12",
    "lines": "3, 7",
    "list": "22 Nov 2026",
    "listed": "100",
    "live": "CRLF",
    "minutes": "5",
    "most": "1,000",
    "name": "robots.txt",
    "names": "Googlebot, Bingbot",
    "number": "4",
    "of": "9",
    "open": "3 allowed",
    "operator": "Google",
    "option": "--urls",
    "other": "Allow: /cart/help",
    "others": "Bingbot, YandexBot",
    "pages": "2,500",
    "path": "/home/ada/robots.txt",
    "pattern": "/products/*",
    "plain": "HTTP 200",
    "prog": "robotstudio",
    "project": "shop.robotstudio",
    "queued": "40",
    "rule": "Disallow: /cart/",
    "rules": "4 rules",
    "scheme": "https",
    "seconds": "30 seconds",
    "share": "25%",
    "site": "www.example.com",
    "size": "813 B",
    "span": "2 h",
    "star": "*",
    "status": "503",
    "time": "15:33",
    "title": "Keep AI training out",
    "token": "GPTBot",
    "tokens": "GPTBot, CCBot",
    "total": "198",
    "tried": "Googlebot-Image",
    "url": "/cart/checkout",
    "urls": "22 URLs",
    "value": "10",
    "version": "RFC 9309",
    "when": "22 Nov 2026, 14:05",
}
"""Real values by the name of the placeholder; a name without one stands for itself."""


@cache
def keeper() -> SimpleNamespace:
    """Run the program that keeps the catalogues."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "packaging" / "catalogues.py")))


def rendered(template: str, count: int) -> str:
    """Put real values into a template."""
    return _FIELD.sub(lambda found: str(count) if found[1] == "count" else _VALUES.get(found[1], found[1]), template)


def texts(code: str) -> Iterator[str]:
    """Return every text of a language with real values, each form of a plural once."""
    if code == "en":
        for text in keeper().texts_of(ROOT / "robotstudio"):
            yield rendered(text.one, COUNTS[0])
            if text.many:
                yield rendered(text.many, COUNTS[-1])
        return
    catalogue = keeper().read(keeper().LOCALE / code / "LC_MESSAGES" / "robotstudio.po")
    for message in catalogue:
        if message.id:
            forms = (message.string,) if isinstance(message.string, str) else message.string
            last = len(forms) - 1
            yield from (rendered(form, COUNTS[place if place < last else -1]) for place, form in enumerate(forms))


def main() -> None:
    """Print the list of a language."""
    print(*dict.fromkeys(texts(sys.argv[1])), sep="\n")


if __name__ == "__main__":
    main()
