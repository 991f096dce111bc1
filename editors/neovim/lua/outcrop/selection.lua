-- The selected code as a query: code of the same shape, ready to have its parts replaced by $A.

local M = {}

-- The code without the indentation that its lines share, and no blank lines around it.
local function dedented(lines)
  while #lines > 1 and vim.trim(lines[1]) == '' do
    table.remove(lines, 1)
  end
  while #lines > 1 and vim.trim(lines[#lines]) == '' do
    table.remove(lines)
  end
  local shared
  for at = 2, #lines do
    local indent = lines[at]:match('^%s*()%S')
    shared = indent and math.min(shared or indent, indent) or shared
  end
  for at = 2, #lines do
    lines[at] = lines[at]:sub(math.min(shared or 1, lines[at]:match('^%s*()') or 1))
  end
  lines[1] = vim.trim(lines[1]):len() > 0 and lines[1]:gsub('^%s+', '') or lines[1]
  return (table.concat(lines, '\n'):gsub('%s+$', ''))
end

-- What a pattern would take for a hole is written as the code itself.
local function plain(code)
  return (code:gsub('(\\*)(%$+)([%u_])', function(slashes, dollars, letter)
    if #dollars > 3 then
      return slashes .. dollars .. letter
    end
    return slashes .. slashes .. '\\' .. dollars .. letter
  end))
end

-- A text in quotation marks. A backslash is itself unless a quotation mark or another backslash follows.
local function quoted(text)
  local doubled = vim.fn.substitute(text, [[\\\%(["\\]\|$\)\@=]], [[\\\\]], 'g')
  return '"' .. doubled:gsub('"', '\\"') .. '"'
end

-- The query for what was selected last, as `:'<,'>` has it: whole lines, or from column to column.
function M.as_query()
  local from, to = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  local lines = vim.fn.getregion and vim.fn.getregion(from, to, { type = vim.fn.visualmode() })
    or vim.api.nvim_buf_get_lines(0, from[2] - 1, to[2], false)
  local code = quoted(plain(dedented(lines)))
  local language = vim.bo.filetype
  return 'pattern:' .. code .. (language ~= '' and ' lang:' .. language or '')
end

return M
