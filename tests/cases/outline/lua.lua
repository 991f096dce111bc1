-- A queue with a limit.
local socket = require("socket")
local insert = table.insert

local Queue = {}
Queue.__index = Queue
Queue.limit = 100
DEBUG = false

function Queue.new(limit)
  return setmetatable({ items = {}, limit = limit }, Queue)
end

function Queue:push(item)
  if #self.items >= self.limit then
    return false
  elseif item == nil then
    error("nothing to push")
  else
    insert(self.items, item)
  end
  return true
end

Queue.pop = function(self)
  return table.remove(self.items, 1)
end

local function wait(seconds)
  socket.sleep(seconds)
end

local each = function(queue, visit)
  for index, item in ipairs(queue.items) do
    visit(index, item)
  end
end

local handlers = {
  start = function()
    wait(1)
  end,
  ["stop-now"] = function()
    os.exit(0)
  end,
  retries = 3,
}

local help = [[
function not_a_function()
end
]]

describe("Queue", function()
  it("keeps its limit", function()
    assert.is_false(Queue.new(0):push(1))
  end)
end)

return Queue
