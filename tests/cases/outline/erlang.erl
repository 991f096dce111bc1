%% A counter with a limit.
-module(counter).
-behaviour(gen_server).

-include("records.hrl").
-import(lists, [map/2]).

-export([start/1, bump/2]).

-define(LIMIT, 100).
-define(DOUBLE(X), X * 2).

-record(state, {
    count = 0 :: integer(),
    name
}).

-type level() :: low | high.
-opaque handle() :: pid().

-callback on_full(level()) -> ok.

-spec start(atom()) -> {ok, handle()}.
start(Name) ->
    gen_server:start(?MODULE, #state{name = Name}, []).

bump(0, State) ->
    State;
bump(N, State) when N > 0 ->
    case State#state.count + N of
        Sum when Sum > ?LIMIT ->
            io:format("not_a_function() -> ok."),
            State;
        Sum ->
            State#state{count = Sum}
    end.

each(Fun, List) ->
    map(fun(X) -> Fun(X) end, List).
