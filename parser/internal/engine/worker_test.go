package engine_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// small is a parser of the given kind and what it has learned from.
func small(t *testing.T, system string, twoStep bool, edits ...func(*engine.Options)) (*engine.Parser, *structure.Bank) {
	t.Helper()
	sentences, err := conll.ReadFile("../../../testdata/en/train.conllu")
	require.NoError(t, err)
	trees, err := ptb.ReadFile("../../../testdata/en/train.mrg")
	require.NoError(t, err)
	o := kit.LinearFor(system)
	data := treebank.Data{Sentences: sentences[:50]}
	switch kind, _ := oracle.KindOf(system); kind {
	case transition.Constituents:
		data = treebank.Data{Trees: trees[:50]}
	case transition.Graphs:
		data = kit.FewGraphs(t, 40)
	}
	if o.TwoStep, o.Epochs = twoStep, 1; len(data.Graphs) == 0 {
		o.Oracle, o.Explore = "static", 0
	}
	for _, edit := range edits {
		edit(&o)
	}
	p, err := learn.Run(t.Context(), data, treebank.Data{}, o, learn.Observer{})
	require.NoError(t, err)
	return p, p.Bank(data)
}

// TestDecodingDoesNotAllocate: once a worker has seen a sentence of that length,
// it decodes without a single allocation, whatever the system; only trees do, at the end.
func TestDecodingDoesNotAllocate(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants allocates")
	}
	decodes := func(p *engine.Parser, bank *structure.Bank) {
		for _, width := range []int{1, 4} {
			decode := engine.Decoding(withBeam(t, p, width))
			all := func() {
				for _, words := range bank.Words {
					decode(words)
				}
			}
			all()
			require.Zero(t, testing.AllocsPerRun(2, all), "%s, with the preparation of the words", p.Describe())
		}
	}
	info, ok := debug.ReadBuildInfo()
	raced := ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
	for _, system := range oracle.Systems(transition.Dependencies, transition.Constituents) {
		for _, twoStep := range []bool{false, true} {
			t.Run(fmt.Sprint(system, " two-step=", twoStep), func(t *testing.T) {
				decodes(calibrated(t, system, twoStep, single("linear")))
				if !raced { // a detector of races throws away some of what is put into a sync.Pool, as of compact.Quantized
					decodes(calibrated(t, system, twoStep))
				}
			})
		}
	}
}

// opaque is a scorer that no file can hold.
type opaque struct{ score.Scorer }

func (o opaque) Entries(prefix string) []npz.Entry {
	return append(o.Scorer.Entries(prefix), npz.Entry{Name: prefix + "opaque", Data: struct{}{}})
}
func (opaque) Describe() string  { return "opaque" }
func (opaque) Columns() []string { return nil }

// TestSaveFailsAndKeepsTheOldFile: the error comes while the new file is being
// written.
func TestSaveFailsAndKeepsTheOldFile(t *testing.T) {
	p, _ := small(t, "arc-hybrid", true)
	name := filepath.Join(t.TempDir(), "model")
	require.NoError(t, p.Save(name))
	before, err := os.ReadFile(name)
	require.NoError(t, err)

	broken := engine.WithScorer(p, func(s score.Scorer) score.Scorer { return opaque{s} })
	require.ErrorContains(t, broken.Save(name), "opaque")

	after, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, before, after)
	files, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Len(t, files, 1, "no temporary file stays behind")
}

// TestAnyScorerWillDo: decoding asks nothing of a scorer but its interface.
func TestAnyScorerWillDo(t *testing.T) {
	for _, system := range []string{"arc-eager", "in-order"} {
		p, bank := small(t, system, false)
		q := engine.WithScorer(p, func(s score.Scorer) score.Scorer { return opaque{s} })
		a, err := p.Annotate(t.Context(), bank, 1)
		require.NoError(t, err)
		b, err := q.Annotate(t.Context(), bank, 1)
		require.NoError(t, err)
		require.Equal(t, a, b)
		require.NotContains(t, q.Describe(), "weights")
	}
}

// TestWorkersAreOfTheirParser: what one parser has done makes no difference to those that were made of
// it, and none to itself.
func TestWorkersAreOfTheirParser(t *testing.T) {
	p, bank := small(t, "arc-hybrid", false)
	keeping := keepingHeads(t, p)
	s := bank.Data.Sentences[0]
	given := conll.NoHead
	headOf := func(p *engine.Parser) int {
		c := s.Clone()
		for i := range c.Words {
			c.Words[i].Head = conll.NoHead
		}
		c.Words[0].Head = given
		require.NoError(t, p.Parse(c))
		return c.Words[0].Head
	}
	free := headOf(p)
	given = s.Len()
	require.NotEqual(t, free, given, "or keeping it proves nothing")
	for range 3 {
		require.Equal(t, given, headOf(keeping))
		require.Equal(t, free, headOf(p))
	}
}

// TestParseUsesItsMemoryAgain: a parse does not cost a worker, nor does asking what a parser needs.
func TestParseUsesItsMemoryAgain(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants allocates")
	}
	p, bank := small(t, "arc-hybrid", false)
	s, least := bank.Data.Sentences[0].Clone(), math.Inf(1)
	for range 20 { // a worker is lost now and then, more often where races are looked for
		least = min(least, testing.AllocsPerRun(1, func() { require.NoError(t, p.Parse(s)) }))
	}
	require.Less(t, least, 20.0)
}
