// The chat participant @sibyl and the tools for language models, where the editor has a chat. A model of the editor needs no key of ours.

import * as vscode from 'vscode'
import { toRange } from './places'
import type { Answer, Citation, Direction } from './protocol'
import { text, type Server } from './server'

export function registerChat(context: vscode.ExtensionContext, server: Server) {
  if (typeof vscode.chat?.createChatParticipant === 'function') {
    const participant = vscode.chat.createChatParticipant('sibyl.chat', (request, history, stream, token) => reply(server, request, history, stream, token))
    participant.iconPath = new vscode.ThemeIcon('telescope')
    context.subscriptions.push(participant)
  }
  if (typeof vscode.lm?.registerTool === 'function') {
    context.subscriptions.push(vscode.lm.registerTool('sibyl_search', new SearchTool(server)), vscode.lm.registerTool('sibyl_calls', new CallsTool(server)))
  }
}

async function reply(server: Server, request: vscode.ChatRequest, history: vscode.ChatContext, stream: vscode.ChatResponseStream, token: vscode.CancellationToken) {
  try {
    switch (request.command) {
      case 'callers':
      case 'callees':
        stream.markdown(await calls(server, request.prompt.trim(), request.command === 'callers' ? 'incoming' : 'outgoing', 3, token))
        return {}
      case 'search':
        return await replySearch(server, request.prompt, stream, token)
      default:
        return await replyAsk(server, request, history, stream, token)
    }
  } catch (e) {
    return { errorDetails: { message: text(e) } }
  }
}

async function replySearch(server: Server, query: string, stream: vscode.ChatResponseStream, token: vscode.CancellationToken) {
  const hits = await server.search(query, 10, {}, token)
  stream.markdown(hits.length ? '' : 'Nothing fits.')
  for (const hit of hits) {
    stream.markdown('\n- ')
    stream.anchor(location(hit), hit.symbol || hit.path)
    stream.markdown(` ${hit.path}:${hit.start}`)
  }
  return {}
}

/** With a model of the server's, its answer. Else the editor's model gets what the server would have sent to one, and the server checks what it cites. */
async function replyAsk(server: Server, request: vscode.ChatRequest, history: vscode.ChatContext, stream: vscode.ChatResponseStream, token: vscode.CancellationToken) {
  stream.progress('Reading the code…')
  const question = { question: request.prompt, ...about(request), conversation: lastConversation(history) }
  const { llm } = await server.status()
  const dry = llm ? undefined : await server.dryRun(question, token)
  if (!dry?.prompt?.messages) { // a model is set up, or the call graph answers
    return finish(await server.ask(question, (piece) => stream.markdown(piece), token), stream)
  }
  const messages = dry.prompt.messages.map((m) =>
    m.role === 'assistant' ? vscode.LanguageModelChatMessage.Assistant(m.content) : vscode.LanguageModelChatMessage.User(m.content),
  )
  const response = await request.model.sendRequest(messages, {}, token)
  let answer = ''
  for await (const piece of response.text) {
    answer += piece
    stream.markdown(piece)
  }
  return finish(await server.ask({ ...question, written: { answer, model: request.model.name } }, () => {}, token), stream)
}

/** The code that was attached to the question. */
function about(request: vscode.ChatRequest) {
  for (const { value } of request.references) {
    if (value instanceof vscode.Location) {
      return { textDocument: { uri: value.uri.toString() }, range: { start: value.range.start, end: value.range.end } }
    }
  }
  return {}
}

function lastConversation(history: vscode.ChatContext): string | undefined {
  const turns = history.history.filter((turn) => turn instanceof vscode.ChatResponseTurn)
  return turns.at(-1)?.result.metadata?.conversation as string | undefined
}

/** Names the citations that hold. What was streamed cannot be taken back, so those that do not are counted. */
function finish(answer: Answer, stream: vscode.ChatResponseStream) {
  const { citations, dropped } = answer
  citations.forEach((citation, i) => {
    stream.markdown(i === 0 ? '\n\nChecked: ' : ', ')
    stream.anchor(location(citation))
    stream.reference(location(citation))
  })
  if (dropped > 0) {
    stream.markdown(`\n\n⚠ ${dropped} of ${citations.length + dropped} citations could not be confirmed: the code there does not say what is claimed.`)
  }
  return { metadata: { conversation: answer.conversation }, ...(answer.error ? { errorDetails: { message: answer.error } } : {}) }
}

const location = (c: { uri: string; range: Citation['range'] }) => new vscode.Location(vscode.Uri.parse(c.uri), toRange(c.range))

async function textOf(c: { uri: string; range: Citation['range'] }): Promise<string> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(c.uri))
  return document.getText(toRange(c.range)).slice(0, 6000)
}

async function calls(server: Server, name: string, direction: Direction, depth: number, token: vscode.CancellationToken): Promise<string> {
  const tree = await server.callTree({ name, direction, depth, size: 200, format: 'markdown' }, token)
  const notes = tree.trees.map((root) => `${root.name}: ${root.note}`)
  return `${tree.text ?? ''}\n${[...new Set(notes)].join('\n')}`
}

class SearchTool implements vscode.LanguageModelTool<{ query: string; limit?: number }> {
  constructor(private readonly server: Server) {}

  prepareInvocation({ input }: vscode.LanguageModelToolInvocationPrepareOptions<{ query: string }>) {
    return { invocationMessage: `Searching the code for “${input.query}”` }
  }

  async invoke({ input }: vscode.LanguageModelToolInvocationOptions<{ query: string; limit?: number }>, token: vscode.CancellationToken) {
    const hits = await this.server.search(input.query, Math.min(input.limit ?? 8, 30), {}, token)
    const parts = await Promise.all(hits.map(async (hit) => `${hit.path}:${hit.start}-${hit.end} ${hit.kind} ${hit.symbol}\n${await textOf(hit)}`))
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(parts.join('\n\n') || 'Nothing fits.')])
  }
}

class CallsTool implements vscode.LanguageModelTool<{ name: string; direction?: Direction; depth?: number }> {
  constructor(private readonly server: Server) {}

  prepareInvocation({ input }: vscode.LanguageModelToolInvocationPrepareOptions<{ name: string; direction?: Direction }>) {
    return { invocationMessage: `Looking up ${input.direction === 'outgoing' ? 'callees' : 'callers'} of ${input.name}` }
  }

  async invoke({ input }: vscode.LanguageModelToolInvocationOptions<{ name: string; direction?: Direction; depth?: number }>, token: vscode.CancellationToken) {
    const answer = await calls(this.server, input.name, input.direction ?? 'incoming', Math.min(input.depth ?? 2, 10), token)
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer)])
  }
}
