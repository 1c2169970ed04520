package llm

import (
	"regexp"
	"strings"
)

// secrets are texts that are keys by their own form. A submatch, where there is one, is what must go.
var secrets = regexp.MustCompile(strings.Join([]string{
	`\bsk-[A-Za-z0-9_-]{16,}`,                                        // OpenAI and others that imitate it
	`\bgh[pousr]_[A-Za-z0-9]{30,}`,                                   // GitHub
	`\bgithub_pat_[A-Za-z0-9_]{30,}`,                                 //
	`\bglpat-[A-Za-z0-9_-]{20,}`,                                     // GitLab
	`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,                                  // AWS
	`\bAIza[A-Za-z0-9_-]{35}`,                                        // Google
	`\bxox[abeoprs]-[A-Za-z0-9-]{10,}`,                               // Slack
	`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+`, // JSON Web Token
}, "|"))

var privateKey = regexp.MustCompile(`(?s)(-----BEGIN [A-Z ]*PRIVATE KEY-----)(.*?)(-----END [A-Z ]*PRIVATE KEY-----|\z)`)

// Redact blanks keys that are recognisable by their form. Every text that goes to an endpoint passes through it. Lines keep their numbers.
func Redact(s string) string {
	if strings.Contains(s, "PRIVATE KEY-----") {
		s = privateKey.ReplaceAllStringFunc(s, func(block string) string {
			m := privateKey.FindStringSubmatch(block)
			return m[1] + "[redacted]" + strings.Repeat("\n", strings.Count(m[2], "\n")) + m[3]
		})
	}
	return secrets.ReplaceAllString(s, "[redacted]")
}
