-- A structural search: from a query to entries as the quickfix list has them, which pickers take too.

local client = require('outcrop.client')

local M = {}
local SLOW = 400 -- milliseconds; most searches are over by then

-- The bytes before a column that the server counted in its own units.
local function byte_column(hit, encoding)
  local start = hit.location.range.start
  if encoding == 'utf-8' then
    return start.character + 1
  end
  return vim.lsp.util.locations_to_items({ hit.location }, encoding)[1].col
end

local function ancestry(hit)
  local names = {}
  for _, around in ipairs(hit.ancestry) do
    table.insert(names, around.name or around.kind)
  end
  return table.concat(names, ' › ')
end

-- An entry for `setqflist()`. The text is the line, and behind it what the line lies in.
local function entry(hit, encoding)
  local around, range = ancestry(hit), hit.location.range
  return {
    filename = vim.uri_to_fname(hit.location.uri),
    lnum = range.start.line + 1,
    end_lnum = range['end'].line + 1,
    col = byte_column(hit, encoding),
    text = vim.trim(hit.text) .. (around ~= '' and '  ‹ ' .. around .. ' ›' or ''),
    user_data = hit,
  }
end

-- What is wrong with a query, with a mark under the place.
function M.problems(query, result)
  local lines = {}
  for _, problem in ipairs(result.problems or {}) do
    table.insert(lines, 'Outcrop: ' .. problem.message)
    if problem['end'] > problem.start and not query:find('\n') then
      table.insert(lines, '  ' .. query)
      local before, marked = query:sub(1, problem.start), query:sub(problem.start + 1, problem['end'])
      local width = math.max(vim.fn.strdisplaywidth(marked), 1)
      table.insert(lines, '  ' .. (' '):rep(vim.fn.strdisplaywidth(before)) .. ('^'):rep(width))
    end
  end
  return lines
end

-- Calls back with the entries of a query's hits and the whole answer, or with nil and what is wrong. Returns a function
-- that cancels.
function M.find(query, found)
  local params = { query = query, limit = require('outcrop').options.limit }
  return client.request('outcrop/search', params, function(problem, result, answering)
    if problem then
      return found(nil, { 'Outcrop: ' .. problem })
    end
    local wrong = M.problems(query, result)
    if #wrong > 0 then
      return found(nil, wrong)
    end
    local entries = {}
    for _, hit in ipairs(result.hits) do
      table.insert(entries, entry(hit, answering.offset_encoding))
    end
    found(entries, result)
  end)
end

local function summary(result)
  local parts = { ('%d of %d hits'):format(#result.hits, result.total) }
  if #result.hits == result.total and not result.truncated then
    parts = { ('%d hit%s'):format(result.total, result.total == 1 and '' or 's') }
  end
  if result.index.state ~= 'ready' then
    table.insert(parts, 'the index is not complete yet')
  end
  vim.list_extend(parts, result.notes or {})
  return 'Outcrop: ' .. table.concat(parts, '; ')
end

-- Searches, puts the hits into the quickfix list and opens it. A search that takes its time says so.
function M.to_quickfix(query)
  local answered = false
  vim.defer_fn(function()
    if not answered then
      vim.notify('Outcrop: searching…', vim.log.levels.INFO)
    end
  end, SLOW)
  M.find(query, function(entries, result)
    answered = true
    if not entries then
      vim.notify(table.concat(result, '\n'), vim.log.levels.ERROR)
      return
    end
    if #entries == 0 then
      vim.notify(summary(result), vim.log.levels.INFO)
      return
    end
    vim.fn.setqflist({}, ' ', { title = 'Outcrop: ' .. query, items = entries })
    vim.cmd('botright copen')
    vim.notify(summary(result), vim.log.levels.INFO)
  end)
end

return M
