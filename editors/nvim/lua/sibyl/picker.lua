-- Search results in the picker that a person has, with its own preview and keys. An item has filename, lnum and col as vim.lsp.util.locations_to_items
-- makes them, and text: what is shown for it. The order is the server's.
local M = {}

function M.telescope(title, items)
  local conf = require('telescope.config').values
  local entry = function(item)
    return { value = item, display = item.text, ordinal = item.text, filename = item.filename, lnum = item.lnum, col = item.col }
  end
  require('telescope.pickers')
    .new({}, {
      prompt_title = title,
      finder = require('telescope.finders').new_table({ results = items, entry_maker = entry }),
      previewer = conf.grep_previewer({}),
      sorter = conf.generic_sorter({}),
    })
    :find()
end

M['fzf-lua'] = function(title, items)
  local lines = vim.tbl_map(function(item) -- fzf-lua reads places from the lines; the numbers are hidden
    return ('%s:%d:%d:\t%s'):format(item.filename, item.lnum, item.col, item.text)
  end, items)
  require('fzf-lua').fzf_exec(lines, {
    winopts = { title = (' %s '):format(title) },
    previewer = 'builtin',
    actions = require('fzf-lua').defaults.actions.files,
    fzf_opts = { ['--delimiter'] = '\t', ['--with-nth'] = '2..', ['--no-sort'] = true },
  })
end

function M.snacks(title, items)
  require('snacks').picker.pick({
    title = title,
    items = vim.tbl_map(function(item)
      return { text = item.text, file = item.filename, pos = { item.lnum, item.col - 1 } }
    end, items),
    format = 'text',
    preview = 'file',
  })
end

local function loads(name)
  return (pcall(require, name))
end

--- The name of the picker that a person has, nil when there is none.
function M.present()
  local ok, snacks = pcall(require, 'snacks')
  if ok and snacks.config and snacks.config.picker and snacks.config.picker.enabled then
    return 'snacks'
  end
  return loads('fzf-lua') and 'fzf-lua' or loads('telescope') and 'telescope' or nil
end

return M
