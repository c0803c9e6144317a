"""The extension of VS Code in Node, with what it takes from the editor played; skipped where Node is not installed."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from robotstudio.cli import COMMANDS

EXTENSION = Path(__file__).parents[3] / "editors" / "vscode"
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text("utf-8"))
SETTING = MANIFEST["contributes"]["configuration"]["properties"]["robotstudio.command"]

EDITOR = """
const heard = global.heard = { said: [], ran: [], watched: [], shown: [] };
exports.Uri = { parse: (text) => text };
exports.ViewColumn = { Beside: -2 };
exports.env = { remoteName: process.env.REMOTE || undefined };
exports.commands = { executeCommand: (name, { query }) => heard.ran.push([name, query]) };
exports.workspace = {
  getConfiguration: () => ({ get: () => JSON.parse(process.env.COMMAND) }),
  createFileSystemWatcher: (pattern) => heard.watched.push(pattern),
};
exports.window = {
  showErrorMessage: async (text, button) => { heard.said.push(text); return button; },
  showTextDocument: async (uri, { viewColumn }) => { heard.shown.push([uri, viewColumn]); return {}; },
};
"""
CLIENT = """
exports.LanguageClient = class {
  constructor(id, title, server, options) { Object.assign(heard, { server, options }); }
  start() { return process.env.FAILS ? Promise.reject(new Error("ENOENT")) : Promise.resolve(); }
  stop() { heard.stopped = true; }
};
"""
USE = """
const { activate, deactivate } = require(process.env.EXTENSION);
activate();
setImmediate(async () => {
  await heard.options.middleware.window.showDocument({ uri: "file:///robots.txt" });
  deactivate();
  console.log(JSON.stringify(heard));
});
"""


def _use(place: Path, **environment: str) -> dict[str, Any]:
    """Return what the extension asks of the editor from its start to its end."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    for name, body in {"vscode": EDITOR, "vscode-languageclient/node": CLIENT}.items():
        module = place / "node_modules" / name / "index.js"
        module.parent.mkdir(parents=True)
        module.write_text(body, "utf-8")
    extension = shutil.copy(EXTENSION / "extension.js", place)
    given = os.environ | {"EXTENSION": extension, "COMMAND": json.dumps(SETTING["default"])} | environment
    done = subprocess.run(
        (node, "-e", USE),
        env=given,
        capture_output=True,
        check=False,
        encoding="utf-8",
        cwd=place,
    )
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_server_is_started_for_the_languages_that_are_known(tmp_path: Path) -> None:
    heard = _use(tmp_path)
    command, *arguments = SETTING["default"]
    assert heard["server"] == {"command": command, "args": arguments}
    assert arguments[0] in COMMANDS
    asked = {each["language"] for each in heard["options"]["documentSelector"] if "language" in each}
    assert asked == {each["id"] for each in MANIFEST["contributes"]["languages"]}
    assert (heard["said"], heard["stopped"]) == ([], True)


def test_what_a_command_prints_is_shown_beside_the_code(tmp_path: Path) -> None:
    assert _use(tmp_path)["shown"] == [["file:///robots.txt", -2]]


@pytest.mark.parametrize(("remote", "settings"), [("", "openSettings"), ("ssh-remote", "openRemoteSettings")])
def test_command_that_is_missing_is_told_with_its_setting(tmp_path: Path, remote: str, settings: str) -> None:
    heard = _use(tmp_path, FAILS="1", REMOTE=remote, COMMAND='["/opt/none", "lsp"]')
    (said,) = heard["said"]
    assert said.startswith("“/opt/none” did not start. Install Robot Studio, or set robotstudio.command")
    assert heard["ran"] == [[f"workbench.action.{settings}", "robotstudio.command"]]
