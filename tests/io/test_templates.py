"""Templates and the example do what they say, by the engine's word."""

import re

import pytest

from robotstudio import assets
from robotstudio.engine import Robots
from robotstudio.io.templates import Template, example, templates
from robotstudio.io.text import load

PROMISES = [
    ("allow-everything", "Googlebot", "/any?page", True),
    ("online-shop", "Googlebot", "/cart", False),
    ("online-shop", "Googlebot", "/cart?item=1", False),
    ("online-shop", "Googlebot", "/cart/items/1", False),
    ("online-shop", "Googlebot", "/cartridges", True),
    ("online-shop", "Googlebot", "/checkout/address", False),
    ("online-shop", "Googlebot", "/accounting-software", True),
    ("online-shop", "Googlebot", "/search?q=shoes", False),
    ("online-shop", "Googlebot", "/shoes?sort=price", False),
    ("online-shop", "Googlebot", "/shoes?page=2&sort=price", False),
    ("online-shop", "Googlebot", "/shoes?page=2", True),
    ("online-shop", "Googlebot", "/assets/app.js", True),
    ("wordpress", "Bingbot", "/wp-admin/options.php", False),
    ("wordpress", "Bingbot", "/wp-admin/admin-ajax.php?action=x", True),
    ("wordpress", "Bingbot", "/?s=shoes", False),
    ("wordpress", "Bingbot", "/?post_type=product&s=shoes", False),
    ("wordpress", "Bingbot", "/2026/hello/", True),
    ("wordpress", "Bingbot", "/wp-content/uploads/a.png", True),
    *(("keep-ai-training-out", token, "/", False) for token in ("GPTBot", "ClaudeBot", "Google-Extended")),
    *(("keep-ai-training-out", token, "/", False) for token in ("Applebot-Extended", "meta-externalagent")),
    *(("keep-ai-training-out", token, "/", False) for token in ("Amazonbot", "CCBot")),
    *(("keep-ai-training-out", token, "/", True) for token in ("Googlebot", "Applebot", "OAI-SearchBot", "Bingbot")),
    ("drupal", "Googlebot", "/core/misc/drupal.js?v=1", True),
    ("drupal", "Googlebot", "/core/install.php", False),
    ("drupal", "Googlebot", "/user/login?destination=/", False),
    ("drupal", "Googlebot", "/search/node?keys=shoes", False),
    ("drupal", "Googlebot", "/node/12", True),
    ("magento", "Googlebot", "/catalogsearch/result/?q=shoes", False),
    ("magento", "Googlebot", "/shoes.html?p=2&product_list_order=price", False),
    ("magento", "Googlebot", "/shoes.html?p=2", True),
    ("magento", "Googlebot", "/static/version1/frontend/app.js", True),
    ("shopify", "Googlebot", "/collections/shoes?sort_by=price-ascending", False),
    ("shopify", "Googlebot", "/collections/shoes/red+large", False),
    ("shopify", "Googlebot", "/collections/shoes", True),
    ("shopify", "Googlebot", "/products/red-shoe", True),
    *(("staging", token, "/", False) for token in ("Googlebot", "AdsBot-Google", "Mediapartners-Google", "any")),
]

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


@pytest.mark.parametrize("template", templates(), ids=lambda template: template.id)
def test_a_template_is_plain_ascii_with_lf(template: Template) -> None:
    loaded = load(template.body())
    assert loaded.text.isascii()
    assert loaded.text.endswith("\n")
    assert (loaded.form.line_end, loaded.form.has_bom) == ("LF", False)
    assert template.title
    assert template.description.endswith(".")
    assert template.source.startswith("https://")


@pytest.mark.parametrize("template", templates(), ids=lambda template: template.id)
def test_a_line_of_a_template_fits_into_the_editor_unless_it_names_a_source(template: Template) -> None:
    lines = template.body().decode().split("\n")
    assert not [line for line in lines if len(line) > 50 and not re.fullmatch(r"# \S+/\S+", line)]


@pytest.mark.parametrize("template", templates(), ids=lambda template: template.id)
def test_a_template_names_no_sitemap_of_another_site(template: Template) -> None:
    assert not re.search(rb"^sitemap", template.body(), re.IGNORECASE | re.MULTILINE)


def test_every_template_file_is_offered_once() -> None:
    files = {path.name for path in assets.path("templates").glob("*.txt")}
    assert [template.path.name for template in templates()] == sorted(
        files, key=[t.path.name for t in templates()].index
    )
    assert len({template.id for template in templates()}) == len(files)


@pytest.mark.parametrize("dialect", ["google", "rfc9309"])
@pytest.mark.parametrize(("name", "crawler", "url", "allowed"), PROMISES)
def test_a_template_does_what_it_says(name: str, crawler: str, url: str, allowed: bool, dialect: str) -> None:
    assert Robots.parse(_template(name).body(), dialect).decide(url, crawler).allowed == allowed


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
