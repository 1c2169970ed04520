-- :SibylCallers, :SibylCallees, :SibylPath: whole call trees in a buffer that folds.
local client = require('sibyl.client')
local config = require('sibyl.config')
local view = require('sibyl.view')

local M = {}

local space = vim.api.nvim_create_namespace('sibyl-tree')
local folds = {} -- by buffer: the fold expression's value of each line

--- 'foldexpr' of tree buffers.
function M.foldexpr()
  local levels = folds[vim.api.nvim_get_current_buf()]
  return levels and levels[vim.v.lnum] or '0'
end

--- 'foldtext' of tree buffers: the first line, and how much is hidden.
function M.foldtext()
  return ('%s  (+%d)'):format(vim.fn.getline(vim.v.foldstart), vim.v.foldend - vim.v.foldstart)
end

--- Adds the lines of a node and of those below it: text, target of <CR>, definition.
local function add(lines, node, depth)
  local definition = { uri = node.uri, range = node.range }
  local line = {
    indent = ('  '):rep(depth),
    name = node.name,
    at = ('%s:%d'):format(node.path, node.line),
    sites = node.sites or {},
    definition = definition,
    depth = depth,
  }
  line.target = line.sites[1] or definition
  local notes = {}
  if depth > 0 then
    if node.tier ~= 'exact' then
      notes[#notes + 1] = node.tier
    end
    if node.dispatch then
      notes[#notes + 1] = 'dispatch'
    end
    if #line.sites > 1 then
      notes[#notes + 1] = ('%d calls'):format(#line.sites)
    end
  end
  if node.cycle then
    notes[#notes + 1] = 'see above'
  end
  if node.cut then
    notes[#notes + 1] = 'goes on'
  end
  line.notes = table.concat(notes, ', ')
  lines[#lines + 1] = line
  if depth == 0 and node.note and node.note ~= '' then
    notes[#notes + 1] = node.note
    line.notes = table.concat(notes, ', ')
  end
  for _, child in ipairs(node.children or {}) do
    add(lines, child, depth + 1)
  end
end

--- Pads the columns and shows the lines.
local function show_lines(v, first, lines)
  local wide = 0
  for _, l in ipairs(lines) do
    wide = math.max(wide, vim.fn.strdisplaywidth(l.indent .. l.name))
  end
  local texts = {}
  for i, l in ipairs(lines) do
    local head = l.indent .. l.name
    texts[i] = (head .. (' '):rep(wide - vim.fn.strdisplaywidth(head) + 2) .. l.at .. '  ' .. l.notes):gsub('%s+$', '')
  end
  view.set(v, first, -1, texts)
  for i, l in ipairs(lines) do
    local from = #l.indent + #l.name
    vim.api.nvim_buf_set_extmark(v.buf, space, first + i - 1, #l.indent, { end_col = from, hl_group = 'Function' })
    vim.api.nvim_buf_set_extmark(v.buf, space, first + i - 1, from, { end_col = #texts[i], hl_group = 'Comment' })
  end
end

local function set_folds(v, lines)
  local levels = {}
  for i, l in ipairs(lines) do
    local after = lines[i + 1]
    levels[i] = after and after.depth > l.depth and ('>%d'):format(l.depth + 1) or tostring(l.depth)
  end
  folds[v.buf] = levels
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = v.buf,
    once = true,
    callback = function()
      folds[v.buf] = nil
    end,
  })
  local wo = vim.wo[v.win]
  wo.foldexpr = 'v:lua.require("sibyl.tree").foldexpr()'
  wo.foldtext = 'v:lua.require("sibyl.tree").foldtext()'
  wo.foldmethod, wo.foldlevel, wo.foldenable, wo.fillchars = 'expr', 99, true, 'eob: ,fold: '
end

--- Asks for a format and opens the tree as a text in it. params are those of the tree's request.
local function export(c, params)
  vim.ui.select({ 'mermaid', 'markdown', 'dot' }, { prompt = 'Export as' }, function(format)
    if not format then
      return
    end
    client.request(c, 'sibyl/callTree', vim.tbl_extend('force', params, { format = format }), function(err, result)
      if err then
        return client.notify(err, vim.log.levels.WARN)
      end
      vim.cmd.new()
      vim.bo.bufhidden, vim.bo.buftype, vim.bo.filetype = 'wipe', 'nofile', format
      vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(vim.trim(result.text), '\n'))
    end)
  end)
end

local function maps(v, lines, params)
  local function map(key, fn, desc)
    vim.keymap.set('n', key, fn, { buffer = v.buf, desc = desc, nowait = true })
  end
  local function here()
    return lines[vim.api.nvim_win_get_cursor(0)[1]]
  end
  local function go()
    local l = here()
    if l and l.target then
      view.jump(v, l.target)
    end
  end
  map('<CR>', go, 'Go to the call')
  map('gf', go, 'Go to the call')
  map('gd', function()
    local l = here()
    if l and l.definition then
      view.jump(v, l.definition)
    end
  end, 'Go to the definition')
  map('<Tab>', 'za', 'Fold or unfold')
  map('<C-q>', function()
    local entries = {}
    for _, l in ipairs(lines) do
      for _, s in ipairs(l.sites or {}) do
        entries[#entries + 1] = { location = s, text = l.name }
      end
    end
    view.quickfix(v.client, 'Sibyl: calls', entries)
  end, 'All calls to the quickfix list')
  if params then
    map('e', function()
      export(v.client, params)
    end, 'Export the tree')
  end
end

local function open(c, title, lines, params)
  local v = view.open(c, title)
  vim.bo[v.buf].filetype = 'sibyl'
  vim.wo[v.win].wrap = false
  show_lines(v, 0, lines)
  set_folds(v, lines)
  maps(v, lines, params)
  view.hint(v, '<CR> go to call   gd definition   <Tab> fold   <C-q> quickfix   e export   q close')
  return v
end

--- What the request says about the symbol: its name, or where the cursor stands.
local function subject(c, name)
  if name then
    return { name = name }
  end
  if vim.bo.buftype ~= '' then
    return nil
  end
  local p = vim.lsp.util.make_position_params(0, c.offset_encoding)
  return { textDocument = p.textDocument, position = p.position }
end

--- Shows the tree of callers or callees.
function M.calls(direction, name)
  local c = client.need(vim.api.nvim_get_current_buf())
  if not c then
    return
  end
  local params = subject(c, name)
  if not params then
    return client.notify('put the cursor on a symbol, or give its name')
  end
  params.direction = direction == 'callers' and 'incoming' or 'outgoing'
  M.show(c, params)
end

--- Shows the tree that the params of sibyl/callTree say, as :SibylCallers and code lenses do.
function M.show(c, params)
  params.depth = config.current.depth
  client.request(c, 'sibyl/callTree', params, function(err, result)
    if err then
      return client.notify(err, vim.log.levels.WARN)
    end
    client.warn_incomplete(c)
    if #result.trees == 0 then
      return client.notify(params.name and ('nothing is called ' .. params.name) or 'no symbol stands here')
    end
    local lines = {}
    for _, root in ipairs(result.trees) do
      add(lines, root, 0)
    end
    open(c, params.direction == 'outgoing' and 'callees' or 'callers', lines, params)
  end)
end

--- Shows the shortest chain of calls.
function M.path(from, to)
  local c = client.need(vim.api.nvim_get_current_buf())
  if not c then
    return
  end
  client.request(c, 'sibyl/callPath', { from = { name = from }, to = { name = to } }, function(err, result)
    if err then
      return client.notify(err, vim.log.levels.WARN)
    end
    client.warn_incomplete(c)
    local chain = result.paths[1]
    if not chain or #chain == 0 then
      return client.notify(('%s to %s: %s'):format(from, to, result.note or 'no chain of calls'))
    end
    local lines = {}
    add(lines, vim.tbl_extend('force', chain[1].caller, { children = {} }), 0)
    for depth, hop in ipairs(chain) do
      add(lines, vim.tbl_extend('force', hop.callee, { tier = hop.tier, dispatch = hop.dispatch, sites = hop.sites, children = {} }), depth)
    end
    open(c, 'path', lines)
  end)
end

return M
