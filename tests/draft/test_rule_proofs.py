"""What is proven of each rule, for all crawlers together."""

from robotstudio.draft.rule_proofs import Cover, LineProofs, line_proofs
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.engine.proof import Use
from robotstudio.engine.robots import FileVersion

READERS = tuple(CRAWLERS[token].reader for token in ("Googlebot", "bingbot", "GPTBot"))
BODY = b"""User-agent: Googlebot
Disallow: /cart/*

User-agent: bingbot
Disallow: /cart*

User-agent: Googlebot
User-agent: bingbot
Disallow: /cart/
Disallow: /cart/x

User-agent: *
Disallow: /a
Disallow: /a/b
"""


def proofs(body: bytes = BODY) -> LineProofs:
    return line_proofs(FileVersion(body), READERS)


def test_a_rule_that_another_covers_names_the_line_for_each_crawler() -> None:
    proof = proofs(BODY.replace(b"Disallow: /cart*", b"Disallow: /cart/*"))[9]
    assert proof.use is Use.NEVER_DECIDES
    assert proof.covers == (Cover(("Googlebot",), (2,)), Cover(("bingbot",), (5,)))
    assert proof.covered_by == (2, 5)


def test_a_rule_that_one_crawler_needs_is_needed() -> None:
    found = proofs()
    assert found[2].use is Use.NOT_NEEDED
    assert found[13].use is Use.NEEDED
    assert found[14].use is Use.NOT_NEEDED
    assert found[14].is_needless
    assert (
        proofs(b"User-agent: Googlebot\nUser-agent: *\nDisallow: /a\nUser-agent: Googlebot\nDisallow: /\n")[3].use
        is Use.NEEDED
    )


def test_without_time_nothing_is_said_to_be_proven() -> None:
    found = line_proofs(FileVersion(BODY), READERS, seconds=0.0)
    assert {proof.use for proof in found.values()} == {Use.UNDECIDED}
    assert not any(proof.is_needless for proof in found.values())
