// Package embed turns texts into vectors: with a built-in model that needs nothing, or through an endpoint.
//
// Invariant: the same Embedder.ID means the same vector for the same document. The built-in embedder sends nothing anywhere;
// the remote one exists only when somebody configured it.
package embed

import "context"

// Embedder makes vectors. It may be used by many goroutines.
type Embedder interface {
	// ID names the embedder and changes whenever its vectors of documents do: "sibyl-<hash>", "folder:<name>/<dimensions>#<hash>", "openai:<model>/<dimensions>@<host>".
	ID() string
	// Dimensions is the length of the vectors; 0: known after the first batch.
	Dimensions() int
	// Documents returns one vector for each text, in order, of length one (of zeros for a text without any word).
	// On an error the vectors made so far are returned with it, a prefix, so that the caller can resume after the last good batch.
	Documents(ctx context.Context, texts []string) ([][]float32, error)
	// Query returns the vector of a question or a search; of zeros when the model knows none of its words.
	Query(ctx context.Context, text string) ([]float32, error)
	// Local reports that nothing leaves the process.
	Local() bool
}
