package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// CapabilityNames are the parts of the protocol that can be switched off, as LSP names them.
var CapabilityNames = []string{
	"callHierarchy", "codeAction", "codeLens", "definition", "documentLink", "documentSymbol", "foldingRange", "hover",
	"references", "selectionRange", "typeHierarchy", "workspaceSymbol",
}

// Capabilities says by name which parts are served. One without an entry is served for every language.
type Capabilities map[string]Switch

// Switch turns one capability on or off. Off has precedence over On.
type Switch struct {
	On  []string `json:"on"`  // when not nil: only these languages (languageId)
	Off []string `json:"off"` // all but these languages
}

// Enabled reports whether a capability is served for a language. "" asks whether it is served for any.
func (c Capabilities) Enabled(capability, language string) bool {
	s, ok := c[capability]
	if !ok {
		return true
	}
	if language == "" {
		return s.On == nil || len(s.On) > 0
	}
	return !slices.Contains(s.Off, language) && (s.On == nil || slices.Contains(s.On, language))
}

// String lists the entries in order.
func (c Capabilities) String() string {
	var parts []string
	for _, name := range CapabilityNames {
		if s, ok := c[name]; ok {
			parts = append(parts, fmt.Sprintf("%s(on %v off %v)", name, s.On, s.Off))
		}
	}
	return strings.Join(parts, " ")
}

// readCapabilities reads {"hover": {"off": ["go"]}, "references": {"on": ["python"]}, "codeLens": false}.
func readCapabilities(raw json.RawMessage, warn func(string, ...any)) Capabilities {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		warn("setting sibyl.capabilities must be an object, not %s; it is ignored", kindOf(raw))
		return nil
	}
	out := Capabilities{}
	for name, value := range object {
		if !slices.Contains(CapabilityNames, name) {
			warn("setting sibyl.capabilities.%s is unknown; it is ignored (known: %s)", name, strings.Join(CapabilityNames, ", "))
			continue
		}
		if s, set := readSwitch(name, value, warn); set {
			out[name] = s
		}
	}
	return out
}

func readSwitch(name string, raw json.RawMessage, warn func(string, ...any)) (s Switch, set bool) {
	var on *bool
	if json.Unmarshal(raw, &on) == nil {
		if on == nil || *on {
			return Switch{}, false
		}
		return Switch{On: []string{}}, true
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		warn(`setting sibyl.capabilities.%s must be true, false or {"on": […], "off": […]}; it is ignored`, name)
		return Switch{}, false
	}
	for key, value := range object {
		var languages []string
		if json.Unmarshal(value, &languages) != nil {
			warn("setting sibyl.capabilities.%s.%s must be a list of language names; it is ignored", name, key)
			continue
		}
		switch key {
		case "on":
			s.On = languages
		case "off":
			s.Off = languages
		default:
			warn("setting sibyl.capabilities.%s.%s is unknown; it is ignored (known: on, off)", name, key)
		}
	}
	return s, true
}
