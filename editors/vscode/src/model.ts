// "Set Up a Model": an endpoint for answers, without editing a file. The key goes into the editor's safe.

import * as vscode from 'vscode'
import { apiKeySecret } from './configuration'
import { text, type Server } from './server'

interface Endpoint extends vscode.QuickPickItem {
  baseUrl?: string // undefined: asked for; "": none
  key: 'never' | 'always' | 'maybe'
}

const endpoints: Endpoint[] = [
  { label: '$(vm) Ollama on this machine', description: 'http://localhost:11434/v1', baseUrl: 'http://localhost:11434/v1', key: 'never' },
  { label: '$(vm) llama.cpp or vLLM on this machine', description: 'http://localhost:8080/v1', baseUrl: 'http://localhost:8080/v1', key: 'never' },
  { label: '$(cloud) OpenAI', description: 'questions and code snippets leave this machine', baseUrl: 'https://api.openai.com/v1', key: 'always' },
  { label: '$(globe) Another OpenAI-compatible address…', key: 'maybe' },
  { label: '$(circle-slash) No model', description: 'answers are digests; nothing leaves this machine', baseUrl: '', key: 'never' },
]

export async function setUpModel(context: vscode.ExtensionContext, server: Server) {
  const endpoint = await vscode.window.showQuickPick(endpoints, { ignoreFocusOut: true, title: 'Who writes the answers?', placeHolder: 'Parts of your code are sent to the model that you choose' })
  if (!endpoint) {
    return
  }
  const baseUrl = endpoint.baseUrl ?? (await vscode.window.showInputBox({ ignoreFocusOut: true, title: 'Base URL', value: 'http://localhost:8000/v1', prompt: 'Usually ends in /v1', validateInput: invalidUrl }))
  if (baseUrl === undefined) {
    return
  }
  const settings = vscode.workspace.getConfiguration('sibyl.llm')
  if (baseUrl === '') {
    await settings.update('baseUrl', undefined, vscode.ConfigurationTarget.Global)
    await settings.update('model', undefined, vscode.ConfigurationTarget.Global)
    return
  }
  const key = endpoint.key === 'never' ? '' : await askForKey(endpoint.key === 'maybe')
  if (key === undefined) {
    return
  }
  const model = await pickModel(baseUrl, key)
  if (model === undefined) {
    return
  }
  await (key ? context.secrets.store(apiKeySecret, key) : context.secrets.delete(apiKeySecret))
  await settings.update('baseUrl', baseUrl, vscode.ConfigurationTarget.Global)
  await settings.update('model', model, vscode.ConfigurationTarget.Global)
  await server.settingsChanged()
  void vscode.window.showInformationMessage(`Sibyl asks ${model} at ${baseUrl} from now on.`)
}

const askForKey = (optional: boolean) =>
  vscode.window.showInputBox({ ignoreFocusOut: true, title: 'API Key', password: true, prompt: optional ? 'Empty if the endpoint needs none. Kept by the editor, not in a file.' : 'Kept by the editor, not in a file.' })

function invalidUrl(value: string): string | undefined {
  return /^https?:\/\/\S+$/.test(value) ? undefined : 'The address begins with http:// or https://'
}

/** A model of the endpoint's list, or one that is typed when it has none. */
async function pickModel(baseUrl: string, key: string): Promise<string | undefined> {
  try {
    const names = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: `Asking ${baseUrl} for its models` }, () => modelsOf(baseUrl, key))
    if (names.length === 1) {
      return names[0]
    }
    if (names.length > 1) {
      return await vscode.window.showQuickPick(names, { ignoreFocusOut: true, title: 'Model' })
    }
  } catch (e) {
    const go = 'Type a Model’s Name'
    if ((await vscode.window.showWarningMessage(`${baseUrl} does not tell its models: ${text(e)}`, go)) !== go) {
      return undefined
    }
  }
  return vscode.window.showInputBox({ ignoreFocusOut: true, title: 'Model', prompt: 'As the endpoint calls it' })
}

async function modelsOf(baseUrl: string, key: string): Promise<string[]> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/models`, { headers: key ? { authorization: `Bearer ${key}` } : {}, signal: AbortSignal.timeout(10_000), redirect: 'error' })
  if (!response.ok) {
    throw new Error(`${response.status} ${response.statusText}`)
  }
  const { data } = (await response.json()) as { data?: { id: string }[] }
  return (data ?? []).map((m) => m.id).sort()
}
