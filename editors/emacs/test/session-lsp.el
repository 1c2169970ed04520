;;; session-lsp.el --- The session through lsp-mode -*- lexical-binding: t -*-

(load "lsp-mode-autoloads" t t)
(require 'lsp-mode)
(load (expand-file-name "session" (file-name-directory load-file-name)) nil t)

(setq lsp-auto-guess-root t
      lsp-enable-snippet nil)
(lsp-workspace-folders-add (getenv "SIBYL_TEST_WORKSPACE"))

(defun session-start ()
  "Let lsp-mode serve this buffer."
  (unless (bound-and-true-p lsp-mode) (lsp))
  (session-wait "the server" (lambda () (and (sibyl-lsp--find) (eq (lsp--workspace-status (sibyl-lsp--find)) 'initialized)))))

(defun session-lsp (method &rest params)
  "Return the answer to METHOD at point, with PARAMS beside the position."
  (sibyl-lsp--plain (lsp-request method (append params (lsp--text-document-position-params)))))

(defun session-files (locations)
  "Return LOCATIONS as names of files with 1-based lines, sorted."
  (sort (mapcar (lambda (l) (format "%s:%d" (file-name-nondirectory (plist-get l :uri)) (1+ (map-nested-elt l '(:range :start :line))))) locations)
        #'string<))

(ert-deftest definition-and-references-through-lsp-mode ()
  (session-open "app.py")
  (session-at "NoteStore(\"notes\")")
  (lsp-find-definition)
  (should (equal (buffer-name) "store.py"))
  (session-at "build_path(folder")
  (should (equal (session-files (session-lsp "textDocument/references" :context '(:includeDeclaration t))) '("store.py:12" "store.py:17"))))

(ert-deftest positions-behind-emoji ()
  (session-open "store.py")
  (goto-char (point-max))
  (insert "\nrocket = '🚀🚀'; build_path('a', 'b')\n")
  (session-at "build_path('a")
  (let ((found (seq-find (lambda (l) (equal (map-nested-elt l '(:range :start :line)) (1- (line-number-at-pos))))
                         (session-lsp "textDocument/references" :context '(:includeDeclaration t)))))
    (should (= (sibyl--point (sibyl--server) (map-nested-elt found '(:range :start))) (point))))
  (revert-buffer t t))

(ert-deftest hover-and-symbols-through-lsp-mode ()
  (session-open "store.py")
  (session-at "build_path(folder")
  (should (string-search "def build_path" (map-nested-elt (session-lsp "textDocument/hover") '(:contents :value))))
  (should (equal (mapcar (lambda (s) (plist-get s :name)) (session-lsp "textDocument/documentSymbol")) '("NoteStore" "build_path")))
  (should (seq-some (lambda (s) (equal (plist-get s :name) "add_note"))
                    (sibyl-lsp--plain (lsp-request "workspace/symbol" '(:query "add_note"))))))

(ert-deftest call-hierarchy-through-lsp-mode ()
  (session-open "store.py")
  (session-at "save")
  (let* ((item (seq-first (lsp-request "textDocument/prepareCallHierarchy" (lsp--text-document-position-params))))
         (calls (sibyl-lsp--plain (lsp-request "callHierarchy/incomingCalls" (list :item item)))))
    (should (equal (mapcar (lambda (c) (map-nested-elt c '(:from :name))) calls) '("add_note")))))

(ert-deftest commands-answer-without-code-of-ours ()
  (session-open "app.py")
  (let ((hits (sibyl-lsp--plain (lsp-workspace-command-execute "sibyl.search" [(:query "add_note" :limit 3)])))
        (answer (sibyl-lsp--plain (lsp-workspace-command-execute "sibyl.ask" [(:question "who calls build_path?")]))))
    (should (seq-some (lambda (h) (equal (plist-get h :symbol) "add_note")) hits))
    (should (string-search "NoteStore.save" (plist-get answer :answer)))))

(ert-deftest a-lens-shows-the-tree ()
  (session-open "store.py")
  (let* ((lenses (lsp-request "textDocument/codeLens" (list :textDocument (lsp--text-document-identifier))))
         (commands (mapcar (lambda (lens) (gethash "command" (lsp-request "codeLens/resolve" lens))) lenses)))
    (lsp--execute-command (seq-find (lambda (c) (and (equal (gethash "title" c) "1 caller") (equal (gethash "command" c) "sibyl.callTree"))) (reverse commands)))
    (should (string-search "* build_path" (session-text "*sibyl callers*")))
    (should-not (seq-find (lambda (b) (string-search "sibyl-answers-" (or (buffer-file-name b) ""))) (buffer-list)))))

(ert-deftest the-code-action-asks ()
  (session-open "app.py")
  (session-at "def add_note")
  (push-mark (point) t t)
  (forward-line 3)
  (let ((transient-mark-mode t)) (lsp-execute-code-action-by-kind "sibyl.ask"))
  (deactivate-mark)
  (session-wait-for "What does this code do" "*sibyl answer*")
  (session-order "/continue")
  (session-wait-for "answered by" "*sibyl answer*")
  (should (string-search "function add_note, selected" (session-order "/last"))))

;;; session-lsp.el ends here
