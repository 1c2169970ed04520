// What the panel's page and the extension tell each other.

import type { Citation } from '../protocol'

/** A question with its answer, as the page shows it. */
export interface Turn {
  question: string
  about?: About
  answer: string
  citations: Citation[]
  dropped: number
  model: string
  error?: string
  state: 'streaming' | 'done' | 'stopped'
}

/** The code that a question is about. */
export interface About {
  uri: string
  range: { start: { line: number; character: number }; end: { line: number; character: number } }
  label: string
}

export type ToPage =
  | { type: 'show'; id: number; turns: Turn[]; about?: About }
  | { type: 'begin'; turn: Turn }
  | { type: 'delta'; text: string }
  | { type: 'end'; turn: Turn }
  | { type: 'about'; about?: About }
  | { type: 'model'; model: string }
  | { type: 'focus' }

export type FromPage =
  | { type: 'ready' }
  | { type: 'ask'; question: string }
  | { type: 'stop' }
  | { type: 'open'; turn: number; citation: number }
  | { type: 'openAbout'; turn: number }
  | { type: 'forgetAbout' }
  | { type: 'copy'; turn: number }
  | { type: 'new' }
  | { type: 'history' }
