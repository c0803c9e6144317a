"""Which changes are listed, and how many are not."""

from robotstudio.draft.changes.comparison import MOST_ROWS
from robotstudio.draft.changes.outline import FIRST_SHOWN, MOST_GROUPS, MOST_SEARCHED, ChangeFilter, Outline, outline_of
from robotstudio.engine.changes import Change
from tests.draft.changes.comparisons import compared, question

MANY = tuple(f"/cart/{number}" for number in range(30))


def listed(outline: Outline) -> list[tuple[int, list[str], int]]:
    return [(each.line, [outline.urls[row].url for row in each.rows], each.more) for each in outline.groups]


def test_urls_are_listed_below_the_line_that_flips_them() -> None:
    outline = outline_of(compared(question()), ChangeFilter())
    assert listed(outline) == [(2, ["/cart/", "/cart/items/1"], 0), (6, ["/docs/start"], 0)]


def test_only_crawlers_with_changes_are_shown() -> None:
    outline = outline_of(
        compared(question(tokens=("Googlebot", "CCBot", "GPTBot"), urls=("/docs/start",))), ChangeFilter()
    )
    assert (outline.tokens, outline.still) == (("GPTBot",), 2)


def test_first_urls_are_shown_and_the_others_counted() -> None:
    (group,) = outline_of(compared(question(urls=MANY)), ChangeFilter()).groups
    assert (len(group.rows), group.more) == (FIRST_SHOWN, len(MANY) - FIRST_SHOWN)


def test_opened_group_shows_all() -> None:
    answer = compared(question(urls=MANY))
    (group,) = outline_of(answer, ChangeFilter()).groups
    (opened,) = outline_of(answer, ChangeFilter(), {group.key}).groups
    assert (len(opened.rows), opened.more) == (len(MANY), 0)


def test_one_url_more_is_shown_instead_of_counted() -> None:
    (group,) = outline_of(compared(question(urls=MANY[: FIRST_SHOWN + 1])), ChangeFilter()).groups
    assert (len(group.rows), group.more) == (FIRST_SHOWN + 1, 0)


def test_kinds_and_words_leave_out_the_others() -> None:
    answer = compared(question())
    allowed = outline_of(answer, ChangeFilter(kinds=frozenset({Change.ALLOWED})))
    assert listed(allowed) == [(6, ["/docs/start"], 0)]
    assert listed(outline_of(answer, ChangeFilter("ITEMS cart"))) == [(2, ["/cart/items/1"], 0)]
    assert listed(outline_of(answer, ChangeFilter("nowhere"))) == []


def test_search_counts_what_it_finds_beyond_the_first() -> None:
    (group,) = outline_of(compared(question(urls=MANY)), ChangeFilter("/cart/1")).groups
    assert (len(group.rows), group.more, group.is_searched) == (11, 0, True)


def test_search_of_too_many_urls_says_that_it_is_cut() -> None:
    urls = [f"/cart/{number}" for number in range(MOST_ROWS + 1)]
    assert outline_of(compared(question(urls=urls)), ChangeFilter("/cart/99")).is_cut
    assert not outline_of(compared(question(urls=MANY)), ChangeFilter("/cart/99")).is_cut
    assert MOST_SEARCHED >= MOST_ROWS


def test_groups_beyond_the_most_are_counted() -> None:
    before = b"User-agent: *\n" + b"".join(b"Disallow: /x%d/\n" % number for number in range(MOST_GROUPS + 3))
    urls = [f"/x{number}/a" for number in range(MOST_GROUPS + 3)]
    outline = outline_of(compared(question(before, b"User-agent: *\n", urls)), ChangeFilter())
    assert (len(outline.groups), outline.left_out) == (MOST_GROUPS, 3)
