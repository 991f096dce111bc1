;; Orders. (define (not-real) 1) is only a comment.
(define-library (shop orders)
  (import (scheme base) (scheme write))
  (export total make-line)
  (begin
    (define max-lines 20)))

(import (rnrs) (only (srfi :1) fold))
(use-modules (ice-9 match))

#| (define (commented-out) 1) |#
(define currency "(define (fake) 1)")
(define counter 0)

(define-record-type line
  (make-line sku quantity)
  line?
  (sku line-sku)
  (quantity line-quantity set-line-quantity!))

(define-record-type <order> (make-order id) order? (id order-id))

(define-syntax swap!
  (syntax-rules ()
    ((_ a b)
     (let ((tmp a))
       (set! a b)
       (set! b tmp)))))

(define (total lines)
  (define local 3)
  (let loop ((rest lines) (sum 0))
    (cond
      ((null? rest) sum)
      (else (loop (cdr rest) (+ sum (line-quantity (car rest))))))))

(define ((curried a) b)
  (+ a b))

(define twice
  (lambda (f x)
    (f (f x))))

(define* (optional a #:optional (b 1))
  (if (> a b) a b))

(define-public (visible x) x)
(define-values (first second) (values 1 2))

#;(define (skipped) 1)
(define-class <basket> (<container>)
  (owner #:init-value "x"))
(define-method (load-line (store <basket>) id)
  id)
