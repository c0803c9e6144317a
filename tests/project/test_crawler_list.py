"""Signed lists of crawlers: what is refused, and what a newer one changes in verdicts."""

import json
from base64 import b64decode
from datetime import date
from pathlib import Path

import pytest
from crawler_list import make_key, sign
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from robotstudio import assets
from robotstudio.engine.crawlers import CATALOGUE, catalogue_of
from robotstudio.engine.robots import FileVersion
from robotstudio.project.crawler_file import CrawlerFile
from robotstudio.project.crawler_list import (
    HEAD,
    CrawlerListError,
    change_of,
    list_in_force,
    project_key,
    read_list,
    require_newer,
    saved_list,
    shipped_day,
    signed,
    take,
)

KEY = Ed25519PrivateKey.generate()
PUBLIC = KEY.public_key().public_bytes_raw()
DAY = "2027-01-15"
PLACE = Path("crawlers.signed")


def list_of(*new: dict[str, object], day: str = DAY, without: str = "", **facts: object) -> bytes:
    data = json.loads(assets.path("crawlers.json").read_bytes())
    rows = [row for row in data["crawlers"] if row["token"] != without]
    return json.dumps({**data, "dated": day, "crawlers": [*rows, *new], **facts}).encode()


def trainer(token: str, **facts: object) -> dict[str, object]:
    return {"token": token, "purpose": "ai-training", "dialect": "rfc9309", **facts}


def test_signed_list_is_read() -> None:
    found = read_list(signed(list_of(trainer("NewBot")), KEY), PLACE, PUBLIC)
    assert found.day == date(2027, 1, 15)
    assert found.catalogue.known("newbot") is not None
    assert found.catalogue.size == CATALOGUE.size + 1
    assert found.catalogue.purposes == CATALOGUE.purposes


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (list_of(), "is not signed by the project"),
        (signed(list_of(), Ed25519PrivateKey.generate()), "is not signed by the project"),
        (signed(list_of(), KEY) + b" ", "is not signed by the project"),
        (signed(list_of(), KEY).replace(b"Googlebot", b"Goggleb0t", 1), "is not signed by the project"),
        (HEAD + b"####\n" + list_of(), "damaged"),
        (b"", "damaged"),
        (b"User-agent: *\n", "damaged"),
        (signed(b"{}", KEY), "damaged"),
        (signed(list_of(day="soon"), KEY), "damaged"),
        (signed(list_of(crawlers=3), KEY), "damaged"),
        (signed(list_of(format=99), KEY), "for another version"),
    ],
)
def test_anything_else_is_refused(body: bytes, why: str) -> None:
    with pytest.raises(CrawlerListError, match=why):
        read_list(body, PLACE, PUBLIC)


def test_every_cut_of_a_list_is_refused() -> None:
    body = signed(list_of(), KEY)
    for length in range(0, len(body), 997):
        with pytest.raises(CrawlerListError):
            read_list(body[:length], PLACE, PUBLIC)


def test_older_list_is_refused() -> None:
    found = read_list(signed(list_of(day="2026-01-01"), KEY), PLACE, PUBLIC)
    with pytest.raises(CrawlerListError, match="from 1 Jan 2026, and the list in use is from"):
        require_newer(found, shipped_day(), PLACE)
    require_newer(found, date(2026, 1, 1), PLACE)


def test_unknown_dialect_and_policy_are_read_by_the_standard() -> None:
    body = signed(list_of(trainer("NewBot", dialect="of-tomorrow", policy="of-tomorrow")), KEY)
    crawler = read_list(body, PLACE, PUBLIC).catalogue.crawler_for("NewBot")
    assert (crawler.dialect, crawler.assumed, crawler.policy) == ("rfc9309", True, "")


def test_taken_list_is_checked_each_time(tmp_path: Path) -> None:
    place = tmp_path / "data" / "crawlers.signed"
    assert saved_list(place, PUBLIC) is None
    take(read_list(signed(list_of(), KEY), PLACE, PUBLIC), place)
    saved = saved_list(place, PUBLIC)
    assert saved is not None
    assert saved.day == date(2027, 1, 15)
    place.write_bytes(place.read_bytes().replace(b"Googlebot", b"Goggleb0t", 1))
    with pytest.raises(CrawlerListError):
        saved_list(place, PUBLIC)
    place.write_bytes(signed(list_of(day="2026-01-01"), KEY))
    assert saved_list(place, PUBLIC) is None  # the program ships a newer one


def test_refused_list_is_told_beside_the_crawlers_of_the_person(tmp_path: Path) -> None:
    place = tmp_path / "crawlers.signed"
    place.write_bytes(signed(list_of(trainer("NewBot")), KEY))  # not the key of the project
    listed = list_in_force(place)
    loaded = CrawlerFile(tmp_path / "crawlers.json", listed.catalogue, listed.refused).load()
    assert loaded.catalogue is CATALOGUE
    assert ["is not signed by the project" in str(each) for each in loaded.complaints] == [True]


def test_difference_is_told_by_what_a_file_blocks() -> None:
    known = [token for token, crawler in CATALOGUE.crawlers.items() if crawler.purpose == "ai-training"]
    file = FileVersion(
        "".join(f"User-agent: {token}\n" for token in known).encode() + b"User-agent: NewC\nDisallow: /\n"
    )
    after = catalogue_of(list_of(trainer("NewA"), trainer("NewB"), trainer("NewC"), trainer("Reader", purpose="feed")))
    change = change_of(CATALOGUE, after, file)
    assert [(new.purpose, new.tokens, new.is_blocking, new.missed) for new in change.new] == [
        ("ai-training", ("NewA", "NewB", "NewC"), True, ("NewA", "NewB")),
        ("feed", ("Reader",), False, ()),
    ]
    assert change_of(CATALOGUE, after).new[0].missed == ()
    everybody = FileVersion(b"User-agent: *\nDisallow: /\n")
    assert change_of(CATALOGUE, after, everybody).new[0].missed == ()


def test_crawler_that_reads_the_file_in_another_way_is_told() -> None:
    file = FileVersion(b"User-agent: OtherBot\nDisallow: /\n")
    row = next(
        each for each in json.loads(assets.path("crawlers.json").read_bytes())["crawlers"] if each["token"] == "GPTBot"
    )
    after = catalogue_of(list_of({**row, "fallback": ["OtherBot"]}, without="GPTBot"))
    change = change_of(CATALOGUE, after, file)
    assert (change.now_blocked, change.now_allowed, change.gone, change.changed) == (("GPTBot",), (), (), 1)
    gone = change_of(CATALOGUE, catalogue_of(list_of(without="GPTBot")), file)
    assert gone.gone == ("GPTBot",)


def test_key_of_the_project_is_a_public_one() -> None:
    assert len(project_key()) == 32
    with pytest.raises(CrawlerListError):
        read_list(signed(list_of(), KEY), PLACE)


def test_script_makes_a_key_and_signs_with_it(tmp_path: Path) -> None:
    private, public = tmp_path / "private.pem", tmp_path / "public.txt"
    make_key(private, public)
    key = b64decode(public.read_text("ascii").splitlines()[-1])
    found = read_list(sign(private, date(2027, 1, 15), assets.path("crawlers.json")), PLACE, key)
    assert found.catalogue.crawlers.keys() == CATALOGUE.crawlers.keys()
    with pytest.raises(FileExistsError):
        make_key(private, public)
