-- Completion of queries: fields, what they take, and names from the project. The table is that of docs/query-language.md.

local M = {}

M.kinds = vim.split(
  'class constant constructor division element enum enum_member event extern field function impl interface '
    .. 'key macro method module namespace object package property prototype resource rule section selector '
    .. 'struct table target test test_function test_method trait type variable block case catch directive do '
    .. 'elif else fence finally frontmatter group if ifdef lambda layout loop switch try unless window with',
  ' '
)

local function names(value)
  local found = require('outcrop.client').ask('workspace/symbol', { query = value }, 500)
  return vim.tbl_map(function(symbol)
    return symbol.name
  end, found or {})
end

local function name_or_group(value)
  return value == '' and { '(' } or names(value)
end

-- What stands after each field: a list, a function of what was typed so far, or nothing that can be known.
M.fields = {
  after = { '(' },
  before = { '(' },
  call = names,
  ['called-by'] = names,
  ['called-by+'] = names,
  calls = names,
  ['calls+'] = names,
  case = { 'yes', 'no' },
  changed = { 'staged', 'HEAD', 'main' },
  children = { '>', '>=', '<', '<=' },
  complexity = { '>', '>=', '<', '<=' },
  depth = { '>', '>=', '<', '<=' },
  doc = {},
  evidence = { 'scope', 'import', 'member', 'unique', 'name', 'external' },
  extends = names,
  ['extends+'] = names,
  file = function(value)
    return vim.fn.getcompletion(value, 'file')
  end,
  has = { '(' },
  heredoc = {},
  implements = names,
  import = {},
  ['in'] = name_or_group,
  is = { 'comment', 'string', 'heredoc', 'code', 'definition', 'declaration', 'unused' },
  kind = M.kinds,
  lang = function(value)
    return vim.fn.getcompletion(value, 'filetype')
  end,
  lines = { '>', '>=', '<', '<=' },
  next = { '(' },
  params = { '>', '>=', '<', '<=' },
  part = { 'header', 'body' },
  pattern = { '"' },
  previous = { '(' },
  ref = names,
  select = { 'line', 'block', 'symbol', 'file' },
  sort = { 'path', 'score', 'lines', 'depth', 'children', 'params', 'complexity' },
  sym = names,
  ts = { '"' },
  type = names,
  where = { '$' },
}

local function starting_with(word, choices)
  local fitting, seen = {}, {}
  for _, choice in ipairs(choices) do
    if vim.startswith(choice:lower(), word:lower()) and not choice:find('%s') and not seen[choice] then
      seen[choice] = true
      table.insert(fitting, choice)
    end
  end
  return fitting
end

-- The completions of the last word of a query. A `-` and open parentheses before it stay as they are.
function M.complete(word)
  local before, last = word:match('^(.*%(%-?)([^(]*)$')
  if not before then
    before, last = word:match('^(%-?)(.*)$')
  end
  local field, value = last:match('^([%a-]+%+?):(.*)$')
  local choices
  if not field then
    local fields = vim.tbl_map(function(name)
      return name .. ':'
    end, vim.tbl_keys(M.fields))
    table.sort(fields)
    choices = starting_with(last, fields)
  elseif M.fields[field] then
    local known = M.fields[field]
    local exact = value:match('^=') or ''
    value = value:sub(#exact + 1)
    before = before .. field .. ':' .. exact
    choices = starting_with(value, type(known) == 'function' and known(value) or known)
  end
  return vim.tbl_map(function(choice)
    return before .. choice
  end, choices or {})
end

return M
