-- :checkhealth outcrop

local M = {}

local function check_neovim(health)
  local version = tostring(vim.version())
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. version)
  elseif vim.fn.has('nvim-0.10') == 1 then
    health.ok('Neovim ' .. version .. ": use require('outcrop').setup() or nvim-lspconfig")
    health.info('Folding by the server needs Neovim 0.11')
  else
    health.error('Neovim ' .. version .. ' is too old: 0.10 or later is needed')
  end
end

local function check_program(health)
  local cmd = require('outcrop.client').config().cmd
  if type(cmd) ~= 'table' then
    health.ok('The server is started by a function of yours')
    return
  end
  local program = vim.fn.exepath(cmd[1])
  if program == '' then
    health.error('`' .. cmd[1] .. '` was not found in $PATH', {
      'Install it: `pipx install .` in a clone of Outcrop',
      "Or say where it is: vim.lsp.config('outcrop', { cmd = { '/path/to/outcrop-lsp' } })",
    })
    return
  end
  local version = vim.trim(vim.fn.system({ program, '--version' }))
  if vim.v.shell_error == 0 then
    health.ok(version .. ' at ' .. program)
  else
    health.error(program .. ' does not start', vim.split(version, '\n'))
  end
end

local function check_clients(health)
  local clients = require('outcrop.client').all()
  if #clients == 0 then
    health.warn('No server runs in this session', {
      "Put vim.lsp.enable('outcrop') into your init.lua and open a file",
    })
  end
  for _, client in ipairs(clients) do
    local root = client.root_dir or client.config.root_dir
    local buffers = vim.tbl_count(client.attached_buffers)
    health.ok(('A server runs for %s with %d buffer(s)'):format(root or 'single files', buffers))
    if not root then
      health.info('Single files have an outline and folds; a search needs a folder with .git or .outcrop.toml')
    end
  end
  if #clients == 0 then
    return
  end
  local status, problem = require('outcrop.client').ask('outcrop/status', vim.empty_dict(), 3000)
  if not status then
    health.error('The server does not answer: ' .. (problem or 'no answer within 3 seconds'), { ':OutcropRestart' })
    return
  end
  local counts = ('%s, %d of %d files, %d symbols'):format(status.state, status.indexed, status.files, status.symbols)
  health.ok('Index: ' .. counts)
  for _, one in ipairs(status.problems or {}) do
    health.warn(type(one) == 'string' and one or vim.inspect(one))
  end
end

local function check_pickers(health)
  local name = require('outcrop.pickers').name()
  health.info('Picker for :Outcrop!: ' .. (name or 'none found; the quickfix list is used'))
end

function M.check()
  local health = vim.health
  health.start('outcrop')
  check_neovim(health)
  check_program(health)
  check_clients(health)
  check_pickers(health)
end

return M
