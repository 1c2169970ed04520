// The menu behind the status bar's item, and what is said when the program is missing.

import * as vscode from 'vscode'
import type { Server } from './server'

interface Item extends vscode.QuickPickItem {
  command?: string
}

export async function showMenu(server: Server) {
  const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator })
  const running: Item[] = [
    { label: '$(comment-discussion) Ask…', command: 'sibyl.askQuestion' },
    { label: '$(search) Search by Meaning…', command: 'sibyl.searchByMeaning' },
    { label: '$(call-incoming) Callers of the Symbol at the Cursor', command: 'sibyl.showCallers' },
    { label: '$(call-outgoing) What It Calls', command: 'sibyl.showCallees' },
    { label: '$(git-compare) Call Path from A to B…', command: 'sibyl.showCallPath' },
    { label: '$(history) Earlier Conversations…', command: 'sibyl.history' },
    separator('index'),
    { label: '$(info) Status', command: 'sibyl.showStatus' },
    { label: '$(refresh) Compare With the Disk', command: 'sibyl.refreshIndex' },
    separator('set up'),
    { label: '$(sparkle) Set Up a Model for Answers…', command: 'sibyl.setUpModel' },
  ]
  const items: Item[] = [
    ...(server.phase.kind === 'running' ? running : []),
    ...(server.phase.kind === 'missing' ? [{ label: '$(cloud-download) How to Get the Program', command: 'sibyl.howToInstall' }, { label: '$(folder-opened) Choose the Program…', command: 'sibyl.chooseProgram' }] : []),
    { label: '$(debug-restart) Restart the Server', command: 'sibyl.restart' },
    { label: '$(output) Show Log', command: 'sibyl.showLog' },
    { label: '$(gear) Settings', command: 'sibyl.settings' },
  ]
  const picked = await vscode.window.showQuickPick(items, { title: 'Sibyl' })
  if (picked?.command) {
    await vscode.commands.executeCommand(picked.command)
  }
}

/** Tells that the program is missing and what can be done. */
export async function sayMissing(reason: string) {
  const how = 'How to Get It'
  const choose = 'Choose It…'
  const again = 'Look Again'
  const answer = await vscode.window.showWarningMessage(`Sibyl: ${reason}`, how, choose, again)
  const commands: Record<string, string> = { [how]: 'sibyl.howToInstall', [choose]: 'sibyl.chooseProgram', [again]: 'sibyl.restart' }
  if (answer) {
    await vscode.commands.executeCommand(commands[answer]!)
  }
}

export async function chooseProgram(server: Server) {
  const [file] = (await vscode.window.showOpenDialog({ title: 'The program "sibyl"', openLabel: 'Use' })) ?? []
  if (file) {
    await vscode.workspace.getConfiguration('sibyl').update('server.path', file.fsPath, vscode.ConfigurationTarget.Global)
    await server.restart()
  }
}
