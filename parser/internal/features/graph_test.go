package features_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/features"
	"parser/transition"
	"parser/transition/graph"
)

// onTheMat returns the words and the tree of "the cat did not sit on Ann 's mat".
func onTheMat() ([]conll.Word, *graph.Sentence) {
	var words []conll.Word
	s := &graph.Sentence{Signs: graph.Nameless(), Heads: []int32{0}, Keys: []int32{0}, Forms: [][3]int32{{}}}
	for i, line := range strings.Split(`the the DET det 2
cat cat NOUN nsubj 5
did do AUX aux 5
not not PART advmod 5
sit sit VERB root 0
on on ADP case 9
Ann Ann PROPN nmod:poss 9
's 's PART case 7
mat mat NOUN obl 5`, "\n") {
		f := strings.Fields(line)
		words = append(words, conll.Word{Form: f[0], Lemma: f[1], UPOS: f[2], Deprel: f[3]})
		s.Heads, s.Keys = append(s.Heads, int32(f[4][0]-'0')), append(s.Keys, 0)
		s.Forms = append(s.Forms, [3]int32{knownLabels + int32(i), knownLabels, knownLabels})
	}
	return words, s
}

// The twin is right where it can be checked by hand. Nodes are visited in the order 8 1 6 7 2 3 4 9 5.
func TestGraphTwinByHand(t *testing.T) {
	words, sentence := onTheMat()
	c, s := transition.Config{Given: sentence}, transition.AMR{}
	s.Start(&c, len(words))
	apply := func(move transition.Move, label int32) {
		require.True(t, s.Legal(&c).Has(move), "%v", move)
		s.Apply(&c, move, label)
	}
	tells := func(table map[string]string) {
		for template, value := range table {
			require.Equal(t, value, strings.Join((&graphTwin{words: words, Config: &c}).tell(template), "; "), template)
		}
	}
	tells(map[string]string{
		"S0l": `"'s"`, "S1l": `"the"`, "S9l": "nowhere", "S0hl": `"Ann"`, "S0hhl": `"mat"`, "S0hhhhl": "nowhere", "N0l": "", "Kl": "", "Cl": "", "S0l N0l": "",
		"ask": "0 false false", "S0k": "false false false", "S1bl": "nowhere", "S0y": "open", "S0d": "case", "S0o": "case", "kin(S0,S1)": "3 up 2 down",
		"path:o(S0,S1)": "case< nmod:poss< obl< >nsubj >det", "path:p(S0,S0hh)": "PART< PROPN< NOUN", "dist(S0,S1)": "6 to 10", "gap(S0,S1)": "-7 on",
		"S0hvl": "0 children", "S0hvr": "1 children", "bias S0p": `always, "PART"`, "S0hhsl": "roles []", "S0xl": "nowhere", "S0hll": `"'s"`, "S0hhr2l": `"on"`,
	})
	for range 3 { // 's, the, on
		apply(transition.DeleteNode, transition.None)
	}
	apply(transition.Insert, 4) // above Ann
	apply(transition.NextNode, 3)
	tells(map[string]string{
		"S0l": "inserted: label 4", "S0h1": "inserted: label 4", "S0p": `"PROPN"`, "S0o": "nmod:poss", "S0d": "inserted", "S0k": "true true true", "S0hl": `"mat"`,
		"S0bl": `"on"`, "S0nl": `"'s"`, "S0bbbl": `"not"`, "N0nnl": `"mat"`, "N0nnnl": "nowhere", "S0hxl": `"on"`,
		"S0hxp": `"ADP"`, "S0hmp": "nowhere", "N0l": `"Ann"`, "N0xl": `"'s"`, "N0y": "label 3", "N0k": "false false true", "N0d": "inserted",
		"kin(N0,S0)": "1 up 0 down", "path:o(S0,N0)": "", "path:l(S0,N0)": "Ann", "gap(S0,N0)": "0 on", "ask": "0 false true",
		"Cl": "", "S1l": `"cat"`, "S1xl": `"the"`,
	})
	apply(transition.Reattach, transition.None)
	tells(map[string]string{
		"ask": "1 false true", "turn": "0 before", "Kl": `"mat"`, "kin(K,S0)": "0 up 1 down", "path:o(K,N0)": ">nmod:poss", "path:p(K,N0)": "NOUN >PROPN",
		"gap(K,N0)": "-2 on", "Dl": "inserted: label 4", "Kl N0l": `"mat", "Ann"`, "Cl Kl": "",
	})
	apply(transition.Further, transition.None)
	tells(map[string]string{"turn": "1 before", "Kl": `"sit"`, "kin(K,S0)": "0 up 2 down", "Dl Do": `"cat", nsubj; "do", aux; "not", advmod; "mat", obl`})
	apply(transition.Here, transition.None)
	for range 2 { // the inserted node and cat
		apply(transition.NextNode, 5)
	}
}

// A whole set extracts what its templates extract one by one, in any vector.
func TestGraphTemplatesAreIndependent(t *testing.T) {
	words, text := graphReading(), named(t, "default", "amr").String()
	whole := parse(t, text).Compile()
	var parts []*features.Extractor
	for _, template := range strings.Split(strings.TrimSpace(text), "\n") {
		parts = append(parts, parse(t, template).Compile())
	}
	var used features.Vector
	for _, c := range graphJourney(3) {
		var want []uint64
		for _, x := range parts {
			want = append(want, extracted(x, words, c)...)
		}
		whole.Prepare(&used, words)
		whole.Extract(&used, c)
		require.ElementsMatch(t, want, used.Features)
		require.Equal(t, extracted(whole, words, c), used.Features, "whatever the vector was used for")
		whole.Prepare(&used, reading()[:2])
	}
}

// TestGraphsOfManyChildren: children after the first 16 give no features of their own.
func TestGraphsOfManyChildren(t *testing.T) {
	const n = 300
	s := &graph.Sentence{Signs: graph.Nameless(), Heads: make([]int32, n+1), Keys: make([]int32, n+1), Forms: make([][3]int32, n+1)}
	words := make([]conll.Word, n)
	for w := 2; w <= n; w++ { // a chain of 100 words, and the others below the first
		s.Heads[w] = 1
		if w <= 100 {
			s.Heads[w] = int32(w - 1)
		}
	}
	c := transition.Config{Given: s}
	system := transition.AMR{}
	system.Start(&c, n)
	x := parse(t, "Cp\nN0p\nS0vr\npath:p(S0,S9)\nkin(S0,S9)\n").Compile()
	seen := map[int]bool{}
	for !system.Terminal(&c) {
		f := extracted(x, words, &c)
		seen[len(f)] = true
		legal := system.Legal(&c)
		for _, m := range []transition.Move{transition.NextEdge, transition.NextNode} {
			if legal.Has(m) {
				system.Apply(&c, m, 0)
				break
			}
		}
	}
	require.Equal(t, []int{3, 4, 3 + 16, 4 + 16}, slices.Sorted(maps.Keys(seen)), "without child, with b, with others, with both")
}

// The parser's labels have features of their own, all other labels share one.
func TestGraphLabelsThatAreKnown(t *testing.T) {
	words, sentence := onTheMat()
	x := parse(t, "N0y\n").Compile()
	x.Labels = 5
	seen := map[uint64][]int32{}
	for label := range int32(8) {
		c, s := transition.Config{Given: sentence}, transition.AMR{}
		s.Start(&c, len(words))
		s.Apply(&c, transition.NextNode, label) // 's
		for range 2 {
			s.Apply(&c, transition.DeleteNode, transition.None)
		}
		f := extracted(x, words, &c) // Ann and its child
		require.Len(t, f, 1)
		seen[f[0]] = append(seen[f[0]], label)
	}
	require.Len(t, seen, 6)
	for _, labels := range seen {
		require.True(t, len(labels) == 1 || slices.Equal(labels, []int32{5, 6, 7}), "%v", labels)
	}
}

// Systems of other kinds have none of the nodes of graphs, and graphs have none of theirs.
func TestAtomsOfOtherKinds(t *testing.T) {
	x := parse(t, "Kw\nCw S0w\nDhw\nS0xw\nS0mw\nS0y\nS0o\nask\nturn\nleft\ngap(S0,N0)\nkin(S0,N0)\npath:o(S0,N0)\npath:l(S0,N0)\n").Compile()
	words := graphReading()
	before := extracted(x, words, journey()[0])
	for _, c := range journey() {
		after := extracted(x, words, c)
		require.Len(t, after, 14)
		require.Equal(t, before[:1], after[:1])
		require.Equal(t, before[2:], after[2:])
	}
	x = parse(t, "P0w\nI0w\nO0w\nS0fw\nS0ew\n").Compile()
	for _, c := range graphJourney(1) {
		require.Equal(t, extracted(x, words, graphJourney(1)[0]), extracted(x, words, c))
	}
}

func TestExtractGraphDoesNotAllocate(t *testing.T) {
	words, configs := graphReading(), graphJourney(4)
	for _, text := range []string{everyGraphAtom(), named(t, "default", "amr").String()} {
		x := parse(t, text).Compile()
		var v features.Vector
		all := func() {
			x.Prepare(&v, words)
			for _, c := range configs {
				x.Extract(&v, c)
			}
		}
		all()
		require.Zero(t, testing.AllocsPerRun(3, all))
	}
}

func BenchmarkExtractGraph(b *testing.B) {
	words, configs := graphReading(), graphJourney(12)
	x := named(b, "default", "amr").Compile()
	var v features.Vector
	x.Prepare(&v, words)
	b.ReportAllocs()
	n := 0
	for i := 0; b.Loop(); i++ {
		x.Extract(&v, configs[i%len(configs)])
		n += len(v.Features)
	}
	b.ReportMetric(float64(n)/float64(b.N), "features/op")
}
