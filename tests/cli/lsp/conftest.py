"""A client of the language server, used as an editor."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient


class Client(LanguageClient):
    """A client that keeps the exit status of its server."""

    status: int | None = None

    async def server_exit(self, server: asyncio.subprocess.Process) -> None:
        self.status = server.returncode


class Editor:
    """A client with the findings that were published last, by file."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client = client
        self._folder = folder
        self.found: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: list[str] = []
        self.questions: list[str] = []
        self.answer = ""
        self.shown: asyncio.Queue[str] = asyncio.Queue()

        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.found.put_nowait(params)

        def show(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        def ask(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
            self.questions.append(params.message)
            return next((each for each in params.actions or () if each.title == self.answer), None)

        def show_document(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
            self.shown.put_nowait(params.uri)
            return types.ShowDocumentResult(success=True)

        client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(ask)
        client.feature(types.WINDOW_SHOW_DOCUMENT)(show_document)
        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)
        client.feature(types.WINDOW_SHOW_MESSAGE)(show)

    def uri(self, name: str) -> str:
        return (self._folder / name).as_uri()

    def open(self, name: str, text: str, language: str = "robotstxt") -> types.TextDocumentIdentifier:
        item = types.TextDocumentItem(self.uri(name), language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return types.TextDocumentIdentifier(self.uri(name))

    def change(self, name: str, text: str, version: int = 2) -> None:
        document = types.VersionedTextDocumentIdentifier(version, self.uri(name))
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    def save(self, name: str) -> None:
        document = types.TextDocumentIdentifier(self.uri(name))
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(document))

    async def messages_of(self, name: str, version: int = 1) -> list[str]:
        """Wait for the findings of a version of a file."""
        while True:
            found = await self.next_found()
            if found.uri == self.uri(name) and found.version == version:
                return [f"{each.code}: {each.message}" if each.code else each.message for each in found.diagnostics]

    async def codes_of(self, uri: str, text: str) -> list[int | str | None]:
        """Open a document and wait for the codes of its findings."""
        item = types.TextDocumentItem(uri, "robotstxt", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        while True:
            found = await self.next_found()
            if found.uri == uri:
                return [each.code for each in found.diagnostics]

    async def next_found(self) -> types.PublishDiagnosticsParams:
        return await asyncio.wait_for(self.found.get(), 60)

    async def next_shown(self) -> str:
        """Wait for a file that the server shows, and return its address."""
        return await asyncio.wait_for(self.shown.get(), 60)

    async def ask(self, method: str, params: object) -> object:
        return await asyncio.wait_for(self.client.protocol.send_request_async(method, params), 60)


Use = Callable[..., None]
PLAIN = types.ClientCapabilities()


@pytest.fixture
def use(tmp_path: Path) -> Use:
    """Return a function that uses a server as an editor that may have some abilities, and ends it."""

    async def run(
        job: Callable[[Editor], Awaitable[None]], able: types.ClientCapabilities, options: Sequence[str]
    ) -> None:
        client = Client("editor", "1")
        editor = Editor(client, tmp_path)
        await client.start_io(sys.executable, "-m", "robotstudio", "lsp", "--stdio", *options)
        await client.initialize_async(types.InitializeParams(able, root_uri=tmp_path.as_uri()))
        client.initialized(types.InitializedParams())
        await job(editor)
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()  # type: ignore[no-untyped-call]  # of pygls
        assert client.status == 0

    return lambda job, able=PLAIN, options=(): asyncio.run(run(job, able, options))
