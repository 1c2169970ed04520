package indexer

// signal is one thing that speaks for a candidate, or against it.
type signal int

// The signals. Those that compare candidates (related and what follows) use the scores that the others make.
const (
	byWord     signal = iota // BM25 of the query's words, 1 for the best
	byNearness               // cosine of the chunk, 1 for the nearest
	byFile                   // cosine of the file, 1 for the nearest
	fileName                 // the file's name is in the query, by rarity and by how much of the name
	fileSpelt                // and is written out there
	folder                   // words of the query in the folders' names, by rarity
	pathGiven                // the query has the path
	defines                  // the query is this name
	definesIn                // a name in the query is this one
	definesTyp               // either, and it is a type
	member                   // it is a member of a type that the query names
	fileOf                   // the file is called like a name in the query
	covered                  // share of the query's words that the text has, by rarity
	test                     // a test, unless tests are asked for
	example                  // an example, a benchmark, a document's code, a copy for compatibility
	vendored
	generated
	plain       // in no language that we parse: data and logs, mostly
	prose       // a document
	between     // code between definitions
	function    // a callable
	typ         // a type
	later       // a later piece of a long definition
	long        // the logarithm of its length
	tiny        // too short to do anything
	deep        // folders above the file
	related     // the best other chunks of the file
	calledFrom  // the best that calls it
	callsTo     // the best that it calls
	neighbour   // the best before or behind it
	signalCount // not a signal
)

// signals holds the value of each signal for one candidate, mostly between 0 and 1.
type signals [signalCount]float64

// weights is the table by which candidates are ranked: first makes the scores that the signals between candidates
// are made of, last the score that counts. docs/ranking.md tells how each was measured.
var weights = [signalCount]struct{ first, last float64 }{
	byWord:     {1, 0.82},
	byNearness: {0.5, 0.2},
	byFile:     {0.3, 0},
	fileName:   {0.5, 0.52},
	fileSpelt:  {0, 0.18},
	folder:     {0, 0.25},
	pathGiven:  {1, 1.5},
	defines:    {1, 1.07},
	definesIn:  {0.5, 1.0},
	definesTyp: {0, 0.27},
	member:     {0, -0.18},
	fileOf:     {0, 0.18},
	covered:    {0, -0.2},
	test:       {-0.5, -0.75},
	example:    {0, -0.43},
	vendored:   {-0.3, -0.3},
	generated:  {-0.3, -0.3},
	plain:      {-0.6, -0.9},
	prose:      {-0.4, -0.87},
	between:    {-0.1, -0.16},
	function:   {0, 0.3},
	typ:        {0, -0.1},
	later:      {0, 0.2},
	long:       {0, 0.3},
	tiny:       {0, -0.25},
	deep:       {0, -0.18},
	related:    {0, 0.2},
	calledFrom: {0, 0.27},
	callsTo:    {0, 0},
	neighbour:  {0, 0},
}

// anotherOfFile is what the second place of a file loses, furtherOfFile what each further one loses besides, up to maxFurther.
const (
	anotherOfFile = 0.35
	furtherOfFile = 0.04
	maxFurther    = 6
)

func (s *signals) first() (sum float64) {
	for i, v := range s {
		sum += v * weights[i].first
	}
	return sum
}

func (s *signals) last() (sum float64) {
	for i, v := range s {
		sum += v * weights[i].last
	}
	return sum
}
