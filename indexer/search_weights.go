package indexer

// signal is one thing that speaks for a candidate, or against it.
type signal int

// The signals. The last ones compare candidates: they use the scores that the others make.
const (
	byWord      signal = iota // BM25 of the query's words, 1 for the best
	byNearness                // cosine of the chunk, 1 for the nearest
	nearness                  // cosine of the chunk as it is
	byFile                    // cosine of the file, 1 for the nearest
	fileName                  // the file's name is in the query, by rarity and by how much of the name
	fileSpelt                 // and is written out there
	pathGiven                 // the query has the path
	defines                   // the query is this name
	definesIn                 // a name in the query is this one
	definesType               // either, and it is a type
	fileOf                    // the file is called like a name in the query
	fileCovered               // share of the query that the file's candidates have together, by rarity
	test                      // a test, unless tests are asked for
	example                   // an example, a benchmark, code of documents, a copy for compatibility
	vendored
	generated
	plain       // in no language that we parse: data and logs, mostly; 2 in a file of records
	prose       // a section of a document
	between     // code between definitions
	function    // a callable
	typ         // a type
	size        // the logarithm of its length
	small       // the definition is short: it says little
	large       // the definition is long: it has a bit of everything
	constructor // of an instance
	documented  // how long its documentation is, logarithm: prose sounds like a question
	deep        // folders above the file
	otherSystem // for an operating system that is neither this machine's nor asked about
	reExports   // hands a name of the query on from elsewhere
	declares    // announces what another candidate defines (a prototype)
	leads       // stands at the top by words
	many        // how many candidates the file has, logarithm
	crowd       // how many near places the file has, those nearest counting most
	usedBy      // other files among the candidates that use what this one defines, logarithm
	importedBy  // other files among the candidates that import this one, logarithm
	related     // the best other chunks of the file
	calledFrom  // the best that calls it

	signalCount // not a signal
)

// signals holds the value of each signal for one candidate, mostly between 0 and 1.
type signals [signalCount]float64

// weight is what a signal counts: in the first scores, from which the signals between candidates are made, and in the last ones, for a query
// of a few words and for a sentence; what is between them weighs in between.
type weight struct{ first, short, long float64 }

// occasion is what the weights depend on, from 0 to 1 each.
type occasion struct {
	long   float64 // see asked
	unsaid float64 // see searching.unsaid
}

// weights is the table by which candidates are ranked. docs/ranking.md tells how each was measured.
var weights = [signalCount]weight{
	byWord:      {1, 0.3, 0.2},
	byNearness:  {0.5, 0.55, 0.8},
	nearness:    {0, 0.5, 0.25},
	byFile:      {0.3, 0.25, 0.4},
	fileName:    {0.5, 0.5, 0},
	fileSpelt:   {0, 0.45, 0},
	pathGiven:   {1, 1.5, 1.5},
	defines:     {1, 2, 2},
	definesIn:   {0.5, 0.1, 0.1},
	definesType: {0, 0.3, 0.3},
	fileOf:      {0, 0.2, 0.2},
	fileCovered: {0.3, 0.45, 0.2},
	test:        {-0.5, -1, -0.9},
	example:     {0, -0.65, -0.65},
	vendored:    {0, -0.5, -0.5},
	generated:   {0, -0.3, -0.3},
	plain:       {-0.6, -1.2, -1},
	prose:       {-0.4, -1.6, -1.3},
	between:     {-0.1, 0.4, 0},
	function:    {0, 0.1, 1.2},
	typ:         {0, -0.3, -0.25},
	size:        {0, 0.8, 0.85},
	small:       {0, -0.05, -0.55},
	large:       {0, -0.2, -0.25},
	constructor: {0, 0.15, -0.45},
	documented:  {0, 0, -0.15},
	deep:        {0, -0.35, -0.3},
	otherSystem: {0, -0.6, -0.1},
	reExports:   {0, 2, 2},
	declares:    {0, -1, -1},
	leads:       {0, 0.05, 0.2},
	many:        {0, 0, -0.45},
	crowd:       {0, 0.5, 0.5},
	usedBy:      {0, 0.25, 0.2},
	importedBy:  {0, 0.35, 0.1},
	related:     {0, 0.25, 0.2},
	calledFrom:  {0, 0.25, 0.25},
}

// unsaidNearness is what byNearness counts besides for a query whose words no candidate has; less when some has a part of them.
const unsaidNearness = 1.15

// What the second place of a file loses for a query of a few words and for a sentence, and what each further one loses besides, up to maxFurther.
const (
	anotherOfFileShort = 1.3
	anotherOfFileLong  = 0.15
	furtherOfFile      = 0.04
	maxFurther         = 6
)

func (s *signals) first() (sum float64) {
	for i, v := range s {
		sum += v * weights[i].first
	}
	return sum
}

// last returns the score that counts.
func (s *signals) last(o occasion) (sum float64) {
	for i, v := range s {
		w := &weights[i]
		sum += v * (w.short + (w.long-w.short)*o.long)
	}
	return sum + unsaidNearness*o.unsaid*s[byNearness]
}
