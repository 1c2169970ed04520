// The connection to the server: start, stop, requests. Everything that the extension shows comes through here.

import * as vscode from 'vscode'
import { CloseAction, ErrorAction, LanguageClient, ProgressType, type LanguageClientOptions, type Middleware, type WorkspaceSymbol } from 'vscode-languageclient/node'
import { findBinary, surroundings } from './binary'
import { serverSettings } from './configuration'
import { sideBySide } from './others'
import { isServed } from './places'
import type { Answer, AskParams, CallPath, CallPathParams, CallTree, CallTreeParams, Hit, Status } from './protocol'

/** What the status bar tells. */
export type Phase =
  | { kind: 'off'; reason: string }
  | { kind: 'missing'; reason: string }
  | { kind: 'starting' }
  | { kind: 'failed'; reason: string }
  | { kind: 'running' }

/** How far an index pass is; undefined when none is shown. */
export interface Progress {
  message: string
  percentage: number
}

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined
  private readonly phaseChanged = new vscode.EventEmitter<Phase>()
  private readonly progressChanged = new vscode.EventEmitter<Progress | undefined>()
  private tokens = 0
  private lensTimer: NodeJS.Timeout | undefined
  readonly log: vscode.LogOutputChannel
  readonly onPhase = this.phaseChanged.event
  readonly onProgress = this.progressChanged.event
  phase: Phase = { kind: 'starting' }
  binary = ''

  /** Commands of the server (code lenses, code actions) that this extension carries out itself. */
  readonly own = new Map<string, (argument: unknown) => unknown>()

  constructor(private readonly context: vscode.ExtensionContext) {
    this.log = vscode.window.createOutputChannel('Sibyl', { log: true })
    this.watchLenses()
  }

  async start(): Promise<void> {
    if (!vscode.workspace.workspaceFolders?.some((folder) => folder.uri.scheme === 'file')) {
      this.set({ kind: 'off', reason: 'No folder is open.' })
      return
    }
    this.set({ kind: 'starting' })
    const setting = vscode.workspace.getConfiguration('sibyl').get('server.path', '')
    const found = await findBinary(surroundings(setting, this.context.extensionPath))
    if ('reason' in found) {
      this.log.warn(found.reason)
      this.set({ kind: 'missing', reason: found.reason })
      return
    }
    this.log.info(`${found.path} ${found.version}`)
    this.binary = found.path
    await this.connect(found.path)
  }

  private async connect(path: string): Promise<void> {
    const client = new LanguageClient('sibyl', 'Sibyl', { command: path, args: ['serve'], options: { env: process.env } }, await this.options())
    this.client = client
    try {
      await client.start()
      this.set({ kind: 'running' })
    } catch (e) {
      this.set({ kind: 'failed', reason: text(e) })
    }
  }

  private async options(): Promise<LanguageClientOptions> {
    return {
      // A language of "*" counts less than the selector of a server for one language, so that the views that show one provider alone
      // (call and type hierarchy) show that server's.
      documentSelector: [{ language: '*' }],
      outputChannel: this.log,
      initializationOptions: await serverSettings(this.context),
      synchronize: { configurationSection: 'sibyl' },
      middleware: this.middleware(),
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => this.closed(),
      },
    }
  }

  private crashes: number[] = []

  /** Starts again after a crash, unless it crashes again and again. */
  private closed() {
    const now = Date.now()
    this.crashes = [...this.crashes.filter((at) => now - at < 180_000), now]
    if (this.crashes.length < 4) {
      return { action: CloseAction.Restart, handled: true }
    }
    this.set({ kind: 'failed', reason: 'The server ended several times within three minutes.' })
    return { action: CloseAction.DoNotRestart, handled: true }
  }

  private middleware(): Middleware {
    return {
      ...sideBySide(),
      didOpen: async (document, next) => (isServed(document) ? next(document) : undefined),
      didChange: async (event, next) => (isServed(event.document) ? next(event) : undefined),
      didSave: async (document, next) => (isServed(document) ? next(document) : undefined),
      didClose: async (document, next) => (isServed(document) ? next(document) : undefined),
      handleWorkDoneProgress: (_token, params) => {
        const progress = params.kind === 'end' ? undefined : { message: params.message ?? '', percentage: params.percentage ?? 0 }
        this.progressChanged.fire(progress)
      },
      executeCommand: (command, args, next) => {
        const own = this.own.get(command)
        return own ? own(args[0]) : next(command, args)
      },
      workspace: {
        configuration: async (params) => Promise.all(params.items.map((item) => (item.section === 'sibyl' ? serverSettings(this.context) : null))),
      },
    }
  }

  /** An edit in one file may change the callers in another, whose lenses the editor does not ask for again by itself. */
  private watchLenses() {
    const later = (ms: number, again = true) => {
      clearTimeout(this.lensTimer)
      this.lensTimer = setTimeout(() => {
        this.refreshLenses()
        again && later(2000, false) // the editor drops a refresh that comes while it asks
      }, ms)
    }
    this.context.subscriptions.push(
      vscode.workspace.onDidChangeTextDocument((e) => isServed(e.document) && e.contentChanges.length > 0 && later(1000)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && later(300)),
    )
  }

  private refreshLenses() {
    const lenses = this.client?.getFeature('textDocument/codeLens')
    for (const { document } of vscode.window.visibleTextEditors) {
      lenses?.getProvider(document)?.onDidChangeCodeLensEmitter.fire()
    }
  }

  async stop(): Promise<void> {
    const client = this.client
    this.client = undefined
    this.progressChanged.fire(undefined)
    await client?.stop().catch((e) => this.log.warn(`stop: ${text(e)}`))
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Tells the server that settings changed which the editor does not watch (a key). */
  async settingsChanged(): Promise<void> {
    await this.client?.sendNotification('workspace/didChangeConfiguration', { settings: null })
  }

  private set(phase: Phase) {
    this.phase = phase
    this.phaseChanged.fire(phase)
  }

  /** Sends a request; an error's message is for a person. */
  private async request<R>(method: string, params: object, token?: vscode.CancellationToken): Promise<R> {
    if (!this.client || this.phase.kind !== 'running') {
      throw new Error(unavailable(this.phase))
    }
    return token ? this.client.sendRequest<R>(method, params, token) : this.client.sendRequest<R>(method, params)
  }

  search(query: string, limit: number, filters: object, token?: vscode.CancellationToken): Promise<Hit[]> {
    return this.request('sibyl/search', { query, limit, filters }, token)
  }

  /** Symbols by name. */
  async symbols(query: string, token?: vscode.CancellationToken): Promise<WorkspaceSymbol[]> {
    return (await this.request<WorkspaceSymbol[] | null>('workspace/symbol', { query }, token)) ?? []
  }

  callTree(params: CallTreeParams, token?: vscode.CancellationToken): Promise<CallTree> {
    return this.request('sibyl/callTree', params, token)
  }

  callPath(params: CallPathParams, token?: vscode.CancellationToken): Promise<CallPath> {
    return this.request('sibyl/callPath', params, token)
  }

  status(wait = false): Promise<Status> {
    return this.request('sibyl/status', { wait })
  }

  refresh(): Promise<null> {
    return this.request('sibyl/refresh', {})
  }

  /** What would be sent to a model for a question; nothing is. */
  dryRun(params: AskParams, token?: vscode.CancellationToken): Promise<Answer> {
    return this.request('sibyl/ask', { ...params, dryRun: true }, token)
  }

  /** Asks; onDelta gets the text as it comes. Cancelling the token ends the model's request. */
  async ask(params: AskParams, onDelta: (text: string) => void, token?: vscode.CancellationToken): Promise<Answer> {
    const partialResultToken = `sibyl-ask-${++this.tokens}`
    const listener = this.client?.onProgress(new ProgressType<{ delta: string }>(), partialResultToken, (value) => onDelta(value.delta))
    try {
      return await this.request<Answer>('sibyl/ask', { ...params, partialResultToken }, token)
    } finally {
      listener?.dispose()
    }
  }

  dispose() {
    clearTimeout(this.lensTimer)
    void this.stop()
    this.log.dispose()
    this.phaseChanged.dispose()
    this.progressChanged.dispose()
  }
}

/** Why nothing can be asked now. */
export function unavailable(phase: Phase): string {
  switch (phase.kind) {
    case 'starting':
      return 'Sibyl is still starting.'
    case 'running':
      return 'Sibyl is running.'
    default:
      return phase.reason
  }
}

export function text(e: unknown): string {
  return e instanceof Error ? e.message : String(e)
}
