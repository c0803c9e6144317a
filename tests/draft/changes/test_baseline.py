"""The versions that a draft can be compared with."""

from datetime import UTC, datetime

from msgspec.structs import replace

from robotstudio.draft.changes.baseline import Baseline, Baselines
from robotstudio.text.language import spoken
from robotstudio.text.locale import words_of

DISK = Baseline("disk", "robots.txt on disk", b"disk")
LIVE = Baseline("live", "live", b"live", datetime(2026, 1, 2, 12, 32, tzinfo=UTC))
OTHER = Baseline("file:/a", "a.txt", b"other")
OLD = Baseline("history:1", "version of Monday", b"old")


def baselines(*known: Baseline) -> Baselines:
    made = Baselines()
    for each in known:
        made.put(each)
    return made


def test_nothing_is_compared_with_nothing() -> None:
    assert baselines().current is None


def test_live_file_is_usual_and_the_one_on_disk_where_nothing_was_fetched() -> None:
    assert baselines(OTHER, DISK).current == DISK
    assert baselines(DISK, LIVE).current == LIVE


def test_order_is_live_disk_other_files_history() -> None:
    made = baselines(OTHER, DISK, LIVE)
    made.set_history([OLD])
    assert list(made.all) == [LIVE, DISK, OTHER, OLD]


def test_choice_holds_as_long_as_the_chosen_version_is_there() -> None:
    made = baselines(DISK, LIVE, OTHER)
    made.choose(OTHER.id)
    assert made.current == OTHER
    made.drop(OTHER.id)
    assert made.current == LIVE


def test_history_can_be_chosen() -> None:
    made = baselines(LIVE)
    made.set_history([OLD])
    made.choose(OLD.id)
    assert made.current == OLD


def test_name_has_the_time_where_it_is_known() -> None:
    assert LIVE.at is not None
    time = f"{LIVE.at.astimezone():%H:%M}"
    assert DISK.name() == "robots.txt on disk"
    assert LIVE.name() == f"live, {time}"
    with spoken(words_of("zh_CN")):
        assert replace(LIVE, title="线上").name() == f"线上，{time}"


def test_file_fetched_before_another_draft_was_opened_is_not_usual() -> None:
    made = baselines(DISK, LIVE)
    made.begin()
    assert made.current == DISK
    made.put(replace(LIVE, body=b"fetched again"))
    assert made.current is not None
    assert made.current.body == b"fetched again"


def test_live_file_of_the_site_of_the_draft_is_usual_whenever_it_was_fetched() -> None:
    live = replace(LIVE, site="https://a.example/robots.txt")
    made = baselines(DISK, live)
    made.begin()
    assert made.set_site("https://a.example/robots.txt")
    assert made.current == live
    made.set_site("https://b.example/robots.txt")
    assert made.current == DISK


def test_choice_ends_with_the_draft_that_it_was_made_for() -> None:
    made = baselines(DISK, OTHER)
    made.choose(OTHER.id)
    made.begin()
    assert made.current == DISK
