-- The settings of the plugin. Everything about answers is the server's: see "settings" and docs/configuration.md.
local M = {}

---@class sibyl.Config
M.defaults = {
  --- How the server is started: a list, or a function as |vim.lsp.ClientConfig| takes it.
  cmd = { 'sibyl', 'serve' },
  --- 'all' files that have a name, or a list of filetypes.
  filetypes = 'all',
  --- Start and attach by itself when a file is opened.
  autostart = true,
  --- What marks the folder that is indexed: the first group found upwards from the file wins.
  root_markers = {
    { '.git', '.hg', '.jj' },
    {
      'go.work', 'go.mod', 'Cargo.toml', 'pyproject.toml', 'setup.py', 'package.json', 'tsconfig.json', 'pom.xml',
      'build.gradle', 'build.gradle.kts', 'CMakeLists.txt', 'compile_commands.json', 'Makefile',
    },
  },
  --- Settings of the server (section "sibyl"), for example { llm = { baseUrl = …, model = … } }.
  settings = {},
  --- Further capabilities of the client, for example those of a completion plugin.
  capabilities = nil,
  --- Where answers and trees open: 'vsplit', 'split', 'float' or 'tab'.
  window = 'vsplit',
  --- How search results are shown: 'snacks', 'fzf-lua' or 'telescope', 'select' (|vim.ui.select|), 'list' (a window with preview), or 'auto':
  --- the first of the three plugins that is there, else vim.ui.select when a plugin has taken it over, else the list.
  picker = 'auto',
  --- Whole trees are asked for to this depth.
  depth = 6,
  --- false: none. true: the ones below. A table: these instead, by name.
  keymaps = false,
}

--- What keymaps = true means.
M.keymaps = {
  ask = '<leader>sa',
  search = '<leader>ss',
  callers = '<leader>sc',
  callees = '<leader>sC',
  status = '<leader>si',
}

---@type sibyl.Config
M.current = vim.deepcopy(M.defaults)

--- Sets what opts names and checks the types. An error says which setting is wrong.
function M.set(opts)
  opts = opts or {}
  for key in pairs(opts) do
    if M.defaults[key] == nil and key ~= 'capabilities' then
      error(('sibyl: unknown setting %q; see :help sibyl-setup'):format(key), 0)
    end
  end
  local function one_of(key, ...)
    if opts[key] ~= nil and not vim.tbl_contains({ ... }, opts[key]) then
      error(('sibyl: %s is one of %s'):format(key, table.concat({ ... }, ', ')), 0)
    end
  end
  one_of('window', 'vsplit', 'split', 'float', 'tab')
  one_of('picker', 'auto', 'list', 'select', 'snacks', 'fzf-lua', 'telescope')
  local function is(key, ...)
    if opts[key] ~= nil and not vim.tbl_contains({ ... }, type(opts[key])) then
      error(('sibyl: %s must be a %s'):format(key, table.concat({ ... }, ' or a ')), 0)
    end
  end
  is('cmd', 'table', 'function')
  is('settings', 'table')
  is('root_markers', 'table')
  is('keymaps', 'boolean', 'table')
  is('depth', 'number')
  if opts.filetypes ~= nil and opts.filetypes ~= 'all' and type(opts.filetypes) ~= 'table' then
    error("sibyl: filetypes must be 'all' or a list", 0)
  end
  M.current = vim.tbl_extend('force', vim.deepcopy(M.defaults), opts)
  return M.current
end

return M
