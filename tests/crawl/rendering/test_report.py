"""What a crawler sees of a page that needs a browser, by a real browser and a site on this machine."""

from collections.abc import Mapping

import pytest

from robotstudio.crawl.rendering import browser, renderer
from robotstudio.crawl.rendering.loader import RequestState
from robotstudio.crawl.rendering.renderer import RenderProblem
from robotstudio.crawl.rendering.report import MOST_TRIED, Effect, RenderReport
from robotstudio.crawl.rendering.words import effect_words, rule_words, state_words, summary_words
from tests.crawl.rendering.conftest import Rendering
from tests.crawl.site import Answer, Asked, Reply, html, site, to

ROBOTS = Reply("User-agent: *\nDisallow: /assets/\nDisallow: /api\n", content_type="text/plain")
APP = """
document.addEventListener('DOMContentLoaded', async () => {
  const found = await (await fetch('/api/products')).json();
  document.getElementById('app').innerHTML = `<a href="/shoes">${found.name}</a>`;
});
"""
SHOP: Mapping[str, Answer] = {
    "/robots.txt": ROBOTS,
    "/": html(
        "/plain",
        head='<link rel="stylesheet" href="/assets/shop.css"><script src="/assets/app.js"></script>'
        '<script src="/assets/nothing.js"></script>',
        text='<span id="app">Loading</span>',
    ),
    "/assets/shop.css": Reply("body { background: #cde }", content_type="text/css"),
    "/assets/app.js": Reply(APP, content_type="text/javascript"),
    "/assets/nothing.js": Reply("1", content_type="text/javascript"),
    "/api/products": Reply('{"name": "Red shoes"}', content_type="application/json"),
}
OPEN = Reply("User-agent: *\nDisallow:\n", content_type="text/plain")


def script(source: str, **more: Answer) -> dict[str, Answer]:
    """Return a site whose page runs a script."""
    answers: dict[str, Answer] = {"/robots.txt": OPEN, "/": html("/plain", text=f"words<script>{source}</script>")}
    answers.update((f"/{name}", answer) for name, answer in more.items())
    return answers


def effects(report: RenderReport) -> dict[str, Effect]:
    return {each.request.url.rpartition("/")[2]: each.effect for each in report.blocked}


def test_each_blocked_resource_is_tried(rendering: Rendering) -> None:
    with site(SHOP) as shop:
        report = rendering.render(f"{shop.url}/")
        assert effects(report) == {
            "shop.css": Effect.ALONE,
            "app.js": Effect.WITH_OTHERS,
            "nothing.js": Effect.NOTHING,
            "products": Effect.WITH_OTHERS,
        }
        assert report.difference.links == (f"{shop.url}/shoes",)
        assert report.difference.lines == ("Red shoes",)
        assert report.difference.pixels > 0.9
        assert [rule_words(each.request) for each in report.blocked][-1] == "line 3, Disallow: /api"
        assert effect_words(report.blocked[2]) == "changes nothing"
        assert summary_words(report).endswith("of the picture, 1 line of text and 1 link.")


def test_each_resource_is_fetched_once_for_all_renderings(rendering: Rendering) -> None:
    with site(SHOP) as shop:
        rendering.render(f"{shop.url}/")
        assert set(shop.counts.values()) == {1}
        assert set(shop.counts) == set(SHOP)


def test_draft_replaces_the_live_robots_txt(rendering: Rendering) -> None:
    with site(SHOP) as shop:
        report = rendering.render(f"{shop.url}/", draft=b"User-agent: *\nDisallow: /assets/shop.css\n")
        assert effects(report) == {"shop.css": Effect.ALONE}
        assert report.new_links == (f"{shop.url}/shoes",)
        assert "/robots.txt" not in shop.counts


def test_rules_are_those_of_the_chosen_crawler(rendering: Rendering) -> None:
    draft = b"User-agent: bingbot\nDisallow: /api\n\nUser-agent: *\nDisallow:\n"
    with site(SHOP) as shop:
        assert effects(rendering.render(f"{shop.url}/", draft=draft)) == {}
        assert effects(rendering.render(f"{shop.url}/", "bingbot", draft=draft)) == {"products": Effect.ALONE}


def test_links_and_text_appear_only_after_rendering(rendering: Rendering) -> None:
    source = """setTimeout(() => document.body.innerHTML = '<p>words</p><p>late</p><a href="/late">go</a>', 4000)"""
    with site(script(source)) as found:
        report = rendering.render(f"{found.url}/")
        assert report.new_links == (f"{found.url}/late",)
        assert report.new_lines == ("late", "go")
        assert report.lost_links == (f"{found.url}/plain",)
        assert report.seen is report.complete
        assert summary_words(report) == "Googlebot may fetch everything that the page loads."


def test_links_in_shadow_roots_are_read(rendering: Rendering) -> None:
    source = """const host = document.createElement('div'); document.documentElement.append(host);
    host.attachShadow({mode: 'open'}).innerHTML = '<a href="/shadow">in</a>'"""
    with site(script(source)) as found:
        assert rendering.render(f"{found.url}/").new_links == (f"{found.url}/shadow",)


def test_images_load_that_wait_for_scrolling(rendering: Rendering) -> None:
    page = html(text='<div style="height: 5000px"></div><img loading="lazy" src="/far.png">')
    with site({"/robots.txt": OPEN, "/": page}) as found:
        rendering.render(f"{found.url}/")
        assert found.counts["/far.png"] == 1


def test_crawler_that_may_not_fetch_the_page_sees_nothing(rendering: Rendering) -> None:
    with site(SHOP) as shop:
        report = rendering.render(f"{shop.url}/", draft=b"User-agent: *\nDisallow: /\n")
        assert report.seen is None
        assert report.complete is not None
        assert report.new_links == (f"{shop.url}/shoes",)
        assert summary_words(report).startswith("Googlebot may not fetch the page (line 2, Disallow: /), and sees")


def test_redirects_are_followed(rendering: Rendering) -> None:
    with site({**SHOP, "/old": to("/")}) as shop:
        report = rendering.render(f"{shop.url}/old", draft=b"User-agent: *\nDisallow: /old\n")
        assert report.decision.line == 2
        assert report.complete is not None
        assert report.complete.url == f"{shop.url}/"


@pytest.mark.parametrize(
    "page",
    [
        html(text="<script>location.href = '/closed'</script>"),
        html(head='<meta http-equiv="refresh" content="0;url=/closed">'),
    ],
)
def test_page_that_takes_itself_to_a_blocked_one_is_not_seen(rendering: Rendering, page: Answer) -> None:
    with site({"/robots.txt": OPEN, "/": page, "/closed": html(text="closed words")}) as found:
        report = rendering.render(f"{found.url}/", draft=b"User-agent: *\nDisallow: /closed\n")
        assert report.seen is None
        assert summary_words(report).startswith("Googlebot may not fetch the page (line 2, Disallow: /closed)")
        report = rendering.render(f"{found.url}/", draft=b"User-agent: *\nDisallow: /other\n")
        assert report.seen is not None


def test_address_that_a_script_only_writes_is_no_page(rendering: Rendering) -> None:
    with site(script("history.pushState({}, '', '/closed')")) as found:
        report = rendering.render(f"{found.url}/", draft=b"User-agent: *\nDisallow: /closed\n")
        assert report.seen is not None


def test_what_is_no_page_is_not_rendered(rendering: Rendering) -> None:
    with site({"/robots.txt": OPEN, "/a.pdf": Reply(b"%PDF", content_type="application/pdf")}) as found:
        report = rendering.render(f"{found.url}/a.pdf")
        assert report.complete is None
        assert summary_words(report) == "It is not an HTML page (application/pdf), so there is nothing to render."


def test_frames_obey_the_robots_txt_of_their_own_host(rendering: Rendering) -> None:
    other: Mapping[str, Answer] = {"/robots.txt": ROBOTS, "/frame": html(head='<script src="/assets/x.js"></script>')}
    with site(other) as inner:
        frame = f'<iframe src="http://localhost:{inner.port}/frame"></iframe>'
        with site({"/robots.txt": OPEN, "/": html(text=frame)}) as found:
            report = rendering.render(f"{found.url}/")
            blocked = [(each.request.url, each.request.decision.robots_url) for each in report.blocked]
            host = f"http://localhost:{inner.port}"
            assert blocked == [(f"{host}/assets/x.js", f"{host}/robots.txt")]


def test_many_blocked_resources_are_tried_together_only(rendering: Rendering) -> None:
    names = [f"/assets/{number}.css" for number in range(MOST_TRIED + 1)]
    styles: dict[str, Answer] = {name: Reply("body { background: red }", content_type="text/css") for name in names}
    page = html(head="".join(f'<link rel="stylesheet" href="{name}">' for name in names))
    with site({"/robots.txt": ROBOTS, "/": page, **styles}) as found:
        report = rendering.render(f"{found.url}/")
        assert set(effects(report).values()) == {Effect.UNKNOWN}
        assert report.difference.pixels > 0.9


def test_chance_and_time_change_nothing(rendering: Rendering) -> None:
    source = """document.body.append(Math.random() + ' ' + Date.now() + crypto.randomUUID());
    const style = document.createElement('script'); style.src = '/assets/a.js'; document.body.append(style);"""
    with site(
        {**script(source), "/robots.txt": ROBOTS, "/assets/a.js": Reply("1", content_type="text/javascript")}
    ) as found:
        report = rendering.render(f"{found.url}/")
        assert effects(report) == {"a.js": Effect.NOTHING}
        assert not report.difference


CHANCE = (
    "<pre id=x></pre><script>let isDone = false;"
    "crypto.subtle.generateKey({name: 'HMAC', hash: 'SHA-256'}, true, ['sign'])"
    ".then(key => crypto.subtle.exportKey('jwk', key))"
    ".then(({ k }) => { x.textContent = k.slice(0, 20); isDone = true; });"
    "(async () => { while (!isDone) await fetch('/wait'); })();</script>"
)
"""A random text of one size: a long one may be broken at a hyphen. Time stands still until it is there, as something is
loaded until then."""


def test_what_moves_by_itself_is_no_change(rendering: Rendering) -> None:
    def answer(asked: Asked) -> Reply:
        both = "if (window.a) document.body.insertAdjacentHTML('beforeend', '<h1>Both</h1><p>of them</p>')"
        texts = {"/assets/a.js": "window.a = 1", "/assets/b.js": both}
        head = "".join(f'<script src="{name}" defer></script>' for name in texts)
        page = html(head=head, text=CHANCE)
        if asked.path in texts:
            return Reply(texts[asked.path], content_type="text/javascript")
        return {"/robots.txt": ROBOTS, "/": Reply(page)}.get(asked.path, Reply("", 404))

    with site(answer) as found:
        report = rendering.render(f"{found.url}/")
        assert effects(report) == {"a.js": Effect.WITH_OTHERS, "b.js": Effect.WITH_OTHERS}
        assert report.difference.lines[-2:] == ("Both", "of them")
        assert 0 < report.difference.pixels < 0.05


def test_chance_that_only_moves_changes_nothing(rendering: Rendering) -> None:
    blocked = {"/robots.txt": ROBOTS, "/assets/a.js": Reply("1", content_type="text/javascript")}
    page = html(head='<script src="/assets/a.js"></script>', text=CHANCE)
    with site({**blocked, "/": page}) as found:
        report = rendering.render(f"{found.url}/")
        assert effects(report) == {"a.js": Effect.NOTHING}
        assert not report.difference


# what a page must not do


def test_page_reaches_no_private_address_from_outside(rendering: Rendering) -> None:
    page = html(text='<img src="http://169.254.169.254/latest/meta-data">')
    with site({"/robots.txt": OPEN, "/": page}) as found:
        report = rendering.render(f"{found.url}/")
        assert report.complete is not None
        (request,) = report.complete.requests
        assert request.state is RequestState.PRIVATE
        assert state_words(request) == "not requested: a private address"


def test_page_reaches_the_network_only_through_our_fetcher(rendering: Rendering) -> None:
    asked: list[str] = []

    def answer(request: Asked) -> Reply:
        asked.append(request.path)
        return {"/robots.txt": OPEN, "/": Reply(page)}.get(request.path, Reply("", 404))

    with site(answer) as found:
        page = html(
            text=f"<script>new WebSocket('ws://{found.host}/socket'); navigator.sendBeacon('/beacon', 'x');</script>"
        )
        report = rendering.render(f"{found.url}/")
        assert "/socket" not in asked
        assert "/beacon" not in asked
        assert report.complete is not None
        assert [state_words(each) for each in report.complete.requests] == ["not sent: POST"]


@pytest.mark.parametrize(
    "source",
    [
        "alert(1); confirm(2); prompt(3)",
        "window.open('/other'); document.body.append('x')",
        "location.hash = 'x'",
        "navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission()",
        "const a = document.createElement('a'); a.href = '/file'; a.download = 'x'; document.body.append(a); a.click()",
        "document.body.append('\\ud800')",
        "const f = document.createElement('iframe'); f.src = 'file:///etc/hostname'; document.body.append(f)",
    ],
)
def test_page_is_rendered_whatever_it_asks_for(rendering: Rendering, source: str) -> None:
    with site(script(source, file=Reply("x", content_type="application/zip"))) as found:
        report = rendering.render(f"{found.url}/")
        assert report.complete is not None
        assert report.complete.problem is None
        assert report.complete.picture.startswith(b"\x89PNG")


def test_page_that_never_ends_is_given_up(rendering: Rendering, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer, "_SECONDS", 1.0)
    monkeypatch.setattr(renderer, "_LAST_SECONDS", 0.5)
    with site(script("while (true);")) as found:
        report = rendering.render(f"{found.url}/")
        assert report.complete is not None
        assert report.complete.problem is RenderProblem.STUCK
        assert summary_words(report).startswith("The page took too long, and nothing of it could be read.")
    with site(script("document.body.append('well')")) as found:
        assert rendering.render(f"{found.url}/").new_lines == ("wellto /plain",)


def test_page_that_answers_no_call_does_not_end_the_browser(
    rendering: Rendering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "_CALL_SECONDS", 2.0)
    with site(script("while (true);")) as found:
        complete = rendering.render(f"{found.url}/").complete
        assert complete is not None
        assert complete.problem is RenderProblem.STUCK
    with site(script("document.body.append('well')")) as found:
        assert rendering.render(f"{found.url}/").new_lines == ("wellto /plain",)


def test_page_that_posts_a_form_keeps_its_words(rendering: Rendering) -> None:
    post = "document.body.innerHTML += '<form method=post action=/posted>'; document.forms[0].submit()"
    with site(script(post)) as found:
        report = rendering.render(f"{found.url}/")
        assert report.new_lines == ()
        assert report.rendering is not None
        assert report.rendering.moves == ()


def test_nothing_is_kept_from_one_rendering_to_the_next(rendering: Rendering) -> None:
    source = "document.body.append(localStorage.x || 'new'); localStorage.x = document.cookie = 'old=1'"
    with site(script(source)) as found:
        for _ in range(2):
            report = rendering.render(f"{found.url}/")
            assert report.rendering is not None
            assert "</p>new<a" in report.rendering.html
        assert all("cookie" not in {name.lower() for name in each.headers} for each in found.asked)


def test_page_that_requests_too_much_is_not_called_open(rendering: Rendering, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer, "_MOST_REQUESTS", 5)
    with site(script("for (let i = 0; i < 20; i++) new Image().src = '/i/' + i")) as shop:
        report = rendering.render(f"{shop.url}/")
        assert report.complete is not None
        assert report.complete.problem is RenderProblem.TOO_MUCH
        said = summary_words(report)
        assert "shown without the rest" in said
        assert "everything" not in said


def test_error_that_comes_with_a_page_is_told(rendering: Rendering) -> None:
    with site({"/robots.txt": OPEN, "/gone": Reply(html("/plain"), 404)}) as shop:
        assert summary_words(rendering.render(f"{shop.url}/gone")).startswith(
            "The server answers the page with status 404. "
        )
