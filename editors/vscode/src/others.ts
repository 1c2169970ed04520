// Beside other extensions: where one of them has an answer, ours is left out, so that nothing stands twice.
//
// VS Code puts the answers of all extensions together and tells none of them about the others. So for each request of the editor the command
// behind it is run once more; what comes then, less what is ours, is what others have.

import * as vscode from 'vscode'
import type { Middleware } from 'vscode-languageclient/node'
import { without } from './without'

type Ours<T> = () => vscode.ProviderResult<T>

/** A request while others are asked about it; own is our answer, once somebody wanted it. */
interface Probe {
  own?: Promise<unknown>
}

const probes = new Map<string, Probe>()

const fills = () => vscode.workspace.getConfiguration('sibyl').get('besideOthers') !== 'always'

/** Our answer to a request that is being probed, asked for once; undefined when it is not. */
function probed<T>(key: string, ours: Ours<T>): Promise<T | undefined | null> | undefined {
  const probe = probes.get(key)
  return probe && ((probe.own ??= Promise.resolve(ours())) as Promise<T | undefined | null>)
}

/** What others have: all that execute brings, less ours. */
async function others(key: string, execute: () => Thenable<unknown[] | undefined>): Promise<unknown[]> {
  const probe: Probe = {}
  probes.set(key, probe)
  try {
    const all = (await execute()) ?? []
    return without(all, list(await probe.own))
  } catch {
    return []
  } finally {
    probes.delete(key)
  }
}

const list = (answer: unknown): unknown[] => (Array.isArray(answer) ? answer : answer ? [answer] : [])

/** Ours, unless others have something: instead, as it says, nothing or what they have. */
async function unlessOthers<T>(key: string, ours: Ours<T>, execute: () => Thenable<unknown[] | undefined>, instead: (theirs: unknown[]) => T | undefined): Promise<T | undefined | null> {
  const known = probed(key, ours)
  if (known) {
    return known
  }
  if (!fills()) {
    return ours()
  }
  const [own, theirs] = await Promise.all([ours(), others(key, execute)])
  return theirs.length > 0 ? instead(theirs) : own
}

function execute(what: string, document: vscode.TextDocument, position: vscode.Position) {
  return vscode.commands.executeCommand<unknown[]>(`vscode.execute${what}Provider`, document.uri, position)
}

const keyOf = (what: string, document: vscode.TextDocument, position: vscode.Position) => `${what} ${document.uri} ${position.line}:${position.character}`

const nothing = () => undefined

const isLink = (place: unknown) => (place as vscode.LocationLink).targetUri !== undefined

/**
 * Places: where others have some, the same ones are given once more, since a server that has just started may have had none when the editor
 * asked it. The editor shows equal places once, but not equal links, of which none are given.
 */
function places<T>(what: string, document: vscode.TextDocument, position: vscode.Position, ours: Ours<T>) {
  return unlessOthers(keyOf(what, document, position), ours, () => execute(what, document, position), (theirs) => (theirs.some(isLink) ? undefined : (theirs as T)))
}

export function sideBySide(): Middleware {
  return {
    provideDefinition: (document, position, token, next) => places('Definition', document, position, () => next(document, position, token)),
    provideImplementation: (document, position, token, next) => places('Implementation', document, position, () => next(document, position, token)),
    provideReferences: (document, position, options, token, next) => places('Reference', document, position, () => next(document, position, options, token)),
    provideDocumentSymbols: (document, token, next) => {
      const start = new vscode.Position(0, 0)
      return unlessOthers(keyOf('DocumentSymbol', document, start), () => next(document, token), () => execute('DocumentSymbol', document, start), nothing)
    },
    provideHover: (document, position, token, next) =>
      unlessOthers(keyOf('Hover', document, position), () => next(document, position, token), () => hoversOfServers(document, position), nothing),
    provideWorkspaceSymbols: (query, token, next) => workspaceSymbols(query, () => next(query, token)),
  }
}

/** A hover of another extension may be about something else (who wrote the line): only one that knows the symbol says the same. */
async function hoversOfServers(document: vscode.TextDocument, position: vscode.Position): Promise<unknown[]> {
  const definitions = await others(keyOf('Definition', document, position), () => execute('Definition', document, position))
  return definitions.length > 0 ? execute('Hover', document, position) : []
}

/** Ours without those that others list, too. */
async function workspaceSymbols(query: string, ours: Ours<vscode.SymbolInformation[]>): Promise<vscode.SymbolInformation[] | undefined | null> {
  const key = `WorkspaceSymbol ${query}`
  const known = probed(key, ours)
  if (known) {
    return known
  }
  if (!fills()) {
    return ours()
  }
  const execute = () => vscode.commands.executeCommand<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', query)
  const [own, theirs] = await Promise.all([ours(), others(key, execute)])
  const names = new Set((theirs as vscode.SymbolInformation[]).map(nameAndFile))
  return own?.filter((symbol) => !names.has(nameAndFile(symbol)))
}

/** Two servers agree on the name and the file of a symbol, and seldom on more. */
function nameAndFile(symbol: vscode.SymbolInformation): string {
  const name = symbol.name.replace(/\(.*$/, '')
  return `${name.slice(name.lastIndexOf('.') + 1)} ${symbol.location.uri}`
}
