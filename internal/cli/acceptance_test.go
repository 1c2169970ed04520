package cli_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestLLMInAction checks a public repository whose numbers an article about code search gives: chendongqi/llm-in-action at revision
// 044edb3. $LLM_IN_ACTION names the checkout ("make accept-llm").
func TestLLMInAction(t *testing.T) {
	checkout := os.Getenv("LLM_IN_ACTION")
	if checkout == "" {
		t.Skip("LLM_IN_ACTION does not name a checkout of chendongqi/llm-in-action")
	}
	data := t.TempDir()
	ask := func(args ...string) run {
		t.Helper()
		return sibyl(t, checkout, append(args, "--json", "--data-dir", data)...)
	}
	t.Run("counts", func(t *testing.T) {
		r := ask("index")
		r.want(t, 0)
		var got struct {
			Symbols, Languages map[string]int
		}
		m := keys(t, r.out)
		decode(t, `{"Symbols":`+string(m["symbols"])+`,"Languages":`+string(m["languages"])+`}`, &got)
		if got.Languages["python"] != 22 || got.Symbols["function"] != 190 || got.Symbols["method"]+got.Symbols["constructor"] != 35 {
			t.Errorf("%d Python files, %v; want 22, 190 functions and 35 methods", got.Languages["python"], got.Symbols)
		}
	})
	nodes := func(args ...string) (out []node) {
		r := ask(args...)
		r.want(t, 0)
		decode(t, r.out, &out)
		return out
	}
	sorted := func(nodes []node) string {
		list := strings.Fields(names(nodes))
		slices.Sort(list)
		return strings.Join(list, " ")
	}
	t.Run("node builders", func(t *testing.T) {
		got := nodes("callees", "build_self_rag_graph")
		want := "make_decide_node make_direct_generate_node make_filter_node make_rag_generate_node make_retrieve_node make_support_node"
		if len(got) != 1 || sorted(got[0].Callees) != want {
			t.Errorf("callees of build_self_rag_graph: %+v", got)
		}
	})
	t.Run("no call of a library's object", func(t *testing.T) {
		// The class stands in two folders; without --all the answer is about the first.
		if got := nodes("callees", "RAGPipeline.build_index"); len(got) != 1 || !strings.HasPrefix(got[0].File, "08-ragas-eval/") {
			t.Fatalf("callees of the first method: %+v", got)
		}
		got := nodes("callees", "--all", "RAGPipeline.build_index")
		if len(got) != 2 {
			t.Fatalf("callees of two methods: %+v", got)
		}
		for _, n := range got {
			if sorted(n.Callees) != "build_embeddings build_llm load_documents" {
				t.Errorf("callees of build_index in %s: %s", n.File, sorted(n.Callees))
			}
			for _, c := range n.Callees {
				if c.File != n.File {
					t.Errorf("%s calls %s in %s", n.File, c.Name, c.File)
				}
			}
		}
	})
	t.Run("no get of a dictionary", func(t *testing.T) {
		got := nodes("callers", "SemanticCache.get")
		if len(got) != 1 || sorted(got[0].Callers) != "query_with_semantic_cache" {
			t.Errorf("callers of SemanticCache.get: %+v", got)
		}
	})
	for query, folder := range map[string]string{
		"incremental document indexing with record manager": "19-incremental-update/",
		"conversational history aware retriever":            "18-conversational-rag/",
	} {
		t.Run(query, func(t *testing.T) {
			r := ask("search", "-n", "3", query)
			r.want(t, 0)
			var hits []hit
			decode(t, r.out, &hits)
			if !slices.ContainsFunc(hits, func(h hit) bool { return strings.HasPrefix(h.Path, folder) }) {
				t.Errorf("not in the first three: %+v", hits)
			}
		})
	}
}
