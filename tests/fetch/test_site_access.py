"""Access to a person's own sites: kept in the key ring or in memory, and sent to one origin."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.fetch.client import Fetcher, fetch_now
from robotstudio.fetch.evidence import AccessKind, FailureKind
from robotstudio.fetch.fetching_hosts import fetch_hosts
from robotstudio.fetch.hosts import HostsState
from robotstudio.fetch.options import DefaultOptions, FetchOptions
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.fetch.signatures import SigningKey
from robotstudio.fetch.site_access import (
    AccessError,
    Basic,
    Bearer,
    Cookie,
    Credentials,
    KeptAccess,
    KnownSite,
    OwnHeaders,
    OwnSignature,
    ShopifySignature,
    SiteAccess,
    check,
)
from robotstudio.fetch.words import notes, sentence
from tests.fetch.key_ring import MemoryKeyRing
from tests.fetch.server import ROBOTS, redirect, response, serve

SECRET = "s3cret-token"
SITE = "https://staging.example.com"
ALL: tuple[Credentials, ...] = (
    Basic("anna", SECRET),
    Bearer(SECRET),
    Cookie(f"session={SECRET}"),
    OwnHeaders((("x-stage", SECRET), ("cookie", "a=1"))),
    OwnSignature(SigningKey("n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU", "https://bot.example")),
    ShopifySignature('sig1=("@authority");expires=1767225600', f"sig1=:{SECRET}:"),
)


@pytest.fixture
def ring() -> MemoryKeyRing:
    return MemoryKeyRing()


@pytest.fixture
def kept(tmp_path: Path, ring: MemoryKeyRing) -> KeptAccess:
    return KeptAccess(tmp_path / "access.json", ring)


@pytest.mark.parametrize(
    ("credentials", "headers"),
    [
        (Basic("Aladdin", "open sesame"), {"authorization": "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="}),  # RFC 7617 §2
        (Basic("test", "123£"), {"authorization": "Basic dGVzdDoxMjPCow=="}),  # §2.1
        (Bearer("mF_9.B5f-4.1JqM"), {"authorization": "Bearer mF_9.B5f-4.1JqM"}),
        (Cookie("a=1; b=2"), {"cookie": "a=1; b=2"}),
        (OwnHeaders((("x-stage", "1"),)), {"x-stage": "1"}),
        (
            ShopifySignature("sig1=()", "sig1=:QQ==:"),
            {
                "signature-input": "sig1=()",
                "signature": "sig1=:QQ==:",
                "signature-agent": '"https://shopify.com"',
            },
        ),
    ],
)
def test_headers_of_each_kind(credentials: Credentials, headers: dict[str, str]) -> None:
    assert dict(credentials.headers(SITE)) == headers


@pytest.mark.parametrize(
    ("found", "meant"),
    [
        (Bearer.typed("Authorization: Bearer abc "), Bearer("abc")),
        (Bearer.typed("bearer abc"), Bearer("abc")),
        (Cookie.typed("Cookie: a=1; b=2"), Cookie("a=1; b=2")),
        (OwnHeaders.typed("# stage\nX-Stage: 1\n\nCookie: a=1"), OwnHeaders((("x-stage", "1"), ("cookie", "a=1")))),
        (
            ShopifySignature.typed("Signature-Input: i", " s ", 'Signature-Agent: "https://shopify.com"'),
            ShopifySignature("i", "s"),
        ),
        (ShopifySignature.typed("i", "s"), ShopifySignature("i", "s", '"https://shopify.com"')),
    ],
)
def test_what_is_pasted_may_have_the_name_of_its_header(found: Credentials, meant: Credentials) -> None:
    assert found == meant


@pytest.mark.parametrize(
    "credentials",
    [
        Basic("", SECRET),
        Basic("anna", ""),
        Basic("an:na", SECRET),
        Bearer(""),
        Bearer(f"{SECRET}\r\nx: y"),
        Bearer("ü€"),
        Cookie(f"{SECRET}\0"),
        OwnHeaders(()),
        OwnHeaders((("x", f"{SECRET}\n"),)),
        Bearer(SECRET * 1_000),
    ],
)
def test_what_cannot_be_sent_is_refused_without_repeating_it(credentials: Credentials, kept: KeptAccess) -> None:
    with pytest.raises(AccessError) as raised:
        check(credentials)
    assert SECRET not in str(raised.value)
    for in_key_ring in (True, False):
        with pytest.raises(AccessError):
            kept.keep(SiteAccess(SITE, credentials), in_key_ring=in_key_ring)
    assert kept.sites() == ()


@pytest.mark.parametrize("line", [SECRET, f"a b: {SECRET}", f"Host: {SECRET}"])
def test_line_that_is_no_header_is_refused_without_repeating_it(line: str) -> None:
    with pytest.raises(AccessError) as raised:
        OwnHeaders.typed(line)
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize("credentials", ALL)
def test_each_kind_comes_back_from_the_key_ring(
    credentials: Credentials, kept: KeptAccess, ring: MemoryKeyRing, tmp_path: Path
) -> None:
    kept.keep(SiteAccess(SITE, credentials), in_key_ring=True)
    later = KeptAccess(tmp_path / "access.json", ring)
    assert later.sites() == (KnownSite(SITE, credentials.kind, is_in_key_ring=True),)
    assert ring.reads == 0
    assert later.at_hand(SITE) is None
    assert later.read(SITE) == SiteAccess(SITE, credentials) == later.at_hand(SITE)
    assert later.read(SITE) is not None
    assert ring.reads == 1
    assert SECRET.encode() not in (tmp_path / "access.json").read_bytes()
    assert SECRET not in repr(credentials) + repr(later.read(SITE)) + repr(FetchOptions(kept=later))


def test_long_secret_is_kept_in_several_entries_and_all_are_removed(kept: KeptAccess, ring: MemoryKeyRing) -> None:
    kept.keep(SiteAccess(SITE, Cookie("c" * 3_900)), in_key_ring=True)
    assert len(ring.entries) == 4
    assert kept.read(SITE) == SiteAccess(SITE, Cookie("c" * 3_900))
    kept.keep(SiteAccess(SITE, Cookie("short")), in_key_ring=True)
    assert len(ring.entries) == 1
    assert kept.read(SITE) == SiteAccess(SITE, Cookie("short"))
    assert kept.remove(SITE)
    assert ring.entries == {}
    assert not kept.remove(SITE)
    assert kept.sites() == ()


def test_what_is_kept_in_memory_only_is_gone_with_the_program(
    kept: KeptAccess, ring: MemoryKeyRing, tmp_path: Path
) -> None:
    kept.keep(SiteAccess(SITE, Bearer("old")), in_key_ring=True)
    kept.keep(SiteAccess(SITE, Bearer(SECRET)), in_key_ring=False)
    assert kept.sites() == (KnownSite(SITE, AccessKind.BEARER, is_in_key_ring=False),)
    assert kept.read(SITE) == SiteAccess(SITE, Bearer(SECRET))
    assert ring.entries == {}
    assert KeptAccess(tmp_path / "access.json", ring).sites() == ()


def test_change_by_another_process_is_seen(kept: KeptAccess, ring: MemoryKeyRing, tmp_path: Path) -> None:
    assert kept.site_for(f"{SITE}/robots.txt") is None
    KeptAccess(tmp_path / "access.json", ring).keep(SiteAccess(SITE, Bearer(SECRET)), in_key_ring=True)
    assert kept.site_for(f"{SITE}/robots.txt") == KnownSite(SITE, AccessKind.BEARER, is_in_key_ring=True)


@pytest.mark.parametrize(
    ("origin", "url", "is_for"),
    [
        (SITE, f"{SITE}/a", True),
        ("http://staging.example.com", f"{SITE}/a", True),  # more private than asked for
        (SITE, "http://staging.example.com/a", False),
        (SITE, "https://staging.example.com:8443/", False),
        (SITE, "https://www.staging.example.com/", False),
        (SITE, "https://staging.example.com.evil.example/", False),
    ],
)
def test_access_is_for_one_origin(origin: str, url: str, is_for: bool, kept: KeptAccess) -> None:
    kept.keep(SiteAccess(origin, Bearer(SECRET)), in_key_ring=True)
    assert (kept.site_for(url) is not None) is is_for


def test_damaged_list_of_origins_is_an_empty_one(kept: KeptAccess, tmp_path: Path) -> None:
    (tmp_path / "access.json").write_text("{", "utf-8")
    assert kept.sites() == ()
    kept.keep(SiteAccess(SITE, Bearer(SECRET)), in_key_ring=True)
    assert kept.site_for(SITE) is not None


def test_locked_key_ring_is_reported_and_nothing_is_lost(kept: KeptAccess, ring: MemoryKeyRing, tmp_path: Path) -> None:
    kept.keep(SiteAccess(SITE, Bearer(SECRET)), in_key_ring=True)
    ring.is_locked = True
    with pytest.raises(AccessError, match="could not be read") as raised:
        KeptAccess(tmp_path / "access.json", ring).read(SITE)
    assert SECRET not in str(raised.value)
    with pytest.raises(AccessError, match="did not take"):
        kept.keep(SiteAccess(SITE, Bearer("other")), in_key_ring=True)
    with pytest.raises(AccessError, match="did not remove"):
        kept.remove(SITE)
    ring.is_locked = False
    assert kept.read(SITE) == SiteAccess(SITE, Bearer(SECRET))


def test_entry_that_was_removed_elsewhere_is_missed_when_read_and_can_be_removed(
    kept: KeptAccess, ring: MemoryKeyRing
) -> None:
    kept.keep(SiteAccess(SITE, Bearer(SECRET)), in_key_ring=True)
    ring.entries.clear()
    with pytest.raises(AccessError, match="no such entry"):
        kept.read(SITE)
    assert kept.remove(SITE)


def test_without_a_key_ring_only_memory_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotstudio.fetch.site_access.system_key_ring", lambda: None)
    kept = KeptAccess(tmp_path / "access.json")
    assert not kept.has_key_ring
    with pytest.raises(AccessError, match="no key ring"):
        kept.keep(SiteAccess(SITE, Bearer(SECRET)), in_key_ring=True)
    kept.keep(SiteAccess(SITE, Bearer(SECRET)), in_key_ring=False)
    assert kept.read(SITE) == SiteAccess(SITE, Bearer(SECRET))
    assert list(tmp_path.iterdir()) == []


def sent(requests: list[bytes]) -> list[bool]:
    return [SECRET.encode() in request for request in requests]


def test_access_is_dropped_at_a_redirect_to_another_origin_and_evidence_names_its_kind(kept: KeptAccess) -> None:
    with serve({"*": response(200, ROBOTS)}) as other:
        pages = {"/robots.txt": redirect("/moved"), "/moved": redirect(f"{other.url}/robots.txt")}
        with serve(pages) as server:
            kept.keep(SiteAccess(server.url, Bearer(SECRET)), in_key_ring=True)
            evidence = fetch_now(server.url, options=FetchOptions(kept=kept))
            assert sent(server.requests) == [True, True]
        assert sent(other.requests) == [False]
    assert evidence.access is AccessKind.BEARER
    assert "Fetched with your access to this site (bearer token)." in notes(evidence)[0]
    assert SECRET not in repr(evidence)


def test_nothing_is_requested_if_the_key_ring_cannot_be_read(
    kept: KeptAccess, ring: MemoryKeyRing, tmp_path: Path
) -> None:
    with serve(response(200, ROBOTS)) as server:
        kept.keep(SiteAccess(server.url, Bearer(SECRET)), in_key_ring=True)
        ring.is_locked = True
        options = FetchOptions(kept=KeptAccess(tmp_path / "access.json", ring))
        evidence = fetch_now(server.url, options=options)
        assert server.requests == []
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.KEY_RING
    assert "Nothing was requested." in sentence(evidence.error)


def test_many_hosts_get_each_its_own_access(kept: KeptAccess) -> None:
    with serve(response(200, ROBOTS)) as server, serve(response(200, ROBOTS)) as other:
        kept.keep(SiteAccess(server.url, Bearer(SECRET)), in_key_ring=True)
        fetcher = Fetcher(usual=DefaultOptions(FetchOptions(kept=kept)))
        with asyncio.Runner(loop_factory=FetchLoop) as runner:
            runner.run(fetch_hosts(fetcher, HostsState((server.url, other.url))))
        assert (sent(server.requests), sent(other.requests)) == ([True], [False])


def test_key_ring_is_asked_before_the_first_of_many_requests(
    kept: KeptAccess, ring: MemoryKeyRing, tmp_path: Path
) -> None:
    kept.keep(SiteAccess(SITE, Bearer(SECRET)), in_key_ring=True)
    fresh = KeptAccess(tmp_path / "access.json", ring)
    fetcher = Fetcher(usual=DefaultOptions(FetchOptions(kept=fresh)))
    asyncio.run(fetcher.unlock(["https://other.example/", f"{SITE}/a", f"{SITE}/b"]))
    assert fresh.at_hand(SITE) == SiteAccess(SITE, Bearer(SECRET))
    assert ring.reads == 1
    ring.is_locked = True
    late = Fetcher(usual=DefaultOptions(FetchOptions(kept=KeptAccess(tmp_path / "access.json", ring))))
    with pytest.raises(AccessError):
        asyncio.run(late.unlock([f"{SITE}/a"]))


def test_what_is_given_for_one_fetch_overrides_what_is_typed_and_that_what_is_kept(kept: KeptAccess) -> None:
    with serve(response(200, ROBOTS)) as server:
        kept.keep(SiteAccess(server.url, Bearer(SECRET)), in_key_ring=True)
        options = FetchOptions(kept=kept)
        fetch_now(f"http://joe:typed@{server.host}", options=options)
        given = replace(options, own=(SiteAccess(server.url, Bearer("given")),))
        fetch_now(f"http://joe:typed@{server.host}", options=given)
        fetch_now(server.url, options=options)
        found = [request.lower().partition(b"authorization: ")[2].split(b"\r\n")[0] for request in server.requests]
    assert found == [b"basic am9lonr5cgvk", b"bearer given", f"bearer {SECRET}".encode()]
