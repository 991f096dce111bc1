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

-- The server's program by its whole path. Entries of $PATH that are relative do not count, nor does the current folder,
-- which Windows looks into first: what lies in a project must not be started in the server's place.
local function program()
  local windows = vim.fn.has('win32') == 1
  local name = windows and 'outcrop-lsp.exe' or 'outcrop-lsp'
  for folder in vim.gsplit(vim.env.PATH or '', windows and ';' or ':', { plain = true }) do
    local path = vim.fs.normalize(folder) .. '/' .. name
    if (folder:match('^/') or folder:match('^%a:[/\\]')) and vim.fn.executable(path) == 1 then
      return path
    end
  end
  return vim.fs.normalize(vim.fn.stdpath('data')) .. '/outcrop/bin/' .. name
end

return {
  cmd = { program() },
  cmd_cwd = vim.uv.os_homedir(),
  -- What Python would follow into a project.
  cmd_env = { PYTHONPATH = '', PYTHONHOME = '', PYTHONSTARTUP = '', PYTHONINSPECT = '', PYTHONWARNINGS = '', PYTHONSAFEPATH = '1' },
  -- Neovim can make edits that name the version of a buffer, but does not say so. A rename then asks about places that only
  -- have the name. Before 0.11 what is said here would replace all that it says by itself.
  capabilities = vim.fn.has('nvim-0.11') == 1 and { workspace = { workspaceEdit = { documentChanges = true } } } or nil,
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
