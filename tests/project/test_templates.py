"""Templates and the example do what they say, by the engine's word."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from unicodedata import east_asian_width

import pytest

from robotstudio import assets
from robotstudio.engine import CATALOGUE, CRAWLERS, DIALECTS, PRESETS, Crawler, Robots, UrlTable
from robotstudio.engine.names import Agent
from robotstudio.lint.linter import Linter
from robotstudio.project.templates import Template, comments, example, templates
from robotstudio.store.text import load
from robotstudio.text.locale import LANGUAGES, words_of
from tests.rows import each_row

ROWS = json.loads(assets.path("templates/index.json").read_bytes())
PROMISES = [(row["id"], promise) for row in ROWS for promise in row["promises"]]
SITE = "https://www.example.com"
PROBES = {
    "*": (b"User-agent: *\nDisallow: /*x", False),
    "$": (b"User-agent: *\nDisallow: /ax$", False),
    "?": (b"User-agent: *\nDisallow: /a?", True),
    "Allow": (b"User-agent: *\nAllow: /ax\nDisallow: /", True),
}
"""Files, and whether /ax may be fetched by who knows what a promise needs; `?` is one at the end of a rule."""

SHOWN_FIRST = """\
/
/products/widget-3000
/products?sort=price
/products?sort=new
/products?page=2&sort=price
/cart/
/cart/checkout?step=2
/cart/items/8841
/cart/help/returns
/search?q=shoes
/search/about
/admin/login
/tmp/export.csv
/blog/2026/hello-world.html
"""


def _template(name: str) -> Template:
    return next(template for template in templates() if template.id == name)


@each_row("template", templates(), ids=lambda template: template.id)
def test_a_template_is_plain_ascii_with_lf(template: Template) -> None:
    loaded = load(template.body())
    assert loaded.text.isascii()
    assert loaded.text.endswith("\n")
    assert (loaded.form.line_end, loaded.form.has_bom) == ("LF", False)
    assert template.title
    assert template.description.endswith(".")
    assert template.source.startswith("https://")


@each_row("template", templates(), ids=lambda template: template.id)
def test_a_line_of_a_template_fits_into_the_editor_unless_it_names_a_source(template: Template) -> None:
    lines = template.body().decode().split("\n")
    assert not [line for line in lines if len(line) > 50 and not re.fullmatch(r"# \S+/\S+", line)]


LANGUAGES_BUT_ENGLISH = [code for code in LANGUAGES if code != "en"]


def _without_comments(body: bytes) -> list[str]:
    """Return the lines that crawlers go by, with the empty ones and those of a comment that end nothing."""
    return [line for line in body.decode().split("\n") if not re.fullmatch(r"#.*\S.*", line) or "Sitemap:" in line]


@pytest.mark.parametrize("code", LANGUAGES_BUT_ENGLISH)
@each_row("template", templates(), ids=lambda template: template.id)
def test_a_template_has_the_same_rules_in_every_language(template: Template, code: str) -> None:
    body = template.body(words_of(code))
    assert body != template.body()
    assert _without_comments(body) == _without_comments(template.body())
    expected = next(row for row in ROWS if row["id"] == template.id).get("findings", [])
    assert [found.code for found in Linter().check(body).findings] == expected


@pytest.mark.parametrize("code", LANGUAGES_BUT_ENGLISH)
@each_row("template", templates(), ids=lambda template: template.id)
def test_a_template_fits_into_the_editor_in_every_language(template: Template, code: str) -> None:
    lines = template.body(words_of(code)).decode().split("\n")
    wide = [line for line in lines if sum(1 + (east_asian_width(letter) in "WF") for letter in line) > 52]
    assert not [line for line in wide if not re.fullmatch(r"# \S+/\S+", line)]  # 50, and punctuation that hangs


@pytest.mark.parametrize("code", LANGUAGES_BUT_ENGLISH)
def test_the_example_is_the_same_line_by_line_in_every_language(code: str) -> None:
    english, said = (body.decode().split("\n") for body in (example().body(), example().body(words_of(code))))
    assert [line for line in said if not line.startswith("#")] == [line for line in english if line[:1] != "#"]
    assert [line[:1] for line in said] == [line[:1] for line in english]
    assert said != english


def test_a_text_longer_than_a_line_loses_no_letter() -> None:
    for code in LANGUAGES_BUT_ENGLISH:
        words = words_of(code)
        joined = re.sub(r"[\s#]", "", "".join(template.body(words).decode() for template in templates()))
        joined += re.sub(r"[\s#]", "", example().body(words).decode())
        assert all(re.sub(r"[\s#]", "", words.say(text)) in joined for text in comments())


@each_row("template", templates(), ids=lambda template: template.id)
def test_a_template_names_no_sitemap_of_another_site(template: Template) -> None:
    assert not re.search(rb"^sitemap", template.body(), re.IGNORECASE | re.MULTILINE)


def test_every_template_file_is_offered_once() -> None:
    files = {path.name for path in assets.path("templates").glob("*.txt")}
    assert [template.path.name for template in templates()] == sorted(
        files, key=[t.path.name for t in templates()].index
    )
    assert len({template.id for template in templates()}) == len(files)


def _knows(dialect: str, features: Iterable[str]) -> bool:
    """Whether a dialect knows the star, the dollar or Allow, by what it makes of a file."""
    probes = [PROBES[feature] for feature in features]
    return all(Robots.parse(body, dialect).decide("/ax", "any").allowed == allowed for body, allowed in probes)


def _keeps(promise: dict[str, Any], robots: Robots, agents: Sequence[Agent]) -> bool:
    """Whether a file says of all URLs for all agents what was promised."""
    blocked, allowed = promise.get("blocked", []), promise.get("allowed", [])
    assert blocked or allowed
    table = UrlTable(f"{SITE}{path}" for path in (*blocked, *allowed))
    expected = [False] * len(blocked) + [True] * len(allowed)
    columns = (robots.decide_all(table, [agent]).column(agent)[0] for agent in agents)
    return all(list(column) == expected for column in columns)


def _named(template: Template) -> set[str]:
    groups = Robots.parse(template.body()).groups
    return {agent.written.decode() for group in groups for agent in group.agents} - {"*"}


def _promised(who: str, template: Template) -> list[Crawler]:
    """Return the crawlers that a promise is about."""
    named = {CATALOGUE.crawler_for(token).token for token in _named(template)}
    choices: dict[str, Callable[[Crawler], bool]] = {
        "all": bool,
        "*": lambda crawler: crawler.uses_global,
        "named": lambda crawler: crawler.token in named,
        "unnamed": lambda crawler: named.isdisjoint(crawler.chain),
    }
    return list(filter(choices.get(who, lambda crawler: crawler.token in who.split()), CRAWLERS.values()))


@each_row(("name", "promise"), PROMISES)
def test_a_template_keeps_its_promise_for_every_crawler_as_it_reads(name: str, promise: dict[str, Any]) -> None:
    template = _template(name)
    crawlers = _promised(promise["who"], template)
    assert len(crawlers) >= len(promise["who"].split())
    for dialect in {crawler.dialect for crawler in crawlers}:
        agents = [crawler.agent for crawler in crawlers if crawler.dialect == dialect]
        if _knows(dialect, promise.get("needs", [])):
            assert _keeps(promise, Robots.parse(template.body(), dialect), agents), dialect


@pytest.mark.parametrize("dialect", DIALECTS)
@each_row(("name", "promise"), PROMISES)
def test_a_template_keeps_its_promise_in_every_dialect(name: str, promise: dict[str, Any], dialect: str) -> None:
    template = _template(name)
    agents: list[Agent] = [crawler.agent for crawler in _promised(promise["who"], template)]
    if "allowed" in promise and _named(template):
        agents = ["SomeBot"]  # where a part of a name is enough, some are led to the group of another
    if _knows(dialect, promise.get("needs", [])):
        assert _keeps(promise, Robots.parse(template.body(), dialect), agents)


@each_row(("name", "promise"), PROMISES)
def test_what_a_promise_needs_is_needed(name: str, promise: dict[str, Any]) -> None:
    body = _template(name).body()
    for feature in promise.get("needs", []):
        without = [dialect for dialect in DIALECTS if not _knows(dialect, [feature])]
        assert without
        assert not all(_keeps(promise, Robots.parse(body, dialect), ["SomeBot"]) for dialect in without)


@pytest.mark.parametrize("name", ["online-shop", "wordpress", "drupal", "magento", "shopify"])
def test_a_template_promises_that_style_sheets_and_pictures_stay_open(name: str) -> None:
    promises = [each for row in ROWS if row["id"] == name for each in row["promises"] if each["who"] == "all"]
    paths = [path for each in promises for path in each.get("allowed", [])]
    assert any(path.endswith((".css", ".js")) for path in paths)
    assert any(path.endswith((".png", ".jpg", ".svg")) for path in paths)


@each_row("template", templates(), ids=lambda template: template.id)
def test_the_linter_finds_nothing_in_a_template_but_what_it_is_for(template: Template) -> None:
    expected = next(row for row in ROWS if row["id"] == template.id).get("findings", [])
    assert [found.code for found in Linter().check(template.body()).findings] == expected


@each_row("template", templates(), ids=lambda template: template.id)
def test_a_template_names_the_crawlers_of_its_preset_but_for_those_that_it_says(template: Template) -> None:
    names = next(row for row in ROWS if row["id"] == template.id).get("names")
    if names is not None:
        preset = next(preset for preset in PRESETS if preset.id == names["preset"])
        assert _named(template) == set(preset.tokens) - names["but"].keys()
        assert names["but"].keys() <= set(preset.tokens)
        assert all(CRAWLERS[token].obeys == "yes" for token in _named(template))
        assert all(CRAWLERS[token].obeys != "yes" for token in names["but"])


def test_staging_names_every_crawler_that_never_follows_the_star() -> None:
    assert _named(_template("staging")) == {row.token for row in CRAWLERS.values() if not row.uses_global}


def test_the_example_has_22_test_urls() -> None:
    found = example().url_list()
    assert "".join(f"{url.path}\n" for url in found.urls[:14]) == SHOWN_FIRST
    assert len(found.urls) == 22
    assert (found.rejected, found.repeated) == ((), 0)


def test_the_example_has_its_three_mistakes() -> None:
    lines = load(example().body()).text.split("\n")
    assert lines[6] == "Disalow: /tmp/"
    assert lines[8] == lines[30] == "User-agent: Googlebot"
    assert lines[35] == "Sitemap: /sitemap-news.xml"


@pytest.mark.parametrize(
    ("crawler", "url", "line"),
    [
        ("Googlebot", "/cart/checkout?step=2", 12),
        ("Googlebot", "/cart/help/returns", 14),
        ("Googlebot", "/products?sort=price", 32),
        ("Googlebot", "/products?sort=new", 33),
        ("Googlebot-Image", "/admin/login", 27),
        ("GPTBot", "/blog/2026/hello-world.html", 21),
        ("Bingbot", "/search?q=shoes", 6),
        ("Bingbot", "/products?sort=price", None),
    ],
)
def test_the_example_is_decided_as_in_the_picture(crawler: str, url: str, line: int | None) -> None:
    assert Robots.parse(example().body()).decide(url, crawler).line == line


def test_every_rule_of_the_example_decides_a_test_url() -> None:
    robots = Robots.parse(example().body())
    urls = [url.url for url in example().url_list().urls]
    crawlers = ("Googlebot", "Googlebot-Image", "Bingbot", "GPTBot")
    decided = {robots.decide(url, crawler).line for url in urls for crawler in crawlers}
    assert decided - {None} == {5, 6, 7, 10, 11, 12, 13, 14, 15, 19, 20, 21, 24, 25, 26, 27, 32, 33}
