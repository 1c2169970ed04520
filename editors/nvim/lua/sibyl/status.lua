-- :SibylStatus
local client = require('sibyl.client')

local M = {}

--- The lines that tell a sibyl/status answer.
function M.lines(c, s)
  local out = { ('workspace  %s'):format(c.config.root_dir or '?') }
  local function add(name, value)
    if value ~= nil and value ~= vim.NIL and value ~= '' then
      out[#out + 1] = ('%-10s %s'):format(name, value)
    end
  end
  if s.indexing then
    add('index', ('being made: %d of %d files'):format(s.done or 0, s.total or 0))
  else
    add('index', ('ready: %d files, %d chunks'):format(s.files or 0, s.chunks or 0))
  end
  local skipped = type(s.skipped) == 'table' and #s.skipped or s.skipped
  if type(skipped) == 'number' and skipped > 0 then
    add('skipped', ('%d files (sibyl index --json tells why)'):format(skipped))
  end
  if (s.pending or 0) > 0 then
    add('pending', ('%d changes'):format(s.pending))
  end
  add('revision', s.head)
  add('embedder', s.embedder)
  add('model', (s.llm or '') ~= '' and s.llm or 'none: answers are digests, nothing leaves this machine')
  for _, note in ipairs(type(s.notes) == 'table' and s.notes or {}) do
    add('note', note)
  end
  return out
end

function M.show()
  local c = client.need(vim.api.nvim_get_current_buf())
  if not c then
    return
  end
  client.request(c, 'sibyl/status', vim.empty_dict(), function(err, s)
    if err then
      return client.notify(err, vim.log.levels.ERROR)
    end
    vim.api.nvim_echo({ { table.concat(M.lines(c, s), '\n') } }, true, {})
  end)
end

return M
