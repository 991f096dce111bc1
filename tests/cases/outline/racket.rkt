#lang racket/base
;; Orders. (define (not-real) 1) is only a comment.
(require racket/list
         (prefix-in s: racket/string))
(provide total (struct-out line))

(module+ test
  (require rackunit)
  (test-case "adds up"
    (check-equal? (total '()) 0)))

(module helpers racket/base
  (provide help)
  (define (help) 1))

#| (define (commented-out) 1) |#
#;(define (skipped) 1)
(define max-lines 20)
(define currency "(define (fake) 1)")
(struct line (sku [quantity #:mutable]) #:transparent)
(struct special line (note))
(define-struct order (id))

(define/contract (checked x)
  (-> integer? integer?)
  x)

(define (total lines #:start [start 0])
  (define local 3)
  (for/fold ([sum start]) ([line (in-list lines)])
    (+ sum (line-quantity line))))

(define ((curried a) b)
  (+ a b))

(define twice
  (lambda (f x)
    (f (f x))))

(define-syntax-rule (swap! a b)
  (let ([tmp a])
    (set! a b)
    (set! b tmp)))

(define-syntax (build stx)
  (syntax-case stx ()
    [(_ x) #'x]))

(define-values (first second) (values 1 2))

(: typed (-> Integer Integer))
(define (typed x) x)

(define basket%
  (class object%
    (init-field owner)
    (field [lines '()])
    (define/public (add line)
      (set! lines (cons line lines)))
    (define/override (describe) "x")
    (super-new)))

(define-generics store
  (load-line store id))

(define-signature shop^ (open close))
(define text #<<END
(define (in-here-string) 1)
END
  )
