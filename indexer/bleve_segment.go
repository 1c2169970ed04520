package indexer

import (
	"cmp"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segmentapi "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// orderedSegments is bleve's segment format, given the documents of a batch in order of their IDs. scorch keeps a batch in a map; in order,
// chunks of one file, which share most of their words, stand together: tables stay in the processor's cache while a segment is
// made, and its postings are smaller.
type orderedSegments struct{ zap.ZapPlugin }

func (o *orderedSegments) New(documents []index.Document) (segmentapi.Segment, uint64, error) {
	return o.NewUsing(documents, nil)
}

func (o *orderedSegments) NewUsing(documents []index.Document, config map[string]any) (segmentapi.Segment, uint64, error) {
	slices.SortFunc(documents, func(a, b index.Document) int { return cmp.Compare(a.ID(), b.ID()) })
	return o.ZapPlugin.NewUsing(documents, config)
}

func init() {
	scorch.RegisterSegmentPlugin(&orderedSegments{}, true)
}
