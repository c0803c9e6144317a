"""tdmrep.json: what it declares, what its report does not allow, and where it contradicts a robots.txt."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.ai_files.contradictions import MOST_RULES, ContradictionKind, compare_tdmrep, crawlers_for
from robotstudio.policy.ai_files.model import AiFileKind, Fault, TdmRule
from robotstudio.policy.ai_files.study import ALL_PATHS, AiFileState, fetch_ai_files_now, study_ai_files, study_file
from robotstudio.policy.ai_files.tdmrep import MOST_TDM_RULES, read_tdmrep
from robotstudio.policy.ai_files.words import note_words, reader_words, remarks_of, state_words
from tests.fetch.server import response, serve

OPT_OUT = b"""\
[
  {
  "location": "/",
  "tdm-reservation": 1
  }
]
"""
THREE_GROUPS = b"""\
[
  {
  "location": "/directory-a/",
  "tdm-reservation": 1
  },
  {
  "location": "/directory-b/html/",
  "tdm-reservation": 1,
  "tdm-policy":"https://provider.com/policies/policy.json"
  },
  {
  "location": "/directory-b/images/*.jpg",
  "tdm-reservation": 0
  }
]
"""
"""Both are the examples of the report of 2024-05-10."""

TRAINING = len(crawlers_for(CATALOGUE, ("ai-training",)))
CLOSED = b"User-agent: *\nDisallow: /\n"


def rule(location: str, reservation: object, **more: object) -> dict[str, object]:
    return {"location": location, "tdm-reservation": reservation, **more}


def flaws_of(document: object) -> list[tuple[Fault, str]]:
    return [(flaw.fault, flaw.text) for flaw in read_tdmrep(json.dumps(document).encode()).flaws]


def against(document: object, robots: bytes) -> list[tuple[ContradictionKind, str, tuple[int, ...]]]:
    found = read_tdmrep(json.dumps(document).encode())
    return [(each.against, each.url, each.rules) for each in compare_tdmrep(found, robots, CATALOGUE).contradictions]


def test_examples_of_the_report_are_valid_and_read_with_their_lines() -> None:
    assert read_tdmrep(OPT_OUT).rules == (TdmRule(2, "/", is_reserved=True),)
    found = read_tdmrep(b"\xef\xbb\xbf" + THREE_GROUPS)
    assert found.flaws == ()
    assert found.rules == (
        TdmRule(2, "/directory-a/", is_reserved=True),
        TdmRule(6, "/directory-b/html/", is_reserved=True, policy="https://provider.com/policies/policy.json"),
        TdmRule(11, "/directory-b/images/*.jpg", is_reserved=False),
    )


@pytest.mark.parametrize(
    ("body", "fault", "line"),
    [
        (b"", Fault.EMPTY, 1),
        (b"<!doctype html><title>404</title>", Fault.PAGE, 1),
        (b"[\n{}\n{}\n]", Fault.NOT_JSON, 3),
        (b"User-agent: *\nDisallow: /\n", Fault.NOT_JSON, 1),
        (b'[\n{"location": "\xff"}]', Fault.NOT_UTF8, 2),
        (b'{"location": "/", "tdm-reservation": 1}', Fault.NO_ARRAY, 1),
        (b"[" * 100_000, Fault.NOT_JSON, 1),
        (b'[{"location": "/", "tdm-reservation": ' + b"1" * 10_000 + b"}]", Fault.NOT_JSON, 1),
    ],
)
def test_file_that_is_no_list_of_rules_declares_nothing(body: bytes, fault: Fault, line: int) -> None:
    found = read_tdmrep(body)
    assert [(flaw.fault, flaw.line) for flaw in found.flaws] == [(fault, line)]
    assert found.rules == ()


def test_rule_without_location_or_with_another_reservation_does_not_count() -> None:
    for reservation, written in ((2, "2"), ("1", "1"), (True, "true"), (1.0, "1.0"), (None, "null")):
        assert flaws_of([rule("/", reservation)]) == [(Fault.BAD_RESERVATION, written)]
        assert read_tdmrep(json.dumps([rule("/", reservation)]).encode()).rules == ()
    assert flaws_of([{"location": "/"}]) == [(Fault.NO_PROPERTY, "tdm-reservation")]
    assert flaws_of([{"tdm-reservation": 1}]) == [(Fault.NO_PROPERTY, "location")]
    assert flaws_of(["/"]) == [(Fault.NO_RULE, "")]
    for location in ("https://shop.example/", "blog", "", "/a b", "/a\nDisallow: /b", "/a#b", "/\ud800"):
        assert [fault for fault, _ in flaws_of([rule(location, 1)])] == [Fault.BAD_PATTERN]


def test_policy_is_a_web_address_and_other_properties_are_unknown() -> None:
    assert flaws_of([rule("/", 1, **{"tdm-policy": "policy.json"})]) == [(Fault.BAD_ADDRESS, "policy.json")]
    assert flaws_of([rule("/", 1, **{"tdm-licence": "x"})]) == [(Fault.UNKNOWN_PROPERTY, "tdm-licence")]
    assert flaws_of([rule("/", 0, **{"tdm-policy": "https://shop.example/p"})]) == []  # the report allows it


def test_rule_below_one_that_covers_it_and_says_something_else_has_no_effect() -> None:
    unused = ContradictionKind.UNUSED
    assert against([rule("/", 1), rule("/open/", 0), rule("*.jpg", 0), rule("/a/", 1)], CLOSED) == [
        (unused, "/open/", ()),
        (unused, "*.jpg", ()),
    ]
    rules = [rule("/open/", 1), rule("/a*", 1), rule("/b$", 1), rule("/ba", 1), rule("/", 1)]
    assert against(rules, CLOSED) == []
    study = study_file(
        AiFileKind.TDMREP, "x", json.dumps([rule("/", 1), rule("/open/", 0)]).encode(), CLOSED, CATALOGUE
    )
    assert study.state is AiFileState.VALID
    assert list(note_words(study)) == ["Line 1, /: text and data mining is reserved, without a policy for licences."]


def test_thousands_of_rules_are_cut() -> None:
    found = read_tdmrep(json.dumps([rule(f"/{number}/", 1) for number in range(MOST_TDM_RULES + 5)]).encode())
    assert len(found.rules) == MOST_TDM_RULES
    assert [flaw.fault for flaw in found.flaws] == [Fault.TOO_LONG]


def test_reservation_where_training_crawlers_are_let_in() -> None:
    assert against([rule("/", 1)], b"") == [(ContradictionKind.OPEN, "/", ())]
    assert against([rule("/", 1)], CLOSED + b"User-agent: GPTBot\nAllow: /\n") != []
    (each,) = compare_tdmrep(read_tdmrep(OPT_OUT), b"User-agent: GPTBot\nDisallow: /\n", CATALOGUE).contradictions
    assert (each.line, each.of - len(each.crawlers), each.of) == (2, 1, TRAINING)


def test_reservation_with_a_policy_contradicts_no_rule_as_a_licensed_crawler_must_be_let_in() -> None:
    policy = {"tdm-policy": "https://shop.example/p"}
    assert against([rule("/", 1, **policy)], b"") == []
    signal = b"User-agent: *\nContent-Signal: ai-train=yes\n"
    assert against([rule("/", 1, **policy)], signal) == [(ContradictionKind.PERMITTED, "/", (2,))]


def test_what_is_not_reserved_but_blocked() -> None:
    found = compare_tdmrep(read_tdmrep(json.dumps([rule("/a/", 0)]).encode()), CLOSED, CATALOGUE)
    (each,) = found.contradictions
    assert (each.against, each.url, each.rules) == (ContradictionKind.CLOSED, "/a/", (2,))


def test_first_rule_that_matches_counts_and_not_the_longest() -> None:
    robots = b"User-agent: *\nAllow: /a/b/\nDisallow: /a/\n"
    assert against([rule("/a/b/", 0), rule("/a/", 1)], robots) == []
    robots = b"User-agent: *\nDisallow: /a/\n"
    assert against([rule("/a/", 1), rule("/a/b/", 0)], robots) == [(ContradictionKind.UNUSED, "/a/b/", ())]


def test_preferences_of_robots_txt_that_say_the_opposite_about_training() -> None:
    usage = b"User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\nDisallow: /\n"
    assert against([rule("/", 1)], usage) == []
    assert against([rule("/open/", 1)], usage) == [(ContradictionKind.PERMITTED, "/open/", (3,))]
    longer = b"User-agent: *\nContent-Usage: train-ai=y\nContent-Usage: /a/ search=y\nDisallow: /\n"
    assert against([rule("/a/", 1)], longer) == []  # the line with the longest path counts, and is about search
    signal = b"User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n"
    assert against([rule("/a/", 0)], signal) == [(ContradictionKind.FORBIDDEN, "/a/", (2,))]
    search = b"User-agent: *\nContent-Signal: search=yes, ai-input=no\nDisallow: /\n"
    assert against([rule("/", 1)], search) == []  # a reservation is about neither


def test_of_thousands_of_preferences_only_the_first_are_compared() -> None:
    lines = b"".join(b"Content-Usage: /%d/ train-ai=y\n" % number for number in range(MOST_RULES + 1))
    robots = b"User-agent: *\nDisallow: /\n" + lines
    assert against([rule(f"/{MOST_RULES - 1}/", 1)], robots) != []
    assert against([rule(f"/{MOST_RULES}/", 1)], robots) == []


def test_what_is_declared_and_who_reads_it_is_said() -> None:
    study = study_file(AiFileKind.TDMREP, "tdmrep.json", THREE_GROUPS, CLOSED, CATALOGUE)
    assert state_words(study) == "tdmrep.json: valid, with 3 rules."
    assert list(note_words(study)) == [
        "Line 2, /directory-a/: text and data mining is reserved, without a policy for licences.",
        (
            "Line 6, /directory-b/html/: text and data mining is reserved; the policy for licences is "
            "https://provider.com/policies/policy.json"
        ),
        "Line 11, /directory-b/images/*.jpg: text and data mining is not reserved.",
    ]
    (remark,) = remarks_of(study)
    assert remark.sentence.startswith("It says yes, but robots.txt keeps")
    (reader,) = reader_words([study])
    assert "No large crawler operator documents that it reads it" in reader


def test_site_is_asked_for_it_only_where_it_is_wanted() -> None:
    with serve({"/.well-known/tdmrep.json": response(200, OPT_OUT)}) as server:
        *others, tdmrep = study_ai_files(fetch_ai_files_now(server.url, paths=ALL_PATHS), CLOSED, CATALOGUE)
        without = fetch_ai_files_now(server.url)
    assert (tdmrep.name, tdmrep.state, tdmrep.has_findings) == (".well-known/tdmrep.json", AiFileState.VALID, False)
    assert {each.state for each in others} == {AiFileState.ABSENT}
    assert ALL_PATHS[-1] not in without.answers


@given(st.binary(max_size=200) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["location", "tdm-reservation", "x"]), inner),
).map(lambda document: json.dumps(document).encode()))  # fmt: skip
def test_any_bytes_are_read_and_compared(body: bytes) -> None:
    study = study_file(AiFileKind.TDMREP, "tdmrep.json", body, CLOSED, CATALOGUE)
    assert " ".join((state_words(study), *note_words(study), *(each.sentence for each in remarks_of(study))))
