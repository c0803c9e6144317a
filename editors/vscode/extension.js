// Starts `robotstudio lsp` for robots.txt files and their expectations.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = function activate() {
  const [command, ...args] = workspace.getConfiguration("robotstudio").get("command");
  const documentSelector = [{ language: "robotstxt" }, { language: "robots-expectations" }];
  const fileEvents = workspace.createFileSystemWatcher("**/{robotstudio.toml,pyproject.toml,*.robotstudio,*.expect}");
  client = new LanguageClient("robotstudio", "Robot Studio", { command, args }, { documentSelector, synchronize: { fileEvents } });
  return client.start();
};

exports.deactivate = function deactivate() {
  return client?.stop();
};
