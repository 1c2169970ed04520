package secret

import (
	"regexp"
	"strings"
	"testing"
)

func TestFile(t *testing.T) {
	for rel, want := range map[string]bool{".env": true, "a/.env.local": true, "a/.env.example": false, "prod.env": true, "certs/server.pem": true,
		"id_rsa": true, "id_rsa.pub": false, "src/env.go": false, "keys.go": false, "a/tls.key": true, "credentials.py": false, "README.md": false,
		"environment.py": false, ".envrc": false, "aws/credentials": true} {
		if File(rel) != want {
			t.Errorf("File(%q) = %v", rel, !want)
		}
	}
}

// The parts between « and » are secret; they are joined from pieces where a form is known, so that no scanner takes this file for a leak.
func TestMask(t *testing.T) {
	for _, text := range []string{
		`token = "«` + "ghp_" + strings.Repeat("a1", 18) + `»"`,
		`"«` + "sk-" + `proj-Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg»"`,
		`id «` + "AKIA" + `IOSFODNN7EXAMPLE» used`,
		`h = "«` + "eyJ" + `hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_DEF-123»"`,
		`postgres://app:«Sup3rS3cret»@db.internal:5432/app`,
		`redis://:«topfloor»@cache`,
		`curl -H "Authorization: Basic «dXNlcjpwYXNzd29yZDE=»"`,
		`PASSWORD=«hunter2hunter2»`,
		`export DB_PASSWORD=«correcthorse9»`,
		`  password: «tr0ub4dor» # of the test database`,
		`password = "«correct horse battery»"`,
		`{"client_secret": "«s3cr3tvalue»"}`,
		`'secret' => '«abc!def»',`,
		`conn.set("api_key", "«12ab34cd56ef»")`,
		`sign(«q8Zt1LmX0vB5nR3yK7wE2»)`,
		`digest = "«9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08»"`,
		`mysql -u root --password=«hunter2x»`,
		`apikey := "«550e8400-e29b-41d4-a716-446655440000»"`,
		`const encryption_key = "«` + "5f4dcc3b5aa765d61d8327deb882cf99" + `»"`,
	} {
		want := hidden.ReplaceAllString(text, mask)
		if got := Mask(strings.NewReplacer("«", "", "»", "").Replace(text)); got != want {
			t.Errorf("%s\n\tbecame %s", text, got)
		}
	}
}

func TestMaskLeavesCode(t *testing.T) {
	for _, plain := range []string{
		"task-force", "risk-assessment-of-everything-else", "AKIA", "sk-learn",
		"getUserAccountByExternalIdentifier2", "Base64URLEncodingWithoutPadding", "TestParse_UTF8_BOM_CRLF_2", "internal/lang/typescript/queries.scm",
		`password := os.Getenv("DB_PASSWORD")`, `if user.password == "" {`, `label: "Password"`, `placeholder="Enter your password"`,
		`token: Token = next_token()`, `key = "user_id_2"`, `"tokenType": "identifier"`, `const tokenKind = "string"`, `keys := []string{"a", "b"}`,
		`auth: "oauth2"`, `encoding_key = "utf-8"`, `url = "https://example.org/a/b"`, "550e8400-e29b-41d4-a716-446655440000", "0123456789012345678901234567890",
		`session = requests.Session()`, `cookie = self.jar["sid"]`, `password = "<your password>"`, `PASSWORD=$DB_PASSWORD`, `"key": "src/a1/b2.go"`,
		"a6f1b2c3", "sha256:", `pass`, `password: string`, `def login(user, password="")`, "author: Jane Doe", "KEY_READ = 0x20019", `{credentials: "same-origin"}`, `"access-control-allow-headers"`, "http2adjustHTTP1MaxHeaderSize", "hf.headerFragBuf = p[:n]",
		"sortPriorityNodeSiblingsRFC7540", "key: value", "--user alice",
	} {
		if got := Mask(plain); got != plain {
			t.Errorf("%s became %s", plain, got)
		}
	}
}

func TestMaskKeepsLines(t *testing.T) {
	begin, end := "-----BEGIN RSA "+"PRIVATE KEY-----", "-----END RSA "+"PRIVATE KEY-----"
	pem := "a\n" + begin + "\nMIIabc\nxyz\n" + end + "\nb"
	if got, want := Mask(pem), "a\n"+begin+mask+"\n\n\n"+end+"\nb"; got != want {
		t.Errorf("got %q", got)
	}
	if got := Mask("a\n" + begin + "\nMIIabc\nxyz"); got != "a\n"+begin+mask+"\n\n" {
		t.Errorf("a block that is cut off: %q", got)
	}
}

func FuzzMask(f *testing.F) {
	f.Add("password: «tr0ub4dor»\n-----BEGIN PRIVATE KEY-----\nx")
	f.Fuzz(func(t *testing.T, s string) {
		once := Mask(s)
		if strings.Count(once, "\n") != strings.Count(s, "\n") {
			t.Errorf("lines: %q became %q", s, once)
		}
	})
}

var hidden = regexp.MustCompile(`«[^»]*»`)
