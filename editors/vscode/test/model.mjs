// An OpenAI-compatible endpoint on this machine that answers what the session recorded for it, and notes when it sent what.

import { createServer } from 'node:http'

/** Starts an endpoint. answer(question, send) writes an answer piece by piece; gone resolves when the client has left. */
export async function startModel(answer) {
  const model = { url: '', requests: [], sent: [], closed: [] }
  const server = createServer((request, response) => {
    if (request.url === '/v1/models') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'recorded', object: 'model' }] }))
      return
    }
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => complete(JSON.parse(body), response))
  })
  async function complete(body, response) {
    model.requests.push(body)
    response.setHeader('content-type', 'text/event-stream')
    response.flushHeaders()
    response.socket.setNoDelay(true)
    let gone = false
    response.on('close', () => {
      gone = true
      if (!response.writableFinished) {
        model.closed.push(Date.now())
      }
    })
    const send = (content) => {
      model.sent.push({ at: Date.now(), content })
      response.write(`data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', model: 'recorded', choices: [{ index: 0, delta: { content } }] })}\n\n`)
    }
    const question = body.messages.at(-1).content
    await answer(question, send, () => gone)
    if (!gone) {
      response.end('data: [DONE]\n\n')
    }
  }
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  model.url = `http://127.0.0.1:${server.address().port}/v1`
  model.stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return model
}
