-- :SibylSearch: find code by name or by meaning. The order is the server's.
local client = require('sibyl.client')
local config = require('sibyl.config')
local picker = require('sibyl.picker')
local view = require('sibyl.view')

local M = {}

--- One line for a hit: place, symbol, kind, and why it was found.
local function texts(hits)
  local out, wide, symbols = {}, 0, 0
  for i, h in ipairs(hits) do
    out[i] = { label = view.lines(h), symbol = ('%s %s'):format(h.kind or '', h.symbol or ''):match('^%s*(.-)%s*$') }
    out[i].why = type(h.why) == 'table' and table.concat(h.why, '; ') or (h.why or '')
    wide = math.max(wide, vim.fn.strdisplaywidth(out[i].label))
    symbols = math.max(symbols, vim.fn.strdisplaywidth(out[i].symbol))
  end
  for _, t in ipairs(out) do
    local pad = (' '):rep(wide - vim.fn.strdisplaywidth(t.label) + 2)
    local pad2 = (' '):rep(symbols - vim.fn.strdisplaywidth(t.symbol) + 2)
    t.line = (t.label .. pad .. t.symbol .. pad2 .. t.why):gsub('%s+$', '')
  end
  return out
end

--- Whether vim.ui.select is still Neovim's own, which numbers the items in the command line.
local function plain_select()
  local source = debug.getinfo(vim.ui.select, 'S').source
  return source:match('vim[/\\]ui%.lua$') ~= nil
end

local function show_list(c, query, hits)
  local v = view.open(c, 'search', 'split')
  vim.api.nvim_win_set_height(v.win, math.min(#hits + 1, 12))
  vim.wo[v.win].wrap = false
  local lines = vim.tbl_map(function(t)
    return t.line
  end, texts(hits))
  view.set(v, 0, -1, lines)
  view.hint(v, ('%d places for %s   <CR> go there   <C-q> quickfix   q close'):format(#hits, query))
  local function hit()
    return hits[vim.api.nvim_win_get_cursor(v.win)[1]]
  end
  local function map(key, fn, desc)
    vim.keymap.set('n', key, fn, { buffer = v.buf, desc = desc, nowait = true })
  end
  local function go()
    local h = hit()
    view.close(v.win)
    view.jump(v, h)
  end
  map('<CR>', go, 'Go there')
  map('gf', go, 'Go there')
  map('<C-q>', function()
    M.quickfix(c, query, hits)
  end, 'All to the quickfix list')
  local shown
  vim.api.nvim_create_autocmd('CursorMoved', {
    buffer = v.buf,
    callback = function()
      local h = hit()
      if h and h ~= shown and vim.api.nvim_get_current_win() == v.win then
        shown = h
        view.jump(v, h, true)
      end
    end,
  })
end

function M.quickfix(c, query, hits)
  local entries = {}
  for i, t in ipairs(texts(hits)) do
    entries[i] = { location = hits[i], text = (t.symbol .. '  ' .. t.why):gsub('^%s+', '') }
  end
  view.quickfix(c, 'Sibyl: ' .. query, entries)
end

--- The hits as items of sibyl.picker.
local function items_of(c, hits)
  local out = {}
  for i, t in ipairs(texts(hits)) do
    local item = vim.lsp.util.locations_to_items({ hits[i] }, c.offset_encoding)[1]
    if item then
      item.text = t.line
      out[#out + 1] = item
    end
  end
  return out
end

local function show_select(c, query, hits)
  local v = { client = c, origin = vim.api.nvim_get_current_win(), win = -1 }
  local lines = texts(hits)
  vim.ui.select(hits, {
    prompt = 'Sibyl: ' .. query,
    kind = 'sibyl',
    format_item = function(h)
      for i, other in ipairs(hits) do
        if other == h then
          return lines[i].line
        end
      end
    end,
  }, function(h)
    if h then
      view.jump(v, h)
    end
  end)
end

--- How hits are shown, a value of the setting picker other than 'auto'.
function M.how()
  local how = config.current.picker
  return how ~= 'auto' and how or picker.present() or plain_select() and 'list' or 'select'
end

local function show(c, query, hits, to_quickfix)
  if to_quickfix then
    return M.quickfix(c, query, hits)
  end
  local how = M.how()
  if how == 'list' then
    show_list(c, query, hits)
  elseif how == 'select' then
    show_select(c, query, hits)
  else
    picker[how]('Sibyl: ' .. query, items_of(c, hits))
  end
end

--- Searches. Without a query one is asked for.
function M.search(query, to_quickfix)
  local c = client.need(vim.api.nvim_get_current_buf())
  if not c then
    return
  end
  local function go(text)
    text = text and vim.trim(text) or ''
    if text == '' then
      return
    end
    client.request(c, 'sibyl/search', { query = text, limit = 30 }, function(err, hits)
      if err then
        return client.notify(err, vim.log.levels.ERROR)
      end
      client.warn_incomplete(c)
      if #hits == 0 then
        return client.notify(('nothing found for "%s"'):format(text))
      end
      show(c, text, hits, to_quickfix)
    end)
  end
  if query and vim.trim(query) ~= '' then
    go(query)
  else
    vim.ui.input({ prompt = 'Search code: ' }, go)
  end
end

return M
