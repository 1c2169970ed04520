// Sibyl in VS Code: starts the server, binds its methods to views and commands, shows results. What is shown comes from the server.

import * as vscode from 'vscode'
import { AskPanel } from './ask/panel'
import { History } from './ask/history'
import { CallPathView } from './callPath'
import { CallTreeView } from './callTree'
import { registerChat } from './chat'
import { chooseProgram, sayMissing, showMenu } from './menu'
import { setUpModel } from './model'
import { isServed } from './places'
import { showPrompt } from './ask/prompt'
import type { AskParams, CallTreeParams } from './protocol'
import { SearchPick } from './search'
import { text, Server } from './server'
import { showStatus, StatusItem } from './status'

let running: Server | undefined

export async function activate(context: vscode.ExtensionContext) {
  const server = (running = new Server(context))
  const panel = new AskPanel(context, server, new History(context.workspaceState))
  const search = new SearchPick(server)
  const paths = new CallPathView(server)
  const tree = new CallTreeView(server, (from, to) => paths.show(from, to))
  context.subscriptions.push(server, panel, search, paths, tree, new StatusItem(server))

  server.own.set('sibyl.ask', (params) => panel.open(params as Partial<AskParams>))
  server.own.set('sibyl.callTree', (params) => {
    const { name, textDocument, position, direction } = params as CallTreeParams
    return tree.show({ name, textDocument, position }, direction ?? 'incoming')
  })
  server.own.set('sibyl.status', () => showStatus(server))

  const on = (command: string, run: () => unknown) => context.subscriptions.push(vscode.commands.registerCommand(command, run))
  on('sibyl.askQuestion', () => panel.open())
  on('sibyl.askSelection', () => panel.open(selection()))
  on('sibyl.showPrompt', () => showPrompt(server, selection()))
  on('sibyl.history', () => panel.chooseEarlier())
  on('sibyl.searchByMeaning', () => search.show())
  on('sibyl.menu', () => showMenu(server))
  on('sibyl.showStatus', () => showStatus(server))
  on('sibyl.setUpModel', () => setUpModel(context, server))
  on('sibyl.restart', () => server.restart())
  on('sibyl.showLog', () => server.log.show())
  on('sibyl.settings', () => vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${context.extension.id}`))
  on('sibyl.chooseProgram', () => chooseProgram(server))
  on('sibyl.howToInstall', () => vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(context.extensionUri, 'README.md')))
  on('sibyl.refreshIndex', () => server.refresh().catch((e) => vscode.window.showWarningMessage(`Sibyl: ${text(e)}`)))

  registerChat(context, server)
  context.subscriptions.push(
    server.onPhase((phase) => phase.kind === 'missing' && void sayMissing(phase.reason)),
    vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration('sibyl.server') && void server.restart()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => server.phase.kind === 'off' && void server.start()),
  )
  await server.start()
}

export async function deactivate() {
  await running?.stop()
}

/** What is selected; without a selection, the symbol at the cursor is meant: its line. */
function selection(): Partial<AskParams> {
  const editor = vscode.window.activeTextEditor
  if (!editor || !isServed(editor.document)) {
    return {}
  }
  const { start, end } = editor.selection
  const range = editor.selection.isEmpty ? editor.document.lineAt(start.line).range : new vscode.Range(start, end)
  return { textDocument: { uri: editor.document.uri.toString() }, range: { start: range.start, end: range.end } }
}
