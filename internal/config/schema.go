package config

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Schema returns every setting as a JSON object of VS Code's "contributes.configuration": key to type, default and documentation, in order. A
// workspace's own settings file may set those alone that are tagged so: opening a stranger's repository must not send its reader's
// code to a host that the repository names.
func Schema() json.RawMessage {
	c := Default()
	var b bytes.Buffer
	b.WriteByte('{')
	for i, s := range table(&c) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encode("sibyl." + s.key))
		b.WriteByte(':')
		b.Write(encode(s.schema(i)))
	}
	b.WriteByte('}')
	return b.Bytes()
}

// property is the JSON schema of one setting.
type property struct {
	Type     string          `json:"type"`
	Default  any             `json:"default"`
	Minimum  *int            `json:"minimum,omitempty"`
	Scope    string          `json:"scope"`
	Order    int             `json:"order"`
	Doc      string          `json:"markdownDescription"`
	Children json.RawMessage `json:"properties,omitempty"`
	More     *bool           `json:"additionalProperties,omitempty"`
	Items    any             `json:"items,omitempty"`
}

func (s setting) schema(order int) property {
	p := property{Type: "string", Default: s.initial, Scope: "machine", Order: order, Doc: s.doc}
	if s.env != "" {
		p.Doc += " Environment: `" + s.env + "`."
	}
	if s.scope == "workspace" {
		p.Scope = "window"
	}
	switch s.kind() {
	case "number":
		n, _ := strconv.Atoi(s.initial) // "" is 0; a test reads the defaults
		p.Type, p.Default, p.Minimum = "integer", n, new(int)
	case "object":
		p.Type, p.Default, p.Children, p.More = "object", struct{}{}, capabilitySchema(), new(bool)
	case "list":
		p.Type, p.Default, p.Items = "array", []string{}, map[string]string{"type": "string"}
	}
	return p
}

// capabilitySchema is the schema of each capability's switch.
func capabilitySchema() json.RawMessage {
	languages := map[string]any{"type": "array", "items": map[string]string{"type": "string"}}
	one := map[string]any{
		"type":       []string{"boolean", "object"},
		"properties": map[string]any{"on": languages, "off": languages},
	}
	all := map[string]any{}
	for _, name := range CapabilityNames {
		all[name] = one
	}
	return encode(all)
}

// encode leaves "<" and "&" readable.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("config: " + err.Error()) // plain values, read by a test
	}
	return bytes.TrimSpace(b.Bytes())
}
