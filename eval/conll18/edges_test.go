package conll18

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parser/conll"
)

// sentence makes a sentence of lines "ID FORM HEAD DEPREL DEPS", separated by blanks.
func sentence(t testing.TB, lines ...string) *conll.Sentence {
	t.Helper()
	var b strings.Builder
	for _, line := range lines {
		f := strings.Fields(line)
		require.GreaterOrEqual(t, len(f), 5)
		fmt.Fprintf(&b, "%s\t%s\t_\tX\t_\t_\t%s\t%s\t%s\t_\n", f[0], f[1], f[2], f[3], f[4])
	}
	s, err := conll.NewReader(strings.NewReader(b.String()+"\n"), "own.conllu").Read()
	require.NoError(t, err)
	return s
}

// examples are trees with DEPS; in each line, the kinds of the edges follow. Kinds that have no word are basic edges.
var examples = map[string][]string{
	"coordination and control": {
		"1 Mia 2 nsubj 2:nsubj|4:nsubj|6:nsubj|8:nsubj = dependents control control",
		"2 hoped 0 root 0:root =",
		"3 and 4 cc 4:cc =",
		"4 tried 2 conj 0:root|2:conj:and heads suffix",
		"5 to 6 mark 6:mark =",
		"6 sing 4 xcomp 4:xcomp =",
		"7 and 8 cc 8:cc =",
		"8 dance 6 conj 4:xcomp|6:conj:and heads suffix",
		"9 for 11 case 11:case =",
		"10 old 11 amod 11:amod|13:amod = dependents",
		"11 friends 8 obl 8:obl:for suffix",
		"12 and 13 cc 13:cc =",
		"13 neighbours 11 conj 8:obl:for|11:conj:and heads suffix",
	},
	"propagation to and from pairs": { // both nouns, both verbs
		"1 cats 4 nsubj 4:nsubj|6:nsubj = dependents",
		"2 and 3 cc 3:cc =",
		"3 dogs 1 conj 1:conj:and|4:nsubj|6:nsubj suffix heads heads",
		"4 ran 0 root 0:root =",
		"5 and 6 cc 6:cc =",
		"6 barked 4 conj 0:root|3:dep|4:conj:and heads other suffix",
	},
	"relative clauses": {
		"1 the 2 det 2:det =",
		"2 boats 0 root 0:root|5:obj|7:obj = relative relative",
		"3 that 5 obj 2:ref|5:mark relative other",
		"4 we 5 nsubj 5:nsubj|7:nsubj = dependents",
		"5 built 2 acl:relcl 2:acl:relcl =",
		"6 and 7 cc 7:cc =",
		"7 painted 5 conj 2:acl:relcl|5:conj:and heads suffix",
		"8 blue 7 xcomp 5:advmod|7:xcomp dependents =",
	},
	"not a relative clause": {
		"1 boats 0 root 0:root|2:obj|3:nsubj = other other",
		"2 near 1 nmod 1:nmod =",
		"3 us 2 nmod 2:nmod =",
	},
	"other clauses of antecedents": { // "he came, which I like"
		"1 came 0 root 0:root|3:obj = relative",
		"2 which 3 obj 1:ref relative",
		"3 like 1 advcl:relcl 1:advcl:relcl =",
	},
	"gapping": {
		"1 Mia 2 nsubj 2:nsubj =",
		"2 drinks 0 root 0:root =",
		"3 tea 2 obj 2:obj =",
		"4 and 5 cc 5.1:cc ellipsis",
		"5 Leo 2 conj 5.1:nsubj|2:conj:and suffix ellipsis",
		"5.1 drinks _ _ 2:conj:and",
		"6 milk 5 orphan 5.1:obj ellipsis",
	},
	"changed relations": {
		"1 Mia 2 nsubj 2:nsubj:pass suffix",
		"2 sang 0 root 0:root|2:dep = other",
		"3 songs 2 obj 2:ob|2:obje other other",
		"4 him 2 obj 3:nsubj other",
	},
}

// Edges have the kinds that the examples say.
func TestKinds(t *testing.T) {
	words := map[string]string{
		"=": basicEdge, "suffix": suffixed, "heads": propagatedHead, "dependents": propagatedDependent,
		"control": control, "relative": relativeClause, "ellipsis": ellipsis, "other": otherEdge,
	}
	seen := map[string]bool{}
	for name, lines := range examples {
		got, err := Edges(sentence(t, lines...), false)
		require.NoError(t, err)
		words := func(line string) (kinds []string) {
			for _, word := range strings.Fields(line)[5:] {
				kinds = append(kinds, words[word])
			}
			return kinds
		}
		n := 0
		for _, line := range lines {
			if id, _, _ := strings.Cut(line, " "); strings.Contains(id, ".") {
				continue
			}
			var kinds []string
			for _, e := range got[n] {
				kinds = append(kinds, e.Kind)
				seen[e.Kind] = true
			}
			assert.Equal(t, words(line), kinds, "%s: %s", name, line)
			n++
		}
	}
	require.Len(t, kinds, len(seen))
	for _, k := range kinds {
		require.True(t, seen[k], k)
	}
}

func TestEdges(t *testing.T) {
	s := sentence(t, "1 a 0 root 0:root|1.1:x:y", "1.1 z _ _ 1:conj:and", "2 b 1 dep 1:dep|1:dep|1.1:obj")
	edges, err := Edges(s, false)
	require.NoError(t, err)
	require.Equal(t, [][]Edge{
		{{0, "root", "root", basicEdge}, {1, "conj:and>x:y", "conj>x", ellipsis}},
		{{1, "conj:and>obj", "conj>obj", ellipsis}, {1, "dep", "dep", basicEdge}},
	}, edges)
	edges, err = Edges(s, true)
	require.NoError(t, err)
	twice := Edge{Head: 1, Relation: "dep", Coarse: "dep", Kind: basicEdge}
	require.Equal(t, [][]Edge{{{0, "root", "root", basicEdge}}, {twice, twice}}, edges)

	s.Words[1].Deps = "3:dep"
	_, err = Edges(s, false)
	require.ErrorIs(t, err, conll.ErrDeps)
	require.ErrorContains(t, err, "own.conllu:3:")
	s.Format = conll.FormatX // where the column is PHEAD
	edges, err = Edges(s, false)
	require.NoError(t, err)
	require.Equal(t, make([][]Edge, 2), edges)
	require.False(t, s.HasDeps())

	lines := []string{"0.1 z _ _ 0:root"}
	for i := 2; i < 40; i++ {
		lines = append(lines, fmt.Sprintf("0.%d z _ _ 0.%d:a|0.%d:b", i, i-1, i-1))
	}
	_, err = Edges(sentence(t, append(lines, "1 a 0 root 0.39:x")...), false)
	require.ErrorIs(t, err, conll.ErrTooLong)
	require.ErrorContains(t, err, "own.conllu:")
}

func ExampleEdges() {
	s, _ := conll.NewReader(strings.NewReader(""+
		"1\tcame\tcome\tVERB\t_\t_\t0\troot\t0:root\t_\n"+
		"2\tfrom\tfrom\tADP\t_\t_\t3\tcase\t3:case\t_\n"+
		"3\tRome\tRome\tPROPN\t_\t_\t1\tobl\t1:obl:from\t_\n\n"), "rome.conllu").Read()
	edges, err := Edges(s, false)
	fmt.Println(edges[2], err)
	// Output: [{1 obl:from obl case suffixes}] <nil>
}
