-- :checkhealth sibyl
local M = {}

local function check_binary()
  local cmd = require('sibyl.config').current.cmd
  if type(cmd) ~= 'table' then
    vim.health.ok('the server is started by a function')
    return
  end
  if vim.fn.executable(cmd[1]) == 0 then
    vim.health.error(cmd[1] .. ' is not an executable on your PATH', {
      'Build it: see the README of Sibyl',
      'Or tell its place: require("sibyl").setup{ cmd = { "/path/to/sibyl", "serve" } }',
    })
    return
  end
  local result = vim.system({ cmd[1], 'version' }, { text = true }):wait(10000)
  if result.code == 0 then
    vim.health.ok(('%s: %s'):format(vim.fn.exepath(cmd[1]), vim.trim(result.stdout)))
  else
    vim.health.error(('%s version fails: %s'):format(cmd[1], vim.trim(result.stderr or '')))
  end
end

local function check_client(c)
  local answer, err = (function()
    if vim.fn.has('nvim-0.11') == 1 then
      return c:request_sync('sibyl/status', vim.empty_dict(), 5000, 0)
    end
    return c.request_sync('sibyl/status', vim.empty_dict(), 5000, 0)
  end)()
  if not answer or answer.err then
    vim.health.error('the server does not answer: ' .. (err or answer.err.message))
    return
  end
  local s = answer.result
  for _, line in ipairs(require('sibyl.status').lines(c, s)) do
    vim.health.info(line)
  end
  if s.indexing then
    vim.health.warn('the index is still being made: answers may lack something')
  else
    vim.health.ok('the index is ready')
  end
end

function M.check()
  vim.health.start('sibyl: installation')
  if vim.fn.has('nvim-0.10') == 1 then
    vim.health.ok('Neovim ' .. tostring(vim.version()))
  else
    vim.health.error('Neovim 0.10 or later is needed')
    return
  end
  check_binary()
  if vim.fn.executable('git') == 1 then
    vim.health.ok('git is there')
  else
    vim.health.warn('git is not on your PATH: ignore rules are read without it')
  end
  vim.health.info('search results are shown with: ' .. require('sibyl.search').how())

  vim.health.start('sibyl: running servers')
  local clients = vim.lsp.get_clients({ name = 'sibyl' })
  if #clients == 0 then
    vim.health.warn('no server runs', {
      'Call require("sibyl").setup{} in your configuration',
      'Open a file below a folder with .git or another root marker, or use :SibylStart DIR',
    })
  end
  for _, c in ipairs(clients) do
    check_client(c)
  end
end

return M
