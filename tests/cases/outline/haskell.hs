{-# LANGUAGE LambdaCase #-}
-- | Shapes and their areas.
module Data.Shape (Shape (..), area) where

import qualified Data.Map as Map
import Data.List (sort)

data Shape
  = Circle Double
  | Square { side :: Double, label :: String }
  deriving (Show, Eq)

newtype Scale = Scale { factor :: Double }

type Table = Map.Map String Shape

class HasArea a where
  area :: a -> Double
  area _ = 0

instance HasArea Shape where
  area (Circle r) = pi * r * r
  area (Square s _) = s * s

total :: [Shape] -> Double
total [] = 0
total (x : xs) = area x + total xs

largest :: [Shape] -> Maybe Shape
largest shapes = case shapes of
  [] -> Nothing
  (x : _)
    | area x > limit -> Just x
    | otherwise -> Nothing
  where
    limit = 10

(<+>) :: Shape -> Shape -> Double
a <+> b = area a + area b

type family Unit a where
  Unit Shape = Double

data Expr a where
  IntE :: Int -> Expr Int

{- notAFunction = 1
-}
main :: IO ()
main = do
  let shapes = [Circle 1]
  print (total shapes)
