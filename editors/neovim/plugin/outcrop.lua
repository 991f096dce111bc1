-- The commands. Nothing else is loaded before one is used.

if vim.g.loaded_outcrop then
  return
end
vim.g.loaded_outcrop = true

local function command(name, run, options)
  vim.api.nvim_create_user_command(name, run, options)
end

command('Outcrop', function(given)
  if given.range > 0 then
    local query = require('outcrop.selection').as_query() .. ' ' .. given.args
    require('outcrop')[given.bang and 'pick' or 'search'](vim.trim(query))
  elseif given.bang or given.args == '' then
    require('outcrop').pick(given.args)
  else
    require('outcrop').search(given.args)
  end
end, {
  nargs = '*',
  bang = true,
  range = true,
  desc = 'Search by structure: into the quickfix list, or with ! in a picker',
  complete = function(word)
    return require('outcrop.completion').complete(word)
  end,
})

command('OutcropMore', function()
  require('outcrop.search').more()
end, { desc = 'Show more hits of the last search' })

command('OutcropReplace', function(given)
  local query = given.range > 0 and require('outcrop.selection').as_query() .. ' ' .. given.args or given.args
  require('outcrop').replace(vim.trim(query))
end, {
  nargs = '*',
  range = true,
  desc = 'Replace what a query finds, after a look at what would become of it',
  complete = function(word)
    return require('outcrop.completion').complete(word)
  end,
})

command('OutcropRestart', function()
  require('outcrop.restart').restart()
end, { desc = 'Start the Outcrop server anew' })

command('OutcropReindex', function()
  require('outcrop.client').request('outcrop/reindex', vim.empty_dict(), function(problem)
    vim.notify('Outcrop: ' .. (problem or 'the index is built anew'), vim.log.levels.INFO)
  end)
end, { desc = 'Build the index of the project anew' })

command('OutcropStatus', function()
  require('outcrop.client').request('outcrop/status', vim.empty_dict(), function(problem, status)
    local text = problem
      or ('%s: %d of %d files, %d symbols'):format(status.state, status.indexed, status.files, status.symbols)
    vim.notify('Outcrop: ' .. text, vim.log.levels.INFO)
  end)
end, { desc = 'Say how far the index is' })
