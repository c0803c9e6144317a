"""Cards about a place in a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.engine.crawlers import CRAWLERS, crawler_for
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.directives import FIELDS, FieldFacts
from robotstudio.engine.tokens import Field, parse_line
from robotstudio.explain.line_card import BASICS, LineCard, LineContext, card_at
from robotstudio.text.language import ENGLISH
from robotstudio.text.phrases import as_text
from tests.rows import each_row

KNOWN = {*BASICS, Field.SITEMAP}


def card(line: str, byte: int, scene: LineContext | None = None) -> LineCard:
    found = card_at(line.encode(), byte, scene or LineContext())
    assert found is not None
    return found


def words(found: LineCard) -> str:
    return " ".join(map(as_text, found.paragraphs))


@each_row("facts", FIELDS.values(), ids=lambda facts: facts.id)
def test_field_is_told_with_its_source_and_date(facts: FieldFacts) -> None:
    found = card(f"{facts.title}: x", 0)
    assert as_text(found.title) == facts.title
    assert facts.source in found.source
    assert ENGLISH.day(facts.checked_on) in found.source


def test_field_names_the_shown_crawlers_that_heed_it() -> None:
    obeying = next(crawler for crawler in CRAWLERS.values() if "crawl-delay" in crawler.honours)
    assert f"Obeyed by {obeying.title}." in words(card("Crawl-delay: 5", 3, LineContext((obeying,))))
    assert "None of your crawlers" in words(card("Crawl-delay: 5", 3))


def test_misspelled_field_is_told_with_the_right_spelling() -> None:
    assert "write Disallow" in words(card("Dissallow: /", 2))


FIELD_NAMES = ("User-agent", "Allow", "Disallow", "Sitemap")
SPELLINGS = sorted(
    {
        *FIELD_NAMES,
        *("Disalow", "Dissallow", "Desallow", "Disallows", "Diallow", "Allowed", "Alow", "Useragent", "User agent"),
        *("Useg-agent", "User-agents", "Site-map", "Sitemaps", "Disallowed", "disallow", "USER-AGENT"),
    }
)


@pytest.mark.parametrize("dialect", DIALECTS)
@each_row("separator", [": ", " ", ":"])
@each_row("spelling", SPELLINGS)
def test_card_of_a_field_says_who_reads_it_as_the_dialects_do(spelling: str, separator: str, dialect: str) -> None:
    raw = f"{spelling}{separator}/x".encode()
    reader = replace(crawler_for("Googlebot"), dialect=dialect)
    found = card_at(raw, 1, LineContext(reader=reader))
    if found is None:
        return  # the reader sees no field here, and nothing is said
    said = words(found)
    fields = {each: parse_line(raw, other.lines).field for each, other in DIALECTS.items()}
    own = fields[dialect]
    meant = own if own in KNOWN else next((field for field in fields.values() if field in KNOWN), None)
    readers = [each for each, field in fields.items() if field is meant]
    says_everyone = "Every crawler that follows" in said
    assert says_everyone == (own in BASICS and "rfc9309" in readers), said
    assert ("crawlers ignore this line" in said) == (meant is None), said
    assert ("ignores this line" in said) == (own not in KNOWN and meant is not None), said
    if "only " in said.lower():
        assert "rfc9309" not in readers or own not in KNOWN
        told = said.partition(" only " if own in KNOWN else " Only ")[2]
        assert [each for each in DIALECTS if DIALECTS[each].title in told] == readers


def test_hover_on_a_misspelling_does_not_contradict_itself() -> None:
    said = words(card("Disalow: /", 2))
    assert "only Google, Protego (Scrapy) and crawler-commons (Nutch, StormCrawler) understand it" in said
    assert "Every crawler" not in said


def test_agent_is_told_with_operator_purpose_and_chain() -> None:
    found = card("User-agent: Googlebot-Image", 15)
    assert "Google. Search engines." in words(found)
    assert "it follows that of Googlebot, else *." in words(found)
    assert "checked on" in found.source


def test_crawler_that_never_follows_the_star_is_told_so() -> None:
    assert "It never follows *" in words(card("User-agent: AdsBot-Google", 15))


def test_unknown_agent_is_told_to_be_unknown() -> None:
    assert "Unknown crawler. A group for it" in words(card("User-agent: nobody-at-all", 15))


def test_rule_is_told_with_length_counts_and_samples() -> None:
    found = card("Disallow: /*.pdf$", 12, LineContext(decides=2, matches=3, urls=10))
    assert "7 bytes long" in words(found)
    assert "Matches 3 of 10 test URLs. Decides 2 of 10 URLs." in words(found)
    assert [as_text(sample).split()[0] for sample in found.matching] == ["/.pdf", "/any.pdf", "/a/b.pdf"]
    assert found.missing


def test_path_of_letters_that_run_backwards_is_told_in_its_order() -> None:
    said = words(card("Disallow: /\u05d0/\u0645/b", 14))
    assert said.endswith("Crawlers compare it in this one: /%D7%90/%D9%85/b")
    assert "right to left" not in words(card("Disallow: /caf\u00e9/\u4e2d", 14))


def test_rule_is_told_as_the_reader_reads_it() -> None:
    plain = next(crawler for crawler in CRAWLERS.values() if not DIALECTS[crawler.dialect].wildcards.star)
    assert "For this crawler a * is a literal star" in words(card("Disallow: /a*b", 12, LineContext(reader=plain)))
    assert "Read as" in words(card("Disallow: /a*b", 12, LineContext(reader=crawler_for("Googlebot"))))


@pytest.mark.parametrize(("line", "byte"), [("", 0), ("# comment", 3), ("Disallow: /a # why", 16)])
def test_nothing_is_said_of_comments_and_empty_lines(line: str, byte: int) -> None:
    assert card_at(line.encode(), byte, LineContext()) is None


@given(st.binary(max_size=300), st.integers(0, 300), st.sampled_from(sorted(DIALECTS)))
def test_whatever_stands_there_is_answered(raw: bytes, byte: int, dialect: str) -> None:
    reader = next((crawler for crawler in CRAWLERS.values() if crawler.dialect == dialect), None)
    card = card_at(raw, byte, LineContext(reader=reader))
    assert card is None or card.title


def test_other_reading_of_an_index_page_is_told() -> None:
    said = words(card("Allow: /dir/index.html", 10))
    assert "also reads it as Allow: /dir/$." in said
