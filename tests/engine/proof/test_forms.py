"""For each form the letters of its paths are known, and a URL for each path."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS
from robotstudio.engine.paths import NO_PATH
from robotstudio.engine.proof.forms import FORMS, SITE, form_of, urls_of

PIECES = [b"%", b"4", b"1", b"C3", b"c3", b"%41", b"a", b"?", b"=", b"&", b"#", b"*", b"$", b"/", b";", b"%2F", b"%25"]
MORE = [b"\xc3", b"\xfe", b" ", b"%2f", b"%23", b"|", b"[", b"\x01", b"\\", b"x", b"\x00"]
URLS = st.lists(st.sampled_from(PIECES + MORE), max_size=8).map(lambda parts: SITE + b"/" + b"".join(parts))


def test_every_dialect_has_a_form() -> None:
    assert {dialect.path_of for dialect in DIALECTS.values()} == set(FORMS)


@given(url=URLS)
def test_paths_consist_of_the_letters_of_their_form(url: bytes) -> None:
    for dialect in DIALECTS.values():
        path, form = dialect.path_of(url), form_of(dialect)
        assert path == NO_PATH or path.startswith(b"/")
        assert form.can_hold(path.decode("latin-1"))
        assert not form.is_impossible(path.decode("latin-1"))


@given(url=URLS)
def test_a_url_is_known_for_each_path(url: bytes) -> None:
    for dialect in DIALECTS.values():
        path = dialect.path_of(url)
        if path != NO_PATH:
            assert next(urls_of(path, dialect)), (dialect.id, path)


def test_no_filler_completes_an_escape_or_parts_a_url() -> None:
    for form in FORMS.values():
        assert not set(form.fillers) & set("0123456789abcdefABCDEF%/?#*$")
        assert form.fillers.startswith("xz")
