"""The server in real editors, without a screen; each is skipped where the editor is not installed."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).parents[3]
SHOP = "User-agent: *\nDisalow: /cart/\n"
COMMAND = (sys.executable, "-m", "robotstudio", "lsp")

NEOVIM = """
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, found in ipairs(vim.diagnostic.get(0)) do
  print(found.code .. " " .. found.lnum .. ":" .. found.col)
end
local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 1, character = 12 } }
local function ask(method)
  local _, answer = next(vim.lsp.buf_request_sync(0, method, params, 60000))
  return answer.result
end
print(ask("textDocument/hover").contents.value)
params.range = { start = { line = 1, character = 0 }, ["end"] = { line = 1, character = 1 } }
params.context = { diagnostics = {}, only = { "quickfix" } }
local fix = ask("textDocument/codeAction")[1]
print(fix.title)
vim.lsp.util.apply_workspace_edit(fix.edit, "utf-16")
print(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "|"))
vim.cmd("write | edit robots.txt.expect")
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
print(vim.diagnostic.get(0)[1].message)
"""

EGLOT = """
(require 'eglot)
(setq eglot-sync-connect t)
(find-file "robots.txt")
(apply #'eglot (eglot--guess-contact))  ; without a screen no command follows, after which Emacs would do that
(let ((left 600))
  (while (and (> left 0) (not (flymake-diagnostics)))
    (accept-process-output nil 0.1)
    (setq left (1- left))))
(dolist (found (flymake-diagnostics)) (message "%s" (flymake-diagnostic-text found)))
(goto-char (point-min))
(forward-line 1)
(forward-char 12)
(message "%s" (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams)))
"""

EMACS = """
(progn
  (require 'lsp-mode)
  (setq lsp-auto-guess-root t lsp-enable-snippet nil lsp-enable-file-watchers nil lsp-headerline-breadcrumb-enable nil)
  (define-derived-mode robots-mode prog-mode "robots.txt")
  (add-to-list 'lsp-language-id-configuration '(robots-mode . "robotstxt"))
  (lsp-register-client
    (make-lsp-client :new-connection (lsp-stdio-connection '(%s)) :activation-fn (lsp-activate-on "robotstxt")
      :server-id 'robotstudio))
  (find-file "robots.txt")
  (lsp-workspace-folders-add default-directory)
  (robots-mode)
  (lsp)
  (let ((left 600))
    (while (and (> left 0) (= 0 (hash-table-count (lsp-diagnostics t))))
      (accept-process-output nil 0.1)
      (setq left (1- left))))
  (maphash (lambda (_ all) (dolist (each all) (message "%%s" (lsp:diagnostic-code? each)))) (lsp-diagnostics t))
  (let ((card (lsp-request "textDocument/hover"
                (list :textDocument (lsp--text-document-identifier) :position (list :line 1 :character 12)))))
    (message "%%s" (lsp:markup-content-value (lsp:hover-contents card)))))
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a robots.txt and its expectations, with the command on the PATH."""
    monkeypatch.chdir(tmp_path)
    Path("robots.txt").write_text(SHOP)
    Path("robots.txt.expect").write_text("allow Googlebot /cart/1\n")
    Path("shop.robotstudio").write_text('{"version": 1, "file": "robots.txt", "urls": ["/", "/cart/1"]}')
    command = Path("bin") / "robotstudio"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.join((sys.executable, "-m", "robotstudio"))} "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{command.parent.absolute()}:{os.environ['PATH']}")


def recipes(editor: str) -> list[str]:
    """Return the recipes for an editor as they are written in the documentation."""
    section = (ROOT / "docs" / "editors.md").read_text("utf-8").partition(f"## {editor}\n")[2].partition("\n## ")[0]
    return re.findall(r"```\w+\n(.*?)```", section, re.DOTALL)


def said_by(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, stdin=subprocess.DEVNULL)
    return done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim_shows_findings_cards_and_fixes_by_its_recipe() -> None:
    newest, older = recipes("Neovim")
    version = re.search(r"v0\.(\d+)", said_by("nvim", "--version"))
    Path("init.lua").write_text(older if version and int(version[1]) < 11 else newest)
    Path("ask.lua").write_text(NEOVIM)
    said = said_by(
        "nvim", "--headless", "--clean", "-u", "init.lua", "robots.txt", "-c", "luafile ask.lua", "-c", "qall!"
    )
    assert "RS102 1:0" in said
    assert "**`Disallow: /cart/`**" in said
    assert "Change to Disallow (flips " in said
    assert "User-agent: *|Disallow: /cart/" in said
    assert "Googlebot should be allowed to fetch /cart/1, but it is blocked: line 2" in said


@pytest.mark.skipif(shutil.which("emacs") is None, reason="Emacs is not installed")
def test_eglot_shows_findings_and_cards_by_its_recipe() -> None:
    (recipe,) = recipes("Emacs")
    Path("init.el").write_text(recipe)
    Path("ask.el").write_text(EGLOT)
    said = said_by("emacs", "--batch", "-l", "init.el", "-l", "ask.el")
    if "Cannot open load file" in said:
        pytest.skip("Eglot is not installed")
    assert "Disalow is read as Disallow by Google" in said
    assert "`/cart/more`  continues after the rule" in said


@pytest.mark.skipif(shutil.which("emacs") is None, reason="Emacs is not installed")
def test_lsp_mode_shows_findings_and_cards() -> None:
    asked = EMACS % " ".join(f'"{word}"' for word in COMMAND)
    said = said_by("emacs", "--batch", "--eval", asked)
    if "Cannot open load file" in said:
        pytest.skip("lsp-mode is not installed")
    assert "RS102" in said
    assert "Disallow: /cart/" in said


def test_recipe_of_kate_connects_the_names_of_files_with_the_server() -> None:
    syntax, settings = recipes("Kate")
    language = ET.fromstring(syntax)
    assert language.attrib["extensions"].split(";") == ["robots.txt", "*.txt.expect"]
    (server,) = json.loads(settings)["servers"].values()
    assert re.search(server["highlightingModeRegex"], language.attrib["name"])
    assert server["command"] == ["robotstudio", "lsp"]
