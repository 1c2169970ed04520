// The frame of the panel's page. What is in it is made by src/webview.

import { randomBytes } from 'node:crypto'
import * as vscode from 'vscode'

/** Nothing is loaded but our own script and style; nothing is sent anywhere. */
export function page(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64url')
  const file = (...parts: string[]) => webview.asWebviewUri(vscode.Uri.joinPath(extension, ...parts))
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file('media', 'ask.css')}">
<title>Ask</title>
</head>
<body>
<main id="turns" role="log" aria-label="Questions and answers" aria-live="polite" tabindex="-1"></main>
<form id="form">
<div id="about" hidden></div>
<div class="row">
<textarea id="question" rows="1" aria-label="Question. Enter sends it, Shift Enter begins a line."></textarea>
<button id="send" type="submit">Ask</button>
<button id="stop" type="button" hidden>Stop</button>
</div>
<div class="bar">
<button id="new" type="button" class="quiet">New conversation</button>
<button id="history" type="button" class="quiet">Earlier ones…</button>
<span id="model"></span>
</div>
</form>
<script nonce="${nonce}" src="${file('dist', 'webview.js')}"></script>
</body>
</html>`
}
