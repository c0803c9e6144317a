"""Access to a person's own site: a password, a token, cookies, headers or a signature, kept for one site only."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct
from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from robotstudio.fetch.evidence import AccessKind
from robotstudio.fetch.signatures import DIRECTORY_PATH, signing_key
from robotstudio.fetch.site_access import (
    NO_KEY_RING,
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
    origin_of_site,
)
from robotstudio.fetch.words import ACCESS_NAMES
from robotstudio.store.errors import RobotStudioError
from robotstudio.store.files import read
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import CheckBox, GhostButton, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import Label

_WIDTH, _HEIGHT, _GAP, _LINES = 620, 380, 10, 96
_LONGEST_KEY: Final = 65_536
_FIELDS: Mapping[AccessKind, Sequence[str]] = {
    AccessKind.BASIC: ("user", "password"),
    AccessKind.BEARER: ("token",),
    AccessKind.COOKIE: ("cookies",),
    AccessKind.HEADERS: ("headers",),
    AccessKind.SIGNATURE: ("key", "agent"),
    AccessKind.SHOPIFY: ("given", "signature", "shop"),
}
"""The fields of each kind, by the names of their attributes."""
_KINDS: Mapping[AccessKind, Message] = {
    AccessKind.BASIC: "User name and password",
    AccessKind.BEARER: "Bearer token",
    AccessKind.COOKIE: "Cookies",
    AccessKind.HEADERS: "Headers of your own",
    AccessKind.SIGNATURE: "Signature by your own key (Web Bot Auth)",
    AccessKind.SHOPIFY: "Signature from Shopify",
}
_SIGNED: Message = (
    "Each request is signed with your Ed25519 key. Copy the key directory, and publish it at {path} of your origin."
)
_IN_SHOPIFY: Final = "Online Store → Preferences → Crawler access"
_GIVEN: Message = "In Shopify, open {path}, and copy the three values."
_ABOUT: Mapping[AccessKind, tuple[Message, str]] = {
    AccessKind.SIGNATURE: (_SIGNED, DIRECTORY_PATH),
    AccessKind.SHOPIFY: (_GIVEN, _IN_SHOPIFY),
}
_NOW_KEPT: Message = "Access to {origin} is kept."
_NOW_REMOVED: Message = "Access to {origin} is removed."
_NO_SITE: Message = "Enter the address of your site."
_ONLY: Message = "Sent to {origin} only, and written to no project, report, crawl or log."
_IS_KEPT: Message = "Kept for it now: {kind}. Saving replaces that."
_UNTIL: Message = "It is kept until the program ends."
_EXPIRES: Message = "The signature expires on {date}."
_EXPIRED: Message = "The signature expired on {date}: create another one in Shopify."


class AccessActions(Protocol):
    """Requests of the window."""

    def site_of(self, origin: str) -> KnownSite | None:
        """Return what is kept for an origin."""

    def save(self, origin: str, credentials: Credentials, *, in_key_ring: bool) -> None:
        """Keep the access to an origin."""

    def remove(self, origin: str) -> None:
        """Forget the access to an origin."""

    def choose_key(self) -> None:
        """Ask for a key file."""


class AccessWindow(PanelWindow):
    """A site, a kind of access, and its secret; secrets that are kept are never shown."""

    size_key = "access"

    def __init__(self, actions: AccessActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._is_busy = False
        self._has_key_ring = True
        self.setWindowTitle(tr("Access to this site"))
        self.site = QComboBox(self)
        self.site.setEditable(True)
        self.site.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.site.setAccessibleName(tr("Site"))
        self.kind = QComboBox(self)
        self.kind.setAccessibleName(tr("Access by"))
        for kind, said in _KINDS.items():
            self.kind.addItem(tr(said), kind)
        self.user = self._line(tr("User name"))
        self.password = self._line(tr("Password"), is_secret=True)
        self.token = self._line(tr("Token"), is_secret=True)
        self.cookies = self._line(tr("Cookies"), is_secret=True)
        self.headers = QPlainTextEdit(self)
        self.headers.setProperty("role", "field")
        self.headers.setAccessibleName(tr("Headers, one per line"))
        self.headers.setTabChangesFocus(True)
        self.headers.setFixedHeight(_LINES)
        self.key = self._line(tr("Key file"))
        self.key_button = SecondaryButton(tr("Choose…"), parent=self)
        self.agent = self._line(tr("Your origin"), "https://bot.example")
        self.copy_button = GhostButton(tr("Copy key directory"), parent=self)
        self.given = self._line("Signature-Input", is_secret=True)
        self.signature = self._line("Signature", is_secret=True)
        self.shop = self._line("Signature-Agent", '"https://shopify.com"')
        self.keep = CheckBox(self)
        self.keep.setText(tr("Keep in the key ring of this computer"))
        self.said, self.error = (Label("", self, px=12, color=color) for color in ("text2", "blocked"))
        for label in (self.said, self.error):
            label.setWordWrap(True)
        self.save_button = PrimaryButton(tr("Save access"), parent=self)
        self.remove_button = SecondaryButton(tr("Remove access"), parent=self)
        self.close_button = SecondaryButton(tr("Cancel"), parent=self)
        self._lay_out()
        self._connect()
        self.resize(_WIDTH, _HEIGHT)

    def offer(self, origin: str, known: Sequence[KnownSite]) -> None:
        """Open for an origin; the others for which there is access can be chosen."""
        self.clear()
        with QSignalBlocker(self.site):
            self.site.clear()
            self.site.addItems([site.origin for site in known])
            self.site.setEditText(origin)
        found = self._actions.site_of(origin)
        self.kind.setCurrentIndex(self.kind.findData(found.kind if found else AccessKind.BASIC))
        self.keep.setChecked(self._has_key_ring and (found is None or found.is_in_key_ring))
        self.set_busy(False)
        self._show()
        self.bring_up()
        (self.field(self.fields[0]) if origin else self.site).setFocus()

    def clear(self) -> None:
        """Forget what was typed."""
        for names in _FIELDS.values():
            for name in names:
                self.field(name).clear()
        self.error.setText("")

    def show_key_ring(self, *, is_there: bool) -> None:
        """Show if secrets can be kept."""
        self._has_key_ring = is_there
        self.keep.setEnabled(is_there)
        if not is_there:
            self.keep.setChecked(False)
        self._show()

    def show_error(self, sentence: str) -> None:
        """Show what went wrong."""
        self.set_busy(False)
        self.error.setText(sentence)

    def set_busy(self, is_busy: bool) -> None:
        """Show that the key ring is asked, which may ask the person."""
        self._is_busy = is_busy
        self._show()

    def credentials(self) -> Credentials:
        """Return what was typed. Raises RobotStudioError."""
        match self.chosen:
            case AccessKind.BASIC:
                return Basic(self.user.text().strip(), self.password.text())
            case AccessKind.BEARER:
                return Bearer.typed(self.token.text())
            case AccessKind.COOKIE:
                return Cookie.typed(self.cookies.text())
            case AccessKind.HEADERS:
                return OwnHeaders.typed(self.headers.toPlainText())
            case AccessKind.SIGNATURE:
                key = signing_key(read(Path(self.key.text().strip()), _LONGEST_KEY), self.agent.text())
                return OwnSignature(key)
            case _:
                return ShopifySignature.typed(self.given.text(), self.signature.text(), self.shop.text())

    @property
    def chosen(self) -> AccessKind:
        """The chosen kind; Qt returns its text."""
        return AccessKind(self.kind.currentData())

    @property
    def origin(self) -> str:
        """The origin of the site; "" if none was typed."""
        try:
            return origin_of_site(self.site.currentText())
        except AccessError:
            return ""

    @property
    def fields(self) -> Sequence[str]:
        """The names of the fields of the chosen kind."""
        return _FIELDS[self.chosen]

    def field(self, name: str) -> QLineEdit | QPlainTextEdit:
        """Return a field by the name of its attribute."""
        found: QLineEdit | QPlainTextEdit = getattr(self, name)
        return found

    def _show(self) -> None:
        for names in _FIELDS.values():
            for name in names:
                row = self._rows[name]
                self._form.setRowVisible(row, name in self.fields)
        kind, origin = self.chosen, self.origin
        known = self._actions.site_of(origin) if origin else None
        about = [tr(said, path=path) for each, (said, path) in _ABOUT.items() if each is kind]
        if not origin:
            about.append(tr(_NO_SITE))
        else:
            about.append(tr(_ONLY, origin=origin))
        if known:
            about.append(tr(_IS_KEPT, kind=tr(ACCESS_NAMES[known.kind])))
        if kind is AccessKind.SHOPIFY:
            about += _expiry_words(ShopifySignature.typed(self.given.text(), ""))
        if not self._has_key_ring:
            about.append(tr(NO_KEY_RING))
        if not self.keep.isChecked():
            about.append(tr(_UNTIL))
        self.said.setText(WORDS.sentences(about))
        self.copy_button.setVisible(kind is AccessKind.SIGNATURE)
        is_filled = all(_text_of(self.field(name)) for name in self.fields if name != "shop")
        self.save_button.setEnabled(bool(origin) and is_filled and not self._is_busy)
        self.copy_button.setEnabled(is_filled)
        self.remove_button.setVisible(known is not None)
        self.remove_button.setEnabled(not self._is_busy)

    def _connect(self) -> None:
        self.site.currentTextChanged.connect(self._on_changed)
        self.kind.currentIndexChanged.connect(self._on_changed)
        for names in _FIELDS.values():
            for name in names:
                self.field(name).textChanged.connect(self._on_changed)
        self.keep.toggled.connect(self._on_changed)
        self.key_button.clicked.connect(self._actions.choose_key)
        self.copy_button.clicked.connect(self._on_copy)
        self.save_button.clicked.connect(self._on_save)
        self.remove_button.clicked.connect(self._on_remove)
        self.close_button.clicked.connect(self.close)
        self.finished.connect(self._on_finished)

    def _on_changed(self, *_: object) -> None:
        self.error.setText("")
        self._show()

    def _on_copy(self) -> None:
        try:
            credentials = self.credentials()
        except RobotStudioError as error:
            self.show_error(WORDS.tell(error.told))
            return
        if isinstance(credentials, OwnSignature):
            QGuiApplication.clipboard().setText(credentials.key.directory)
            self.said.setText(tr("Copied. Publish it at {path} of your origin.", path=DIRECTORY_PATH))

    def _on_save(self) -> None:
        try:
            credentials = self.credentials()
            check(credentials)
        except RobotStudioError as error:
            self.show_error(WORDS.tell(error.told))
            return
        self._actions.save(self.origin, credentials, in_key_ring=self.keep.isChecked())

    def _on_remove(self) -> None:
        self._actions.remove(self.origin)

    def _on_finished(self, _result: int) -> None:
        self.clear()

    def _line(self, name: str, example: str = "", *, is_secret: bool = False) -> QLineEdit:
        line = QLineEdit(self)
        line.setProperty("role", "field")
        line.setAccessibleName(name)
        line.setPlaceholderText(example)
        line.setFont(theme.fonts.mono(12))
        if is_secret:
            line.setEchoMode(QLineEdit.EchoMode.Password)
        return line

    def _lay_out(self) -> None:
        self._form = form = QFormLayout()
        form.setSpacing(_GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._rows: dict[str, QWidget] = {}
        for box in (self.site, self.kind):
            self._add(box, box)
            box.setFont(theme.fonts.ui(12))
        for names in _FIELDS.values():
            for name in names:
                field = self.field(name)
                self._rows[name] = self._beside(field, self.key_button) if name == "key" else field
                self._add(self._rows[name], field)
        self.headers.setFont(theme.fonts.mono(12))
        self.keep.setFont(theme.fonts.ui(12))
        form.addRow("", self.keep)
        column = QVBoxLayout()
        column.setSpacing(_GAP)
        column.addLayout(form)
        column.addWidget(self.said)
        column.addWidget(self.error)
        column.addStretch(1)
        right = (self.close_button, self.save_button)
        self.frame(column, DialogFooter(self, right, (self.remove_button, self.copy_button)))

    def _add(self, row: QWidget, field: QWidget) -> None:
        label = Label(field.accessibleName(), self, px=12, color="text2")
        label.setBuddy(field)
        self._form.addRow(label, row)

    def _beside(self, field: QWidget, button: QWidget) -> QWidget:
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(field, 1)
        line.addWidget(button)
        return row


def _text_of(field: QLineEdit | QPlainTextEdit) -> str:
    return field.toPlainText().strip() if isinstance(field, QPlainTextEdit) else field.text().strip()


def _expiry_words(given: ShopifySignature) -> Sequence[str]:
    if given.expires is None:
        return ()
    ends = datetime.fromtimestamp(given.expires, UTC)
    return (tr(_EXPIRES if ends > datetime.now(UTC) else _EXPIRED, date=WORDS.date(ends)),)


class _Done(Struct, frozen=True):
    """Result of a change of the key ring, and its origin."""

    origin: str
    is_kept: bool


class AccessController(PanelController[AccessWindow]):
    """Keeps and removes access in a thread, since the key ring may ask the person to unlock it."""

    panel_of = "fetch.access"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._kept = context.access.kept
        self._then: Callable[[], object] | None = None
        self._looking, self._keeping = Background("key ring", self), Background("access", self)
        self._looking.answered.connect(self._on_looked)
        self._keeping.answered.connect(self._on_done)
        self._keeping.failed.connect(self._on_failed)

    def make_panel(self, kind: "Callable[..., AccessWindow]") -> AccessWindow:
        return kind(self, self._window)

    def open_window(self) -> None:
        """Open the window for the site of the document."""
        self.ask(self._session.robots_url)

    def ask(self, address: str, then: Callable[[], object] | None = None) -> None:
        """Open the window for the site of an address; call `then` once the access is kept or removed."""
        self._then = then
        try:
            origin = origin_of_site(address)
        except AccessError:
            origin = ""
        sites = self._kept.sites()
        self.panel.offer(origin or (sites[0].origin if sites else ""), sites)
        self._looking.ask(partial(_has_key_ring, self._kept))

    def close(self) -> None:
        super().close()
        self._looking.close()
        self._keeping.close()

    # Requests of the window

    def site_of(self, origin: str) -> KnownSite | None:
        return next((site for site in self._kept.sites() if site.origin == origin), None)

    def save(self, origin: str, credentials: Credentials, *, in_key_ring: bool) -> None:
        self.panel.set_busy(True)
        self._keeping.ask(partial(_keep, self._kept, SiteAccess(origin, credentials), in_key_ring))

    def remove(self, origin: str) -> None:
        self.panel.set_busy(True)
        self._keeping.ask(partial(_remove, self._kept, origin))

    def choose_key(self) -> None:
        path = dialogs.ask_key_path(self.panel)
        if path is not None:
            self.panel.key.setText(str(path))

    def _on_looked(self, is_there: bool) -> None:
        self.panel.show_key_ring(is_there=is_there)

    def _on_done(self, done: _Done) -> None:
        self.panel.close()
        self._window.status_bar.show_message(tr(_NOW_KEPT if done.is_kept else _NOW_REMOVED, origin=done.origin))
        if self._then is not None:
            self._then()

    def _on_failed(self, error: RobotStudioError) -> None:
        self.panel.show_error(WORDS.tell(error.told))


def _has_key_ring(kept: KeptAccess, _is_cancelled: Callable[[], bool]) -> bool:
    return kept.has_key_ring


def _keep(kept: KeptAccess, access: SiteAccess, in_key_ring: bool, _is_cancelled: Callable[[], bool]) -> _Done:
    kept.keep(access, in_key_ring=in_key_ring)
    return _Done(access.origin, is_kept=True)


def _remove(kept: KeptAccess, origin: str, _is_cancelled: Callable[[], bool]) -> _Done:
    kept.remove(origin)
    return _Done(origin, is_kept=False)
