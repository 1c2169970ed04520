;;; sibyl.el --- Ask about code, find it by meaning, see who calls it -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "30.1"))
;; Keywords: tools, languages
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Commands for the language server Sibyl on top of eglot or lsp-mode:
;;
;;   (require 'sibyl)
;;   (sibyl-setup '(python-mode python-ts-mode go-mode go-ts-mode))
;;
;; M-x eglot or M-x lsp starts it, then M-x sibyl-ask, sibyl-search, sibyl-callers, sibyl-callees, sibyl-path, sibyl-status.
;; Definitions, references, hover, symbols and unsaved text work as with any server of theirs.

;;; Code:

(require 'cl-lib)
(require 'map)
(require 'outline)
(require 'seq)
(require 'xref)

(defgroup sibyl nil "Ask about code, find it by meaning, see who calls it." :group 'tools)

(defcustom sibyl-command '("sibyl" "serve")
  "The command that starts the server."
  :type '(repeat string))

(declare-function sibyl-eglot-setup "sibyl-eglot" (modes))
(declare-function sibyl-lsp-setup "sibyl-lsp" (modes))

(defun sibyl-setup (modes)
  "Let eglot and lsp-mode, whichever is used, start Sibyl in MODES, a list of major modes."
  (with-eval-after-load 'eglot (require 'sibyl-eglot) (sibyl-eglot-setup modes))
  (with-eval-after-load 'lsp-mode (require 'sibyl-lsp) (sibyl-lsp-setup modes)))

;;;; The connection, as sibyl-eglot.el and sibyl-lsp.el make it

;; In answers objects are plists, arrays are sequences, and false is not t.

(cl-defgeneric sibyl--request (server method params)
  "Return SERVER's answer to METHOD, a string, with PARAMS.")

(cl-defgeneric sibyl--request-async (server method params done failed)
  "Send METHOD with PARAMS to SERVER; call DONE with the answer, or FAILED with why there is none.")

(cl-defgeneric sibyl--notify (server method params)
  "Send the notification METHOD with PARAMS to SERVER.")

(cl-defgeneric sibyl--flush (server)
  "Tell SERVER of this buffer's latest changes.")

(cl-defgeneric sibyl--document (server)
  "Return what SERVER knows this buffer by.")

(cl-defgeneric sibyl--position (server point)
  "Return POINT of this buffer as a position of the protocol.")

(cl-defgeneric sibyl--point (server position)
  "Return the point of this buffer that POSITION of the protocol means.")

(cl-defgeneric sibyl--file (server uri)
  "Return the name of the file that URI of SERVER means.")

(defvar sibyl--find-functions nil "Functions that return the Sibyl that serves this buffer, or nil.")

(defvar-local sibyl--origin nil "The server that the contents of a result buffer came from.")

(defun sibyl--server ()
  "Return the Sibyl that serves this buffer."
  (or sibyl--origin
      (run-hook-with-args-until-success 'sibyl--find-functions)
      (user-error "No Sibyl serves this buffer: add its mode with `sibyl-setup', then M-x eglot or M-x lsp")))

;;;; Places

(defun sibyl--goto (server uri range &optional other)
  "Show RANGE of URI of SERVER, in the OTHER window when that is non-nil."
  (funcall (if other #'find-file-other-window #'find-file) (sibyl--file server uri))
  (goto-char (sibyl--point server (plist-get range :start)))
  (recenter))

(defun sibyl--go (uri range)
  "Return the action of a button that goes to RANGE of URI."
  (let ((server (sibyl--server)))
    (lambda (_) (sibyl--goto server uri range t))))

(defun sibyl--button (text uri range)
  "Insert TEXT as a button that goes to RANGE of URI."
  (insert-text-button text 'follow-link t 'help-echo (sibyl--file (sibyl--server) uri) 'action (sibyl--go uri range)))

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

(defun sibyl--stream (token value)
  "Show the text in VALUE, a progress, in the buffer that waits for TOKEN.
Return nil when VALUE is a progress of another kind."
  (when (plist-member value :delta)
    (when-let* ((buffer (seq-find (lambda (b) (equal token (buffer-local-value 'sibyl--token b))) (buffer-list))))
      (with-current-buffer buffer
        (save-excursion
          (goto-char (point-max))
          (let ((inhibit-read-only t)) (insert (plist-get value :delta))))))
    t))

(defun sibyl--selection (server)
  "Return the params that tell SERVER what is selected, nil when nothing is."
  (when (use-region-p)
    (list :textDocument (sibyl--document server)
          :range (list :start (sibyl--position server (region-beginning))
                       :end (sibyl--position server (region-end))))))

(defun sibyl-ask (question)
  "Show the answer to QUESTION while it is made; with a region, about that.
In a buffer that shows an answer, go on with its conversation."
  (interactive (list (read-string (if sibyl--conversation "Ask on: " "Ask about this code: "))))
  (let ((server (sibyl--server)) (conversation sibyl--conversation))
    (sibyl--flush server)
    (sibyl--ask-about question `(,@(sibyl--selection server) ,@(and conversation (list :conversation conversation))))))

(defun sibyl--ask-about (question params)
  "Show the answer to QUESTION about what PARAMS of the request say."
  (let ((server (sibyl--server))
        (token (format "sibyl-%s" (gensym)))
        (buffer (sibyl--result "*sibyl answer*")))
    (with-current-buffer buffer
      (setq sibyl--token token)
      (let ((inhibit-read-only t)) (insert "# " question "\n\n")))
    (sibyl--request-async
     server "sibyl/ask" `(:question ,question ,@params :partialResultToken ,token :workDoneToken ,token)
     (lambda (answer) (sibyl--answered buffer token question answer))
     (lambda (why) (sibyl--ended buffer token why)))
    (display-buffer buffer)))

(defun sibyl-stop ()
  "Stop the answer that is being made."
  (interactive)
  (unless sibyl--token (user-error "No answer is being made here"))
  (sibyl--notify (sibyl--server) "window/workDoneProgress/cancel" (list :token sibyl--token)))

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
        (make-text-button (match-beginning 0) (match-end 0) 'follow-link t 'action (sibyl--go uri range))))
    (sibyl--button label uri range)
    (insert "  " symbol "\n")))

;;;; Search

(defun sibyl-search (query)
  "Show code that fits QUERY by name or by meaning."
  (interactive "sFind code: ")
  (let* ((server (sibyl--server))
         (hits (sibyl--request server "sibyl/search" (list :query query :limit 30))))
    (when (seq-empty-p hits) (user-error "Nothing fits %s" query))
    (xref-show-xrefs (lambda () (seq-map (lambda (hit) (sibyl--xref server hit)) hits)) nil)))

(defun sibyl--xref (server hit)
  "Return HIT of SERVER as an xref."
  (pcase-let (((map :uri :range :symbol :why) hit))
    (xref-make (format "%s  (%s)" (if (string-empty-p symbol) "code" symbol) (string-join why ", "))
               (xref-make-file-location (sibyl--file server uri) (1+ (map-nested-elt range '(:start :line))) 0))))

;;;; Calls

(defun sibyl--tree (title direction)
  "Show under TITLE the tree of calls in DIRECTION from the name at point."
  (let ((server (sibyl--server)))
    (sibyl--flush server)
    (sibyl--tree-of title (list :textDocument (sibyl--document server) :position (sibyl--position server (point)) :direction direction))))

(defun sibyl--tree-of (title params)
  "Show under TITLE the tree of calls that PARAMS of the request say."
  (let ((answer (sibyl--request (sibyl--server) "sibyl/callTree" (append params (list :depth 8 :size 500))))
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
  (let* ((answer (sibyl--request (sibyl--server) "sibyl/callPath" (list :from from :to to)))
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
  (pcase-let (((map :files :indexing :done :total :embedder :sends) (sibyl--request (sibyl--server) "sibyl/status" nil)))
    (message "%d files%s; embedder %s; %s" files (if (eq indexing t) (format ", indexing %d of %d" done total) "") embedder
             (if (seq-empty-p sends) "nothing leaves this machine" (concat "sent are " (string-join sends "; "))))))

(provide 'sibyl)
;;; sibyl.el ends here
