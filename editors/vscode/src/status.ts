// The item in the status bar: progress of the index, how fresh it is, where questions go; a click opens the menu.

import * as vscode from 'vscode'
import type { Status } from './protocol'
import { text, unavailable, type Progress, type Server } from './server'

const every = 5000 // ms between looks while the window has the focus

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('sibyl.status', vscode.StatusBarAlignment.Left, 10)
  private readonly disposables: vscode.Disposable[]
  private progress: Progress | undefined
  private status: Status | undefined
  private timer: NodeJS.Timeout

  constructor(private readonly server: Server) {
    this.item.name = 'Sibyl'
    this.item.command = 'sibyl.menu'
    this.disposables = [
      this.item,
      server.onPhase(() => void this.look()),
      server.onProgress((progress) => {
        this.progress = progress
        progress ? this.show() : void this.look()
      }),
      vscode.workspace.onDidSaveTextDocument(() => void this.look()),
    ]
    this.timer = setInterval(() => vscode.window.state.focused && !this.progress && void this.look(), every)
    this.show()
    this.item.show()
  }

  /** Asks the server how things are. */
  private async look() {
    try {
      this.status = this.server.phase.kind === 'running' ? await this.server.status() : undefined
    } catch {
      this.status = undefined
    }
    this.show()
  }

  private show() {
    const { phase } = this.server
    this.item.backgroundColor = undefined
    if (phase.kind === 'missing' || phase.kind === 'failed') {
      this.label('$(warning) Sibyl', phase.kind === 'missing' ? 'Sibyl: the program was not found' : 'Sibyl: the server does not run')
      this.item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground')
      this.item.tooltip = unavailable(phase)
    } else if (phase.kind !== 'running') {
      this.label(phase.kind === 'starting' ? '$(loading~spin) Sibyl' : '$(circle-slash) Sibyl', `Sibyl: ${unavailable(phase)}`)
      this.item.tooltip = unavailable(phase)
    } else if (this.progress) {
      this.label(`$(sync~spin) Sibyl ${this.progress.percentage}%`, `Sibyl is indexing: ${this.progress.message}`)
      this.item.tooltip = `Indexing: ${this.progress.message}`
    } else {
      this.fresh()
    }
  }

  private fresh() {
    const s = this.status
    const pending = s?.pending ?? 0
    if (pending > 0) {
      this.label(`$(sync) Sibyl ${pending}`, `Sibyl: ${pending} changes are not indexed yet`)
    } else if (s && !s.complete) {
      this.label('$(sync~spin) Sibyl', 'Sibyl: the index is not complete yet')
    } else {
      this.label('$(telescope) Sibyl', 'Sibyl: the index is up to date')
    }
    this.item.tooltip = s && tooltip(s)
  }

  private label(label: string, spoken: string) {
    this.item.text = label
    this.item.accessibilityInformation = { label: spoken, role: 'button' }
  }

  dispose() {
    clearInterval(this.timer)
    vscode.Disposable.from(...this.disposables).dispose()
  }
}

/** What the status says, a line a fact. */
export function facts(s: Status): string[] {
  const n = (count: number, noun: string) => `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
  const out = [`${n(s.files, 'file')}, ${n(s.symbols, 'symbol')}, ${s.pending > 0 ? n(s.pending, 'change') + ' not indexed yet' : s.complete ? 'up to date' : 'not complete yet'}`]
  if (s.head) {
    out.push(`Commit ${s.head.slice(0, 10)}`)
  }
  if (s.languages) {
    const languages = Object.entries(s.languages).sort((a, b) => b[1] - a[1])
    out.push(languages.slice(0, 6).map(([name, count]) => `${name} ${count}`).join(', '))
  }
  out.push(s.llm ? `Questions go to the model ${s.llm}` : 'No model: answers are digests, nothing leaves this machine')
  out.push(`Search by meaning: ${s.embedder}`)
  if (s.skipped?.length) {
    out.push(`${n(s.skipped.length, 'file')} skipped`)
  }
  return [...out, ...(s.notes ?? [])]
}

function tooltip(s: Status): vscode.MarkdownString {
  const tip = new vscode.MarkdownString()
  tip.appendText(`Sibyl ${s.version}\n`)
  for (const fact of facts(s)) {
    tip.appendText(`\n${fact}\n`)
  }
  return tip
}

/** Shows the status as a document, with what was skipped and why. */
export async function showStatus(server: Server) {
  try {
    const s = await server.status()
    const skipped = (s.skipped ?? []).map((f) => `- ${f.path}: ${f.reason}`)
    const content = [`# Sibyl ${s.version}`, '', ...facts(s).map((f) => `- ${f}`), `- Program: ${server.binary}`, ...(s.roots ?? []).map((r) => `- Folder: ${r}`), ...(skipped.length ? ['', '## Skipped', '', ...skipped] : [])].join('\n')
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language: 'markdown' }))
  } catch (e) {
    void vscode.window.showWarningMessage(`Sibyl: ${text(e)}`)
  }
}
