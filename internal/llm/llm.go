// Package llm talks to OpenAI-compatible endpoints.
package llm
