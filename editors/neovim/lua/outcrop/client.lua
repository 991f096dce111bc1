-- The running server: which client answers, and how it is asked.

local M = {}

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

-- The client that serves the current buffer; else one that serves another; else a new one for the current folder.
local function ready()
  local client = vim.lsp.get_clients({ name = 'outcrop', bufnr = 0 })[1] or M.all()[1] or start_here()
  if client and not client.initialized then
    vim.wait(10000, function()
      return client.initialized
    end, 20)
  end
  return client and client.initialized and client or nil
end

-- Sends a request; `answered(problem, result, client)` comes later. Returns a function that cancels it.
function M.request(method, params, answered)
  local client = ready()
  if not client then
    answered('the server does not run; see :checkhealth outcrop')
    return function() end
  end
  local handler = function(problem, result)
    answered(problem and problem.message, result, client)
  end
  local sent, id = call(client, 'request', method, params, handler)
  return function()
    if sent then
      call(client, 'cancel_request', id)
    end
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
