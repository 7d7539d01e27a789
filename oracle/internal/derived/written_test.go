package derived_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/fsa"
	"parser/oracle/internal/derived"
)

// language is a finite set of words over the actions 1.., as the tree of their
// prefixes.
type language struct {
	words    [][]fsa.Symbol
	prefixes []prefix // the empty one first, each before those that are longer
}

// prefix is a prefix of a word.
type prefix struct {
	word []fsa.Symbol
	next []int // for each action the prefix that is longer by it, or 0
	ends int   // the word that it is; −1 if it is no word
}

func newLanguage(actions int) *language {
	return &language{prefixes: []prefix{{nil, make([]int, actions+1), -1}}}
}

// add adds a word and returns its number.
func (l *language) add(word []fsa.Symbol) int {
	at, actions := 0, len(l.prefixes[0].next)
	for i, o := range word {
		if l.prefixes[at].next[o] == 0 {
			l.prefixes[at].next[o] = len(l.prefixes)
			l.prefixes = append(l.prefixes, prefix{append([]fsa.Symbol{}, word[:i+1]...), make([]int, actions), -1})
		}
		at = l.prefixes[at].next[o]
	}
	if l.prefixes[at].ends < 0 {
		l.prefixes[at].ends = len(l.words)
		l.words = append(l.words, l.prefixes[at].word)
	}
	return l.prefixes[at].ends
}

// choices counts the actions that may follow a prefix, ending among them.
func (p *prefix) choices() int {
	count := 0
	for _, to := range p.next {
		if to > 0 {
			count++
		}
	}
	if p.ends >= 0 {
		count++
	}
	return count
}

// forbid sets the values of actions that may not follow a prefix to ∞.
func (p *prefix) forbid(values []fsa.Weight) {
	for o, to := range p.next {
		if to == 0 && (o > 0 || p.ends < 0) {
			values[o] = fsa.Zero()
		}
	}
}

// least returns the value of a prefix, which is that of its best action.
func least(values []fsa.Weight) fsa.Weight {
	best := fsa.Zero()
	for _, v := range values {
		best = best.Plus(v)
	}
	return best
}

// best returns the set of actions with the least value, as bits.
func best(values []fsa.Weight) (set int) {
	for o, v := range values {
		if v == least(values) {
			set |= 1 << o
		}
	}
	return set
}

// written are the words that an acyclic acceptor reads, and their weights.
func written(m fsa.Machine, actions int) (*language, []fsa.Weight) {
	l, weights := newLanguage(actions), []fsa.Weight(nil)
	var walk func(q fsa.State, word []fsa.Symbol, w fsa.Weight)
	walk = func(q fsa.State, word []fsa.Symbol, w fsa.Weight) {
		if end := w + m.Final(q); !end.IsZero() {
			i := l.add(word)
			if i == len(weights) {
				weights = append(weights, end)
			}
			weights[i] = min(weights[i], end)
		}
		for _, a := range m.Arcs(q) {
			if a.In == fsa.Epsilon {
				walk(a.To, word, w+a.Weight)
			} else {
				walk(a.To, append(word[:len(word):len(word)], a.In), w+a.Weight)
			}
		}
	}
	if m.Start() != fsa.NoState {
		walk(m.Start(), nil, fsa.One)
	}
	return l, weights
}

// twin gives the values of a problem by definition: least losses over words that are all
// enumerated.
type twin struct {
	*language
	partial bool           // actions that may not follow a prefix are not compared
	least   [][]fsa.Weight // for each summand of the loss: the least of the words that begin with each prefix
	loss    [][]fsa.Weight // for each summand: the loss of each word
}

func newTwin(l *language, losses ...[]fsa.Weight) *twin {
	t := &twin{language: l, loss: losses}
	for _, loss := range losses {
		least := make([]fsa.Weight, len(l.prefixes))
		for i := len(least) - 1; i >= 0; i-- {
			least[i] = fsa.Zero()
			if end := l.prefixes[i].ends; end >= 0 {
				least[i] = loss[end]
			}
			for _, to := range l.prefixes[i].next {
				if to > 0 {
					least[i] = min(least[i], least[to])
				}
			}
		}
		t.least = append(t.least, least)
	}
	return t
}

// scratch returns room for values.
func (t *twin) scratch() []fsa.Weight { return make([]fsa.Weight, len(t.prefixes[0].next)) }

// values sets dst to what derived.Oracle.Values should return after a prefix, and returns it.
func (t *twin) values(dst []fsa.Weight, p *prefix) []fsa.Weight {
	clear(dst)
	for f := range t.loss {
		for o, to := range p.next {
			switch {
			case o == 0 && p.ends >= 0:
				dst[o] += t.loss[f][p.ends]
			case to > 0:
				dst[o] += t.least[f][to]
			default:
				dst[o] = fsa.Zero()
			}
		}
	}
	return dst
}

// writeDown is the twin of a problem by Definition 8: the loss of a word is the
// least weight of C_x(α) + T(α, β) + D(β).
func writeDown(t testing.TB, p derived.Problem) *twin {
	l, costs := written(p.Admissible, p.Actions)
	var losses [][]fsa.Weight
	for _, f := range p.Factors {
		loss, gold, golds := make([]fsa.Weight, len(l.words)), newLanguage(p.Actions), []fsa.Weight(nil)
		if f.Gold != nil {
			gold, golds = written(f.Gold, p.Actions)
		}
		for i, word := range l.words {
			if f.Gold == nil {
				w, err := fsa.Of(f.Loss, word)
				require.NoError(t, err)
				loss[i] = costs[i] + w
				continue
			}
			loss[i] = fsa.Zero()
			for j, other := range gold.words {
				w, err := fsa.OfPair(f.Loss, word, other)
				require.NoError(t, err)
				loss[i] = min(loss[i], costs[i]+w+golds[j])
			}
		}
		losses = append(losses, loss)
	}
	return newTwin(l, losses...)
}

// follower leads an oracle from prefix to prefix.
type follower struct {
	derived.Oracle
	at *prefix
}

// follow goes to a prefix, from the current one if it is one longer.
func (f *follower) follow(t testing.TB, l *language, p *prefix) {
	if f.at == nil || len(p.word) == 0 || f.at.next[p.word[len(p.word)-1]] == 0 || &l.prefixes[f.at.next[p.word[len(p.word)-1]]] != p {
		noError(t, f.Reset())
		for _, o := range p.word {
			noError(t, f.Advance(o))
		}
	} else {
		noError(t, f.Advance(p.word[len(p.word)-1]))
	}
	f.at = p
}

// noError is require.NoError for loops of millions of steps: it looks for its caller only
// if there is an error.
func noError(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		require.NoError(t, err)
	}
}

// requireValues compares an oracle with a twin after all prefixes that some word
// of finite loss begins with, and returns their number.
func requireValues(t testing.TB, w *twin, o derived.Oracle, name string) int {
	count, at := 0, follower{Oracle: o}
	want, got := w.scratch(), w.scratch()
	for i := range w.prefixes {
		p := &w.prefixes[i]
		if w.hopeless(i) {
			continue
		}
		count++
		at.follow(t, w.language, p)
		noError(t, o.Values(got))
		for a, v := range w.values(want, p) {
			if v != got[a] && !(w.partial && p.next[a] == 0) {
				require.Failf(t, "values differ", "%s after %v: %v, want %v", name, p.word, got, want)
			}
		}
	}
	return count
}

// hopeless reports whether each word that begins with a prefix loses ∞ in a summand.
func (t *twin) hopeless(i int) bool {
	for _, least := range t.least {
		if least[i].IsZero() {
			return true
		}
	}
	return false
}
