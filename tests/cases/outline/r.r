# Reads and sums up measurements.
library(dplyr)
source("paths.R")

limit <- 100
unit = "mm"
30 -> window

read_all <- function(files, skip = 1) {
  rows <- lapply(files, function(file) {
    read.csv(file, skip = skip)
  })
  if (length(rows) == 0) {
    return(NULL)
  }
  do.call(rbind, rows)
}

mean_of = function(x) sum(x) / length(x)

`%near%` <- function(a, b) {
  abs(a - b) < 1
}

setClass("Station", representation(name = "character"))
setGeneric("height", function(station) standardGeneric("height"))
setMethod("height", "Station", function(station) {
  limit
})

Counter <- R6::R6Class("Counter",
  public = list(
    value = 0,
    add = function(n) {
      self$value <- self$value + n
    }
  )
)

for (i in 1:3) {
  print("not_a_function <- function() {}")
}

test_that("means are right", {
  expect_equal(mean_of(c(1, 3)), 2)
})
