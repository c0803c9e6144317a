"""One rendering of a page: what a browser makes of it within virtual time, with the resources it is given.

Virtual time passes only while nothing is being loaded, so that a page renders the same on a slow computer, and five
seconds of timers pass at once. `Math.random` and the clock begin equally in each rendering of a page.
"""

import asyncio
import base64
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from msgspec import Struct

from robotstudio.crawl.pages import PageFound, read_page
from robotstudio.crawl.rendering.browser import GONE, Arguments, Browser, BrowserGoneError, CallError
from robotstudio.crawl.rendering.loader import PAGE_HEADERS, Decision, Loader, RequestState
from robotstudio.fetch.evidence import Evidence, FailureKind
from robotstudio.fetch.headers import media_type

WIDTH: Final = 412
_HEIGHT: Final = 823
"""As a phone: search engines index what phones are shown."""
_TALLEST: Final = 8_000
"""In pixels. Crawlers make the window as tall as the page, so that images load which otherwise wait for scrolling."""
_BUDGET_MS: Final = 5_000
_MORE_BUDGET_MS: Final = 2_000
_SECONDS: Final = 40.0
_LAST_SECONDS: Final = 10.0
_FRAME_SECONDS: Final = 0.5
"""For frames of other sites to be painted."""
_MOST_REQUESTS: Final = 1_000
_MOST_BYTES: Final = 100 * 1024 * 1024
_LARGEST_HTML: Final = 10_000_000
_STARVATION: Final = 100_000
"""Tasks that may run without virtual time passing."""
_DROPPED: Final = frozenset(
    {
        *("content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"),
        *("set-cookie", "strict-transport-security", "alt-svc", "clear-site-data", "content-disposition"),
    }
)
"""Headers that are untrue of a decoded body, or would be kept: crawlers keep no cookies."""
_CORNER: Final = {"x": 0, "y": 0, "width": 1, "height": 1, "scale": 1}
_HTML: Final = frozenset({"text/html", "application/xhtml+xml"})

_STEADY: Final = """
(() => { let seed = 1; Math.random = () => {
  seed = (seed + 0x6D2B79F5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; }; })();
if (self.Crypto) {
  Crypto.prototype.getRandomValues = array => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let place = 0; place < bytes.length; place++) bytes[place] = Math.random() * 256;
    return array; };
  Crypto.prototype.randomUUID = () => '10000000-1000-4000-8000-100000000000'.replace(
    /[018]/g, digit => (+digit ^ Math.random() * 16 >> digit / 4).toString(16));
}
"""
"""Chance that is the same in each rendering."""
_HEIGHT_OF: Final = "Math.max(document.documentElement.scrollHeight, document.body ? document.body.scrollHeight : 0)"
_READ: Final = """
(() => {
  const inside = root => [...root.querySelectorAll('*')].filter(each => each.shadowRoot)
    .map(each => `<div>${each.shadowRoot.innerHTML}</div>` + inside(each.shadowRoot)).join('');
  const html = (document.documentElement ? document.documentElement.outerHTML : '') + inside(document);
  return {html: html.slice(0, LARGEST), url: location.href, height: HEIGHT};
})()
""".replace("LARGEST", str(_LARGEST_HTML)).replace("HEIGHT", _HEIGHT_OF)
_COMPARE: Final = """
async (...pictures) => {
  const read = async data => { const image = new Image(); image.src = 'data:image/png;base64,' + data;
    await image.decode(); return image; };
  const images = await Promise.all(pictures.map(read));
  const width = Math.max(...images.map(each => each.width)), height = Math.max(...images.map(each => each.height));
  const [a, b, again] = images.map(each => { const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', {willReadFrequently: true}); context.drawImage(each, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer); });
  const moving = new Uint8Array(Math.ceil(height / BAND) + 2), band = place => (place / width / BAND | 0) + 1;
  for (let place = 0; place < a.length; place++)
    if (a[place] !== again[place]) for (const down of [-1, 0, 1]) moving[band(place) + down] = 1;
  let count = 0;
  for (let place = 0; place < a.length; place++) if (a[place] !== b[place] && !moving[band(place)]) count++;
  return {count, all: a.length};
}
""".replace("BAND", "16")
"""Count the pixels that differ, but for bands of the picture where something moves by itself, and their neighbours."""


class RenderProblem(StrEnum):
    """Reason for which a rendering is missing or incomplete."""

    TOO_SLOW = "too-slow"  # what was there in time is shown
    TOO_MUCH = "too-much"  # it requests more than is loaded
    STUCK = "stuck"  # nothing could be read
    CRASHED = "crashed"
    NOT_SHOWN = "not-shown"  # the page itself did not load


class Request(Struct, frozen=True):
    """Something that a page requested while it was rendered."""

    url: str
    kind: str
    """The browser's name for its type, in lower case: `script`, `stylesheet`, `xhr`."""
    state: RequestState
    decision: Decision
    method: str = "GET"
    status: int | None = None


class Rendering(Struct, frozen=True):
    url: str
    """Where it ended, after redirects of any kind."""
    html: str = ""
    picture: bytes = b""
    """A PNG."""
    is_cut: bool = False
    """True if the page goes on below the picture."""
    requests: tuple[Request, ...] = ()
    """Each URL once, in order; without the page itself."""
    moves: tuple[str, ...] = ()
    """Where a script or a refresh took the page once it was shown."""
    problem: RenderProblem | None = None

    async def read(self) -> PageFound:
        """Read what the page says once it is rendered."""
        return await read_page(self.html.encode("utf-8", "replace"), "text/html; charset=utf-8", self.url)

    def with_state(self, state: RequestState) -> tuple[Request, ...]:
        return tuple(each for each in self.requests if each.state is state)


Allows = Callable[[str, Decision], bool]
"""Predicate: may a rendering use a resource, by its URL and the verdict of the robots.txt?"""


class Renderer:
    """Renders pages one after the other, each in a context of its own, so that none finds what another stored."""

    def __init__(
        self, browser: Browser, loader: Loader, *, user_agent: str, starts_at: float, seconds: float | None = None
    ) -> None:
        """`starts_at`: the time that pages see, in seconds since 1970; `seconds`: the longest that a page may take."""
        self._seconds = seconds
        self._browser = browser
        self._loader = loader
        self._user_agent = user_agent
        self._starts_at = starts_at

    async def render(self, url: str, allows: Allows) -> Rendering:
        """Render a page. Raises BrowserGoneError."""
        async with self._context() as context:
            seconds = self._seconds or _SECONDS
            page = _Page(self._browser, self._loader, allows, seconds)
            try:
                async with asyncio.timeout(seconds + 2 * _LAST_SECONDS):
                    return await page.render(context, url, self._user_agent, self._starts_at)
            except (TimeoutError, CallError):
                problem = RenderProblem.CRASHED if page.has_crashed else RenderProblem.STUCK
                return Rendering(url, requests=page.requests, problem=problem)
            finally:
                page.close()

    async def difference(self, one: bytes, other: bytes, again: bytes = b"") -> float:
        """Return the share of pixels by which two pictures differ; with `again`, only where the first does not move."""
        if one == other:
            return 0.0
        if not one or not other:
            return 1.0
        try:
            return await self._compared(one, other, again or one)
        except CallError:  # the page is ours: if it does not answer, the browser is not well
            raise BrowserGoneError from None

    async def _compared(self, *pictures: bytes) -> float:
        async with self._context() as context:
            session = await _open_page(self._browser, context)
            window = await self._browser.call("Runtime.evaluate", session, expression="globalThis")
            found = await self._browser.call(
                "Runtime.callFunctionOn",
                session,
                functionDeclaration=_COMPARE,
                objectId=window["result"]["objectId"],
                arguments=[{"value": base64.b64encode(each).decode()} for each in pictures],
                awaitPromise=True,
                returnByValue=True,
            )
            counted = found["result"].get("value") or {}
            return float(counted.get("count", 0)) / max(1.0, float(counted.get("all", 0)))

    @contextlib.asynccontextmanager
    async def _context(self) -> AsyncIterator[str]:
        made = await self._browser.call("Target.createBrowserContext", disposeOnDetach=True)
        context = str(made["browserContextId"])
        try:
            await self._browser.call("Browser.setDownloadBehavior", behavior="deny", browserContextId=context)
            yield context
        finally:
            self._browser.send("Target.disposeBrowserContext", browserContextId=context)


async def _open_page(browser: Browser, context: str) -> str:
    """Open an empty page; return its session."""
    target = (await browser.call("Target.createTarget", url="about:blank", browserContextId=context))["targetId"]
    return str((await browser.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"])


class _Paused(NamedTuple):
    """A request that waits for its answer."""

    session: str
    id: str
    url: str
    kind: str
    method: str
    headers: Mapping[str, str]
    is_page: bool


class _Page:
    """A page while it is rendered."""

    def __init__(self, browser: Browser, loader: Loader, allows: Allows, seconds: float) -> None:
        self._browser = browser
        self._seconds = seconds
        self._bytes = 0
        self._is_too_much = False
        self._loader = loader
        self._allows = allows
        self._sessions: list[str] = []
        self._requests: dict[str, Request | None] = {}  # by URL, in the order in which they were made
        self._tasks: set[asyncio.Task[None]] = set()
        self._events: dict[str, asyncio.Event] = {}
        self._frame = ""
        self._moves: list[str] = []
        self._is_shown = False
        self.has_crashed = self._is_gone = False

    @property
    def requests(self) -> tuple[Request, ...]:
        return tuple(each for each in self._requests.values() if each is not None)

    def close(self) -> None:
        for session in self._sessions:
            self._browser.listen(session, None)
        for task in self._tasks:
            task.cancel()

    async def render(self, context: str, url: str, user_agent: str, starts_at: float) -> Rendering:
        """Load the page, let virtual time pass, make the window as tall as the page, and read it."""
        session = await _open_page(self._browser, context)
        self._frame = (await self._call("Page.getFrameTree", session))["frameTree"]["frame"]["id"]
        self._follow(session)
        await self._call("Emulation.setUserAgentOverride", session, userAgent=user_agent)
        await self._call("Page.addScriptToEvaluateOnNewDocument", session, source=_STEADY)
        await self._resize(session, _HEIGHT)
        self._send("Emulation.setVirtualTimePolicy", session, policy="pause", initialVirtualTime=starts_at)
        problem = None
        try:
            async with asyncio.timeout(self._seconds):
                self._send("Page.navigate", session, url=url)
                await self._wait("Page.frameNavigated", "not shown")
                if not self._is_shown:
                    return Rendering(url, requests=self.requests, problem=RenderProblem.NOT_SHOWN)
                await self._pass_time(session, _BUDGET_MS)
                height = int(await self._value(session, _HEIGHT_OF))
                await self._resize(session, max(_HEIGHT, min(height, _TALLEST)))
                await self._call("Page.captureScreenshot", session, clip=_CORNER)  # a frame, which lazy images wait for
                await self._pass_time(session, _MORE_BUDGET_MS)
                await self._loaded()
        except TimeoutError:
            problem = RenderProblem.TOO_SLOW
            self._send("Emulation.setVirtualTimePolicy", session, policy="pause")
        return await self._read(session, problem)

    async def _read(self, session: str, problem: RenderProblem | None) -> Rendering:
        async with asyncio.timeout(2 * _LAST_SECONDS):
            await self._resize(session, _HEIGHT)
            found = await self._value(session, _READ)
            height = max(_HEIGHT, int(found["height"]))
            clip = {"x": 0, "y": 0, "width": WIDTH, "height": min(height, _TALLEST), "scale": 1}
            shot = await self._call("Page.captureScreenshot", session, clip=clip, captureBeyondViewport=True)
        return Rendering(
            url=str(found["url"]),
            html=str(found["html"]),
            picture=base64.b64decode(shot["data"]),
            is_cut=height > _TALLEST,
            requests=self.requests,
            moves=tuple(self._moves),
            problem=problem or (RenderProblem.TOO_MUCH if self._is_too_much else None),
        )

    # steps

    def _follow(self, session: str) -> None:
        """Decide all requests of a page, a frame or a worker; those that it starts wait until they are followed too."""
        self._sessions.append(session)
        self._browser.listen(session, self._on_event)
        self._send("Fetch.enable", session, patterns=[{"urlPattern": "*"}])
        self._send("Target.setAutoAttach", session, autoAttach=True, waitForDebuggerOnStart=True, flatten=True)
        self._send("Page.enable", session)
        self._send("Inspector.enable", session)
        self._send("Runtime.runIfWaitingForDebugger", session)

    async def _resize(self, session: str, height: int) -> None:
        size = {"width": WIDTH, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self._call("Emulation.setDeviceMetricsOverride", session, **size)

    async def _pass_time(self, session: str, budget: int) -> None:
        self._events.pop("Emulation.virtualTimeBudgetExpired", None)
        await self._call(
            "Emulation.setVirtualTimePolicy",
            session,
            policy="pauseIfNetworkFetchesPending",
            budget=budget,
            maxVirtualTimeTaskStarvationCount=_STARVATION,
        )
        await self._wait("Emulation.virtualTimeBudgetExpired")

    async def _loaded(self) -> None:
        """Wait for what frames of other sites still load: their time is their own."""
        while self._tasks:
            await asyncio.wait(self._tasks)
            await asyncio.sleep(0)
        if len(self._sessions) > 1:
            await asyncio.sleep(_FRAME_SECONDS)

    async def _value(self, session: str, expression: str) -> Any:  # noqa: ANN401  # JSON
        answer = await self._call("Runtime.evaluate", session, expression=expression, returnByValue=True)
        if "value" not in answer.get("result", {}):
            raise CallError(str(answer.get("exceptionDetails", "")))
        return answer["result"]["value"]

    async def _wait(self, *names: str) -> None:
        """Wait for one of these events."""
        waits = [asyncio.ensure_future(self._event(name).wait()) for name in (*names, GONE)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        if self._is_gone:
            raise BrowserGoneError
        if self.has_crashed:
            raise CallError("crashed")

    def _event(self, name: str) -> asyncio.Event:
        return self._events.setdefault(name, asyncio.Event())

    async def _call(self, method: str, session: str, **parameters: Any) -> Arguments:  # noqa: ANN401  # JSON
        return await self._browser.call(method, session, **parameters)

    def _send(self, method: str, session: str, **parameters: Any) -> None:  # noqa: ANN401  # JSON
        self._browser.send(method, session, **parameters)

    # events

    def _on_event(self, session: str, name: str, facts: Arguments) -> None:
        if name == "Fetch.requestPaused":
            self._start(session, facts)
        elif name == "Target.attachedToTarget":
            if facts["targetInfo"]["type"] == "page":  # a new window
                self._send("Target.closeTarget", session, targetId=facts["targetInfo"]["targetId"])
            else:
                self._follow(facts["sessionId"])
        elif name == "Page.javascriptDialogOpening":
            self._send("Page.handleJavaScriptDialog", session, accept=False)
        elif name == "Page.frameNavigated":
            if facts["frame"]["id"] == self._frame and not facts["frame"].get("unreachableUrl"):
                self._is_shown = True
                self._event(name).set()
        elif name in {"Inspector.targetCrashed", GONE}:
            self.has_crashed = name != GONE
            self._is_gone = name == GONE
            self._event(GONE).set()
        elif session == self._sessions[0]:
            self._event(name).set()

    def _start(self, session: str, facts: Arguments) -> None:
        request = facts["request"]
        paused = _Paused(
            session,
            facts["requestId"],
            request["url"].partition("#")[0],
            facts["resourceType"].lower(),
            request["method"],
            request.get("headers", {}),
            facts["frameId"] == self._frame and facts["resourceType"] == "Document",
        )
        if paused.is_page and self._is_shown and paused.method == "GET":
            self._moves.append(paused.url)
        self._requests.setdefault(paused.url, None)
        task = asyncio.ensure_future(self._answer(paused))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, paused: _Paused) -> None:
        """Answer a request with what our fetcher gets, or make it fail."""
        if paused.kind == "other" and paused.url.endswith("/favicon.ico"):
            self._fail(paused, "BlockedByClient")  # the browser's own wish, not the page's
            return
        if len(self._requests) > _MOST_REQUESTS or not paused.url.startswith(("http://", "https://")):
            self._is_too_much |= len(self._requests) > _MOST_REQUESTS
            self._fail(paused, "BlockedByClient")
            return
        decision = await self._loader.decide(paused.url)
        if paused.method not in {"GET", "HEAD"}:
            self._note(paused, RequestState.NOT_SENT, decision)
            self._fail(paused, "BlockedByClient")
        elif not self._allows(paused.url, decision):
            self._note(paused, RequestState.BLOCKED, decision)
            self._fail(paused, "BlockedByClient")
        else:
            headers = PAGE_HEADERS if paused.is_page else paused.headers
            with contextlib.suppress(BrowserGoneError):
                await self._fulfil(paused, decision, await self._loader.load(paused.url, headers))

    async def _fulfil(self, paused: _Paused, decision: Decision, evidence: Evidence) -> None:
        status = evidence.status
        if status is None:
            is_private = evidence.error is not None and evidence.error.kind is FailureKind.NOT_PUBLIC
            self._note(paused, RequestState.PRIVATE if is_private else RequestState.FAILED, decision)
            self._fail(paused, "Failed")
            return
        self._bytes += evidence.size
        state = RequestState.LOADED if status < 400 and self._bytes <= _MOST_BYTES else RequestState.FAILED
        if self._bytes > _MOST_BYTES:
            self._is_too_much = True
            self._note(paused, state, decision)
            self._fail(paused, "Failed")
            return
        self._note(paused, state, decision, status)
        headers = [{"name": name, "value": value} for name, value in evidence.headers if name.lower() not in _DROPPED]
        body = base64.b64encode(evidence.body).decode()
        answer = {"requestId": paused.id, "responseCode": status, "responseHeaders": headers, "body": body}
        try:
            await self._call("Fetch.fulfillRequest", paused.session, **answer)
        except CallError:  # a header that the browser does not take, or a frame that is gone
            self._fail(paused, "Failed")

    def _fail(self, paused: _Paused, reason: str) -> None:
        if paused.is_page:
            self._event("not shown").set()
            if self._is_shown:  # or the browser shows a page of its own instead
                reason = "Aborted"
        self._send("Fetch.failRequest", paused.session, requestId=paused.id, errorReason=reason)

    def _note(self, paused: _Paused, state: RequestState, decision: Decision, status: int | None = None) -> None:
        if not paused.is_page and self._requests.get(paused.url) is None:
            self._requests[paused.url] = Request(paused.url, paused.kind, state, decision, paused.method, status)


def is_page(evidence: Evidence) -> bool:
    """Return True if a browser would show an answer as a page."""
    return evidence.status is not None and media_type(evidence.content_type) in _HTML | {""}
