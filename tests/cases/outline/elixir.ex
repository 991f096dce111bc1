defmodule Stock.Server do
  @moduledoc """
  def not_a_function do
  end
  """
  use GenServer
  alias Stock.Item
  import Enum, only: [map: 2]

  @limit 100
  @type state :: %{items: list}
  @callback price(item :: term) :: integer

  defstruct items: [], open: true

  @doc "Starts the server."
  @spec start_link(list) :: {:ok, pid}
  def start_link(items \\ []) do
    GenServer.start_link(__MODULE__, items)
  end

  def init(items), do: {:ok, items}

  def handle_call({:add, item}, _from, state) when is_map(item) do
    case item do
      %{price: price} when price > @limit ->
        {:reply, :too_much, state}

      _ ->
        {:reply, :ok, [item | state]}
    end
  end

  defp total(state) do
    Enum.reduce(state, 0, fn item, sum -> sum + item.price end)
  end

  defmacro log(text) do
    quote do: IO.puts(unquote(text))
  end

  defguard is_cheap(item) when item < 10
  defdelegate size(list), to: Enum, as: :count

  def left ~> right, do: {left, right}
end

defprotocol Printable do
  def print(value)
end

defimpl Printable, for: Integer do
  def print(value), do: Integer.to_string(value)
end

defmodule Stock.ServerTest do
  describe "add" do
    test "keeps the limit", %{server: server} do
      assert server
    end
  end
end
