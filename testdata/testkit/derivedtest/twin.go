// Package derivedtest gives the values of problems by definition, for tests of oracles that are derived from automata:
// it enumerates all sequences. Example shows its use.
package derivedtest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// Language is a finite set of words over the actions 1.., as the tree of their prefixes.
type Language struct {
	Words    [][]fsa.Symbol
	Prefixes []Prefix // the empty one first, each before those that are longer
}

// Prefix is a prefix of a word.
type Prefix struct {
	Word []fsa.Symbol
	Next []int // for each action the prefix that is longer by it, or 0
	Ends int   // the word that it is; −1 if it is no word
}

// NewLanguage returns a language without words.
func NewLanguage(actions int) *Language {
	return &Language{Prefixes: []Prefix{{nil, make([]int, actions+1), -1}}}
}

// Add adds a word and returns its number.
func (l *Language) Add(word []fsa.Symbol) int {
	at, actions := 0, len(l.Prefixes[0].Next)
	for i, o := range word {
		if l.Prefixes[at].Next[o] == 0 {
			l.Prefixes[at].Next[o] = len(l.Prefixes)
			l.Prefixes = append(l.Prefixes, Prefix{append([]fsa.Symbol{}, word[:i+1]...), make([]int, actions), -1})
		}
		at = l.Prefixes[at].Next[o]
	}
	if l.Prefixes[at].Ends < 0 {
		l.Prefixes[at].Ends = len(l.Words)
		l.Words = append(l.Words, l.Prefixes[at].Word)
	}
	return l.Prefixes[at].Ends
}

// Choices counts the actions that may follow a prefix, ending among them.
func (p *Prefix) Choices() int {
	count := 0
	for _, to := range p.Next {
		if to > 0 {
			count++
		}
	}
	if p.Ends >= 0 {
		count++
	}
	return count
}

// Forbid sets the values of actions that may not follow a prefix to ∞.
func (p *Prefix) Forbid(values []fsa.Weight) {
	for o, to := range p.Next {
		if to == 0 && (o > 0 || p.Ends < 0) {
			values[o] = fsa.Zero()
		}
	}
}

// Least returns the value of a prefix, which is that of its best action.
func Least(values []fsa.Weight) fsa.Weight {
	best := fsa.Zero()
	for _, v := range values {
		best = best.Plus(v)
	}
	return best
}

// Best returns the set of actions with the least value, as bits.
func Best(values []fsa.Weight) (set int) {
	for o, v := range values {
		if v == Least(values) {
			set |= 1 << o
		}
	}
	return set
}

// Written returns the words that an acyclic acceptor reads, and their weights.
func Written(m fsa.Machine, actions int) (*Language, []fsa.Weight) {
	l, weights := NewLanguage(actions), []fsa.Weight(nil)
	var walk func(q fsa.State, word []fsa.Symbol, w fsa.Weight)
	walk = func(q fsa.State, word []fsa.Symbol, w fsa.Weight) {
		if end := w + m.Final(q); !end.IsZero() {
			i := l.Add(word)
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

// Twin gives the values of a problem by definition: least losses over words that are all
// enumerated.
type Twin struct {
	*Language
	Partial bool           // actions that may not follow a prefix are not compared
	least   [][]fsa.Weight // for each summand of the loss: the least of the words that begin with each prefix
	loss    [][]fsa.Weight // for each summand: the loss of each word
}

// NewTwin returns the twin of a language whose words lose, in each summand of the loss, so much.
func NewTwin(l *Language, losses ...[]fsa.Weight) *Twin {
	t := &Twin{Language: l, loss: losses}
	for _, loss := range losses {
		least := make([]fsa.Weight, len(l.Prefixes))
		for i := len(least) - 1; i >= 0; i-- {
			least[i] = fsa.Zero()
			if end := l.Prefixes[i].Ends; end >= 0 {
				least[i] = loss[end]
			}
			for _, to := range l.Prefixes[i].Next {
				if to > 0 {
					least[i] = min(least[i], least[to])
				}
			}
		}
		t.least = append(t.least, least)
	}
	return t
}

// Scratch returns room for values.
func (t *Twin) Scratch() []fsa.Weight { return make([]fsa.Weight, len(t.Prefixes[0].Next)) }

// Values sets dst to what derived.Oracle.Values should return after a prefix, and returns it.
func (t *Twin) Values(dst []fsa.Weight, p *Prefix) []fsa.Weight {
	clear(dst)
	for f := range t.loss {
		for o, to := range p.Next {
			switch {
			case o == 0 && p.Ends >= 0:
				dst[o] += t.loss[f][p.Ends]
			case to > 0:
				dst[o] += t.least[f][to]
			default:
				dst[o] = fsa.Zero()
			}
		}
	}
	return dst
}

// Losses returns the loss of each word: the sum over all summands.
func (t *Twin) Losses() []fsa.Weight {
	sums := make([]fsa.Weight, len(t.Words))
	for _, loss := range t.loss {
		for i, w := range loss {
			sums[i] += w
		}
	}
	return sums
}

// WriteDown is the twin of a problem by Definition 8: the loss of a word is the
// least weight of C_x(α) + T(α, β) + D(β).
func WriteDown(t testing.TB, p derived.Problem) *Twin {
	l, costs := Written(p.Admissible, p.Actions)
	var losses [][]fsa.Weight
	for _, f := range p.Factors {
		loss, gold, golds := make([]fsa.Weight, len(l.Words)), NewLanguage(p.Actions), []fsa.Weight(nil)
		if f.Gold != nil {
			gold, golds = Written(f.Gold, p.Actions)
		}
		for i, word := range l.Words {
			if f.Gold == nil {
				w, err := fsa.Of(f.Loss, word)
				require.NoError(t, err)
				loss[i] = costs[i] + w
				continue
			}
			loss[i] = fsa.Zero()
			for j, other := range gold.Words {
				w, err := fsa.OfPair(f.Loss, word, other)
				require.NoError(t, err)
				loss[i] = min(loss[i], costs[i]+w+golds[j])
			}
		}
		losses = append(losses, loss)
	}
	return NewTwin(l, losses...)
}

// Follower leads an oracle from prefix to prefix.
type Follower struct {
	derived.Oracle
	at *Prefix
}

// Follow goes to a prefix, from the current one if it is one longer.
func (f *Follower) Follow(t testing.TB, l *Language, p *Prefix) {
	if f.at == nil || len(p.Word) == 0 || f.at.Next[p.Word[len(p.Word)-1]] == 0 || &l.Prefixes[f.at.Next[p.Word[len(p.Word)-1]]] != p {
		NoError(t, f.Reset())
		for _, o := range p.Word {
			NoError(t, f.Advance(o))
		}
	} else {
		NoError(t, f.Advance(p.Word[len(p.Word)-1]))
	}
	f.at = p
}

// NoError is require.NoError for loops of millions of steps: it looks for its caller only
// if there is an error.
func NoError(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		require.NoError(t, err)
	}
}

// RequireValues compares an oracle with a twin after all prefixes that some word
// of finite loss begins with, and returns their number.
func RequireValues(t testing.TB, w *Twin, o derived.Oracle, name string) int {
	count, at := 0, Follower{Oracle: o}
	want, got := w.Scratch(), w.Scratch()
	for i := range w.Prefixes {
		p := &w.Prefixes[i]
		if w.Hopeless(i) {
			continue
		}
		count++
		at.Follow(t, w.Language, p)
		NoError(t, o.Values(got))
		for a, v := range w.Values(want, p) {
			if v != got[a] && !(w.Partial && p.Next[a] == 0) {
				require.Failf(t, "values differ", "%s after %v: %v, want %v", name, p.Word, got, want)
			}
		}
	}
	return count
}

// Hopeless reports whether each word that begins with a prefix loses ∞ in a summand.
func (t *Twin) Hopeless(i int) bool {
	for _, least := range t.least {
		if least[i].IsZero() {
			return true
		}
	}
	return false
}

// Oracles returns the computations of a problem that has no negative weights: all of them, or all but Search.
func Oracles(t testing.TB, p derived.Problem, negative bool) []derived.Oracle {
	var all []derived.Oracle
	computations := []func(derived.Problem, int) (derived.Oracle, error){derived.Recompute, derived.Precompute, derived.Compile, derived.Search}
	if negative {
		computations = computations[:3]
	}
	for _, computation := range computations {
		o, err := computation(p, 0)
		require.NoError(t, err)
		all = append(all, o)
	}
	return all
}

// RequireAgreement compares the computations with the enumerated problem after all prefixes, and
// returns the number of these.
func RequireAgreement(t *testing.T, p derived.Problem, negative bool) int {
	p.Actions, p.Commitments = p.Actions+p.Commitments, 0
	w, count := WriteDown(t, p), 0
	for i, o := range Oracles(t, p, negative) {
		count = RequireValues(t, w, o, fmt.Sprintf("computation %d", i+1))
	}
	return count
}

// EveryWord returns all words of a length over the symbols 1..k.
func EveryWord(length, k int) [][]fsa.Symbol {
	all := [][]fsa.Symbol{nil}
	for range length {
		var longer [][]fsa.Symbol
		for _, word := range all {
			for o := 1; o <= k; o++ {
				longer = append(longer, append(word[:len(word):len(word)], fsa.Symbol(o)))
			}
		}
		all = longer
	}
	return all
}
