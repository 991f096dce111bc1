;;; notes.el --- Small notes -*- lexical-binding: t; -*-
(require 'cl-lib)

(defgroup notes nil
  "Notes."
  :group 'applications)

(defcustom notes-folder "~/notes"
  "Where notes are."
  :type 'directory)

(defconst notes-suffix ".md")
(defvar notes-history nil)
(defvar-local notes-open nil)

(defface notes-title '((t :weight bold))
  "For titles.")

(defun notes-path (name)
  "Path of NAME.
(defun not-a-function ())"
  (let ((file (concat name notes-suffix)))
    (expand-file-name file notes-folder)))

(defmacro notes-with (name &rest body)
  `(with-temp-buffer
     (insert-file-contents (notes-path ,name))
     ,@body))

(defsubst notes-p (name)
  (file-exists-p (notes-path name)))

(cl-defun notes-list (&key (all t))
  (while all
    (setq all nil)))

(cl-defstruct note title body)

(cl-defmethod notes-render ((note note))
  (note-title note))

(define-minor-mode notes-mode
  "Shows notes."
  :lighter " N")

(defalias 'notes-find #'notes-path)

(ert-deftest notes-path-test ()
  (should (notes-path "a")))

(provide 'notes)
