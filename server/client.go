package server

import (
	"context"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/internal/text"
)

// client is what the other side can do, as far as it matters here. It does not change after initialize.
type client struct {
	encoding      text.Encoding
	positions     protocol.PositionEncodingKind // encoding, as the protocol names it
	links         bool                          // definitions as LocationLinks
	tree          bool                          // document symbols as a tree
	markdown      bool                          // hovers in Markdown
	lazySymbols   bool                          // workspace symbols whose range comes with resolve
	lineFolding   bool
	foldLimit     int // 0: none
	workDone      bool
	watch         bool // registers file watchers on demand
	configuration bool // answers workspace/configuration
	lensRefresh   bool
	showDocument  bool // opens a document when asked to
	literals      bool // code actions that are more than a command
}

var encodings = map[protocol.PositionEncodingKind]text.Encoding{
	protocol.PositionEncodingKindUTF8: text.UTF8, protocol.PositionEncodingKindUTF16: text.UTF16, protocol.PositionEncodingKindUTF32: text.UTF32,
}

// positionEncoding chooses what is cheapest for us, else what the client likes best: some count in the first that they offer, whatever is agreed.
func positionEncoding(offered []protocol.PositionEncodingKind) protocol.PositionEncodingKind {
	if slices.Contains(offered, protocol.PositionEncodingKindUTF8) {
		return protocol.PositionEncodingKindUTF8
	}
	for _, kind := range offered {
		if _, ok := encodings[kind]; ok {
			return kind
		}
	}
	return protocol.PositionEncodingKindUTF16
}

func clientOf(c *protocol.ClientCapabilities) *client {
	out := &client{positions: protocol.PositionEncodingKindUTF16}
	if g := c.General; g != nil {
		out.positions = positionEncoding(g.PositionEncodings)
		out.encoding = encodings[out.positions]
	}
	if w := c.Window; w != nil {
		out.workDone = yes(w.WorkDoneProgress)
		out.showDocument = w.ShowDocument != nil && w.ShowDocument.Support
	}
	if w := c.Workspace; w != nil {
		out.configuration = yes(w.Configuration)
		out.watch = w.DidChangeWatchedFiles != nil && yes(w.DidChangeWatchedFiles.DynamicRegistration)
		out.lensRefresh = w.CodeLens != nil && yes(w.CodeLens.RefreshSupport)
		out.lazySymbols = w.Symbol != nil && slices.Contains(w.Symbol.ResolveSupport.Properties, "location.range")
	}
	if t := c.TextDocument; t != nil {
		out.documents(t)
	}
	return out
}

func (c *client) documents(t *protocol.TextDocumentClientCapabilities) {
	c.links = t.Definition != nil && yes(t.Definition.LinkSupport)
	c.tree = t.DocumentSymbol != nil && yes(t.DocumentSymbol.HierarchicalDocumentSymbolSupport)
	c.markdown = t.Hover != nil && slices.Contains(t.Hover.ContentFormat, protocol.MarkupKindMarkdown)
	c.literals = t.CodeAction != nil && t.CodeAction.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil
	if f := t.FoldingRange; f != nil {
		c.lineFolding = yes(f.LineFoldingOnly)
		if f.RangeLimit != nil {
			c.foldLimit = int(*f.RangeLimit)
		}
	}
}

func yes(b *bool) bool { return b != nil && *b }

// call asks the client and waits for its answer. Never on the loop: the answer is read there.
func (s *Server) call(ctx context.Context, method string, params, answer any) error {
	b, err := protocol.Marshal(params)
	if err != nil {
		return err
	}
	var raw jsonrpc2.RawMessage
	if _, err = s.conn.Call(ctx, method, jsonrpc2.RawMessage(b), &raw); err != nil || answer == nil {
		return err
	}
	return protocol.Unmarshal(raw, answer)
}

// notify tells the client something. A client that has gone is not an error.
func (s *Server) notify(method string, params any) {
	b, err := protocol.Marshal(params)
	if err == nil {
		err = s.conn.Notify(context.Background(), method, jsonrpc2.RawMessage(b))
	}
	if err != nil {
		s.log.Debug("notify", "method", method, "err", err)
	}
}

// warn shows the person a message.
func (s *Server) warn(message string) {
	s.log.Warn(message)
	s.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: "Sibyl: " + message})
}
