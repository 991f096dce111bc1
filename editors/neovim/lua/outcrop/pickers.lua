-- Search as you type, in Telescope, fzf-lua or snacks.nvim if one is there; else a question whose answer goes to the
-- quickfix list. Each picker shows the server's own order: what is best comes first, and nothing is filtered again.

local search = require('outcrop.search')

local M = {}
local STILL_TYPING = 600 -- milliseconds that a mistake waits: half a word is none
local typed = 0 -- how many queries pickers have asked

-- Searches for a picker. What is wrong with the query, or why it finds nothing, is said below the picker once the user
-- stops typing.
local function find(prompt, found)
  typed = typed + 1
  local mine = typed
  return search.find(prompt, function(entries, result)
    found(entries or {})
    local said = not entries and result[1] or #entries == 0 and search.summary(result)
    vim.defer_fn(function()
      if mine == typed then
        vim.api.nvim_echo(said and { { said, entries and 'WarningMsg' or 'ErrorMsg' } } or {}, false, {})
      end
    end, said and STILL_TYPING or 0)
  end)
end

local function relative(entry)
  return vim.fn.fnamemodify(entry.filename, ':.')
end

local function telescope(query)
  local channel = require('plenary.async.control').channel
  local cancel = function() end
  require('telescope.pickers')
    .new({}, {
      prompt_title = 'Outcrop',
      default_text = query,
      finder = require('telescope.finders').new_dynamic({
        fn = function(prompt)
          cancel()
          if not prompt or vim.trim(prompt) == '' then
            return {}
          end
          local send, receive = channel.oneshot()
          cancel = find(prompt, send)
          return receive()
        end,
        entry_maker = function(entry)
          return {
            value = entry,
            ordinal = entry.text,
            display = ('%s:%d: %s'):format(relative(entry), entry.lnum, entry.text),
            filename = entry.filename,
            lnum = entry.lnum,
            col = entry.col,
            text = entry.text,
          }
        end,
      }),
      previewer = require('telescope.config').values.qflist_previewer({}),
      sorter = require('telescope.sorters').empty(),
    })
    :find()
end

local function fzf_lua(query)
  local fzf = require('fzf-lua')
  local cancel = function() end
  fzf.fzf_live(function(typed)
    local prompt = type(typed) == 'table' and typed[1] or typed
    return function(write)
      cancel()
      if not prompt or vim.trim(prompt) == '' then
        return write(nil)
      end
      cancel = find(prompt, function(entries)
        for _, entry in ipairs(entries) do
          write(('%s:%d:%d:%s'):format(relative(entry), entry.lnum, entry.col, entry.text))
        end
        write(nil)
      end)
    end
  end, {
    prompt = 'Outcrop> ',
    query = query,
    exec_empty_query = false,
    previewer = 'builtin',
    actions = fzf.defaults.actions.files,
  })
end

local function snacks(query)
  require('snacks').picker.pick({
    source = 'outcrop',
    title = 'Outcrop',
    search = query,
    live = true,
    supports_live = true,
    format = 'file',
    matcher = { sort_empty = false },
    finder = function(_, context)
      local prompt = context.filter.search
      if vim.trim(prompt) == '' then
        return {}
      end
      return function(add)
        local waiting, found, cancel = context.async, {}, nil
        vim.schedule(function()
          cancel = find(prompt, function(entries)
            found = entries
            waiting:resume()
          end)
        end)
        waiting:on('abort', vim.schedule_wrap(function()
          if cancel then
            cancel()
          end
        end))
        waiting:suspend()
        for _, entry in ipairs(found) do
          local position = { entry.lnum, entry.col - 1 }
          add({ text = entry.text, line = entry.text, file = entry.filename, pos = position })
        end
      end
    end,
  })
end

local function quickfix(query)
  local asked = { prompt = 'Outcrop: ', default = query, completion = "customlist,v:lua.require'outcrop.pickers'.complete" }
  vim.ui.input(asked, function(given)
    if given and vim.trim(given) ~= '' then
      search.to_quickfix(given)
    end
  end)
end

-- Completes the last word of what stands in the input line, which is handed over whole.
function M.complete(line)
  local before, word = line:match('^(.*%s)(%S*)$')
  if not before then
    before, word = '', line
  end
  return vim.tbl_map(function(choice)
    return before .. choice
  end, require('outcrop.completion').complete(word))
end

local known = {
  { name = 'snacks', module = 'snacks', open = snacks },
  { name = 'telescope', module = 'telescope', open = telescope },
  { name = 'fzf-lua', module = 'fzf-lua', open = fzf_lua },
}

local function chosen()
  local wanted = require('outcrop').options.picker
  for _, picker in ipairs(known) do
    if (wanted == 'auto' or wanted == picker.name) and pcall(require, picker.module) then
      return picker
    end
  end
end

-- The picker in use, or nil.
function M.name()
  local picker = chosen()
  return picker and picker.name
end

function M.open(query)
  local picker = chosen()
  if picker then
    picker.open(query)
  else
    quickfix(query)
  end
end

return M
