"""A generated site on this machine, in a process of its own: `python -m benchmarks.site_server PAGES`."""

import asyncio
import contextlib
import random
import sys
from functools import cache
from itertools import accumulate

WORDS = (
    *("robots", "crawl", "pages", "links", "index", "search", "engine", "file", "rule", "path", "host", "agent"),
    *("query", "title", "text", "site", "map", "draft", "live", "group"),
)
_VOCABULARY, _SMALL_WORDS = 20_000, 60
"""More frequent than what people look for are only words such as articles."""
_TEXT = 120
_LINKS = 29


@cache
def _vocabulary() -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Words, and how many are as frequent as each or more: as in any language, the n-th is 1/n as frequent."""
    letters, chance = "bdfgklmnprstvz", random.Random(0)
    made: dict[str, None] = {}
    while len(made) < _VOCABULARY:
        if len(made) == _SMALL_WORDS:
            made.update(dict.fromkeys(WORDS))
        made["".join(chance.choice(letters) + chance.choice("aeiou") for _ in range(chance.randint(2, 4)))] = None
    return tuple(made), tuple(accumulate(1 / (place + 5) for place in range(len(made))))


def page(number: int, count: int) -> bytes:
    """Return a page with a text of its own and links to pages all over the site."""
    words, weights = _vocabulary()
    text = " ".join(random.Random(number).choices(words, cum_weights=weights, k=_TEXT))
    targets = ((number * _LINKS + place + 1) % count for place in range(_LINKS))
    links = "".join(f'<li><a href="{address(target)}">page {target}</a></li>' for target in targets)
    head = f'<!doctype html><html lang="en"><head><title>Page {number}</title></head>'
    body = f"<body><h1>Page {number}</h1><p>{text} {number * 7919 % 104729}</p><ul>{links}</ul></body></html>"
    return f"{head}{body}".encode()


def address(number: int) -> str:
    """Where a page is: each has one address."""
    return f"/p/{number}.html" if number else "/"


def _answer(head: bytes, count: int) -> bytes:
    """Answer a request; a page that the client has already is not sent again."""
    path = head.split(b" ", 2)[1].decode()
    body, status, tag = b"", "404 Not Found", f'"{path}"'
    if path == "/" or path.startswith("/p/"):
        is_known = f"\r\nif-none-match: {tag}\r\n".encode() in head.lower()
        status = "304 Not Modified" if is_known else "200 OK"
        body = b"" if is_known else page(0 if path == "/" else int(path[3:-5]), count)
    about = f"Content-Type: text/html\r\nETag: {tag}\r\nContent-Length: {len(body)}"
    return f"HTTP/1.1 {status}\r\n{about}\r\n\r\n".encode() + body


async def _serve(count: int) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(_answer(head, count))
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(int(sys.argv[1])))
