;;; sibyl-eglot.el --- Sibyl's connection through eglot -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `sibyl-setup' loads this file with eglot.

;;; Code:

(require 'eglot)
(require 'sibyl)

(defclass sibyl-server (eglot-lsp-server) () :documentation "Sibyl, whose answers stream.")

(defun sibyl-eglot-setup (modes)
  "Let eglot start Sibyl in MODES."
  (add-to-list 'eglot-server-programs (cons modes (cons 'sibyl-server sibyl-command))))

(defun sibyl-eglot--find ()
  "Return the Sibyl that serves this buffer through eglot."
  (let ((server (eglot-current-server)))
    (and (cl-typep server 'sibyl-server) server)))

(add-hook 'sibyl--find-functions #'sibyl-eglot--find)

(cl-defmethod sibyl--request ((server sibyl-server) method params)
  (jsonrpc-request server method params :timeout 60))

(cl-defmethod sibyl--request-async ((server sibyl-server) method params done failed)
  (jsonrpc-async-request server method params :timeout 3600 :success-fn done
                         :error-fn (lambda (e) (funcall failed (plist-get e :message)))))

(cl-defmethod sibyl--notify ((server sibyl-server) method params)
  (jsonrpc-notify server method params))

(cl-defmethod sibyl--flush ((_server sibyl-server))
  (when (bound-and-true-p eglot--managed-mode) (eglot--signal-textDocument/didChange)))

(cl-defmethod sibyl--document ((_server sibyl-server))
  (eglot--TextDocumentIdentifier))

(cl-defmethod sibyl--position ((_server sibyl-server) point)
  (eglot--pos-to-lsp-position point))

(cl-defmethod sibyl--point ((_server sibyl-server) position)
  (eglot--lsp-position-to-point position))

(cl-defmethod sibyl--file ((_server sibyl-server) uri)
  (eglot-uri-to-path uri))

(cl-defmethod eglot-handle-notification :around
  ((_server sibyl-server) (_method (eql $/progress)) &key token value)
  "Show an answer's text, a VALUE of the progress TOKEN."
  (unless (sibyl--stream token value)
    (cl-call-next-method)))

(provide 'sibyl-eglot)
;;; sibyl-eglot.el ends here
