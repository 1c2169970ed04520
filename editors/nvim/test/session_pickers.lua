-- Search results in the real pickers, whose checkouts are in $SIBYL_TEST_PLUGINS.
local h = require('harness')
local check, wait, equal, contains = h.check, h.wait, h.equal, h.contains

local function with(...)
  for _, name in ipairs({ ... }) do
    vim.opt.runtimepath:append(assert(vim.env.SIBYL_TEST_PLUGINS) .. '/' .. name)
  end
end

local function search(picker)
  equal(require('sibyl.picker').present(), picker, 'the picker that is found')
  h.open('app.py')
  vim.cmd('SibylSearch write a note to the disk')
end

--- Waits until a window shows store.py at the method save, beside the list.
local function previewed()
  wait('the preview', function()
    for _, win in ipairs(vim.api.nvim_list_wins()) do
      local text = table.concat(h.lines(vim.api.nvim_win_get_buf(win)), '\n')
      if text:find('def save', 1, true) and vim.api.nvim_win_get_config(win).relative ~= '' then
        return true
      end
    end
  end)
end

check('without one of them', function()
  equal(require('sibyl.picker').present(), nil, 'the picker that is found')
end)

check('telescope', function()
  with('plenary.nvim', 'telescope.nvim')
  search('telescope')
  local picker = wait('the picker', function()
    local p = require('telescope.actions.state').get_current_picker(vim.api.nvim_get_current_buf())
    return p and p.manager and p.manager:num_results() > 3 and p
  end)
  contains(picker:get_selection().display, 'store.py:10-16')
  previewed()
  require('telescope.actions').select_default(picker.prompt_bufnr)
  equal(h.here(), 'store.py:10', 'the chosen place')
end)

check('fzf-lua', function()
  with('fzf-lua')
  search('fzf-lua')
  wait('the list', function()
    return table.concat(h.lines(0), '\n'):find('store.py:10-16', 1, true)
  end)
  previewed()
  vim.api.nvim_chan_send(vim.bo.channel, '\r')
  wait('the chosen place', function()
    return h.here() == 'store.py:10'
  end)
end)

check('snacks', function()
  with('snacks.nvim')
  require('snacks').setup({ picker = { enabled = true } })
  search('snacks')
  local picker = wait('the picker', function()
    local p = require('snacks').picker.get()[1]
    return p and #p:items() > 3 and p:current() and p
  end)
  contains(picker:current().text, 'store.py:10-16')
  previewed()
  picker:action('confirm')
  wait('the chosen place', function()
    return h.here() == 'store.py:10'
  end)
end)

h.done()
