import assert from 'node:assert/strict'
import test from 'node:test'
import { markdown } from './markdown'

const citation = { uri: 'file:///w/a.py', range: { start: { line: 2, character: 0 }, end: { line: 4, character: 0 } }, symbol: 'f', path: 'a.py', start: 3, end: 5 }
const render = (text: string, citations?: (typeof citation)[]) => markdown.render(text, { citations }).trim()

test('checked citations are links, others are not', () => {
  assert.equal(render('See [a.py:3-5].', [citation]), '<p>See <a href="#" class="citation" data-citation="0" title="Open a.py, line 3, in f">a.py:3-5</a>.</p>')
  assert.equal(render('See [b.py:3-5].', [citation]), '<p>See <span class="citation unchecked">b.py:3-5</span>.</p>')
  assert.equal(render('See [a.py:3-5].'), '<p>See <span class="citation">a.py:3-5</span>.</p>')
})

test('links, code and times are no citations', () => {
  assert.match(render('[a.py:3](https://example.org)'), /^<p><a href="https:\/\/example.org">a.py:3<\/a><\/p>$/)
  assert.equal(render('`[a.py:3]`', []), '<p><code>[a.py:3]</code></p>')
  assert.equal(render('[done]', []), '<p>[done]</p>')
})

test('an answer’s HTML, images and scripts stay text', () => {
  const html = render('<img src=x onerror=alert(1)> ![x](https://example.org/?secret) [y](javascript:alert(1)) [<b>:1]', [])
  assert.doesNotMatch(html, /<img|<b>|href="javascript/)
})
