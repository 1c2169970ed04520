// What a person does on their first day, in a real VS Code: from the packed extension without the program to answers with citations.
//
// SIBYL_VSCODE is the folder with code-server and playwright-core, SIBYL_BINARY the server's program, SIBYL_CHAT_MODEL the packed extension chat-model; run sees to them. With
// SIBYL_SCREENSHOTS=folder pictures are written there; with SIBYL_FIGURES=1 slow answers fail the test.

import assert from 'node:assert/strict'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { Hands, startEditor, waitFor } from './editor.mjs'
import { startModel } from './model.mjs'

const { SIBYL_VSCODE, SIBYL_BINARY, SIBYL_CHAT_MODEL, SIBYL_SCREENSHOTS, SIBYL_FIGURES, SIBYL_STEPS = '' } = process.env
const here = import.meta.dirname
const theme = { dark: 'Dark Modern', light: 'Light Modern', contrast: 'Dark High Contrast' }

// No word of the query stands in the function, its comment or its file's name.
const meaning = { query: 'make it cheaper for frequent buyers', symbol: 'discount' }

const answer = [
  'A customer pays the **full price less the discount**:\n\n',
  '1. `Cart.checkout` adds the prices up and takes the discount off [shop/cart.py:16-19].\n',
  '2. `discount` gives regular customers five percent [shop/pricing.py:14-18].\n\n',
  'Who is a regular customer is decided by `REGULAR` [shop/pricing.py:3].',
]
const pause = Promise.withResolvers() // the recorded answer waits for it in the middle

const model = await startModel(async (question, send, gone) => {
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  if (question.includes('(forever)')) {
    for (let n = 0; !gone(); n++) {
      send(`on${n} `)
      await wait(20)
    }
  } else if (question.includes('(long)')) {
    for (let n = 0; n < 5000 && !gone(); n++) {
      send(n % 40 === 39 ? '\n\n' : n % 97 === 0 ? '`code` ' : `word${n} `)
      if (n % 10 === 0) {
        await wait(2)
      }
    }
  } else if (question.includes('(first)')) {
    await wait(300)
    send('FIRST <img src="http://127.0.0.1:1/x.png"> ![x](http://127.0.0.1:1/y.png) <script>document.title="taken"</script>')
    await wait(300)
  } else if (question.includes('who calls it')) {
    send('`handle_order` does [app.py:14-19].')
  } else {
    send(answer[0])
    send(answer[1])
    await pause.promise
    for (const piece of answer.slice(2)) {
      await wait(30)
      send(piece)
    }
  }
})

const editor = await startEditor({ workspace: join(here, '../testdata/workspace'), extensions: [join(here, '../sibyl.vsix'), SIBYL_CHAT_MODEL], theme: theme.dark })
const { page } = editor
const hands = new Hands(page)
const panel = () => page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame')

async function shot(name) {
  if (SIBYL_SCREENSHOTS) {
    await page.mouse.move(640, 799) // over nothing
    await page.screenshot({ path: join(SIBYL_SCREENSHOTS, `vscode-${name}.png`) })
  }
}

let failed = false

/** A step of the session. After a failure the rest makes no sense. */
async function step(name, run) {
  await test(name, async (t) => {
    if (failed || !name.match(SIBYL_STEPS)) {
      return t.skip(failed ? 'an earlier step failed' : 'not in SIBYL_STEPS')
    }
    try {
      await run(t)
    } catch (e) {
      failed = true
      await page.screenshot({ path: join(SIBYL_SCREENSHOTS ?? SIBYL_VSCODE, 'failed.png') })
      t.diagnostic(`picture: ${join(SIBYL_SCREENSHOTS ?? SIBYL_VSCODE, 'failed.png')}`)
      t.diagnostic(`rows: ${JSON.stringify(await hands.rows())}`)
      t.diagnostic(`notifications: ${await page.locator('.notification-list-item-message').allInnerTexts()}`)
      t.diagnostic(editor.log().split('\n').slice(-15).join('\n'))
      throw e
    }
  })
}

/** A figure: printed, and a failure with SIBYL_FIGURES when it is over its limit. */
function figure(t, name, value, limit) {
  t.diagnostic(`${name}: ${Math.round(value)} ms (limit ${limit} ms)`)
  assert.ok(!SIBYL_FIGURES || value <= limit, `${name}: ${value} ms, more than ${limit}`)
}

async function ask(question) {
  const box = panel().getByRole('textbox')
  await box.fill(question)
  await box.press('Enter')
}

await step('says that the program is missing, and how to get it', async () => {
  await page.locator('.statusbar-item[aria-label*="the program was not found"]').waitFor()
  await hands.command('Notifications: Show Notifications') // those that were not looked at in time are there
  const message = page.locator('.notification-list-item', { hasText: 'was not found' })
  await message.waitFor()
  assert.match(await message.innerText(), /How to Get It[\s\S]*Choose It/)
  assert.match(await hands.statusText(), /Sibyl/)
  await shot('missing')
})

await step('finds the program in Go’s folder and indexes', async () => {
  mkdirSync(join(editor.home, 'go/bin'), { recursive: true })
  cpSync(SIBYL_BINARY, join(editor.home, 'go/bin/sibyl'))
  await page.locator('.notification-list-item .monaco-button', { hasText: 'Look Again' }).click()
  await page.locator('.statusbar-item[aria-label*="the index is up to date"]').waitFor()
})

await step('the call hierarchy shows the callers', async () => {
  await hands.open('shop/pricing.py', 6, 6)
  await page.locator('.codelens-decoration', { hasText: '3 callers' }).waitFor()
  await hands.command('Calls: Show Call Hierarchy')
  const rows = await waitFor('callers', async () => {
    const rows = await hands.rows()
    return rows[0]?.startsWith('total') && rows.length > 3 && rows
  })
  assert.match(rows[0], /^total .*3 callers/)
  assert.deepEqual(rows.slice(1).map((row) => row.split(' ')[0]), ['Cart.checkout', 'invoice', 'test_total_of_nothing'])
  await shot('call-hierarchy')
})

await step('an unsaved edit changes the call hierarchy', async () => {
  await hands.open('shop/mail.py', 12, 1)
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('\n\ndef reminder(customer, lines):\n    return f"{customer.name} has to pay {total(lines)}"\n')
  await page.locator('.tab.dirty', { hasText: 'mail.py' }).waitFor()
  await hands.open('shop/pricing.py', 6, 6)
  await hands.command('Calls: Show Call Hierarchy')
  const rows = await waitFor('the new caller', async () => {
    const rows = await hands.rows()
    return rows[0]?.startsWith('total') && rows.some((row) => row.startsWith('reminder')) && rows
  })
  assert.match(rows[0], /4 callers/)
  await page.locator('.codelens-decoration', { hasText: '4 callers' }).waitFor({ timeout: 10_000 }).catch(() => {}) // for the picture
  await shot('unsaved-edit')
})

await step('the type hierarchy shows subtypes', async () => {
  await hands.open('shop/goods.py', 4, 8)
  await hands.command('Types: Show Type Hierarchy')
  await waitFor('the type', async () => (await hands.rows()).some((row) => row.startsWith('Article')))
  await hands.command('Types: Show Subtypes')
  await waitFor('its subtype', async () => (await hands.rows()).some((row) => row.startsWith('Book')))
})

await step('the call tree, with and without tests', async () => {
  await hands.open('shop/pricing.py', 6, 6)
  await hands.command('Sibyl: Show Callers as a Tree')
  const names = async () => (await hands.rows()).map((row) => row.split(' ')[0])
  await page.locator('.pane-header[aria-label^="Callers"]').waitFor()
  await waitFor('the tree', async () => (await names()).includes('Cart.checkout'))
  assert.ok(!(await names()).includes('test_total_of_nothing'))
  await hands.command('Sibyl: Show Tests')
  await waitFor('tests in the tree', async () => (await names()).includes('test_total_of_nothing'))
  const label = await page.locator('.monaco-list-row[aria-label^="Cart.checkout, method"]').first().getAttribute('aria-label')
  assert.match(label, /calls total, shop\/cart.py line 16, exact/)
  await shot('call-tree')
})

await step('exports the tree as Mermaid', async () => {
  await hands.command('Sibyl: Export Call Tree')
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Mermaid' }).waitFor()
  await page.keyboard.press('Enter')
  const text = page.locator('.view-lines', { hasText: 'flowchart' })
  const error = page.locator('.notification-toast', { hasText: 'Sibyl:' })
  await text.or(error).first().waitFor()
  assert.equal(await error.count(), 0, (await error.allInnerTexts()).join())
  await hands.command('View: Revert and Close Editor')
})

await step('a call path from A to B', async () => {
  await hands.command('Sibyl: Show Call Path from A to B')
  for (const name of ['main', 'discount']) {
    await page.locator('.quick-input-title', { hasText: `Call Path: ${name === 'main' ? 'A' : 'B'}` }).waitFor()
    await page.keyboard.type(name)
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor()
    await page.keyboard.press('Enter')
  }
  const rows = await waitFor('the chain', async () => {
    const rows = await hands.rows()
    const first = rows.findIndex((row) => row.startsWith('Chain 1: 3 calls'))
    return rows.length > first + 4 && first >= 0 && rows.slice(first)
  })
  assert.equal(rows[0], 'Chain 1: 3 calls main → handle_order → Cart.checkout → discount')
  assert.deepEqual(rows.slice(1, 5).map((row) => row.split(' ')[0]), ['main', 'handle_order', 'Cart.checkout', 'discount'])
  await shot('call-path')
})

await step('search by meaning finds what shares no word with the query, and previews it', async () => {
  await hands.open('app.py', 1)
  await hands.command('Sibyl: Search by Meaning')
  await page.locator('.quick-input-title', { hasText: 'Search by Meaning' }).waitFor()
  await page.keyboard.type(meaning.query)
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: meaning.symbol }).waitFor() // the best hit
  await page.locator('.tab.active', { hasText: 'pricing.py' }).waitFor()
  await page.locator('.view-lines', { hasText: 'five percent less' }).waitFor()
  await shot('search')
  await page.keyboard.press('Escape')
  await page.locator('.tab.active', { hasText: 'app.py' }).waitFor()
})

await step('a question without a model gets a digest', async () => {
  await hands.command('Sibyl: Ask…')
  await panel().getByRole('textbox').waitFor()
  await panel().getByText('No model is set up').waitFor()
  await ask('Who calls invoice?')
  await panel().locator('a.citation', { hasText: 'app.py:19' }).waitFor()
  await panel().getByText('No model · ').waitFor()
})

await step('tools for other agents', async () => {
  await hands.command('Chat Model: Run Tools')
  const shown = page.locator('.view-lines', { hasText: 'sibyl_calls:' })
  await shown.waitFor()
  const text = (await shown.innerText()).replaceAll('\u00a0', ' ')
  assert.match(text, /sibyl_search:\nshop\/pricing\.py:14-18 function discount\n[\s\S]*sibyl_calls:\n- `total`[^\n]*\n *- `Cart\.checkout`/)
  await hands.command('View: Revert and Close Editor')
})

await step('@sibyl in the chat: the editor’s model writes, Sibyl checks', async () => {
  await hands.command('View: Focus First Editor Group')
  const box = page.locator('.interactive-input-editor')
  await page.keyboard.press('Control+Alt+i')
  await box.click()
  await page.keyboard.insertText('@sibyl where are regular customers charged less?')
  await box.locator('.view-lines', { hasText: 'charged' }).waitFor()
  await page.keyboard.press('Enter')
  const reply = page.locator('.interactive-response', { hasText: '1 of 2 citations' })
  await reply.waitFor()
  await shot('chat')
  await reply.locator('.chat-inline-anchor-widget', { hasText: 'pricing.py:14-18' }).click()
  await page.locator('.tab.active', { hasText: 'pricing.py' }).waitFor()
  await page.locator('.statusbar-item', { hasText: /Ln 14|selected/ }).waitFor()
  await page.keyboard.press('Control+Alt+b') // the chat's side bar
  await page.locator('.interactive-input-editor').waitFor({ state: 'hidden' })
})

await step('a model is set up without editing a file', async () => {
  await hands.command('Sibyl: Set Up a Model')
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Another OpenAI-compatible' }).click()
  await page.locator('.quick-input-title', { hasText: 'Base URL' }).waitFor()
  await page.locator('.quick-input-widget input').fill(model.url)
  await page.keyboard.press('Enter')
  await page.locator('.quick-input-title', { hasText: 'API Key' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.notification-toast', { hasText: 'Sibyl asks recorded' }).waitFor()
  await hands.command('Notifications: Clear All')
})

await step('"Ask About This Code" streams an answer', async () => {
  await panel().getByRole('button', { name: 'New conversation' }).click()
  await hands.command('View: Focus First Editor Group')
  await hands.open('shop/cart.py', 16, 5)
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Shift+ArrowDown')
  }
  await hands.command('Sibyl: Ask About This Code')
  await panel().getByText('About').waitFor()
  await ask('How is it decided what a customer pays?')
  await panel().getByText('takes the discount off').waitFor()
  assert.equal(await panel().getByText('five percent').count(), 0, 'the answer came at once')
  assert.equal(await panel().getByRole('button', { name: 'Stop' }).isVisible(), true)
  await shot('ask-streaming')
  pause.resolve()
  await panel().locator('section').last().getByText('all 3 citations hold').waitFor()
  assert.match(model.requests.at(-1).messages.map((m) => m.content).join('\n'), /checkout/)
  await panel().getByText('Model: recorded').waitFor()
  await shot('ask')
})

await step('a citation opens its line', async () => {
  await panel().locator('a.citation', { hasText: 'shop/pricing.py:14-18' }).click()
  await page.locator('.tab.active', { hasText: 'pricing.py' }).waitFor()
  await page.locator('.statusbar-item', { hasText: /Ln 18|Ln 14|selected/ }).waitFor()
  await shot('citation')
})

await step('a follow-up remembers what was said', async () => {
  await ask('And who calls it? (who calls it)')
  await panel().locator('section').last().getByText('the citation holds').waitFor()
  assert.match(JSON.stringify(model.requests.at(-1).messages), /How is it decided what a customer pays/)
})

await step('the first word is shown at once', async (t) => {
  const frame = page.frames().find((f) => f.url().includes('fake.html') || f.name() === 'active-frame') ?? page.frames().at(-1)
  await watch(frame, 'FIRST')
  await ask('Say something (first)')
  const shown = await waitFor('the first word', () => frame.evaluate(() => globalThis.seenAt))
  figure(t, 'first word on the screen after the endpoint sent it', shown - model.sent.findLast((s) => s.content.startsWith('FIRST')).at, 150)
  await panel().locator('section').last().locator('.meta').waitFor()
  assert.equal(await panel().locator('main img, main script').count(), 0, 'HTML of an answer got into the page')
})

/** Notes when a text is painted. */
function watch(frame, text) {
  return frame.evaluate((text) => {
    globalThis.seenAt = 0
    const observer = new MutationObserver(() => {
      if (document.body.textContent.includes(text)) {
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => (globalThis.seenAt = Date.now())))
      }
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  }, text)
}

await step('a long answer does not block the panel', async (t) => {
  const frame = page.frames().find((f) => f.name() === 'active-frame') ?? page.frames().at(-1)
  await frame.evaluate(() => {
    globalThis.gaps = []
    globalThis.watching = true
    let last = performance.now()
    const tick = () => {
      const now = performance.now()
      globalThis.gaps.push(now - last)
      last = now
      globalThis.watching && setTimeout(tick)
    }
    tick()
  })
  const began = Date.now()
  await ask('Tell me everything (long)')
  await panel().locator('section').last().getByText('word4998').waitFor({ timeout: 120_000 })
  t.diagnostic(`5,000 tokens in ${Date.now() - began} ms`)
  const gaps = await frame.evaluate(() => {
    globalThis.watching = false
    return globalThis.gaps.sort((a, b) => b - a)
  })
  figure(t, 'longest time in which the panel did not react', gaps[0], 200)
  await panel().locator('section').last().locator('.meta').waitFor()
})

await step('stopping closes the request to the model', async (t) => {
  await ask('Go on (forever)')
  await panel().getByText('on20 ').waitFor()
  const closed = model.closed.length
  const frame = page.frames().find((f) => f.name() === 'active-frame') ?? page.frames().at(-1)
  await frame.evaluate(() => document.addEventListener('click', () => (globalThis.clickedAt = Date.now()), { capture: true, once: true }))
  await panel().getByRole('button', { name: 'Stop' }).click()
  await waitFor('the endpoint to be left', () => model.closed.length > closed)
  figure(t, 'request closed after the click', model.closed.at(-1) - (await frame.evaluate(() => globalThis.clickedAt)), 100)
  await panel().getByText('Stopped').waitFor()
})

await step('copies an answer, and finds earlier conversations again', async () => {
  await panel().locator('section').first().getByRole('button', { name: 'Copy this answer' }).click()
  await waitFor('the clipboard', async () => (await page.evaluate(() => navigator.clipboard.readText())).startsWith('A customer pays'))
  await panel().getByRole('button', { name: 'Earlier ones' }).click()
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Who calls invoice?' }).click()
  await panel().getByRole('heading', { name: 'Who calls invoice?' }).waitFor()
  assert.equal(await panel().locator('section').count(), 1)
  await panel().getByRole('button', { name: 'Earlier ones' }).click()
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'How is it decided' }).click()
  await panel().getByRole('heading', { name: 'How is it decided' }).waitFor()
})

await step('definitions, where no other extension has any', async () => {
  await hands.command('View: Focus First Editor Group')
  await hands.open('app.py', 16, 13)
  await page.keyboard.press('F12')
  await page.locator('.tab.active', { hasText: 'cart.py' }).waitFor()
  await page.locator('.statusbar-item', { hasText: 'Ln 9, Col 9' }).waitFor()
})

await step('nothing stands twice where another extension knows the language', async () => {
  await hands.open('web/counter.ts', 7, 30)
  const hover = page.locator('.monaco-hover', { hasText: 'function pageSize(width: number): number' })
  for (let i = 0; i < 20 && !(await hover.isVisible()); i++) { // until the other server has started
    await hands.command('Show or Focus Hover')
    await hover.waitFor({ timeout: 3000 }).catch(() => page.keyboard.press('Escape'))
  }
  assert.equal((await hover.innerText()).match(/How many books/g).length, 1)
  await hands.open('web/counter.ts', 7, 28)
  await page.keyboard.press('F12')
  await page.locator('.statusbar-item', { hasText: 'Ln 2, Col 17' }).waitFor()
  assert.equal(await page.locator('.zone-widget').count(), 0, 'a list of two definitions')
})

await step('light and high contrast', async () => {
  await hands.command('View: Focus First Editor Group')
  await hands.open('shop/cart.py', 16, 9)
  await hands.command('Sibyl: Ask…')
  await panel().getByRole('heading', { name: 'How is it decided' }).scrollIntoViewIfNeeded()
  for (const name of ['light', 'contrast']) {
    await hands.quick('Control+k Control+t', theme[name], theme[name])
    await page.locator(name === 'light' ? '.monaco-workbench.vs' : '.monaco-workbench.hc-black').waitFor()
    await shot(`ask-${name}`)
  }
})

test.after(async () => {
  await editor.stop()
  model.stop()
})
