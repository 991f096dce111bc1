A queue, told in prose. What does not begin with a sign is no code:
import is a word here, and so is
where it stands.

> module Queue (Queue, push, pop) where

> import Data.List (foldl')

It has two lists, the second one turned round.

> data Queue a = Queue
>   { front :: [a]
>   , back :: [a]
>   }

push puts something behind the last one:

> push :: a -> Queue a -> Queue a
> push x (Queue f b) = Queue f (x : b)

and pop takes the first one.

> pop :: Queue a -> Maybe (a, Queue a)
> pop (Queue [] []) = Nothing
> pop (Queue [] b) = pop (Queue (reverse b) [])
> pop (Queue (x : f) b) = Just (x, Queue f b)
