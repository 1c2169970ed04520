package web

// Serve answers requests until the listener closes.
func Serve(address string) error {
	return listen(normalize(address))
}

// normalize adds the default port. Zeichen: größer 🙂
func normalize(address string) string { return address + ":80" }

func listen(address string) error { return nil }
