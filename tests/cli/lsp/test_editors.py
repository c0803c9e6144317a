"""The server in real editors, without a screen; each is skipped where the editor is not installed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SHOP = "User-agent: *\nDisalow: /cart/\n"
COMMAND = (sys.executable, "-m", "robotstudio", "lsp")

NEOVIM = """
local client = vim.lsp.start_client({ cmd = { %s }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)
local bufnr = vim.api.nvim_get_current_buf()
vim.wait(60000, function() return #vim.diagnostic.get(bufnr) > 0 end, 50)
for _, found in ipairs(vim.diagnostic.get(bufnr)) do
  print(found.code .. " " .. found.lnum .. ":" .. found.col)
end
local position = { line = 1, character = 12 }
local params = { textDocument = vim.lsp.util.make_text_document_params(), position = position }
local card = vim.lsp.buf_request_sync(bufnr, "textDocument/hover", params, 60000)
print(card[client].result.contents.value)
params.range = { start = { line = 1, character = 0 }, ["end"] = { line = 1, character = 1 } }
params.context = { diagnostics = {}, only = { "quickfix" } }
local actions = vim.lsp.buf_request_sync(bufnr, "textDocument/codeAction", params, 60000)
vim.lsp.util.apply_workspace_edit(actions[client].result[1].edit, "utf-16")
print(table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), "|"))
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
    monkeypatch.chdir(tmp_path)
    Path("robots.txt").write_text(SHOP)


def said_by(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, stdin=subprocess.DEVNULL)
    return done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim_shows_findings_cards_and_fixes() -> None:
    Path("init.lua").write_text(NEOVIM % ", ".join(f'"{word}"' for word in COMMAND))
    said = said_by("nvim", "--headless", "--clean", "robots.txt", "-c", "luafile init.lua", "-c", "qall!")
    assert "RS102 1:0" in said
    assert "**`Disallow: /cart/`**" in said
    assert "User-agent: *|Disallow: /cart/" in said


@pytest.mark.skipif(shutil.which("emacs") is None, reason="Emacs is not installed")
def test_emacs_shows_findings_and_cards() -> None:
    asked = EMACS % " ".join(f'"{word}"' for word in COMMAND)
    said = said_by("emacs", "--batch", "--eval", asked)
    if "Cannot open load file" in said:
        pytest.skip("lsp-mode is not installed")
    assert "RS102" in said
    assert "Disallow: /cart/" in said
