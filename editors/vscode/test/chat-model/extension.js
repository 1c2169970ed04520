const vscode = require('vscode')

const answer = ['`discount` gives regular customers five percent [shop/pricing.py:14-18]. ', '`invoice` rounds it [shop/pricing.py:1-2].']

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('chat-model', {
      provideLanguageModelChatInformation: () => [
        { id: 'parrot', name: 'Parrot', family: 'parrot', version: '1', maxInputTokens: 30000, maxOutputTokens: 2000, isDefault: true, isUserSelectable: true, capabilities: { toolCalling: true } },
      ],
      provideLanguageModelChatResponse: (_model, messages, _options, progress) => {
        const prompt = messages.flatMap((message) => message.content.map((part) => part.value)).join('\n')
        for (const piece of prompt.includes('def discount') ? answer : ['The prompt does not have the code.']) {
          progress.report(new vscode.LanguageModelTextPart(piece))
        }
      },
      provideTokenCount: (_model, text) => JSON.stringify(text).length / 4,
    }),
    vscode.commands.registerCommand('chat-model.runTools', runTools),
  )
}

async function runTools() {
  await vscode.lm.selectChatModels() // the editor asks providers when somebody asks for their models
  let content = ''
  for (const [name, input] of [['sibyl_search', { query: 'make it cheaper for frequent buyers', limit: 1 }], ['sibyl_calls', { name: 'total', depth: 1 }]]) {
    const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined })
    content += `${name}:\n${result.content.map((part) => part.value).join('\n')}\n`
  }
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }))
}
