package conllx

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval"
	"parser/testdata/testkit/evaltest"
)

func TestGoldAgainstItself(t *testing.T) {
	for seed := range uint64(20) {
		gold, _ := evaltest.RandomPair(rand.New(rand.NewPCG(seed, 1)), 30)
		r := report(t, gold, gold, Options{Punctuation: true})
		a := r.Attachment
		require.Equal(t, []eval.Percent{100, 100, 100}, []eval.Percent{a.LAS(), a.UAS(), a.LabelAccuracy()})
		require.Empty(t, r.Frames)
		require.Empty(t, r.Focus)
		require.Empty(t, r.Specific)
		require.Empty(t, r.Contexts.TwoAfter.Words)
		for _, l := range append(r.Labels, r.Directions[:3]...) {
			require.Equal(t, l.Gold, l.Correct)
			require.Equal(t, l.System, l.Correct)
		}
		require.NoError(t, r.Write(&strings.Builder{}), "tables without rows")
	}
}

// The counts of parts add up to the counts of the whole, wherever it is cut.
func TestMergingIsAdding(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		gold, system := evaltest.RandomPair(r, 40)
		whole, err := Score(gold, system, Options{})
		require.NoError(t, err)
		var sum Attachment
		for start := 0; start < len(gold); {
			end := min(start+r.IntN(9), len(gold))
			part, err := Score(gold[start:end], system[start:end], Options{})
			require.NoError(t, err)
			sum.add(part)
			start = end
		}
		require.Equal(t, whole, sum)
		require.Equal(t, whole, report(t, gold, system, Options{}).Attachment)
	}
}

// The order of the sentences does not matter, except for the places of the worst
// ones.
func TestPermutation(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		gold, system := evaltest.RandomPair(r, 60)
		want := report(t, gold, system, Options{})
		r.Shuffle(len(gold), func(i, j int) {
			gold[i], gold[j] = gold[j], gold[i]
			system[i], system[j] = system[j], system[i]
		})
		got := report(t, gold, system, Options{})
		require.Equal(t, want.Worst.Words.Words, got.Worst.Words.Words)
		require.Equal(t, want.Worst.Heads.Heads, got.Worst.Heads.Heads)
		require.Equal(t, want.Worst.Labels.Labels, got.Worst.Labels.Labels)
		want.Worst, got.Worst = worst{}, worst{}
		require.Equal(t, want, got)
	}
}

// Exchanging gold and system exchanges recall and precision.
func TestExchangingSides(t *testing.T) {
	for seed := range uint64(20) {
		gold, system := evaltest.RandomPair(rand.New(rand.NewPCG(seed, 4)), 60)
		there := report(t, gold, system, Options{})
		back := report(t, system, gold, Options{})
		require.Equal(t, there.Attachment, back.Attachment)
		for i, r := range there.Attachments {
			b := back.Attachments[i]
			require.Equal(t, r, retrieval{Name: b.Name, Gold: b.System, Correct: b.Correct, System: b.Gold})
		}
	}
}

// The rows of each table add up to the totals.
func TestTablesAddUp(t *testing.T) {
	gold, system := evaltest.RandomPair(rand.New(rand.NewPCG(5, 5)), 200)
	r := report(t, gold, system, Options{})
	var tags Attachment
	for _, row := range r.Tags {
		tags.add(row.Attachment)
	}
	tags.Skipped = r.Attachment.Skipped
	require.Equal(t, r.Attachment, tags)
	correct := map[string]int{}
	for name, rows := range map[string][]retrieval{
		"labels": r.Labels, "attachments": r.Attachments, "directions": r.Directions, "distances": r.Distances,
	} {
		g, s := 0, 0
		for _, row := range rows {
			g, s, correct[name] = g+row.Gold, s+row.System, correct[name]+row.Correct
		}
		require.Equal(t, r.Attachment.Scored, g, name)
		require.Equal(t, r.Attachment.Scored, s, name)
	}
	require.Equal(t, r.Attachment.Labels, correct["labels"])
	require.Equal(t, r.Attachment.Both, correct["attachments"])
	require.GreaterOrEqual(t, correct["directions"], r.Attachment.Heads)
}

// report scores two lists of sentences.
func report(t testing.TB, gold, system []*conll.Sentence, o Options) *Report {
	t.Helper()
	s := NewScorer(o)
	require.Len(t, system, len(gold))
	for i := range gold {
		require.NoError(t, s.Add(gold[i], system[i]))
	}
	r, err := s.Report()
	require.NoError(t, err)
	return r
}

// Time is linear in the length of a chain.
func TestLongChain(t *testing.T) {
	const n = 100_000
	s := &conll.Sentence{File: "chain", Line: 1, Words: make([]conll.Word, n)}
	for i := range s.Words {
		s.Words[i] = conll.Word{Form: "w", Lemma: "w", UPOS: "X", Feats: "_", Head: (i + 2) % (n + 1), Deprel: "dep"}
	}
	r := report(t, evaltest.List(s), evaltest.List(s), Options{})
	require.Equal(t, "100.00", r.Attachment.LAS().String())
}
