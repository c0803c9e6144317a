"""Messages about the input in a token field."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.user_agents import EntryKind, read_entry
from robotstudio.ui.panels.crawlers.words import entry_words, is_warning


def test_part_that_the_parser_reads_is_told() -> None:
    assert entry_words(read_entry("Foo2Bot")) == (
        "A product token has only letters, - and _. Google’s parser reads only “Foo” of “Foo2Bot”; others "
        "may read more."
    )


def test_every_kind_of_entry_has_words_and_only_doubts_warn() -> None:
    assert not entry_words(read_entry(""))
    assert entry_words(read_entry("MyBot"))
    assert not is_warning(read_entry("MyBot"))
    assert not is_warning(read_entry("Foo/1.0 (x)"))
    assert is_warning(read_entry("Foo2"))
    assert is_warning(read_entry("2Foo"))
    assert is_warning(read_entry("Mozilla/5.0 (X11)"))


@given(st.text(max_size=300))
def test_all_that_is_typed_has_words(text: str) -> None:
    entry = read_entry(text)
    assert (entry.kind is EntryKind.EMPTY) == (not entry_words(entry))
