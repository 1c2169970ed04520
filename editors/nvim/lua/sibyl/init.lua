-- Sibyl for Neovim: starts the language server and shows what it answers. There is no logic about code here.
local M = {}

local function supported()
  return vim.fn.has('nvim-0.10') == 1
end

local function set_keymaps(maps)
  if not maps then
    return
  end
  maps = maps == true and require('sibyl.config').keymaps or maps
  local function map(modes, key, rhs, desc)
    if key then
      vim.keymap.set(modes, key, rhs, { desc = 'Sibyl: ' .. desc })
    end
  end
  map('n', maps.ask, '<Cmd>SibylAsk<CR>', 'ask about the workspace')
  map('x', maps.ask, ':SibylAsk<CR>', 'ask about the selection')
  map('n', maps.search, '<Cmd>SibylSearch<CR>', 'search by name or meaning')
  map('n', maps.callers, '<Cmd>SibylCallers<CR>', 'callers of the symbol under the cursor')
  map('n', maps.callees, '<Cmd>SibylCallees<CR>', 'what the symbol under the cursor calls')
  map('n', maps.status, '<Cmd>SibylStatus<CR>', 'status')
end

--- Configures the plugin and starts the server for the files that are open and those that will be. See :help sibyl-setup.
function M.setup(opts)
  if not supported() then
    vim.notify('sibyl: Neovim 0.10 or later is needed', vim.log.levels.ERROR)
    return
  end
  local config = require('sibyl.config').set(opts)
  set_keymaps(config.keymaps)
  local group = vim.api.nvim_create_augroup('sibyl', { clear = true })
  if not config.autostart then
    return
  end
  local client = require('sibyl.client')
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'FileType', 'BufFilePost' }, {
    group = group,
    desc = 'Attach Sibyl',
    callback = function(event)
      vim.schedule(function() -- after the filetype has been found
        if vim.api.nvim_buf_is_valid(event.buf) then
          client.attach(event.buf)
        end
      end)
    end,
  })
  -- Neovim watches no files on most systems: what other programs changed (a branch switch, say) is looked for on return.
  vim.api.nvim_create_autocmd({ 'FocusGained', 'ShellCmdPost', 'TermLeave' }, {
    group = group,
    desc = 'Let Sibyl look for changed files',
    callback = client.refresh,
  })
  vim.lsp.commands['sibyl.callTree'] = function(command, ctx) -- the code lens
    local a = command.arguments[1]
    local params = { textDocument = a.textDocument, position = a.position, direction = a.direction }
    require('sibyl.tree').show(assert(vim.lsp.get_client_by_id(ctx.client_id)), params)
  end
  vim.lsp.commands['sibyl.ask'] = function(command) -- the code action, and the other lens
    local a = command.arguments[1]
    M.ask(a.question, { first = a.range.start.line + 1, last = a.range['end'].line + 1 })
  end
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    client.attach(buf)
  end
end

--- Asks a question; opts.first and opts.last are the lines that it is about. The answer streams into a window.
function M.ask(question, opts)
  opts = opts or {}
  require('sibyl.ask').ask(question, opts.first, opts.last)
end

--- Searches by name or by meaning; opts.quickfix puts the places into the quickfix list.
function M.search(query, opts)
  require('sibyl.search').search(query, opts and opts.quickfix)
end

--- Shows who calls a symbol, as a whole tree. name nil: the symbol under the cursor.
function M.callers(name)
  require('sibyl.tree').calls('callers', name)
end

--- Shows what a symbol calls, as a whole tree. name nil: the symbol under the cursor.
function M.callees(name)
  require('sibyl.tree').calls('callees', name)
end

--- Shows the shortest chain of calls between two symbols.
function M.path(from, to)
  require('sibyl.tree').path(from, to)
end

function M.status()
  require('sibyl.status').show()
end

--- Starts the server for a folder (nil: the current one) and attaches the current buffer when it lies in it.
function M.start(dir)
  local root = vim.fs.normalize(vim.fn.fnamemodify(dir and dir ~= '' and dir or vim.fn.getcwd(), ':p')):gsub('/$', '')
  local client = require('sibyl.client')
  if vim.fn.isdirectory(root) == 0 then
    return client.notify(root .. ' is not a folder', vim.log.levels.ERROR)
  end
  client.start(root, vim.api.nvim_get_current_buf())
end

--- Stops the servers.
function M.stop()
  for _, c in ipairs(vim.lsp.get_clients({ name = 'sibyl' })) do
    vim.lsp.stop_client(c.id)
  end
end

return M
