"""A robots.txt that a command prints is shown beside the code, once the person agrees."""

import json
import sys
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.uris import to_fs_path

from robotstudio.cli.lsp.made_files import SourceSnapshot, is_code
from tests.cli.lsp.conftest import Editor, Use

SCRIPT = "open('ran', 'a').write('x')\nprint(open('rules.ts').read().partition('`')[2].partition('`')[0], end='')\n"
CODE = "export default `User-agent: *\nDisalow: /cart/\n`\n"
SHOWS = types.ClientCapabilities(
    window=types.WindowClientCapabilities(show_document=types.ShowDocumentClientCapabilities(support=True))
)


@pytest.fixture(autouse=True)
def project(tmp_path: Path) -> Path:
    (tmp_path / "print.py").write_text(SCRIPT)
    (tmp_path / "rules.ts").write_text(CODE)
    (tmp_path / "robotstudio.toml").write_text(f"source = {json.dumps([sys.executable, 'print.py'])}\n")
    return tmp_path


async def show(editor: Editor) -> None:
    """Open the code and click on its code lens."""
    document = editor.open("rules.ts", CODE, "typescript")
    assert await editor.messages_of("rules.ts") == []
    lenses = await editor.ask(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(document))
    assert isinstance(lenses, list | tuple)
    (lens,) = lenses
    assert "print.py” prints" in lens.command.title
    params = types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
    await editor.ask(types.WORKSPACE_EXECUTE_COMMAND, params)


async def shown_by(editor: Editor) -> Path:
    path = to_fs_path(await editor.next_shown())
    assert path is not None
    return Path(path)


def test_made_file_is_shown_and_made_again_when_a_file_is_saved(use: Use, project: Path) -> None:
    async def job(editor: Editor) -> None:
        editor.answer = "Run"
        await show(editor)
        made = await shown_by(editor)
        assert made.name == "robots.txt"
        assert made.read_text() == "User-agent: *\nDisalow: /cart/\n"
        assert await editor.codes_of(made.as_uri(), made.read_text()) == ["RS102"]
        (project / "rules.ts").write_text(CODE.replace("Disalow", "Disallow"))
        editor.save("rules.ts")
        while made.read_text() != "User-agent: *\nDisallow: /cart/\n":
            await editor.next_found()
        assert len(editor.questions) == 1
        assert "print.py” in “" in editor.questions[0]

    use(job, SHOWS)


def test_nothing_runs_without_consent(use: Use, project: Path) -> None:
    async def job(editor: Editor) -> None:
        editor.open("robots.txt.expect", "allow Googlebot /cart/\n")
        await editor.messages_of("robots.txt.expect")
        await show(editor)  # the question is closed without an answer
        editor.answer = "Don’t run"
        await show(editor)
        editor.save("rules.ts")
        assert len(editor.questions) == 2
        assert editor.shown.empty()

    use(job, SHOWS)
    assert not (project / "ran").exists()


def test_another_command_is_asked_for_again(use: Use, project: Path) -> None:
    async def job(editor: Editor) -> None:
        editor.answer = "Run"
        await show(editor)
        await shown_by(editor)
        (project / "robotstudio.toml").write_text(f"source = {json.dumps([sys.executable, 'print.py', 'x'])}\n")
        editor.save("rules.ts")
        editor.answer = ""
        await show_again(editor)
        assert len(editor.questions) == 2
        assert editor.shown.empty()

    async def show_again(editor: Editor) -> None:
        params = types.ExecuteCommandParams("robotstudio.showMadeFile", [editor.uri("rules.ts")])
        await editor.ask(types.WORKSPACE_EXECUTE_COMMAND, params)

    use(job, SHOWS)
    assert (project / "ran").read_text() == "x"


def test_folder_that_the_person_trusts_is_not_asked_for(use: Use, project: Path) -> None:
    async def job(editor: Editor) -> None:
        await show(editor)
        assert (await shown_by(editor)).read_text() == "User-agent: *\nDisalow: /cart/\n"
        assert editor.questions == []

    use(job, SHOWS, ("--run-source", str(project)))


def test_expectations_are_judged_against_what_was_made(use: Use, project: Path) -> None:
    (project / "rules.ts").write_text(CODE.replace("Disalow", "Disallow"))

    async def job(editor: Editor) -> None:
        editor.open("robots.txt.expect", "allow Googlebot /cart/\n")
        assert await editor.messages_of("robots.txt.expect") == []
        await show(editor)
        (said,) = await editor.messages_of("robots.txt.expect")
        assert said.startswith("Googlebot should be allowed to fetch /cart/, but it is blocked")

    use(job, SHOWS, ("--run-source", str(project)))


def test_command_that_fails_is_told(use: Use, project: Path) -> None:
    (project / "print.py").write_text("import sys\nsys.exit('no such route')\n")

    async def job(editor: Editor) -> None:
        editor.answer = "Run"
        await show(editor)
        assert "ended with status 1: no such route" in editor.messages[0]

    use(job, SHOWS)


def test_editor_that_opens_no_files_is_told_the_path(use: Use, project: Path) -> None:
    async def job(editor: Editor) -> None:
        await show(editor)
        assert "robots.txt”." in editor.messages[0]

    use(job, options=("--run-source", str(project)))


def test_code_of_a_project_without_a_command_is_left_alone(use: Use, project: Path) -> None:
    (project / "robotstudio.toml").unlink()

    async def job(editor: Editor) -> None:
        document = editor.open("rules.ts", CODE, "typescript")
        assert await editor.messages_of("rules.ts") == []
        assert not await editor.ask(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(document))

    use(job, SHOWS)


@pytest.mark.parametrize(
    ("name", "language", "is_one"),
    [
        ("robots.ts", "typescript", True),
        ("robotstudio.toml", "toml", True),
        ("robots.txt", "toml", False),
        ("robots.tmpl", "robotstxt", False),
        ("robots.staging", "plaintext", False),
        ("site.txt.expect", "robots-expectations", False),
    ],
)
def test_code_is_told_from_files_that_are_read(name: str, language: str, is_one: bool) -> None:
    assert is_code(Path("/site") / name, language) == is_one


def test_code_action_does_what_the_lens_does() -> None:
    found = SourceSnapshot("file:///site/rules.ts", ("npm", "run", "robots"))
    first, second = (types.Range(types.Position(line, 0), types.Position(line, 0)) for line in (0, 1))
    (action,) = found.actions("", first, None)
    (lens,) = found.lenses()
    assert action.command == lens.command
    assert action.title == "Show the robots.txt that “npm run robots” prints"
    assert found.actions("", second, None) == found.actions("", first, ["quickfix"]) == []
