"""The documentation as a site: every page in every language, nothing from elsewhere, and no link that leads nowhere."""

import json
import re
import shutil
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest
from website.building import build, relative
from website.faults import faults_of
from website.pages import FEATURES, FIRST_SCREEN_ENDS, HOME, READERS, Pages
from website.text import Links, Picture, Shown, shown

from robotstudio.help.library import HelpLibrary, HelpSection
from robotstudio.text.language import spoken
from robotstudio.text.locale import LANGUAGES, words_of

ROOT = Path(__file__).parents[1]
HEAD = '<!doctype html><html lang="en"><head><title>A</title></head>'
GOOD = HEAD + '<body><article><h1 id="a">A</h1>{}</article></body></html>'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert build(folder) == []
    return folder


def shown_page(text: str) -> Shown:
    """Render a page beside which there is only `there.md`, and a picture in both looks."""
    picture = Picture("p.png", (4, 3), "p-dark.png")
    return shown(text, Links({"there.md": "there.html"}.get, {"p.png": picture}.get))


def faults_in(folder: Path, body: str) -> list[str]:
    (folder / "index.html").write_text(GOOD.format(body), "utf-8")
    return list(faults_of(folder))


def test_site_has_no_fault(site: Path) -> None:
    assert list(faults_of(site)) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_of_the_help_is_there_in_every_language(code: str, site: Path) -> None:
    pages = Pages(code)
    with spoken(words_of(code)):
        library = HelpLibrary()
    wanted = [page for page in library.pages.values() if page.section is not HelpSection.LICENCES]
    for page in wanted:
        html = (site / pages.address(page.id)).read_text("utf-8")
        assert f'<html lang="{code.replace("_", "-")}">' in html
        assert (f">{pages.words.say('This page is in English.')}<" in html) == (page.language != code)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_is_for_somebody_and_named_once(code: str) -> None:
    pages = Pages(code)
    named = [name for reader in READERS for name in reader.pages]
    assert len(named) == len(set(named))
    assert set(named) <= set(pages.pages)
    for_nobody = [
        page.id
        for page in pages.pages.values()
        if page.id != HOME
        and not page.is_plain
        and page.section is not HelpSection.LICENCES
        and not pages.reader_of(page.id)
    ]
    assert for_nobody == []


def test_who_reads_on_comes_through_all_rules() -> None:
    pages, name, read = Pages("en"), "rules/RS101", list[str]()
    while name:
        read.append(name)
        name = pages.beside(name)[1]
    assert read == [page for page in pages.pages if re.fullmatch(r"rules/RS\d+", page)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_search_has_the_words_of_each_page_in_its_language(code: str, site: Path) -> None:
    text = (site / f"search-{code}.js").read_text("utf-8")
    index = json.loads(text.removeprefix("window.ROBOT_STUDIO_SEARCH=").rstrip().removesuffix(";"))
    named = dict(index["pages"])
    pages = Pages(code)
    assert named == {pages.address(page.id): page.title for page in pages.pages.values()}
    assert all((site / address).is_file() for address in named)
    first = pages.pages["guide/start"]
    row = index["pages"].index([pages.address(first.id), first.title])
    headings = [heading for page, _id, heading, _text in index["parts"] if page == row]
    assert set(re.findall(r"^#+ (.+)$", first.text, re.MULTILINE)) <= set(headings)


PAGE_WITHOUT_BROWSER = """
const rest = { classList: { add() {} }, dataset: {}, addEventListener() {} };
globalThis.window = globalThis;
globalThis.document = { ...rest, documentElement: rest };
globalThis.localStorage = { getItem() { return null; } };
"""
ASK = """
const parts = ROBOT_STUDIO_SEARCH.parts.map((row) => partOf(row, ROBOT_STUDIO_SEARCH.pages, ""));
console.log(foundPages(parts, process.argv[1]).pages.map((part) => part.href.split("#")[0]).join("\\n"));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="the script of the site needs Node.js")
@pytest.mark.parametrize(
    ("code", "query", "first"),
    [
        ("en", "block gptbot", "guide/ai-crawlers.html"),
        ("en", "blok gtpbot", "guide/ai-crawlers.html"),  # a letter is missing, two are swapped
        ("en", "RS102", "rules/RS102.html"),
        ("es", "bloquear gptbot", "es/guide/ai-crawlers.html"),
        ("ru", "запретить gptbot", "ru/guide/ai-crawlers.html"),
        ("zh_CN", "gptbot", "zh_CN/guide/ai-crawlers.html"),
        ("en", "xyzzy", ""),
    ],
)
def test_search_finds_pages_best_first_with_one_typo(code: str, query: str, first: str, site: Path) -> None:
    script = "".join((site / name).read_text("utf-8") for name in ("site.js", f"search-{code}.js"))
    asked = ["node", "-", query]
    text = PAGE_WITHOUT_BROWSER + script.replace('"use strict";', "") + ASK.replace("argv[1]", "argv[2]")
    found = subprocess.run(
        asked, input=text, capture_output=True, text=True, check=True, encoding="utf-8"
    ).stdout.split()
    assert [*found, ""][0] == first
    assert len(found) == len(set(found))


@pytest.mark.parametrize("code", LANGUAGES)
def test_home_page_is_the_first_screen_of_the_readme(code: str, site: Path) -> None:
    pages = Pages(code)
    readme = (ROOT / ("README.md" if code == "en" else f"README.{code}.md")).read_text("utf-8")
    assert readme.count(FIRST_SCREEN_ENDS) == 1
    html = (site / pages.address(HOME)).read_text("utf-8")
    assert [pages.words.say(reader.title) in html for reader in READERS] == [True] * len(READERS)
    first, behind = (re.findall(r"^## (.+)$", part, re.MULTILINE) for part in readme.split(FIRST_SCREEN_ENDS))
    assert [title for title in (*first, *behind) if f">{title}</h2>" in html] == first


@pytest.mark.parametrize("code", LANGUAGES)
def test_home_page_has_a_download_button_and_a_picture_of_each_feature_in_its_language(code: str, site: Path) -> None:
    pages = Pages(code)
    html = (site / pages.address(HOME)).read_text("utf-8")
    assert "&lt;!--" not in html  # comments of the README are not text
    assert f">{pages.words.say('Download')}</a>" in html
    for feature in FEATURES:
        assert f">{escape(pages.words.say(feature.title))}</a></h2>" in html
        for name in (feature.picture, f"{Path(feature.picture).stem}-dark.png"):
            assert f'pictures/{code}-{name}"' in html


SYSTEM = """
const row = (name, ...files) => ({ textContent: name, querySelectorAll: () => files.map((href) => ({ href })) });
document.querySelectorAll = () => [row("Windows 10 and 11", "setup.exe"), row("macOS 14", "intel.dmg", "arm.dmg")];
Object.defineProperty(globalThis, "navigator", { value: { platform: process.argv[2], userAgent: process.argv[3] } });
const call = { textContent: "Download", href: "#download", dataset: { for: "Download for {system}" } };
nameSystem(call);
console.log(call.textContent, call.href);
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="the script of the site needs Node.js")
@pytest.mark.parametrize(
    ("platform", "agent", "said"),
    [
        ("Win32", "", "Download for Windows setup.exe"),
        ("MacIntel", "", "Download for macOS #download"),  # two processors are a choice
        ("Linux x86_64", "", "Download for Linux #download"),
        ("Linux armv8l", "Android 15", "Download #download"),
        ("", "", "Download #download"),
    ],
)
def test_download_button_names_this_system(platform: str, agent: str, said: str) -> None:
    script = (ROOT / "packaging" / "website" / "site.js").read_text("utf-8").replace('"use strict";', "")
    text = PAGE_WITHOUT_BROWSER + script + SYSTEM
    asked = ["node", "-", platform, agent]
    done = subprocess.run(asked, input=text, capture_output=True, text=True, check=True, encoding="utf-8")
    assert done.stdout.strip() == said


def test_address_is_told_to_search_engines_only_where_it_is_known(tmp_path: Path, site: Path) -> None:
    build(tmp_path, "https://docs.example/studio/")
    assert not (site / "sitemap.xml").exists()
    assert "canonical" not in (site / "index.html").read_text("utf-8")
    told = (tmp_path / "es" / "reference" / "lint.html").read_text("utf-8")
    assert '<link rel="canonical" href="https://docs.example/studio/reference/lint.html">' in told
    chapter = (tmp_path / "guide" / "start.html").read_text("utf-8")
    assert 'hreflang="zh-CN" href="https://docs.example/studio/zh_CN/guide/start.html"' in chapter
    addresses = (tmp_path / "sitemap.xml").read_text("utf-8")
    assert "https://docs.example/studio/es/guide/start.html<" in addresses
    assert "/es/reference/lint.html<" not in addresses


def test_checks_need_no_library_of_the_window() -> None:
    code = "import sys; sys.path.insert(0, 'packaging'); import make_site; print('PySide6' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=600
    )
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    ("here", "there", "way"),
    [
        ("index.html", "guide/start.html", "guide/start.html"),
        ("es/guide/start.html", "guide/start.html", "../../guide/start.html"),
        ("es/guide/start.html", "", "../../"),
        ("index.html", "", ""),
    ],
)
def test_ways_are_relative_so_that_pages_open_from_a_disk(here: str, there: str, way: str) -> None:
    assert relative(here, there) == way


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<script src="https://a.example/x.js"></script>', "fetches https://a.example/x.js"),
        ('<link rel="stylesheet" href="//a.example/x.css">', "fetches //a.example/x.css"),
        ('<img src="http://a.example/x.png" alt="x">', "fetches http://a.example/x.png"),
        ('<iframe src="https://a.example/"></iframe>', "fetches https://a.example/"),
        ('<img src="x.png" alt="x">', "lacks x.png"),
        ('<img src="index.html">', "a picture without words"),
        ('<a href="no.html">x</a>', "leads to no.html, which is not there"),
        ('<a href="guide/">x</a>', "leads to guide/, which is not there"),
        ('<a href="#b">x</a>', "leads to #b: no part is called that"),
        ('<a href="javascript:x()">x</a>', "leads to javascript:x()"),
        ('<p id="a">x</p>', "two parts are called “a”"),
        ("<h1>B</h1>", "2 headings of the first level"),
        ('<p onclick="x()">x</p>', "code or style within the page"),
        ("<script>x()</script>", "code or style within the page"),
        ("<p>**文件…**中</p>", "marks that were not read: “A**文件…**中”"),
    ],
)
def test_fault_of_a_page_is_told(body: str, fault: str, tmp_path: Path) -> None:
    assert fault in [each.removeprefix("index.html: ") for each in faults_in(tmp_path, body)]


def test_what_is_right_is_no_fault(tmp_path: Path) -> None:
    good = '<a href="#a">x</a><a href="index.html#a">x</a><a href="https://a.example/">x</a><code>**</code>'
    assert faults_in(tmp_path, good) == []


def test_style_that_names_another_place_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("body { background: url(https://a.example/x.png); }", "utf-8")
    assert list(faults_of(tmp_path)) == ["a.css: a style sheet names another place"]


def test_markup_of_a_page_is_text() -> None:
    assert "<b>" not in shown_page("# A <b>b</b>\n\n<script>x()</script>\n").html


def test_headings_of_the_same_words_have_different_names() -> None:
    page = shown_page("# A\n\n## Not `found`?\n\n## Not found\n")
    assert [heading.id for heading in page.headings] == ["a", "not-found", "not-found-1"]


def test_what_leads_nowhere_is_told() -> None:
    assert shown_page("[a](there.md) [b](gone.md) ![c](p.png) ![d](q.png)").lost == ["gone.md", "q.png"]


def test_picture_is_there_for_both_looks_with_its_words_and_size() -> None:
    html = shown_page('![The "window"](p.png)').html
    assert html.count('alt="The &quot;window&quot;" width="4" height="3"') == 2
    assert 'src="p.png"' in html
    assert 'src="p-dark.png"' in html


def test_picture_that_moves_stands_still_for_who_asked_for_less_motion() -> None:
    moving = Picture("film.webp", (4, 3), still="still.png")
    html = shown("![A](film.webp)", Links({"": ""}.get, {"film.webp": moving}.get)).html
    assert '<picture><source media="(prefers-reduced-motion: reduce)" srcset="still.png"><img src="film.webp"' in html


def test_robots_txt_has_the_colours_of_the_editor_and_other_code_has_none() -> None:
    assert '<span class="kd">User-agent</span>' in shown_page("```\nUser-agent: *\nDisallow: /a\n```\n").html
    assert "<span" not in shown_page("```\nrobotstudio test <file>\n```\n").html
