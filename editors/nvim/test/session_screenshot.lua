-- What docs/img/nvim-ask.svg shows: a question about the workspace, its answer, its citations.
local h = require('harness')
vim.opt.termguicolors = true
vim.opt.number = true
vim.opt.laststatus = 0
vim.opt.ruler = false
vim.cmd('syntax on')

h.wait('a terminal', function()
  return #vim.api.nvim_list_uis() > 0
end, 30)
h.open('store.py')
h.cursor_on('def save')
vim.cmd('SibylAsk how are notes stored on the disk, in detail?')
local buf = h.result('Citations')
h.wait('the end of the answer', function()
  return vim.b[buf].sibyl_running == false
end)
h.cursor_on('  1  ')
vim.cmd('echo ""')
vim.cmd('redraw!')
vim.defer_fn(function() -- the terminal has drawn by then
  vim.fn.writefile({}, vim.env.SIBYL_TEST_READY)
end, 500)
