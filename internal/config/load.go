package config

import (
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

// Source is where settings come from. The zero value has nothing set.
type Source struct {
	Environ  []string        // "KEY=value", as os.Environ returns it
	Settings json.RawMessage // the client's settings: the object below section "sibyl", or one that has it; may be empty
}

// Load returns the settings of a source, and a warning for each one that is unknown or ill-typed and was left out.
func Load(src Source) (Config, []string) {
	c := Default()
	env := environ(src.Environ)
	warnings := c.fromEnvironment(env)
	fromEnv := c
	warnings = append(warnings, c.overlay(src.Settings)...)
	warnings = append(warnings, c.borrowKey(env["OPENAI_API_KEY"], fromEnv)...)
	return c, warnings
}

func environ(list []string) map[string]string {
	env := map[string]string{}
	for _, kv := range list {
		if k, v, ok := strings.Cut(kv, "="); ok {
			env[k] = v
		}
	}
	return env
}

func (c *Config) fromEnvironment(env map[string]string) (warnings []string) {
	known := map[string]bool{}
	for _, s := range table(c) {
		known[s.env] = true
		if text := env[s.env]; s.env != "" && text != "" {
			if err := s.parse(text); err != nil {
				warnings = append(warnings, fmt.Sprintf("environment variable %s %v; it is ignored", s.env, err))
			}
		}
	}
	for k := range env {
		if !known[k] && (strings.HasPrefix(k, "SIBYL_LLM_") || strings.HasPrefix(k, "SIBYL_EMBED_")) {
			warnings = append(warnings, fmt.Sprintf("environment variable %s is unknown; it is ignored", k))
		}
	}
	slices.Sort(warnings)
	return warnings
}

func (c *Config) overlay(raw json.RawMessage) (warnings []string) {
	switch strings.TrimSpace(string(raw)) {
	case "", "null", "[]": // an empty table of Lua clients is an empty list
		return nil
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return []string{"setting sibyl must be an object; it is ignored"}
	}
	if inner, ok := object["sibyl"]; ok && len(object) == 1 {
		return c.overlay(inner)
	}
	known := map[string]setting{}
	for _, s := range table(c) {
		known[s.key] = s
	}
	c.overlayObject("", object, known, &warnings)
	slices.Sort(warnings)
	return warnings
}

// overlayObject reads one object. Dots in a key are levels, as in an editor's settings file.
func (c *Config) overlayObject(prefix string, object map[string]json.RawMessage, known map[string]setting, warnings *[]string) {
	warn := func(format string, args ...any) {
		*warnings = append(*warnings, fmt.Sprintf(format, args...))
	}
	for name, raw := range object {
		key := prefix + name
		s, ok := known[key]
		switch {
		case key == "capabilities":
			c.Capabilities = readCapabilities(raw, warn)
		case ok:
			if err := s.decode(raw); err != nil {
				warn("setting sibyl.%s %v; it is ignored", key, err)
			}
		case isSection(key, known):
			var inner map[string]json.RawMessage
			if json.Unmarshal(raw, &inner) != nil {
				warn("setting sibyl.%s must be an object, not %s; it is ignored", key, kindOf(raw))
				continue
			}
			c.overlayObject(key+".", inner, known, warnings)
		default:
			warn("setting sibyl.%s is unknown; it is ignored", key)
		}
	}
}

func isSection(key string, known map[string]setting) bool {
	for k := range known {
		if strings.HasPrefix(k, key+".") {
			return true
		}
	}
	return false
}

// borrowKey uses OPENAI_API_KEY where no key is set. It was given for OpenAI, so it goes to OpenAI's endpoint, to this machine,
// and (for questions) to an endpoint that the same environment names, but never to one that only a workspace's settings name: opening
// a stranger's repository must not hand the key to the host that its settings file points at.
func (c *Config) borrowKey(key string, fromEnv Config) (warnings []string) {
	if key = strings.TrimSpace(key); key == "" {
		return nil
	}
	if c.LLM.Enabled() && c.LLM.APIKey == "" {
		if ownEndpoint(c.LLM.BaseURL) || c.LLM.BaseURL == fromEnv.LLM.BaseURL {
			c.LLM.APIKey = Secret(key)
		} else {
			warnings = append(warnings, "OPENAI_API_KEY is not sent to the host of setting sibyl.llm.baseUrl; set SIBYL_LLM_API_KEY if that is wanted")
		}
	}
	if c.Embed.Enabled() && c.Embed.APIKey == "" && openAI(c.Embed.BaseURL) {
		c.Embed.APIKey = Secret(key)
	}
	return warnings
}

func ownEndpoint(base URL) bool {
	if openAI(base) {
		return true
	}
	u, err := url.Parse(base.Reveal())
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

func openAI(base URL) bool {
	u, err := url.Parse(base.Reveal())
	return base == "" || err == nil && u.Scheme == "https" && u.Hostname() == "api.openai.com"
}
