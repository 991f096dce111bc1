-- The running server: which client answers, and how it is asked.

local M = {}
local START = 15000 -- milliseconds that a server may take to start

-- Calls a method of a client; before 0.11 they took no `self`.
local function call(client, method, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client[method](client, ...)
  end
  return client[method](...)
end

-- What `lsp/outcrop.lua` and the user's `vim.lsp.config('outcrop', …)` say.
function M.config()
  local config
  if vim.lsp.config then
    config = vim.deepcopy(vim.lsp.config.outcrop)
  else
    config = dofile(vim.api.nvim_get_runtime_file('lsp/outcrop.lua', false)[1])
  end
  config.name = 'outcrop'
  return vim.tbl_deep_extend('force', config, require('outcrop').options.server)
end

-- Every client of ours that runs.
function M.all()
  return vim.lsp.get_clients({ name = 'outcrop' })
end

-- Starts a server for a buffer, or takes the one that its project has.
function M.start(buffer)
  buffer = buffer == 0 and vim.api.nvim_get_current_buf() or buffer
  M.with_root(buffer, function(config)
    vim.lsp.start(config, { bufnr = buffer })
  end)
end

-- Starts a server for the current folder, without any buffer. Returns the client, or nil.
local function start_here()
  local client
  local nameless = vim.api.nvim_create_buf(false, false)
  M.with_root(nameless, function(config)
    local before_0_11 = vim.fn.has('nvim-0.11') == 0
    local id = before_0_11 and vim.lsp.start_client(config) or vim.lsp.start(config, { attach = false })
    client = id and vim.lsp.get_client_by_id(id)
  end)
  vim.api.nvim_buf_delete(nameless, { force = true })
  return client
end

-- Calls back with the configuration for a buffer, with its folder filled in.
function M.with_root(buffer, use)
  local config = M.config()
  if type(config.root_dir) ~= 'function' then
    return use(config)
  end
  config.root_dir(buffer, function(root)
    config.root_dir = root
    use(config)
  end)
end

-- Calls back with the client that serves the current buffer; else with one that serves another; else with a new one for
-- the current folder; with nil if none comes up in time. Nobody waits for it: a server needs a moment to start.
local function when_ready(use)
  local client = vim.lsp.get_clients({ name = 'outcrop', bufnr = 0 })[1] or M.all()[1] or start_here()
  local deadline = vim.uv.now() + START
  local function look()
    if client and not client.initialized and not call(client, 'is_stopped') and vim.uv.now() < deadline then
      vim.defer_fn(look, 20)
    else
      use(client and client.initialized and client or nil)
    end
  end
  look()
end

-- Sends a request; `answered(problem, result, client)` comes later. Returns a function that cancels it.
function M.request(method, params, answered)
  local cancelled = false
  local cancel = function()
    cancelled = true
  end
  when_ready(function(client)
    if cancelled then
      return
    end
    if not client then
      return answered('the server does not run; see :checkhealth outcrop')
    end
    local sent, id = call(client, 'request', method, params, function(problem, result)
      answered(problem and problem.message, result, client)
    end)
    cancel = function()
      if sent then
        call(client, 'cancel_request', id)
      end
    end
  end)
  return function()
    cancel()
  end
end

function M.stop(client, force)
  call(client, 'stop', force)
end

-- Sends a request and waits, but not long.
function M.ask(method, params, milliseconds)
  local problem, result, done
  local cancel = M.request(method, params, function(...)
    problem, result = ...
    done = true
  end)
  if not vim.wait(milliseconds, function()
    return done
  end, 5) then
    cancel()
  end
  return result, problem
end

return M
