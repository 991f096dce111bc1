-- Replacing: a buffer shows each hit as it is and as it would be; writing that buffer changes what is ticked.

local client = require('outcrop.client')

local M = {}
local space = vim.api.nvim_create_namespace('outcrop.replace')

-- One replacement that is being looked at: what was asked, the hits, and where each is in the buffer.
local Preview = {}
Preview.__index = Preview

local function counted(count, what)
  return ('%d %s%s'):format(count, what, count == 1 and '' or 's')
end

local function said(text, level)
  vim.notify('Outcrop: ' .. text, level or vim.log.levels.INFO)
end

-- What is wrong with the query or the template, or nil.
local function problem_of(result)
  local problem = (result.problems or {})[1]
  return problem and ('%s (in the %s)'):format(problem.message, problem['in'])
end

function Preview:lines()
  local lines, marks, rows = {}, {}, {}
  local function add(text, group, hit)
    table.insert(lines, text)
    rows[#lines] = hit
    if group then
      table.insert(marks, { #lines - 1, group })
    end
  end
  local template = self.template == '' and 'nothing' or self.template:gsub('\n', '⏎')
  add('Replace ' .. self.query:gsub('\n', '⏎') .. '  with  ' .. template, 'Title')
  add('<Space> ticks a hit or, on its name, a file; <CR> goes there; :w replaces what is ticked; q leaves', 'Comment')
  local last
  for at, hit in ipairs(self.hits) do
    local file = vim.fn.fnamemodify(vim.uri_to_fname(hit.location.uri), ':.')
    if file ~= last then
      add('')
      add(file, 'Directory', { file = hit.location.uri })
      last = file
    end
    local box = hit.problem and '   ' or (self.unticked[hit.id] and '[ ]' or '[x]')
    local number = hit.location.range.start.line + 1
    for row, line in ipairs(vim.split(hit.old, '\n')) do
      local head = row == 1 and ('%s %5d '):format(box, number) or (' '):rep(10)
      add(head .. '- ' .. line, 'DiffDelete', { hit = at })
    end
    if hit.problem then
      add((' '):rep(10) .. '! ' .. hit.problem, 'WarningMsg', { hit = at })
    elseif hit.new ~= '' then
      for _, line in ipairs(vim.split(hit.new, '\n')) do
        add((' '):rep(10) .. '+ ' .. line, 'DiffAdd', { hit = at })
      end
    end
  end
  return lines, marks, rows
end

function Preview:draw()
  local lines, marks, rows = self:lines()
  self.rows = rows
  vim.bo[self.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(self.buffer, 0, -1, false, lines)
  vim.bo[self.buffer].modifiable = false
  vim.bo[self.buffer].modified = #self:ticked() > 0
  vim.api.nvim_buf_clear_namespace(self.buffer, space, 0, -1)
  for _, mark in ipairs(marks) do
    vim.api.nvim_buf_set_extmark(self.buffer, space, mark[1], 0, { line_hl_group = mark[2] })
  end
end

function Preview:ticked()
  return vim.tbl_filter(function(hit)
    return not hit.problem and not self.unticked[hit.id]
  end, self.hits)
end

function Preview:here()
  return self.rows[vim.api.nvim_win_get_cursor(0)[1]] or {}
end

function Preview:tick()
  local here = self:here()
  local hits = here.hit and { self.hits[here.hit] } or vim.tbl_filter(function(hit)
    return hit.location.uri == here.file
  end, self.hits)
  local all = true
  for _, hit in ipairs(hits) do
    all = all and not self.unticked[hit.id]
  end
  for _, hit in ipairs(hits) do
    self.unticked[hit.id] = all or nil
  end
  self:draw()
end

function Preview:go()
  local here = self:here()
  local hit = here.hit and self.hits[here.hit]
  if hit then
    vim.cmd('wincmd p')
    vim.lsp.util.show_document(hit.location, self.encoding, { focus = true })
  end
end

function Preview:close()
  if vim.api.nvim_buf_is_valid(self.buffer) then
    vim.api.nvim_buf_delete(self.buffer, { force = true })
  end
end

-- Asks once more, for what is ticked alone, so that nothing is changed which is another by now; then changes buffers.
function Preview:apply()
  local ticked = self:ticked()
  if #ticked == 0 then
    return said('nothing is ticked')
  end
  local only = vim.tbl_map(function(hit)
    return hit.id
  end, ticked)
  local question = { query = self.query, template = self.template, only = only }
  client.request('outcrop/replace', question, function(problem, result, answering)
    problem = problem or problem_of(result)
    if problem or not result.edit or result.edit == vim.NIL then
      local refused = result and result.refused[1]
      return said('nothing was replaced: ' .. (problem or refused and refused.message or 'the code has changed'), vim.log.levels.ERROR)
    end
    vim.lsp.util.apply_workspace_edit(result.edit, answering.offset_encoding)
    local files, made = {}, 0
    for _, hit in ipairs(result.hits) do
      if not hit.problem then
        made = made + 1
        files[hit.location.uri] = true
      end
    end
    self:close()
    local left = #ticked - made
    said(
      ('replaced %s in %s; :wall writes them, u undoes it in each%s'):format(
        counted(made, 'hit'),
        counted(vim.tbl_count(files), 'buffer'),
        left > 0 and ('; %s left alone, the code has changed'):format(counted(left, 'hit')) or ''
      )
    )
  end)
end

function Preview:open()
  local name = 'outcrop://replace'
  local old = vim.fn.bufnr('^' .. name .. '$')
  if old >= 0 then
    vim.api.nvim_buf_delete(old, { force = true })
  end
  vim.cmd('botright new')
  self.buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_name(self.buffer, name)
  vim.bo[self.buffer].buftype = 'acwrite'
  vim.bo[self.buffer].bufhidden = 'wipe'
  vim.bo[self.buffer].swapfile = false
  vim.bo[self.buffer].filetype = 'outcrop-replace'
  self:draw()
  vim.api.nvim_win_set_cursor(0, { math.min(4, vim.api.nvim_buf_line_count(self.buffer)), 0 })
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = self.buffer,
    callback = function()
      self:apply()
    end,
  })
  local function map(key, does, about)
    vim.keymap.set('n', key, does, { buffer = self.buffer, nowait = true, desc = about })
  end
  map('<Space>', function()
    self:tick()
  end, 'Tick a hit or a file')
  map('<CR>', function()
    self:go()
  end, 'Go to the hit')
  map('q', function()
    self:close()
  end, 'Leave everything as it is')
end

local function preview(query, template)
  local question = { query = query, template = template, limit = require('outcrop').options.limit }
  client.request('outcrop/replace', question, function(problem, result, answering)
    problem = problem or problem_of(result)
    if problem then
      return said(problem, vim.log.levels.ERROR)
    end
    if #result.hits == 0 then
      return said(table.concat(vim.list_extend({ 'nothing to replace' }, result.warnings or {}), '; '))
    end
    local new = setmetatable({ query = query, template = template, hits = result.hits, unticked = {} }, Preview)
    new.encoding = answering.offset_encoding
    new:open()
    local notes = { counted(#result.hits, 'hit') .. (result.truncated and ', there are more' or '') }
    if (result.left_inside or 0) > 0 then
      table.insert(notes, ('%s inside of others: replace again after this'):format(counted(result.left_inside, 'hit')))
    end
    said(table.concat(vim.list_extend(notes, result.warnings or {}), '; '))
  end)
end

-- Shows what would become of what a query finds. What is not given is asked for.
function M.open(query, template)
  if not query or query == '' then
    return vim.ui.input({ prompt = 'Replace (query): ' }, function(typed)
      if typed and vim.trim(typed) ~= '' then
        M.open(typed, template)
      end
    end)
  end
  if not template then
    return vim.ui.input({ prompt = 'With: ' }, function(typed)
      if typed then
        preview(query, typed)
      end
    end)
  end
  preview(query, template)
end

return M
