// Markdown of an answer to HTML that shows text and citations, and nothing else: no images, no HTML of the answer's own.

import MarkdownIt from 'markdown-it'
import type { Citation } from '../protocol'

/** What the renderer is told of an answer: its checked citations; undefined while it still streams. */
export type Env = { citations?: Citation[] }

type Place = { path: string; start: number; end: number }

const citationText = /^\[([^[\]\n`]+):(\d+)(?:[-–](\d+))?\](?!\()/

export const markdown = new MarkdownIt({ html: false, linkify: false, breaks: false })
markdown.disable('image')
markdown.inline.ruler.before('link', 'citation', (state, silent) => {
  const found = citationText.exec(state.src.slice(state.pos, state.pos + 500))
  if (!found) {
    return false
  }
  if (!silent) {
    const token = state.push('citation', '', 0)
    token.meta = { path: found[1], start: Number(found[2]), end: Number(found[3] ?? found[2]) }
    token.content = found[0].slice(1, -1)
  }
  state.pos += found[0].length
  return true
})
markdown.renderer.rules.citation = (tokens, i, _options, env) => {
  const content = tokens[i]!.content
  const meta = tokens[i]!.meta as Place
  const citations = (env as Env | undefined)?.citations
  const n = citations?.findIndex((c) => c.path === meta.path && c.start === meta.start && c.end === meta.end) ?? -1
  const label = markdown.utils.escapeHtml(content)
  if (n < 0) {
    return `<span class="citation${citations ? ' unchecked' : ''}">${label}</span>`
  }
  const { symbol, path, start } = citations![n]!
  const title = markdown.utils.escapeHtml(`Open ${path}, line ${start}${symbol ? `, in ${symbol}` : ''}`)
  return `<a href="#" class="citation" data-citation="${n}" title="${title}">${label}</a>`
}

/** What DOMPurify lets through. */
export const allowed = {
  ALLOWED_TAGS: ['p', 'br', 'hr', 'em', 'strong', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'span'],
  ALLOWED_ATTR: ['href', 'class', 'title', 'start', 'data-citation'],
  ALLOWED_URI_REGEXP: /^(?:https?:|#)/i,
}
