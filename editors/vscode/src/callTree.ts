// The view "Call Tree": all callers or callees of a symbol. It follows the editor's text and is completed where the server cut it.

import * as vscode from 'vscode'
import { CallNode, subjectOf, treeItem, type Step } from './callItems'
import type { CallTree, Direction, Subject, Tier } from './protocol'
import { isServed, subjectAtCursor, toRange } from './places'
import { text, type Server } from './server'

/** So much is asked for at once; what is further down comes when it is opened. */
const firstDepth = 6
const firstSize = 2000

export class CallTreeView implements vscode.TreeDataProvider<CallNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<CallNode | undefined>()
  private readonly view: vscode.TreeView<CallNode>
  private readonly disposables: vscode.Disposable[] = []
  private roots: CallNode[] = []
  private subject: Subject | undefined
  private direction: Direction = 'incoming'
  private tests = false
  private vendored = false
  private tier: Tier = 'likely'
  private request: vscode.CancellationTokenSource | undefined
  private timer: NodeJS.Timeout | undefined
  readonly onDidChangeTreeData = this.changed.event

  constructor(
    private readonly server: Server,
    private readonly showPath: (from: Subject, to: Subject) => void,
  ) {
    this.view = vscode.window.createTreeView('sibyl.callTree', { treeDataProvider: this, showCollapseAll: true })
    this.disposables.push(this.view, this.changed, vscode.workspace.onDidChangeTextDocument((e) => this.documentChanged(e)))
    this.commands()
    this.contextKeys()
  }

  private commands() {
    const on = (command: string, run: (item: CallNode | Step) => unknown) => this.disposables.push(vscode.commands.registerCommand(command, run))
    on('sibyl.showCallers', () => this.showAtCursor('incoming'))
    on('sibyl.showCallees', () => this.showAtCursor('outgoing'))
    on('sibyl.tree.incoming', () => this.set({ direction: 'incoming' }))
    on('sibyl.tree.outgoing', () => this.set({ direction: 'outgoing' }))
    on('sibyl.tree.hideTests', () => this.set({ tests: false }))
    on('sibyl.tree.showTests', () => this.set({ tests: true }))
    on('sibyl.tree.hideVendored', () => this.set({ vendored: false }))
    on('sibyl.tree.showVendored', () => this.set({ vendored: true }))
    on('sibyl.tree.tier', () => this.pickTier())
    on('sibyl.tree.refresh', () => this.load())
    on('sibyl.tree.export', () => this.export())
    on('sibyl.tree.definition', ({ symbol }) => void vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(symbol.uri), { selection: toRange(symbol.range) }))
    on('sibyl.tree.root', ({ symbol }) => this.show(subjectOf(symbol), this.direction))
    on('sibyl.tree.pathFromRoot', (item) => {
      const node = item as CallNode
      const [a, b] = [subjectOf(node.root.symbol), subjectOf(node.symbol)]
      this.direction === 'incoming' ? this.showPath(b, a) : this.showPath(a, b)
    })
  }

  private async showAtCursor(direction: Direction) {
    const subject = subjectAtCursor()
    if (!subject) {
      void vscode.window.showInformationMessage('Put the cursor on a function first.')
      return
    }
    await this.show(subject, direction)
  }

  /** Shows the tree of a symbol. */
  async show(subject: Subject, direction: Direction) {
    this.subject = subject
    this.direction = direction
    await vscode.commands.executeCommand('sibyl.callTree.focus')
    await this.load()
    if (this.roots[0]) {
      await this.view.reveal(this.roots[0], { focus: true, select: true, expand: 2 })
    }
  }

  private async set(change: { direction?: Direction; tests?: boolean; vendored?: boolean; tier?: Tier }) {
    Object.assign(this, change)
    await this.load()
  }

  private filter() {
    const off = (shown: boolean) => (shown ? undefined : false)
    return { tier: this.tier, tests: off(this.tests), vendored: off(this.vendored), generated: off(this.vendored) }
  }

  /** Asks for the whole tree again; an older request is given up. */
  private async load() {
    this.contextKeys()
    if (!this.subject) {
      return
    }
    this.request?.cancel()
    const request = (this.request = new vscode.CancellationTokenSource())
    try {
      const params = { ...this.subject, ...this.filter(), direction: this.direction, depth: firstDepth, size: firstSize }
      const tree = await vscode.window.withProgress({ location: { viewId: 'sibyl.callTree' } }, () => this.server.callTree(params, request.token))
      if (!request.token.isCancellationRequested) {
        this.take(tree)
      }
    } catch (e) {
      if (!request.token.isCancellationRequested) {
        this.roots = []
        this.view.message = text(e)
        this.changed.fire(undefined)
      }
    }
    this.contextKeys()
  }

  private take(tree: CallTree) {
    this.roots = tree.trees.map((root) => new CallNode(root, this.direction))
    this.view.title = this.direction === 'incoming' ? 'Callers' : 'Callees'
    this.view.description = this.roots[0]?.symbol.name
    const notes = tree.trees.map((root) => root.note).filter((note) => note)
    if (!this.roots.length) {
      notes.push('No function stands here.')
    }
    if (!tree.complete) {
      notes.push('The index is not complete yet.')
    }
    this.view.message = [...new Set([...notes, this.hidden()])].filter((s) => s).join(' · ')
    this.changed.fire(undefined)
  }

  private hidden(): string {
    const names = [this.tests ? '' : 'tests', this.vendored ? '' : 'vendored and generated code'].filter((s) => s)
    return names.length ? `${names.join(', ')} hidden` : ''
  }

  private contextKeys() {
    const set = (key: string, value: unknown) => void vscode.commands.executeCommand('setContext', `sibyl.tree.${key}`, value)
    set('shown', this.subject !== undefined)
    set('direction', this.direction)
    set('tests', this.tests)
    set('vendored', this.vendored)
  }

  private async pickTier() {
    const items: (vscode.QuickPickItem & { tier: Tier })[] = [
      { tier: 'exact', label: 'exact', description: 'scope, import or type proves the call' },
      { tier: 'likely', label: 'likely', description: 'and calls that one definition fits' },
      { tier: 'possible', label: 'possible', description: 'and calls that several definitions fit' },
    ]
    const picked = await vscode.window.showQuickPick(items, { title: 'How sure must a call be?', placeHolder: `now: ${this.tier}` })
    if (picked) {
      await this.set({ tier: picked.tier })
    }
  }

  private async export() {
    const formats = [
      { label: 'Mermaid', description: 'flowchart for Markdown', format: 'mermaid', language: 'mermaid' },
      { label: 'Markdown', description: 'list with links', format: 'markdown', language: 'markdown' },
      { label: 'Graphviz', description: 'dot', format: 'dot', language: 'dot' },
      { label: 'JSON', description: 'with all places', format: 'json', language: 'json' },
    ]
    const picked = await vscode.window.showQuickPick(formats, { title: 'Export Call Tree' })
    if (!picked || !this.subject) {
      return
    }
    const json = picked.format === 'json'
    try {
      const tree = await this.server.callTree({ ...this.subject, ...this.filter(), direction: this.direction, ...(json ? {} : { format: picked.format }) })
      const content = json ? JSON.stringify(tree, null, 2) : tree.text
      const known = await vscode.languages.getLanguages()
      const document = await vscode.workspace.openTextDocument({ content, language: known.includes(picked.language) ? picked.language : 'plaintext' })
      await vscode.window.showTextDocument(document, { preview: false })
    } catch (e) {
      void vscode.window.showErrorMessage(`Sibyl: ${text(e)}`)
    }
  }

  /** The tree follows the text, a moment after the last change. */
  private documentChanged(e: vscode.TextDocumentChangeEvent) {
    if (!this.view.visible || !this.subject || !isServed(e.document) || e.contentChanges.length === 0) {
      return
    }
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.follow(), 400)
  }

  /** The place may have moved: the symbol is looked for by its name. */
  private async follow() {
    const root = this.roots[0]?.symbol
    if (root?.uri.startsWith('file:')) { // nobody else knows the names in a document that is no file
      this.subject = { name: `${root.path}:${root.name}` }
    }
    await this.load()
  }

  getTreeItem(node: CallNode) {
    return treeItem(node)
  }

  getParent(node: CallNode) {
    return node.parent
  }

  async getChildren(node?: CallNode): Promise<CallNode[]> {
    if (!node) {
      return this.roots
    }
    if (node.open) {
      const tree = await this.server.callTree({ ...subjectOf(node.symbol), ...this.filter(), direction: this.direction, depth: firstDepth, size: firstSize })
      if (tree.trees[0]) {
        node.fill(tree.trees[0])
      }
    }
    return node.children
  }

  dispose() {
    clearTimeout(this.timer)
    this.request?.cancel()
    vscode.Disposable.from(...this.disposables).dispose()
  }
}
