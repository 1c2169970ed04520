package syntax

import (
	"context"
	"reflect"
	"sync"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
)

// budget bounds a parse, or several together. Some grammars do not come to an end on text that ends too early (Zig, CUE): they read its end again and
// again. So what counts is how often the parser asks for text, which is the same on every machine and under every load: an index must not depend
// on what else was going on when it was made. Of 12,800 texts of 165 projects, a quarter of them whole and the others cut off anywhere, the one that was read most often
// needed a hundredth of what is allowed.
type budget struct {
	reads int
	until time.Time // for what takes long without reading, which no program does; some hundred times what is usual, so that a busy machine changes nothing
}

// mostTime is how long a parse may take in any case.
const mostTime = 20 * time.Second

func newBudget(bytes int) *budget {
	kb := bytes >> 10
	return &budget{reads: 40_000 + 300*kb, until: time.Now().Add(min(mostTime, 4*time.Second+time.Duration(kb)*80*time.Millisecond))}
}

// chunk is how many bytes a parser is given at once.
const chunk = 4096

// parser is a tree-sitter parser with what makes it stop.
type parser struct {
	*sitter.Parser
	stop *uintptr
}

var parsers = sync.Pool{New: func() any {
	p := sitter.NewParser()
	return &parser{p, (*uintptr)(reflect.ValueOf(p).Elem().FieldByName("cancel").UnsafePointer())} // the binding sets it for contexts only
}}

// parse returns the tree of src, reusing old; nil when the budget is used up or ctx has ended. The caller closes the tree.
func parse(ctx context.Context, c *compiled, old *sitter.Tree, src []byte, b *budget) *sitter.Tree {
	left := time.Until(b.until)
	if d, ok := ctx.Deadline(); ok {
		left = min(left, time.Until(d))
	}
	if left <= 0 || b.reads <= 0 || ctx.Err() != nil {
		return nil
	}
	p := parsers.Get().(*parser)
	defer parsers.Put(p)
	p.SetLanguage(c.language)
	p.SetOperationLimit(int(left.Microseconds()))
	*p.stop = 0
	read := func(at uint32, _ sitter.Point) []byte {
		if b.reads--; b.reads <= 0 {
			*p.stop = 1
		}
		if int(at) >= len(src) {
			return nil
		}
		return src[at:min(int(at)+chunk, len(src))]
	}
	// The context itself is not handed over: a cancellation that comes late would stay set in the pooled parser.
	t, err := p.ParseInputCtx(context.Background(), old, sitter.Input{Read: read, Encoding: sitter.InputEncodingUTF8})
	if err != nil {
		p.Reset()
		return nil
	}
	return t
}
