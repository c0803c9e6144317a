"""Words are found on every page that has them all, with a line in which they stand."""

from collections.abc import Sequence

import pytest

from robotstudio.help.library import HelpLibrary, HelpPage, HelpSection
from robotstudio.help.search import HelpHit, HelpSearch, plain
from robotstudio.text.language import spoken
from robotstudio.text.locale import words_of

PAGE = """# Crawlers

What they are, and
how many.

## A *named* one
Its `*` is no group. See [the page of **dialects**](dialects.md#top).

| Key | Does |
|---|---|
| **F7** | next change |

```
# not a heading
Disallow: /private/
```
"""


def page(page_id: str = "guide/a", text: str = PAGE, section: HelpSection = HelpSection.GUIDE, **more: str) -> HelpPage:
    return HelpPage(page_id, section, more.get("title", "Crawlers"), text)


def find(wanted: str, *pages: HelpPage) -> Sequence[HelpHit]:
    return HelpSearch(pages or (page(),)).find(wanted)


@pytest.mark.parametrize(
    ("wanted", "context", "heading"),
    [
        ("HOW many", "What they are, and how many.", ""),
        ("dialects", "Its * is no group. See the page of dialects.", "a-named-one"),
        ("next", "F7 · next change", "a-named-one"),
        ("/private/", "Disallow: /private/", "a-named-one"),
        ("not heading", "# not a heading", "a-named-one"),
        ("crawlers", "What they are, and how many.", ""),
        ("named", "What they are, and how many.", ""),
    ],
)
def test_line_of_context_is_read_as_it_is_shown(wanted: str, context: str, heading: str) -> None:
    (hit,) = find(wanted)
    assert (hit.context, hit.heading) == (context, heading)


@pytest.mark.parametrize("wanted", ["", "  ", "crawlers unheard-of", "dialects.md"])
def test_page_that_lacks_a_word_is_not_found(wanted: str) -> None:
    assert list(find(wanted)) == []


def test_page_with_the_words_in_its_title_comes_first() -> None:
    far = page("guide/far", "# A\n\nswallow\n\nbird", title="A")
    near = page("guide/near", "# B\n\nswallow bird", title="B")
    under = page("guide/under", "# C\n\n## Swallow bird\n\nx", title="C")
    titled = page("guide/titled", "# Bird, swallow\n\nx", title="Bird, swallow")
    found = find("swallow bird", far, near, under, titled)
    assert [hit.page for hit in found] == ["guide/titled", "guide/under", "guide/near", "guide/far"]


def test_long_line_is_cut_around_the_word() -> None:
    (hit,) = find("needle", page(text=f"# T\n\n{'hay ' * 100}needle {'hay ' * 100}"))
    assert hit.context.startswith("…hay")
    assert hit.context.endswith("…")
    assert "needle" in hit.context[:60]
    assert len(hit.context) < 260


def test_licence_is_looked_through_as_it_stands() -> None:
    (hit,) = HelpSearch([page(text="# of *\n  AS IS", title="X")._replace(is_plain=True)]).find("as is")
    assert hit.context == "  AS IS"


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("a `**` b", "a ** b"),
        ("[`robots.txt`](x.md)", "robots.txt"),
        (r"the \* group", "the * group"),
        ("- item", "item"),
        ("| a | `b` |", "a · b"),
    ],
)
def test_marks_are_left_out_but_for_those_in_code(markdown: str, text: str) -> None:
    assert plain(markdown) == text


@pytest.mark.parametrize(
    ("code", "wanted", "expected"),
    [
        ("en", "RS312", "rules/RS312"),
        ("zh_CN", "方言", "guide/why"),
        ("ru", "СКАНИРОВАНИЕ", "guide/first-file"),
        ("es", "dialecto", "guide/why"),
    ],
)
def test_words_of_every_language_are_found_in_the_shipped_pages(code: str, wanted: str, expected: str) -> None:
    with spoken(words_of(code)):
        library = HelpLibrary()
    found = HelpSearch(library.pages.values()).find(wanted)
    assert expected in {hit.page for hit in found}
    assert all(hit.context for hit in found)
