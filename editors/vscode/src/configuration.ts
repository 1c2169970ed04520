// What the server is told of the settings: only those that somebody made, since an editor's default must not lie over the environment.

import * as vscode from 'vscode'

const section = 'sibyl'

/** The settings of the server that differ from the default, as one object; the key kept by the editor is added. */
export async function serverSettings(context: vscode.ExtensionContext): Promise<Record<string, unknown>> {
  const settings = vscode.workspace.getConfiguration(section)
  const out: Record<string, unknown> = {}
  for (const key of serverKeys(context.extension.packageJSON)) {
    const made = settings.inspect(key)
    const values = [made?.globalValue, made?.workspaceValue, made?.workspaceFolderValue].filter((value) => value !== undefined)
    if (values.length > 0) {
      // Lists are put together: a repository's settings add files that are never sent, and take none of the person's own away.
      out[key] = Array.isArray(values[0]) ? [...new Set(values.flat())] : values.at(-1)
    }
  }
  const key = await context.secrets.get(apiKeySecret)
  if (key && !out['llm.apiKey']) {
    out['llm.apiKey'] = key
  }
  return out
}

/** Where the editor keeps the key that "Set Up a Model" asks for. */
export const apiKeySecret = 'sibyl.llm.apiKey'

interface Section {
  title: string
  properties: Record<string, unknown>
}

/** The settings in the manifest's section "Server", which is generated from the server's own. */
export function serverKeys(manifest: { contributes: { configuration: Section[] } }): string[] {
  const server = manifest.contributes.configuration.find((s) => s.title === 'Server')
  return Object.keys(server?.properties ?? {}).map((key) => key.slice(section.length + 1))
}
