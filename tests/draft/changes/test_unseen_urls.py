"""What is known beyond the loaded URLs: a proof, a URL of each kind that changes, or that it is undecided."""

from robotstudio.draft.changes.unseen_urls import (
    ReadersProof,
    UnseenUrls,
    UnseenUrlsProver,
    proofs_between,
    unseen_urls,
)
from robotstudio.engine.changed_urls import ChangedUrls, ChangeExtent
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.engine.proof import Differences, Undecided
from robotstudio.engine.robots import FileVersion
from tests.draft.changes.comparisons import AFTER, BEFORE, compared, question


def never() -> bool:
    return False


def known(before: bytes | None = BEFORE, after: bytes = AFTER, urls: tuple[str, ...] = ()) -> UnseenUrls | None:
    return UnseenUrlsProver().work(compared(question(before, after, urls)), 2.0, never)


def shown(answer: UnseenUrls | None) -> list[tuple[str, tuple[str, ...], bool]]:
    assert answer is not None
    return [(each.difference.url, each.tokens, each.is_listed) for each in answer.classes]


def test_each_kind_of_url_that_changes_is_shown_with_its_crawlers() -> None:
    answer = known()
    assert shown(answer) == [
        ("/cart/", ("Googlebot", "bingbot"), False),
        ("/docs/", ("GPTBot",), False),
    ]
    assert answer is not None
    assert (answer.proven, answer.undecided, answer.changes_nothing) == (("Googlebot", "bingbot", "GPTBot"), (), False)
    assert answer.changed == ChangedUrls(ChangeExtent.PATTERNS, ("/cart/", "/docs/"))


def test_a_kind_of_which_a_url_is_loaded_is_listed() -> None:
    answer = known(urls=("/cart/items",))
    assert [is_listed for _, _, is_listed in shown(answer)] == [True, False]
    assert answer is not None
    assert [each.difference.url for each in answer.further] == ["/docs/"]


def test_where_rules_are_only_said_otherwise_it_is_proven_that_no_verdict_changes() -> None:
    answer = known(
        after=BEFORE.replace(
            b"Disallow: /cart/checkout", b"# shop\nDisallow: /cart/checkout*\nDisallow: /cart/checkout/x"
        )
    )
    assert answer is not None
    assert answer.changes_nothing
    assert answer.proven == ("Googlebot", "bingbot", "GPTBot")


def test_crawlers_of_which_it_is_undecided_are_not_said_to_be_proven() -> None:
    asked = compared(question())
    answer = unseen_urls(asked, [ReadersProof(("GPTBot",), Differences((), Undecided.WORK))], 2.0, 0.0)
    assert (answer.proven, answer.undecided, answer.changes_nothing) == ((), (("GPTBot",),), False)


def test_fields_that_change_beside_the_verdicts_are_told() -> None:
    answer = known(after=BEFORE + b"Sitemap: https://e.com/s.xml\n")
    assert answer is not None
    assert (answer.changes_nothing, answer.changes_fields) == (True, True)
    answer = known(after=BEFORE + b"# Sitemap: https://e.com/s.xml\n")
    assert answer is not None
    assert (answer.changes_nothing, answer.changes_fields) == (True, False)


def test_fields_change_for_the_crawlers_that_obey_them() -> None:
    delay = BEFORE.replace(b"User-agent: *\n", b"User-agent: *\nCrawl-delay: 5\n")
    readers = [CRAWLERS[token].reader for token in ("ClaudeBot", "PerplexityBot")]
    [proof] = proofs_between(FileVersion(BEFORE), FileVersion(delay), readers, 2.0)
    assert (proof.tokens, proof.fields_for) == (("ClaudeBot", "PerplexityBot"), frozenset({"ClaudeBot"}))


def test_crawlers_without_another_verdict_are_not_said_to_change() -> None:
    answer = known(after=BEFORE + b"\nUser-agent: bingbot\nDisallow: /\n")
    assert answer is not None
    assert (answer.proven, answer.whole.tokens) == (("Googlebot", "bingbot", "GPTBot"), ("bingbot",))


def test_change_of_everything_for_one_crawler_is_not_said_of_others() -> None:
    answer = known(after=BEFORE.replace(b"/cart/checkout", b"/cart/").replace(b"Disallow: /\n", b"Disallow:\n"))
    assert answer is not None
    assert (answer.whole.tokens, answer.whole.changed.extent) == (("GPTBot",), ChangeExtent.ALLOWED)
    assert (answer.limited.tokens, answer.limited.changed.patterns) == (("Googlebot", "bingbot"), ("/cart/",))


def test_there_is_nothing_to_say_without_a_baseline() -> None:
    assert known(before=None) is None


def test_what_is_no_longer_wanted_is_not_answered() -> None:
    assert UnseenUrlsProver().work(compared(question()), 2.0, lambda: True) is None


def test_other_urls_need_no_other_proof() -> None:
    prover = UnseenUrlsProver()
    assert [is_listed for _, _, is_listed in shown(prover.work(compared(question(urls=())), 2.0, never))] == [False] * 2
    again = prover.work(compared(question(urls=("/cart/", "/docs/"))), 2.0, lambda: True)
    assert [is_listed for _, _, is_listed in shown(again)] == [True] * 2
    assert prover.work(compared(question()), 30.0, lambda: True) is None  # for more time it is tried again
