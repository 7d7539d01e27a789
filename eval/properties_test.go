package eval

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

func TestGoldAgainstItself(t *testing.T) {
	for seed := range uint64(20) {
		gold, _ := randomPair(rand.New(rand.NewPCG(seed, 1)), 30)
		r := report(t, gold, gold, Options{Punctuation: true})
		a := r.Attachment
		require.Equal(t, []Percent{100, 100, 100}, []Percent{a.LAS(), a.UAS(), a.LabelAccuracy()})
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
	gold := read(t, own+"/small.gold.conllu")
	scores, err := CoNLL18(gold, gold)
	require.NoError(t, err)
	for _, m := range scores.rows() {
		require.Equal(t, Percent(100), m.F1(), m.name)
		require.Equal(t, m.Gold, m.Correct, m.name)
	}
}

// Counts of parts add up to the counts of the whole, wherever it is cut.
func TestMergingIsAdding(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		gold, system := randomPair(r, 40)
		whole, err := Score(gold, system, Options{})
		require.NoError(t, err)
		var sum Attachment
		for start := 0; start < len(gold); {
			end := min(start+r.IntN(9), len(gold))
			part, err := Score(gold[start:end], system[start:end], Options{})
			require.NoError(t, err)
			sum.Add(part)
			start = end
		}
		require.Equal(t, whole, sum)
		require.Equal(t, whole, report(t, gold, system, Options{}).Attachment)
	}
}

// The order of the sentences is of no consequence but for the worst ones'
// places.
func TestPermutation(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		gold, system := randomPair(r, 60)
		want := report(t, gold, system, Options{})
		r.Shuffle(len(gold), func(i, j int) {
			gold[i], gold[j] = gold[j], gold[i]
			system[i], system[j] = system[j], system[i]
		})
		got := report(t, gold, system, Options{})
		require.Equal(t, want.Worst.Words.Words, got.Worst.Words.Words)
		require.Equal(t, want.Worst.Heads.Heads, got.Worst.Heads.Heads)
		require.Equal(t, want.Worst.Labels.Labels, got.Worst.Labels.Labels)
		want.Worst, got.Worst = Worst{}, Worst{}
		require.Equal(t, want, got)
	}
}

// What is precision one way is recall the other way.
func TestExchangingSides(t *testing.T) {
	for seed := range uint64(20) {
		gold, system := randomPair(rand.New(rand.NewPCG(seed, 4)), 60)
		there := report(t, gold, system, Options{})
		back := report(t, system, gold, Options{})
		require.Equal(t, there.Attachment, back.Attachment)
		for i, r := range there.Attachments {
			b := back.Attachments[i]
			require.Equal(t, r, Retrieval{Name: b.Name, Gold: b.System, Correct: b.Correct, System: b.Gold})
		}
	}
}

// Sums over the tables are the totals.
func TestTablesAddUp(t *testing.T) {
	gold, system := randomPair(rand.New(rand.NewPCG(5, 5)), 200)
	r := report(t, gold, system, Options{})
	var tags Attachment
	for _, row := range r.Tags {
		tags.Add(row.Attachment)
	}
	tags.Skipped = r.Attachment.Skipped
	require.Equal(t, r.Attachment, tags)
	correct := map[string]int{}
	for name, rows := range map[string][]Retrieval{
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

// document18 makes gold or system of a text: bytes cut it into tokens and some
// tokens into words.
func document18(t *testing.T, text, cuts string) []*conll.Sentence {
	var tokens []string
	for i := 0; text != ""; i++ {
		c := byte(0)
		if i < len(cuts) {
			c = cuts[i]
		}
		n := min(1+int(c%4), len(text))
		token := text[:n]
		if c&16 != 0 {
			token += "=" + strings.Join(strings.Split(token, ""), "+")
		} else if c&32 != 0 {
			token += "=" + strings.ToUpper(token[n/2:]) + "x" + token[:n/2]
		}
		tokens, text = append(tokens, token), text[n:]
	}
	return words18(t, tokens...)
}

// FuzzAlign checks what must hold of any alignment.
func FuzzAlign(f *testing.F) {
	f.Add("abcabcabc", "\x02\x12\x01", "\x10\x01\x23")
	f.Add("aaaa", "\x13", "\x00\x22")
	f.Fuzz(func(t *testing.T, text, goldCuts, systemCuts string) {
		text = strings.Map(func(c rune) rune { return 'a' + c%3 }, text)
		if text == "" || len(text) > 60 {
			return
		}
		g, err := loadDocument(document18(t, text, goldCuts))
		require.NoError(t, err)
		s, err := loadDocument(document18(t, text, systemCuts))
		require.NoError(t, err)
		a := &alignment{gold: g, system: s}
		require.NoError(t, a.align())
		checkAlignment(t, a)

		same := &alignment{gold: g, system: g}
		require.NoError(t, same.align())
		require.Len(t, same.pairs, len(g.words), "aligned with itself")
	})
}

func checkAlignment(t *testing.T, a *alignment) {
	t.Helper()
	last := wordPair{-1, -1}
	aligned := 0
	for _, p := range a.pairs {
		g, s := a.gold.words[p.gold], a.system.words[p.system]
		require.True(t, p.gold > last.gold && p.system > last.system, "in order")
		require.Equal(t, p.gold, a.partner[p.system])
		if g.span != s.span {
			require.Equal(t, lower(g.form), lower(s.form))
		}
		last = p
	}
	for _, partner := range a.partner {
		if partner != unaligned {
			aligned++
		}
	}
	require.Equal(t, len(a.pairs), aligned)
}
