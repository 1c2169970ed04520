// Asks for a symbol by name, as it is typed.

import * as vscode from 'vscode'
import type { Subject } from './protocol'
import { iconOf } from './places'
import type { Server } from './server'

interface Item extends vscode.QuickPickItem {
  subject: Subject
}

const kinds = ['function', 'method', 'constructor', 'macro', 'class', 'struct', 'property']

/** The chosen symbol; undefined when the person changed their mind. */
export function pickSymbol(server: Server, title: string, placeholder: string): Promise<Subject | undefined> {
  const pick = vscode.window.createQuickPick<Item>()
  pick.title = title
  pick.placeholder = placeholder
  pick.matchOnDescription = true
  let request: vscode.CancellationTokenSource | undefined
  const search = async (query: string) => {
    request?.cancel()
    const { token } = (request = new vscode.CancellationTokenSource())
    pick.busy = true
    try {
      const hits = query ? await server.search(query, 40, { kinds }, token) : []
      if (!token.isCancellationRequested) {
        pick.items = hits.map((hit) => ({
          label: hit.symbol || hit.path,
          description: `${hit.path}:${hit.start}`,
          iconPath: iconOf(hit.kind),
          alwaysShow: true,
          subject: { name: `${hit.path}:${hit.symbol}` },
        }))
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
      const [item] = pick.selectedItems
      resolve(item?.subject ?? (pick.value ? { name: pick.value } : undefined))
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
