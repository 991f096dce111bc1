;; A small ledger.
(ns ledger.core
  "Accounts and bookings."
  (:require [clojure.string :as str]
            [clojure.test :refer [deftest is testing]])
  (:import (java.util Date)))

(def limit 100)
(def ^:private rates {:eur 1.0})
(defonce state (atom {}))

(defn book
  "Adds a booking. (defn not-a-function [])"
  [account amount]
  (if (> amount limit)
    (throw (ex-info "too much" {:amount amount}))
    (swap! state update account (fnil + 0) amount)))

(defn- total [bookings]
  (loop [sum 0
         [head & tail] bookings]
    (if head
      (recur (+ sum head) tail)
      sum)))

(defmacro with-account [name & body]
  `(let [account# ~name]
     ~@body))

(defprotocol Printable
  (render [this]))

(defrecord Account [name balance]
  Printable
  (render [this] (str name)))

(defmulti fee :kind)
(defmethod fee :gold [_] 0)

#_(defn ignored [])

(deftest book-test
  (testing "small amounts"
    (is (= 1 (get (book :a 1) :a)))))
