package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// setting is one row of the table: a field of a Config with its names, default and documentation.
type setting struct {
	key     string // "llm.baseUrl"
	env     string // "" when it cannot come from the environment
	initial string
	doc     string
	scope   string // "workspace": a repository's own settings file may set it
	value   reflect.Value
}

// table returns a row for each field of c, in order.
func table(c *Config) []setting { return rows(reflect.ValueOf(c).Elem(), "") }

func rows(v reflect.Value, prefix string) []setting {
	var out []setting
	for i := range v.NumField() {
		f := v.Type().Field(i)
		key := prefix + f.Tag.Get("json")
		if f.Type.Kind() == reflect.Struct {
			out = append(out, rows(v.Field(i), key+".")...)
			continue
		}
		out = append(out, setting{
			key: key, env: f.Tag.Get("env"), initial: f.Tag.Get("default"), doc: f.Tag.Get("doc"),
			scope: f.Tag.Get("scope"), value: v.Field(i),
		})
	}
	return out
}

// kind is what the documentation calls the type.
func (s setting) kind() string {
	switch s.value.Kind() {
	case reflect.Int, reflect.Int64:
		return "number"
	case reflect.Map:
		return "object"
	case reflect.Slice:
		return "list"
	}
	return "text"
}

// show is the value as logs may have it.
func (s setting) show() string { return fmt.Sprint(s.value.Interface()) }

// parse sets the value from a text of the environment.
func (s setting) parse(text string) error {
	if s.kind() == "list" {
		s.setList(strings.Split(text, ","))
		return nil
	}
	if s.kind() != "number" {
		return s.setText(text)
	}
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return errors.New("is not a whole number")
	}
	return s.setNumber(n)
}

// decode sets the value from the client's settings. null, "" and 0 leave it as it is: editors send them for settings
// that nobody has made.
func (s setting) decode(raw json.RawMessage) error {
	if string(raw) == "null" {
		return nil
	}
	if s.kind() == "list" {
		var list []string
		if json.Unmarshal(raw, &list) != nil {
			return fmt.Errorf("must be a list of texts, not %s", kindOf(raw))
		}
		s.setList(list)
		return nil
	}
	if s.kind() == "number" {
		var n float64
		if json.Unmarshal(raw, &n) != nil || n != float64(int64(n)) {
			return fmt.Errorf("must be a whole number, not %s", kindOf(raw))
		}
		if n == 0 {
			return nil
		}
		return s.setNumber(int64(n))
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return fmt.Errorf("must be a text, not %s", kindOf(raw))
	}
	if text == "" {
		return nil
	}
	return s.setText(text)
}

// setList adds texts: what one source keeps here, another does not let go.
func (s setting) setList(list []string) {
	out := slices.Clone(s.value.Interface().(List))
	for _, text := range list {
		if text = strings.TrimSpace(text); text != "" {
			out = append(out, text)
		}
	}
	s.value.Set(reflect.ValueOf(out))
}

func (s setting) setNumber(n int64) error {
	if n < 0 {
		return errors.New("must not be negative")
	}
	if s.value.OverflowInt(n) {
		return errors.New("is too large")
	}
	s.value.SetInt(n)
	return nil
}

func (s setting) setText(text string) error {
	if s.value.Type() == reflect.TypeFor[URL]() {
		text = strings.TrimSpace(text)
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return errors.New("must be a URL that starts with http:// or https://")
		}
		text = strings.TrimRight(text, "/")
	}
	if s.value.Type() == reflect.TypeFor[Secret]() {
		text = strings.TrimSpace(text) // a newline at the end of a key file breaks the header
	}
	s.value.SetString(text)
	return nil
}

// kindOf names a JSON value without showing it: it may be a secret in the wrong place.
func kindOf(raw json.RawMessage) string {
	switch strings.TrimSpace(string(raw) + " ")[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case 't', 'f':
		return "true or false"
	}
	return "a number with a fraction or out of range"
}
