"""The block of a policy: what it makes of a file for every crawler, proven for every URL, and what stays as it was."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler
from robotstudio.engine.tokens import Field
from robotstudio.policy.block import BlockError, BlockFault, find_block, without_block
from robotstudio.policy.model import ALLOW, BLOCK, AiPolicy, PolicyChoice, PolicyError, choice_of
from robotstudio.policy.outcome import AiPolicyOutcome, ShortfallReason, outcome_of
from robotstudio.policy.writing import Written, can_be_named, write_policy

DAY = "2026-11-23"
ONLY = choice_of("only /press/ /about/ /a-b_c")
CHOICES = (ALLOW, BLOCK, ONLY)
PATHS = ("/", "/press", "/press/", "/press/x?y=1", "/about/us", "/a-b_cd", "/a-b_", "/other/press/", "/robots.txt")
FILE = b"# ours\n\n# for all\nUser-agent: *\nDisallow: /admin\nAllow: /admin/help\nSitemap: https://s.example/s.xml\n"
PIECES = (
    b"User-agent: *\nDisallow: /private\n",
    b"User-agent: *\nCrawl-delay: 900\n\nDisallow: /\n",
    b"\n",
    b"\n# END of something\n",
    b"# a comment\n",
    b"Disallow: /orphan\nAllow: /x\n",
    b"User-agent: nobody-at-all\nUser-agent: nobody-else\n",
    b"User-agent: nobody-at-all\nDisallow: /n\n\n",
    b"Sitemap: https://s.example/sitemap.xml\n",
    b"Content-Signal: ai-train=no\n",
    b"<p>\n",
    b"\xff\xfe\x00\n",
    b"Useragent: *\r\nDisallow: /shop$\r\n",
    b"User-agent: *\rDisallow: /*.pdf\r",
)


def written(body: bytes, policy: AiPolicy, catalogue: Catalogue = CATALOGUE) -> Written:
    return write_policy(body, policy, catalogue, DAY)


def for_all(choice: PolicyChoice, purposes: Sequence[str] = tuple(CATALOGUE.purposes)) -> AiPolicy:
    return AiPolicy(dict.fromkeys(purposes, choice))


def outcome(body: bytes, policy: AiPolicy) -> AiPolicyOutcome:
    return outcome_of(body, written(body, policy), policy, CATALOGUE)


@pytest.mark.parametrize("choice", CHOICES, ids=str)
@pytest.mark.parametrize("purpose", CATALOGUE.purposes)
def test_every_crawler_of_a_purpose_has_exactly_the_verdicts_that_were_chosen(
    purpose: str, choice: PolicyChoice
) -> None:
    policy = AiPolicy({purpose: choice})
    result = written(FILE, policy)
    read = {dialect: Robots.parse(result.body, dialect) for dialect in DIALECTS}
    of_purpose = [each for each in CATALOGUE.crawlers.values() if each.purpose == purpose and not each.outdated]
    of_purpose = [each for each in of_purpose if not each.is_any_other]
    for crawler in of_purpose:
        if can_be_named(crawler):
            for path in PATHS:
                if path.encode() not in DIALECTS[crawler.dialect].never_asked:
                    allowed = read[crawler.dialect].decide(f"https://s.example{path}", crawler.agent).allowed
                    assert allowed is choice.allows(path), (crawler.token, path)
    found = outcome_of(FILE, result, policy, CATALOGUE)
    assert {short.why for short in found.shortfalls} <= {ShortfallReason.NO_NAME}
    assert found.kept + len(found.shortfalls) == len(of_purpose)


def test_each_crawler_by_itself_can_be_chosen_for_against_its_purpose() -> None:
    """Also tokens that no crawler looks for any more; those few that no line can name are told."""
    for number, crawler in enumerate(CATALOGUE.crawlers.values()):
        if crawler.is_any_other:
            continue
        choice, others = CHOICES[number % 3], CHOICES[(number + 1) % 3]
        policy = AiPolicy({crawler.purpose: others}).with_choice(crawler.token, choice, CATALOGUE)
        found = outcome(FILE, policy)
        assert {short.why for short in found.shortfalls} <= {ShortfallReason.NO_NAME}
        assert all(not can_be_named(short.crawler) for short in found.shortfalls)


@settings(max_examples=60, deadline=None)
@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=7),
    choices=st.dictionaries(
        st.sampled_from(sorted(CATALOGUE.purposes)), st.sampled_from(CHOICES), min_size=1, max_size=4
    ),
    is_open=st.booleans(),
)
def test_whatever_stands_around_it_the_block_holds_and_touches_nothing(
    pieces: list[bytes], choices: dict[str, PolicyChoice], is_open: bool
) -> None:
    body = b"".join(pieces)
    body = body[:-1] if is_open else body
    policy = AiPolicy(choices)
    if body.startswith(b"\xff\xfe"):
        with pytest.raises(PolicyError, match="UTF-16"):
            written(body, policy)
        return
    result = written(body, policy)
    assert result.block is not None
    assert without_block(result.body, result.block) == body
    assert (result.block.policy, result.block.is_edited, result.block.made_on) == (policy, False, DAY)
    assert written(result.body, policy).body == result.body
    assert written(result.body, AiPolicy()).body == body
    found = outcome_of(body, result, policy, CATALOGUE)
    assert {short.why for short in found.shortfalls} <= {ShortfallReason.NO_NAME}, body
    assert all(CATALOGUE.crawlers[each.crawler.token].fallback for each in found.moved), body


def test_block_stands_before_the_first_group_and_its_comment() -> None:
    lines = written(FILE, for_all(BLOCK)).body.decode().split("\n")
    assert lines[:3] == ["# ours", "", "# BEGIN robotstudio ai-policy v1"]
    end = lines.index("# END robotstudio ai-policy")
    assert lines[end + 1 : end + 3] == ["# for all", "User-agent: *"]


@pytest.mark.parametrize(
    "body", [b"", b"\xef\xbb\xbf", b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /\r\n", b"Sitemap: /s"]
)
def test_bom_line_ends_and_an_open_last_line_stay(body: bytes) -> None:
    result = written(body, for_all(BLOCK, ["ai-training"]))
    assert result.block
    assert without_block(result.body, result.block) == body
    if b"\r\n" in body:
        assert result.body.count(b"\n") == result.body.count(b"\r\n")


def test_who_could_not_read_the_first_line_for_its_bom_and_can_now_is_told() -> None:
    body = b"\xef\xbb\xbfUser-agent: *\nDisallow: /a\n"
    assert {moved.crawler.token for moved in outcome(body, for_all(BLOCK, ["ads"])).moved} >= {"Scrapy", "Wget"}
    assert not outcome(body.removeprefix(b"\xef\xbb\xbf"), for_all(BLOCK, ["ads"])).moved


def test_purpose_leaves_out_tokens_that_nobody_looks_for_and_a_crawler_can_be_chosen_all_the_same() -> None:
    policy = for_all(BLOCK, ["ai-training"])
    assert b"anthropic-ai" not in written(b"", policy).body
    assert b"User-agent: anthropic-ai\n" in written(b"", policy.with_choice("Anthropic-AI", BLOCK, CATALOGUE)).body


def test_group_outside_that_names_the_crawler_is_told_with_a_url_that_shows_it() -> None:
    body = b"User-agent: *\nDisallow: /x\n\nUser-agent: GPTBot\nAllow: /blog/\n"
    found = outcome(body, for_all(BLOCK, ["ai-training"]))
    (short,) = found.shortfalls
    new = written(body, for_all(BLOCK, ["ai-training"])).body
    assert (short.crawler.token, short.why) == ("GPTBot", ShortfallReason.OWN_GROUP)
    assert short.difference is not None
    assert (short.difference.url, short.difference.allowed_a) == ("/blog/", True)
    assert new.decode().split("\n")[short.lines[0] - 1] == "User-agent: GPTBot"


def test_crawler_of_a_shared_group_is_named_by_its_own_line() -> None:
    body = b"User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\nAllow: /docs/\n"
    policy = for_all(BLOCK, ["ai-training"])
    named = {each.crawler.token: each.lines for each in outcome(body, policy).shortfalls}
    lines = written(body, policy).body.decode().split("\n")
    assert {token: lines[line - 1] for token, (line,) in named.items()} == {
        "GPTBot": "User-agent: GPTBot",
        "ClaudeBot": "User-agent: ClaudeBot",
    }


def test_group_outside_that_says_the_same_is_no_conflict() -> None:
    body = b"User-agent: GPTBot\nDisallow: /\n"
    assert outcome(body, for_all(BLOCK, ["ai-training"])).is_exact


def test_crawler_that_falls_back_to_one_that_was_chosen_is_told() -> None:
    found = outcome(b"User-agent: *\nDisallow: /a\n", for_all(BLOCK, ["search"]))
    assert {(moved.crawler.token, moved.token) for moved in found.moved} == {
        ("adidxbot", "bingbot"),
        ("AppleNewsBot", "Applebot"),
    }


def test_allowing_a_crawler_opens_what_the_rules_for_all_close_and_that_is_told() -> None:
    found = outcome(b"User-agent: *\nDisallow: /admin\n", AiPolicy({}, {"GPTBot": ALLOW}))
    assert [(each.crawler.token, each.difference.url) for each in found.dropped] == [("GPTBot", "/admin")]
    assert not outcome(b"User-agent: *\nDisallow: /admin\n", AiPolicy({}, {"GPTBot": BLOCK})).dropped


def test_file_that_is_too_long_for_a_crawler_is_told() -> None:
    found = outcome(FILE + b"#" * 513_000, for_all(BLOCK, ["search"]))
    assert {(short.crawler.dialect, short.why) for short in found.shortfalls if can_be_named(short.crawler)} == {
        ("yandex", ShortfallReason.NOT_READ)
    }


def test_rules_that_some_dialects_find_in_no_group_become_those_of_nobody() -> None:
    body = b"Useragent: *\nDisallow: /shop\n"
    new = written(body, for_all(BLOCK, ["archive"])).body
    assert b"User-agent: end-of-ai-policy\nDisallow:\n# END robotstudio ai-policy\nUseragent: *\n" in new
    assert b"end-of-ai-policy" not in written(FILE, for_all(BLOCK)).body
    assert {short.why for short in outcome(body, for_all(ALLOW)).shortfalls} == {ShortfallReason.NO_NAME}


def test_own_crawler_of_a_dialect_without_allow() -> None:
    own = Crawler("OldBot", purpose="archive", dialect="original1994")
    catalogue = CATALOGUE.with_changes([own])
    for choice, whys in ((ALLOW, set()), (BLOCK, set()), (ONLY, {ShortfallReason.NO_ALLOW})):
        policy = AiPolicy({}, {"OldBot": choice})
        result = write_policy(FILE, policy, catalogue, DAY)
        assert {short.why for short in outcome_of(FILE, result, policy, catalogue).shortfalls} == whys


def test_name_that_would_end_its_line_is_never_written() -> None:
    for token in ("Evil#Bot", "Evil\nUser-agent: *", " spaced"):
        catalogue = CATALOGUE.with_changes([Crawler(token, purpose="archive")])
        result = write_policy(FILE, AiPolicy({"archive": BLOCK}), catalogue, DAY)
        assert [crawler.token for crawler in result.unnamed] == [token]
        assert "Evil" not in result.body.decode()


def test_block_changed_by_hand_is_not_written_over_unasked() -> None:
    policy = for_all(BLOCK, ["ai-training"])
    changed = written(FILE, policy).body.replace(b"User-agent: GPTBot\n", b"")
    with pytest.raises(PolicyError, match="changed by hand"):
        written(changed, policy)
    assert write_policy(changed, policy, CATALOGUE, DAY, overwrites=True).body == written(FILE, policy).body


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (b"# END robotstudio ai-policy\n", b"", BlockFault.NO_END),
        (b"# BEGIN robotstudio ai-policy v1\n", b"", BlockFault.NO_BEGIN),
        (b"ai-policy v1\n", b"ai-policy v2\n", BlockFault.NEWER),
        (b"# purpose archive: block", b"# purpose archive: perhaps", BlockFault.UNREADABLE),
        (b"# purpose archive: block", b"# purpose block", BlockFault.UNREADABLE),
        (b"# END robotstudio ai-policy\n", b"# END robotstudio ai-policy\n" * 2, BlockFault.NO_BEGIN),
    ],
)
def test_block_that_cannot_be_read_is_told_and_left_alone(old: bytes, new: bytes, fault: BlockFault) -> None:
    body = written(FILE, for_all(BLOCK, ["archive"])).body
    assert body.count(old) == 1
    with pytest.raises(BlockError) as caught:
        find_block(body.replace(old, new), CATALOGUE)
    assert caught.value.fault is fault


def test_two_blocks_are_told() -> None:
    body = written(FILE, for_all(BLOCK, ["archive"])).body
    with pytest.raises(BlockError) as caught:
        find_block(body + body, CATALOGUE)
    assert caught.value.fault is BlockFault.SEVERAL


def test_all_names_of_the_field_have_the_letters_that_the_search_for_a_place_goes_by() -> None:
    names = [name for each in DIALECTS.values() for name, meaning in each.lines.names if meaning is Field.USER_AGENT]
    assert names
    assert all(b"ag" in name.lower() for name in names)


def test_file_with_the_block_is_read_by_the_choices_alone_though_the_catalogue_forgot_a_crawler() -> None:
    policy = AiPolicy({}, {"GPTBot": BLOCK, "GoneBot": BLOCK})
    catalogue = CATALOGUE.with_changes([Crawler("GoneBot", purpose="seo")])
    body = write_policy(FILE, policy, catalogue, DAY).body
    block = find_block(body, CATALOGUE)
    assert block
    assert (dict(block.policy.crawlers), block.is_edited) == ({"GPTBot": BLOCK, "GoneBot": BLOCK}, False)


def test_crawler_without_a_row_keeps_its_verdicts() -> None:
    stranger = replace(CATALOGUE.crawler_for("Strangerbot"), dialect="google")
    before, after = FILE, written(FILE, for_all(BLOCK)).body
    for path in ("/", "/admin", "/admin/help"):
        verdicts = {Robots.parse(body, "google").decide(path, stranger.agent).allowed for body in (before, after)}
        assert len(verdicts) == 1


def test_crawlers_that_no_line_can_name_are_those_of_the_document() -> None:
    unnamed = sorted(token for token, crawler in CATALOGUE.crawlers.items() if not can_be_named(crawler))
    said = (Path(__file__).parents[2] / "docs" / "ai-policy.md").read_text("utf-8")
    named = said.partition("of the catalogue cannot be named: ")[2].partition(". ")[0].replace(" and ", ", ")
    assert [token for token in unnamed if token != "*"] == named.split(", ")
    assert all(CATALOGUE.crawlers[token].assumed for token in named.split(", "))
