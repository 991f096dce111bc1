-- A structural search: from a query to entries as the quickfix list has them, which pickers take too.

local client = require('outcrop.client')

local M = {}
local SLOW = 400 -- milliseconds; most searches are over by then
local AGAIN = 1000 -- milliseconds between two looks at an index that grows
local last -- the query that filled the quickfix list, and its limit

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
function M.find(query, found, limit)
  local params = { query = query, limit = limit or require('outcrop').options.limit }
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

-- One line about an answer.
function M.summary(result)
  local parts = { ('%d of %d hits, :OutcropMore for more'):format(#result.hits, result.total) }
  if #result.hits == result.total and not result.truncated then
    parts = { ('%d hit%s'):format(result.total, result.total == 1 and '' or 's') }
  end
  local notes = result.notes or {} -- they say it themselves, as a rule
  if result.index.state ~= 'ready' and #notes == 0 then
    table.insert(parts, 'the index is not complete yet')
  end
  vim.list_extend(parts, notes)
  return 'Outcrop: ' .. table.concat(parts, '; ')
end

local function title(query)
  return 'Outcrop: ' .. query
end

-- Whether the quickfix list still has the hits of a query.
local function is_shown(query)
  return vim.fn.getqflist({ title = 0 }).title == title(query)
end

-- Searches again once the index is complete, if the list still has the hits of this query.
local function refill(query, limit)
  vim.defer_fn(function()
    if not is_shown(query) then
      return
    end
    client.request('outcrop/status', vim.empty_dict(), function(problem, status)
      if problem or not is_shown(query) then
        return
      end
      if status.state == 'ready' then
        M.to_quickfix(query, limit)
      else
        refill(query, limit)
      end
    end)
  end, AGAIN)
end

-- The last query again, with five times as many hits.
function M.more()
  if not last then
    return vim.notify('Outcrop: there is no search to show more of', vim.log.levels.WARN)
  end
  M.to_quickfix(last.query, last.limit * 5)
end

-- Searches, puts the hits into the quickfix list and opens it. A search that takes its time says so; one in an index that
-- still grows is asked again when it is complete.
function M.to_quickfix(query, limit)
  limit = limit or require('outcrop').options.limit
  last = { query = query, limit = limit }
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
    -- The same query fills the list that it had; hits of another would be taken for its own, so none means an empty list.
    vim.fn.setqflist({}, is_shown(query) and 'r' or ' ', { title = title(query), items = entries })
    vim.cmd(#entries > 0 and 'botright copen' or 'cclose')
    vim.notify(M.summary(result), vim.log.levels.INFO)
    if result.index.state ~= 'ready' then
      refill(query, limit)
    end
  end, limit)
end

return M
