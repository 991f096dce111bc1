;;; outcrop.el --- Find code by its shape, in any language  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: languages, tools, matching
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Outcrop is a language server that knows the structure of files in any
;; language.  This file connects Emacs with it:
;;
;; - `outcrop-eglot-setup' makes Eglot start it in files whose language
;;   has no server of its own that is installed.  That brings imenu and xref.
;; - `outcrop-search' searches the project by structure, for example
;;   "kind:function in:Parser lines:>80", and lists the hits in an xref
;;   buffer.  It works in every buffer, also beside another server.
;; - `outcrop-consult' does so while you type, with a preview, if you have
;;   the package consult.
;; - `outcrop-replace' replaces what a query finds, hit by hit, as
;;   `query-replace' does.
;; - `outcrop-fold-toggle', `outcrop-fold-all' and `outcrop-unfold-all'
;;   hide and show blocks.
;;
;; Eglot runs one server for a buffer.  Where that is another one, or
;; none, Outcrop runs beside it in a process of its own, which is handed
;; the text of the buffers you have not saved before each question.

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'jsonrpc)
(require 'project)
(require 'url-util)
(require 'xref)

(defgroup outcrop nil
  "Find code by its shape."
  :group 'tools
  :prefix "outcrop-")

(defcustom outcrop-program '("outcrop-lsp")
  "The command that starts the server, as a list of words.
A program without a folder is looked for in the variable `exec-path',
but only in its absolute entries."
  :type '(repeat string)
  :risky t)

(defcustom outcrop-modes '(prog-mode conf-mode)
  "Modes in which `outcrop-eglot-setup' makes Eglot start Outcrop.
Modes derived from these count.  Where the language has a server of its
own that is installed, Outcrop leaves the buffer alone."
  :type '(repeat symbol))

(defcustom outcrop-excluded-modes '(lisp-data-mode)
  "Modes in which Outcrop is not started although `outcrop-modes' has them.
Emacs itself knows more about Emacs Lisp than any server."
  :type '(repeat symbol))

(defcustom outcrop-settings nil
  "Settings for the server that runs beside Eglot, as a property list.
For example (:ignore [\"third_party/\"]).  For servers that Eglot runs,
set `eglot-workspace-configuration' to (:outcrop (...))."
  :type 'plist
  :risky t)

(defcustom outcrop-search-limit 500
  "The most hits that one search lists."
  :type 'natnum)

(defvar outcrop-search-history nil
  "Queries given to `outcrop-search'.")

(defface outcrop-ancestry '((t :inherit shadow))
  "Face for what a hit lies in.")

;;; With Eglot

;;;###autoload
(defun outcrop-eglot-setup ()
  "Make Eglot start Outcrop in files whose language has no other server."
  (dolist (mode outcrop-modes)
    (add-hook (intern (format "%s-hook" mode)) #'outcrop-eglot-ensure)))

;;;###autoload
(defun outcrop-eglot-ensure ()
  "Let Eglot start Outcrop here, unless another server is installed.
Does nothing in buffers without a file and in `outcrop-excluded-modes'."
  (unless (or (not buffer-file-name)
              (apply #'provided-mode-derived-p major-mode
                     outcrop-excluded-modes)
              (outcrop--other-server-p))
    (condition-case problem
        (progn (outcrop-eglot-use)
               (eglot-ensure))
      (user-error (message "%s" (error-message-string problem))))))

;;;###autoload
(defun outcrop-eglot-use ()
  "Choose Outcrop for this buffer; then call `eglot'."
  (interactive)
  ;; Eglot gives a server every buffer of its modes, so `prog-mode' would take
  ;; the buffers of other servers.  Servers of one project share their index.
  (setq-local eglot-server-programs (list (cons major-mode (outcrop--command)))))

(defun outcrop--command ()
  "Return `outcrop-program' with its program by its whole name.
Relative entries of the variable `exec-path' would lead into the project."
  (let* ((name (car outcrop-program))
         (exec-path (seq-filter (lambda (folder)
                                  (and folder (file-name-absolute-p folder)))
                                exec-path))
         (program (if (file-name-absolute-p name)
                      (expand-file-name name)
                    (executable-find name))))
    (unless program
      (user-error "`%s' was not found; is Outcrop installed?" name))
    (cons program (cdr outcrop-program))))

(defun outcrop--other-server-p ()
  "Whether Eglot knows a server for this buffer that is installed."
  (cl-loop for (modes . contact) in eglot-server-programs
           when (outcrop--concerns-p modes)
           return (outcrop--installed-p contact)))

(defun outcrop--concerns-p (modes)
  "Whether the current mode is among MODES, the start of an Eglot entry."
  (cl-loop for mode in (if (or (symbolp modes) (keywordp (cadr modes)))
                           (list modes)
                         modes)
           thereis (provided-mode-derived-p
                    major-mode (if (consp mode) (car mode) mode))))

(defconst outcrop--interpreters '("perl" "R" "racket")
  "Programs in Eglot's table whose presence says nothing about a server.")

(defun outcrop--installed-p (contact)
  "Whether the server that Eglot's CONTACT names can be started."
  (when (functionp contact)
    (setq contact (ignore-errors
                    (apply contact nil
                           (and (> (or (cdr-safe (func-arity contact)) 1) 1)
                                (list (project-current)))))))
  (cond ((stringp (car-safe contact))
         (or (integerp (car-safe (cdr contact)))
             (and (not (member (car contact) outcrop--interpreters))
                  (executable-find (car contact)))))
        ((consp contact) t)))

;;; Which server answers

(defclass outcrop--connection (jsonrpc-process-connection)
  ((capabilities :initform nil :documentation "What the server can do."))
  :documentation "A server that runs beside Eglot.")

(defconst outcrop--nothing (make-hash-table)
  "An object without members, as JSON has it.")

(defvar outcrop--beside (make-hash-table :test #'equal)
  "From the root of a project to the server that runs beside Eglot.")

(defun outcrop--root ()
  "The folder that a search from here is about."
  (let ((project (project-current)))
    (expand-file-name (if project (project-root project) default-directory))))

(defun outcrop--capabilities (server)
  "What SERVER said it can do."
  (slot-value server 'capabilities))

(defun outcrop--outcrop-p (server)
  "Whether SERVER is an Outcrop server."
  (let ((commands (plist-get (plist-get (outcrop--capabilities server)
                                        :executeCommandProvider)
                             :commands)))
    (and (seq-contains-p commands "outcrop.search") t)))

(defun outcrop--managed-p ()
  "Whether Eglot has an Outcrop server for the current buffer."
  (let ((server (eglot-current-server)))
    (and server (jsonrpc-running-p server) (outcrop--outcrop-p server) server)))

(defun outcrop--server ()
  "The server to ask: Eglot's for this buffer or project, or one beside it."
  (or (outcrop--managed-p)
      (let ((root (outcrop--root)))
        (or (cl-loop for buffer in (buffer-list)
                     thereis (with-current-buffer buffer
                               (and (eglot-managed-p)
                                    (equal root (outcrop--root))
                                    (outcrop--managed-p))))
            (let ((server (gethash root outcrop--beside)))
              (and server (jsonrpc-running-p server) server))
            (puthash root (outcrop--start root) outcrop--beside)))))

(defun outcrop--start (root)
  "Start a server for the folder ROOT, beside Eglot."
  (let* ((command (outcrop--command))
         (default-directory (expand-file-name "~/"))
         ;; What Python would follow into the project is not set there.
         (process-environment
          (append '("PYTHONPATH" "PYTHONHOME" "PYTHONSTARTUP"
                    "PYTHONINSPECT" "PYTHONWARNINGS")
                  process-environment))
         (server
          (make-instance
           'outcrop--connection
           :name (format "outcrop %s" (abbreviate-file-name root))
           :process (lambda ()
                      (make-process :name "outcrop"
                                    :command command
                                    :connection-type 'pipe
                                    :coding 'utf-8-emacs-unix
                                    :noquery t
                                    :stderr (get-buffer-create
                                             " *outcrop errors*")))
           :notification-dispatcher #'outcrop--notified
           :request-dispatcher #'ignore))
         (uri (outcrop--uri root))
         (answer (jsonrpc-request
                  server :initialize
                  (list :processId (emacs-pid)
                        :rootUri uri
                        :workspaceFolders
                        (vector (list :uri uri
                                      :name (file-name-nondirectory
                                             (directory-file-name root))))
                        :initializationOptions (or outcrop-settings
                                                   outcrop--nothing)
                        :capabilities
                        '(:general (:positionEncodings ["utf-32"]))
                        :clientInfo '(:name "Emacs (outcrop.el)"))
                  :timeout 30)))
    (setf (slot-value server 'capabilities) (plist-get answer :capabilities))
    (jsonrpc-notify server :initialized outcrop--nothing)
    server))

(defun outcrop--notified (_server method params)
  "Show what the server wants to be shown.
METHOD and PARAMS are those of its notification."
  (when (eq method 'window/showMessage)
    (message "%s" (plist-get params :message))))

(defun outcrop--uri (path)
  "The URI of the file PATH."
  (concat "file://"
          (url-hexify-string (directory-file-name path)
                             url-path-allowed-chars)))

(defun outcrop--file (uri)
  "The file that URI names."
  (decode-coding-string
   (url-unhex-string (string-remove-prefix "file://" uri)) 'utf-8))

(defun outcrop--managed-by-p (server buffer)
  "Whether SERVER is Eglot's and has been told of BUFFER."
  (with-current-buffer buffer
    (and (eglot-managed-p) (eq (eglot-current-server) server))))

(defun outcrop--unsaved (root)
  "The buffers with text under ROOT that is not on disk."
  (cl-loop for buffer in (buffer-list)
           for file = (buffer-file-name buffer)
           when (and file (buffer-modified-p buffer)
                     (file-in-directory-p file root))
           collect buffer))

(defun outcrop--document (buffer)
  "BUFFER as the server knows it when it is opened."
  (with-current-buffer buffer
    (list :uri (outcrop--uri (or (buffer-file-name)
                                 (expand-file-name (buffer-name))))
          :languageId (string-remove-suffix
                       "-ts" (string-remove-suffix
                              "-mode" (symbol-name major-mode)))
          :version 0
          :text (save-restriction
                  (widen)
                  (buffer-substring-no-properties (point-min) (point-max))))))

(defun outcrop--request (method params &optional about)
  "Ask the server METHOD with PARAMS and return the answer.
ABOUT is the buffer that the request is about, if it is about one.
The server sees what is in the buffers, saved or not."
  (let* ((server (outcrop--server))
         (buffers (cl-union (and about (list about))
                            (outcrop--unsaved (outcrop--root))))
         (own (cl-remove-if (lambda (buffer)
                              (outcrop--managed-by-p server buffer))
                            buffers))
         (documents (mapcar #'outcrop--document own)))
    (dolist (buffer (cl-set-difference buffers own))
      ;; Eglot sends changes when Emacs is idle; the question is about now.
      (with-current-buffer buffer (eglot--signal-textDocument/didChange)))
    (dolist (document documents)
      (jsonrpc-notify server :textDocument/didOpen
                      (list :textDocument document)))
    (unwind-protect
        (jsonrpc-request server method params :timeout 30)
      (when (jsonrpc-running-p server)
        (dolist (document documents)
          (jsonrpc-notify server :textDocument/didClose
                          (list :textDocument
                                (list :uri (plist-get document :uri)))))))))

;;;###autoload
(defun outcrop-restart ()
  "End the servers that run beside Eglot, and make Eglot renew its own.
The next question will bring up what it needs."
  (interactive)
  (maphash (lambda (_root server)
             (when (jsonrpc-running-p server)
               (jsonrpc-shutdown server t)))
           outcrop--beside)
  (clrhash outcrop--beside)
  (when-let* ((server (outcrop--managed-p)))
    (eglot-reconnect server)))

;;;###autoload
(defun outcrop-status ()
  "Say how far the index of the project is."
  (interactive)
  (let ((status (outcrop--request :outcrop/status outcrop--nothing)))
    (message "Outcrop: %s, %d of %d files, %d symbols"
             (plist-get status :state) (plist-get status :indexed)
             (plist-get status :files) (plist-get status :symbols))))

;;; Search

(defconst outcrop-kinds
  '("class" "constant" "constructor" "division" "element" "enum"
    "enum_member" "event" "extern" "field" "function" "impl" "interface"
    "key" "macro" "method" "module" "namespace" "object" "package"
    "property" "prototype" "resource" "rule" "section" "selector"
    "struct" "table" "target" "test" "test_function" "test_method"
    "trait" "type" "variable"
    "block" "case" "catch" "directive" "do" "elif" "else" "fence"
    "finally" "frontmatter" "group" "if" "ifdef" "lambda" "layout"
    "loop" "switch" "try" "unless" "window" "with")
  "The kinds of definitions and blocks that a query can ask for.")

(defconst outcrop-fields
  `(("after" "(") ("before" "(") ("call" . names)
    ("called-by" . names) ("called-by+" . names) ("calls" . names)
    ("calls+" . names) ("case" "yes" "no")
    ("changed" "staged" "HEAD" "main")
    ("children") ("complexity") ("depth") ("doc")
    ("evidence" "scope" "import" "member" "unique" "name" "external")
    ("extends" . names)
    ("extends+" . names)
    ("file") ("has" "(") ("heredoc")
    ("implements" . names) ("import") ("in" . names)
    ("is" "comment" "string" "heredoc" "code" "definition" "declaration"
     "unused")
    ("kind" . ,outcrop-kinds) ("lang") ("lines") ("next" "(") ("params")
    ("part" "header" "body") ("pattern" "\"") ("previous" "(")
    ("ref" . names) ("select" "line" "block" "symbol" "file")
    ("sort" "path" "score" "lines" "depth" "children" "params"
     "complexity") ("sym" . names) ("ts" "\"")
    ("type" . names) ("where" "$"))
  "The fields of the query language and the words that each can take.
The word `names' stands for the names of definitions in the project.")

(defvar outcrop--asked-from nil
  "The buffer from which a query is being read.")

(defun outcrop--names (start)
  "Names of definitions in the project that START may be the start of."
  (with-current-buffer (or outcrop--asked-from (current-buffer))
    (let ((found (ignore-errors
                   (outcrop--request :workspace/symbol (list :query start)))))
      (delete-dups (mapcar (lambda (symbol) (plist-get symbol :name))
                           (append found nil))))))

(defun outcrop-complete-query ()
  "Complete the field or the value at point, for `completion-at-point'."
  (save-match-data
    (let* ((end (point))
           (start (save-excursion
                    (skip-chars-backward "^ \t\n()" (minibuffer-prompt-end))
                    (when (eq (char-after) ?-) (forward-char))
                    (min (point) end)))
           (word (buffer-substring-no-properties start end)))
      (if (not (string-match "\\`\\([a-z-]+\\+?\\):=?\\(.*\\)\\'" word))
          (list start end
                (mapcar (lambda (field) (concat (car field) ":"))
                        outcrop-fields)
                :exclusive 'no)
        (let ((known (cdr (assoc (match-string 1 word) outcrop-fields)))
              (value (match-string 2 word)))
          (list (+ start (match-beginning 2)) end
                (if (eq known 'names) (outcrop--names value) known)
                :exclusive 'no))))))

(defvar outcrop-query-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map minibuffer-local-map)
    (define-key map (kbd "TAB") #'completion-at-point)
    map)
  "Keys of the minibuffer while a query is read.")

(defun outcrop--region-as-query ()
  "A query for code like the region, ready to have parts replaced by $A."
  (let* ((code (string-trim (buffer-substring-no-properties
                             (region-beginning) (region-end))))
         (indents (mapcar (lambda (line) (string-match-p "[^ \t]" line))
                          (seq-remove #'string-blank-p
                                      (cdr (split-string code "\n")))))
         (shared (if indents (apply #'min indents) 0))
         (flush (replace-regexp-in-string
                 (format "\n[ \t]\\{1,%d\\}" (max shared 1)) "\n" code))
         ;; What a pattern would take for a hole is the code itself.
         (plain (let ((case-fold-search nil))
                  (replace-regexp-in-string
                   "\\(\\\\*\\)\\(\\$+[A-Z_]\\)" "\\1\\1\\\\\\2" flush))))
    (concat "pattern:\""
            (replace-regexp-in-string
             "\"" "\\\\\""
             (replace-regexp-in-string
              "\\\\\\([\"\\]\\|\\'\\)" "\\\\\\\\\\1" plain))
            "\"")))

(defun outcrop--read-query (&optional prompt)
  "Read a query, with completion and PROMPT or the usual one.
Code that is selected is offered as a pattern."
  (let* ((outcrop--asked-from (current-buffer))
         (selected (and (use-region-p) (outcrop--region-as-query)))
         (name (and (not selected) (thing-at-point 'symbol t)))
         (default (and name (concat "sym:=" (substring-no-properties name)))))
    (minibuffer-with-setup-hook
        (lambda ()
          (add-hook 'completion-at-point-functions
                    #'outcrop-complete-query nil t))
      (let ((query (read-from-minibuffer
                    (format-prompt (or prompt "Outcrop") default)
                    selected outcrop-query-map
                    nil 'outcrop-search-history default)))
        (if (string-blank-p query) (or default query) query)))))

(defun outcrop--column (text position encoding)
  "The column in TEXT, in characters, of POSITION counted in ENCODING."
  (pcase encoding
    ("utf-32" position)
    ("utf-8" (length (decode-coding-string
                      (let ((bytes (encode-coding-string text 'utf-8 t)))
                        (substring bytes 0 (min position (length bytes))))
                      'utf-8 t)))
    (_ (let ((units 0))
         (or (cl-loop for character across text
                      for column from 0
                      when (>= units position) return column
                      do (cl-incf units (if (> character #xffff) 2 1)))
             (length text))))))

(defun outcrop--xref (hit encoding)
  "An xref item for HIT, whose positions are counted in ENCODING."
  (let* ((location (plist-get hit :location))
         (start (plist-get (plist-get location :range) :start))
         (text (plist-get hit :text))
         (around (mapconcat (lambda (one) (or (plist-get one :name)
                                              (plist-get one :kind)))
                            (plist-get hit :ancestry) " › ")))
    (xref-make
     (concat (string-trim text)
             (unless (string-empty-p around)
               (propertize (format "  ‹ %s ›" around)
                           'face 'outcrop-ancestry)))
     (xref-make-file-location
      (outcrop--file (plist-get location :uri))
      (1+ (plist-get start :line))
      (outcrop--column text (plist-get start :character) encoding)))))

(defun outcrop--hits (query)
  "The hits of QUERY as xref items; an error if the query is wrong."
  (let* ((answer (outcrop--request
                  :outcrop/search
                  (list :query query :limit outcrop-search-limit)))
         (problems (plist-get answer :problems))
         (hits (plist-get answer :hits))
         (total (plist-get answer :total))
         (said (mapconcat
                (lambda (note) (concat "; " note))
                ;; The notes say that the index is being built, as a rule.
                (or (append (plist-get answer :notes) nil)
                    (unless (equal (plist-get (plist-get answer :index)
                                              :state)
                                   "ready")
                      '("the index is not complete yet")))
                ""))
         (encoding (or (plist-get (outcrop--capabilities (outcrop--server))
                                  :positionEncoding)
                       "utf-16")))
    (unless (seq-empty-p problems)
      (let ((problem (seq-first problems)))
        (user-error "Outcrop: %s (at column %d of the query)"
                    (plist-get problem :message)
                    (1+ (plist-get problem :start)))))
    (when (seq-empty-p hits)
      (user-error "Outcrop: no hits for %s in %s%s"
                  query (abbreviate-file-name (outcrop--root)) said))
    (message "Outcrop: %s%d hit%s%s"
             (if (< (length hits) total) (format "%d of " (length hits)) "")
             total (if (= total 1) "" "s") said)
    (mapcar (lambda (hit) (outcrop--xref hit encoding)) hits)))

;;;###autoload
(defun outcrop-search (query)
  "Search the project for QUERY and list the hits in an xref buffer.
A query is words and conditions, for example \"kind:class has:TODO\".
In the minibuffer, \\<outcrop-query-map>\\[completion-at-point] completes \
fields, kinds and names.  In the xref
buffer, \\<xref--xref-buffer-mode-map>\\[xref-revert-buffer] searches again."
  (interactive (list (outcrop--read-query)))
  (let ((from (current-buffer)))
    (xref-show-xrefs
     (lambda ()
       (with-current-buffer (if (buffer-live-p from) from (current-buffer))
         (outcrop--hits query)))
     nil)))

;;; While you type, with consult

(defvar consult-async-split-style)
(declare-function consult--dynamic-collection "consult")
(declare-function consult--lookup-prop "consult")
(declare-function consult--prefix-group "consult")
(declare-function consult--read "consult")
(declare-function consult-xref--preview "consult-xref")

(defun outcrop--candidates (query)
  "The hits of QUERY for `consult--read'; what is wrong is only said."
  (condition-case problem
      (mapcar (lambda (hit)
                (let* ((place (xref-item-location hit))
                       (file (file-relative-name (xref-location-group place)
                                                 (outcrop--root)))
                       (shown (format "%s:%d: %s" file
                                      (xref-location-line place)
                                      (xref-item-summary hit))))
                  (add-text-properties 0 1 (list 'outcrop-hit hit
                                                 'consult--prefix-group file)
                                       shown)
                  shown))
              (let ((xref-file-name-display 'abs))
                (outcrop--hits query)))
    (user-error (message "%s" (error-message-string problem))
                nil)))

;;;###autoload
(defun outcrop-consult (&optional initial)
  "Search the project while you type, with a preview of each hit.
INITIAL, or code like the region if it is active, is there to begin with.
This needs the package consult, 2.0 or later; `outcrop-search' needs none."
  (interactive (list (and (use-region-p) (outcrop--region-as-query))))
  (unless (and (require 'consult nil t) (require 'consult-xref nil t)
               (fboundp 'consult--dynamic-collection))
    (user-error "Install the package consult first, or use `outcrop-search'"))
  (let* ((from (current-buffer))
         ;; All that is typed is the query, and nothing sifts its hits again.
         (consult-async-split-style nil)
         (hit (consult--read
               (consult--dynamic-collection
                   (lambda (query)
                     (with-current-buffer from (outcrop--candidates query)))
                 :min-input 2)
               :prompt "Outcrop: "
               :initial initial
               :history '(:input outcrop-search-history)
               :require-match t
               :sort nil
               :category 'consult-xref
               :group #'consult--prefix-group
               :state (consult-xref--preview #'switch-to-buffer)
               :lookup (apply-partially #'consult--lookup-prop
                                        'outcrop-hit))))
    (xref-pop-to-location hit)))

;;; Replacing

(defvar outcrop-template-history nil
  "Templates given to `outcrop-replace'.")

(defface outcrop-new '((t :inherit diff-added))
  "Face for what a hit would become.")

(cl-defstruct (outcrop--change (:constructor outcrop--change-make))
  "A hit that may be replaced: where it is, what it is and would be."
  buffer start end old new)

(defun outcrop--position (position encoding)
  "The place in the current buffer of POSITION, counted in ENCODING."
  (goto-char (point-min))
  (forward-line (plist-get position :line))
  (let ((line (buffer-substring-no-properties
               (line-beginning-position) (line-end-position))))
    (+ (point) (outcrop--column line (plist-get position :character)
                                encoding))))

(defun outcrop--change-of (hit encoding)
  "The change that HIT would be, or nil if the code is another by now.
Its positions are counted in ENCODING."
  (let* ((location (plist-get hit :location))
         (range (plist-get location :range)))
    (with-current-buffer
        (find-file-noselect (outcrop--file (plist-get location :uri)))
      (save-excursion
        (save-restriction
          (widen)
          (let ((start (outcrop--position (plist-get range :start) encoding))
                (end (outcrop--position (plist-get range :end) encoding))
                (old (string-replace "\r\n" "\n" (plist-get hit :old))))
            (when (equal old (buffer-substring-no-properties start end))
              (outcrop--change-make
               :buffer (current-buffer) :start (copy-marker start)
               :end (copy-marker end t) :old old
               :new (string-replace "\r\n" "\n"
                                    (plist-get hit :new))))))))))

(defun outcrop--replacement (query template)
  "What would become of the project if TEMPLATE took the place of QUERY.
An error if one of them cannot be read, or if there is nothing to do."
  (let* ((answer (outcrop--request
                  :outcrop/replace (list :query query :template template)))
         (problems (plist-get answer :problems)))
    (unless (seq-empty-p problems)
      (let ((problem (seq-first problems)))
        (user-error "Outcrop: %s (at column %d of the %s)"
                    (plist-get problem :message)
                    (1+ (plist-get problem :start))
                    (plist-get problem :in))))
    (when (seq-empty-p (plist-get answer :hits))
      (user-error "Outcrop: nothing to replace for %s%s" query
                  (mapconcat (lambda (note) (concat "; " note))
                             (plist-get answer :warnings) "")))
    answer))

(defun outcrop--make (change)
  "Make CHANGE in its buffer.  Nil if the code is another by now."
  (with-current-buffer (outcrop--change-buffer change)
    (save-excursion
      (save-restriction
        (widen)
        (let ((start (outcrop--change-start change))
              (end (outcrop--change-end change)))
          (when (equal (outcrop--change-old change)
                       (buffer-substring-no-properties start end))
            (goto-char start)
            (delete-region start end)
            (insert (outcrop--change-new change))
            t))))))

(defconst outcrop--answers
  '((?y "yes" "replace this hit")
    (?n "no" "leave this hit as it is")
    (?f "file" "replace this and all that follow in this file")
    (?! "all" "replace this and all that follow")
    (?. "last" "replace this hit and end")
    (?q "quit" "end here; what was replaced stays"))
  "What can be answered to the question whether to replace a hit.")

(defun outcrop--asked (change number count)
  "Show CHANGE, the hit NUMBER of COUNT, and ask what to do with it."
  (pop-to-buffer-same-window (outcrop--change-buffer change))
  (widen)
  (goto-char (outcrop--change-start change))
  (let ((overlay (make-overlay (outcrop--change-start change)
                               (outcrop--change-end change))))
    (overlay-put overlay 'face 'query-replace)
    (overlay-put overlay 'after-string
                 (propertize (concat " → " (outcrop--change-new change))
                             'face 'outcrop-new))
    (unwind-protect
        (car (read-multiple-choice
              (format "Replace hit %d of %d?" number count)
              outcrop--answers))
      (delete-overlay overlay))))

(defun outcrop--step-through (possible)
  "Ask about each of the POSSIBLE ones, and return those that were made."
  (let ((count (length possible)) (number 0) made all file)
    (catch 'end
      (dolist (change possible)
        (cl-incf number)
        (unless (eq file (outcrop--change-buffer change))
          (setq file nil))
        (let ((answer (if (or all file) ?y
                        (outcrop--asked change number count))))
          (pcase answer
            (?! (setq all t))
            (?f (setq file (outcrop--change-buffer change))))
          (when (and (memq answer '(?y ?! ?f ?.)) (outcrop--make change))
            (push change made))
          (when (memq answer '(?. ?q))
            (throw 'end nil)))))
    made))

;;;###autoload
(defun outcrop-replace (query template)
  "Replace the hits of QUERY in the project by TEMPLATE, one by one.
In the template, $A and $$$REST are what a pattern found, $1 and ${name}
what a regex did, $0 is the whole hit and \\$ a dollar; an empty one
deletes.  Buffers are changed and not saved; one undo in each takes it
back.  A hit that would leave a file which does not parse any more is
left as it is."
  (interactive
   (let ((query (outcrop--read-query "Outcrop replace")))
     (list query
           (read-from-minibuffer (format "Replace %s with: " query)
                                 nil nil nil 'outcrop-template-history))))
  (let* ((answer (outcrop--replacement query template))
         (encoding (or (plist-get (outcrop--capabilities (outcrop--server))
                                  :positionEncoding)
                       "utf-16"))
         (hits (append (plist-get answer :hits) nil))
         (able (seq-remove (lambda (hit) (plist-get hit :problem)) hits))
         (changes (delq nil (mapcar (lambda (hit)
                                      (outcrop--change-of hit encoding))
                                    able)))
         (buffers (seq-uniq (mapcar #'outcrop--change-buffer changes)))
         (groups (mapcar #'prepare-change-group buffers))
         made)
    (mapc #'activate-change-group groups)
    (unwind-protect
        (setq made (outcrop--step-through changes))
      ;; All that was done to a buffer is one step to undo.
      (dolist (group groups)
        (undo-amalgamate-change-group group)
        (accept-change-group group))
      (dolist (change changes)
        (set-marker (outcrop--change-start change) nil)
        (set-marker (outcrop--change-end change) nil)))
    (let ((refused (- (length hits) (length able)))
          (changed (length (seq-uniq (mapcar #'outcrop--change-buffer made)))))
      (message "Outcrop: replaced %d of %d hit%s in %d buffer%s%s%s"
               (length made) (length hits) (if (cdr hits) "s" "")
               changed (if (= changed 1) "" "s")
               (if made "; `save-some-buffers' saves them" "")
               (if (> refused 0)
                   (format "; %d would not parse any more and stay" refused)
                 "")))))

;;; Folding

(defun outcrop--folds ()
  "What can be folded in this buffer: a list of (FIRST . LAST) lines.
Lines count from 1; the first stays visible."
  (let ((uri (if (outcrop--managed-p)
                 (plist-get (eglot--TextDocumentIdentifier) :uri)
               (plist-get (outcrop--document (current-buffer)) :uri))))
    (mapcar (lambda (fold)
              (cons (1+ (plist-get fold :startLine))
                    (1+ (plist-get fold :endLine))))
            (outcrop--request :textDocument/foldingRange
                              (list :textDocument (list :uri uri))
                              (current-buffer)))))

(defun outcrop--hide (fold)
  "Hide the lines of FOLD but the first."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (forward-line (1- (car fold)))
      (let ((from (line-end-position)))
        (forward-line (- (cdr fold) (car fold)))
        (let ((overlay (make-overlay from (line-end-position) nil t nil)))
          (overlay-put overlay 'outcrop-fold t)
          (overlay-put overlay 'invisible 'outcrop)
          (overlay-put overlay 'evaporate t)
          (overlay-put overlay 'isearch-open-invisible #'delete-overlay)
          (add-to-invisibility-spec '(outcrop . t)))))))

(defun outcrop--hidden-here ()
  "The fold that is hidden on this line, if one is."
  (seq-find (lambda (overlay) (overlay-get overlay 'outcrop-fold))
            (overlays-in (line-beginning-position)
                         (min (1+ (line-end-position)) (point-max)))))

;;;###autoload
(defun outcrop-fold-toggle ()
  "Hide the innermost block around point, or show what is hidden here."
  (interactive)
  (let ((hidden (outcrop--hidden-here)))
    (if hidden
        (delete-overlay hidden)
      (let* ((line (line-number-at-pos nil t))
             (around (seq-filter (lambda (fold)
                                   (<= (car fold) line (cdr fold)))
                                 (outcrop--folds))))
        (unless around
          (user-error "Nothing to fold here"))
        (let ((innermost (car (sort around
                                    (lambda (one other)
                                      (< (- (cdr one) (car one))
                                         (- (cdr other) (car other))))))))
          (outcrop--hide innermost)
          (goto-char (point-min))
          (forward-line (1- (car innermost))))))))

;;;###autoload
(defun outcrop-fold-all ()
  "Hide every block of the buffer."
  (interactive)
  (outcrop-unfold-all)
  (mapc #'outcrop--hide (outcrop--folds)))

;;;###autoload
(defun outcrop-unfold-all ()
  "Show all that is hidden."
  (interactive)
  (remove-overlays nil nil 'outcrop-fold t))

(provide 'outcrop)

;;; outcrop.el ends here
