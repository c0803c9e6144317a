"""Flags for each URL agree with the verdicts one by one."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.bulk import Tally

URLS = tuple(f"https://x.test/{path}" for path in ("", "a", "a/b", "%61", "b?c=1", "robots.txt", "ä", "A"))
_RULES = st.lists(st.sampled_from(("Disallow: /a", "Allow: /a/b", "Disallow: /b*c", "Disallow: /")), max_size=3)


@given(ours=_RULES, theirs=_RULES)
def test_flags_are_those_of_the_single_verdicts(ours: list[str], theirs: list[str]) -> None:
    table = UrlTable(URLS)
    verdicts = [
        Robots.parse("\n".join(["User-agent: *", *rules]).encode(), dialect).decide_all(table, ["*"]).verdict_class("*")
        for rules, dialect in ((ours, "google"), (theirs, "yandex"))
    ]
    tally = Tally(len(table))
    for each in verdicts:
        tally.add(each, blocked=1, allowed=2, decided=4)
    tally.add_difference(verdicts[0], verdicts[1], 8)
    (mine, my_lines), (its, its_lines) = (each.column for each in verdicts)
    for place, flags in enumerate(tally.flags().tolist()):
        allowed = {bool(mine[place]), bool(its[place])}
        decided = bool(my_lines[place] or its_lines[place])
        assert flags == (False in allowed) + 2 * (True in allowed) + 4 * decided + 8 * (len(allowed) == 2)
