// Asks for a symbol by name, as it is typed.

import * as vscode from 'vscode'
import type { WorkspaceSymbol } from 'vscode-languageclient/node'
import type { Subject } from './protocol'
import type { Server } from './server'

interface Item extends vscode.QuickPickItem {
  subject: Subject
}

function item(symbol: WorkspaceSymbol): Item {
  return {
    label: symbol.name,
    description: symbol.containerName,
    iconPath: new vscode.ThemeIcon(`symbol-${vscode.SymbolKind[symbol.kind - 1]?.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase()}`),
    alwaysShow: true,
    subject: { name: `${symbol.containerName}:${symbol.name}` },
  }
}

/** The chosen symbol; undefined when the person changed their mind. */
export function pickSymbol(server: Server, title: string, placeholder: string): Promise<Subject | undefined> {
  const pick = vscode.window.createQuickPick<Item>()
  pick.title = title
  pick.placeholder = placeholder
  pick.matchOnDescription = true
  let request: vscode.CancellationTokenSource | undefined
  let shown = '' // what the items are for
  const search = async (query: string) => {
    request?.cancel()
    const { token } = (request = new vscode.CancellationTokenSource())
    pick.busy = true
    try {
      const symbols = query ? await server.symbols(query, token) : []
      if (!token.isCancellationRequested) {
        pick.items = symbols.map(item)
        shown = query
      }
    } catch {
      // The next key asks again.
    } finally {
      pick.busy = !token.isCancellationRequested && false
    }
  }
  return new Promise((resolve) => {
    pick.onDidChangeValue(search)
    pick.onDidAccept(() => {
      const [selected] = pick.selectedItems
      resolve(selected && shown === pick.value ? selected.subject : pick.value ? { name: pick.value } : undefined)
      pick.hide()
    })
    pick.onDidHide(() => {
      request?.cancel()
      resolve(undefined)
      pick.dispose()
    })
    pick.show()
  })
}
