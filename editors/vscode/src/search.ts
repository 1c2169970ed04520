// "Search by Meaning": a quick pick whose places are shown in the editor as one moves through them.

import * as vscode from 'vscode'
import { iconOf, toRange } from './places'
import type { Hit } from './protocol'
import { text, type Server } from './server'

interface Item extends vscode.QuickPickItem {
  hit: Hit
}

const limit = 30
const pause = 120 // ms between the last key and the request

/** Where the person was before a preview took the editor. */
interface Before {
  document: vscode.TextDocument
  column: vscode.ViewColumn | undefined
  selection: vscode.Selection
  visible: vscode.Range | undefined
  tabs: Set<string>
}

export class SearchPick implements vscode.Disposable {
  private readonly highlight = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    borderColor: new vscode.ThemeColor('contrastActiveBorder'),
  })
  private last = ''

  constructor(private readonly server: Server) {}

  show() {
    const pick = vscode.window.createQuickPick<Item>()
    const tests: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('beaker'), tooltip: 'Leave tests out or take them in' }
    let withTests = true
    pick.title = 'Search by Meaning'
    pick.placeholder = 'What does the code do? A description, a question, or a name'
    pick.value = this.last
    pick.buttons = [tests]
    // The order is the server's. The editor would sort by how the labels fit the query's letters; it takes this switch from every extension.
    ;(pick as unknown as { sortByLabel: boolean }).sortByLabel = false
    const before = now()
    let accepted = false
    let timer: NodeJS.Timeout | undefined
    let request: vscode.CancellationTokenSource | undefined

    const search = async () => {
      request?.cancel()
      const { token } = (request = new vscode.CancellationTokenSource())
      const query = (this.last = pick.value).trim()
      if (!query) {
        pick.items = []
        return
      }
      pick.busy = true
      try {
        const hits = await this.server.search(query, limit, withTests ? {} : { tests: false }, token)
        if (!token.isCancellationRequested) {
          pick.items = hits.map(item)
          pick.busy = false
        }
      } catch (e) {
        if (!token.isCancellationRequested) {
          pick.busy = false
          pick.items = []
          pick.title = `Search by Meaning: ${text(e)}`
        }
      }
    }
    pick.onDidChangeValue(() => {
      clearTimeout(timer)
      timer = setTimeout(search, pause)
    })
    pick.onDidTriggerButton(() => {
      withTests = !withTests
      pick.title = withTests ? 'Search by Meaning' : 'Search by Meaning, without tests'
      void search()
    })
    pick.onDidChangeActive(async ([active]) => {
      if (active) {
        await this.preview(active.hit, true)
      }
    })
    pick.onDidAccept(async () => {
      const [chosen] = pick.selectedItems
      if (chosen) {
        accepted = true
        pick.hide()
        await this.preview(chosen.hit, false)
      }
    })
    pick.onDidHide(async () => {
      clearTimeout(timer)
      request?.cancel()
      pick.dispose()
      this.clear()
      if (!accepted) {
        await goBack(before)
      }
    })
    pick.show()
    void search()
  }

  /** Shows a hit's place; for a preview the quick pick keeps the focus. */
  private async preview(hit: Hit, keepFocus: boolean) {
    const range = toRange(hit.range)
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(hit.uri))
    const editor = await vscode.window.showTextDocument(document, { preview: true, preserveFocus: keepFocus, selection: new vscode.Range(range.start, range.start) })
    this.clear()
    if (keepFocus) {
      editor.setDecorations(this.highlight, [range])
    }
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport)
  }

  private clear() {
    for (const editor of vscode.window.visibleTextEditors) {
      editor.setDecorations(this.highlight, [])
    }
  }

  dispose() {
    this.highlight.dispose()
  }
}

function item(hit: Hit): Item {
  return {
    hit,
    label: hit.symbol || hit.path,
    description: `${hit.path}:${hit.start}-${hit.end}  ${hit.why.join(' · ')}`,
    iconPath: iconOf(hit.kind),
    alwaysShow: true,
  }
}

function now(): Before | undefined {
  const editor = vscode.window.activeTextEditor
  const tabs = new Set(vscode.window.tabGroups.all.flatMap((group) => group.tabs).map((tab) => tab.label))
  return editor && { document: editor.document, column: editor.viewColumn, selection: editor.selection, visible: editor.visibleRanges[0], tabs }
}

async function goBack(before: Before | undefined) {
  if (!before) {
    return
  }
  for (const tab of vscode.window.tabGroups.all.flatMap((group) => group.tabs)) {
    if (tab.isPreview && !before.tabs.has(tab.label) && tab.input instanceof vscode.TabInputText) {
      await vscode.window.tabGroups.close(tab, true)
    }
  }
  const editor = await vscode.window.showTextDocument(before.document, { viewColumn: before.column, selection: before.selection })
  if (before.visible) {
    editor.revealRange(before.visible, vscode.TextEditorRevealType.AtTop)
  }
}
