-- | Orders. notReal = 1 is only a comment.
module Shop.Orders
  ( Line(..)
  , total
  ) where

import Prelude

import Data.Array (foldl)
import Data.Map as Map

data Status
  = Draft
  | Placed Int
  | Cancelled String

newtype OrderId = OrderId Int

type Line =
  { sku :: String
  , quantity :: Int
  }

class Store f where
  load :: Int -> f Line
  save :: Line -> f Unit

instance storeMaybe :: Store Maybe where
  load _ = Nothing
  save _ = Just unit

derive instance eqStatus :: Eq Status
derive newtype instance Show OrderId

foreign import data Element :: Type
foreign import now :: Effect Int

infixl 4 append as +++

maxLines :: Int
maxLines = 20

total :: Array Line -> Int
total lines = foldl step 0 lines
  where
  step acc line = acc + line.quantity

describe :: Status -> String
describe Draft = "describe fake = 1"
describe (Placed n)
  | n > 3 = "many"
  | otherwise = "few"
describe status = case status of
  Cancelled why -> if why == "" then "?" else why
  _ ->
    let
      local = "x"
    in
      local

main :: Effect Unit
main = do
  value <- now
  log (show value)
