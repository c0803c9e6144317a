"""The AI policy: evaluated when the draft changes while its window is visible, and written into the draft."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.fetch.words import told_failure
from robotstudio.policy.ai_files.study import FileStudy, license_addresses, study_ai_files
from robotstudio.policy.block import without_block
from robotstudio.policy.forecasts import Forecast, forecast_robots
from robotstudio.policy.meant import use_report
from robotstudio.policy.model import BLOCK, LEAVE
from robotstudio.policy.own_groups import OnlyBlock, follow_only_block
from robotstudio.policy.signal_writing import write_signal
from robotstudio.policy.study import PendingPolicy, Study, study_of
from robotstudio.store.errors import BadUrlError, RobotStudioError
from robotstudio.store.files import write_atomic
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell import dialogs
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.urls import normalise

if TYPE_CHECKING:
    from robotstudio.policy.ai_files.study import AiFiles
    from robotstudio.policy.meant import Gathered, UseReport
    from robotstudio.policy.model import AiPolicy, PolicyChoice
    from robotstudio.policy.server_rules import ServerSoftware
    from robotstudio.ui.jobs.fetch_jobs import AiFilesJob
    from robotstudio.ui.panels.ai_policy.panel import AiPolicyPanel

_ONLY_BLOCK = Plural("{crawlers} follows only the policy now.", "{crawlers} follow only the policy now.")
_WOULD_CHANGE: Message = (
    "The file is unchanged: without the lines that name {crawlers}, verdicts for {others} would also change. "
    "Edit these lines by hand."
)
_STILL_FOLLOWS: Message = "The file is unchanged: {crawlers} would still follow rules outside the policy."
_NO_ADDRESS: Message = "Enter the full address of a page, such as https://example.com/page."
_SIGNAL_WRITTEN: Message = "Content-Signal written. No verdict changes: proven for all crawlers of the list."
_MOST_NAMED = 5
_TRAINING = "ai-training"


class _Edit(NamedTuple):
    before: bytes
    crawlers: tuple[Crawler, ...]
    found: OnlyBlock


class AiPolicyController(PanelController["AiPolicyPanel"]):
    """Keeps the choices until they are written or discarded."""

    panel_of = "crawlers.policy"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._pending: PendingPolicy | None = None
        self._study: Study | None = None
        self._keeps_out_training = False
        self._studies = Background("policy", self)
        self._studies.answered.connect(self._on_studied)
        self._studies.failed.connect(self._on_failed)
        self._files: AiFiles | None = None
        self._edits = Background("policy edit", self)
        self._edits.answered.connect(self._on_edited)
        self._edits.failed.connect(self._on_failed)
        self._signals = Background("Content-Signal", self)
        self._signals.answered.connect(self._on_signalled)
        self._signals.failed.connect(self._on_not_signalled)
        self._held = Background("files for AI", self)
        self._held.answered.connect(self._on_files_studied)
        self._held.failed.connect(self._on_failed)
        self._page: Gathered | None = None
        self._said = Background("use of a page", self)
        self._said.answered.connect(self._on_page_read)
        self._said.failed.connect(self._on_failed)
        context.crawlers.changed.connect(self._on_catalogue_changed)
        self._session.draft_changed.connect(self._on_draft_changed)
        self._session.analysis_settled.connect(self.study)

    def make_panel(self, kind: "Callable[..., AiPolicyPanel]") -> "AiPolicyPanel":
        return kind(self, self._window)

    @cached_property
    def job(self) -> "AiFilesJob":
        """Fetches of files for AI, which only the user starts."""
        from robotstudio.ui.jobs.fetch_jobs import AiFilesJob  # on first use

        job = AiFilesJob(self, self._context.fetcher.usual)
        job.ended.connect(self._on_files_fetched)
        return job

    @cached_property
    def page_job(self) -> "AiFilesJob":
        """Fetches of a page and what its site says, which only the user starts."""
        from robotstudio.ui.jobs.fetch_jobs import AiFilesJob  # on first use

        job = AiFilesJob(self, self._context.fetcher.usual)
        job.ended.connect(self._on_page_fetched)
        return job

    def open_window(self) -> None:
        """Show the window, which requests a study."""
        self.panel.bring_up()

    def keep_out_training(self) -> None:
        """Show the window with crawlers for AI training blocked, as lines that are not written yet."""
        self._keeps_out_training = True
        self.open_window()
        self.study()

    def close(self) -> None:
        self._studies.close()
        self._held.close()
        self._edits.close()
        self._signals.close()
        self._said.close()
        for name in ("job", "page_job"):
            if name in vars(self):
                getattr(self, name).close()
        super().close()

    @property
    def is_busy(self) -> bool:
        """True while a study is pending."""
        is_awaited = self.is_shown and not self._session.is_settled
        threads = self._studies, self._held, self._edits, self._said, self._signals
        return is_awaited or any(thread.is_busy for thread in threads)

    def study(self) -> None:
        """Request a study of the draft and of the choices if the window is visible."""
        if self.is_shown:
            body, catalogue = self._editor.body(), self._crawlers.catalogue
            self._studies.ask(partial(_studied, body, self._pending, catalogue, _today()))
            self.panel.files.propose(self._session.robots_url.removesuffix("/robots.txt"))
            self.panel.one_page.propose(self._session.robots_url.removesuffix("robots.txt"))
            self._hold_files()
            self._hold_page()

    @property
    def meant(self) -> "UseReport | None":
        """What the site says about the use of the fetched page, beside the draft; None if none was fetched."""
        return self.panel.one_page.report if self.has_panel else None

    def _on_draft_changed(self, _revision: int) -> None:
        if self.is_shown:
            self._studies.cancel()
            self.panel.set_stale()

    def _on_catalogue_changed(self, _loaded: object) -> None:
        self.study()

    def _on_studied(self, study: "Study") -> None:
        self._study = study
        self._show(study)
        if self._keeps_out_training:
            self._keeps_out_training = False
            self.panel.show_purpose(_TRAINING)
            if _TRAINING not in study.policy.purposes:
                self.choose(_TRAINING, BLOCK)

    def _show(self, study: "Study") -> None:
        self.panel.show_study(study, self._crawlers.catalogue, _today(), is_chosen=self._pending is not None)

    def _on_failed(self, error: RobotStudioError) -> None:
        sentence = WORDS.tell(error.told)
        dialogs.show_error(self.panel, sentence)

    # Files for AI

    def fetch_files(self, site: str) -> None:
        self.panel.files.set_busy(is_busy=True)
        self.job.fetch(site, license_addresses(self._editor.body()))

    def cancel_fetch(self) -> None:
        self.job.cancel()

    def _on_files_fetched(self, files: "AiFiles | None") -> None:
        self.panel.files.set_busy(is_busy=False)
        if files is None:
            return
        self._files = files
        if files.failure is not None:
            self.panel.files.say(WORDS.tell(told_failure(files.failure)))
        self._hold_files()

    def _hold_files(self) -> None:
        """Check the fetched files against the current draft."""
        if self._files is not None and self._files.failure is None and self.panel.isVisible():
            self._held.ask(partial(_held, self._files, self._editor.body(), self._crawlers.catalogue))

    def _on_files_studied(self, found: "tuple[tuple[FileStudy, ...], tuple[Forecast, ...]]") -> None:
        self.panel.show_files(*found)

    # One page

    def fetch_page(self, url: str) -> None:
        try:
            page = normalise(url)
        except BadUrlError as error:
            self.panel.one_page.say(WORDS.tell(error.told))
            return
        if page.host is None:
            self.panel.one_page.say(tr(_NO_ADDRESS))
            return
        self.panel.one_page.set_busy(is_busy=True)
        self.page_job.fetch_page(page.url, self._editor.body())

    def cancel_page(self) -> None:
        self.page_job.cancel()

    def _on_page_fetched(self, found: "Gathered | None") -> None:
        self.panel.one_page.set_busy(is_busy=False)
        if found is not None:
            self._page = found
            self._hold_page()

    def _hold_page(self) -> None:
        """Read what was fetched beside the rules of the current draft."""
        if self._page is not None and self.panel.isVisible():
            found = replace(self._page, body=self._editor.body())
            self._said.ask(partial(_use_of_page, found, self._crawlers.catalogue))

    def _on_page_read(self, report: "UseReport") -> None:
        self.panel.show_page(report)

    # Choices

    def choose(self, who: str, choice: "PolicyChoice | None") -> None:
        if self._study is None:
            return
        before = self._pending.policy if self._pending else self._study.policy
        self._take(
            before.without_own(who) if choice is None else before.with_choice(who, choice, self._crawlers.catalogue)
        )

    def leave(self, crawlers: "Sequence[Crawler]") -> None:
        if self._study is None:
            return
        policy = self._pending.policy if self._pending else self._study.policy
        for crawler in crawlers:
            policy = policy.with_choice(crawler.token, LEAVE, self._crawlers.catalogue)
        self._take(policy)

    def _take(self, policy: "AiPolicy") -> None:
        """Take a policy as chosen, until it is written or discarded."""
        if self._study is None:
            return
        block = self._study.block
        overwrites = self._pending is not None and self._pending.overwrites
        is_as_written = policy == block.policy if block else policy.is_empty
        self._set_pending(None if is_as_written and not overwrites else policy, overwrites=overwrites)

    def reset(self) -> None:
        self._set_pending(None)

    def take_over(self) -> None:
        if self._study is not None and self._study.taken is not None:
            self._set_pending(self._study.taken.policy, overwrites=True)

    def overwrite(self) -> None:
        if self._study is not None:
            self._set_pending(self._study.policy, overwrites=True)

    def _set_pending(self, policy: "AiPolicy | None", *, overwrites: bool = False) -> None:
        """Study the effects of a policy; without one, study the policy in the file."""
        self._pending = None if policy is None else PendingPolicy(policy, overwrites)
        self.study()

    # Changes of the draft

    def write_block(self) -> None:
        study = self._study
        if study is not None and study.written is not None and study.body == self._editor.body():
            self._pending = None
            self._editor.revise_body(study.written.body)
            self._tell(tr("AI policy written into the draft."))

    def write_signal(self, value: str) -> None:
        """Write a Content-Signal line, once it is proven that no verdict changes."""
        self.panel.signals.row.set_busy(is_busy=True)
        self._signals.ask(partial(_signalled, self._editor.body(), value, self._crawlers.catalogue))

    def cancel_signal(self) -> None:
        self._signals.cancel()
        self.panel.signals.row.set_busy(is_busy=False)

    def _on_signalled(self, found: tuple[bytes, bytes]) -> None:
        self.panel.signals.row.set_busy(is_busy=False)
        before, body = found
        if before == self._editor.body() and body != before:
            self._editor.revise_body(body)
            self._tell(tr(_SIGNAL_WRITTEN))

    def _on_not_signalled(self, error: RobotStudioError) -> None:
        self.panel.signals.row.set_busy(is_busy=False)
        self._on_failed(error)

    def remove_block(self) -> None:
        study = self._study
        if study is not None and study.block is not None and study.body == self._editor.body():
            self._pending = None
            self._editor.revise_body(without_block(study.body, study.block))
            self._tell(tr("AI policy removed."))

    def follow_only_block(self, crawlers: "Sequence[Crawler]") -> None:
        """Write the block if it is pending, and take crawlers out of all other groups: one undo step."""
        study = self._study
        if study is not None and study.body == self._editor.body():
            body = study.written.body if study.written else study.body
            catalogue = self._crawlers.catalogue
            self._edits.ask(partial(_only_in_block, study.body, body, tuple(crawlers), catalogue))

    def _on_edited(self, edit: "_Edit") -> None:
        if edit.before != self._editor.body():
            return
        names = WORDS.listed_text([crawler.title for crawler in edit.crawlers])
        if not edit.found.is_safe:
            dialogs.show_error(self.panel, _refusal(edit.found, names))
            return
        self._pending = None
        self._editor.revise_body(edit.found.body)
        self._tell(ntr(_ONLY_BLOCK, len(edit.crawlers), crawlers=names))

    def _tell(self, sentence: str) -> None:
        undo = tr("Undo"), self._editor.undo
        self._window.notices.show_notice("ai-policy", sentence, (undo,), Tone.NOTE, draft=self._editor.revision)

    def go_to_line(self, line: int) -> None:
        self._window.open_work()
        self._editor.place_caret(line)
        self._window.window().activateWindow()

    def save_server_rules(self, server: "ServerSoftware", text: str) -> None:
        path = dialogs.ask_save_server_rules_path(self.panel, server.value)
        if path is None:
            return

        try:
            write_atomic(path, text.encode())
        except RobotStudioError as error:
            dialogs.show_error(self.panel, WORDS.tell(error.told))
        else:
            self._window.status_bar.show_message(tr("Rules saved to {path}.", path=str(path)))


def _refusal(found: OnlyBlock, names: str) -> str:
    """Word why the groups of crawlers stay as they are."""
    if not found.changed:
        return tr(_STILL_FOLLOWS, crawlers=names)
    others = WORDS.listed_text([crawler.title for crawler in found.changed], most=_MOST_NAMED)
    return tr(_WOULD_CHANGE, crawlers=names, others=others)


def _only_in_block(
    before: bytes,
    body: bytes,
    crawlers: tuple[Crawler, ...],
    catalogue: Catalogue,
    is_cancelled: Callable[[], bool],
) -> _Edit:
    return _Edit(before, crawlers, follow_only_block(body, crawlers, catalogue, is_cancelled))


def _signalled(body: bytes, value: str, catalogue: Catalogue, _is_cancelled: Callable[[], bool]) -> tuple[bytes, bytes]:
    return body, write_signal(body, value, catalogue)


def _today() -> str:
    return datetime.now(UTC).astimezone().date().isoformat()


def _held(
    files: "AiFiles", body: bytes, catalogue: Catalogue, _is_cancelled: Callable[[], bool]
) -> "tuple[tuple[FileStudy, ...], tuple[Forecast, ...]]":
    return study_ai_files(files, body, catalogue), forecast_robots(body)


def _use_of_page(found: "Gathered", catalogue: Catalogue, _is_cancelled: Callable[[], bool]) -> "UseReport":
    return use_report(found, catalogue)


def _studied(
    body: bytes, wanted: "PendingPolicy | None", catalogue: Catalogue, day: str, is_cancelled: Callable[[], bool]
) -> "Study":
    return study_of(body, wanted, catalogue, day, is_cancelled)
