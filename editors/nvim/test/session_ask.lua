-- Answers of a model: the endpoint is the test's, see Model in internal/testkit.
local h = require('harness')
local check, wait, equal, contains = h.check, h.wait, h.equal, h.contains

local function text(buf)
  return table.concat(h.lines(buf), '\n')
end

local function finished(buf)
  wait('the end of the answer', function()
    return vim.b[buf].sibyl_running == false
  end)
end

check('answer streams', function()
  h.open('app.py')
  vim.cmd('SibylAsk how are notes stored on the disk?')
  local buf = h.result('Notes are written by')
  assert(vim.b[buf].sibyl_running, 'the answer is still coming')
  assert(not text(buf):find('lower case', 1, true), 'the second half cannot be there yet')
  h.control('/continue')
  finished(buf)
  contains(text(buf), 'lower case')
  contains(text(buf), 'Citations (2)')
  contains(text(buf), 'answered by test-model')
  contains(text(buf), '2 citations, 1 wrong left out')
end)

check('citations jump', function()
  h.open('app.py')
  vim.cmd('SibylAsk how are notes stored, again?')
  local buf = h.result('Notes are written by')
  h.control('/continue')
  finished(buf)
  h.cursor_on('  2  ')
  h.keys('<CR>')
  equal(h.here(), 'store.py:17', 'the second citation')
  vim.cmd('wincmd p')
  assert(vim.b.sibyl_client)
  h.cursor_on('[store.py:10-14]')
  h.keys('gf')
  equal(h.here(), 'store.py:10', 'the citation in the text')
  vim.cmd('wincmd p')
  h.keys('<C-q>')
  equal(#vim.fn.getqflist(), 2, 'citations in the quickfix list')
end)

check('ask about a selection', function()
  h.open('app.py')
  vim.cmd('6,8SibylAsk what does the selection do? (quick)')
  local buf = h.result('about app.py:6-8')
  finished(buf)
  contains(h.control('/last'), 'add_note')
end)

check('the code action asks', function()
  h.open('app.py')
  h.keys('6GVjj')
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title == 'Ask about this code'
    end,
  })
  local buf = h.result('about app.py:6-8')
  h.control('/continue')
  finished(buf)
end)

check('the lens asks', function()
  h.open('app.py')
  vim.lsp.codelens.refresh({ bufnr = 0 })
  wait('the lenses', function()
    return vim.iter(vim.lsp.codelens.get(0)):any(function(l)
      return l.command ~= nil and l.command.command == 'sibyl.ask'
    end)
  end)
  h.cursor_on('def add_note')
  local select = vim.ui.select
  vim.ui.select = function(items, opts, choose)
    for _, item in ipairs(items) do
      if opts.format_item(item):find('Ask', 1, true) then
        choose(item)
      end
    end
  end
  vim.lsp.codelens.run()
  vim.ui.select = select
  local buf = h.result('about app.py:6-8')
  h.control('/continue')
  finished(buf)
  vim.lsp.codelens.clear()
end)

check('visual range', function()
  h.open('app.py')
  h.keys('6GVjj:SibylAsk what is selected? (quick)<CR>')
  finished(h.result('about app.py:6-8'))
end)

check('ask on', function()
  h.open('app.py')
  vim.cmd('SibylAsk first question (quick)')
  local buf = h.result('# first question')
  finished(buf)
  local input = vim.ui.input
  vim.ui.input = function(_, fn)
    fn('second question (quick)')
  end
  vim.api.nvim_set_current_win(vim.fn.bufwinid(buf))
  h.keys('a')
  vim.ui.input = input
  h.result('# second question')
  finished(buf)
  contains(h.control('/last'), 'first question')
end)

check('stop', function()
  h.open('app.py')
  vim.cmd('SibylAsk an answer without end (forever)')
  local buf = h.result('It begins')
  h.keys('<C-c>')
  equal(vim.b[buf].sibyl_running, false, 'running')
  contains(text(buf), 'stopped')
  contains(text(buf), 'It begins')
  wait('the end of the request', function()
    return h.control('/cancelled'):find('cancelled: 1', 1, true)
  end)
end)

check('closing the window stops', function()
  h.open('app.py')
  vim.cmd('SibylAsk another one (forever)')
  h.result('It begins')
  h.keys('q')
  wait('the end of the request', function()
    return h.control('/cancelled'):find('cancelled: 2', 1, true)
  end)
end)

check('errors are told', function()
  h.open('app.py')
  vim.cmd('SibylAsk what may happen here? (unauthorized)')
  local buf = h.result('> ')
  finished(buf)
  contains(text(buf):lower(), 'key')
end)

check('float', function()
  require('sibyl.config').set({ cmd = { vim.env.SIBYL_TEST_BINARY, 'serve' }, window = 'float' })
  h.open('app.py')
  vim.cmd('SibylAsk in a float (quick)')
  local buf = h.result('# in a float')
  finished(buf)
  equal(vim.api.nvim_win_get_config(0).relative, 'editor', 'a floating window')
  h.cursor_on('  1  ')
  h.keys('<CR>')
  contains(h.here(), 'store.py:')
  equal(#vim.api.nvim_list_wins(), 1, 'the float is closed')
end)

h.done()
