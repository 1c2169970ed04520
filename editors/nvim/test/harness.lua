-- What the sessions share. Each check prints "ok NAME" or "FAIL NAME: why"; the Go test that runs the session knows the names that
-- must appear, so that a session which ends early fails.
local M = {}

local out = assert(io.open(assert(vim.env.SIBYL_TEST_REPORT), 'a'))

local function say(line)
  out:write(line:gsub('\n', ' ⏎ ') .. '\n')
  out:flush()
end

M.messages = {} -- what vim.notify was given
vim.notify = function(text)
  table.insert(M.messages, text)
end

--- Waits until fn returns a true value and returns it; fails after ten seconds, or seconds.
function M.wait(what, fn, seconds)
  local value
  local ok = vim.wait((seconds or 10) * 1000, function()
    value = fn()
    return value
  end, 20)
  if not ok then
    error(('waited in vain for %s; messages: %s'):format(what, vim.inspect(M.messages)), 2)
  end
  return value
end

function M.equal(got, want, what)
  if not vim.deep_equal(got, want) then
    error(('%s: got %s, want %s'):format(what or 'value', vim.inspect(got), vim.inspect(want)), 2)
  end
end

--- Fails when text does not contain the plain text part.
function M.contains(text, part)
  if type(text) == 'table' then
    text = table.concat(text, '\n')
  end
  if not text:find(part, 1, true) then
    error(('%q is missing in:\n%s'):format(part, text), 2)
  end
end

function M.check(name, fn)
  M.messages = {}
  local ok, err = xpcall(fn, debug.traceback)
  say(ok and 'ok ' .. name or ('FAIL %s: %s'):format(name, err))
  -- A check leaves no window behind for the next one.
  pcall(vim.cmd, 'silent! cclose')
  pcall(vim.cmd, 'silent! only')
end

function M.done()
  say('done')
  vim.cmd('qall!')
end

function M.keys(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'x', false)
end

function M.lines(buf)
  return vim.api.nvim_buf_get_lines(buf or 0, 0, -1, false)
end

--- Puts the cursor on the first place where text stands in the current buffer.
function M.cursor_on(text)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  assert(vim.fn.search('\\V' .. text, 'c') > 0, text .. ' is not in ' .. vim.api.nvim_buf_get_name(0))
end

--- The name of the current file, relative to the workspace, with the cursor's line.
function M.here()
  return ('%s:%d'):format(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':.'), vim.api.nvim_win_get_cursor(0)[1])
end

function M.client()
  return M.wait('the server', function()
    local c = vim.lsp.get_clients({ name = 'sibyl', bufnr = 0 })[1]
    return c and c.initialized and c
  end)
end

--- The result of a request to the current buffer's sibyl.
function M.request(method, params)
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, 10000), method .. ' was not answered')
  local answer = assert(answers[M.client().id], method .. ' was not answered by sibyl')
  assert(not answer.err, method .. ': ' .. vim.inspect(answer.err))
  return answer.result
end

--- Waits until the server has indexed everything, and returns its status.
function M.indexed()
  local s = M.request('sibyl/status', { wait = true })
  assert(s.complete and not s.indexing, vim.inspect(s))
  return s
end

--- Opens a file of the workspace with an attached, indexed server.
function M.open(file)
  vim.cmd('hide edit ' .. file)
  M.client()
  M.indexed()
end

--- Waits for a window of the plugin whose text contains part and enters it.
function M.result(part)
  return M.wait('a window with ' .. part, function()
    for _, win in ipairs(vim.api.nvim_list_wins()) do
      local buf = vim.api.nvim_win_get_buf(win)
      if vim.b[buf].sibyl_client and table.concat(M.lines(buf), '\n'):find(part, 1, true) then
        vim.api.nvim_set_current_win(win)
        return buf
      end
    end
  end)
end

--- Runs the lens at the cursor whose title contains part.
function M.run_lens(part)
  local select = vim.ui.select
  vim.ui.select = function(items, opts, choose)
    for _, item in ipairs(items) do
      if opts.format_item(item):find(part, 1, true) then
        choose(item)
      end
    end
  end
  vim.lsp.codelens.run()
  vim.ui.select = select
end

--- Asks the test's control address something, such as to let the model's endpoint go on.
function M.control(path)
  local host, port = vim.env.SIBYL_TEST_CONTROL:match('^(.+):(%d+)$')
  local tcp, reply = vim.uv.new_tcp(), nil
  tcp:connect(host, tonumber(port), function(err)
    assert(not err, err)
    tcp:read_start(function(_, data)
      if data then
        reply = (reply or '') .. data
      else
        tcp:close()
        reply = (reply or '') .. '\n'
      end
    end)
    tcp:write(('GET %s HTTP/1.0\r\n\r\n'):format(path))
  end)
  M.wait('the control address', function()
    return reply and reply:sub(-1) == '\n' and tcp:is_closing()
  end)
  return reply
end

return M
