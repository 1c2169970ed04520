-- :SibylAsk: the answer streams into a window; its citations are places to go to.
local client = require('sibyl.client')
local view = require('sibyl.view')

local M = {}

local space = vim.api.nvim_create_namespace('sibyl-ask')

local function line_count(t)
  return vim.api.nvim_buf_line_count(t.view.buf)
end

--- Appends lines at the end.
local function append(t, lines)
  view.set(t.view, line_count(t), -1, lines)
end

--- Shows text as the answer, from the line where it begins to the end. Who has not moved away from the end stays there.
local function show_answer(t, text)
  if not vim.api.nvim_buf_is_valid(t.view.buf) then
    return
  end
  local follows = vim.api.nvim_win_is_valid(t.view.win) and vim.api.nvim_win_get_cursor(t.view.win)[1] >= line_count(t)
  view.set(t.view, t.first, -1, vim.split(text, '\n', { plain = true }))
  if follows then
    vim.api.nvim_win_set_cursor(t.view.win, { line_count(t), 0 })
  end
end

--- Appends a piece of the answer: only the last line is rewritten, so long answers stay cheap.
local function stream(t, delta)
  if not t.running or type(delta) ~= 'string' or not vim.api.nvim_buf_is_valid(t.view.buf) then
    return
  end
  t.text = t.text .. delta
  local last = line_count(t) - 1
  local follows = vim.api.nvim_win_is_valid(t.view.win) and vim.api.nvim_win_get_cursor(t.view.win)[1] >= last + 1
  local before = vim.api.nvim_buf_get_lines(t.view.buf, last, -1, false)[1]
  view.set(t.view, last, -1, vim.split(before .. delta, '\n', { plain = true }))
  if follows then
    vim.api.nvim_win_set_cursor(t.view.win, { line_count(t), 0 })
  end
end

local function plural(n, word)
  return ('%d %s%s'):format(n, word, n == 1 and '' or 's')
end

local function footer(t, result)
  local parts = { (result.model or '') ~= '' and ('answered by ' .. result.model) or 'digest: no model was asked' }
  local citations = plural(#(result.citations or {}), 'citation')
  if (result.dropped or 0) > 0 then
    citations = ('%s, %d wrong left out'):format(citations, result.dropped)
  end
  parts[#parts + 1] = citations
  parts[#parts + 1] = ('%.1f s'):format((vim.uv.hrtime() - t.began) / 1e9)
  return '— ' .. table.concat(parts, ' · ')
end

--- Lists the citations below the answer, aligned.
local function list_citations(t, citations)
  if #citations == 0 then
    return
  end
  append(t, { '', ('Citations (%d)'):format(#citations) })
  vim.api.nvim_buf_set_extmark(t.view.buf, space, line_count(t) - 1, 0, { line_hl_group = 'Title' })
  local labels, width = {}, 0
  for i, c in ipairs(citations) do
    labels[i] = view.lines(c)
    width = math.max(width, vim.fn.strdisplaywidth(labels[i]))
  end
  for i, c in ipairs(citations) do
    local pad = (' '):rep(width - vim.fn.strdisplaywidth(labels[i]))
    append(t, { (('  %2d  %s%s  %s'):format(i, labels[i], pad, c.symbol or ''):gsub('%s+$', '')) })
    local row = line_count(t) - 1
    t.rows[row] = c
    vim.api.nvim_buf_set_extmark(t.view.buf, space, row, 6, { end_col = 6 + #labels[i], hl_group = 'Underlined' })
  end
  vim.list_extend(t.citations, citations)
end

local function finish(t, err, result)
  if not t.running then
    return
  end
  t.running = false
  t.unlisten()
  if not vim.api.nvim_buf_is_valid(t.view.buf) then
    return
  end
  if result then
    if type(result.answer) == 'string' and result.answer ~= t.text then
      show_answer(t, result.answer)
    end
    if vim.trim(result.answer or '') == '' then
      append(t, { '(no answer)' })
    end
    if result.error and result.error ~= '' then
      append(t, { '', '> ' .. result.error:gsub('%s*\n%s*', ' ') })
    end
    list_citations(t, result.citations or {})
    append(t, { '', footer(t, result) })
    t.conversation = result.conversation or t.conversation
  else
    append(t, { '', '> ' .. (err or 'cancelled'):gsub('%s*\n%s*', ' ') })
  end
  vim.api.nvim_buf_set_extmark(t.view.buf, space, line_count(t) - 1, 0, { line_hl_group = 'Comment' })
  view.hint(t.view, '<CR> go to citation   a ask on   <C-q> quickfix   q close')
  vim.b[t.view.buf].sibyl_running = false
end

--- Sends a question about what the view talks of. place is nil or { textDocument, range, label }.
local function send(t, question, place)
  local c = t.view.client
  if t.first then
    append(t, { '' })
  end
  local head = { '# ' .. question:gsub('%s*\n%s*', ' ') }
  if place then
    head[2] = 'about ' .. place.label
  end
  vim.list_extend(head, { '', '' })
  if t.first then
    append(t, head)
  else
    view.set(t.view, 0, -1, head)
  end
  t.first, t.text, t.running, t.began = line_count(t) - 1, '', true, vim.uv.hrtime()
  vim.b[t.view.buf].sibyl_running = true
  if vim.api.nvim_win_is_valid(t.view.win) then
    vim.api.nvim_win_set_cursor(t.view.win, { line_count(t), 0 })
  end
  view.hint(t.view, 'answering …   <C-c> stop   q close')
  local token
  token, t.unlisten = client.listen(function(value)
    stream(t, type(value) == 'table' and value.delta or nil)
  end)
  t.request = client.request(c, 'sibyl/ask', {
    question = question,
    textDocument = place and place.textDocument,
    range = place and place.range,
    conversation = t.conversation,
    partialResultToken = token,
  }, function(err, result)
    finish(t, err, result)
  end)
end

local function stop(t)
  if t.running then
    client.cancel(t.view.client, t.request)
    finish(t, 'stopped: what had come is above')
  end
end

--- The "[path:12-30]" or "[path:12]" under the cursor as a Location, when it is one of the citations.
local function inline(t)
  local line, col = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[2] + 1
  local init = 1
  while true do
    local first, last, path, from = line:find('%[?`?([^%[%]`%s]+):(%d+)[%d%-]*`?%]?', init)
    if not first then
      return nil
    end
    if first <= col and col <= last then
      for _, c in ipairs(t.citations) do
        if c.path == path and c.start == tonumber(from) then
          return c
        end
      end
    end
    init = last + 1
  end
end

local function follow(t)
  local row = vim.api.nvim_win_get_cursor(0)[1] - 1
  local location = t.rows[row] or inline(t)
  if location then
    view.jump(t.view, location)
  else
    client.notify('no citation stands here')
  end
end

local function to_quickfix(t)
  local entries = {}
  for _, c in ipairs(t.citations) do
    entries[#entries + 1] = { location = c, text = c.symbol or '' }
  end
  view.quickfix(t.view.client, 'Sibyl: citations', entries)
end

local function maps(t)
  local function map(key, fn, desc)
    vim.keymap.set('n', key, fn, { buffer = t.view.buf, desc = desc, nowait = true })
  end
  map('<CR>', function() follow(t) end, 'Go to the citation')
  map('gf', function() follow(t) end, 'Go to the citation')
  map('<C-c>', function() stop(t) end, 'Stop the answer')
  map('<C-q>', function() to_quickfix(t) end, 'Citations to the quickfix list')
  map('a', function()
    if t.running then
      return client.notify('the answer is still coming; <C-c> stops it')
    end
    vim.ui.input({ prompt = 'Ask on: ' }, function(text)
      if text and vim.trim(text) ~= '' then
        send(t, vim.trim(text))
      end
    end)
  end, 'Ask on')
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = t.view.buf,
    once = true,
    callback = function()
      if t.running then
        t.running = false
        t.unlisten()
        client.cancel(t.view.client, t.request)
      end
    end,
  })
end

--- The lines of a command's range as the server wants them.
local function place_of(c, buf, first, last)
  local uri = vim.uri_from_bufnr(buf)
  local path = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ':.')
  local range = { start = { line = first - 1, character = 0 }, ['end'] = { line = last, character = 0 } }
  if last >= vim.api.nvim_buf_line_count(buf) then
    local text = vim.api.nvim_buf_get_lines(buf, -2, -1, false)[1] or ''
    local unit = c.offset_encoding == 'utf-8' and #text or select(2, vim.str_utfindex(text))
    range['end'] = { line = vim.api.nvim_buf_line_count(buf) - 1, character = unit }
  end
  return { textDocument = { uri = uri }, range = range, label = view.lines({ path = path, start = first, ['end'] = last }) }
end

--- Asks. Without a question one is asked for. first and last are lines (1-based) that the question is about, or nil.
function M.ask(question, first, last)
  local buf = vim.api.nvim_get_current_buf()
  local c = client.need(buf)
  if not c then
    return
  end
  local place
  if vim.bo[buf].buftype == '' and vim.api.nvim_buf_get_name(buf) ~= '' and first then
    place = place_of(c, buf, first, last)
  end
  local function go(text)
    text = text and vim.trim(text) or ''
    if text == '' then
      return
    end
    local t = { rows = {}, citations = {}, view = view.open(c, 'ask') }
    vim.bo[t.view.buf].filetype = 'sibyl'
    local win = vim.wo[t.view.win]
    win.wrap, win.linebreak, win.breakindent, win.conceallevel, win.concealcursor = true, true, true, 2, 'nc'
    if not pcall(vim.treesitter.start, t.view.buf, 'markdown') then
      vim.bo[t.view.buf].syntax = 'markdown'
      vim.cmd('silent! syntax clear markdownError') -- names have underscores
      vim.cmd('highlight default link markdownCode String')
    end
    vim.fn.matchadd('Underlined', [=[\[[^][:space:]]\+:\d\+\(-\d\+\)\?\]]=], 10, -1, { window = t.view.win })
    maps(t)
    send(t, text, place)
    client.warn_incomplete(c)
  end
  if question and vim.trim(question) ~= '' then
    go(question)
  else
    vim.ui.input({ prompt = place and 'Ask about these lines: ' or 'Ask about this workspace: ' }, go)
  end
end

return M
