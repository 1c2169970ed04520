package server

import (
	"context"
	"encoding/json"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/internal/text"
)

// initialize opens the workspace, which begins to index, and answers at once.
func initialize(_ context.Context, s *Server, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	if s.phase != fresh {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "initialize came twice")
	}
	s.client = clientOf(&p.Capabilities)
	s.roots = rootsOf(p)
	s.settings = s.load(json.RawMessage(p.InitializationOptions))
	s.phase = serving
	s.open()
	return &protocol.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: "sibyl", Version: protocol.NewOptional(s.opts.Version)},
	}, nil
}

func rootsOf(p *protocol.InitializeParams) (roots []string) {
	add := func(u uri.URI) {
		if path, ok := pathOf(u); ok && u != "" {
			roots = append(roots, path)
		}
	}
	if folders, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range folders {
			add(f.URI)
		}
	} else {
		add(olderRoot(p))
	}
	return roots
}

// olderRoot is the folder of a client that does not send workspaceFolders; "" is none.
func olderRoot(p *protocol.InitializeParams) uri.URI {
	//lint:ignore SA1019 clients that know no workspaceFolders send these
	root, folder := p.RootURI, p.RootPath
	if root != nil {
		return *root
	}
	if path, ok := folder.Get(); ok && path != "" {
		return uri.URI(text.URIFromPath(path))
	}
	return ""
}

// capabilities leaves out what the settings switch off for every language.
func (s *Server) capabilities() protocol.ServerCapabilities {
	on := func(capability string) protocol.Boolean {
		return protocol.Boolean(s.settings.Capabilities.Enabled(capability, ""))
	}
	c := protocol.ServerCapabilities{
		PositionEncoding: s.client.positions,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: ptr(true), Change: ptr(protocol.TextDocumentSyncKindIncremental), Save: protocol.Boolean(true),
		},
		DocumentSymbolProvider:  on("documentSymbol"),
		DefinitionProvider:      on("definition"),
		ImplementationProvider:  on("definition"),
		ReferencesProvider:      on("references"),
		HoverProvider:           on("hover"),
		CallHierarchyProvider:   on("callHierarchy"),
		TypeHierarchyProvider:   on("typeHierarchy"),
		FoldingRangeProvider:    on("foldingRange"),
		SelectionRangeProvider:  on("selectionRange"),
		ExecuteCommandProvider:  protocol.ExecuteCommandOptions{Commands: commandNames()},
		WorkspaceSymbolProvider: protocol.Boolean(false),
		CodeActionProvider:      protocol.Boolean(false),
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: ptr(true), ChangeNotifications: protocol.Boolean(true)},
			FileOperations:   fileOperations(),
		},
	}
	if on("workspaceSymbol") {
		c.WorkspaceSymbolProvider = &protocol.WorkspaceSymbolOptions{ResolveProvider: ptr(true)}
	}
	if on("codeAction") {
		c.CodeActionProvider = &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{askKind}}
	}
	if on("codeLens") {
		c.CodeLensProvider = &protocol.CodeLensOptions{ResolveProvider: ptr(true)}
	}
	if on("documentLink") {
		c.DocumentLinkProvider = &protocol.DocumentLinkOptions{}
	}
	return c
}

func fileOperations() *protocol.FileOperationOptions {
	all := protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{{
		Scheme: ptr("file"), Pattern: protocol.FileOperationPattern{Glob: "**/*"},
	}}}
	return &protocol.FileOperationOptions{DidCreate: all, DidRename: all, DidDelete: all}
}
