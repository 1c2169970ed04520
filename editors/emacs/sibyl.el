;;; sibyl.el --- Ask about code, find it by meaning, see who calls it -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "30.1"))
;; Keywords: tools, languages
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Commands for the language server Sibyl on top of eglot:
;;
;;   (require 'sibyl)
;;   (sibyl-setup '(python-mode python-ts-mode go-mode go-ts-mode))
;;
;; M-x eglot starts it, then M-x sibyl-ask, sibyl-search, sibyl-callers, sibyl-callees, sibyl-path, sibyl-status.
;; Definitions, references, hover, symbols and unsaved text work as with any server of eglot.

;;; Code:

(require 'eglot)
(require 'xref)

(defgroup sibyl nil "Ask about code, find it by meaning, see who calls it." :group 'eglot)

(defcustom sibyl-command '("sibyl" "serve")
  "The command that starts the server."
  :type '(repeat string))

(defclass sibyl-server (eglot-lsp-server) () :documentation "Sibyl, whose answers stream.")

(defun sibyl-setup (modes)
  "Let eglot start Sibyl in MODES, a list of major modes."
  (add-to-list 'eglot-server-programs (cons modes (cons 'sibyl-server sibyl-command))))

(defvar-local sibyl--origin nil "The server that the contents of a result buffer came from.")

(defun sibyl--server ()
  "Return the Sibyl that serves this buffer."
  (let ((server (or sibyl--origin (eglot-current-server))))
    (unless (cl-typep server 'sibyl-server)
      (user-error "No Sibyl serves this buffer: add its mode with `sibyl-setup', then M-x eglot"))
    server))

(defun sibyl--flush ()
  "Tell the server of this buffer's latest changes."
  (when (bound-and-true-p eglot--managed-mode) (eglot--signal-textDocument/didChange)))

(defun sibyl--request (method params)
  "Return the answer to METHOD with PARAMS."
  (jsonrpc-request (sibyl--server) method params :timeout 60))

;;;; Places

(defun sibyl--goto (uri range &optional other)
  "Show RANGE of URI, in the OTHER window when that is non-nil."
  (funcall (if other #'find-file-other-window #'find-file) (eglot-uri-to-path uri))
  (goto-char (car (eglot-range-region range)))
  (recenter))

(defun sibyl--button (text uri range)
  "Insert TEXT as a button that goes to RANGE of URI."
  (insert-text-button text 'follow-link t 'help-echo (eglot-uri-to-path uri)
                      'action (lambda (_) (sibyl--goto uri range t))))

(defun sibyl--lines (start end)
  "Return START and END, 1-based lines, as they are written behind a path."
  (if (eql start end) (format ":%d" start) (format ":%d-%d" start end)))

(defvar-keymap sibyl-result-mode-map
  :parent special-mode-map
  "TAB" #'forward-button
  "<backtab>" #'backward-button
  "n" #'forward-button
  "p" #'backward-button
  "a" #'sibyl-ask
  "C-c C-k" #'sibyl-stop)

(define-derived-mode sibyl-result-mode special-mode "Sibyl"
  "What Sibyl found.
RET goes to the place at point, a asks on, C-c C-k stops an answer.")

(defun sibyl--result (name)
  "Return the empty buffer NAME for a result of this buffer's server."
  (let ((server (sibyl--server)))
    (with-current-buffer (get-buffer-create name)
      (sibyl-result-mode)
      (setq sibyl--origin server)
      (let ((inhibit-read-only t)) (erase-buffer))
      (current-buffer))))

;;;; Questions

(defvar-local sibyl--token nil "The token of the answer that is streaming into this buffer.")
(defvar-local sibyl--conversation nil "What a further question in this buffer goes on with.")

(cl-defmethod eglot-handle-notification :around
  ((_server sibyl-server) (_method (eql $/progress)) &key token value)
  "Show the text in VALUE in the buffer that waits for TOKEN."
  (if-let* ((text (plist-get value :delta))
            (buffer (seq-find (lambda (b) (equal token (buffer-local-value 'sibyl--token b))) (buffer-list))))
      (with-current-buffer buffer
        (save-excursion
          (goto-char (point-max))
          (let ((inhibit-read-only t)) (insert text))))
    (unless (plist-member value :delta)
      (cl-call-next-method))))

(defun sibyl--selection ()
  "Return the params that say what is selected, nil when nothing is."
  (when (use-region-p)
    (list :textDocument (eglot--TextDocumentIdentifier)
          :range (list :start (eglot--pos-to-lsp-position (region-beginning))
                       :end (eglot--pos-to-lsp-position (region-end))))))

(defun sibyl-ask (question)
  "Show the answer to QUESTION while it is made; with a region, about that.
In a buffer that shows an answer, go on with its conversation."
  (interactive (list (read-string (if sibyl--conversation "Ask on: " "Ask about this code: "))))
  (sibyl--flush)
  (let* ((server (sibyl--server))
         (conversation sibyl--conversation)
         (selection (sibyl--selection))
         (token (format "sibyl-%s" (gensym)))
         (buffer (sibyl--result "*sibyl answer*")))
    (with-current-buffer buffer
      (setq sibyl--token token)
      (let ((inhibit-read-only t)) (insert "# " question "\n\n")))
    (jsonrpc-async-request
     server :sibyl/ask
     `(:question ,question ,@selection ,@(and conversation (list :conversation conversation))
                 :partialResultToken ,token :workDoneToken ,token)
     :timeout 3600
     :success-fn (lambda (answer) (sibyl--answered buffer token question answer))
     :error-fn (lambda (e) (sibyl--ended buffer token (plist-get e :message))))
    (display-buffer buffer)))

(defun sibyl-stop ()
  "Stop the answer that is being made."
  (interactive)
  (unless sibyl--token (user-error "No answer is being made here"))
  (jsonrpc-notify (sibyl--server) :window/workDoneProgress/cancel (list :token sibyl--token)))

(defun sibyl--ended (buffer token why)
  "Say in BUFFER, if it still waits for TOKEN, WHY the answer ends."
  (when (and (buffer-live-p buffer) (equal token (buffer-local-value 'sibyl--token buffer)))
    (with-current-buffer buffer
      (setq sibyl--token nil)
      (save-excursion
        (goto-char (point-max))
        (let ((inhibit-read-only t)) (insert "\n\n" why "\n"))))))

(defun sibyl--answered (buffer token question answer)
  "Show in BUFFER, if it still waits for TOKEN, the checked ANSWER to QUESTION."
  (when (and (buffer-live-p buffer) (equal token (buffer-local-value 'sibyl--token buffer)))
    (with-current-buffer buffer
      (setq sibyl--token nil sibyl--conversation (plist-get answer :conversation))
      (let ((inhibit-read-only t) (model (plist-get answer :model)) (dropped (plist-get answer :dropped)))
        (erase-buffer)
        (insert "# " question "\n\n" (plist-get answer :answer) "\n\n")
        (seq-do #'sibyl--cite (plist-get answer :citations))
        (insert (if (string-empty-p model) "— a digest: no model was asked" (concat "— answered by " model)))
        (when (> dropped 0) (insert (format "; %d wrong citations left out" dropped)))
        (when (plist-get answer :error) (insert "\n" (plist-get answer :error)))
        (insert "\n"))
      (goto-char (point-min)))))

(defun sibyl--cite (citation)
  "Make buttons of CITATION where the text has it, and list it at the end."
  (pcase-let* (((map :uri :range :path :start :end :symbol) citation)
               (label (concat path (sibyl--lines start end))))
    (save-excursion
      (goto-char (point-min))
      (while (search-forward (concat "[" label "]") nil t)
        (make-text-button (match-beginning 0) (match-end 0) 'follow-link t
                          'action (lambda (_) (sibyl--goto uri range t)))))
    (sibyl--button label uri range)
    (insert "  " symbol "\n")))

;;;; Search

(defun sibyl-search (query)
  "Show code that fits QUERY by name or by meaning."
  (interactive "sFind code: ")
  (let ((hits (sibyl--request :sibyl/search (list :query query :limit 30))))
    (when (seq-empty-p hits) (user-error "Nothing fits %s" query))
    (xref-show-xrefs (lambda () (seq-map #'sibyl--xref hits)) nil)))

(defun sibyl--xref (hit)
  "Return HIT as an xref."
  (pcase-let (((map :uri :range :symbol :why) hit))
    (xref-make (format "%s  (%s)" (if (string-empty-p symbol) "code" symbol) (string-join why ", "))
               (xref-make-file-location (eglot-uri-to-path uri) (1+ (map-nested-elt range '(:start :line))) 0))))

;;;; Calls

(defun sibyl--tree (title direction)
  "Show under TITLE the tree of calls in DIRECTION from the name at point."
  (sibyl--flush)
  (let* ((answer (sibyl--request :sibyl/callTree
                                 (append (eglot--TextDocumentPositionParams) (list :direction direction :depth 8 :size 500))))
         (buffer (sibyl--result (format "*sibyl %s*" title))))
    (with-current-buffer buffer
      (let ((inhibit-read-only t))
        (seq-do (lambda (tree) (sibyl--node tree 1)) (plist-get answer :trees)))
      (outline-minor-mode)
      (goto-char (point-min)))
    (display-buffer buffer)))

(defun sibyl--node (node level)
  "Insert NODE of a tree, and what is below it, as an outline that starts at LEVEL."
  (pcase-let (((map :name :path :line :uri :range :tier :dispatch :cycle :cut :note :sites :children) node))
    (insert (make-string level ?*) " ")
    (sibyl--button name uri range)
    (insert (format "  %s:%d" path line))
    (when tier (insert "  " tier))
    (when (eq dispatch t) (insert "  through an interface or base class"))
    (when (eq cycle t) (insert "  (above)"))
    (when (eq cut t) (insert "  …"))
    (when note (insert "  — " note))
    (seq-do (lambda (site)
              (insert "  ")
              (sibyl--button (format "at line %d" (1+ (map-nested-elt site '(:range :start :line)))) (plist-get site :uri) (plist-get site :range)))
            sites)
    (insert "\n")
    (seq-do (lambda (child) (sibyl--node child (1+ level))) children)))

(defun sibyl-callers ()
  "Show who calls the function at point, and who calls them."
  (interactive)
  (sibyl--tree "callers" "incoming"))

(defun sibyl-callees ()
  "Show what the function at point calls, and what they call."
  (interactive)
  (sibyl--tree "callees" "outgoing"))

(defun sibyl-path (from to)
  "Show how the function FROM reaches the function TO by calls."
  (interactive "sFrom: \nsTo: ")
  (let* ((answer (sibyl--request :sibyl/callPath (list :from from :to to)))
         (paths (plist-get answer :paths)))
    (when (seq-empty-p paths) (user-error "%s" (or (plist-get answer :note) "No chain of calls")))
    (let ((buffer (sibyl--result "*sibyl path*")))
      (with-current-buffer buffer
        (let ((inhibit-read-only t))
          (seq-do (lambda (hop)
                    (insert (map-nested-elt hop '(:caller :name)) " calls " (map-nested-elt hop '(:callee :name)) "  ")
                    (let ((site (seq-first (plist-get hop :sites))))
                      (sibyl--button (format "%s:%d" (map-nested-elt hop '(:caller :path)) (1+ (map-nested-elt site '(:range :start :line))))
                                     (plist-get site :uri) (plist-get site :range)))
                    (insert "\n"))
                  (seq-first paths)))
        (goto-char (point-min)))
      (display-buffer buffer))))

(defun sibyl-status ()
  "Say how far the index is, and what leaves this machine."
  (interactive)
  (pcase-let (((map :files :indexing :done :total :embedder :sends) (sibyl--request :sibyl/status nil)))
    (message "%d files%s; embedder %s; %s" files (if (eq indexing t) (format ", indexing %d of %d" done total) "") embedder
             (if (seq-empty-p sends) "nothing leaves this machine" (concat "sent are " (string-join sends "; "))))))

(provide 'sibyl)
;;; sibyl.el ends here
