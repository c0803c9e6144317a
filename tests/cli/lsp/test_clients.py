"""Editors are sent nothing that they do not understand: each by what it says it can do, as pytest-lsp has recorded."""

import pytest
from lsprotocol import types
from pytest_lsp import client_capabilities
from pytest_lsp.checks import check_result_against_client_capabilities

from tests.cli.lsp.conftest import Editor, Use
from tests.lint.fixtures import FOLDER, cases

URI = "robots.txt"
WHOLE = types.Range(types.Position(0, 0), types.Position(99, 0))
SOME = [next(case for case in cases(path) if case.expected) for path in sorted(FOLDER.glob("RS1*.txt"))]


@pytest.mark.parametrize("editor", ["visual-studio-code", "neovim@v0.7", "neovim@v0.11", "emacs"])
def test_editor_understands_every_answer(use: Use, editor: str) -> None:
    able = client_capabilities(editor)

    async def job(client: Editor) -> None:
        document = client.open(URI, "User-agent: *\nDisalow: /cart/\n\nUser-agent: GPTBot\nDisallow: /\n")
        assert [said[:6] for said in await client.messages_of(URI)] == ["RS102:"]
        place = types.Position(1, 12)
        asked = {
            types.TEXT_DOCUMENT_HOVER: types.HoverParams(document, place),
            types.TEXT_DOCUMENT_COMPLETION: types.CompletionParams(document, types.Position(0, 12)),
            types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionParams(document, WHOLE, types.CodeActionContext([])),
            types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: types.DocumentSymbolParams(document),
            types.TEXT_DOCUMENT_FOLDING_RANGE: types.FoldingRangeParams(document),
            types.TEXT_DOCUMENT_FORMATTING: types.DocumentFormattingParams(
                document, types.FormattingOptions(4, insert_spaces=True)
            ),
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: types.SemanticTokensParams(document),
            types.TEXT_DOCUMENT_INLAY_HINT: types.InlayHintParams(document, WHOLE),
            types.TEXT_DOCUMENT_CODE_LENS: types.CodeLensParams(document),
        }
        for method, params in asked.items():
            found = await client.ask(method, params)
            assert found is not None
            check_result_against_client_capabilities(able, method, found)

    use(job, able)


@pytest.mark.parametrize("editor", ["visual-studio-code", "neovim@v0.11"])
def test_fixtures_of_the_linter_reach_the_editor(use: Use, editor: str) -> None:
    """`test_document.py` compares all of them with the terminal, without a process between."""

    async def job(client: Editor) -> None:
        for number, case in enumerate(SOME):
            text = case.body.decode("utf-8", "replace")
            uri = client.uri(f"{number}/robots.txt")
            assert case.code in await client.codes_of(uri, text)

    use(job, client_capabilities(editor))
