// The panel "Ask": a conversation beside the editor. Answers stream in; their citations open the places.

import * as vscode from 'vscode'
import { toRange } from '../places'
import type { AskParams } from '../protocol'
import { text, type Server } from '../server'
import type { Conversation, History } from './history'
import type { About, FromPage, ToPage, Turn } from './messages'
import { page } from './page'

const viewType = 'sibyl.ask'
const frame = 16 // ms that pieces of an answer are gathered for

export class AskPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined
  private ready = false
  private conversation: Conversation = fresh()
  private about: About | undefined
  private running: vscode.CancellationTokenSource | undefined

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
    private readonly history: History,
  ) {
    context.subscriptions.push(
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: { id?: number } | undefined) => {
          this.conversation = (state?.id !== undefined && this.history.find(state.id)) || this.conversation
          this.take(panel)
        },
      }),
      server.onPhase(() => void this.tellModel()),
      vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration('sibyl.llm') && setTimeout(() => void this.tellModel(), 500)) // the server asks for them, too,
    )
  }

  /** Opens the panel; with a question, asks it. */
  async open(params?: Partial<AskParams>) {
    if (params?.textDocument && params.range) {
      this.about = { uri: params.textDocument.uri, range: params.range, label: label(params.textDocument.uri, params.range) }
    }
    if (!this.panel) {
      const column = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.One
      this.take(vscode.window.createWebviewPanel(viewType, 'Ask', column, { enableScripts: true, enableFindWidget: true, retainContextWhenHidden: true }))
    } else {
      this.panel.reveal(undefined, false)
    }
    this.post({ type: 'about', about: this.about })
    if (params?.question) {
      await this.ask(params.question)
    } else {
      this.post({ type: 'focus' })
    }
  }

  private take(panel: vscode.WebviewPanel) {
    this.panel = panel
    this.ready = false
    panel.iconPath = vscode.Uri.joinPath(this.context.extensionUri, 'media', 'sibyl.svg')
    panel.webview.options = { enableScripts: true, localResourceRoots: ['dist', 'media'].map((folder) => vscode.Uri.joinPath(this.context.extensionUri, folder)) }
    panel.webview.onDidReceiveMessage((message: FromPage) => this.receive(message))
    panel.onDidDispose(() => {
      this.running?.cancel()
      this.panel = undefined
    })
    panel.webview.html = page(panel.webview, this.context.extensionUri)
  }

  private post(message: ToPage) {
    if (this.ready) {
      void this.panel?.webview.postMessage(message)
    }
  }

  private async receive(message: FromPage) {
    switch (message.type) {
      case 'ready':
        this.ready = true
        this.show()
        await this.tellModel()
        break
      case 'ask':
        await this.ask(message.question)
        break
      case 'stop':
        this.running?.cancel()
        break
      case 'open': {
        const citation = this.conversation.turns[message.turn]?.citations[message.citation]
        if (citation) {
          await openBeside(citation.uri, toRange(citation.range))
        }
        break
      }
      case 'openAbout': {
        const about = message.turn < 0 ? this.about : this.conversation.turns[message.turn]?.about
        if (about) {
          await openBeside(about.uri, toRange(about.range))
        }
        break
      }
      case 'forgetAbout':
        this.about = undefined
        this.post({ type: 'about' })
        break
      case 'copy':
        await vscode.env.clipboard.writeText(this.conversation.turns[message.turn]?.answer ?? '')
        break
      case 'new':
        this.begin(fresh())
        break
      case 'history':
        await this.chooseEarlier()
        break
    }
  }

  private begin(conversation: Conversation) {
    this.running?.cancel()
    this.about = undefined
    this.conversation = conversation
    this.show()
  }

  private show() {
    this.post({ type: 'show', id: this.conversation.id, turns: this.conversation.turns, about: this.about })
    this.post({ type: 'focus' })
  }

  /** Asks in the present conversation. The question before ends. */
  async ask(question: string) {
    this.running?.cancel()
    const conversation = this.conversation
    const running = (this.running = new vscode.CancellationTokenSource())
    const turn: Turn = { question, about: this.about, answer: '', citations: [], dropped: 0, model: '', state: 'streaming' }
    conversation.turns.push(turn)
    conversation.when = Date.now()
    this.about = undefined
    const shown = () => this.conversation === conversation && conversation.turns.at(-1) === turn
    this.post({ type: 'begin', turn })
    const stream = new Gatherer((piece) => shown() && this.post({ type: 'delta', text: piece }))
    try {
      const where = turn.about && { textDocument: { uri: turn.about.uri }, range: turn.about.range }
      const answer = await this.server.ask({ question, ...where, conversation: conversation.onServer }, (piece) => {
        turn.answer += piece
        stream.add(piece)
      }, running.token)
      Object.assign(turn, { answer: answer.answer, citations: answer.citations, dropped: answer.dropped, model: answer.model, error: answer.error })
      conversation.onServer = answer.conversation
      turn.state = 'done'
    } catch (e) {
      turn.state = running.token.isCancellationRequested ? 'stopped' : 'done'
      turn.error = running.token.isCancellationRequested ? undefined : text(e)
    }
    stream.end()
    if (this.running === running) {
      this.running = undefined
    }
    if (shown()) {
      this.post({ type: 'end', turn })
    }
    await this.history.keep(conversation)
    await this.tellModel()
  }

  async chooseEarlier() {
    const items = this.history.all().map((c) => ({
      label: c.turns[0]?.question ?? '',
      description: new Date(c.when).toLocaleString(),
      detail: c.turns.length > 1 ? `${c.turns.length} questions` : undefined,
      conversation: c,
    }))
    const forget = { label: '$(trash) Forget all', description: '', detail: undefined, conversation: undefined }
    if (!items.length) {
      void vscode.window.showInformationMessage('There are no earlier conversations in this workspace.')
      return
    }
    const picked = await vscode.window.showQuickPick([...items, forget], { title: 'Earlier Conversations', matchOnDetail: true })
    if (picked?.conversation) {
      await this.open()
      this.begin(picked.conversation)
    } else if (picked) {
      await this.history.clear()
    }
  }

  /** Tells who writes the answers. */
  private async tellModel() {
    if (!this.ready) {
      return
    }
    try {
      const { llm } = await this.server.status()
      this.post({ type: 'model', model: llm ? `Model: ${llm}` : 'No model is set up: answers are digests' })
    } catch {
      this.post({ type: 'model', model: '' })
    }
  }

  dispose() {
    this.running?.cancel()
    this.panel?.dispose()
  }
}

/** Gathers pieces for a frame; the first one goes out at once. */
class Gatherer {
  private pieces = ''
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly send: (text: string) => void) {}

  add(piece: string) {
    this.pieces += piece
    if (!this.timer) {
      this.flush()
      this.timer = setTimeout(() => this.tick(), frame)
    }
  }

  private tick() {
    this.timer = this.pieces ? setTimeout(() => this.tick(), frame) : undefined
    this.flush()
  }

  private flush() {
    if (this.pieces) {
      this.send(this.pieces)
      this.pieces = ''
    }
  }

  end() {
    clearTimeout(this.timer)
    this.flush()
  }
}

const fresh = (): Conversation => ({ id: Date.now(), when: Date.now(), turns: [] })

function label(uri: string, range: About['range']): string {
  const last = range.end.character === 0 && range.end.line > range.start.line ? range.end.line : range.end.line + 1
  const lines = last > range.start.line + 1 ? `${range.start.line + 1}-${last}` : `${range.start.line + 1}`
  return `${vscode.workspace.asRelativePath(vscode.Uri.parse(uri))}:${lines}`
}

/** Opens a place next to the panel, never over it. */
async function openBeside(uri: string, range: vscode.Range) {
  const column = vscode.window.visibleTextEditors.find((e) => e.viewColumn !== undefined)?.viewColumn ?? vscode.ViewColumn.One
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))
  const editor = await vscode.window.showTextDocument(document, { viewColumn: column, preview: true, selection: range })
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport)
}
