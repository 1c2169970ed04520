package ask

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/embed"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/llm"
)

// planted are texts of files with §secrets§; none of them may reach an endpoint. Known forms are broken by | so that no scanner takes this file for a leak.
var planted = map[string]string{
	"app/settings.py": `# Settings of the delivery service.
DEBUG = False
SECRET_KEY = "§dj-8f#k2lq9_zz1§"
DATABASE_PASSWORD = '§correct horse staple§'
DATABASE_URL = "postgres://svc:§pgP4ss!word§@db.internal:5432/app"
AWS_ACCESS_KEY_ID = "§AKIA|QYLPMN5HHHFPZAM2§"
AWS_SECRET_ACCESS_KEY = "§x7Kp+2mQz/9RbT4vLwYc8NdGfHj3SaEiUoXqVtZ1§"
STRIPE = "§sk_|live_4eC39HqLyjWDarjtT1zdp7dc§"
def deliver(order):
    """Delivers an order to the courier."""
    return send(order, token="§tok_71bf0c9ae2§")
`,
	"app/client.go": "package app\n\n// Deliver posts the order to the courier.\nfunc Deliver() {\n" +
		"\treq.Header.Set(\"Authorization\", \"Bearer §c2VjcmV0LXRva2VuLTE5ODQ§\")\n\tgithub := \"§ghp_|16C7e42F292c6912E7710c838347Ae178B4a§\"\n" +
		"\tslack := \"§xoxb-|17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy§\"\n\tapiKey := \"§AIza|SyD4iE2xVSpkLLOXoyqT-RuPwURN3ddScAI§\"\n\tconst hmacSecret = `§0f1e2d3c4b5a§`\n}\n",
	"app/notify.js": "// Notifies the courier about a delivery.\nfunction notify() {\n  return post('https://hooks.|slack.com/services/§T0244F5D1/B0AB12CD3/a8Fb2Qz19LkXw7Pn5RtYv3Uc§', {jwt: '§eyJ|hbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZWxpdmVyeSJ9.s3cr3tS1gn4tur3§'})\n}\n" +
		"const config = { password: \"§Tr0ub4dor&3§\", clientSecret: '§q~9fXs-77aLm§', cookie: \"§s%3Aj2kd93mfl20x§\" }\n",
	"deploy/values.yaml": "# Values of the delivery chart.\ndelivery:\n  password: §yamlPa55phrase§\n  apiKey: §9b2d7f4e1a6c8035§\n  token: \"§glpat-|Zx81kQm2Lp0sTtYvWw9a§\"\n  registry: \"https://ci:§r3g1stry-pw§@registry.internal\"\n",
	"deploy/run.sh":      "#!/bin/sh\n# Starts the delivery.\nexport DELIVERY_SECRET=§shhh-42-quiet§\ncurl -u courier:§curlPassw0rd§ https://courier.internal/deliver\nmysqldump --password=§dumpMe2day§ delivery\nNPM_TOKEN=§npm_|a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8§\n",
	"deploy/secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata:\n  name: delivery\ndata:\n  courier: §Y291cmllci1wdw==§\n",
	"keys/sign.py":       "KEY = \"\"\"-----BEGIN RSA |PRIVATE KEY-----\n§MIIEpAIBAAKCAQEA0m59l2u9iDnMbrXHfqkOrn2dVQ3vfBJqcDuFUK03d§\n-----END RSA |PRIVATE KEY-----\"\"\"\n\ndef sign(delivery):\n    return hmac(delivery, \"§f00dfeedf00dfeedc0ffee00deadbeef12345678§\")\n",
	".env":               "DELIVERY=§plainenvsecret§\n",
	"keys/courier.pem":   "§pemfilecontent§\n",
	"vault/delivery.md":  "# Delivery\n\nThe delivery is agreed with §the Kraken company§.\n",
	"README.md":          "# Delivery\n\nAn order is handed over by `deliver`. Log in with password: §readmePw99§\n",
}

func plantedFiles() (files map[string]string, secrets []string) {
	files = map[string]string{}
	for name, content := range planted {
		content = strings.ReplaceAll(content, "|", "")
		for i, part := range strings.Split(content, "§") {
			if i%2 == 1 {
				secrets = append(secrets, part)
			}
		}
		files[name] = strings.ReplaceAll(content, "§", "")
	}
	return files, secrets
}

// recorder is an endpoint for embeddings and answers that keeps all it is sent.
type recorder struct {
	mu   sync.Mutex
	sent strings.Builder
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	r.sent.Write(body)
	r.mu.Unlock()
	if strings.HasSuffix(req.URL.Path, "/chat/completions") {
		io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Handed over.\"}}]}\n\ndata: [DONE]\n\n")
		return
	}
	var in struct{ Input []string }
	json.Unmarshal(body, &in)
	var out struct {
		Data []map[string]any `json:"data"`
	}
	for i := range in.Input {
		out.Data = append(out.Data, map[string]any{"index": i, "embedding": []float32{1, float32(len(in.Input[i]))}})
	}
	json.NewEncoder(w).Encode(out)
}

// text is what was sent, escapes of JSON undone.
func (r *recorder) text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.NewReplacer(`\n`, "\n", `\"`, `"`, `\u0026`, "&", `\u003c`, "<", `\u003e`, ">", `\\`, `\`).Replace(r.sent.String())
}

func TestPlantedSecretsStayHere(t *testing.T) {
	files, secrets := plantedFiles()
	if len(secrets) < 30 {
		t.Fatalf("%d secrets", len(secrets))
	}
	r := &recorder{}
	server := httptest.NewServer(r)
	defer server.Close()
	endpoint := llm.Config{BaseURL: server.URL, Model: "m", APIKey: apiKey}
	w := workspaceWith(t, files, indexer.Options{Embedder: embed.Remote(embed.RemoteConfig{Config: endpoint}), NeverSend: []string{"vault/"}})
	if n := strings.Count(r.text(), "courier"); n < 3 {
		t.Fatalf("the embedder got next to nothing:\n%s", r.text())
	}
	c := llm.New(endpoint)
	for _, q := range []string{"how is an order delivered to the courier?", "which passwords and keys does the delivery use?", "what is in `deliver`, `notify` and `sign`?",
		"what is agreed with whom about the delivery?", "print the AWS and GitHub tokens, and .env"} {
		if _, err := Reply(context.Background(), w.Snapshot(), c, Request{Question: q}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []string{"app/settings.py", "app/client.go", "app/notify.js", "deploy/values.yaml", "deploy/run.sh", "deploy/secret.yaml", "keys/sign.py", "README.md"} {
		f := Request{Question: "explain this", Path: w.Snapshot().Roots()[0] + "/" + p, Range: fact.Range{End: uint32(len(files[p]))}}
		if _, err := Reply(context.Background(), w.Snapshot(), c, f, nil); err != nil {
			t.Fatal(err)
		}
	}
	sent := r.text()
	for _, s := range secrets {
		if strings.Contains(sent, s) {
			t.Errorf("%q was sent", s)
		}
	}
	if !strings.Contains(sent, "Delivers an order to the courier") || !strings.Contains(sent, "[redacted]") {
		t.Errorf("the code was not sent:\n%s", sent)
	}
}

// What must not be sent is still answered about where no model is configured, and such an answer is not sent with a later question.
func TestNeverSentIsLocal(t *testing.T) {
	files, _ := plantedFiles()
	w := workspaceWith(t, files, indexer.Options{NeverSend: []string{"vault/"}})
	a := reply(t, w, nil, "agreed delivery company")
	if !strings.Contains(a.Text, "vault/delivery.md") || !a.Private {
		t.Errorf("private %v\n%s", a.Private, a.Text)
	}
	m := &model{pieces: []string{"ok"}}
	_, err := Reply(context.Background(), w.Snapshot(), m.client(t), Request{Question: "and what else?", History: []Turn{{"agreed?", a.Text, a.Subject, a.Private}}}, nil)
	if err != nil || len(m.bodies) != 1 || strings.Contains(m.bodies[0], "vault/") {
		t.Errorf("%v, sent %s", err, m.bodies)
	}
}

func TestDryRunShowsWhatIsSent(t *testing.T) {
	w := workspaceOf(t, files)
	m := &model{pieces: []string{"ok"}}
	c := m.client(t)
	q := Request{Question: "what happens when the cache is full?", DryRun: true}
	dry, err := Reply(context.Background(), w.Snapshot(), c, q, nil)
	if err != nil || len(m.bodies) > 0 || dry.Prompt == nil || dry.Text != "" || !strings.HasPrefix(dry.Prompt.Endpoint, "test-model at http") {
		t.Fatalf("%+v, %v, %d requests", dry, err, len(m.bodies))
	}
	q.DryRun = false
	real, err := Reply(context.Background(), w.Snapshot(), c, q, nil)
	if err != nil || fmt.Sprint(real.Sent) != fmt.Sprint(dry.Sent) || real.Tokens != dry.Tokens {
		t.Errorf("sent %v, the dry run said %v", real.Sent, dry.Sent)
	}
	var body struct{ Messages []llm.Message }
	json.Unmarshal([]byte(m.bodies[0]), &body)
	if !slices.Equal(body.Messages, dry.Prompt.Messages) {
		t.Errorf("sent %q\nthe dry run said %q", body.Messages, dry.Prompt.Messages)
	}
	none, err := Reply(context.Background(), w.Snapshot(), nil, Request{Question: q.Question, DryRun: true}, nil)
	if err != nil || none.Prompt.Endpoint != "" || len(none.Prompt.Messages) != 2 {
		t.Errorf("without a model: %+v, %v", none.Prompt, err)
	}
}

func TestFollowUps(t *testing.T) {
	w := workspaceOf(t, files)
	var history []Turn
	say := func(q string, want ...string) {
		t.Helper()
		a, err := Reply(context.Background(), w.Snapshot(), nil, Request{Question: q, History: history}, nil)
		for _, s := range want {
			if err != nil || !strings.Contains(a.Text, s) {
				t.Errorf("%s: no %q in %v\n%s", q, s, err, a.Text)
			}
		}
		history = append(history, Turn{q, a.Text, a.Subject, a.Private})
	}
	say("what does `evict` do?", "`SemanticCache.evict`")
	say("and who calls it?", "### Callers of `SemanticCache.evict`", "`SemanticCache.put`")
	say("what does it call?", "It calls nothing")
	say("那么谁调用了它？", "### `SemanticCache.evict` 的调用者")
	say("who calls compute?", "### Callers of `compute`")
	say("how does main reach it?", "`query_with_cache` calls `compute`")
	history = nil
	p := w.Snapshot().Roots()[0] + "/store/cache.py"
	at := uint32(strings.Index(files["store/cache.py"], "return text.strip"))
	a, err := Reply(context.Background(), w.Snapshot(), nil, Request{Question: "who calls this function?", Path: p, Range: fact.Range{Start: at, End: at + 4}}, nil)
	if err != nil || !strings.Contains(a.Text, "### Callers of `normalize`") {
		t.Errorf("a selection: %v\n%s", err, a.Text)
	}
	if a := reply(t, w, nil, "who calls it?"); strings.Contains(a.Text, "### Callers") {
		t.Errorf("it means nothing yet:\n%s", a.Text)
	}
}

// A document that describes a behaviour in words of its own brings the code that it names; a selection brings types, and documents about it.
func TestDocumentsAndCode(t *testing.T) {
	w := workspaceOf(t, map[string]string{
		"docs/limits.md": "# Backpressure\n\nWhen customers overload us, requests are refused politely: see `throttle`.\n",
		"gate.py":        "class Verdict:\n    pass\n\n\ndef throttle(n: Verdict):\n    return n.say()\n\n\ndef other():\n    return throttle(1)\n",
	})
	a := reply(t, w, nil, "what if customers overload us?")
	if !strings.Contains(a.Text, "`throttle` — function") {
		t.Errorf("the document does not bring its code:\n%s", a.Text)
	}
	m := &model{pieces: []string{"ok"}}
	p := w.Snapshot().Roots()[0] + "/gate.py"
	if _, err := Reply(context.Background(), w.Snapshot(), m.client(t), Request{Question: "why?", Path: p, Range: fact.Range{Start: 40, End: 60}}, nil); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"function throttle, selected", "class Verdict, type used by throttle", "function other, calls throttle", "section Backpressure, mentions throttle"} {
		if !strings.Contains(m.bodies[0], s) {
			t.Errorf("no %q in\n%s", s, m.bodies[0])
		}
	}
}

func TestPartsHaveTheirShares(t *testing.T) {
	all := sample(40, 60)
	for i := range all {
		all[i].part = part(i % int(partCount))
	}
	p := build("q", nil, all, 8000, &inEnglish)
	var lines [partCount]int
	for _, s := range p.sent {
		var n int
		fmt.Sscanf(s.Path, "/w/f%d.go", &n)
		lines[n%int(partCount)] += s.End - s.Start + 1
	}
	for k := range partCount - 1 {
		if lines[k] <= lines[k+1] || lines[k+1] == 0 {
			t.Errorf("lines of the parts: %v", lines)
		}
	}
}
