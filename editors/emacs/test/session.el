;;; session.el --- What a person does, in a real Emacs -*- lexical-binding: t -*-

;; Run by emacs_test.go, which names the program, the workspace and the model's endpoint in the environment. Loaded by session-eglot.el and session-lsp.el,
;; which define `session-start' for their client and have tests of their own.

(require 'ert)
(require 'sibyl)
(require 'url)

(setq sibyl-command (list (getenv "SIBYL_TEST_BINARY") "serve")
      make-backup-files nil
      auto-save-default nil
      create-lockfiles nil)
(sibyl-setup '(python-mode))

(defun session-open (file)
  "Visit FILE of the workspace with its server running."
  (find-file (expand-file-name file (getenv "SIBYL_TEST_WORKSPACE")))
  (session-start)
  (sibyl--request (sibyl--server) "sibyl/status" '(:wait t)))

(defun session-at (text)
  "Move point to the start of TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun session-wait (what test)
  "Let the server's messages in until TEST is non-nil; WHAT is for the error."
  (let ((until (+ (float-time) 30)))
    (while (not (funcall test))
      (when (> (float-time) until) (error "Waited in vain for %s" what))
      (accept-process-output nil 0.05))))

(defun session-text (buffer)
  "Return the text of BUFFER, empty when there is none."
  (if (get-buffer buffer) (with-current-buffer buffer (buffer-string)) ""))

(defun session-wait-for (text buffer)
  "Wait until BUFFER has TEXT."
  (session-wait (format "%S in %s, which has %S" text buffer (session-text buffer))
                (lambda () (string-search text (session-text buffer)))))

(defun session-order (path)
  "Give the model's endpoint the order PATH and return its answer."
  (with-current-buffer (url-retrieve-synchronously (concat "http://" (getenv "SIBYL_TEST_CONTROL") path) t nil 30)
    (buffer-string)))

(ert-deftest callers-show-the-whole-tree ()
  (session-open "store.py")
  (session-at "build_path(folder")
  (sibyl-callers)
  (let ((text (session-text "*sibyl callers*")))
    (dolist (line '("* build_path" "** NoteStore.save" "*** add_note" "**** main"))
      (should (string-search line text)))))

(ert-deftest unsaved-text-counts ()
  (session-open "store.py")
  (goto-char (point-max))
  (insert "\n\n\ndef another_caller():\n    return build_path('a', 'b')\n")
  (session-at "build_path(folder")
  (sibyl-callers)
  (should (string-search "** another_caller" (session-text "*sibyl callers*")))
  (switch-to-buffer "store.py")
  (revert-buffer t t)
  (session-start)
  (session-at "build_path(folder")
  (sibyl-callers)
  (should-not (string-search "another_caller" (session-text "*sibyl callers*"))))

(defvar session-hits nil "What the last search found.")

(ert-deftest search-by-meaning-goes-to-the-place ()
  (session-open "app.py")
  (let ((xref-show-xrefs-function (lambda (fetch _) (setq session-hits (funcall fetch)))))
    (sibyl-search "put a jotting into permanent storage"))
  (should (seq-some (lambda (x) (string-search "NoteStore" (xref-item-summary x))) session-hits)))

(ert-deftest an-answer-streams-and-its-citations-jump ()
  (session-open "app.py")
  (sibyl-ask "how are notes stored on the disk?")
  (session-wait-for "Notes are written by" "*sibyl answer*")
  (should-not (string-search "lower case" (session-text "*sibyl answer*")))
  (session-order "/continue")
  (session-wait-for "answered by test-model; 1 wrong citations left out" "*sibyl answer*")
  (with-current-buffer "*sibyl answer*"
    (goto-char (point-min))
    (search-forward "[store.py:10")
    (push-button (match-beginning 0)))
  (with-current-buffer (window-buffer (selected-window))
    (should (equal (buffer-name) "store.py"))
    (should (= (line-number-at-pos) 10))))

(ert-deftest a-selection-is-what-it-is-about ()
  (session-open "app.py")
  (session-at "def add_note")
  (push-mark (point) t t)
  (forward-line 3)
  (let ((transient-mark-mode t)) (sibyl-ask "what does this do? (quick)"))
  (deactivate-mark)
  (session-wait-for "answered by" "*sibyl answer*")
  (should (string-search "function add_note, selected" (session-order "/last"))))

(ert-deftest conversations-go-on ()
  (session-open "app.py")
  (sibyl-ask "who calls build_path?")
  (session-wait-for "NoteStore.save" "*sibyl answer*")
  (session-wait-for "no model was asked" "*sibyl answer*")
  (with-current-buffer "*sibyl answer*" (sibyl-ask "and what does it call?"))
  (session-wait-for "What `build_path` calls" "*sibyl answer*"))

(ert-deftest an-answer-can-be-stopped ()
  (session-open "app.py")
  (sibyl-ask "how long does it take? (forever)")
  (session-wait-for "It begins" "*sibyl answer*")
  (with-current-buffer "*sibyl answer*" (sibyl-stop))
  (session-wait-for "ancel" "*sibyl answer*")
  (session-wait "the endpoint to notice" (lambda () (string-search "cancelled: 1" (session-order "/cancelled")))))

(ert-deftest paths-and-status ()
  (session-open "app.py")
  (sibyl-path "main" "build_path")
  (should (string-search "add_note calls NoteStore.save" (session-text "*sibyl path*")))
  (should-error (sibyl-path "build_path" "main") :type 'user-error)
  (should (string-match-p "[0-9]+ files.*questions" (sibyl-status))))

(ert-deftest without-the-server-an-error-says-what-to-do ()
  (with-temp-buffer
    (should (string-search "sibyl-setup" (cadr (should-error (sibyl-search "x") :type 'user-error))))))

(provide 'session)
;;; session.el ends here
