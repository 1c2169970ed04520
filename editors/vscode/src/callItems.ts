// How symbols of call trees and call chains look in a view.

import * as vscode from 'vscode'
import type { Direction, Hop, Subject, TreeNode } from './protocol'
import { iconOf, openCommand, openLocation } from './places'

/** One symbol of a call tree, with its way up. */
export class CallNode {
  children: CallNode[]

  constructor(
    readonly symbol: TreeNode,
    readonly direction: Direction,
    readonly parent?: CallNode,
  ) {
    this.children = symbol.children.map((child) => new CallNode(child, direction, this))
  }

  /** Where the server left children out that it would show when asked for this symbol alone. */
  get open(): boolean {
    return this.symbol.cut === true && this.children.length === 0 && !this.repeats
  }

  /** Whether the symbol stands above itself: the server marks it within one answer, and here across the answers that were put together. */
  get repeats(): boolean {
    if (this.symbol.cycle) {
      return true
    }
    for (let up = this.parent; up; up = up.parent) {
      if (up.symbol.uri === this.symbol.uri && up.symbol.name === this.symbol.name && up.symbol.line === this.symbol.line) {
        return true
      }
    }
    return false
  }

  get root(): CallNode {
    return this.parent ? this.parent.root : this
  }

  /** Takes the children of another answer about the same symbol. */
  fill(node: TreeNode) {
    this.symbol.cut = node.cut && node.children.length === 0
    this.children = node.children.map((child) => new CallNode(child, this.direction, this))
  }
}

export function subjectOf(node: TreeNode): Subject {
  return { textDocument: { uri: node.uri }, position: node.range.start }
}

export function treeItem(node: CallNode): vscode.TreeItem {
  const n = node.symbol
  const below = node.children.length > 0 || node.open
  const state = !below ? vscode.TreeItemCollapsibleState.None : node.parent ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded
  const item = new vscode.TreeItem(n.name, state)
  item.iconPath = iconOf(n.kind)
  item.description = [`${n.path}:${n.line}`, ...remarks(node)].join(' · ')
  item.tooltip = tooltip(node)
  item.contextValue = node.parent ? 'symbol below' : 'symbol'
  item.command = n.sites?.length ? openLocation(n.sites[0]!) : openCommand(n.uri, n.range)
  item.accessibilityInformation = { label: spoken(node) }
  return item
}

/** How sure a call is, and what else is to be known of it. */
function remarks(node: CallNode): string[] {
  const n = node.symbol
  const out: string[] = []
  if (n.tier) {
    out.push(n.tier)
  }
  if (n.dispatch) {
    out.push('dispatch')
  }
  if (n.sites && n.sites.length > 1) {
    out.push(`${n.sites.length} calls`)
  }
  if (node.repeats) {
    out.push('cycle')
  }
  return out
}

const tierText = {
  exact: 'exact: scope, import or type proves the call',
  likely: 'likely: one definition fits the call',
  possible: 'possible: several definitions fit the call',
}

function tooltip(node: CallNode): vscode.MarkdownString {
  const n = node.symbol
  const text = new vscode.MarkdownString(undefined, true)
  text.appendMarkdown(`**${escape(n.name)}** ${n.kind}\n\n$(file) ${escape(n.path)}:${n.line}\n\n`)
  if (n.tier) {
    text.appendMarkdown(`${tierText[n.tier]}\n\n`)
  }
  if (n.dispatch) {
    text.appendMarkdown('goes through an interface or a base class\n\n')
  }
  if (n.sites?.length) {
    text.appendMarkdown(`called in line ${n.sites.map((s) => s.range.start.line + 1).join(', ')}\n\n`)
  }
  if (n.unresolved) {
    text.appendMarkdown(`${n.unresolved} unresolved ${n.unresolved === 1 ? 'call' : 'calls'}\n\n`)
  }
  if (n.note) {
    text.appendMarkdown(escape(n.note))
  }
  return text
}

const escape = (s: string) => s.replace(/[\\`*_{}[\]()#+\-.!<>|$]/g, '\\$&')

function spoken(node: CallNode): string {
  const n = node.symbol
  const relation = !node.parent ? '' : node.direction === 'incoming' ? `calls ${node.parent.symbol.name}, ` : `called by ${node.parent.symbol.name}, `
  return [`${n.name}, ${n.kind}`, `${relation}${n.path} line ${n.line}`, ...remarks(node)].join(', ')
}

/** One chain of calls in the call path view. */
export class Chain {
  readonly steps: Step[]

  constructor(
    readonly number: number,
    readonly hops: Hop[],
  ) {
    const nodes = [hops[0]!.caller, ...hops.map((h) => h.callee)]
    this.steps = nodes.map((node, i) => new Step(this, node, i > 0 ? hops[i - 1] : undefined))
  }

  get text(): string {
    return this.steps.map((s) => s.symbol.name).join(' → ')
  }
}

/** One symbol of a chain; hop is the call that leads to it. */
export class Step {
  constructor(
    readonly chain: Chain,
    readonly symbol: TreeNode,
    readonly hop?: Hop,
  ) {}
}

export function chainItem(chain: Chain): vscode.TreeItem {
  const calls = `${chain.hops.length} ${chain.hops.length === 1 ? 'call' : 'calls'}`
  const item = new vscode.TreeItem(`Chain ${chain.number}: ${calls}`, chain.number === 1 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed)
  item.description = chain.text
  item.tooltip = chain.text
  item.contextValue = 'chain'
  item.accessibilityInformation = { label: `Chain ${chain.number}, ${calls}: ${chain.text}` }
  return item
}

export function stepItem(step: Step): vscode.TreeItem {
  const { symbol: node, hop } = step
  const item = new vscode.TreeItem(node.name, vscode.TreeItemCollapsibleState.None)
  item.iconPath = iconOf(node.kind)
  const details = [`${node.path}:${node.line}`, ...(hop ? [hop.tier, ...(hop.dispatch ? ['dispatch'] : [])] : [])]
  item.description = details.join(' · ')
  item.contextValue = 'symbol'
  item.command = hop?.sites.length ? openLocation(hop.sites[0]!) : openCommand(node.uri, node.range)
  item.tooltip = hop ? `${hop.caller.name} calls ${node.name}${hop.sites[0] ? ` in line ${hop.sites[0].range.start.line + 1}` : ''}; ${tierText[hop.tier]}` : `${node.path}:${node.line}`
  item.accessibilityInformation = { label: `${node.name}, ${node.kind}, ${hop ? `called by ${hop.caller.name}, ` : ''}${details.join(', ')}` }
  return item
}
