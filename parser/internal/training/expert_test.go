package training_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval"
	"parser/eval/smatch"
	"parser/oracle"
	"parser/parser/amr"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/testdata/testkit"
	"parser/transition"
)

// grounded returns the graphs of a file beside the project with trees of the English model.
func grounded(t testing.TB, name string) treebank.Data {
	t.Helper()
	graphs, err := amr.ReadFile(testkit.Shared(t, "amr/"+name+".amr.gz"))
	require.NoError(t, err)
	base, err := engine.Load("../../models/en-small/en-small.npz")
	require.NoError(t, err)
	var texts []string
	for _, g := range graphs {
		text, _ := g.Get("snt")
		texts = append(texts, text)
	}
	trees, err := grounding.Trees(context.Background(), base, texts, 2)
	require.NoError(t, err)
	return treebank.Data{Graphs: graphs, Sentences: trees}
}

// TestExpertOnCorpora measures how much of the graphs the expert of AMR finds, with every
// label on offer, and why it misses what it does. What is proven here is that it misses little,
// and that no derivation is cut short.
func TestExpertOnCorpora(t *testing.T) {
	corpora := []string{"massive.dev", "qald.dev"}
	if testkit.Deep() {
		corpora = append(corpora, "massive.train", "qald.train")
	}
	for _, name := range corpora {
		data := grounded(t, name)
		for _, reentrance := range []bool{false, true} {
			total, reasons := followExpert(t, data, reentrance)
			var told []string
			for _, r := range slices.Sorted(maps.Keys(reasons)) {
				told = append(told, fmt.Sprintf("%s %d", r, reasons[r]))
			}
			t.Logf("%s, re-entrance %v: P %.4f R %.4f F %v; missing: %s", name, reentrance,
				float64(total.Right)/float64(total.System), float64(total.Right)/float64(total.Gold), total.F1(), strings.Join(told, ", "))
			require.Greater(t, float64(total.F1()), 97.)
		}
	}
}

// followExpert returns the triples that the expert finds, and why others are missing.
func followExpert(t *testing.T, data treebank.Data, reentrance bool) (total eval.Counts, reasons map[string]int) {
	t.Helper()
	encoder, err := (&structure.Encoding{Reentrance: reentrance}).Codec("amr", "")
	require.NoError(t, err)
	bank := encoder.Bank(data)
	system, err := oracle.NewSystem("amr", bank.Params)
	require.NoError(t, err)
	expert, err := oracle.New("expert", system)
	require.NoError(t, err)
	corpus, err := bank.Corpus(encoder, expert, bank.Labels())
	require.NoError(t, err)
	require.Len(t, corpus.Golds, len(data.Graphs))
	reasons = map[string]int{}
	for i := range corpus.Golds {
		c := transition.Config{Given: corpus.Golds[i].Meaning.Given}
		require.NoError(t, expert.Start(&corpus.Golds[i]))
		system.Start(&c, corpus.Golds[i].Len())
		require.NoError(t, oracle.Follow(expert, system, &c, func(transition.Step) {}))
		require.Less(t, c.Graph.Taken, c.Graph.Bound())
		it := &treebank.Item{Words: []conll.Word{}}
		corpus.Codec.Read(&c, it, it.Words)
		gold, made := data.Graphs[i].Triples(), it.Graph.Triples()
		m := smatch.Match(gold, made, smatch.Options{})
		total.Add(m.Counts)
		triples := gold.List()
		found, _ := m.Matches(triples, made.List())
		heads := map[int]int{} // of each variable, how many relations lead to it
		for _, o := range gold.Others {
			if o.Kind == amr.Relation {
				heads[o.To]++
			}
		}
		for j, triple := range triples {
			if !found[j] {
				reasons[reason(triple, gold, m.Vars, heads)]++
			}
		}
	}
	return total, reasons
}

// reason says why a gold triple is missing.
func reason(triple amr.Triple, gold *amr.Triples, vars []int, heads map[int]int) string {
	switch {
	case triple.Role == amr.Top:
		return "root"
	case triple.Kind == amr.Concept && vars[triple.Var] < 0:
		return "concept of no word, and no leaf"
	case triple.Kind == amr.Concept:
		return "other concept"
	case triple.Kind == amr.Attribute && strings.HasPrefix(triple.Role, "op"):
		return "order of parts"
	case triple.Kind == amr.Attribute:
		return "constant"
	case vars[triple.Var] < 0 || vars[triple.To] < 0:
		return "arc of such a concept"
	case strings.HasPrefix(triple.Role, "op"):
		return "order of parts"
	case heads[triple.To] > 1 || heads[triple.Var] > 1:
		return "re-entrancy"
	}
	return "other arc"
}
