// Package secret recognises what must not leave the machine: files that hold keys, and keys and passwords inside other texts.
//
// Invariant: a text is masked the same whatever stands around it in the prompt, and keeps its lines. A masked word costs an answer little, a key that
// was sent cannot be called back: in doubt it is masked.
package secret

import (
	"regexp"
	"strings"
)

// Mask is what a secret becomes.
const mask = "[redacted]"

// Mask blanks the secrets in a text: private keys, keys with a known form, passwords in addresses and headers, values that are assigned to a name like
// "password", and tokens that look random. Lines keep their numbers.
func Mask(s string) string {
	if strings.Contains(s, "-----BEGIN ") {
		s = blocks.ReplaceAllStringFunc(s, maskBlock)
	}
	for _, p := range patterns {
		if strings.Contains(s, p.hint) && (p.needs == nil || p.needs.MatchString(s)) {
			s = replaceGroups(p.re, s, p.secret)
		}
	}
	return maskRandom(s)
}

var blocks = regexp.MustCompile(`(?s)(-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)(.*?)(-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z)`)

func maskBlock(block string) string {
	m := blocks.FindStringSubmatch(block)
	return m[1] + mask + strings.Repeat("\n", strings.Count(m[2], "\n")) + m[3]
}

// pattern finds secrets: what its groups match, as far as secret, where that is not nil, says so.
type pattern struct {
	hint   string         // a text without it has no match
	needs  *regexp.Regexp // nor has one without this; nil: none is needed
	re     *regexp.Regexp
	secret func(match []string) bool
}

// The words in names of things that are secret: certain ones, and those that often name something else (a lexer's token, a map's key).
const (
	passwords = `pass(?:word|wd|phrase|code)?|pwd|secret`
	keys      = `token|credentials?|api_?-?key|(?:access|auth|account|private|encryption|signing|master|service|storage|shared|license|consumer)_?-?key|key|auth(?:orization)?|bearer|salt|webhook|dsn|cookie|session`
)

var patterns = []pattern{
	{re: regexp.MustCompile(`\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})\b`)}, // AWS
	{hint: "AIza", re: regexp.MustCompile(`\b(AIza[A-Za-z0-9_-]{35})`)},   // Google
	{re: regexp.MustCompile(`\b((?:sk|pk|rk|whsec|gh[a-z]|gl[a-z]{2,5}|xox[a-z]|xapp|shp[a-z]{2}|npm|hf|api_org|dapi|lin_api|github_pat|pscale_[a-z]+|sm_[a-z]+|rdme|ntn|dop_v1|ico|pnu)[-_][A-Za-z0-9_=-]{10,})`), secret: isDrawn},
	{hint: "GR1348941", re: regexp.MustCompile(`\b(GR1348941[A-Za-z0-9_-]{20})`)}, // GitLab runners
	{hint: "hooks", re: regexp.MustCompile(`\bhooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/]{20,})`)},
	{hint: "ey", re: regexp.MustCompile(`\b(eyJ[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*){0,2}|ey[A-Za-z0-9_-]{15,}\.ey[A-Za-z0-9_-]{15,}(?:\.[A-Za-z0-9_-]*)?)`)}, // JSON Web Token
	{hint: "://", re: regexp.MustCompile(`\b[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@"'` + "`" + `]*:([^\s/@"'` + "`" + `<>{}$%]{2,})@`)},                              // user:password@host
	{re: regexp.MustCompile(`(?i)\b(?:basic|bearer|digest|token)[ \t]+([A-Za-z0-9+/=_.~-]{8,})`), secret: hasDigit},                                            // Authorization: Basic …
	{re: regexp.MustCompile(`(?i)\b[\w.-]*(?:` + passwords + `)[\w-]*["'\]]?\s*(?:=>|:=|==|=|:|,)\s*(?:[brf@$]{0,2})(?:"([^"\n]{4,})"|'([^'\n]{4,})'|` + "`([^`\n]{4,})`" + `)`), secret: isPassword},
	{re: regexp.MustCompile(`(?i)\b[\w.-]*(?:` + keys + `)[\w-]*["'\]]?\s*(?:=>|:=|==|=|:|,)\s*(?:[brf@$]{0,2})(?:"([^"\s]{8,})"|'([^'\s]{8,})'|` + "`([^`\\s]{8,})`" + `)`), secret: isKey},
	{re: regexp.MustCompile(`(?im)^[ \t]*(?:export[ \t]+|set[ \t]+|env[ \t]+|-[ \t]+|ENV[ \t]+|ARG[ \t]+)?[\w.-]*(?:` + passwords + `)[\w.-]*(?:=|:[ \t]+|[ \t]+=[ \t]+|[ \t]+:[ \t]+)([^\s"'` + "`" + `(){}\[\]<>,;$]{6,})[ \t]*(?:#.*)?\r?$`), secret: isWord},
	{re: regexp.MustCompile(`(?im)^[ \t]*(?:export[ \t]+|set[ \t]+|env[ \t]+|-[ \t]+|ENV[ \t]+|ARG[ \t]+)?[\w.-]*(?:` + keys + `)[\w.-]*(?:=|:[ \t]+|[ \t]+=[ \t]+|[ \t]+:[ \t]+)([^\s"'` + "`" + `(){}\[\]<>,;$]{6,})[ \t]*(?:#.*)?\r?$`), secret: isKey},
	{re: regexp.MustCompile(`(?i)\b[\w-]*(?:` + passwords + `)[ \t]*[:=][ \t]*([^\s"'` + "`" + `(){}\[\]<>,;.$]{6,})(?:[\s,;.]|$)`), secret: isWord},                               // in a sentence
	{re: regexp.MustCompile(`(?i)<[^<>]*["'][\w.:-]*(?:` + passwords + `|` + keys + `)["'][^<>]* value\s*=\s*["']([^"'\n]{4,})["']`), secret: isPassword},                          // XML settings
	{hint: "Secret", re: regexp.MustCompile(`(?m)^[ \t]+[\w.-]+:[ \t]*["']?([A-Za-z0-9+/]{8,}={0,2})["']?[ \t]*\r?$`), needs: regexp.MustCompile(`(?m)^kind:[ \t]*["']?Secret\b`)}, // Kubernetes
	{re: regexp.MustCompile(`(?i)(?:^|\s)--?(?:p|pass|password|token|secret|api-?key|user|u)[= ]["']?(?:[\w.@-]+:)?([^\s"'$<>{}()]{6,})`), secret: isKey},                          // command lines
}

// replaceGroups masks what the groups of re match in s.
func replaceGroups(re *regexp.Regexp, s string, secret func([]string) bool) string {
	var out strings.Builder
	at := 0
	for _, m := range re.FindAllStringSubmatchIndex(s, -1) {
		for g := 2; g < len(m); g += 2 {
			if m[g] < 0 || strings.Contains(s[m[g]:m[g+1]], mask) || secret != nil && !secret([]string{s[m[0]:m[g]], s[m[g]:m[g+1]]}) {
				continue
			}
			out.WriteString(s[at:m[g]])
			out.WriteString(mask)
			at = m[g+1]
		}
	}
	if at == 0 {
		return s
	}
	out.WriteString(s[at:])
	return out.String()
}

func hasDigit(m []string) bool { return strings.ContainsAny(m[1], "0123456789") }

// isDrawn: behind a known prefix stand digits or mixed letters, or more letters than a word has.
func isDrawn(m []string) bool {
	_, rest, _ := strings.Cut(strings.ReplaceAll(m[1], ".", "_"), "_")
	return hasDigit(m) || strings.ToLower(rest) != rest && strings.ToUpper(rest) != rest || len(rest) >= 24 && !strings.ContainsAny(rest, "-_")
}

// isPassword: what is assigned to a password is one, needs it is a label ("Password"), a place holder or a long sentence.
func isPassword(m []string) bool {
	name, value := strings.ToLower(m[0]), strings.ToLower(m[1])
	if strings.Count(value, " ") > 5 || isHolder(value) {
		return false
	}
	if labelled.MatchString(value) && !hasDigit(m) {
		return false
	}
	return !strings.Contains(name, value)
}

// isWord: a value without quotes is a password when it has a digit; without one it is more often a name in code.
func isWord(m []string) bool { return hasDigit(m) && isPassword(m) || isKey(m) }

var labelled = regexp.MustCompile(`^[\w .:/*-]*(?:` + passwords + `)[\w .:/*-]*$`)

// isKey: what is assigned to a key or token and has a digit among its letters, or is too long and mixed for a word.
func isKey(m []string) bool {
	v := m[1]
	if isHolder(strings.ToLower(v)) || strings.Contains(v, "://") && !strings.Contains(v, "hooks") {
		return false
	}
	letters := strings.ContainsFunc(v, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' })
	return letters && hasDigit(m) && !versioned.MatchString(v) && !pathLike.MatchString(v) || strings.ContainsAny(v, "!@#^&*") && len(v) >= 8 || len(v) >= 16 && isRandom(v)
}

// versioned: a number, or a word with one behind it, as names of files, versions and algorithms are ("utf-8", "sha256", "user_id_2").
var versioned = regexp.MustCompile(`^(?i:[a-z]+(?:[-_.: ][a-z]+)*[-_.]?v?[0-9]{1,4}(?:[-_.][a-z0-9]{1,6})*|v?[0-9]+(?:\.[0-9a-z-]+)+|-?0x[0-9a-f_]+[ul]*)$`)

var pathLike = regexp.MustCompile(`^[\w.@~-]*/[\w./@~-]+\.\w{1,5}$`)

// isHolder: a value that stands for one.
func isHolder(value string) bool {
	if strings.ContainsAny(value, "<>{}") || strings.HasPrefix(value, "$") || strings.HasPrefix(value, "%") || strings.Contains(value, "…") || strings.Contains(value, "...") {
		return true
	}
	for _, word := range []string{"example", "your", "changeme", "placeholder", "xxxx", "****", "redacted"} {
		if strings.HasPrefix(value, word) && len(value) < 20 {
			return true
		}
	}
	return false
}
