"""The window of access to one's own site, and the places that open it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.fetch.evidence import AccessKind
from robotstudio.fetch.site_access import (
    Basic,
    Bearer,
    Credentials,
    KnownSite,
    OwnHeaders,
    OwnSignature,
    ShopifySignature,
    SiteAccess,
)
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.settings.rows import SettingsSection
from robotstudio.ui.panels.site_access import AccessWindow
from robotstudio.ui.shell import dialogs
from tests.fetch.key_ring import MemoryKeyRing
from tests.fetch.server import ROBOTS, Connection, response, serve
from tests.fetch.test_signatures import KEY, PEM, THUMBPRINT
from tests.ui.studios import Studios, act, press, type_text

SECRET = "s3cret-token"
SITE = "https://staging.example.com"


class Requests:
    """Takes the requests of the window."""

    def __init__(self) -> None:
        self.known: list[KnownSite] = []
        self.saved: list[tuple[str, Credentials, bool]] = []
        self.removed: list[str] = []

    def site_of(self, origin: str) -> KnownSite | None:
        return next((site for site in self.known if site.origin == origin), None)

    def save(self, origin: str, credentials: Credentials, *, in_key_ring: bool) -> None:
        self.saved.append((origin, credentials, in_key_ring))

    def remove(self, origin: str) -> None:
        self.removed.append(origin)

    def choose_key(self) -> None:
        raise NotImplementedError


@pytest.fixture
def requests() -> Requests:
    return Requests()


@pytest.fixture
def panel(qtbot: QtBot, requests: Requests) -> Iterator[AccessWindow]:
    window = QWidget()
    qtbot.addWidget(window)
    panel = AccessWindow(requests, window)
    panel.offer(SITE, ())
    yield panel
    panel.close()


def choose(panel: AccessWindow, kind: AccessKind) -> None:
    panel.kind.setCurrentIndex(panel.kind.findData(kind))


def test_user_name_and_password_are_saved_for_one_origin(panel: AccessWindow, requests: Requests) -> None:
    assert not panel.save_button.isEnabled()
    panel.user.setText("anna")
    panel.password.setText(SECRET)
    assert panel.said.text().startswith(f"Sent to {SITE} only")
    panel.save_button.click()
    assert requests.saved == [(SITE, Basic("anna", SECRET), True)]


@pytest.mark.parametrize(
    ("kind", "typed", "meant"),
    [
        (AccessKind.BEARER, {"token": f"Bearer {SECRET}"}, Bearer(SECRET)),
        (AccessKind.HEADERS, {"headers": "X-Stage: 1\nX-B: 2"}, OwnHeaders((("x-stage", "1"), ("x-b", "2")))),
        (AccessKind.SHOPIFY, {"given": "i", "signature": "s"}, ShopifySignature("i", "s")),
    ],
)
def test_only_the_fields_of_the_kind_are_shown_and_saved(
    kind: AccessKind, typed: dict[str, str], meant: Credentials, panel: AccessWindow, requests: Requests
) -> None:
    choose(panel, kind)
    assert not panel.password.isVisible()
    for name, text in typed.items():
        field = panel.field(name)
        assert field.isVisible()
        field.setText(text) if isinstance(field, QLineEdit) else field.setPlainText(text)
    panel.save_button.click()
    assert requests.saved == [(SITE, meant, True)]


def test_own_key_is_read_and_its_directory_copied(panel: AccessWindow, requests: Requests, tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    path.write_bytes(PEM)
    choose(panel, AccessKind.SIGNATURE)
    panel.key.setText(str(path))
    panel.agent.setText("http://bot.example")
    panel.save_button.click()
    assert "https origin" in panel.error.text()
    panel.agent.setText(KEY.agent)
    assert panel.error.text() == ""
    panel.copy_button.click()
    assert json.loads(QGuiApplication.clipboard().text())["keys"][0]["kid"] == THUMBPRINT
    panel.save_button.click()
    assert requests.saved == [(SITE, OwnSignature(KEY), True)]
    path.write_bytes(b"-----BEGIN")
    panel.save_button.click()
    assert "not an Ed25519 private key" in panel.error.text()
    path.unlink()
    panel.save_button.click()
    assert "key.pem" in panel.error.text()


def test_secret_is_never_shown_and_gone_when_the_window_is_closed(panel: AccessWindow, requests: Requests) -> None:
    for field in (panel.password, panel.token, panel.cookies, panel.given, panel.signature):
        assert field.echoMode() is QLineEdit.EchoMode.Password
    panel.password.setText(SECRET)
    panel.headers.setPlainText(SECRET)
    panel.close()
    requests.known = [KnownSite(SITE, AccessKind.BEARER, is_in_key_ring=True)]
    panel.offer(SITE, requests.known)
    assert panel.password.text() == panel.headers.toPlainText() == panel.token.text() == ""
    assert panel.chosen is AccessKind.BEARER
    assert "Kept for it now: bearer token." in panel.said.text()
    panel.remove_button.click()
    assert requests.removed == [SITE]


@pytest.mark.parametrize("site", ["", "ftp://a.example", "http://"])
def test_without_a_site_nothing_can_be_saved(site: str, panel: AccessWindow) -> None:
    panel.user.setText("anna")
    panel.password.setText(SECRET)
    panel.site.setEditText(site)
    assert not panel.save_button.isEnabled()
    assert "Enter the address of your site." in panel.said.text()


def test_without_a_key_ring_it_is_kept_until_the_program_ends(panel: AccessWindow, requests: Requests) -> None:
    panel.show_key_ring(is_there=False)
    assert not panel.keep.isEnabled()
    assert "no key ring" in panel.said.text()
    choose(panel, AccessKind.BEARER)
    panel.token.setText(SECRET)
    panel.save_button.click()
    assert requests.saved == [(SITE, Bearer(SECRET), False)]


def test_end_of_a_signature_from_shopify_is_told(panel: AccessWindow) -> None:
    choose(panel, AccessKind.SHOPIFY)
    panel.given.setText('sig1=("@authority");expires=4102444800')
    assert "expires on" in panel.said.text()
    panel.given.setText('sig1=("@authority");expires=1700000000')
    assert "expired on" in panel.said.text()


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> MemoryKeyRing:
    found = MemoryKeyRing()
    monkeypatch.setattr("robotstudio.fetch.site_access.system_key_ring", lambda: found)
    return found


def guarded(connection: Connection) -> None:
    is_let_in = f"authorization: bearer {SECRET}".encode() in connection.head.lower()
    connection.send(response(200, ROBOTS) if is_let_in else response(401))


def test_401_offers_access_and_what_is_saved_is_sent_at_once_and_written_nowhere(
    qtbot: QtBot, studio: Studio, studios: Studios, ring: MemoryKeyRing
) -> None:
    with serve({"*": guarded}) as server:
        with qtbot.waitSignal(studio.fetcher.finished, timeout=10_000):
            act(studio, "fetch.address")
            type_text(server.url)
            press(Qt.Key.Key_Return)
        banner = studio.fetch.panel.banner
        assert banner.access_button.isVisible()
        banner.access_button.click()
        panel = studio.access.panel
        assert panel.origin == server.url
        choose(panel, AccessKind.BEARER)
        panel.token.setText(SECRET)
        with qtbot.waitSignal(studio.fetcher.finished, timeout=10_000) as finished:
            panel.save_button.click()
        assert finished.args is not None
        assert finished.args[0].status == 200
    assert "Fetched with your access to this site (bearer token)." in banner.detail.text()
    assert not banner.access_button.isVisible()
    assert not panel.isVisible()
    assert SECRET in str(ring.entries)
    studios.end(studio)
    home = studios.places.state.parent
    found = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert "access.json" in {path.name for path in found}
    assert [path for path, body in found.items() if SECRET.encode() in body] == []


def test_key_ring_that_refuses_is_told_in_the_window(qtbot: QtBot, studio: Studio, ring: MemoryKeyRing) -> None:
    ring.is_locked = True
    act(studio, "fetch.access")
    panel = studio.access.panel
    panel.site.setEditText(SITE)
    panel.user.setText("anna")
    panel.password.setText(SECRET)
    panel.save_button.click()
    qtbot.waitUntil(lambda: bool(panel.error.text()))
    assert "did not take" in panel.error.text()
    assert panel.isVisible()
    assert panel.save_button.isEnabled()
    panel.close()


def test_crawl_dialog_says_what_is_kept_for_its_site(studio: Studio, ring: MemoryKeyRing) -> None:
    assert ring.entries == {}
    studio.site.crawling.ask()
    dialog = studio.site.crawling.dialog
    dialog.start.setText(f"{SITE}/shop")
    assert dialog.access.text() == "add a password, cookies or a signature…"
    studio.context.access.kept.keep(SiteAccess(SITE, Bearer(SECRET)), in_key_ring=False)
    dialog.access.click()
    assert studio.access.panel.origin == SITE
    studio.access.panel.close()
    dialog.show_access()
    assert dialog.access.text() == "bearer token, change…"
    dialog.close()
    studio.context.access.kept.remove(SITE)


def test_settings_open_it(studio: Studio, ring: MemoryKeyRing) -> None:
    assert ring.entries == {}
    studio.settings.open_window()
    studio.settings.panel.show_section(SettingsSection.FETCHING)
    assert studio.settings.panel.access_button.isVisible()
    studio.settings.panel.access_button.click()
    assert studio.access.panel.isVisible()
    studio.access.panel.close()
    studio.settings.panel.close()


def test_key_file_is_asked_for(studio: Studio, ring: MemoryKeyRing, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ring.entries == {}
    monkeypatch.setattr(dialogs, "ask_key_path", lambda *_: Path("key.pem"))
    act(studio, "fetch.access")
    choose(studio.access.panel, AccessKind.SIGNATURE)
    studio.access.panel.key_button.click()
    assert studio.access.panel.key.text() == "key.pem"
    studio.access.panel.close()
