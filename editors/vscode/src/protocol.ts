// What the server adds to the protocol, as docs/lsp-extensions.md describes it.

import type { Location, Position, Range } from 'vscode-languageclient/node'

export type Direction = 'incoming' | 'outgoing'
export type Tier = 'exact' | 'likely' | 'possible'

/** Which symbol is meant: by name or by a place. */
export interface Subject {
  name?: string
  textDocument?: { uri: string }
  position?: Position
}

/** Restricts calls; what is absent restricts nothing, except that tier is "likely". */
export interface CallFilter {
  tier?: Tier
  tests?: boolean
  vendored?: boolean
  generated?: boolean
  languages?: string[]
}

export interface TreeNode {
  name: string
  kind: string
  path: string
  line: number
  uri: string
  range: Range
  tier?: Tier
  dispatch?: boolean
  sites?: Location[]
  cycle?: boolean
  cut?: boolean
  unresolved?: number
  note?: string
  children: TreeNode[]
}

export interface CallTreeParams extends Subject, CallFilter {
  direction: Direction
  depth?: number
  size?: number
  format?: string
}

export interface CallTree {
  direction: Direction
  trees: TreeNode[]
  complete: boolean
  text?: string
}

export interface CallPathParams extends CallFilter {
  from: Subject
  to: Subject
  k: number
}

export interface Hop {
  caller: TreeNode
  callee: TreeNode
  tier: Tier
  dispatch?: boolean
  sites: Location[]
}

export interface CallPath {
  paths: Hop[][]
  complete: boolean
  more?: boolean
  note?: string
}

export interface Hit {
  uri: string
  range: Range
  path: string
  start: number
  end: number
  symbol: string
  kind: string
  score: number
  why: string[]
}

export interface AskParams {
  question: string
  textDocument?: { uri: string }
  range?: Range
  conversation?: string
  /** An answer that exists already: it is checked, no other is made. */
  written?: { answer: string; model: string }
}

export interface Citation {
  uri: string
  range: Range
  symbol: string
  path: string
  start: number
  end: number
}

export interface Answer {
  answer: string
  citations: Citation[]
  dropped: number
  conversation: string
  model: string
  error?: string
  prompt?: Prompt
}

/** What would be sent to a model. */
export interface Prompt {
  endpoint: string
  embedder: string
  tokens: number
  messages?: { role: 'system' | 'user' | 'assistant'; content: string }[]
}

export interface Status {
  indexing: boolean
  done: number
  total: number
  files: number
  chunks: number
  symbols: number
  languages?: Record<string, number>
  skipped?: { path: string; reason: string }[]
  head: string
  pending: number
  embedder: string
  llm: string
  complete: boolean
  notes?: string[]
  roots?: string[]
  version: string
}
