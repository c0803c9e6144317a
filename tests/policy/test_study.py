"""Content of the policy window: the draft, the lines to write, and the result for each crawler."""

import pytest

from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import CATALOGUE, Catalogue
from robotstudio.policy.block import BlockFault, find_block
from robotstudio.policy.model import ALLOW, BLOCK, LEAVE, AiPolicy, choice_of
from robotstudio.policy.study import BlockEffect, PendingPolicy, Study, study_of
from robotstudio.policy.words import follow_words
from robotstudio.policy.writing import write_policy

DAY = "2026-11-23"
BODY = b"User-agent: *\nDisallow: /a\n"
POLICY = AiPolicy({"ai-training": BLOCK})
WRITTEN = write_policy(BODY, POLICY, CATALOGUE, DAY).body


def study(body: bytes, wanted: PendingPolicy | None = None, catalogue: Catalogue = CATALOGUE) -> Study:
    return study_of(body, wanted, catalogue, "2026-12-24")


def test_file_without_a_block_has_nothing_to_be_written() -> None:
    found = study(BODY)
    assert (found.block, found.written, found.outcome, found.rows) == (None, None, None, ())
    assert found.policy.is_empty
    assert found.purposes
    assert not found.after


def test_choice_is_shown_as_the_lines_that_would_be_added() -> None:
    found = study(BODY, PendingPolicy(POLICY))
    assert found.written
    assert found.written.body.endswith(BODY)
    assert "# purpose ai-training: block" in [row.text for row in found.rows]
    assert found.after["GPTBot"] is BlockEffect.PROVEN
    assert found.after["Bytespider"] is BlockEffect.IN_VAIN
    assert found.after["OAI-SearchBot"] is BlockEffect.AS_NOW


def test_block_that_says_what_is_chosen_is_not_written_again_for_a_newer_date() -> None:
    for wanted in (None, PendingPolicy(POLICY)):
        found = study(WRITTEN, wanted)
        assert (found.written, found.fault, found.missed) == (None, None, ())
        assert found.outcome
        assert found.outcome.is_exact


def test_crawler_with_a_group_of_its_own_is_not_as_chosen() -> None:
    found = study(BODY + b"\nUser-agent: GPTBot\nAllow: /docs/\n", PendingPolicy(POLICY))
    assert found.after["GPTBot"] is BlockEffect.SHORT


def test_line_that_names_a_crawler_too_is_that_of_the_draft() -> None:
    """It was that of the file with the block, which stands above the groups and is not written yet."""
    body = b"User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nAllow: /blog/\n"
    found = study(body, PendingPolicy(AiPolicy({"ai-training": BLOCK})))
    assert found.outcome
    lines = {each.crawler.token: each.lines for each in found.outcome.shortfalls}
    assert lines["GPTBot"] == (4,)


def test_crawler_that_falls_back_to_a_chosen_one_changes_without_a_choice() -> None:
    found = study(BODY, PendingPolicy(AiPolicy({}, {"bingbot": BLOCK})))
    assert found.after["adidxbot"] is BlockEffect.MOVED


def test_block_that_was_changed_by_hand_waits_for_an_answer() -> None:
    by_hand = WRITTEN.replace(b"# END", b"User-agent: Otherbot\nDisallow: /x\n# END")
    found = study(by_hand, PendingPolicy(AiPolicy({"ai-training": ALLOW})))
    assert found.waits_for_answer
    assert (found.written, len(found.by_hand)) == (None, 2)
    anew = study(by_hand, PendingPolicy(POLICY, overwrites=True))
    assert not anew.waits_for_answer
    assert anew.written
    assert b"Otherbot" not in anew.written.body


def test_crawlers_that_the_list_learned_are_missed_and_would_be_named() -> None:
    older = Catalogue(
        {token: crawler for token, crawler in CATALOGUE.crawlers.items() if token != "GPTBot"}, (), CATALOGUE.purposes
    )
    found = study(write_policy(BODY, POLICY, older, DAY).body)
    assert [crawler.token for crawler in found.missed] == ["GPTBot"]
    assert found.written
    assert b"User-agent: GPTBot\n" in found.written.body


def test_block_that_cannot_be_read_is_a_sentence_and_the_rest_is_shown() -> None:
    found = study(WRITTEN.replace(b"# END robotstudio ai-policy", b""))
    assert found.fault
    assert (found.written, found.block) == (None, None)
    assert found.purposes
    assert BlockFault.NO_END
    assert "no end" in found.fault.message


def test_file_in_utf_16_is_refused_in_a_sentence() -> None:
    found = study("User-agent: *".encode("utf-16"), PendingPolicy(POLICY))
    assert found.written is None
    assert found.fault
    assert "UTF-16" in found.fault.message


def test_study_that_nobody_waits_for_is_given_up() -> None:
    with pytest.raises(Cancelled):
        study_of(BODY, PendingPolicy(POLICY), CATALOGUE, DAY, lambda: True)


def test_choice_of_its_own_can_be_taken_away_from_a_crawler() -> None:
    policy = AiPolicy({"ai-training": BLOCK}, {"GPTBot": choice_of("only /press/"), "CCBot": LEAVE})
    assert policy.without_own("GPTBot").crawlers == {"CCBot": LEAVE}
    written = study(BODY, PendingPolicy(policy)).written
    assert written is not None
    block = find_block(written.body, CATALOGUE)
    assert block is not None
    assert block.policy == policy


def test_change_by_hand_is_the_reason_and_is_said_once_for_all_whom_it_concerns() -> None:
    fewer = WRITTEN.replace(b"User-agent: CCBot\n", b"")
    found = study(fewer.replace(b"Disallow: /\n", b"Disallow: /\nAllow: /press/\n", 1))
    assert [crawler.token for crawler in found.removed_by_hand] == ["CCBot"]
    assert found.missed == ()
    assert found.outcome is not None
    own, all_others = follow_words(found.outcome)
    assert own.startswith("CCBot follows the group in line")
    assert all_others.startswith("The AI policy was changed by hand: /press/ is allowed for 34 crawlers")
