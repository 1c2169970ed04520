// A real VS Code (code-server) in a browser, on a copy of a workspace, with the packed extension.

import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { SIBYL_VSCODE: installed, SIBYL_CHROMIUM: chromium = 'chromium' } = process.env
const settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'window.commandCenter': false,
  'chat.commandCenter.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.layoutControl.enabled': false,
  'editor.minimap.enabled': false,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'git.openRepositoryInParentFolders': 'never',
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts the editor with packed extensions on a copy of workspace; theme is a colour theme's name. */
export async function startEditor({ workspace, extensions, theme = 'Dark Modern', size = { width: 1280, height: 800 } }) {
  const dir = mkdtempSync(join(tmpdir(), 'sibyl-vscode-'))
  const home = join(dir, 'home')
  const folder = join(dir, 'bookshop')
  const data = join(dir, 'data')
  mkdirSync(join(data, 'User'), { recursive: true })
  mkdirSync(home)
  cpSync(workspace, folder, { recursive: true })
  const git = (...args) => execFileSync('git', ['-C', folder, '-c', 'user.name=Bookseller', '-c', 'user.email=shop@example.org', ...args])
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'Open the shop')
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify({ ...settings, 'workbench.colorTheme': theme }))
  const entry = join(installed, 'node_modules/code-server/out/node/entry.js')
  const common = ['--user-data-dir', data, '--extensions-dir', join(dir, 'extensions'), '--config', join(dir, 'config.yaml')]
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.local'), XDG_CONFIG_HOME: join(home, '.config') }
  for (const name of Object.keys(env)) {
    if (/^(SIBYL_|OPENAI_|GOPATH|GOBIN|VSCODE_)/.test(name)) {
      delete env[name]
    }
  }
  execFileSync(process.execPath, [entry, ...common, ...extensions.flatMap((file) => ['--install-extension', file])], { env, stdio: 'pipe' })
  const port = await freePort()
  const flags = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust']
  const server = spawn(process.execPath, [entry, ...common, ...flags, folder], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  server.stdout.on('data', (text) => (log += text))
  server.stderr.on('data', (text) => (log += text))
  await waitFor('code-server to listen', () => /HTTP server listening/.test(log))
  const { chromium: browserType } = createRequire(join(installed, 'package.json'))('playwright-core')
  const browser = await browserType.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  const context = await browser.newContext({ viewport: size, permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000) // continuous integration has two slow cores
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`)
  await page.locator('.monaco-workbench').waitFor()
  await page.locator('.statusbar-item').first().waitFor()
  return {
    dir, home, folder, page, browser,
    log: () => log,
    async stop() {
      await browser.close()
      server.kill()
      await new Promise((resolve) => (server.exitCode === null ? server.on('exit', resolve) : resolve()))
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Waits until probe returns something. */
export async function waitFor(what, probe, ms = 60_000) {
  const end = Date.now() + ms
  for (;;) {
    const value = await probe()
    if (value) {
      return value
    }
    if (Date.now() > end) {
      throw new Error(`waited ${ms / 1000} s for ${what}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** What a person does with the keyboard. */
export class Hands {
  constructor(page) {
    this.page = page
  }

  /**
   * Opens a quick input with a key, types a text, and accepts the row that then is first. What takes the focus meanwhile closes it: once more.
   * Enter is lost now and then while the list is made: the input that still stands there gets another.
   */
  async quick(key, text, row) {
    const input = this.page.locator('.quick-input-widget input')
    for (let attempt = 1; ; attempt++) {
      try {
        for (const part of key.split(' ')) {
          await this.page.keyboard.press(part)
        }
        await input.waitFor({ timeout: 5000 })
        await input.fill(text, { timeout: 5000 })
        await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row }).waitFor({ timeout: 10_000 })
        for (let enter = 1; ; enter++) {
          await this.page.keyboard.press('Enter')
          try {
            return await waitFor('the row to be accepted', async () => !(await input.isVisible()) || (await input.inputValue({ timeout: 1000 }).catch(() => '')) !== text, 3000)
          } catch (e) {
            if (enter === 3) {
              throw e
            }
          }
        }
      } catch (e) {
        if (attempt === 3) {
          throw e
        }
        await this.page.keyboard.press('Escape')
      }
    }
  }

  /** Runs a command from the palette by its title. */
  command(title) {
    return this.quick('F1', `>${title}`, title)
  }

  /** Opens a file at a line, through "Go to File". */
  async open(file, line = 1, column = 1) {
    const name = file.split('/').at(-1)
    for (let attempt = 1; ; attempt++) { // what takes the focus just before Enter closes the list, and no file is opened
      await this.quick('Control+p', file, name)
      try {
        await this.page.locator('.tab.active', { hasText: name }).waitFor({ timeout: 10_000 })
        break
      } catch (e) {
        if (attempt === 3) {
          throw e
        }
      }
    }
    await this.quick('Control+g', `:${line}:${column}`, 'line')
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' })
  }

  /** The rows of all trees that are shown, from top to bottom, which is not their order in the document: name and description. */
  rows() {
    return this.page.locator('.pane-body .monaco-list-row').evaluateAll((rows) =>
      rows
        .filter((row) => row.checkVisibility())
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((row) => ['.label-name', '.label-description'].map((part) => row.querySelector(part)?.textContent ?? '').join(' ')),
    )
  }

  async statusText() {
    return (await this.page.locator('.statusbar-item[id*="sibyl"]').allInnerTexts()).join(' ')
  }
}
