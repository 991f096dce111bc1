;;; Orders. (defun not-real ()) is only a comment.
(defpackage #:shop.orders
  (:use #:cl #:alexandria)
  (:export #:total #:line))

(in-package #:shop.orders)

(defvar *counter* 0 "A (defun fake ()) in a string.")
(defparameter *currency* "EUR")
(defconstant +max-lines+ 20)

#| (defun commented-out ()
     nil) |#

(deftype quantity () '(integer 0 *))

(defstruct line
  sku
  (quantity 1 :type fixnum))

(defstruct (order (:conc-name o-))
  id)

(defclass basket (container)
  ((owner :initarg :owner :accessor owner)
   (lines :initform nil)
   notes)
  (:documentation "A basket."))

(define-condition out-of-stock (error)
  ((sku :initarg :sku)))

(defgeneric load-line (store id)
  (:documentation "Loads."))

(defmethod load-line ((store basket) (id integer))
  (when id
    (find id (lines store))))

(defmethod (setf owner) :after (value (basket basket))
  (print value))

(defmacro with-basket ((name) &body body)
  `(let ((,name (make-instance 'basket)))
     ,@body))

(defun total (lines &key (start 0))
  "Adds them up."
  (let ((sum start))
    (loop for line in lines
          do (incf sum (line-quantity line)))
    (flet ((twice (x) (* x 2)))
      (cond ((> sum 3) (twice sum))
            (t (handler-case (error "x")
                 (error () sum)))))))

(defun (setf total) (value lines)
  (declare (ignore lines))
  value)

(define-modify-macro appendf (&rest args) append)
(defsetf access set-access)
(eval-when (:compile-toplevel)
  (defun helper () (lambda (x) x)))

(deftest total-test
  (is (= 1 (total nil))))
