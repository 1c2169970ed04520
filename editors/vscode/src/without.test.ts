import assert from 'node:assert/strict'
import test from 'node:test'
import { without } from './without'

const range = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 5 } })
const at = (uri: string, line: number) => ({ uri, range: range(line) })

test('ours are taken away once each, in whatever form they come', () => {
  assert.deepEqual(without([at('a', 1), at('b', 2)], [at('b', 2)]), [at('a', 1)])
  assert.deepEqual(without([{ targetUri: 'a', targetRange: range(1) }], [at('a', 1)]), [])
})

test('the same place from another extension stays', () => {
  assert.deepEqual(without([at('a', 1), at('a', 1)], [at('a', 1)]), [at('a', 1)])
})

test('hovers are compared by their text, symbols by name and lines', () => {
  const hover = (value: string) => ({ contents: [{ value }] })
  assert.deepEqual(without([hover('x'), hover('y')], [hover('y')]), [hover('x')])
  const symbol = (name: string) => ({ name, range: range(1) })
  assert.deepEqual(without([symbol('f'), symbol('g')], [symbol('f')]), [symbol('g')])
})
