-- Windows for results: how they open, how one leaves them, how one jumps from them.
local config = require('sibyl.config')

local M = {}

local function open_window(kind, buf)
  if kind == 'float' then
    local width, height = math.floor(vim.o.columns * 0.8), math.floor(vim.o.lines * 0.75)
    return vim.api.nvim_open_win(buf, true, {
      relative = 'editor',
      width = width,
      height = height,
      col = math.floor((vim.o.columns - width) / 2),
      row = math.floor((vim.o.lines - height) / 2) - 1,
      border = 'rounded',
      title = ' sibyl ',
      title_pos = 'center',
    })
  end
  vim.cmd(({ vsplit = 'botright vsplit', split = 'botright split', tab = 'tab split' })[kind])
  vim.api.nvim_win_set_buf(0, buf)
  return vim.api.nvim_get_current_win()
end

--- Opens a window for results and returns a table with buf, win and origin, the window to jump in.
function M.open(client, title, kind)
  local origin = vim.api.nvim_get_current_win()
  if vim.b.sibyl_client then -- asked from a result window: places open where that one opens them
    origin = vim.w.sibyl_origin or origin
  end
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].bufhidden = 'wipe'
  vim.bo[buf].swapfile = false
  vim.bo[buf].modifiable = false
  vim.b[buf].sibyl_client = client.id
  pcall(vim.api.nvim_buf_set_name, buf, ('sibyl://%d/%s'):format(buf, title))
  local win = open_window(kind or config.current.window, buf)
  vim.w[win].sibyl_origin = origin
  local wo = vim.wo[win]
  wo.number, wo.relativenumber, wo.list, wo.spell = false, false, false, false
  wo.signcolumn = 'yes' -- a margin
  wo.fillchars = 'eob: '
  wo.cursorline = true
  vim.keymap.set('n', 'q', function()
    M.close(win)
  end, { buffer = buf, desc = 'Close', nowait = true })
  return { buf = buf, win = win, origin = origin, client = client }
end

function M.close(win)
  if vim.api.nvim_win_is_valid(win) and #vim.api.nvim_list_wins() > 1 then
    vim.api.nvim_win_close(win, true)
  elseif vim.api.nvim_win_is_valid(win) then
    vim.cmd('enew')
  end
end

--- Replaces lines of a view's buffer.
function M.set(view, first, last, lines)
  if not vim.api.nvim_buf_is_valid(view.buf) then
    return
  end
  vim.bo[view.buf].modifiable = true
  vim.api.nvim_buf_set_lines(view.buf, first, last, false, lines)
  vim.bo[view.buf].modifiable = false
  vim.bo[view.buf].modified = false
end

--- Shows a hint above a view's text.
function M.hint(view, text)
  if vim.api.nvim_win_is_valid(view.win) then
    vim.wo[view.win].winbar = ' ' .. text:gsub('%%', '%%%%') .. '%<'
  end
end

--- The window in which a view's places open: where it was opened from, else any other ordinary window, else a new one.
local function target(view)
  if vim.api.nvim_win_is_valid(view.origin) and view.origin ~= view.win then
    return view.origin
  end
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local plain = vim.api.nvim_win_get_config(win).relative == ''
    if win ~= view.win and plain and vim.bo[vim.api.nvim_win_get_buf(win)].buftype == '' then
      return win
    end
  end
  vim.cmd('topleft vsplit')
  vim.cmd('enew')
  return vim.api.nvim_get_current_win()
end

--- Goes to a Location. With stay the cursor remains in the view.
function M.jump(view, location, stay)
  local from = vim.api.nvim_get_current_win()
  local win = target(view)
  local open = vim.api.nvim_win_is_valid(view.win)
  if open and vim.api.nvim_win_get_config(view.win).relative ~= '' and not stay then
    M.close(view.win) -- a floating window would cover the place
  end
  vim.api.nvim_set_current_win(win)
  view.origin = win
  vim.w[win].sibyl_origin = nil
  local ok, err = pcall(vim.lsp.util.show_document, location, view.client.offset_encoding, { focus = true })
  if not ok then
    require('sibyl.client').notify(tostring(err), vim.log.levels.WARN)
    return
  end
  vim.cmd('normal! zvzz')
  if stay then
    vim.api.nvim_set_current_win(from)
  end
end

--- "path:12-30", or "path:12", of an answer of the server that has path, start and end.
function M.lines(place)
  if place.start == place['end'] then
    return ('%s:%d'):format(place.path, place.start)
  end
  return ('%s:%d-%d'):format(place.path, place.start, place['end'])
end

--- Puts Locations with their texts into the quickfix list and opens it.
function M.quickfix(client, title, entries)
  local items = {}
  for _, entry in ipairs(entries) do
    local item = vim.lsp.util.locations_to_items({ entry.location }, client.offset_encoding)[1]
    if item then
      item.text = entry.text
      items[#items + 1] = item
    end
  end
  vim.fn.setqflist({}, ' ', { title = title, items = items })
  vim.cmd('botright copen')
end

return M
