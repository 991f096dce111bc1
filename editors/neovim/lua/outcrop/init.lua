-- What users call: `require('outcrop').setup{}` and `require('outcrop').search('kind:class')`. See :help outcrop.

local M = {}

M.options = {
  picker = 'auto', -- what :Outcrop! opens: 'telescope', 'fzf-lua', 'snacks', 'quickfix', or 'auto' for the first there is
  limit = 500, -- the most hits that one search lists
  folding = false, -- fold by the server (Neovim 0.11 or later)
  winbar = false, -- show the definitions and blocks around the cursor in the winbar
  server = {}, -- what else to say to vim.lsp.config, for example { init_options = { hover = 'on' } }
}

local function fold(window)
  vim.wo[window][0].foldmethod = 'expr'
  vim.wo[window][0].foldexpr = 'v:lua.vim.lsp.foldexpr()'
  vim.wo[window][0].foldlevel = 99 -- all open; `zM` closes them, `zR` opens them again
end

local function on_attach(event)
  local client = vim.lsp.get_client_by_id(event.data.client_id)
  if not client or client.name ~= 'outcrop' then
    return
  end
  for _, window in ipairs(vim.fn.win_findbuf(event.buf)) do
    if M.options.folding and vim.lsp.foldexpr then
      fold(window)
    end
  end
  if M.options.winbar then
    require('outcrop.winbar').attach(event.buf)
  end
end

function M.setup(options)
  M.options = vim.tbl_deep_extend('force', M.options, options or {})
  local group = vim.api.nvim_create_augroup('outcrop', {})
  vim.api.nvim_create_autocmd('LspAttach', { group = group, callback = on_attach })
  if vim.lsp.enable then
    vim.lsp.config('outcrop', M.options.server)
    vim.lsp.enable('outcrop')
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    callback = function(event)
      if vim.bo[event.buf].buftype == '' then
        require('outcrop.client').start(event.buf)
      end
    end,
  })
end

M.search = function(query)
  require('outcrop.search').to_quickfix(query)
end

M.replace = function(query, template)
  require('outcrop.replace').open(query, template)
end

M.pick = function(query)
  require('outcrop.pickers').open(query)
end

return M
