-- Starts the server again when it ended without being asked to, with the buffers it had. A server that keeps ending is
-- left alone and the user is told.

local M = {}

local MOST = 3 -- restarts ...
local WITHIN = 60 -- ... in so many seconds
local restarts = {}
local served = {} -- root → the buffers that the last server there had

-- Whether the editor or the user stopped it: the server ends with 0 when asked, and SIGTERM is how Neovim insists.
local function was_asked(code, signal)
  return signal == 15 or code == 143 or (code == 0 and signal == 0)
end

local function start(config, buffers)
  for _, buffer in ipairs(buffers) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      vim.lsp.start(config, { bufnr = buffer })
    end
  end
end

-- Called by Neovim when the process has ended, where most functions may not be called yet.
function M.exited(code, signal, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if was_asked(code, signal) or not client then
    return
  end
  local config, buffers = client.config, vim.tbl_keys(client.attached_buffers)
  local root = config.root_dir or ''
  if #buffers == 0 then
    buffers = served[root] or {} -- it ended before it was given any
  end
  served[root] = buffers
  vim.schedule(function()
    if vim.v.exiting ~= vim.NIL then
      return
    end
    local now = os.time()
    restarts = vim.tbl_filter(function(at)
      return now - at < WITHIN
    end, restarts)
    if #restarts >= MOST then
      local message = 'Outcrop ended %d times within a minute and stays off. See :checkhealth outcrop, then :OutcropRestart.'
      vim.notify(message:format(#restarts + 1), vim.log.levels.ERROR)
      return
    end
    table.insert(restarts, now)
    -- Neovim forgets the old client in the turns of the loop that follow this one.
    vim.defer_fn(function()
      start(config, buffers)
    end, 100)
  end)
end

-- Stops every Outcrop server and starts it anew where it was; where none runs, starts one for the current buffer.
function M.restart()
  restarts = {}
  local server = require('outcrop.client')
  local clients = server.all()
  for _, client in ipairs(clients) do
    local config, buffers = client.config, vim.tbl_keys(client.attached_buffers)
    server.stop(client)
    local timer, waited = assert(vim.uv.new_timer()), 0
    timer:start(50, 50, vim.schedule_wrap(function()
      if timer:is_closing() then
        return
      end
      waited = waited + 50
      if vim.lsp.get_client_by_id(client.id) and waited < 3000 then
        return
      end
      timer:close()
      if vim.lsp.get_client_by_id(client.id) then
        server.stop(client, true)
      end
      start(config, buffers)
    end))
  end
  if #clients == 0 then
    server.start(0)
  end
end

return M
