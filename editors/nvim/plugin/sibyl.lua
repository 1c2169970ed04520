if vim.g.loaded_sibyl then
  return
end
vim.g.loaded_sibyl = true

if vim.fn.has('nvim-0.10') == 0 then
  vim.api.nvim_echo({ { 'sibyl: Neovim 0.10 or later is needed', 'WarningMsg' } }, true, {})
  return
end

local function command(name, fn, opts)
  vim.api.nvim_create_user_command(name, fn, opts)
end

command('SibylAsk', function(c)
  local lines = c.range > 0 and { first = c.line1, last = c.line2 } or {}
  require('sibyl').ask(c.args, lines)
end, { nargs = '*', range = true, desc = 'Ask about the workspace, or about the selected lines' })

command('SibylSearch', function(c)
  require('sibyl').search(c.args, { quickfix = c.bang })
end, { nargs = '*', bang = true, desc = 'Search by name or by meaning; ! fills the quickfix list' })

command('SibylCallers', function(c)
  require('sibyl').callers(c.args ~= '' and c.args or nil)
end, { nargs = '?', desc = 'Who calls this, as a whole tree' })

command('SibylCallees', function(c)
  require('sibyl').callees(c.args ~= '' and c.args or nil)
end, { nargs = '?', desc = 'What this calls, as a whole tree' })

command('SibylPath', function(c)
  if #c.fargs ~= 2 then
    return vim.notify('sibyl: :SibylPath FROM TO', vim.log.levels.ERROR)
  end
  require('sibyl').path(c.fargs[1], c.fargs[2])
end, { nargs = '+', desc = 'The shortest chain of calls between two symbols' })

command('SibylStatus', function()
  require('sibyl').status()
end, { desc = 'How far the index is, and which model answers' })

command('SibylStart', function(c)
  require('sibyl').start(c.args)
end, { nargs = '?', complete = 'dir', desc = 'Start the server for a folder' })

command('SibylStop', function()
  require('sibyl').stop()
end, { desc = 'Stop the server' })
