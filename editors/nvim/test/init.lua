-- The configuration of the test sessions: what a person would have, and nothing else.
vim.opt.runtimepath:prepend(assert(vim.env.SIBYL_TEST_PLUGIN))
package.path = vim.env.SIBYL_TEST_PLUGIN .. '/test/?.lua;' .. package.path
vim.cmd('filetype plugin indent on')
vim.opt.swapfile = false
vim.opt.columns, vim.opt.lines = 140, 50
require('sibyl').setup({ cmd = { assert(vim.env.SIBYL_TEST_BINARY), 'serve' } })
