-- A person without the program.
local h = require('harness')

h.check('missing program is said once', function()
  require('sibyl').setup({ cmd = { '/no/such/sibyl', 'serve' } })
  vim.cmd.edit('app.py')
  h.wait('a message', function()
    return h.messages[1]
  end)
  vim.cmd.edit('store.py')
  vim.wait(200)
  h.equal(#h.messages, 1, 'messages')
  h.contains(h.messages[1], '/no/such/sibyl is not an executable')
end)

h.check('missing program, command', function()
  vim.cmd('SibylAsk what is this?')
  h.contains(h.messages[1], 'install it')
end)

h.check('missing program, health', function()
  vim.cmd('checkhealth sibyl')
  h.contains(h.lines(), 'is not an executable')
  h.contains(h.lines(), 'no server runs')
end)

h.check('wrong settings', function()
  local ok, err = pcall(require('sibyl').setup, { windows = 'float' })
  assert(not ok)
  h.contains(err, 'unknown setting "windows"')
  ok, err = pcall(require('sibyl').setup, { window = 'left' })
  assert(not ok)
  h.contains(err, 'window is one of vsplit')
end)

h.done()
