package config

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table in docs/configuration.md")

const secret = "sk-do-not-show-4711"

func load(settings string, environ ...string) (Config, []string) {
	return Load(Source{Environ: environ, Settings: json.RawMessage(settings)})
}

func TestDefaults(t *testing.T) {
	c, warnings := load("")
	if len(warnings) > 0 || c.MaxFileBytes != 2_000_000 || c.LLM.Context != 8192 || c.LLM.TimeoutSeconds != 120 || c.Embed.MaxBatch != 64 {
		t.Errorf("defaults: %+v %v", c, warnings)
	}
	if c.LLM.Enabled() || c.Embed.Enabled() {
		t.Error("an endpoint is on though nothing is set")
	}
	if s := c.String(); s != "{}" {
		t.Errorf("String of the defaults lists %s", s)
	}
}

func TestAKeyAloneTurnsNothingOn(t *testing.T) {
	c, _ := load(`{"embed":{"apiKey":"`+secret+`"}}`, "OPENAI_API_KEY="+secret, "SIBYL_LLM_API_KEY="+secret)
	if c.LLM.Enabled() || c.Embed.Enabled() {
		t.Error("a key turned an endpoint on")
	}
}

func TestSettingsLieOverTheEnvironment(t *testing.T) {
	env := []string{"SIBYL_LLM_BASE_URL=http://localhost:11434/v1/", "SIBYL_LLM_MODEL=a", "SIBYL_LLM_CONTEXT=4096", "SIBYL_EMBED_DIMENSIONS=256"}
	c, warnings := load(`{"llm":{"model":"b","baseUrl":"","context":0,"apiKey":null},"embed.model":"e"}`, env...)
	if len(warnings) > 0 {
		t.Errorf("warnings %v", warnings)
	}
	if c.LLM.BaseURL != "http://localhost:11434/v1" || c.LLM.Model != "b" || c.LLM.Context != 4096 || c.Embed.Dimensions != 256 || c.Embed.Model != "e" {
		t.Errorf("got %+v", c)
	}
	if wrapped, _ := load(`{"sibyl":{"llm":{"model":"b"}}}`); wrapped.LLM.Model != "b" {
		t.Error("the section with its own name around it was not read")
	}
}

func TestWarningsNameTheKey(t *testing.T) {
	for _, test := range []struct{ settings, env, want string }{
		{`{"llm":{"modle":"x"}}`, "", "sibyl.llm.modle is unknown"},
		{`{"colour":1}`, "", "sibyl.colour is unknown"},
		{`{"llm":{"context":"many"}}`, "", "sibyl.llm.context must be a whole number, not a text"},
		{`{"llm":{"context":1.5}}`, "", "sibyl.llm.context must be a whole number"},
		{`{"llm":{"context":-1}}`, "", "sibyl.llm.context must not be negative"},
		{`{"llm":{"model":["` + secret + `"]}}`, "", "sibyl.llm.model must be a text, not a list"},
		{`{"llm":{"apiKey":{"x":"` + secret + `"}}}`, "", "sibyl.llm.apiKey must be a text, not an object"},
		{`{"llm":"x"}`, "", "sibyl.llm must be an object, not a text"},
		{`[1]`, "", "sibyl must be an object"},
		{`{"embed":{"baseUrl":"localhost:11434"}}`, "", "sibyl.embed.baseUrl must be a URL"},
		{`{"capabilities":{"hoover":false}}`, "", "sibyl.capabilities.hoover is unknown"},
		{`{"capabilities":{"hover":{"off":"go"}}}`, "", "sibyl.capabilities.hover.off must be a list"},
		{`{"capabilities":{"hover":3}}`, "", "sibyl.capabilities.hover must be true, false or"},
		{``, "SIBYL_LLM_CONTEXT=" + secret, "SIBYL_LLM_CONTEXT is not a whole number"},
		{``, "SIBYL_LLM_URL=x", "SIBYL_LLM_URL is unknown"},
		{``, "SIBYL_EMBED_BASE_URL=ftp://x", "SIBYL_EMBED_BASE_URL must be a URL"},
	} {
		_, warnings := load(test.settings, test.env)
		all := strings.Join(warnings, "\n")
		if len(warnings) != 1 || !strings.Contains(all, test.want) {
			t.Errorf("%s %s: warnings %q, want one with %q", test.settings, test.env, warnings, test.want)
		}
		if strings.Contains(all, secret) {
			t.Errorf("a warning shows a value: %s", all)
		}
	}
}

func TestAWrongSettingLeavesTheOthers(t *testing.T) {
	c, warnings := load(`{"llm":{"context":true,"model":"m"},"maxFileBytes":5}`)
	if len(warnings) != 1 || c.LLM.Model != "m" || c.MaxFileBytes != 5 || c.LLM.Context != 8192 {
		t.Errorf("got %+v %v", c, warnings)
	}
}

func TestKeysNeverAppear(t *testing.T) {
	c, _ := load(`{"llm":{"apiKey":"` + secret + `","baseUrl":"https://u:` + secret + `@h/v1?key=` + secret + `"},"embed":{"apiKey":"` + secret + `","model":"m"}}`)
	if c.LLM.APIKey.Reveal() != secret {
		t.Fatal("the key was not read")
	}
	texts := []string{c.String()}
	for _, verb := range []string{"%v", "%+v", "%s", "%q", "%x", "%d"} {
		texts = append(texts, fmt.Sprintf(verb, c), fmt.Sprintf(verb, c.LLM.APIKey), fmt.Sprintf(verb, &c))
	}
	texts = append(texts, fmt.Sprintf("%#v", c.LLM.APIKey))
	raw, err := json.Marshal(c.Embed)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	for _, h := range []slog.Handler{slog.NewTextHandler(&log, nil), slog.NewJSONHandler(&log, nil)} {
		slog.New(h).Info("settings", "config", c, "key", c.LLM.APIKey, "embed", c.Embed)
	}
	for _, s := range append(texts, string(raw), log.String()) {
		if strings.Contains(s, secret) || strings.Contains(s, fmt.Sprintf("%x", secret)) {
			t.Errorf("shows the key: %s", s)
		}
	}
	if !strings.Contains(c.String(), "llm.apiKey=set") {
		t.Errorf("String does not say that a key is set: %s", c)
	}
}

func TestWhoGetsOpenAIsKey(t *testing.T) {
	const env = "OPENAI_API_KEY=" + secret
	for _, test := range []struct {
		name, settings string
		environ        []string
		llm, embed     bool
		warns          bool
	}{
		{"a model alone is OpenAI's", `{"llm":{"model":"m"},"embed":{"model":"e"}}`, nil, true, true, false},
		{"the same environment names the host", ``, []string{"SIBYL_LLM_BASE_URL=https://llm.example/v1"}, true, false, false},
		{"only the settings name a host", `{"llm":{"baseUrl":"https://llm.example/v1"}}`, nil, false, false, true},
		{"this machine", `{"llm":{"baseUrl":"http://127.0.0.1:8080/v1"}}`, nil, true, false, false},
		{"OpenAI by name", `{"llm":{"baseUrl":"https://api.openai.com/v1"}}`, nil, true, false, false},
		{"OpenAI without TLS", `{"llm":{"baseUrl":"http://api.openai.com/v1"}}`, nil, false, false, true},
		{"embeddings elsewhere", `{"embed":{"baseUrl":"https://e.example/v1"}}`, nil, false, false, false},
	} {
		c, warnings := load(test.settings, append(test.environ, env)...)
		if llm, embed := c.LLM.APIKey != "", c.Embed.APIKey != ""; llm != test.llm || embed != test.embed || (len(warnings) > 0) != test.warns {
			t.Errorf("%s: llm %v embed %v warnings %v", test.name, llm, embed, warnings)
		}
	}
	own, _ := load("", env, "SIBYL_LLM_MODEL=m", "SIBYL_LLM_API_KEY=own\n")
	if own.LLM.APIKey.Reveal() != "own" {
		t.Errorf("the own key has no precedence: %q", own.LLM.APIKey.Reveal())
	}
}

func TestCapabilities(t *testing.T) {
	c, warnings := load(`{"capabilities":{"hover":{"off":["go"]},"references":{"on":["python"]},"codeLens":false,"definition":true}}`)
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	for _, test := range []struct {
		capability, language string
		want                 bool
	}{
		{"hover", "go", false}, {"hover", "python", true}, {"hover", "", true},
		{"references", "go", false}, {"references", "python", true}, {"references", "", true},
		{"codeLens", "go", false}, {"codeLens", "", false}, {"definition", "go", true}, {"callHierarchy", "go", true},
	} {
		if got := c.Capabilities.Enabled(test.capability, test.language); got != test.want {
			t.Errorf("Enabled(%s, %q) = %v", test.capability, test.language, got)
		}
	}
}

// The page holds the table between two markers; -update rewrites it.
func TestDocumentationIsInStep(t *testing.T) {
	const page, begin, end = "../../docs/configuration.md", "<!-- settings -->\n", "<!-- end of settings -->"
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok1 := strings.Cut(string(raw), begin)
	old, tail, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no markers", page)
	}
	want := Markdown()
	if *update {
		if err := os.WriteFile(page, []byte(head+begin+want+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if old != want {
		t.Errorf("%s is out of step: go test ./internal/config -update", page)
	}
	for _, name := range CapabilityNames {
		if !strings.Contains(tail, "`"+name+"`") {
			t.Errorf("%s does not mention capability %s", page, name)
		}
	}
	c := Default()
	for _, s := range table(&c) {
		if s.doc == "" || strings.HasSuffix(s.key, ".") {
			t.Errorf("setting %q is undocumented", s.key)
		}
	}
}

// The VS Code extension's manifest holds the settings' schema; -update rewrites it.
func TestManifestIsInStep(t *testing.T) {
	const manifest, title = "../../editors/vscode/package.json", "\"title\": \"Server\",\n        \"properties\": "
	raw, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(raw), title)
	if !ok {
		t.Fatalf("%s has no section Server", manifest)
	}
	var old json.RawMessage
	d := json.NewDecoder(strings.NewReader(rest))
	if err := d.Decode(&old); err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := json.Indent(&want, Schema(), "        ", "  "); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(manifest, []byte(head+title+want.String()+rest[d.InputOffset():]), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(old) != want.String() {
		t.Errorf("%s is out of step: go test ./internal/config -update", manifest)
	}
}

func TestEmptySettings(t *testing.T) {
	for _, settings := range []string{"", "null", "{}", "[]", " [] "} {
		if _, warnings := Load(Source{Settings: []byte(settings)}); len(warnings) > 0 {
			t.Errorf("settings %q: %q", settings, warnings)
		}
	}
}

func TestNeverSendAddsUp(t *testing.T) {
	c, warnings := load(`{"neverSend": ["vault/", " "]}`, "SIBYL_NEVER_SEND=a, b")
	if len(warnings) > 0 || c.NeverSend.String() != "a,b,vault/" {
		t.Errorf("%q, %v", c.NeverSend, warnings)
	}
	if c, _ := load(`{"neverSend": []}`, "SIBYL_NEVER_SEND=a"); c.NeverSend.String() != "a" {
		t.Errorf("settings take the environment's list away: %q", c.NeverSend)
	}
	if _, warnings := load(`{"neverSend": "vault/"}`); len(warnings) != 1 {
		t.Errorf("a text in place of a list: %v", warnings)
	}
}
