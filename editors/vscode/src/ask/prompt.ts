// "Show What Would Be Sent": a question's prompt as a document, before anything leaves the machine.

import * as vscode from 'vscode'
import type { AskParams } from '../protocol'
import { text, type Server } from '../server'

export async function showPrompt(server: Server, where: Partial<AskParams>) {
  const question = await vscode.window.showInputBox({ title: 'Show What Would Be Sent', prompt: 'A question; it is not asked' })
  if (!question) {
    return
  }
  try {
    const { prompt } = await server.dryRun({ ...where, question })
    const messages = prompt?.messages ?? []
    const to = prompt?.endpoint ? `Would be sent to ${prompt.endpoint}` : 'No model is set up: nothing would be sent. One would get'
    const head = messages.length ? `${to}, about ${prompt!.tokens} tokens:` : 'Nothing would be sent: the call graph answers.'
    const content = [head, ...messages.map((m) => `--- ${m.role} ---\n${m.content}`)].join('\n\n')
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language: 'plaintext' }))
  } catch (e) {
    void vscode.window.showWarningMessage(`Sibyl: ${text(e)}`)
  }
}
