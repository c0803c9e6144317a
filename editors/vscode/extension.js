// Starts `robotstudio lsp` for robots.txt files, their expectations, and files that a robots.txt may be made of.
const { Uri, ViewColumn, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = function activate() {
  const [command, ...args] = workspace.getConfiguration("robotstudio").get("command");
  const made = { scheme: "file", pattern: "**/{robots,next.config,nuxt.config,astro.config,robotstudio}.*" };
  const documentSelector = [{ language: "robotstxt" }, { language: "robots-expectations" }, made];
  const fileEvents = workspace.createFileSystemWatcher("**/{robotstudio.toml,pyproject.toml,*.robotstudio,*.expect}");
  // What a command prints is shown beside the code, not in place of it.
  const beside = { viewColumn: ViewColumn.Beside, preserveFocus: true };
  const showDocument = async ({ uri }) => ({ success: Boolean(await window.showTextDocument(Uri.parse(uri), beside)) });
  const options = { documentSelector, synchronize: { fileEvents }, middleware: { window: { showDocument } } };
  client = new LanguageClient("robotstudio", "Robot Studio", { command, args }, options);
  return client.start();
};

exports.deactivate = function deactivate() {
  return client?.stop();
};
