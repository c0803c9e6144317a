"""What can be proposed at a place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, UrlTable
from robotstudio.engine.directive_values import SIGNALS, USAGE_LABELS, USAGES, USES, Preferences
from robotstudio.engine.directives import FIELDS
from robotstudio.explain.completion import (
    MOST_PROPOSALS,
    CompletionContext,
    KnownPaths,
    Slot,
    SlotKind,
    path_steps,
    proposals,
    slot_at,
)

URLS = ("/", "/cart/", "/cart/items/1", "/cart/items/2", "/search?q=a", "/search?q=b", "/shoes")


def paths_of(*paths: str) -> KnownPaths:
    table = UrlTable(f"https://h.example{path}" for path in paths)
    return table.view(DIALECTS["google"].path_of).paths


def proposed(before: str, around: CompletionContext | None = None) -> list[str]:
    slot = slot_at(before)
    assert slot is not None
    return [proposal.text for proposal in proposals(slot, around or CompletionContext())]


@pytest.mark.parametrize(
    ("before", "slot"),
    [
        ("", Slot(SlotKind.FIELD, "")),
        ("  dis", Slot(SlotKind.FIELD, "dis")),
        ("User-agent: goo", Slot(SlotKind.AGENT, "goo", "user-agent")),
        ("Disallow:/a", Slot(SlotKind.PATH, "/a", "disallow")),
        ("Content-Signal: se", Slot(SlotKind.VALUE, "se", "content-signal")),
        ("# User-agent: x", None),
        ("Disallow: /a # x", None),
        ("two words", None),
    ],
)
def test_place_in_a_line(before: str, slot: Slot | None) -> None:
    assert slot_at(before) == slot


def test_usual_fields_come_first() -> None:
    assert proposed("")[:4] == ["User-agent: ", "Disallow: ", "Allow: ", "Sitemap: "]


def test_dead_field_is_proposed_only_to_who_names_it() -> None:
    assert "Noindex: " not in proposed("no")
    assert proposed("noin") == ["Noindex: "]


def test_crawlers_not_yet_named_come_first() -> None:
    found = proposed("User-agent: claude", CompletionContext(named={"claudebot"}))
    assert found[0] != "ClaudeBot"
    assert found[-1] == "ClaudeBot"


def test_crawler_has_operator_and_purpose() -> None:
    found = proposals(Slot(SlotKind.AGENT, "gptb"), CompletionContext())
    assert (found[0].text, found[0].note) == ("GPTBot", "OpenAI · AI training")


def test_outdated_token_is_proposed_last_and_names_its_successors() -> None:
    found = proposals(Slot(SlotKind.AGENT, "anthropic"), CompletionContext())
    assert (found[-1].text, found[-1].note) == (
        "anthropic-ai",
        "outdated; ClaudeBot, Claude-User, Claude-SearchBot instead",
    )
    assert proposed("User-agent: claude-")[-1] == "Claude-Web"


def test_paths_are_proposed_directory_by_directory() -> None:
    around = CompletionContext(paths=paths_of(*URLS))
    assert proposed("Disallow: /", around) == ["/cart/", "/search?", "/shoes"]
    assert proposed("Disallow: /cart/", around) == ["/cart/items/"]
    assert proposed("Disallow: /cart/items/", around) == ["/cart/items/1", "/cart/items/2"]


def test_each_directory_tells_how_many_paths_it_has() -> None:
    assert list(path_steps(paths_of(*URLS), b"/c")) == [(b"/cart/", 3)]


def test_patterns_with_a_wildcard_lead_to_no_paths() -> None:
    assert proposed("Disallow: /*", CompletionContext(paths=paths_of(*URLS))) == []


def test_sitemap_is_that_of_the_site() -> None:
    assert proposed("Sitemap: ", CompletionContext(site="https://h.example"))[0] == "https://h.example/sitemap.xml"


def test_content_signal_keys_are_proposed() -> None:
    assert "ai-train=no" in proposed("Content-Signal: ai")


@given(st.lists(st.text("ab/?", max_size=6), max_size=30), st.text("ab/?", max_size=4))
def test_steps_hold_every_path_once(ends: list[str], prefix: str) -> None:
    paths = [f"/{end}" for end in ends]
    table = paths_of(*paths)
    first, last = table.range_of(f"/{prefix}".encode())
    found = list(path_steps(table, f"/{prefix}".encode()))
    assert sum(count for _, count in found) == last - first
    assert len({step for step, _ in found}) == len(found)


@given(st.text(max_size=60))
def test_proposals_are_bounded_whatever_was_typed(before: str) -> None:
    slot = slot_at(before)
    if slot is not None:
        assert len(proposals(slot, CompletionContext(paths=paths_of(*URLS)))) <= MOST_PROPOSALS


def test_uses_of_content_signal_and_labels_of_content_usage_are_proposed() -> None:
    uses = [proposal.text for proposal in proposals(Slot(SlotKind.VALUE, "use", "content-signal"), CompletionContext())]
    assert uses[:3] == ["use=immediate", "use=reference", "use=full"]
    labels = [
        proposal.text for proposal in proposals(Slot(SlotKind.VALUE, "ai-use", "content-usage"), CompletionContext())
    ]
    assert labels[0] == "ai-use=n"


@pytest.mark.parametrize("field", ["content-signal", "content-usage"])
def test_what_is_proposed_as_a_preference_is_defined(field: str) -> None:
    for proposal in proposals(Slot(SlotKind.VALUE, "", field), CompletionContext()):
        value = FIELDS[field].read(proposal.text)
        assert isinstance(value, Preferences)
        defined = dict(SIGNALS, use=USES) if field == "content-signal" else dict.fromkeys(USAGE_LABELS, USAGES)
        assert all(item.value in defined[item.name] for item in value.items), proposal.text
