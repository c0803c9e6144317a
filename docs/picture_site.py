"""The live site of the example, for pictures: a server on this computer that answers the same at any time."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from robotstudio.project.templates import Example, example

if TYPE_CHECKING:
    from collections.abc import Iterator

PORT = int(os.environ.get("PICTURE_PORT", "8088"))  # always the same, so that the picture is, too
HOPS = {"/robots.txt": (301, "/files/robots.txt"), "/files/robots.txt": (302, "/static/robots.txt")}


LINKS = {
    "/": ("/shoes/", "/blog/", "/cart/", "/search?q=shoes", "/products?sort=price"),
    "/shoes/": tuple(f"/shoes/{number}" for number in range(1, 9)),
    "/blog/": ("/blog/care", "/blog/sizes"),
    "/cart/": ("/cart/help", "/cart/pay"),
    "/search?q=shoes": ("/only-by-search",),
}
"""The links of the pages of a small shop; a page that is not named has none."""


LLMS = b"""\
# Shoes

> A small shop for shoes.

## Shoes

- [All shoes](/shoes/): what there is
- [Baskets](/cart/): of everybody
- [Search](/search?q=shoes) finds the rest

Call us.
"""
"""A file for AI that links what the example closes, and has two lines that are not as the format wants them."""


RELAUNCHED = threading.Event()
"""Set once the shop has changed, between two crawls."""
_GONE = ("/shoes/3", "/shoes/4", "/blog/sizes")
_NEW = ("/shoes/9", "/shoes/10", "/shoes/11", "/help/")
_NOINDEX = ("/cart/pay",)
_NEWLY_NOINDEX = ("/shoes/5", "/blog/care")
_RENAMED = ("/shoes/", "/shoes/1", "/shoes/2")


def page(path: str) -> bytes:
    """Return a page of the shoe shop, with links to others; nothing for one that is gone."""
    is_later = RELAUNCHED.is_set()
    if path in (_GONE if is_later else _NEW):
        return b""
    places = (*LINKS.get(path, ()), *(_NEW if is_later and path == "/" else ()))
    links = "".join(f'<a href="{each}">shoes {each}</a> ' for each in places)
    is_hidden = path in _NOINDEX or (is_later and path in _NEWLY_NOINDEX)
    head = "<meta name=robots content=noindex>" if is_hidden else ""
    title = f"All shoes, {path}" if is_later and path in _RENAMED else f"Shoes {path}"
    return f"<title>{title}</title>{head}<h1>Shoes</h1><p>All shoes of {path} are here. {links}".encode()


LOOKBOOK = {
    "/lookbook": """<!doctype html><html lang="en"><meta charset="utf-8"><title>Lookbook</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/search/lookbook.css">
<script src="/search/lookbook.js" defer></script><script src="/cart/checkout/basket.js" defer></script>
<h1>Autumn lookbook</h1><p>Eight pairs that walk through rain, leaves and first snow.</p><main id="looks"></main>
<footer><a href="/shoes/">All shoes</a> <a href="/blog/care">Care</a></footer></html>""",
    "/search/lookbook.css": """body{margin:0;font:16px sans-serif;background:#f6f1ea;color:#3a2f28}
h1,p{margin:0;padding:20px 20px 0}main{display:grid;grid-template-columns:1fr 1fr;gap:12px;padding:20px}
a.look{display:block;height:150px;border-radius:12px;color:#fff;padding:12px;text-decoration:none}
footer{background:#3a2f28;padding:20px}footer a{color:#f6f1ea;margin-right:16px}""",
    "/search/lookbook.js": """fetch('/search/looks.json').then(found => found.json()).then(looks => {
document.getElementById('looks').innerHTML = looks.map(([name, color], place) =>
`<a class="look" href="/shoes/${place + 1}" style="background:${color}">${name}</a>`).join('');});""",
    "/search/looks.json": """[["Rain boot","#4f6d7a"],["Felt slipper","#a4553f"],["Trail shoe","#5b7553"],
["Oxford","#6b4f3a"],["Clog","#b08a3e"],["Snow boot","#3f5a8a"],["Loafer","#7a4f6d"],["Sandal","#557a6a"]]""",
    "/cart/checkout/basket.js": "document.cookie = 'basket=0';",
}
"""A page whose look and links come from resources that the live robots.txt blocks."""
_KINDS = {".css": "text/css", ".js": "text/javascript", ".json": "application/json"}


class Handler(BaseHTTPRequestHandler):
    """The live site of the example: two redirects, then an older robots.txt."""

    server_version, sys_version, protocol_version = "example", "", "HTTP/1.1"
    example: Example

    def do_GET(self) -> None:
        """Answer by path."""
        status, place = HOPS.get(self.path, (200, ""))
        is_page = not self.path.endswith(".txt")
        shown = LOOKBOOK.get(self.path, "").encode()
        body = b"" if place else shown or page(self.path) if is_page else self.text()
        status = status if body or place else 404
        self.send_response(status)
        kind = next((kind for end, kind in _KINDS.items() if self.path.endswith(end)), "text/html; charset=utf-8")
        kind = kind if is_page else "text/plain; charset=utf-8"
        headers = {"Location": place} if place else {"Content-Type": kind, "ETag": '"8f1c-62a4"'}
        for name, value in {**headers, "Cache-Control": "max-age=3600", "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def text(self) -> bytes:
        """Return the llms.txt, or the live robots.txt, which is older than the example. There is no ai.txt."""
        if not self.path.endswith("robots.txt"):
            return LLMS if self.path == "/llms.txt" else b""
        return self.example.body().replace(b"Disallow: /cart/\n", b"Disallow: /cart/checkout\n")

    def date_time_string(self, *_: object) -> str:
        """Return the same time in every picture."""
        return "Mon, 01 Sep 2025 09:12:00 GMT"

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def live_site() -> Iterator[None]:
    """Serve the site on this computer while pictures are made."""
    Handler.example = example()
    with ThreadingHTTPServer(("127.0.0.1", PORT), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()
