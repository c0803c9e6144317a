"""The server answers a real client over standard input and output."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from robotstudio.cli.lsp.document import Snapshot
from robotstudio.cli.lsp.server import RobotsServer, make_server
from tests.cli.lsp.conftest import PLAIN, Editor, Use

SHOP = "User-agent: *\nDisalow: /cart/\n"


def test_findings_follow_the_text(use: Use) -> None:
    async def job(editor: Editor) -> None:
        editor.open("robots.txt", SHOP)
        assert [said[:6] for said in await editor.messages_of("robots.txt")] == ["RS102:"]
        editor.change("robots.txt", SHOP.replace("Disalow", "Disallow"))
        assert await editor.messages_of("robots.txt", 2) == []

    use(job)


def test_expectations_are_judged_against_the_open_file(use: Use, tmp_path: Path) -> None:
    (tmp_path / "robots.txt").write_text(SHOP)

    async def job(editor: Editor) -> None:
        editor.open("robots.txt.expect", "block Googlebot /cart/\nallow Googlebot /cart/a\nperhaps\n")
        said = await editor.messages_of("robots.txt.expect")
        assert len(said) == 2
        assert said[0].startswith("Googlebot should be allowed to fetch /cart/a, but it is blocked")
        assert said[1].startswith("“perhaps” is neither allow nor block.")
        editor.open("robots.txt", "User-agent: *\nDisallow:\n")
        said = await editor.messages_of("robots.txt.expect")
        assert said[0].startswith("Googlebot should be blocked from /cart/, but it is allowed")

    use(job)


def test_configuration_and_project_count_and_are_read_again_when_saved(use: Use, tmp_path: Path) -> None:
    (tmp_path / "robotstudio.toml").write_text('ignore = ["RS102"]\n')
    (tmp_path / "shop.robotstudio").write_text('{"version": 1, "file": "robots.txt", "urls": ["/cart/1", "/b"]}')

    async def job(editor: Editor) -> None:
        document = editor.open("robots.txt", SHOP)
        assert await editor.messages_of("robots.txt") == []
        whole = types.Range(types.Position(0, 0), types.Position(9, 0))
        hints = await editor.ask(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(document, whole))
        assert isinstance(hints, list | tuple)
        assert [hint.label for hint in hints] == ["1 URL"]
        (tmp_path / "robotstudio.toml").unlink()
        editor.save("robots.txt")
        assert [said[:6] for said in await editor.messages_of("robots.txt")] == ["RS102:"]

    use(job)


def test_broken_configuration_is_told_and_the_file_is_judged(use: Use, tmp_path: Path) -> None:
    (tmp_path / "robotstudio.toml").write_text("ignore = \n")

    async def job(editor: Editor) -> None:
        editor.open("robots.txt", SHOP)
        assert [said[:6] for said in await editor.messages_of("robots.txt")] == ["RS102:"]
        assert "is not valid TOML" in editor.messages[0]
        (tmp_path / "robotstudio.toml").write_text("ignor = []\n")
        for _ in range(2):
            editor.save("robots.txt")
            await editor.messages_of("robots.txt")
        assert [said.partition(": ")[2] for said in editor.messages[1:]] == ["unknown key ignor. Did you mean ignore?"]

    use(job)


REFRESHES = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
        inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
    )
)


@pytest.mark.parametrize(("able", "asked"), [(PLAIN, set()), (REFRESHES, {"lens", "hint"})], ids=["plain", "able"])
def test_counts_are_asked_for_again_after_a_save(use: Use, able: types.ClientCapabilities, asked: set[str]) -> None:
    async def job(editor: Editor) -> None:
        again: set[str] = set()
        editor.client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(lambda *_: again.add("lens"))
        editor.client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)(lambda *_: again.add("hint"))
        editor.open("robots.txt", SHOP)
        await editor.messages_of("robots.txt")
        editor.save("robots.txt")
        await editor.messages_of("robots.txt")
        assert again == asked

    use(job, able)


RESOLVES = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        code_action=types.CodeActionClientCapabilities(resolve_support=types.ClientCodeActionResolveOptions(["edit"]))
    )
)


@pytest.mark.parametrize("able", [PLAIN, RESOLVES], ids=["at once", "once it is chosen"])
def test_all_safe_fixes_come_when_the_editor_wants_them(use: Use, able: types.ClientCapabilities) -> None:
    async def job(editor: Editor) -> None:
        document = editor.open("robots.txt", "user-agent : *\nDisallow: /a\nDisallow: /a\n")
        start = types.Position(0, 0)
        asked = types.CodeActionParams(
            document, types.Range(start, start), types.CodeActionContext([], ["source.fixAll"])
        )
        found = await editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, asked)
        assert isinstance(found, list | tuple)
        (action,) = found
        assert (action.edit is None) == (able is RESOLVES)
        if able is RESOLVES:
            action = await editor.ask(types.CODE_ACTION_RESOLVE, action)
        (edit,) = action.edit.changes[editor.uri("robots.txt")]
        assert (edit.range, edit.new_text) == (types.Range(types.Position(2, 0), types.Position(3, 0)), "")

    use(job, able)


def test_colours_are_sent_as_edits(use: Use) -> None:
    async def job(editor: Editor) -> None:
        document = editor.open("robots.txt", SHOP)
        asked = types.SemanticTokensParams(document)
        before = await editor.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, asked)
        assert isinstance(before, types.SemanticTokens)
        assert before.result_id is not None
        editor.change("robots.txt", SHOP.replace("Disalow", "# é\nAllow: /\nDisallow"))
        since = types.SemanticTokensDeltaParams(document, before.result_id)
        change = await editor.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, since)
        assert isinstance(change, types.SemanticTokensDelta)
        (edit,) = change.edits
        assert 0 < edit.delete_count < len(before.data)
        behind = before.data[edit.start + edit.delete_count :]
        now = await editor.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, asked)
        assert isinstance(now, types.SemanticTokens)
        assert [*before.data[: edit.start], *(edit.data or ()), *behind] == [*now.data]
        unknown = await editor.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, since)
        assert isinstance(unknown, types.SemanticTokens)

    use(job)


def test_findings_that_the_key_showed_already_are_not_sent_again(use: Use) -> None:
    text = SHOP + "# a comment\n" * 2500

    async def job(editor: Editor) -> None:
        editor.open("robots.txt.expect", "block Googlebot /b/\n")
        assert await editor.messages_of("robots.txt.expect") == []
        editor.open("robots.txt", text)
        await editor.messages_of("robots.txt")
        assert len(await editor.messages_of("robots.txt.expect")) == 1
        editor.change("robots.txt", text.replace("Disalow", "Disallow: /b/\nDisalow"))
        sent = [await editor.next_found(), await editor.next_found()]
        # Expectations are judged once everything is known.
        assert [each.uri.rpartition("/")[2] for each in sent] == ["robots.txt", "robots.txt.expect"]
        assert [len(each.diagnostics) for each in sent] == [1, 0]

    use(job)


def test_formatting_that_is_refused_says_why(use: Use) -> None:
    async def job(editor: Editor) -> None:
        document = editor.open("robots.txt", "disallow: /\n" * 60_000)
        options = types.FormattingOptions(4, insert_spaces=True)
        asked = types.DocumentFormattingParams(document, options)
        assert not await editor.ask(types.TEXT_DOCUMENT_FORMATTING, asked)
        assert editor.messages == ["Not formatted: the file is too large to prove that no verdict changes."]

    use(job)


def opened(path: Path) -> tuple[RobotsServer, types.TextDocumentItem]:
    """Return a server in this process, with a file in its workspace."""
    server = make_server()
    for _ in server.protocol.lsp_initialize(types.InitializeParams(PLAIN)):
        pass
    document = types.TextDocumentItem(path.as_uri(), "robotstxt", 1, SHOP)
    server.workspace.put_text_document(document)
    return server, document


def test_text_that_changes_meanwhile_gets_no_edits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server, document = opened(tmp_path / "robots.txt")
    formatted = Snapshot.formatted

    def type_meanwhile(found: Snapshot) -> tuple[list[types.TextEdit], str]:
        made = formatted(found)
        name = types.VersionedTextDocumentIdentifier(document.version + len(found.body), document.uri)
        server.workspace.update_text_document(name, types.TextDocumentContentChangeWholeDocument(SHOP))
        return made

    async def job(text: str) -> object:
        name = types.VersionedTextDocumentIdentifier(1, document.uri)
        server.workspace.update_text_document(name, types.TextDocumentContentChangeWholeDocument(text))
        server.opened(document.uri)
        ask = server.protocol.fm.features[types.TEXT_DOCUMENT_FORMATTING]
        options = types.FormattingOptions(4, insert_spaces=True)
        return await ask(types.DocumentFormattingParams(types.TextDocumentIdentifier(document.uri), options))

    uneven = "user-agent:*\nDisallow:/a\n"
    assert asyncio.run(job(uneven))
    monkeypatch.setattr(Snapshot, "formatted", type_meanwhile)
    assert asyncio.run(job(uneven + "disallow:/b\n")) == []


def test_file_that_is_closed_before_it_is_searched_has_no_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, document = opened(tmp_path / "robots.txt")
    found: list[types.PublishDiagnosticsParams] = []
    monkeypatch.setattr(server, "text_document_publish_diagnostics", found.append)

    async def job() -> None:
        server.opened(document.uri)
        server.closed(document.uri)
        server.workspace.remove_text_document(document.uri)
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})

    asyncio.run(job())
    assert [each.diagnostics for each in found] == [[]]


def test_another_character_brings_crawlers_that_were_left_out(use: Use) -> None:
    async def job(editor: Editor) -> None:
        document = editor.open("robots.txt", "User-agent: \nUser-agent: zoom\n")
        for line, column, is_found in ((0, 12, False), (1, 16, True)):
            asked = types.CompletionParams(document, types.Position(line, column))
            found = await editor.ask(types.TEXT_DOCUMENT_COMPLETION, asked)
            assert isinstance(found, types.CompletionList)
            assert found.is_incomplete
            assert ("ZoominfoBot" in [item.label for item in found.items]) is is_found

    use(job)


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "vscode-remote://ssh-remote%2Bshop/srv/robots.txt"])
def test_document_outside_the_file_system_has_no_surroundings(
    use: Use, uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robotstudio.toml").write_text('ignore = ["RS102"]\n')
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /cart/\n")

    async def job(editor: Editor) -> None:
        assert await editor.codes_of(uri, SHOP) == ["RS102"]
        assert await editor.codes_of(f"{uri}.expect", "allow Googlebot /cart/\n") == [None]
        assert await editor.codes_of("untitled:robots.txt.expect", "allow Googlebot /cart/\n") == []

    use(job)
