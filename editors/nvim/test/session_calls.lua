-- Hierarchies, symbols, unsaved edits, trees, search.
local h = require('harness')
local check, wait, equal, contains = h.check, h.wait, h.equal, h.contains

local function position()
  return vim.lsp.util.make_position_params(0, h.client().offset_encoding)
end

local function incoming_names()
  local item = assert(h.request('textDocument/prepareCallHierarchy', position()))[1]
  local names = {}
  for _, call in ipairs(h.request('callHierarchy/incomingCalls', { item = item }) or {}) do
    names[#names + 1] = call.from.name
  end
  table.sort(names)
  return names
end

local function symbol_names()
  local names = {}
  local function add(list)
    for _, s in ipairs(list or {}) do
      names[#names + 1] = s.name
      add(s.children)
    end
  end
  add(h.request('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params(0) }))
  return names
end

check('a command waits for the server', function()
  vim.cmd('edit app.py')
  equal(vim.lsp.get_clients({ name = 'sibyl' }), {}, 'servers that are ready')
  vim.cmd('SibylStart')
  assert(require('sibyl.client').need(0), 'no server')
  equal(h.messages, {}, 'complaints')
end)

check('attach', function()
  h.open('app.py')
  local s = h.indexed()
  equal(s.files, 3, 'files')
  equal(h.client().config.root_dir, vim.fs.normalize(vim.fn.getcwd()), 'root')
end)

check('call hierarchy', function()
  h.open('store.py')
  h.cursor_on('save')
  equal(incoming_names(), { 'add_note' }, 'callers of save')
  local item = h.request('textDocument/prepareCallHierarchy', position())[1]
  local out = h.request('callHierarchy/outgoingCalls', { item = item })
  equal(out[1] and out[1].to.name, 'build_path', 'save calls')
end)

check('builtin incoming calls', function()
  h.open('store.py')
  h.cursor_on('build_path(folder')
  vim.lsp.buf.incoming_calls()
  local items = wait('the quickfix list', function()
    local list = vim.fn.getqflist()
    return #list > 0 and list
  end)
  contains(items[1].text, 'save')
  equal(items[1].lnum, 12, 'line of the call')
  vim.fn.setqflist({})
end)

check('document symbols', function()
  h.open('store.py')
  equal(symbol_names(), { 'NoteStore', '__init__', 'save', 'build_path' }, 'symbols')
end)

check('unsaved edit', function()
  h.open('app.py')
  vim.cmd([[silent %s/add_note/create_note/g]])
  assert(vim.bo.modified)
  equal(symbol_names(), { 'create_note', 'main' }, 'symbols of the unsaved text')
  vim.cmd('hide edit store.py')
  h.cursor_on('save')
  equal(incoming_names(), { 'create_note' }, 'callers from the unsaved text')
  vim.cmd('hide edit app.py')
  vim.cmd('silent undo')
  equal(symbol_names(), { 'add_note', 'main' }, 'symbols after undo')
  vim.cmd('hide edit store.py')
  h.cursor_on('save')
  equal(incoming_names(), { 'add_note' }, 'callers after undo')
end)

check('callers tree', function()
  h.open('store.py')
  h.cursor_on('build_path(folder')
  vim.cmd('SibylCallers')
  local buf = h.result('build_path')
  local lines = h.lines(buf)
  equal(#lines, 4, 'lines of the tree')
  contains(lines[1], 'build_path')
  contains(lines[2], '  NoteStore.save')
  contains(lines[3], '    add_note')
  contains(lines[4], '      main')
  contains(lines[4], 'app.py:11')
  contains(lines[4], '2 calls')
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  h.keys('<CR>')
  equal(h.here(), 'app.py:8', 'the call of save')
end)

check('tree export', function()
  h.open('store.py')
  vim.cmd('SibylCallers build_path')
  h.result('build_path')
  local select = vim.ui.select
  vim.ui.select = function(items, _, choose)
    choose(items[1])
  end
  h.keys('e')
  vim.ui.select = select
  local text = wait('the diagram', function()
    return vim.bo.filetype == 'mermaid' and h.lines(0)
  end)
  equal(text[1], 'flowchart LR', 'first line')
  contains(text, 'n1 --> n0')
  vim.cmd('only')
end)

check('tree folds', function()
  h.open('store.py')
  vim.cmd('SibylCallers build_path')
  h.result('build_path')
  equal(vim.fn.foldclosed(2), -1, 'open at first')
  vim.api.nvim_win_set_cursor(0, { 2, 0 })
  h.keys('<Tab>')
  equal({ vim.fn.foldclosed(2), vim.fn.foldclosedend(2) }, { 2, 4 }, 'fold of line 2')
  contains(vim.fn.foldtextresult(2), '(+2)')
  h.keys('<Tab>')
  vim.api.nvim_win_set_cursor(0, { 4, 0 })
  h.keys('gd')
  equal(h.here(), 'app.py:11', 'the definition of main')
  vim.cmd('wincmd p')
  h.keys('<C-q>')
  equal(#vim.fn.getqflist(), 4, 'calls in the quickfix list')
end)

check('code lenses', function()
  h.open('store.py')
  vim.lsp.codelens.refresh({ bufnr = 0 })
  local lens = wait('the lenses', function()
    for _, l in ipairs(vim.lsp.codelens.get(0)) do
      if l.range.start.line == 16 and l.command and l.command.title == '1 caller' then
        return l
      end
    end
  end)
  equal(lens.command.command, 'sibyl.callTree', 'command')
  h.cursor_on('def build_path')
  h.run_lens('1 caller')
  contains(h.lines(h.result('build_path')), '  NoteStore.save')
  vim.lsp.codelens.clear()
end)

check('callees tree', function()
  h.open('web/server.go')
  h.cursor_on('Serve(')
  vim.cmd('SibylCallees')
  local text = h.lines(h.result('Serve'))
  contains(text, '  normalize')
  contains(text, '  listen')
end)

check('no symbol', function()
  h.open('app.py')
  vim.cmd('SibylCallers nobody_has_this_name')
  wait('a message', function()
    return h.messages[1]
  end)
  contains(h.messages[1], 'nobody_has_this_name')
  equal(#vim.api.nvim_list_wins(), 1, 'windows')
end)

check('path', function()
  h.open('app.py')
  vim.cmd('SibylPath main build_path')
  local lines = h.lines(h.result('build_path'))
  equal(#lines, 4, 'lines of the chain')
  contains(lines[1], 'main')
  contains(lines[4], 'build_path')
  vim.cmd('SibylPath build_path main')
  wait('a message', function()
    return h.messages[1]
  end)
  contains(h.messages[1], 'build_path to main')
end)

check('search to quickfix', function()
  h.open('app.py')
  vim.cmd('SibylSearch! write a note to the disk')
  local list = wait('the quickfix list', function()
    local items = vim.fn.getqflist({ title = 1, items = 1 })
    return items.title:match('write a note') and items.items
  end)
  local found = false
  for _, item in ipairs(list) do
    found = found or vim.fn.bufname(item.bufnr):match('store.py$') and item.text:match('save') ~= nil
  end
  assert(found, 'NoteStore.save is not among ' .. vim.inspect(list))
end)

check('search list with preview', function()
  h.open('app.py')
  local origin = vim.api.nvim_get_current_win()
  vim.cmd('SibylSearch normalize')
  h.result('web/server.go')
  h.cursor_on('web/server.go')
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = 0 })
  local shown = vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(origin))
  contains(shown, 'web/server.go')
  assert(vim.b.sibyl_client, 'the preview must not take the cursor')
  h.keys('<CR>')
  contains(h.here(), 'web/server.go:')
  equal(#vim.api.nvim_list_wins(), 1, 'the list is closed')
end)

check('search with vim.ui.select', function()
  h.open('app.py')
  local own = vim.ui.select
  local shown
  vim.ui.select = function(items, opts, choose)
    shown = opts.format_item(items[1])
    choose(items[1], 1)
  end
  vim.cmd('SibylSearch build_path')
  wait('the choice', function()
    return shown
  end)
  vim.ui.select = own
  contains(shown, 'store.py')
  contains(h.here(), 'store.py:')
end)

check('beside another server', function()
  local asked = {}
  local function other(dispatchers)
    local closing = false
    return {
      request = function(method, _, callback)
        asked[#asked + 1] = method
        if method == 'initialize' then
          callback(nil, { capabilities = { hoverProvider = true, positionEncoding = 'utf-16' } })
        else
          callback(nil, vim.NIL)
        end
        return true, #asked
      end,
      notify = function(method)
        if method == 'exit' then
          closing = true
          dispatchers.on_exit(0, 0)
        end
        return true
      end,
      is_closing = function()
        return closing
      end,
      terminate = function()
        closing = true
      end,
    }
  end
  h.open('app.py')
  vim.lsp.start({ name = 'other', cmd = other, root_dir = vim.fn.getcwd() })
  equal(#vim.lsp.get_clients({ bufnr = 0 }), 2, 'servers')
  h.cursor_on('main(')
  vim.cmd('SibylCallees')
  contains(h.lines(h.result('main')), 'add_note')
  for _, method in ipairs(asked) do
    assert(not method:match('^sibyl/'), 'the other server was asked ' .. method)
  end
  equal(h.messages, {}, 'warnings')
end)

check('changed by others', function()
  h.open('app.py')
  local file = assert(io.open('late.py', 'w'))
  file:write('from store import build_path\n\n\ndef latecomer():\n    return build_path("a", "b")\n')
  file:close()
  vim.api.nvim_exec_autocmds('FocusGained', {})
  wait('the new caller', function()
    h.indexed()
    vim.cmd('edit store.py')
    h.cursor_on('build_path(folder')
    return vim.deep_equal(incoming_names(), { 'NoteStore.save', 'latecomer' })
  end)
end)

check('status', function()
  h.open('app.py')
  vim.cmd('SibylStatus')
  local text = wait('the message', function()
    local all = vim.api.nvim_exec2('messages', { output = true }).output
    return all:find('workspace', 1, true) and all
  end)
  contains(text, 'ready: 4 files')
  contains(text, 'nothing leaves this machine')
end)

check('health', function()
  h.open('app.py')
  vim.cmd('checkhealth sibyl')
  local text = table.concat(h.lines(), '\n')
  contains(text, 'sibyl: installation')
  contains(text, 'the index is ready')
  contains(text, 'git is there')
  contains(text, 'shown with: list')
  assert(not text:find('ERROR', 1, true), text)
end)

check('help', function()
  vim.cmd('helptags ' .. vim.fn.fnameescape(vim.env.SIBYL_TEST_PLUGIN .. '/doc'))
  vim.cmd('help :SibylAsk')
  contains(vim.api.nvim_buf_get_name(0), 'doc/sibyl.txt')
  vim.cmd('helpclose')
end)

check('no root, no server', function()
  local name = vim.env.SIBYL_TEST_OUTSIDE .. '/loose.py'
  vim.fn.writefile({ 'def f(): pass' }, name)
  vim.cmd.edit(name)
  vim.wait(200)
  equal(#vim.lsp.get_clients({ bufnr = 0 }), 0, 'servers')
end)

check('digest without a model', function()
  h.open('app.py')
  vim.cmd('SibylAsk who calls build_path?')
  local buf = h.result('Citations')
  local text = h.lines(wait('the footer', function()
    return table.concat(h.lines(buf), '\n'):find('— digest', 1, true) and buf
  end))
  contains(text, 'save')
end)

h.done()
