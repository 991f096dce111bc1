-- How Neovim starts the Outcrop language server: `vim.lsp.enable('outcrop')` (0.11 or later) reads this file.
-- It has no `filetypes`, so the server attends every file. It needs none of the modules beside it and may be copied alone.

local markers = { '.outcrop.toml', '.git', '.jj', '.hg', '.svn' }

-- The folder that a buffer's search is about: the one that holds a marker; else the current folder, if the file lies in it.
-- The home folder and those above it are no projects, and a file outside any project is served alone.
local function root(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  local from = name ~= '' and name or vim.fn.getcwd()
  local found = vim.fs.find(markers, { path = from, upward = true, limit = 1 })[1]
  if found then
    return vim.fs.dirname(found)
  end
  local here = vim.fs.normalize(vim.fn.getcwd())
  local home = vim.fs.normalize(vim.env.HOME or vim.fn.expand('~'))
  local inside = vim.startswith(vim.fs.normalize(from) .. '/', here .. '/')
  local above_home = vim.startswith(home .. '/', here == '/' and '/' or here .. '/')
  return inside and not above_home and here or nil
end

return {
  cmd = { 'outcrop-lsp' },
  root_dir = function(bufnr, on_dir)
    -- Help pages are none of a project's files, and buffers such as `fugitive://…` show what is no file at all.
    if vim.bo[bufnr].buftype == '' and not vim.api.nvim_buf_get_name(bufnr):match('^%a[%w+.-]+://') then
      on_dir(root(bufnr))
    end
  end,
  on_exit = function(code, signal, client_id)
    local present, restart = pcall(require, 'outcrop.restart')
    if present then
      restart.exited(code, signal, client_id)
    end
  end,
}
