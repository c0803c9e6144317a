"""What a file does to crawlers by purpose, and the wishes beside its rules."""

from robotstudio.engine.access import Access
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.model import BLOCK, AiPolicy
from robotstudio.policy.overview import COSTS, PolicyRow, overview_of
from robotstudio.policy.signals import READERS, Clash, Purpose, wishes_of
from robotstudio.policy.words import contradiction_words

FILE = b"User-agent: *\nDisallow: /admin\n\nUser-agent: GPTBot\nUser-agent: bingbot\nDisallow: /\n"


def row_of(body: bytes, token: str, policy: AiPolicy | None = None) -> PolicyRow:
    rows = (row for purpose in overview_of(body, policy or AiPolicy(), CATALOGUE) for row in purpose.rows)
    return next(row for row in rows if row.crawler.token == token)


def test_named_ruled_and_closed_are_three_things() -> None:
    own, follower, other = (row_of(FILE, token) for token in ("GPTBot", "adidxbot", "CCBot"))
    assert (own.named_in, own.rule, own.reach.access, own.is_closed) == (4, 6, Access.NOTHING, True)
    assert (follower.named_in, follower.followed, follower.rule, follower.is_closed) == (None, "bingbot", 6, True)
    assert (other.named_in, other.followed, other.rule, other.reach.access) == (None, "*", None, Access.EXCEPT)


def test_crawler_that_never_follows_the_rules_for_all_follows_none() -> None:
    row = row_of(FILE, "AdsBot-Google")
    assert (row.followed, row.reach.access) == (None, Access.EVERYTHING)


def test_sums_of_a_purpose() -> None:
    training = next(each for each in overview_of(FILE, AiPolicy(), CATALOGUE) if each.id == "ai-training")
    assert (training.named, training.closed, training.choice) == (1, 1, None)


def test_tokens_out_of_use_are_shown_only_where_the_file_names_them() -> None:
    tokens = {row.crawler.token for each in overview_of(FILE, AiPolicy(), CATALOGUE) for row in each.rows}
    assert "anthropic-ai" not in tokens
    assert row_of(b"User-agent: anthropic-ai\nDisallow: /\n", "anthropic-ai").named_in == 1


def test_who_says_that_it_does_not_heed_the_file_is_asked_in_vain() -> None:
    vain = next(each for each in CATALOGUE.crawlers.values() if each.obeys == "no" and not each.outdated)
    assert row_of(FILE, vain.token, AiPolicy({}, {vain.token: BLOCK})).is_ineffective
    assert not row_of(FILE, vain.token).is_ineffective


def test_every_purpose_says_what_a_block_costs() -> None:
    assert COSTS.keys() == CATALOGUE.purposes.keys()


WISHES = b"""User-agent: *
Content-Signal: search=yes, ai-train=no
Content-Usage: train-ai=y
Content-Usage: /open train-ai=n
Disallow:

User-agent: GPTBot
Content-Usage: train-ai=y
DisallowAITraining: /
Disallow: /

License: https://s.example/license.xml
"""


def test_each_wish_says_for_whom_it_is_and_which_uses_it_is_about() -> None:
    found = wishes_of(WISHES, CATALOGUE).wishes
    assert [(wish.line, wish.field, wish.agents, wish.path, dict(wish.uses)) for wish in found] == [
        (2, "content-signal", ("*",), "", {Purpose.TRAINING: False, Purpose.SEARCH: True}),
        (3, "content-usage", ("*",), "", {Purpose.TRAINING: True}),
        (4, "content-usage", ("*",), "/open", {Purpose.TRAINING: False}),
        (8, "content-usage", ("GPTBot",), "", {Purpose.TRAINING: True}),
        (9, "disallowaitraining", ("GPTBot",), "", {Purpose.TRAINING: False}),
        (12, "license", (), "", {}),
    ]
    assert {wish.field for wish in found} <= READERS.keys()


def test_wishes_at_odds_with_one_another_and_with_the_rules() -> None:
    found = wishes_of(WISHES, CATALOGUE).contradictions
    assert [(each.clash, each.line, each.other) for each in found] == [
        (Clash.OPEN, 2, None),
        (Clash.WISHES, 2, 3),
        (Clash.OPEN, 4, None),
        (Clash.CLOSED, 8, None),
        (Clash.WISHES, 8, 9),
        (Clash.TAKEN_FOR_RULE, 9, None),
    ]
    assert all("{" not in contradiction_words(each) for each in found)


def test_wish_below_a_hundred_others_is_compared_too() -> None:
    body = b"User-agent: *\n" + b"Content-Signal: ai-train=no\n" * 100 + b"Content-Signal: ai-train=yes\n"
    found = wishes_of(body, CATALOGUE).contradictions
    assert [(each.line, each.other) for each in found if each.clash is Clash.WISHES][-1] == (101, 102)


def test_unreadable_wish_is_shown_and_says_nothing() -> None:
    (wish,) = wishes_of(b"User-agent: *\nContent-Usage: Train-AI=n,\n", CATALOGUE).wishes
    assert (wish.is_readable, dict(wish.uses)) == (False, {})
