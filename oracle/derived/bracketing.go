package derived

import (
	"fmt"

	"parser/oracle/fsa"
)

// The actions of bracketing: a word, a closing bracket, and behind them an opening
// bracket for each label.
const (
	Word  fsa.Symbol = 1
	Close fsa.Symbol = 2
)

// OpenLabel returns the action that opens a bracket with a label from 0 up.
func OpenLabel(label int32) fsa.Symbol { return Close + 1 + fsa.Symbol(label) }

// Span is a bracket over the words Start+1..End.
type Span struct{ Label, Start, End int32 }

// Bracketing is the paper's running example, bracketing of a sentence from left to
// right: `X( w Y( w w ) )` in the actions of this package. Each bracket has at
// least a word in it, and unary brackets are allowed.
type Bracketing struct {
	Gold     []Span // each bracket before those inside it
	Words    int32
	Labels   int32 // opening brackets have labels below it
	MaxOpens int32 // brackets opened with nothing between them, at most
	MaxDepth int32 // brackets open at once, at most; 0: no bound
	Forest   bool  // words and several brackets may stand side by side; else one bracket is around all
}

func (b *Bracketing) actions() int { return int(OpenLabel(b.Labels)) - 1 }

// nesting is a state of C_x: words so far, open brackets, and how many of them were
// opened since the last word or closing bracket.
type nesting struct{ words, depth, opens int32 }

// Admissible returns C_x, which accepts the admissible sequences. It counts open
// brackets and knows neither their labels nor where they start. (Section 3 of the
// paper, with a counter of opens in place of the flag.)
func (b *Bracketing) Admissible() fsa.Machine {
	bracket := func(depth int32) bool { return b.Forest || depth > 0 }
	final := func(q nesting) fsa.Weight { return only(q.words == b.Words && q.depth == 0) }
	return fsa.NewLazy(nesting{}, final, func(q nesting, arc func(in, out fsa.Symbol, w fsa.Weight, to nesting)) {
		left := b.Words - q.words
		if left > 0 && bracket(q.depth) {
			arc(Word, Word, fsa.One, nesting{q.words + 1, q.depth, 0})
		}
		if q.depth > 0 && q.opens == 0 && (b.Forest || q.depth > 1 || left == 0) {
			arc(Close, Close, fsa.One, nesting{q.words, q.depth - 1, 0})
		}
		if left == 0 || q.opens == b.MaxOpens || b.MaxDepth > 0 && q.depth == b.MaxDepth {
			return
		}
		for label := range b.Labels {
			o := OpenLabel(label)
			arc(o, o, fsa.One, nesting{q.words, q.depth + 1, q.opens + 1})
		}
	})
}

// BracketWeights are the weights of the transducer of Bracketing.
type BracketWeights struct {
	Open    fsa.Weight // of an opening bracket too many or too few
	Close   fsa.Weight // of a closing one
	Relabel fsa.Weight // of an opening bracket with another label
}

// PaperWeights are those of the paper's example. They are no oracle: with gold
// `X( a b )` and the prefix `X( a`, closing is taken to cost nothing, because
// `X( a ) b` becomes gold by moving a closing bracket, which weighs 0; but it has a
// wrong bracket and lacks one. See the example of Bracketing.
func PaperWeights() BracketWeights { return BracketWeights{Open: 1, Close: 0, Relabel: 1} }

// CorrectedWeights err less: relabelling replaces a wrong bracket by a missing one,
// and a closing bracket weighs something, but less than an opening one. After prefixes
// without an error the best actions are the true ones; after others no weights are
// always right, as no transducer of one state orders all sequences as the loss does.
func CorrectedWeights() BracketWeights { return BracketWeights{Open: 1, Close: 0.5, Relabel: 2} }

// Problem returns the paper's construction: C_x, one transducer, and D_g. The last
// has a state for each set of brackets over the same words: more than 10 of them are
// ErrTooLarge.
func (b *Bracketing) Problem(w BracketWeights) (Problem, error) {
	const most = 10
	for _, g := range b.groups() {
		if len(g.labels) > most {
			return Problem{}, fmt.Errorf("%w: %d brackets over the words %d to %d", ErrTooLarge, len(g.labels), g.start+1, g.end)
		}
	}
	return Problem{b.actions(), b.Admissible(), []Factor{{b.edits(w), b.decomposition()}}}, nil
}

// edits returns the transducer of one state: words stay, brackets are inserted,
// deleted and relabelled.
func (b *Bracketing) edits(w BracketWeights) *fsa.Transducer {
	t := fsa.Linear()
	q := t.Start()
	arc := func(in, out fsa.Symbol, w fsa.Weight) { t.AddArc(q, fsa.Arc{In: in, Out: out, Weight: w, To: q}) }
	arc(Word, Word, fsa.One)
	arc(Close, Close, fsa.One)
	arc(Close, fsa.Epsilon, w.Close)
	arc(fsa.Epsilon, Close, w.Close)
	for x := OpenLabel(0); x < OpenLabel(b.Labels); x++ {
		arc(x, fsa.Epsilon, w.Open)
		arc(fsa.Epsilon, x, w.Open)
		for y := OpenLabel(0); y < OpenLabel(b.Labels); y++ {
			arc(x, y, w.Relabel*unless(x == y))
		}
	}
	return t
}

// decomposition returns D_g: the sequences that yield the gold brackets, with
// brackets over the same words in every order. Its states are positions in gold's
// sequence, and sets of brackets, as bits, where there are several over the same
// words.
func (b *Bracketing) decomposition() fsa.Machine {
	t := &fsa.Transducer{}
	q := t.AddState()
	t.SetStart(q)
	groups, next := b.groups(), 0
	for position := int32(0); position <= b.Words; position++ {
		for i := next - 1; i >= 0; i-- { // innermost first
			for range groups[i].labels {
				if groups[i].end == position {
					q = chain(t, q, Close)
				}
			}
		}
		for ; next < len(groups) && groups[next].start == position; next++ {
			q = anyOrder(t, q, groups[next].labels)
		}
		if position < b.Words {
			q = chain(t, q, Word)
		}
	}
	t.SetFinal(q, fsa.One)
	return t
}

// chain adds an arc from q to a new state, which it returns.
func chain(t *fsa.Transducer, q fsa.State, o fsa.Symbol) fsa.State {
	next := t.AddState()
	t.Add(q, o, fsa.One, next)
	return next
}

// anyOrder adds paths from q that open brackets with the given labels in any order,
// and returns where they meet: a state for each set of those already opened.
func anyOrder(t *fsa.Transducer, q fsa.State, labels []int32) fsa.State {
	all := 1<<len(labels) - 1
	states := []fsa.State{q}
	for range all {
		states = append(states, t.AddState())
	}
	for set := range all {
		for i, label := range labels {
			if with := set | 1<<i; with != set {
				t.Add(states[set], OpenLabel(label), fsa.One, states[with])
			}
		}
	}
	return states[all]
}

// group are all gold brackets over the same words.
type group struct {
	start, end int32
	labels     []int32
}

// groups returns the groups, those outside before those inside.
func (b *Bracketing) groups() []group {
	var all []group
	for _, g := range b.Gold {
		if k := len(all) - 1; k >= 0 && all[k].start == g.Start && all[k].end == g.End {
			all[k].labels = append(all[k].labels, g.Label)
			continue
		}
		all = append(all, group{g.Start, g.End, []int32{g.Label}})
	}
	return all
}
