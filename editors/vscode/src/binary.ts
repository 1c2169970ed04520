// Where the server's program is.

import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface Surroundings {
  setting: string
  extensionFolder: string
  env: NodeJS.ProcessEnv
  platform: NodeJS.Platform
  home: string
}

export function surroundings(setting: string, extensionFolder: string): Surroundings {
  return { setting, extensionFolder, env: process.env, platform: process.platform, home: homedir() }
}

/** The places that are looked at, in order. A setting is the only one. */
export function candidates(s: Surroundings): string[] {
  if (s.setting.trim() !== '') {
    return [s.setting.trim().replace(/^~(?=[/\\])/, s.home)]
  }
  const program = s.platform === 'win32' ? 'sibyl.exe' : 'sibyl'
  const list = (value: string | undefined) => (value ?? '').split(delimiter).filter((folder) => folder !== '')
  const folders = [join(s.extensionFolder, 'bin'), ...list(s.env.PATH)]
  if (s.env.GOBIN) {
    folders.push(s.env.GOBIN)
  }
  folders.push(...list(s.env.GOPATH).map((folder) => join(folder, 'bin')), join(s.home, 'go', 'bin'))
  return [...new Set(folders)].map((folder) => join(folder, program))
}

/** The first candidate that can be run and is a Sibyl; or why there is none. */
export async function findBinary(s: Surroundings): Promise<{ path: string; version: string } | { reason: string }> {
  const tried = candidates(s)
  let reason = s.setting ? `${tried[0]} (setting sibyl.server.path) is not a program that can be run.` : 'The program "sibyl" was not found on PATH or in Go\'s bin folders.'
  for (const path of tried) {
    try {
      await access(path, constants.X_OK)
    } catch {
      continue
    }
    try {
      return { path, version: await versionOf(path) }
    } catch (e) {
      reason = `${path} is there but does not answer as Sibyl: ${e instanceof Error ? e.message : e}`
    }
  }
  return { reason }
}

function versionOf(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(path, ['version', '--json'], { timeout: 10_000, windowsHide: true }, (error, stdout) => {
      if (error) {
        reject(error)
        return
      }
      try {
        const { version } = JSON.parse(stdout)
        typeof version === 'string' ? resolve(version) : reject(new Error('no version'))
      } catch {
        reject(new Error(`unexpected output of "sibyl version": ${stdout.slice(0, 80)}`))
      }
    })
  })
}
