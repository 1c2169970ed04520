// The view "Call Path": how one symbol reaches another, the shortest chain first.

import * as vscode from 'vscode'
import { Chain, Step, chainItem, stepItem } from './callItems'
import { subjectAtCursor } from './places'
import type { Subject } from './protocol'
import { text, type Server } from './server'
import { pickSymbol } from './symbolPick'

export class CallPathView implements vscode.TreeDataProvider<Chain | Step>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>()
  private readonly view: vscode.TreeView<Chain | Step>
  private readonly disposables: vscode.Disposable[] = []
  private chains: Chain[] = []
  private ends: { from: Subject; to: Subject } | undefined
  private wanted = 1
  readonly onDidChangeTreeData = this.changed.event

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView('sibyl.callPath', { treeDataProvider: this })
    const on = (command: string, run: (item: Chain) => unknown) => vscode.commands.registerCommand(command, run)
    this.disposables.push(
      this.view,
      this.changed,
      on('sibyl.showCallPath', () => this.askFor()),
      on('sibyl.callPathFromHere', () => this.askFor({ from: subjectAtCursor() })),
      on('sibyl.callPathToHere', () => this.askFor({ to: subjectAtCursor() })),
      on('sibyl.path.next', () => this.load(this.wanted + 1)),
      on('sibyl.path.swap', () => this.ends && this.show(this.ends.to, this.ends.from)),
      on('sibyl.path.copy', (chain) => vscode.env.clipboard.writeText(chain.text)),
    )
  }

  private async askFor(known: { from?: Subject; to?: Subject } = {}) {
    const from = known.from ?? (await pickSymbol(this.server, 'Call Path: A', 'Where does the chain of calls begin?'))
    const to = from && (known.to ?? (await pickSymbol(this.server, 'Call Path: B', 'Where does it end?')))
    if (from && to) {
      await this.show(from, to)
    }
  }

  async show(from: Subject, to: Subject) {
    this.ends = { from, to }
    await vscode.commands.executeCommand('sibyl.callPath.focus')
    await this.load(1)
    if (this.chains[0]) {
      await this.view.reveal(this.chains[0], { focus: true, expand: true })
    }
  }

  private async load(k: number) {
    if (!this.ends) {
      return
    }
    this.wanted = k
    let more = false
    try {
      const answer = await vscode.window.withProgress({ location: { viewId: 'sibyl.callPath' } }, () => this.server.callPath({ ...this.ends!, k }))
      this.chains = answer.paths.map((hops, i) => new Chain(i + 1, hops))
      this.view.message = answer.note ?? (answer.complete ? undefined : 'The index is not complete yet.')
      more = answer.more === true
    } catch (e) {
      this.chains = []
      this.view.message = text(e)
    }
    void vscode.commands.executeCommand('setContext', 'sibyl.path.more', more)
    void vscode.commands.executeCommand('setContext', 'sibyl.path.shown', true)
    this.changed.fire(undefined)
  }

  getTreeItem(item: Chain | Step) {
    return item instanceof Chain ? chainItem(item) : stepItem(item)
  }

  getParent(item: Chain | Step) {
    return item instanceof Step ? item.chain : undefined
  }

  getChildren(item?: Chain | Step) {
    return item instanceof Chain ? item.steps : item ? [] : this.chains
  }

  dispose() {
    vscode.Disposable.from(...this.disposables).dispose()
  }
}
