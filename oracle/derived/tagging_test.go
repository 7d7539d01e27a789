package derived_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/testdata/testkit/derivedtest"
)

// tagging is the problem of one tag for each word, where each wrong one costs 1.
func tagging(gold []fsa.Symbol, tags int) derived.Problem {
	words := fsa.Linear(gold...)
	for q := range fsa.State(len(gold)) {
		for o := fsa.Symbol(1); int(o) <= tags; o++ {
			if o != gold[q] {
				words.Add(q, o, fsa.One, q+1)
			}
		}
	}
	return derived.Problem{Actions: tags, Admissible: words, Factors: []derived.Factor{{Loss: derived.Hamming(tags), Gold: fsa.Linear(gold...)}}}
}

// A tag costs 1 if it is wrong, whatever was wrong before: after any tags, the value of a tag is
// the number of errors made so far, plus 1 if it is not the gold one.
func TestTagging(t *testing.T) {
	const tags = 3
	values := make([]fsa.Weight, tags+1)
	for length := range 4 {
		for _, gold := range derivedtest.EveryWord(length, tags) {
			for i, o := range derivedtest.Oracles(t, tagging(gold, tags), false) {
				for _, word := range derivedtest.EveryWord(length, tags) {
					errors := fsa.One
					require.NoError(t, o.Reset())
					for at, tag := range word {
						require.NoError(t, o.Values(values))
						require.True(t, values[0].IsZero(), "it does not end before the last word")
						for other := fsa.Symbol(1); other <= tags; other++ {
							require.Equal(t, errors+oneUnless(other == gold[at]), values[other], "computation %d, gold %v, tags %v", i+1, gold, word[:at])
						}
						errors += oneUnless(tag == gold[at])
						require.NoError(t, o.Advance(tag))
					}
					require.NoError(t, o.Values(values))
					require.Equal(t, []fsa.Weight{errors, fsa.Zero(), fsa.Zero(), fsa.Zero()}, values)
				}
			}
		}
	}
}

func oneUnless(ok bool) fsa.Weight {
	if ok {
		return 0
	}
	return 1
}

// costs turns values into the loss of each tag: 0 or 1.
func TestCosts(t *testing.T) {
	inf := fsa.Zero()
	costs := make([]fsa.Weight, 4)
	derived.Costs(costs, []fsa.Weight{inf, 3, 2, 4})
	require.Equal(t, []fsa.Weight{inf, 1, 0, 2}, costs)
	derived.Costs(costs, []fsa.Weight{2, 3, inf, 2})
	require.Equal(t, []fsa.Weight{0, 1, inf, 0}, costs, "ending is a choice like others")
	derived.Costs(costs, []fsa.Weight{inf, inf, inf, inf})
	require.Equal(t, []fsa.Weight{inf, inf, inf, inf}, costs)
}

// editTable is the textbook's table: how far each prefix of one word is from each
// prefix of another (Wagner & Fischer 1974).
func editTable(from, to []fsa.Symbol) [][]fsa.Weight {
	table := make([][]fsa.Weight, len(from)+1)
	for i := range table {
		table[i] = make([]fsa.Weight, len(to)+1)
		for j := range table[i] {
			switch {
			case i == 0 || j == 0:
				table[i][j] = fsa.Weight(i + j)
			default:
				table[i][j] = min(table[i-1][j]+1, table[i][j-1]+1, table[i-1][j-1]+oneUnless(from[i-1] == to[j-1]))
			}
		}
	}
	return table
}

func randomWord(r *rand.Rand, longest, k int) []fsa.Symbol {
	word := make([]fsa.Symbol, r.IntN(longest+1))
	for i := range word {
		word[i] = fsa.Symbol(1 + r.IntN(k))
	}
	return word
}

func TestHammingAndLevenshtein(t *testing.T) {
	const symbols, longest = 3, 9
	r := rand.New(rand.NewPCG(6, 0))
	for range 2000 {
		from, to := randomWord(r, longest, symbols), randomWord(r, longest, symbols)
		edits, err := fsa.OfPair(derived.Levenshtein(symbols), from, to)
		require.NoError(t, err)
		require.Equal(t, editTable(from, to)[len(from)][len(to)], edits, "%v %v", from, to)

		replaced, err := fsa.OfPair(derived.Hamming(symbols), from, to)
		require.NoError(t, err)
		if len(from) != len(to) {
			require.True(t, replaced.IsZero(), "%v %v", from, to)
			continue
		}
		errors := fsa.One
		for i := range from {
			errors += oneUnless(from[i] == to[i])
		}
		require.Equal(t, errors, replaced, "%v %v", from, to)
	}
}

// Where any sequence is admissible, the best value of a prefix is found in the last row of the
// textbook's table: the least distance from a prefix of gold, whose rest then continues the prefix.
// T_c has cycles.
func TestEditsWithoutBound(t *testing.T) {
	const symbols = 2
	r := rand.New(rand.NewPCG(6, 1))
	values := make([]fsa.Weight, symbols+1)
	for range 100 {
		gold := randomWord(r, 5, symbols)
		p := derived.Problem{Actions: symbols, Admissible: anything(symbols),
			Factors: []derived.Factor{{Loss: derived.Levenshtein(symbols), Gold: fsa.Linear(gold...)}}}
		for i, o := range derivedtest.Oracles(t, p, false) {
			word := randomWord(r, 6, symbols)
			for at := range len(word) + 1 {
				require.NoError(t, o.Values(values))
				name := fmt.Sprintf("computation %d, gold %v, after %v", i+1, gold, word[:at])
				require.Equal(t, editTable(word[:at], gold)[at][len(gold)], values[0], name)
				for a := 1; a <= symbols; a++ {
					longer := append(word[:at:at], fsa.Symbol(a))
					row := editTable(longer, gold)[len(longer)]
					least := fsa.Zero()
					for _, w := range row {
						least = least.Plus(w)
					}
					require.Equal(t, least, values[a], name)
				}
				if at < len(word) {
					require.NoError(t, o.Advance(word[at]))
				}
			}
		}
	}
}

// anything accepts all sequences.
func anything(symbols int) *fsa.Transducer {
	t := &fsa.Transducer{}
	q := t.AddState()
	t.SetStart(q)
	t.SetFinal(q, fsa.One)
	for o := 1; o <= symbols; o++ {
		t.Add(q, fsa.Symbol(o), fsa.One, q)
	}
	return t
}
