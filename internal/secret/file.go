package secret

import (
	"path"
	"slices"
	"strings"
)

// File reports whether a file with this slash-separated path usually holds keys or passwords.
func File(rel string) bool {
	base := strings.ToLower(path.Base(rel))
	if base == ".env" || strings.HasPrefix(base, ".env.") || strings.HasSuffix(base, ".env") {
		return !slices.ContainsFunc(samples, func(word string) bool { return strings.Contains(base, word) })
	}
	return keyFiles[base] || keyEnds[path.Ext(base)]
}

// samples are words in the name of a file that shows which variables there are, without values.
var samples = []string{"example", "sample", "template", "dist"}

var keyFiles = set(`id_rsa id_dsa id_ecdsa id_ed25519 .netrc _netrc .pgpass .pypirc .npmrc .htpasswd .git-credentials .dockercfg
	credentials credentials.json service-account.json secrets.json secrets.yaml secrets.yml .vault-token`)

var keyEnds = set(`.pem .p12 .pfx .jks .keystore .kdbx .ppk .key .gpg`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
