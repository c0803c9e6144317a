// Starts `robotstudio lsp` for robots.txt files, their expectations, and files that a robots.txt may be made of.
const { Uri, ViewColumn, commands, env, window, workspace } = require("vscode");
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
  client.start().catch(() => explain(command));
};

// A setting of the machine belongs to where the server runs: over SSH, in WSL or a container, not to the user's.
async function explain(command) {
  const open = "Open settings";
  const said = `“${command}” did not start. Install Robot Studio, or set robotstudio.command; then reload the window.`;
  if ((await window.showErrorMessage(said, open)) === open) {
    const settings = env.remoteName ? "openRemoteSettings" : "openSettings";
    commands.executeCommand(`workbench.action.${settings}`, { query: "robotstudio.command" });
  }
}

exports.deactivate = function deactivate() {
  return client?.stop();
};
