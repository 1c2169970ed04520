-- The connection to the server: start, attach, requests. Other servers in the same buffer are never asked.
local config = require('sibyl.config')

local M = {}

local NAME = 'sibyl'
local PATIENCE = 10000 -- ms that a command waits for a server that is starting
local sinks = {} -- functions that take the $/progress values of a token
local warned = {} -- texts that are said once
local started -- the id of the client that was started last

--- Tells the person something.
function M.notify(text, level)
  vim.notify('sibyl: ' .. text, level or vim.log.levels.INFO)
end

function M.notify_once(text, level)
  if not warned[text] then
    warned[text] = true
    M.notify(text, level)
  end
end

--- The folder to index for a buffer, nil when nothing marks one.
function M.root(buf)
  local name = vim.api.nvim_buf_get_name(buf)
  if name == '' or name:match('^%a[%w+.-]+://') then
    return nil
  end
  for _, markers in ipairs(config.current.root_markers) do
    local root = vim.fs.root(buf, markers)
    if root then
      return vim.fs.normalize(root)
    end
  end
end

--- Whether a buffer is one that the settings attach to.
local function wanted(buf)
  if not vim.api.nvim_buf_is_loaded(buf) or vim.bo[buf].buftype ~= '' then
    return false
  end
  local types = config.current.filetypes
  return types == 'all' or vim.tbl_contains(types, vim.bo[buf].filetype)
end

--- nil, or why the server cannot be started.
function M.missing()
  local cmd = config.current.cmd
  if type(cmd) == 'table' and vim.fn.executable(cmd[1]) == 0 then
    return ('%s is not an executable on your PATH: install it, or set its place: require("sibyl").setup{cmd = {"/path/to/sibyl", "serve"}}'):format(
      cmd[1]
    )
  end
end

--- The last diagnostics of a server that ended by itself.
local function on_exit(code, signal)
  if code ~= 0 and signal ~= 15 and vim.v.exiting == vim.NIL then
    vim.schedule(function()
      M.notify(('the server ended with code %d; see %s'):format(code, vim.lsp.get_log_path()), vim.log.levels.WARN)
    end)
  end
end

local function on_progress(err, result, ctx, cfg)
  local sink = result and sinks[result.token]
  if sink then
    return sink(result.value)
  end
  return vim.lsp.handlers['$/progress'](err, result, ctx, cfg)
end

--- Starts the server for root, or finds the one that runs, and attaches buf to it. Returns the client's id, nil on failure.
function M.start(root, buf)
  local reason = M.missing()
  if reason then
    M.notify_once(reason, vim.log.levels.WARN)
    return nil
  end
  local capabilities = vim.tbl_deep_extend('force', vim.lsp.protocol.make_client_capabilities(), config.current.capabilities or {})
  local settings = next(config.current.settings) and config.current.settings or vim.empty_dict() -- {} would be a list in JSON
  started = vim.lsp.start({
    name = NAME,
    cmd = config.current.cmd,
    root_dir = root,
    capabilities = capabilities,
    settings = { sibyl = settings },
    init_options = settings,
    handlers = { ['$/progress'] = on_progress },
    on_exit = on_exit,
  }, { bufnr = buf })
  return started
end

--- Attaches a buffer as the settings say. Buffers that no root marker stands above are left alone: nobody wants their home
--- folder indexed.
function M.attach(buf)
  if not wanted(buf) then
    return
  end
  local root = M.root(buf)
  if root then
    M.start(root, buf)
  end
end

--- The client that answers for a buffer: the attached one, that of a result window, else the only one there is.
function M.get(buf)
  local id = vim.b[buf].sibyl_client
  local client = id and vim.lsp.get_client_by_id(id)
  if client then
    return client
  end
  local attached = vim.lsp.get_clients({ name = NAME, bufnr = buf })
  if attached[1] then
    return attached[1]
  end
  local all = vim.lsp.get_clients({ name = NAME })
  if #all == 1 then
    return all[1]
  end
end

--- Whether the server that was started last has not answered yet. Neovim does not list it until then.
local function starting()
  local client = started and vim.lsp.get_client_by_id(started)
  return client and not client.initialized
end

--- As get, but waits for a server that is starting, and tells the person what is missing when there is none.
function M.need(buf)
  local client = M.get(buf)
  if not client and starting() then
    vim.wait(PATIENCE, function()
      return not starting()
    end, 20)
    client = M.get(buf)
  end
  if client then
    return client
  end
  local reason = M.missing()
  if not reason then
    reason = #vim.lsp.get_clients({ name = NAME }) > 1 and 'several workspaces are open: go to a file of the one you mean'
      or 'no server runs here: open a file below a folder with .git or another root marker, or start one with :SibylStart DIR'
  end
  M.notify(reason, vim.log.levels.WARN)
end

--- Sends a request. fn gets an error's text or nil, and the result. Returns the request's number, nil when it was not sent.
function M.request(client, method, params, fn)
  local function answer(err, result)
    fn(err and (err.message or vim.inspect(err)) or nil, result)
  end
  local ok, id
  if vim.fn.has('nvim-0.11') == 1 then
    ok, id = client:request(method, params, answer, 0)
  else
    ok, id = client.request(method, params, answer, 0)
  end
  if not ok then
    answer({ message = 'the server does not run any more; :SibylStart starts it again' })
    return nil
  end
  return id
end

--- Cancels a request. Its fn may not be called any more.
function M.cancel(client, id)
  if vim.fn.has('nvim-0.11') == 1 then
    client:cancel_request(id)
  else
    client.cancel_request(id)
  end
end

--- Lets the servers compare their files with the disk.
function M.refresh()
  for _, c in ipairs(vim.lsp.get_clients({ name = NAME })) do
    M.request(c, 'sibyl/refresh', vim.empty_dict(), function() end)
  end
end

local tokens = 0

--- Returns a token whose $/progress values go to fn, and a function that ends this.
function M.listen(fn)
  tokens = tokens + 1
  local token = ('sibyl-nvim-%d'):format(tokens)
  sinks[token] = fn
  return token, function()
    sinks[token] = nil
  end
end

--- Tells, when it is so, that the index is still being made.
function M.warn_incomplete(client)
  M.request(client, 'sibyl/status', vim.empty_dict(), function(_, status)
    if status and status.indexing then
      M.notify(('the index is being made (%d of %d files): the answer may lack something'):format(status.done or 0, status.total or 0))
    end
  end)
end

return M
