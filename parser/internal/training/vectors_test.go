package training_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural/vectors"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/transition"
)

// of returns word vectors to begin with, unless there is no table.
func of(table *vectors.Table) learn.Resources {
	if table == nil {
		return nil
	}
	return learn.Resources{{Name: learn.Vectors, Value: table}}
}

// toy returns sentences of a verb and two nouns, in any order. The nouns are dependents of the
// verb. The words are n verbs and n nouns, from number first on, whose forms say nothing. toy also
// returns their vectors, in which verbs are like verbs, and nouns like nouns.
func toy(random *rand.Rand, first, n, sentences int) (train []*conll.Sentence, table *vectors.Table) {
	form := func(kind, i int) string { return fmt.Sprintf("%x", sha256.Sum256([]byte{byte(kind), byte(i)})) }
	table = &vectors.Table{Dim: 4}
	for i := first; i < first+n; i++ {
		for kind := range 2 {
			table.Words = append(table.Words, form(kind, i))
			vector := make([]float32, 4)
			for j := range vector {
				vector[j] = float32(random.NormFloat64() / 3)
			}
			vector[kind]++
			table.Data = append(table.Data, vector...)
		}
	}
	for range sentences {
		verb, s := random.IntN(3), &conll.Sentence{}
		for i := range 3 {
			kind, head, label := 1, verb+1, "arg"
			if i == verb {
				kind, head, label = 0, 0, "root"
			}
			s.Words = append(s.Words, conll.Word{Form: form(kind, first+random.IntN(n)), Head: head, Deprel: label})
		}
		train = append(train, s)
	}
	return train, table
}

// TestVectorsTellOfUnseenWords: what is learned of words goes for those whose vectors are like
// theirs; without vectors, or with those of other words, unseen words are only guessed.
func TestVectorsTellOfUnseenWords(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	train, known := toy(random, 0, 40, 300)
	dev, more := toy(random, 40, 40, 100)
	table := &vectors.Table{Words: append(known.Words, more.Words...), Dim: 4, Data: append(known.Data, more.Data...)}
	score := func(table *vectors.Table) float64 {
		p, err := kit.TrainOn(t.Context(), train, nil, kit.Options(8, kit.TinyNetwork), learn.Observer{}, of(table)...)
		require.NoError(t, err)
		return kit.LAS(t, kit.Reread(t, kit.File(t, p)), dev)
	}
	require.Greater(t, score(table), 90.0)
	require.Less(t, score(nil), 75.0)
	random.Shuffle(len(table.Words), func(i, j int) { table.Words[i], table.Words[j] = table.Words[j], table.Words[i] })
	require.Less(t, score(table), 75.0)
}

// TestVectorsInAllSystems: the same bytes for any number of workers, other bytes than without;
// a model holds them and not their table; every part of an ensemble does, and a linear one none.
func TestVectorsInAllSystems(t *testing.T) {
	data, trees := treebank.Data{Sentences: kit.Some(t)[:12]}, treebank.Data{Trees: kit.SomeTrees(t)[:12]}
	random := rand.New(rand.NewPCG(1, 0))
	table := &vectors.Table{Dim: 3}
	seen := map[string]bool{}
	for _, s := range data.Sentences {
		for i := range s.Words {
			if form := s.Words[i].Form; !seen[form] {
				seen[form] = true
				table.Words = append(table.Words, form)
				table.Data = append(table.Data, random.Float32(), random.Float32(), random.Float32())
			}
		}
	}
	for _, system := range oracle.Systems() {
		kind, err := oracle.KindOf(system)
		require.NoError(t, err)
		own := data
		switch kind {
		case transition.Constituents:
			own = trees
		case transition.Graphs:
			own = kit.FewGraphs(t, 12)
		}
		learned := func(workers int, table *vectors.Table, edits ...func(*engine.Options)) *engine.Parser {
			o := engine.DefaultsFor(system)
			kit.TinyNetwork(&o)
			o.Epochs, o.Workers, o.Jackknife = 1, workers, 0
			for _, edit := range edits {
				edit(&o)
			}
			p, err := learn.Run(t.Context(), own, own, o, learn.Observer{}, of(table)...)
			require.NoError(t, err, system)
			return p
		}
		p := learned(1, table)
		require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, learned(3, table))), system)
		require.Len(t, p.Scorer().Entries(""), len(learned(1, nil).Scorer().Entries(""))+2, "a table and its words")
		again := kit.Reread(t, kit.File(t, p))
		bank := p.Bank(own)
		want, err := p.Annotate(t.Context(), bank, 1)
		require.NoError(t, err)
		got, err := again.Annotate(t.Context(), bank, 3)
		require.NoError(t, err)
		require.Equal(t, want, got, system)
		if kind == transition.Dependencies {
			require.NotEqual(t, p.Scorer().Entries(""), learned(1, table, func(o *engine.Options) { o.Neural.MultiTask = "upos" }).Scorer().Entries(""))
		}
	}
	both := kit.Trained(t, data.Sentences, kit.Options(1, kit.TinyNetwork, func(o *engine.Options) { o.Scorer, o.Ensemble = "both", 2 }), of(table)...)
	for part, want := range []bool{false, true, true} {
		found := false
		for _, e := range entriesOf(both, fmt.Sprint(part, "/")) {
			found = found || e.Name == fmt.Sprint(part, "/vocabulary/vectors")
		}
		require.Equal(t, want, found, part)
	}
	o := kit.LinearFor("arc-hybrid")
	_, err := kit.TrainOn(t.Context(), data.Sentences, nil, o, learn.Observer{}, of(table)...)
	require.ErrorIs(t, err, engine.ErrOptions)
	require.ErrorContains(t, err, "no effect with algorithm explore and learner perceptron: vectors")
	var useless *engine.UselessError
	require.ErrorAs(t, err, &useless)
	require.Equal(t, []string{"vectors"}, useless.Names)
}
