// Earlier conversations of this workspace, kept by the editor.

import type { Memento } from 'vscode'
import type { Turn } from './messages'

export interface Conversation {
  id: number
  when: number // ms, of the last question
  turns: Turn[]
  /** The server's number for it: known to the server that runs now. */
  onServer?: string
}

const storageKey = 'sibyl.conversations'
const most = 30 // conversations
const mostTurns = 40 // of one

export class History {
  constructor(private readonly memento: Memento) {}

  all(): Conversation[] {
    return this.memento.get<Conversation[]>(storageKey, [])
  }

  /** Keeps a conversation in the place of its older state; the oldest is forgotten when there are too many. */
  async keep(conversation: Conversation) {
    const { onServer: _, ...kept } = conversation
    kept.turns = kept.turns.filter((t) => t.state !== 'streaming').slice(-mostTurns)
    const others = this.all().filter((c) => c.id !== conversation.id)
    await this.memento.update(storageKey, [kept, ...others].slice(0, most))
  }

  async clear() {
    await this.memento.update(storageKey, [])
  }

  find(id: number): Conversation | undefined {
    return this.all().find((c) => c.id === id)
  }
}
