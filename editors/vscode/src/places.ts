// From a result to the editor: opening places, reading the cursor, icons of kinds.

import * as vscode from 'vscode'
import type { Location, Range as ProtocolRange } from 'vscode-languageclient/node'
import type { Subject } from './protocol'

export function toRange(r: ProtocolRange): vscode.Range {
  return new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character)
}

/** Whether the server is told of a document: files, and new documents that are not saved yet. Revisions, output and the like are left to others. */
export const isServed = (document: vscode.TextDocument) => ['file', 'untitled'].includes(document.uri.scheme)

/** The symbol at the cursor of the active editor. */
export function subjectAtCursor(): Subject | undefined {
  const editor = vscode.window.activeTextEditor
  if (!editor || !isServed(editor.document)) {
    return undefined
  }
  const { line, character } = editor.selection.active
  return { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } }
}

/** The command that opens a place, for items of views. */
export function openCommand(uri: string, range: ProtocolRange): vscode.Command {
  return { title: 'Open', command: 'vscode.open', arguments: [vscode.Uri.parse(uri), { selection: toRange(range), preview: true }] }
}

export const openLocation = (l: Location) => openCommand(l.uri, l.range)

const icons: Record<string, string> = {
  module: 'symbol-namespace',
  class: 'symbol-class',
  interface: 'symbol-interface',
  trait: 'symbol-interface',
  struct: 'symbol-struct',
  enum: 'symbol-enum',
  enum_member: 'symbol-enum-member',
  type: 'symbol-class',
  function: 'symbol-function',
  method: 'symbol-method',
  constructor: 'symbol-constructor',
  macro: 'symbol-function',
  field: 'symbol-field',
  property: 'symbol-property',
  constant: 'symbol-constant',
  variable: 'symbol-variable',
  section: 'symbol-string',
}

export const iconOf = (kind: string) => new vscode.ThemeIcon(icons[kind] ?? 'symbol-misc')
