package server

import (
	"context"

	"go.lsp.dev/uri"
)

// didOpenParams are DidOpenTextDocumentParams with the URI as the client writes it. The protocol's type brings it into another form, by which a client
// may not know a document that is no file.
type didOpenParams struct {
	TextDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int32  `json:"version"`
		Text       string `json:"text"`
	} `json:"textDocument"`
}

// didOpen makes the editor's text the truth for its path. A document that is no file is seen by those requests alone that are about it.
func didOpen(_ context.Context, s *Server, p *didOpenParams) (none, error) {
	d := p.TextDocument
	if s.workspace == nil || d.URI == "" {
		return none{}, nil
	}
	return none{}, s.openDocument(document{uri: d.URI, language: d.LanguageID, version: d.Version}, d.Text)
}

func (s *Server) openDocument(d document, content string) error {
	u, err := uri.Parse(d.uri)
	if err != nil {
		return err
	}
	name, isFile := documentName(u)
	if d.path = name; isFile {
		s.workspace.OpenDocument(name, d.language, d.version, content)
	} else {
		d.path = s.workspace.OpenUnfiled(name, d.uri, d.language, d.version, content)
	}
	s.documents[name] = d
	return nil
}
