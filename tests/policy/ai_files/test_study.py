"""Statements about the AI files of a site, whatever it answers."""

from collections.abc import Iterator

import pytest

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.ai_files.model import AiFileKind, AiTxtForm, Fault
from robotstudio.policy.ai_files.study import PATHS, AiFileState, fetch_ai_files_now, study_ai_files, study_file
from robotstudio.policy.ai_files.words import note_words, remarks_of, state_words
from tests.fetch.server import Server, response, serve

LLMS = b"# Shop\n## Docs\n- [A](/a)\n- [B](/b) words\n"
AI = b"User-agent: *\nDisallow: *.jpg\nDisallow: *.png\n"


@pytest.fixture
def site() -> Iterator[Server]:
    with serve({"/llms.txt": response(200, LLMS), "/ai.txt": response(200, AI)}) as server:
        yield server


def test_site_is_asked_for_three_files(site: Server) -> None:
    files = fetch_ai_files_now(f"{site.url}/a/page")
    assert (files.origin, tuple(files.answers)) == (site.url, PATHS)
    llms, ai, draft = study_ai_files(files, b"", CATALOGUE)
    assert (llms.state, ai.state, draft.state) == (AiFileState.FAULTY, AiFileState.VALID, AiFileState.ABSENT)
    assert ai.form is AiTxtForm.GROUPS
    assert state_words(draft) == ".well-known/ai.txt: not found."
    assert state_words(llms) == "llms.txt: 1 line is invalid."


def test_lines_that_contradict_alike_are_one_remark() -> None:
    study = study_file(AiFileKind.AI, "ai.txt", AI, b"", CATALOGUE)
    (remark,) = remarks_of(study)
    assert (remark.lines, remark.is_contradiction) == ((2, 3), True)
    assert remark.sentence.startswith("It says no, but robots.txt lets 3")


def test_agreement_is_said() -> None:
    study = study_file(AiFileKind.AI, "ai.txt", AI, b"User-agent: *\nDisallow: /\n", CATALOGUE)
    assert list(note_words(study)) == ["ai.txt and robots.txt do not contradict each other."]


def test_what_is_no_address_is_not_asked() -> None:
    files = fetch_ai_files_now("mailto:a@shop.example")
    assert files.failure is not None
    assert study_ai_files(files, b"", CATALOGUE) == ()


def test_page_in_place_of_a_file_is_told() -> None:
    page = b"<!doctype html><html><title>Not found</title></html>"
    with serve({"/llms.txt": response(200, page, "Content-Type: text/html")}) as server:
        llms, *others = study_ai_files(fetch_ai_files_now(server.url), b"", CATALOGUE)
    assert [flaw.fault for flaw in llms.flaws] == [Fault.PAGE]
    assert [each.state for each in others] == [AiFileState.ABSENT, AiFileState.ABSENT]


def test_server_that_is_not_there_is_told() -> None:
    with serve({}) as server:
        url = server.url
    for study in study_ai_files(fetch_ai_files_now(url), b"", CATALOGUE):
        assert study.state is AiFileState.FAILED
        assert "not readable" in state_words(study)


def test_text_of_a_stranger_is_shown_and_steers_nothing() -> None:
    study = study_file(
        AiFileKind.LLMS, "llms.txt", b"# Shop\n## Docs\n\x1b[31mred\xe2\x80\xae" + b"x" * 9_000, b"", CATALOGUE
    )
    said = " ".join(remark.sentence for remark in remarks_of(study))
    assert said.isprintable()
    assert len(said) < 1_000
