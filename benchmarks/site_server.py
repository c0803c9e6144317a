"""A generated site on this machine, in a process of its own: `python -m benchmarks.site_server PAGES`."""

import asyncio
import contextlib
import sys

_WORDS = (
    "robots crawl pages links index search engine file rule path host agent query title text site map draft live group"
)
_LINKS = 29


def page(number: int, count: int) -> bytes:
    """A page with a text of its own and links to pages all over the site."""
    words = _WORDS.split()
    text = " ".join(words[(number * 7 + place * place) % len(words)] for place in range(120))
    links = "".join(
        f'<li><a href="/p/{target}.html">page {target}</a></li>'
        for target in ((number * _LINKS + place + 1) % count for place in range(_LINKS))
    )
    head = f'<!doctype html><html lang="en"><head><title>Page {number}</title></head>'
    body = f"<body><h1>Page {number}</h1><p>{text} {number * 7919 % 104729}</p><ul>{links}</ul></body></html>"
    return f"{head}{body}".encode()


async def _serve(count: int) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                path = head.split(b" ", 2)[1].decode()
                body, status = b"", "404 Not Found"
                if path == "/" or path.startswith("/p/"):
                    body, status = page(0 if path == "/" else int(path[3:-5]), count), "200 OK"
                about = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
                writer.write(about.encode() + body)
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(int(sys.argv[1])))
