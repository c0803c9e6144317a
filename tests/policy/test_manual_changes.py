"""A block that somebody changed by hand: which lines, what is missing, and the choices that it now says."""

from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler
from robotstudio.policy.block import Block, find_block
from robotstudio.policy.manual_changes import adopt_edits, edited_lines, missing_crawlers
from robotstudio.policy.model import ALLOW, BLOCK, LEAVE, AiPolicy, choice_of
from robotstudio.policy.writing import write_policy

DAY = "2026-11-23"
POLICY = AiPolicy({"ai-training": BLOCK, "archive": choice_of("only /press/")}, {"CCBot": ALLOW})
BODY = write_policy(b"User-agent: *\nDisallow: /a\n", POLICY, CATALOGUE, DAY).body


def changed(old: bytes, new: bytes) -> Block:
    assert BODY.count(old) == 1
    block = find_block(BODY.replace(old, new), CATALOGUE)
    assert block
    return block


def line_of(block: Block, text: str) -> int:
    return block.first_line + block.lines.index(text)


def test_block_as_it_was_written_has_nothing_by_hand_and_misses_nobody() -> None:
    block = find_block(BODY, CATALOGUE)
    assert block
    assert (block.is_edited, edited_lines(block, CATALOGUE), missing_crawlers(block, CATALOGUE)) == (False, (), ())
    assert adopt_edits(block, CATALOGUE).policy == POLICY


def test_other_line_ends_are_no_change_by_hand() -> None:
    block = find_block(BODY.replace(b"\n", b"\r\n"), CATALOGUE)
    assert block
    assert not block.is_edited


def test_lines_that_were_added_are_named() -> None:
    block = changed(b"User-agent: GPTBot\n", b"User-agent: GPTBot\nUser-agent: Strangerbot\n# why\n")
    assert block.is_edited
    assert edited_lines(block, CATALOGUE) == (line_of(block, "User-agent: Strangerbot"), line_of(block, "# why"))


def test_crawler_that_was_taken_out_is_left_as_it_is_from_then_on() -> None:
    block = changed(b"User-agent: GPTBot\n", b"")
    assert (block.is_edited, edited_lines(block, CATALOGUE)) == (True, ())
    assert [crawler.token for crawler in missing_crawlers(block, CATALOGUE)] == ["GPTBot"]
    taken = adopt_edits(block, CATALOGUE)
    assert taken.is_whole
    assert taken.policy.crawlers["GPTBot"] == LEAVE
    again = write_policy(BODY, taken.policy, CATALOGUE, DAY).body
    assert b"# crawler GPTBot: leave\n" in again
    assert b"User-agent: GPTBot\n" not in again


def test_crawler_with_rules_of_another_choice_gets_this_choice() -> None:
    block = changed(b"User-agent: GPTBot\n", b"")
    body = BODY.replace(b"User-agent: GPTBot\n", b"").replace(
        b"# END robotstudio", b"\nUser-agent: GPTBot\nAllow: /blog/\nDisallow: /\n# END robotstudio"
    )
    block = find_block(body, CATALOGUE) or block
    taken = adopt_edits(block, CATALOGUE)
    assert (taken.is_whole, taken.policy.crawlers["GPTBot"]) == (True, choice_of("only /blog/"))


def test_choice_of_its_own_that_says_what_the_purpose_says_goes() -> None:
    body = BODY.replace(b"User-agent: CCBot\nAllow: /\n", b"User-agent: CCBot\nDisallow: /\n")
    assert body != BODY
    block = find_block(body, CATALOGUE)
    assert block
    assert adopt_edits(block, CATALOGUE).policy == AiPolicy(POLICY.purposes)


def test_rules_that_are_more_than_a_choice_are_not_taken_over_but_named() -> None:
    rules = b"User-agent: CCBot\nAllow: /\nDisallow: /*.pdf$\n"
    block = changed(b"User-agent: CCBot\nAllow: /\n", rules)
    taken = adopt_edits(block, CATALOGUE)
    assert ([crawler.token for crawler in taken.crawlers], taken.is_whole) == (["CCBot"], False)
    assert taken.lines == (line_of(block, "User-agent: CCBot"),)


def test_crawlers_that_the_list_learned_since_are_missing_and_stay_chosen() -> None:
    block = find_block(BODY, CATALOGUE)
    assert block
    learned = CATALOGUE.with_changes([Crawler("NewLearnerBot", purpose="ai-training", checked_on="2027-01-01")])
    assert [crawler.token for crawler in missing_crawlers(block, learned)] == ["NewLearnerBot"]
    assert adopt_edits(block, learned).policy == POLICY
    assert b"User-agent: NewLearnerBot\n" in write_policy(BODY, POLICY, learned, DAY).body


def test_crawler_whose_name_cannot_be_written_is_not_missing() -> None:
    catalogue = Catalogue({"Two Words": Crawler("Two Words", purpose="seo")}, (), {"seo": "SEO tools"})
    body = write_policy(b"", AiPolicy({"seo": BLOCK}), catalogue, DAY).body
    block = find_block(body, catalogue)
    assert block
    assert missing_crawlers(block, catalogue) == ()
