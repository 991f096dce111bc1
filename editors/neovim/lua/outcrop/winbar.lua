-- The definitions and blocks around the cursor, in the winbar of the window. Asked for when the cursor rests on another
-- line, so that moving it costs nothing.

local client = require('outcrop.client')

local M = {}

local REST = 80 -- milliseconds
local timers = {} -- window → the timer that waits for the cursor to rest

local function text(blocks)
  local names = {}
  for _, block in ipairs(blocks) do
    local name = block.name ~= vim.NIL and block.name or nil
    if name or block.kind ~= 'group' then
      table.insert(names, (name or block.kind))
    end
  end
  return (table.concat(names, ' › '):gsub('%%', '%%%%'))
end

local function update(window)
  if not vim.api.nvim_win_is_valid(window) then
    return
  end
  local buffer = vim.api.nvim_win_get_buf(window)
  if #vim.lsp.get_clients({ name = 'outcrop', bufnr = buffer }) == 0 then
    return -- a server that is gone is started again by who noticed its end, not by a line of decoration
  end
  local line = vim.api.nvim_win_get_cursor(window)[1] - 1
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = { line = line, character = 0 },
  }
  client.request('outcrop/blocks', params, function(_, result)
    if result and result ~= vim.NIL and vim.api.nvim_win_is_valid(window) then
      -- An empty winbar would make the window one line taller and smaller in turn.
      local shown = text(result.blocks)
      vim.wo[window].winbar = shown ~= '' and shown or ' '
    end
  end)
end

local function soon(window)
  local timer = timers[window] or assert(vim.uv.new_timer())
  timers[window] = timer
  timer:start(REST, 0, vim.schedule_wrap(function()
    update(window)
  end))
end

function M.attach(buffer)
  local group = vim.api.nvim_create_augroup('outcrop.winbar.' .. buffer, {})
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'TextChanged', 'InsertLeave', 'BufWinEnter' }, {
    group = group,
    buffer = buffer,
    callback = function()
      soon(vim.api.nvim_get_current_win())
    end,
  })
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    buffer = buffer,
    callback = function(event)
      local timer = timers[tonumber(event.match)]
      if timer then
        timers[tonumber(event.match)] = nil
        timer:close()
      end
    end,
  })
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    soon(window)
  end
end

return M
