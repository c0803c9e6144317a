"""Who began to block a crawler since an older survey, and who stopped."""

from robotstudio.survey.agents import Surveyed
from robotstudio.survey.figures.changes import changes_of, table_of
from robotstudio.survey.result import Survey, Surveyor, assemble
from robotstudio.survey.tally import HostAnswer

TOKENS = Surveyed(("GPTBot", "CCBot", "*"))


def survey_of(*closed: str, surveyed: Surveyed = TOKENS) -> Survey:
    """Hosts a, b, c … each with a file that closes `/` to the crawlers that are named."""
    surveyor = Surveyor(surveyed)
    for number, names in enumerate(closed):
        body = "".join(f"User-agent: {name}\nDisallow: /\n" for name in names.split()) or "User-agent: *\nDisallow:\n"
        surveyor.add(HostAnswer(f"{'abcdef'[number]}.com", body.encode()))
    return assemble([surveyor.part()], surveyed)


def test_hosts_that_began_and_stopped_are_named() -> None:
    older = survey_of("GPTBot", "", "CCBot", "")
    changes = {each.crawler: each for each in changes_of(survey_of("", "GPTBot", "CCBot GPTBot").against(older))}
    assert (changes["GPTBot"].began, changes["GPTBot"].stopped) == (("b.com", "c.com"), ("a.com",))
    assert (changes["CCBot"].began, changes["CCBot"].stopped) == ((), ())
    assert (changes["GPTBot"].before, changes["GPTBot"].now, changes["GPTBot"].difference) == (25.0, 66.67, 41.67)


def test_a_host_of_one_survey_alone_has_neither_begun_nor_stopped() -> None:
    (change, *_) = changes_of(survey_of("", "GPTBot").against(survey_of("")))
    assert (change.before, change.now, change.began, change.stopped) == (0.0, 50.0, (), ())


def test_the_most_changed_stands_first() -> None:
    table = table_of(changes_of(survey_of("CCBot", "CCBot", "GPTBot").against(survey_of("", "", ""))))
    assert [row[0] for row in table.rows] == ["CCBot", "GPTBot", "*"]
    assert table.rows[0] == ("CCBot", 2, 0, 0.0, 66.67, 66.67)


def test_without_an_older_survey_of_the_same_crawlers_nothing_is_said() -> None:
    assert changes_of(survey_of("GPTBot")) == ()
    assert changes_of(survey_of("GPTBot").against(survey_of("", surveyed=Surveyed(("GPTBot", "*"))))) == ()


def test_of_no_host_in_both_nobody_began() -> None:
    changes = changes_of(survey_of().against(survey_of("GPTBot")))
    assert [(each.now, each.difference, each.began) for each in changes] == [(None, None, ())] * 3
