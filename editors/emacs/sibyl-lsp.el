;;; sibyl-lsp.el --- Sibyl's connection through lsp-mode -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `sibyl-setup' loads this file with lsp-mode. Sibyl is an add-on there: it runs beside the language's own server.

;;; Code:

(require 'lsp-mode)
(require 'sibyl)

(defun sibyl-lsp-setup (modes)
  "Let lsp-mode start Sibyl in MODES."
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () sibyl-command))
                    :major-modes modes
                    :server-id 'sibyl
                    :add-on? t
                    :priority -1
                    :notification-handlers (ht ("$/progress" #'sibyl-lsp--progress))
                    :action-handlers (ht ("sibyl.ask" #'sibyl-lsp--ask) ("sibyl.callTree" #'sibyl-lsp--tree)))))

(defun sibyl-lsp--find ()
  "Return the Sibyl that serves this buffer through lsp-mode."
  (seq-find (lambda (w) (eq (lsp--client-server-id (lsp--workspace-client w)) 'sibyl)) lsp--buffer-workspaces))

(add-hook 'sibyl--find-functions #'sibyl-lsp--find)

(defun sibyl-lsp--plain (value)
  "Return VALUE, a part of an answer, with plists for lsp-mode's hash tables.
Where lsp-mode was built to use plists, it has them already."
  (cond ((hash-table-p value)
         (let (out)
           (maphash (lambda (k v) (setq out (cons (sibyl-lsp--plain v) (cons (intern (concat ":" k)) out)))) value)
           (nreverse out)))
        ((or (vectorp value) (and (consp value) (not (keywordp (car value))))) (mapcar #'sibyl-lsp--plain value))
        (t value)))

(cl-defmethod sibyl--request ((server lsp--workspace) method params)
  (with-lsp-workspace server
    (sibyl-lsp--plain (lsp-request method params))))

(cl-defmethod sibyl--request-async ((server lsp--workspace) method params done failed)
  (with-lsp-workspace server
    (lsp-request-async method params (lambda (answer) (funcall done (sibyl-lsp--plain answer)))
                       :mode 'detached
                       :error-handler (lambda (e) (funcall failed (plist-get (sibyl-lsp--plain e) :message))))))

(cl-defmethod sibyl--notify ((server lsp--workspace) method params)
  (with-lsp-workspace server
    (lsp-notify method params)))

(cl-defmethod sibyl--flush ((_server lsp--workspace))
  (lsp--flush-delayed-changes))

(cl-defmethod sibyl--document ((_server lsp--workspace))
  (lsp--text-document-identifier))

(cl-defmethod sibyl--position ((_server lsp--workspace) point)
  (lsp--point-to-position point))

(cl-defmethod sibyl--point ((_server lsp--workspace) position)
  (lsp--line-character-to-point (plist-get position :line) (plist-get position :character)))

(cl-defmethod sibyl--file ((_server lsp--workspace) uri)
  (lsp--uri-to-path uri))

(defun sibyl-lsp--progress (workspace params)
  "Show an answer's text in PARAMS, a progress; leave other progress to lsp-mode with WORKSPACE."
  (pcase-let (((map :token :value) (sibyl-lsp--plain params)))
    (unless (sibyl--stream token value)
      (funcall lsp-progress-function workspace params))))

(defun sibyl-lsp--argument (command)
  "Return the first argument of COMMAND, of a code action or lens."
  (seq-first (plist-get (sibyl-lsp--plain command) :arguments)))

(defun sibyl-lsp--ask (command)
  "Ask what COMMAND of a code action or lens says, here in a buffer."
  (pcase-let (((map :question :textDocument :range) (sibyl-lsp--argument command)))
    (sibyl--ask-about question (list :textDocument textDocument :range range))))

(defun sibyl-lsp--tree (command)
  "Show the callers that COMMAND of a code lens says."
  (pcase-let (((map :textDocument :position :direction) (sibyl-lsp--argument command)))
    (sibyl--tree-of "callers" (list :textDocument textDocument :position position :direction direction))))

(provide 'sibyl-lsp)
;;; sibyl-lsp.el ends here
