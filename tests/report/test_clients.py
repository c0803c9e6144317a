"""Reports for three clients: what each says first, in few pages, and with nothing of those who change the file."""

import json
from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest

from robotstudio.text.language import spoken, tr
from robotstudio.text.locale import LANGUAGES, words_of
from tests.report.clients import CLIENTS, written

MOST_PAGES = 8
LEADS = {
    "shop": "Search engines can read the site, but the file costs it about",
    "publisher": "Search engines can fetch every page that they should find.",
    "relaunch": "The file closes the whole site to search engines.",
}
FIRST = {"shop": "open:Disallow: /sale", "publisher": "refuse:GPTBot", "relaunch": "open:Disallow: /"}


@pytest.mark.parametrize("name", CLIENTS)
def test_report_begins_with_what_matters_to_the_client(name: str, tmp_path: Path) -> None:
    document = json.loads(written(tmp_path, name, "en", "json").read_bytes())
    assert document["headline"].startswith(LEADS[name])
    sections = {section["id"]: section["blocks"] for section in document["sections"]}
    assert sections["recommendations"][1]["items"][0]["key"] == FIRST[name]
    assert not {"file", "rules", "blocked", "assumed"} & set(sections)
    said = json.dumps(sections)
    for jargon in ("crawler-commons", "Protego", "Not named in the file", "spoofed and are not counted"):
        assert jargon not in said


@pytest.mark.parametrize("name", CLIENTS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_report_has_few_pages_and_none_that_ends_with_a_heading(name: str, code: str, tmp_path: Path) -> None:
    with spoken(words_of(code)):
        last_of_chapter = tr("robots.txt asks; it does not stop crawlers that ignore it.")
    with closing(pypdfium2.PdfDocument(written(tmp_path, name, code, "pdf"))) as document:
        assert len(document) <= MOST_PAGES
        titles = {mark.get_title() for mark in document.get_toc()}
        for page in document:
            lines = page.get_textpage().get_text_bounded().splitlines()
            assert not [line for line in lines[-3:] if line.strip() in titles]
            assert last_of_chapter not in lines[:4], "a page begins with the rest of a chapter"
