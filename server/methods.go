package server

import "go.lsp.dev/protocol"

// methods is everything that the server serves. What is not here is answered with MethodNotFound.
var methods map[string]handler

// The table is filled at start since some handlers (executeCommand) use it.
func init() {
	methods = map[string]handler{
		protocol.MethodInitialize:    write(initialize),
		protocol.MethodInitialized:   write(initialized),
		protocol.MethodShutdown:      write(shutdown),
		protocol.MethodExit:          write(exit),
		protocol.MethodCancelRequest: write(cancelRequest),

		protocol.MethodWindowWorkDoneProgressCancel: write(workDoneProgressCancel),

		protocol.MethodTextDocumentDidOpen:                write(didOpen),
		protocol.MethodTextDocumentDidChange:              write(didChange),
		protocol.MethodTextDocumentDidClose:               write(didClose),
		protocol.MethodTextDocumentDidSave:                write(didSave),
		protocol.MethodWorkspaceDidChangeWatchedFiles:     write(didChangeWatchedFiles),
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: write(didChangeWorkspaceFolders),
		protocol.MethodWorkspaceDidChangeConfiguration:    write(didChangeConfiguration),
		protocol.MethodWorkspaceDidCreateFiles:            write(didCreateFiles),
		protocol.MethodWorkspaceDidRenameFiles:            write(didRenameFiles),
		protocol.MethodWorkspaceDidDeleteFiles:            write(didDeleteFiles),

		protocol.MethodTextDocumentDocumentSymbol:       read(documentSymbol),
		protocol.MethodWorkspaceSymbol:                  slow(workspaceSymbol),
		protocol.MethodWorkspaceSymbolResolve:           read(workspaceSymbolResolve),
		protocol.MethodTextDocumentDefinition:           read(definition),
		protocol.MethodTextDocumentImplementation:       read(implementation),
		protocol.MethodTextDocumentReferences:           read(references),
		protocol.MethodTextDocumentHover:                read(hover),
		protocol.MethodTextDocumentPrepareCallHierarchy: read(prepareCallHierarchy),
		protocol.MethodCallHierarchyIncomingCalls:       read(incomingCalls),
		protocol.MethodCallHierarchyOutgoingCalls:       read(outgoingCalls),
		protocol.MethodTextDocumentPrepareTypeHierarchy: read(prepareTypeHierarchy),
		protocol.MethodTypeHierarchySupertypes:          read(supertypes),
		protocol.MethodTypeHierarchySubtypes:            read(subtypes),
		protocol.MethodTextDocumentCodeAction:           read(codeAction),
		protocol.MethodTextDocumentCodeLens:             read(codeLens),
		protocol.MethodCodeLensResolve:                  read(codeLensResolve),
		protocol.MethodTextDocumentFoldingRange:         read(foldingRange),
		protocol.MethodTextDocumentSelectionRange:       read(selectionRange),
		protocol.MethodTextDocumentDocumentLink:         read(documentLink),
		protocol.MethodWorkspaceExecuteCommand:          read(executeCommand),

		"sibyl/search":   slow(search),
		"sibyl/ask":      slow(answer),
		"sibyl/callTree": slow(callTree),
		"sibyl/callPath": slow(callPath),
		"sibyl/status":   read(status),
		"sibyl/refresh":  read(refresh),
	}
}
