"""Answers the requests of an editor (Language Server Protocol 3.17) by pygls."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

import robotstudio
from robotstudio.cli.config import Config
from robotstudio.cli.lsp.diagnostics import SOURCE
from robotstudio.cli.lsp.document import FIX_ALL, LEGEND, OpenFile, Snapshot
from robotstudio.cli.lsp.expectation_file import ExpectationSnapshot, expectation_snapshot
from robotstudio.cli.lsp.made_files import NAME, SHOW, MadeFiles, SourceSnapshot, folder_of, is_code
from robotstudio.cli.lsp.surroundings import Surroundings, surroundings_of
from robotstudio.cli.output import MisuseError
from robotstudio.cli.source import shown_command
from robotstudio.draft.expectations import SUFFIX
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.paths import bytes_of
from robotstudio.engine.revision import common_end, common_start
from robotstudio.store.errors import FileError
from robotstudio.store.files import read
from robotstudio.text.language import WORDS, Message, tr

_REST, _LONG_REST = 0.05, 0.3
"""Seconds without a key until all findings are looked for; longer once the first are shown, since the search slows down
what the editor asks for after a key.
"""
_MAY_RUN: Message = (
    "Run “{command}” in “{folder}”? Its output is shown as robots.txt, and it runs again when a file is saved."
)
_MADE: Message = "The robots.txt is in “{path}”."
T = TypeVar("T")
State = Snapshot | ExpectationSnapshot | SourceSnapshot


class RobotsServer(LanguageServer):
    """The open files of an editor, each with the snapshot of its last text."""

    def __init__(self, trusted: Iterable[Path] = ()) -> None:
        """`trusted` are folders whose configurations may run commands without a question."""
        # Whole texts: pygls splits lines where robots.txt has none (U+2028), so its own edits of ranges may go wrong.
        super().__init__(SOURCE, robotstudio.__version__, types.TextDocumentSyncKind.Full)
        # As the editor writes them; pygls decodes those of its documents, and would not find one with %2B or %3A.
        self._open: set[str] = set()
        self._files: dict[str, OpenFile] = {}
        self._around: dict[str, Surroundings] = {}
        self._snapshots: dict[str, tuple[int | None, State]] = {}
        self._coloured: dict[str, tuple[str, Sequence[int]]] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._published: dict[str, tuple[int | None, Sequence[types.Diagnostic]]] = {}
        self._told: set[str] = set()
        self._publishing: set[asyncio.Task[None]] = set()
        self._made = MadeFiles(trusted)
        self._making = asyncio.Lock()
        self._saves = 0

    def opened(self, uri: str) -> None:
        """Read what a file is judged by, and publish its findings."""
        self._forget(uri)
        self._open.add(uri)
        self._tell_problems()
        self.publish(uri)

    def changed(self, uri: str) -> None:
        """Publish the findings once no key was pressed for a moment; give up those of the last text.

        Of a large file, which takes longer, what is known at once is published before.
        """
        self._snapshots.pop(uri, None)
        if waiting := self._waiting.pop(uri, None):
            waiting.cancel()
        version, found = self._state(uri)
        shown = found.first_diagnostics() if isinstance(found, Snapshot) else None
        if shown is not None:
            self._send(uri, version, shown)
        rest = _REST if shown is None else _LONG_REST
        self._waiting[uri] = asyncio.get_running_loop().call_later(rest, self.publish, uri)

    def saved(self) -> None:
        """Judge everything again: a configuration, a project or a robots.txt beside its expectations may be new."""
        for uri in [*self._open]:
            self._forget(uri)
            self.publish(uri)
        self._tell_problems()
        abilities = self.client_capabilities.workspace
        if abilities and abilities.code_lens and abilities.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
        if abilities and abilities.inlay_hint and abilities.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def _tell_problems(self) -> None:
        """Tell once what of the configurations and projects could not be read."""
        problems = {problem for uri in self._open for problem in self.around(uri).problems}
        for problem in sorted(problems - self._told):
            self.warn(problem)
        self._told = problems

    async def show_made(self, uri: str) -> None:
        """Show the robots.txt that the command of a file's configuration prints, if the person agrees."""
        config = self.around(uri).config
        if not config.source or not await self._agrees(config):
            return
        async with self._making:
            path = await self._make(config)
        if path is None:
            return
        abilities = self.client_capabilities.window
        if abilities and abilities.show_document and abilities.show_document.support:
            await self.window_show_document_async(types.ShowDocumentParams(path.as_uri(), take_focus=False))
        else:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Info, tr(_MADE, path=str(path))))
        self.saved()

    async def make_again(self, saved: str) -> None:
        """Run the commands again whose files were made: what they read may have been saved.

        Of several files that are saved while a command runs, the last one counts.
        """
        path = _path_of(saved)
        if self._made.origin(path) != path:
            return
        self._saves += 1
        this = self._saves
        for config in self._made.known():
            async with self._making:
                now = self._config_in(folder_of(config))
                if this == self._saves and now.source and self._made.may_run(now):
                    await self._make(now)
                    self.saved()

    async def _agrees(self, config: Config) -> bool:
        """Ask the person once for each command and folder if it may run."""
        if not self._made.may_run(config):
            run, leave = types.MessageActionItem(tr("Run")), types.MessageActionItem(tr("Don’t run"))
            asked = tr(_MAY_RUN, command=shown_command(config.source), folder=str(folder_of(config)))
            params = types.ShowMessageRequestParams(types.MessageType.Warning, asked, [run, leave])
            if await self.window_show_message_request_async(params) != run:
                return False
            self._made.agree(config)
        return True

    async def _make(self, config: Config) -> Path | None:
        """Run a command, and tell why it has made no file."""
        try:
            return await self._made.make(config)
        except (MisuseError, FileError) as error:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, WORDS.tell(error.told)))
            return None

    def _config_in(self, folder: Path) -> Config:
        """Return the configuration of a folder as it is now."""
        return surroundings_of(folder / NAME).config

    def closed(self, uri: str) -> None:
        self._forget(uri)
        self._open.discard(uri)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def publish(self, uri: str) -> None:
        """Publish the findings of a file; those of the last text only."""
        self._waiting.pop(uri, None)
        task = asyncio.get_running_loop().create_task(self._publish(uri))
        self._publishing.add(task)
        task.add_done_callback(self._publishing.discard)

    async def _publish(self, uri: str) -> None:
        """Look for findings in a thread, so that a key is answered meanwhile and cancels the search."""
        if uri not in self._open:  # closed since the task was made
            return
        version, found = self._state(uri)
        if isinstance(found, Snapshot):
            try:
                shown = await asyncio.to_thread(found.diagnostics, lambda: not self.is_last(uri, found))
            except Cancelled:
                return
        else:
            shown = found.diagnostics(SOURCE)
        if self.is_last(uri, found):
            if self._published.get(uri) != (version, shown):  # after most keys the first findings are all
                self._send(uri, version, shown)
            if isinstance(found, Snapshot):
                found.keep_diagnostics(shown)
                self._publish_expectations(uri)

    def _send(self, uri: str, version: int | None, shown: Sequence[types.Diagnostic]) -> None:
        self._published[uri] = version, shown
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown, version))

    def is_last(self, uri: str, snapshot: State) -> bool:
        """Return True if a file has not changed since a snapshot."""
        known = self._snapshots.get(uri)
        return known is not None and known[1] is snapshot

    def has_text(self, snapshot: Snapshot) -> bool:
        """Return True if a file still has the text of a snapshot: edits of another text would damage it."""
        uri = snapshot.uri
        return uri in self._open and bytes_of(self.workspace.get_text_document(uri).source) == snapshot.body

    def state(self, uri: str) -> State:
        """Return the snapshot of the text of a file."""
        return self._state(uri)[1]

    def _state(self, uri: str) -> tuple[int | None, State]:
        document = self.workspace.get_text_document(uri)
        known = self._snapshots.get(uri)
        if known is None or known[0] != document.version or document.version is None:
            known = self._snapshots[uri] = document.version, self._snapshot(uri, document.source)
        return known

    def colours(self, uri: str) -> types.SemanticTokens:
        """Return the colours of a text, with an id by which their changes are asked for."""
        data = self.robots(uri, Snapshot.tokens, types.SemanticTokens([])).data
        self._coloured[uri] = f"{len(data)}-{hash(tuple(data))}", data
        return types.SemanticTokens(data, self._coloured[uri][0])

    def changed_colours(self, uri: str, since: str) -> types.SemanticTokens | types.SemanticTokensDelta:
        """Return what differs from the colours with an id; all of them if these are not known any more."""
        known, before = self._coloured.get(uri, ("", ()))
        now = self.colours(uri)
        if known != since:
            return now
        start = common_start(before, now.data)
        end = common_end(before, now.data, min(len(before), len(now.data)) - start)
        edit = types.SemanticTokensEdit(start, len(before) - start - end, now.data[start : len(now.data) - end])
        return types.SemanticTokensDelta([edit], now.result_id)

    def robots(self, uri: str, ask: Callable[[Snapshot], T], otherwise: T) -> T:
        """Answer about a robots.txt; nothing about a file of expectations."""
        found = self.state(uri)
        return ask(found) if isinstance(found, Snapshot) else otherwise

    def around(self, uri: str) -> Surroundings:
        """Return what a file is judged by, read once until something is saved."""
        if uri not in self._around:
            self._around[uri] = surroundings_of(_robots_of(self._made.origin(_path_of(uri))))
        return self._around[uri]

    @property
    def encoding(self) -> str:
        """The unit of columns that was agreed on."""
        return str(types.PositionEncodingKind(self.workspace.position_encoding).value)

    @property
    def client_resolves_edits(self) -> bool:
        """True if the editor asks for the edit of an action once it is chosen."""
        abilities = self.client_capabilities.text_document
        actions = abilities.code_action if abilities else None
        support = actions.resolve_support if actions else None
        return support is not None and "edit" in support.properties

    def warn(self, words: str) -> None:
        """Show a sentence to the user, if there is any."""
        if words:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, words))

    def _snapshot(self, uri: str, text: str) -> State:
        around = self.around(uri)
        if is_code(_path_of(uri), self.workspace.get_text_document(uri).language_id or ""):
            return SourceSnapshot(uri, around.config.source)
        if _holds_expectations(uri):
            return expectation_snapshot(text, self._body(uri), around.catalogue, self.encoding)
        if uri not in self._files:
            self._files[uri] = OpenFile(uri, _path_of(uri), around, self.encoding)
        return self._files[uri].snapshot(text)

    def _body(self, expectations: str) -> bytes | None:
        """Return the robots.txt of some expectations as it is in the editor, or on disk; None if there is none."""
        for uri in self._open:
            if self._is_judged_by(expectations, uri):
                return bytes_of(self.workspace.get_text_document(uri).source)
        path = self._made.of(_robots_of(_path_of(expectations)))
        try:
            return read(path) if path.is_absolute() else None
        except FileError:
            return None

    def _publish_expectations(self, of: str) -> None:
        """Judge open expectations of a robots.txt again."""
        for uri in [*self._open]:
            if self._is_judged_by(uri, of):
                self._snapshots.pop(uri, None)
                self.publish(uri)

    def _is_judged_by(self, expectations: str, robots: str) -> bool:
        """Return True if one document has the expectations of the other."""
        path = _path_of(expectations)
        if not path.is_absolute():
            return expectations == robots + SUFFIX
        return path.suffix == SUFFIX and _robots_of(path) == self._made.origin(_path_of(robots))

    def _forget(self, uri: str) -> None:
        for known in (self._files, self._around, self._snapshots, self._coloured, self._published):
            known.pop(uri, None)
        if waiting := self._waiting.pop(uri, None):
            waiting.cancel()


def make_server(trusted: Iterable[Path] = ()) -> RobotsServer:
    """Return a server that answers all requests about robots.txt files and their expectations."""
    server = RobotsServer(trusted)
    for method, (answer, options) in _FEATURES.items():
        server.feature(method, options)(answer)
    server.command(SHOW)(_show_made)
    return server


async def _show_made(ls: RobotsServer, uri: str) -> None:
    await ls.show_made(uri)


def _opened(ls: RobotsServer, params: types.DidOpenTextDocumentParams) -> None:
    ls.opened(params.text_document.uri)


def _changed(ls: RobotsServer, params: types.DidChangeTextDocumentParams) -> None:
    ls.changed(params.text_document.uri)


async def _saved(ls: RobotsServer, params: types.DidSaveTextDocumentParams) -> None:
    ls.saved()
    await ls.make_again(params.text_document.uri)


def _changed_on_disk(ls: RobotsServer, _params: object) -> None:
    ls.saved()


def _closed(ls: RobotsServer, params: types.DidCloseTextDocumentParams) -> None:
    ls.closed(params.text_document.uri)


def _hover(ls: RobotsServer, params: types.HoverParams) -> types.Hover | None:
    return ls.state(params.text_document.uri).hover(params.position)


def _complete(ls: RobotsServer, params: types.CompletionParams) -> types.CompletionList:
    """Propose the most likely; another character may bring some that were left out."""
    found = ls.state(params.text_document.uri)
    return types.CompletionList(is_incomplete=True, items=found.completion(params.position))


async def _actions(ls: RobotsServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri, only, shown = params.text_document.uri, params.context.only, params.context.diagnostics
    found = ls.state(uri)
    if isinstance(found, Snapshot):
        ask = partial(found.actions, params.range, only, shown, may_resolve=ls.client_resolves_edits)
        is_over = Event()
        try:
            actions = await asyncio.to_thread(ask, is_cancelled=lambda: is_over.is_set() or not ls.is_last(uri, found))
        except Cancelled:  # the editor asks again about the next text
            return []
        finally:
            is_over.set()  # the editor may have cancelled the request: the thread does not notice that
        return actions if ls.has_text(found) else []
    return await asyncio.to_thread(found.actions, uri, params.range, only, shown)


async def _resolved(ls: RobotsServer, action: types.CodeAction) -> types.CodeAction:
    """Add its edit to an action that has none: that of all safe fixes."""
    found = ls.state(str(action.data)) if action.edit is None else None
    if isinstance(found, Snapshot):
        edit, refusal = await asyncio.to_thread(found.all_fixed)
        if ls.has_text(found):
            action.edit = edit
            ls.warn(refusal)
    return action


def _symbols(ls: RobotsServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    return ls.robots(params.text_document.uri, Snapshot.symbols, [])


def _folding(ls: RobotsServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    return ls.robots(params.text_document.uri, Snapshot.folding, [])


async def _formatting(ls: RobotsServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    found = ls.state(params.text_document.uri)
    if not isinstance(found, Snapshot):
        return []
    edits, refusal = await asyncio.to_thread(found.formatted)
    if not ls.has_text(found):
        return []
    ls.warn(refusal)
    return edits


def _tokens(ls: RobotsServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    return ls.colours(params.text_document.uri)


def _changed_tokens(
    ls: RobotsServer, params: types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta:
    return ls.changed_colours(params.text_document.uri, params.previous_result_id)


def _hints(ls: RobotsServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    return ls.robots(params.text_document.uri, lambda found: found.hints(params.range), [])


def _lenses(ls: RobotsServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    found = ls.state(params.text_document.uri)
    return [] if isinstance(found, ExpectationSnapshot) else found.lenses()


_FEATURES: Final[Mapping[str, tuple[Callable[..., object], object]]] = {
    types.TEXT_DOCUMENT_DID_OPEN: (_opened, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (_changed, None),
    types.TEXT_DOCUMENT_DID_SAVE: (_saved, None),
    types.TEXT_DOCUMENT_DID_CLOSE: (_closed, None),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (_changed_on_disk, None),
    types.TEXT_DOCUMENT_HOVER: (_hover, None),
    types.TEXT_DOCUMENT_COMPLETION: (_complete, types.CompletionOptions(trigger_characters=[":", " ", "/"])),
    types.TEXT_DOCUMENT_CODE_ACTION: (
        _actions,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL], resolve_provider=True),
    ),
    types.CODE_ACTION_RESOLVE: (_resolved, None),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (_symbols, None),
    types.TEXT_DOCUMENT_FOLDING_RANGE: (_folding, None),
    types.TEXT_DOCUMENT_FORMATTING: (_formatting, None),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (_tokens, LEGEND),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA: (_changed_tokens, LEGEND),
    types.TEXT_DOCUMENT_INLAY_HINT: (_hints, None),
    types.TEXT_DOCUMENT_CODE_LENS: (_lenses, None),
}
"""The methods of the protocol, each with what answers it and what is told of it to the editor."""


def _path_of(uri: str) -> Path:
    """Return the path of a document; only a name if it is not in the file system of the server."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path or (NAME + SUFFIX if uri.endswith(SUFFIX) else NAME))


def _holds_expectations(uri: str) -> bool:
    return _path_of(uri).suffix == SUFFIX


def _robots_of(path: Path) -> Path:
    """Return the robots.txt of a file of expectations, any other file itself."""
    return path.with_suffix("") if path.suffix == SUFFIX else path
