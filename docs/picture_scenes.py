"""Scenes of the pictures of the window: every tab, the windows beside it, menus, cards and notices."""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch
from zipfile import ZipFile

from guide_pictures import choose_training, show_compliance, wait
from msgspec.structs import replace
from picture_site import PORT, RELAUNCHED
from PySide6.QtCore import QElapsedTimer

from robotstudio.crawl.kept import rename
from robotstudio.draft.analysis import Cell
from robotstudio.draft.expectations import parse
from robotstudio.draft.listing.filters import FilterKind
from robotstudio.engine.crawlers import CRAWLERS, DEFAULT_TOKENS
from robotstudio.project.file.model import EditKind, Environment, OverlayEdit, Project
from robotstudio.project.file.project_file import save as save_project
from robotstudio.project.templates import example
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.panels.ai_policy.panel import FILES, ONE_PAGE
from robotstudio.ui.panels.compliance.panel import BUDGET
from robotstudio.ui.panels.site.actions import COMPARE, CRAWL, FINDINGS, NOT_INDEXED, REACHABILITY, SEARCH, TIMELINE
from robotstudio.ui.shell import dialogs

if TYPE_CHECKING:
    from collections.abc import Callable

    from robotstudio.ui.app.studio import Studio

PAUSE_MS = 150
_MANY = 24
CLICKS = (18_420, 3_910, 212, 640, 35, 0, 0, 0, 610, 480, 150, 0, 88)
CELL = Cell("/cart/checkout?step=2", "Googlebot")
SITE = f"http://127.0.0.1:{PORT}/"


def pause() -> None:
    """Let the window work for a moment."""
    clock = QElapsedTimer()
    clock.start()
    wait(lambda: clock.elapsed() > PAUSE_MS)


def show_selected_cell(studio: Studio) -> None:
    """Show the example with a blocked cell, its line and its explanation."""
    studio.show_example()
    studio.editor.place_caret(33)
    studio.session.select(CELL)
    studio.editor.reveal_line(1)


def suppose_failure(studio: Studio) -> None:
    """Show what it would mean if the server answered 503 for 13 hours."""
    act("view.fetch", studio)
    now = replace(studio.session.scenario, choice="503", elapsed=timedelta(hours=13), has_copy=True)
    studio.session.set_scenario(now, is_own_choice=True)


def show_fetched_file(studio: Studio) -> None:
    """Show an answer after two redirects, with one line that differs from the draft."""
    show_selected_cell(studio)
    fetch(studio)


def fetch(studio: Studio) -> None:
    """Fetch the live file of the example."""
    studio.window.top_bar.set_address(f"http://127.0.0.1:{PORT}/robots.txt")
    studio.window.actions_by_id["fetch.fetch"].trigger()
    wait(lambda: studio.fetch.panel.evidence is not None)
    studio.editor.setFocus()


def show_start_page(studio: Studio) -> None:
    """Show the first run."""
    studio.window.show_start_page()


def act(action: str, studio: Studio) -> None:
    """Do what a menu or a key would do."""
    studio.window.actions_by_id[action].trigger()


def edit(studio: Studio) -> None:
    """Change a rule, so that there is something to compare."""
    body = studio.editor.body()
    studio.editor.revise_body(body.replace(b"Disallow: /search\n", b"Disallow: /products\n"))


def show_changes(studio: Studio) -> None:
    """Show the effect of a changed line."""
    edit(studio)
    act("simulate.changes", studio)
    wait(lambda: bool(studio.changes.panel.list.changes.outline.groups))
    act("find.next_change", studio)


def put_back(studio: Studio) -> None:
    """Restore the text, and leave the comparison."""
    studio.editor.undo()
    act("view.simulation", studio)


def write_test(studio: Studio) -> None:
    """Keep the selected cell as a test, add a failing one and one of a pattern, and look at the tests."""
    studio.tests.change(
        parse("block Googlebot /cart/checkout?step=2\nblock Applebot /cart/help/returns\nblock * /tmp/*\n")
    )
    act("view.tests", studio)


def leave_tests(studio: Studio) -> None:
    studio.tests.change(parse(""))
    studio.simulation.list_all()


def show_environments(studio: Studio) -> None:
    """Show a project with a staging host whose file blocks all but a landing page."""
    folder = Path(tempfile.mkdtemp())
    (folder / "robots.txt").write_bytes(example().body())
    (folder / "staging.expect").write_text("block Googlebot /\nallow GPTBot /landing/\n")
    steps = (OverlayEdit(EditKind.CLOSE), OverlayEdit(EditKind.APPEND, lines=("User-agent: *", "Allow: /landing/")))
    staging = Environment("staging", "https://staging.example.com", steps, "staging.expect")
    save_project(
        folder / "shop.robotstudio", Project(site="https://www.example.com", file="robots.txt", environments=(staging,))
    )
    studio.open(folder / "shop.robotstudio")
    act("project.environments", studio.tabs.front)
    studio.tabs.front.environments.panel.choose("staging")


def show_minimised(studio: Studio) -> None:
    """Show a smaller file with the same meaning, and what is proven about it."""
    body = studio.editor.body()
    studio.editor.revise_body(body.replace(b"Disallow: /cart/\n", b"Disallow: /cart/\nDisallow: /cart/items/\n"))
    act("edit.minimise", studio)


def close_notice(studio: Studio) -> None:
    """Close the last notice."""
    studio.window.notices.withdraw("minimise")


def show_tabs(studio: Studio) -> None:
    """Show a project with an environment in its own tab, another file with unsaved changes, and a notice."""
    show_environments(studio)
    front = studio.tabs.front
    front.environments.panel.open_button.click()
    front.environments.panel.close()
    another = studio.tabs.begin()
    another.document.load(b"User-agent: *\nDisallow: /\n", Origin.of_template())


def show_comparison(studio: Studio) -> None:
    """Show the differences from the document of another tab, or the question which."""
    act("simulate.compare_tab", studio.tabs.front)


def show_live_check(studio: Studio) -> None:
    """Show whether the file of the live site is the draft."""
    studio.window.top_bar.set_address(f"{SITE}robots.txt")
    act("fetch.is_live", studio)


def show_versions(studio: Studio) -> None:
    """Show the versions that the draft can be compared with."""
    edit(studio)
    act("view.history", studio)


def show_menu(studio: Studio) -> None:
    """Open the longest menu."""
    menus = [action.menu() for action in studio.page.menuBar().actions()]
    longest = max(menus, key=lambda menu: menu.sizeHint().height())
    bar = studio.page.menuBar()
    longest.popup(bar.mapToGlobal(bar.actionGeometry(longest.menuAction()).bottomLeft()))


def show_add_menu(studio: Studio) -> None:
    """Show the sources of URLs."""
    act("view.simulation", studio)
    button = studio.simulation.tool_row.add_button
    studio.simulation.add_menu.popup_under(button)


def show_filters(studio: Studio) -> None:
    """Show the list of filters while two are on."""
    row = studio.simulation.tool_row
    row.show_kinds(frozenset({FilterKind.BLOCKED, FilterKind.DISAGREE}))
    row.open_list()


def show_legend(studio: Studio) -> None:
    """Show what the signs of the matrix mean."""
    act("view.simulation", studio)
    studio.simulation.tool_row.help_button.click()


def clear_filters(studio: Studio) -> None:
    studio.simulation.list_all()


def show_hover_card(studio: Studio) -> None:
    """Show the card of the line at the caret, with room below it."""
    act("view.editor", studio)
    studio.editor.reveal_line(1)
    studio.editor.place_caret(13)
    act("edit.explain", studio)


def show_frozen_column(studio: Studio) -> None:
    """Show the first crawler frozen while the others scroll."""
    act("view.simulation", studio)
    act("crawlers.merge", studio)
    studio.session.set_crawlers(tuple(CRAWLERS.values())[:_MANY])
    studio.simulation.view.columns.freeze_crawler("Googlebot")
    bar = studio.simulation.view.horizontalScrollBar()
    wait(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())


def thaw_column(studio: Studio) -> None:
    """Let all columns scroll again, for the crawlers from before."""
    act("crawlers.merge", studio)
    studio.simulation.view.columns.freeze_crawler("")
    studio.session.set_crawlers(tuple(CRAWLERS[token] for token in DEFAULT_TOKENS))


def show_crawl(studio: Studio) -> None:
    """Show a finished crawl of the small shop."""
    act("view.site", studio)
    crawling = studio.site.crawling
    if crawling.progress is None:
        crawling.ask()
        crawling.dialog.start.setText(SITE)
        crawling.dialog.rate.setValue(0)
        with patch.dict(os.environ, no_proxy="*"):
            crawling.dialog.crawl_button.click()
            wait(lambda: crawling.progress is not None and not crawling.is_running)
    studio.site.panel.show_part(CRAWL)


def show_compared_crawls(studio: Studio) -> None:
    """Show what has changed in the small shop between two crawls."""
    show_crawl(studio)
    wait(lambda: studio.site.crawling.kept.readable)
    crawling, comparing = studio.site.crawling, studio.site.comparing
    if len(crawling.kept.readable) == 1:
        RELAUNCHED.set()
        crawling.ask()
        crawling.dialog.start.setText(SITE)
        crawling.dialog.rate.setValue(0)
        with patch.dict(os.environ, no_proxy="*"):
            crawling.dialog.crawl_button.click()
            wait(lambda: not crawling.is_running and len(crawling.kept.readable) > 1)
        RELAUNCHED.clear()
        newest, earlier = (crawl.path for crawl in crawling.kept.readable)
        rename(newest, "After relaunch")
        rename(earlier, "Before relaunch")
        crawling.kept.read()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "Pages.csv")
        pairs = zip(("shoes/3", "shoes/", "shoes/9", "blog/care", "shoes/4", "cart/"), CLICKS, strict=False)
        rows = "".join(f"{SITE}{page},{clicks},{clicks * 25},3.5%,7.5\n" for page, clicks in pairs)
        path.write_text(f"Top pages,Clicks,Impressions,CTR,Position\n{rows}", "utf-8")
        studio.site.sources.add_files([path])
        wait(lambda: any(source.name == path.name for source in studio.urls.urls.sources))
    studio.site.panel.show_part(COMPARE)
    wait(lambda: comparing.page.found is not None and not comparing.background.is_busy)


def show_part(part: int, studio: Studio) -> None:
    """Another view of the crawl."""
    show_crawl(studio)
    studio.site.panel.show_part(part)


def show_search(studio: Studio) -> None:
    """Pages that hold a word, for two crawlers side by side."""
    show_part(SEARCH, studio)
    studio.site.crawling.finder.field.setText("shoes")


def show_facts(studio: Studio) -> None:
    """Show facts of a crawl beside the verdicts of its URLs."""
    show_crawl(studio)
    studio.site.crawling.page.use_button.click()
    wait(lambda: "facts" in vars(studio.verdicts))
    studio.verdicts.facts.choose(["found_on", "depth", "status", "bytes", "in_links"])
    act("view.simulation", studio)
    studio.simulation.show_source(studio.urls.urls.sources[-1])
    wait(lambda: bool(studio.simulation.view.matrix.chosen_extras))
    view = studio.simulation.view
    view.columns.freeze_crawler("Googlebot")
    view.reveal_column(view.matrix.extras[-1])


def show_clicks(studio: Studio) -> None:
    """Show what an export of Search Console says of the URLs, below a filter by it."""
    act("view.simulation", studio)
    urls = studio.urls.urls
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "Pages.csv")
        pairs = zip(urls, CLICKS, strict=False)
        rows = "".join(f"{url.url},{clicks},{clicks * 25},3.5%,{7.5 + clicks % 9}\n" for url, clicks in pairs)
        path.write_text(f"Top pages,Clicks,Impressions,CTR,Position\n{rows}", "utf-8")
        studio.site.sources.add_files([path])
        wait(lambda: any(source.name == path.name for source in studio.urls.urls.sources))
        wait(lambda: bool(studio.simulation.view.matrix.data_extras))
    data = studio.verdicts.data
    data.choose([f"{studio.urls.urls.sources[-1].id}:impressions"], [])


def show_rules_by_use(studio: Studio) -> None:
    """Show what each rule keeps out of the clicks."""
    show_clicks(studio)
    act("view.rules", studio)
    wait(lambda: studio.rule_coverage.panel.report is not None)


def leave_rules_by_use(studio: Studio) -> None:
    """Close the panel, and forget the export."""
    studio.rule_coverage.hide_panel()
    leave_clicks(studio)


def show_budget(studio: Studio) -> None:
    """Replay the log against the draft."""
    show_compliance(studio)
    panel = studio.compliance.panel
    panel.view.set_current(BUDGET)
    wait(lambda: bool(panel.budget.budgets))


def leave_budget(studio: Studio) -> None:
    """Show the crawlers again."""
    studio.compliance.panel.view.set_current(0)


def leave_clicks(studio: Studio) -> None:
    """Forget the export."""
    studio.verdicts.data.choose([], [])
    urls = studio.urls
    urls.replace(urls.urls.without(urls.urls.sources[-1]))


def leave_facts(studio: Studio) -> None:
    """List what was listed before."""
    thaw_column(studio)
    studio.verdicts.facts.choose([])
    urls = studio.urls
    urls.replace(urls.urls.without(urls.urls.sources[-1]))
    studio.simulation.show_source(None)


def add_sources(studio: Studio) -> None:
    """Add an export, a table, and two logs, of which one needs to be asked about."""
    folder = Path(tempfile.mkdtemp())
    paths = [f"{SITE}/products/{place}" for place in range(1, 41)]
    with ZipFile(folder / "shop.example-Performance-on-Search-2026-10-25.zip", "w") as packed:
        rows = [f"{path},{900 - place * 7},{9000 - place * 40},10%,3.{place}" for place, path in enumerate(paths)]
        packed.writestr("ページ.csv", "\n".join(["上位のページ,クリック数,表示回数,CTR,掲載順位", *rows, ""]))
        days = [f"2026-10-{day:02},{day * 3},{day * 40},7%,4.1" for day in range(1, 26)]
        packed.writestr("グラフ.csv", "\n".join(["日付,クリック数,表示回数,CTR,掲載順位", *days, ""]))
    rows = [f'"{path}",200,Indexable,Shoe {place},{place},{place % 5}' for place, path in enumerate(paths)]
    head = "Address,Status Code,Indexability,Title 1,Inlinks,Crawl Depth"
    (folder / "internal_all.csv").write_text("\n".join([head, *rows, "not a URL,,,,,", ""]))
    row = (
        '{{"when": "2026-10-10T13:55:{:02}Z", "who": "172.68.1.1", "what": "/products/{}", "answer": 200, "by": "{}"}}'
    )
    agent = "Mozilla/5.0 (compatible; Googlebot/2.1)"
    lines = [row.format(place, place, agent) for place in range(40)]
    (folder / "own.json").write_text("\n".join([*lines, "cut off", ""]))
    (folder / "links.csv").write_text(
        "From,To,Count\n" + "".join(f"/a/{place},/b/{place},{place}\n" for place in range(9))
    )
    studio.site.sources.add_files(sorted(folder.iterdir()))
    wait(lambda: not studio.site.sources.loader.is_busy)


def show_source(name: str, studio: Studio) -> None:
    """Show how a source is read."""
    if not any(name in source.name for source in studio.site.sources.remembered()):
        add_sources(studio)
    source = next(source for source in studio.site.sources.remembered() if name in source.name)
    studio.site.show_columns(source)


def show_survey(studio: Studio) -> None:
    """Show a survey of some files."""
    folder = Path(tempfile.mkdtemp())
    for host in range(12):
        rules = f"User-agent: GPTBot\nDisallow: /{'' if host % 3 else 'private'}\n" if host % 2 else ""
        (folder / f"shop{host}.example.txt").write_text(f"User-agent: *\nDisallow: /cart{host % 4}\n\n{rules}")
    act("fetch.survey", studio)
    ended: list[object] = []
    studio.survey.job.ended.connect(ended.append)
    with patch.object(dialogs, "ask_survey_folder", lambda _parent: folder):
        studio.survey.panel.folder_button.click()
    wait(lambda: bool(ended))


def show_files_for_ai(studio: Studio) -> None:
    """Show an llms.txt with format errors and links to blocked pages, on a site without an ai.txt."""
    act("crawlers.policy", studio)
    panel = studio.ai_policy.panel
    panel.view.set_current(FILES)
    panel.files.address.setText(SITE)
    with patch.dict(os.environ, no_proxy="*"):
        panel.files.fetch_button.click()
        wait(lambda: bool(panel.files.studies))


def show_use_of_a_page(studio: Studio) -> None:
    """Show what a draft with Content-Signal lines and the site say about the use of one page."""
    lines = b"Content-Signal: ai-train=no, search=yes, ai-input=yes\nContent-Usage: /shoes/ train-ai=y\n"
    studio.editor.revise_body(b"User-agent: *\n" + lines + b"Disallow: /cart/\n\nUser-agent: GPTBot\nDisallow: /\n")
    act("crawlers.policy", studio)
    panel = studio.ai_policy.panel
    panel.view.set_current(ONE_PAGE)
    panel.one_page.address.setText(f"{SITE.rstrip('/')}/shoes/")
    with patch.dict(os.environ, no_proxy="*"):
        panel.one_page.fetch_button.click()
        wait(lambda: panel.one_page.report is not None)
    panel.one_page.table.select_row(0)


def show_rendered_page(studio: Studio) -> None:
    """Show a page whose look is blocked; without a browser on this computer, the window says so."""
    rendered = studio.rendered_pages
    rendered.has_sandbox = not hasattr(os, "geteuid") or os.geteuid() != 0
    with patch.dict(os.environ, no_proxy="*"):
        studio.render_page(f"{SITE}lookbook")
        wait(lambda: not rendered.rendering.is_busy)


_REASONS = {
    "Blocked by robots.txt": (
        ("/guides/winter-care", "2026-11-03"),
        ("/guides/wool", "2026-11-02"),
        ("/guides/felting", "2026-11-01"),
        ("/guides/sizes", "2026-11-12"),
        ("/guides/repair", "2026-11-14"),
        ("/cart/voucher", "2026-11-20"),
        ("/search?q=wool", "2026-11-19"),
        ("/guides/old", "2026-09-14"),
    ),
    "Crawled - currently not indexed": tuple((f"/shoes/{number}", f"2026-11-{number + 10}") for number in range(1, 9)),
    "Excluded by ‘noindex’ tag": (("/cart/pay", "2026-11-06"), ("/products/9", "2026-11-16")),
    "Not found (404)": (("/products/77", "2026-11-18"), ("/products/78", "2026-11-17")),
}
_READ = (
    '66.249.66.1 - - [{day:02}/Nov/2026:0{hour}:12:00 +0000] "GET /robots.txt HTTP/1.1" 200 99 "-" '
    '"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"\n'
)


def show_not_indexed(studio: Studio) -> None:
    """Show why Google left pages out, by an export, two older files and a log."""
    folder = Path(tempfile.mkdtemp())
    act("view.site", studio)
    for number, (reason, rows) in enumerate(_REASONS.items()):
        with ZipFile(folder / f"shop.example-Coverage-Drilldown-2026-11-24-{number}.zip", "w") as packed:
            packed.writestr("Chart.csv", "Date,Affected pages\n2026-11-23,9\n2026-11-24,9\n")
            packed.writestr(
                "Table.csv", "URL,Last crawled\n" + "".join(f"{SITE.rstrip('/')}{url},{day}\n" for url, day in rows)
            )
            packed.writestr("Metadata.csv", f"Property,Value\nSitemap,All known pages\nIssue,{reason}\n")
    lines = [_READ.format(day=day, hour=day % 10) for day in (1, 2, 4, 6, 8, 10, 12, 15, 19, 23)]
    (folder / "access.log").write_text(_READ.format(day=1, hour=0).replace("Nov", "Oct") + "".join(lines))
    studio.site.sources.add_files(sorted(folder.iterdir()))
    wait(lambda: not studio.site.sources.loader.is_busy)
    now = "\n".join(studio.session.body.decode().split("\n"))
    for day, body in (
        ("2026-10-02", now),
        ("2026-10-29", f"{now}\nUser-agent: Googlebot\nDisallow: /guides/\n"),
        ("2026-11-09", now),
    ):
        path = folder / f"{day}-robots.txt"
        path.write_text(body, "utf-8")
        with patch.object(dialogs, "ask_open_path", lambda _parent, path=path: path):
            studio.site.not_indexed.add_versions()
    studio.site.panel.show_part(NOT_INDEXED)
    wait(lambda: studio.site.not_indexed.report is not None)


def show_access(studio: Studio) -> None:
    """Show the window of access to one's own site."""
    act("fetch.access", studio)
    studio.access.panel.site.setEditText("https://staging.example.com")
    studio.access.panel.user.setText("anna")


def leave_access(studio: Studio) -> None:
    """Close it."""
    studio.access.panel.close()


_ASKED = '{address} - - [{at:%d/%b/%Y:%H:%M:%S} +0000] "GET {path} HTTP/1.1" 200 99 "-" "{agent}"\n'
_VISITORS = {  # what each sends, from where, and how many hours after a change it reads the file
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)": ("66.249.66.1", 5),
    "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)": ("20.171.206.5", 19),
    "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)": ("216.73.216.9", 30),
}


def show_timeline(studio: Studio) -> None:
    """Show the timeline of the site: the same export and files, with a log of three crawlers, and crawl statistics."""
    folder = Path(tempfile.mkdtemp())
    begin, change = datetime(2026, 10, 16, tzinfo=UTC), datetime(2026, 10, 29, tzinfo=UTC)
    lines = []
    for agent, (address, hours) in _VISITORS.items():
        moments = [
            (begin + timedelta(hours=7 * step), "/robots.txt" if step % 4 else "/guides/wool") for step in range(99)
        ]
        moments = [each for each in moments if not timedelta() < each[0] - change < timedelta(hours=hours)]
        moments += [
            (change + timedelta(hours=hours), "/robots.txt"),
            (change + timedelta(hours=hours + 2), "/guides/wool"),
        ]
        lines += [(at, _ASKED.format(address=address, at=at, path=path, agent=agent)) for at, path in moments]
    (folder / "crawlers.log").write_text("".join(line for _, line in sorted(lines)), "utf-8")
    days = [begin + timedelta(days=day) for day in range(40)]
    with ZipFile(folder / "shop.example-Crawl-stats-2026-11-24.zip", "w") as packed:
        rows = "".join(f"{day:%Y-%m-%d},{140 + 7 * (day.day % 9)},2400000,130\n" for day in days)
        packed.writestr("Chart.csv", f"Date,Total crawl requests,Total download size,Average response time\n{rows}")
    with ZipFile(folder / "shop.example-Coverage-2026-11-24.zip", "w") as packed:
        rows = "".join(f"{day:%Y-%m-%d},{120 + 40 * (day > change)},{960 - 40 * (day > change)},3000\n" for day in days)
        packed.writestr("Chart.csv", f"Date,Not indexed,Indexed,Impressions\n{rows}")
    studio.site.sources.add_files([folder / "crawlers.log"])
    wait(lambda: not studio.site.sources.loader.is_busy)
    with patch.object(dialogs, "ask_source_paths", lambda _parent: sorted(folder.glob("*.zip"))):
        studio.site.not_indexed.add_counts()
    with (
        patch.object(dialogs, "ask_release_name", lambda _parent: "Shop 4.2"),
        patch.object(dialogs, "ask_version_day", lambda *_: "2026-10-20"),
    ):
        studio.site.not_indexed.add_release()
    studio.site.panel.show_part(TIMELINE)
    page = studio.site.not_indexed.line_page
    wait(lambda: page.line is not None and len(page.line.tracks) > 2)


class Scene(NamedTuple):
    """A scene, and what is done after it; a window that it opens is taken alone."""

    name: str
    prepare: Callable[[Studio], object]
    leave: Callable[[Studio], object] = lambda _studio: None


def of(action: str, name: str = "", leave: Callable[[Studio], object] | None = None) -> Scene:
    """Make a scene of what an action of the window shows."""
    return Scene(name or action.partition(".")[2], partial(act, action), leave or (lambda _studio: None))


SCENES = (
    Scene("start", show_start_page),
    Scene("simulation", show_selected_cell),
    of("view.simulation", "matrix"),
    Scene("filters", show_filters, clear_filters),
    Scene("legend", show_legend),
    of("view.rules", leave=lambda studio: studio.rule_coverage.hide_panel()),
    of("view.problems", leave=lambda studio: studio.problems.hide_panel()),
    of("view.summary", "nothing-selected"),
    of("view.site"),
    Scene("tests", write_test, leave_tests),
    Scene("fetch", fetch),
    Scene("access", show_access, leave_access),
    of("view.fetch", "answer"),
    of("fetch.compare", "compared", partial(act, "fetch.compare")),
    Scene("history", show_versions, put_back),
    Scene("changes", show_changes, put_back),
    Scene("what-if", suppose_failure, partial(act, "simulate.as_fetched")),
    of("simulate.add", "add-urls"),
    of("crawlers.choose", "crawlers"),
    of("simulate.group", "patterns", partial(act, "view.simulation")),
    of("view.bytes", "bytes", partial(act, "view.bytes")),
    of("find.replace", leave=partial(act, "view.simulation")),
    of("file.new_from_template", "templates"),
    of("file.settings"),
    of("file.about", "about-file"),
    of("file.report"),
    Scene("policy", choose_training),
    Scene("policy-page", show_use_of_a_page),
    Scene("files-for-ai", show_files_for_ai),
    Scene("compliance", show_compliance),
    of("fetch.hosts"),
    of("fetch.page", "page-check"),
    Scene("rendered-page", show_rendered_page),
    of("simulate.suggest"),
    of("simulate.siblings"),
    of("crawlers.agreement"),
    of("simulate.new_test", "new-test"),
    of("help.guide"),
    of("help.examples"),
    of("help.commands"),
    of("edit.minimise", leave=close_notice),
    Scene("minimised", show_minimised, put_back),
    Scene("frozen", show_frozen_column, thaw_column),
    Scene("hover-card", show_hover_card),
    Scene("menu", show_menu),
    Scene("add-menu", show_add_menu),
    Scene("crawl", show_crawl),
    Scene("reachability", partial(show_part, REACHABILITY)),
    Scene("findings", partial(show_part, FINDINGS)),
    Scene("search", show_search),
    Scene("facts", show_facts, leave_facts),
    Scene("clicks", show_clicks, leave_clicks),
    Scene("rules-by-use", show_rules_by_use, leave_rules_by_use),
    Scene("budget", show_budget, leave_budget),
    Scene("survey", show_survey),
    Scene("not-indexed", show_not_indexed),
    Scene("timeline", show_timeline),
    Scene("live-check", show_live_check),
    Scene("environments", show_environments),
    of("help.tour"),
    Scene("tabs", show_tabs),
    Scene("compared-tabs", show_comparison, partial(act, "view.simulation")),
    Scene("compared-crawls", show_compared_crawls, leave_clicks),
    Scene("sources", partial(show_source, "Performance")),
    Scene("source-table", partial(show_source, "internal_all")),
    Scene("source-log", partial(show_source, "own.json")),
    Scene("source-asked", partial(show_source, "links.csv")),
)
