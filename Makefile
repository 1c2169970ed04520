# Targets for people. "make" lists them. What a machine checks for every change is .ci/run.
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME    := 60s
GO          := go

.PHONY: help build test race check fuzz session bench nvim-test emacs-test vscode-test vscode-pictures screenshot accept-clone accept-llm

help: ## this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

build: ## the program, ./sibyl (the first time some two minutes: the grammars are C)
	$(GO) build -o sibyl .

test: ## all tests
	$(GO) test ./...

race: ## all tests under the race detector
	$(GO) test -race ./...

check: ## formatting, go vet, staticcheck, the import table, documents in step with the code
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "not formatted:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	$(GO) test ./internal/archtest ./internal/config

fuzz: ## every fuzz target for FUZZTIME (60s)
	.ci/fuzz $(FUZZTIME)

session: ## 2,000 random edits, opens, closes, renames, deletes and saves, compared with a fresh index
	SIBYL_SESSION_OPS=2000 $(GO) test -count=1 -run TestRandomSession ./server

bench: ## on GOROOT/src: a cold index beside parsing alone, one with nothing changed, search, keystrokes, callers, edges; minutes. TREES=folder: also the folders in it, one after another
	GOGC=200 GOMEMLIMIT=300MiB $(GO) test -run '^$$' -bench Index -benchtime 1x -timeout 60m ./indexer
	@if [ -n "$(TREES)" ]; then SIBYL_BENCH_TREES="$(abspath $(TREES))" GOGC=200 GOMEMLIMIT=300MiB $(GO) test -run '^$$' -bench 'Index$$' -benchtime 1x -timeout 60m ./indexer; fi
	data=$$(mktemp -d) && trap 'rm -rf "$$data"' EXIT && SIBYL_BENCH_DATA=$$data $(GO) test -p 1 -run '^$$' -bench 'Search|Keystroke|Callers|Edges' -timeout 60m ./indexer ./server

nvim-test: ## the plugin in a real Neovim, which is fetched into the cache folder when there is no recent one
	SIBYL_NVIM=$$(.ci/neovim) $(GO) test -count=1 -v ./editors/nvim

vscode-test: ## the packed extension in a real VS Code in a browser; FIGURES=1 fails when answers are shown too slowly
	SIBYL_FIGURES=$(FIGURES) editors/vscode/test/run

vscode-pictures: ## the pictures of docs/img, from the same session
	SIBYL_SCREENSHOTS=$(CURDIR)/docs/img editors/vscode/test/run

emacs-test: ## the commands in a real Emacs with eglot and with lsp-mode, which are fetched into the cache folder when there is no recent one
	SIBYL_EMACS=$$(.ci/emacs) $(GO) test -count=1 -v ./editors/emacs

screenshot: ## docs/img/nvim-ask.svg: the answer window, as a real Neovim draws it (tmux is needed)
	SIBYL_NVIM=$$(.ci/neovim) SIBYL_SCREENSHOT=$(CURDIR)/docs/img/nvim-ask.svg $(GO) test -count=1 -run TestScreenshot ./editors/nvim

accept-clone: ## the README's two commands in a fresh clone of HEAD
	.ci/accept-clone

accept-llm: ## counts, calls and searches in a checkout of chendongqi/llm-in-action at 044edb3: LLM_IN_ACTION=folder
	@test -d "$(LLM_IN_ACTION)" || { echo "make accept-llm LLM_IN_ACTION=folder of the checkout"; exit 2; }
	LLM_IN_ACTION="$(abspath $(LLM_IN_ACTION))" $(GO) test -count=1 -v -run TestLLMInAction ./internal/cli
