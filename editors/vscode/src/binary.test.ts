import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { candidates, findBinary, type Surroundings } from './binary'

const around = (change: Partial<Surroundings>): Surroundings => ({ setting: '', extensionFolder: '/ext', env: {}, platform: 'linux', home: '/home/me', ...change })

test('looks in the extension, on PATH and in Go’s folders, in this order', () => {
  const found = candidates(around({ env: { PATH: '/bin:/usr/bin', GOBIN: '/gobin', GOPATH: '/a:/b' } }))
  assert.deepEqual(found, ['/ext/bin/sibyl', '/bin/sibyl', '/usr/bin/sibyl', '/gobin/sibyl', '/a/bin/sibyl', '/b/bin/sibyl', '/home/me/go/bin/sibyl'])
})

test('a setting is the only place', () => {
  assert.deepEqual(candidates(around({ setting: ' ~/sibyl ', env: { PATH: '/bin' } })), ['/home/me/sibyl'])
})

test('Windows has .exe', () => {
  assert.match(candidates(around({ platform: 'win32' }))[0]!, /sibyl\.exe$/)
})

test('skips what does not answer as Sibyl, and says so when nothing does', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sibyl-binary-'))
  const program = (folder: string, script: string) => {
    mkdirSync(join(dir, folder))
    writeFileSync(join(dir, folder, 'sibyl'), `#!/bin/sh\n${script}\n`)
    chmodSync(join(dir, folder, 'sibyl'), 0o755)
    return join(dir, folder)
  }
  const other = program('other', 'echo The oracle speaks')
  const real = program('real', `echo '{"version": "1.2.3"}'`)
  try {
    assert.deepEqual(await findBinary(around({ home: dir, env: { PATH: `${other}:${real}` } })), { path: join(real, 'sibyl'), version: '1.2.3' })
    const wrong = await findBinary(around({ home: dir, env: { PATH: other } }))
    assert.match('reason' in wrong ? wrong.reason : '', /does not answer as Sibyl/)
    const none = await findBinary(around({ home: dir }))
    assert.match('reason' in none ? none.reason : '', /not found/)
  } finally {
    rmSync(dir, { recursive: true })
  }
})
