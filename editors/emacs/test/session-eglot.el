;;; session-eglot.el --- The session through eglot -*- lexical-binding: t -*-

(require 'eglot)
(load (expand-file-name "session" (file-name-directory load-file-name)) nil t)

(setq eglot-sync-connect t
      eglot-autoshutdown nil)

(defun session-start ()
  "Let eglot serve this buffer."
  (unless (eglot-current-server)
    (let ((project-vc-extra-root-markers '("app.py")))
      (apply #'eglot (eglot--guess-contact)))))

(ert-deftest definition-and-references-through-eglot ()
  (session-open "app.py")
  (session-at "NoteStore(\"notes\")")
  (let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
    (should (equal (file-name-nondirectory (xref-location-group (xref-item-location (car found)))) "store.py"))))

;;; session-eglot.el ends here
