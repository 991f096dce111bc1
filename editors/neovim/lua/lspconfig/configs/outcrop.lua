-- The entry for nvim-lspconfig on Neovim before 0.11: require('lspconfig').outcrop.setup{}
-- nvim-lspconfig finds it here, on the runtime path. It says what lsp/outcrop.lua says, in the older form.

local config = dofile(vim.api.nvim_get_runtime_file('lsp/outcrop.lua', false)[1])

return {
  default_config = {
    cmd = config.cmd,
    cmd_cwd = config.cmd_cwd,
    cmd_env = config.cmd_env,
    filetypes = nil, -- every file
    root_dir = function(_, bufnr)
      local found
      config.root_dir(bufnr, function(root)
        found = root
      end)
      return found
    end,
    single_file_support = true,
    on_exit = config.on_exit,
  },
  docs = {
    description = 'Outcrop finds code by its shape in any language: outline, folds and structural search.',
  },
}
