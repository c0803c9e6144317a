"""Sample URLs do what they are said to do, in every dialect, and carry the right label."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.samples import REPORTED, Sample, Variation, samples
from robotstudio.explain.words import SAMPLES

PIECES = st.sampled_from(
    ["/", "a", "B", "cart", "*", "**", "?", "q=", "&", ".php", "%41", "%2F", "é", "%", "#", ";", "~"]
)
PATTERNS = st.tuples(
    st.sampled_from(["/", "*", "/*", "", "//"]), st.lists(PIECES, max_size=6), st.sampled_from(["", "$"])
)


def of(pattern: str, dialect: str = "rfc9309", field: str = "Disallow") -> tuple[Sample, ...]:
    """Return the samples of the only rule of a file."""
    groups = Robots.parse(f"User-agent: *\n{field}: {pattern}\n".encode(), dialect).groups
    return samples(groups[0].rules[0], DIALECTS[dialect]) if groups and groups[0].rules else ()


def shown(pattern: str, dialect: str = "rfc9309") -> dict[str, str]:
    """Return the samples with a mark on those that match."""
    return {sample.path: f"{'+' if sample.matches else '-'}{sample.variation}" for sample in of(pattern, dialect)}


def test_directory_has_the_slash_as_its_boundary() -> None:
    assert shown("/cart/", "google") == {
        "/cart/": "+shortest",
        "/cart/more": "+longer",
        "/cart/?page=2": "+query",
        "/cart": "-no-slash",
        "/other/cart/": "-deeper",
        "/Cart/": "-case",
        "/%63art/": "-encoded",
        "/cart%2F": "-encoded-slash",
    }


def test_anchor_has_everything_behind_it_as_its_boundary() -> None:
    found = shown("/*.php$")
    assert found["/.php"] == "+shortest"
    assert found["/any.php"] == "+filled"
    assert found["/a/b.php"] == "+over-slash"
    assert found["/.php?page=2"] == "-query"
    assert found["/.php/"] == "-slash"


def test_percent_encoding_depends_on_the_dialect() -> None:
    assert shown("/cart/", "rfc9309")["/%63art/"] == "+encoded"
    assert shown("/cart/", "google")["/%63art/"] == "-encoded"


def test_star_is_itself_where_a_dialect_has_no_wildcards() -> None:
    assert "/any.gif" not in shown("/*.gif", "original1994")
    assert shown("/*.gif", "original1994")["/*.gif"] == "+shortest"


def test_rule_that_no_path_matches_has_no_samples() -> None:
    assert of("cart") == ()
    assert of("") == ()
    assert of("/" + "x" * 5_000) == ()


def test_every_label_has_words_and_every_variation_a_label() -> None:
    assert set(SAMPLES) == REPORTED
    assert {variation for variation, _ in REPORTED} == set(Variation)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(parts=PATTERNS)
def test_match_matches_and_near_miss_does_not(dialect: str, parts: tuple[str, list[str], str]) -> None:
    start, middle, end = parts
    pattern = start + "".join(middle) + end
    robots = Robots.parse(f"User-agent: *\nDisallow: {pattern}\n".encode(), dialect)
    for sample in of(pattern, dialect):
        verdict = robots.decide(f"https://example.com{sample.path}", "*")
        if not verdict.is_always_allowed:
            assert (verdict.line is not None) is sample.matches
        assert (sample.variation, sample.matches) in REPORTED


@given(parts=PATTERNS)
def test_samples_are_urls_that_can_be_requested(parts: tuple[str, list[str], str]) -> None:
    start, middle, end = parts
    for sample in of(start + "".join(middle) + end, "google"):
        assert sample.path.startswith("/")
        assert sample.path.isascii()
        assert sample.path.isprintable()
        assert "#" not in sample.path
