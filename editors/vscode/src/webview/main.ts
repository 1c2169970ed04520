// The page of the panel "Ask". It holds no state that the extension does not have.

import DOMPurify from 'dompurify'
import type { About, FromPage, ToPage, Turn } from '../ask/messages'
import { lastBlock } from './blocks'
import { allowed, markdown, type Env } from './markdown'

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: unknown): void }

const vscode = acquireVsCodeApi()
const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
const turnsElement = byId('turns')
const form = byId<HTMLFormElement>('form')
const question = byId<HTMLTextAreaElement>('question')
const send = byId<HTMLButtonElement>('send')
const stop = byId<HTMLButtonElement>('stop')
const aboutElement = byId('about')

let count = 0
let streaming: Stream | undefined

function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string, text = ''): HTMLElementTagNameMap[K] {
  const e = document.createElement(name)
  e.className = className
  e.textContent = text
  return e
}

function button(text: string, label: string, click: () => void): HTMLButtonElement {
  const b = element('button', 'quiet', text)
  b.type = 'button'
  b.setAttribute('aria-label', label)
  b.addEventListener('click', click)
  return b
}

/** HTML of an answer, or of a part of one. */
function render(text: string, env: Env): DocumentFragment {
  return DOMPurify.sanitize(markdown.render(text, env), { ...allowed, RETURN_DOM_FRAGMENT: true })
}

/** An answer that grows: finished blocks stay as they are, the last one is rendered anew at most once a frame. */
class Stream {
  private text = ''
  private done = 0 // so much of the text is rendered for good
  private readonly tail = element('div', 'tail')
  private waiting = false

  constructor(
    answer: HTMLElement,
    readonly section: HTMLElement,
  ) {
    answer.append(this.tail)
  }

  add(text: string) {
    this.text += text
    if (!this.waiting) {
      this.waiting = true
      requestAnimationFrame(() => this.draw())
    }
  }

  private draw() {
    this.waiting = false
    if (streaming !== this) {
      return
    }
    const follow = atEnd()
    const last = lastBlock(this.text, this.done)
    if (last > this.done) {
      this.tail.before(render(this.text.slice(this.done, last), {}))
      this.done = last
    }
    this.tail.replaceChildren(render(this.text.slice(this.done), {}))
    if (follow) {
      toEnd()
    }
  }
}

const atEnd = () => turnsElement.scrollHeight - turnsElement.scrollTop - turnsElement.clientHeight < 40
const toEnd = () => (turnsElement.scrollTop = turnsElement.scrollHeight)

/** A question with its answer. */
function addTurn(turn: Turn): HTMLElement {
  const index = count++
  const section = element('section', 'turn')
  section.setAttribute('aria-label', `Question ${index + 1}`)
  const asked = element('h2', 'question', turn.question)
  section.append(asked)
  if (turn.about) {
    const chip = button(turn.about.label, `About ${turn.about.label}. Open it.`, () => vscode.postMessage({ type: 'openAbout', turn: index }))
    chip.classList.add('about')
    section.append(chip)
  }
  const answer = element('div', 'answer')
  section.append(answer)
  answer.addEventListener('click', (e) => {
    const link = (e.target as HTMLElement).closest<HTMLElement>('a[data-citation]')
    if (link) {
      e.preventDefault()
      vscode.postMessage({ type: 'open', turn: index, citation: Number(link.dataset.citation) })
    }
  })
  turnsElement.append(section)
  turn.state === 'streaming' ? begin(section, answer, turn) : finish(section, turn, index)
  return section
}

function begin(section: HTMLElement, answer: HTMLElement, turn: Turn) {
  section.setAttribute('aria-busy', 'true') // read out as a whole, at the end
  section.append(element('p', 'wait', 'Reading the code…'))
  streaming = new Stream(answer, section)
  if (turn.answer) {
    streaming.add(turn.answer)
  }
  busy(true)
}

/** Shows the whole, checked answer. */
function finish(section: HTMLElement, turn: Turn, index: number) {
  const follow = atEnd()
  section.querySelector('.wait')?.remove()
  section.querySelector('.answer')!.replaceChildren(render(turn.answer, turn.state === 'done' ? { citations: turn.citations } : {}))
  section.removeAttribute('aria-busy')
  if (turn.error) {
    const error = element('p', 'error', turn.error)
    error.setAttribute('role', 'alert')
    section.append(error)
  }
  const meta = element('div', 'meta')
  meta.append(element('span', '', summary(turn)))
  if (turn.answer) {
    meta.append(button('Copy', 'Copy this answer', () => vscode.postMessage({ type: 'copy', turn: index })))
  }
  section.append(meta)
  if (follow) {
    toEnd()
  }
}

function summary(turn: Turn): string {
  if (turn.state === 'stopped') {
    return 'Stopped; the citations were not checked'
  }
  if (turn.error && !turn.answer) {
    return ''
  }
  const n = turn.citations.length
  const held = turn.dropped ? `${n} of ${n + turn.dropped} citations hold` : n ? `${n === 1 ? 'the citation holds' : `all ${n} citations hold`}` : 'no citations'
  return `${turn.model || 'No model'} · ${held}`
}

function busy(on: boolean) {
  send.hidden = on
  stop.hidden = !on
}

function showAbout(about?: About) {
  aboutElement.replaceChildren()
  aboutElement.hidden = !about
  if (about) {
    const open = button(about.label, `About ${about.label}. Open it.`, () => vscode.postMessage({ type: 'openAbout', turn: -1 }))
    open.classList.add('about')
    aboutElement.append(element('span', '', 'About '), open, button('✕', `Not about ${about.label}`, () => vscode.postMessage({ type: 'forgetAbout' })))
  }
}

function placeholder() {
  question.placeholder = count > 0 ? 'Ask on…' : 'Ask about this workspace…'
}

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.type) {
    case 'show':
      vscode.setState({ id: data.id }) // for when the window is opened again
      streaming = undefined
      count = 0
      turnsElement.replaceChildren()
      busy(false)
      data.turns.forEach(addTurn)
      showAbout(data.about)
      toEnd()
      break
    case 'begin':
      streaming = undefined
      addTurn(data.turn)
      showAbout()
      toEnd()
      break
    case 'delta':
      streaming?.section.querySelector('.wait')?.remove()
      streaming?.add(data.text)
      break
    case 'end':
      if (streaming) {
        const { section } = streaming
        streaming = undefined
        finish(section, data.turn, count - 1)
      }
      busy(false)
      break
    case 'about':
      showAbout(data.about)
      break
    case 'model':
      byId('model').textContent = data.model
      break
    case 'focus':
      question.focus()
      break
  }
  placeholder()
})

function submit() {
  const text = question.value.trim()
  if (text) {
    question.value = ''
    grow()
    vscode.postMessage({ type: 'ask', question: text })
  }
}

/** The box is as high as its text, up to a third of the page. */
function grow() {
  question.style.height = 'auto'
  question.style.height = `${Math.min(question.scrollHeight + 2, innerHeight / 3)}px`
}

form.addEventListener('submit', (e) => {
  e.preventDefault()
  submit()
})
question.addEventListener('input', grow)
question.addEventListener('keydown', (e) => {
  if (e.key === 'Enter' && !e.shiftKey && !e.isComposing) {
    e.preventDefault()
    submit()
  }
})
document.addEventListener('keydown', (e) => {
  if (e.key === 'Escape' && streaming) {
    vscode.postMessage({ type: 'stop' })
  }
})
stop.addEventListener('click', () => vscode.postMessage({ type: 'stop' }))
byId('new').addEventListener('click', () => vscode.postMessage({ type: 'new' }))
byId('history').addEventListener('click', () => vscode.postMessage({ type: 'history' }))
vscode.postMessage({ type: 'ready' })
