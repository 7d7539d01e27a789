package treebank

// Scores says how good a parser is, in percent; 0 for other kinds, and where there is nothing to score.
type Scores struct {
	UAS, LAS float64 // all words counted whose gold head is known
	F1       float64 // labelled brackets, as EVALB with COLLINS.prm has it, of sentences of all lengths
	Accuracy float64 // right tags
	Smatch   float64 `json:",omitempty"` // F of the triples of graphs, computed from these two:

	Precision, Recall float64 `json:",omitempty"`
}

// Main returns the score by which the best epoch is chosen: LAS, F1, Accuracy or Smatch.
func (s Scores) Main() float64 { return max(s.LAS, s.F1, s.Accuracy, s.Smatch) }
