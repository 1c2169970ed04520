import assert from 'node:assert/strict'
import test from 'node:test'
import { lastBlock } from './blocks'

const tail = (text: string) => text.slice(lastBlock(text))

test('the last block begins behind the last blank line', () => {
  assert.equal(tail('one\n\ntwo'), 'two')
  assert.equal(tail('one'), 'one')
  assert.equal(tail('one\n\n'), 'one\n\n') // what comes next may belong to it
})

test('a fence and a list are not cut in the middle', () => {
  assert.equal(tail('x\n\n```go\na\n\nb'), '```go\na\n\nb')
  assert.equal(tail('```\na\n```\n\nafter'), 'after')
  assert.ok(tail('x\n\n1. a\n\n2. b').includes('2. b'))
})

test('blocks that are rendered once make the whole text, however it arrives', () => {
  const text = 'A\n\nB b\n\n```\nc\n\nd\n```\n\n1. e\n\n2. f\n\nG'
  let done = 0
  let blocks = ''
  for (let n = 1; n <= text.length; n++) {
    const last = lastBlock(text.slice(0, n), done)
    assert.ok(last >= done)
    blocks += text.slice(done, last)
    done = last
  }
  assert.equal(blocks + text.slice(done), text)
})
