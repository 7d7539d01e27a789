package parser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/transition"
)

// small is a parser of the given kind and the sentences that it knows.
func small(t *testing.T, system string, twoStep bool) (*Parser, []*conll.Sentence) {
	t.Helper()
	train, err := conll.ReadFile("../testdata/en/train.conllu")
	require.NoError(t, err)
	o := DefaultOptions()
	o.System, o.Oracle, o.Explore, o.TwoStep, o.Epochs = system, "static", 0, twoStep, 1
	p, err := Train(context.Background(), train[:50], nil, o, Observer{})
	require.NoError(t, err)
	return p, train[:50]
}

// TestDecodingDoesNotAllocate: once a guide has seen a sentence of that length,
// it parses without a single allocation, whatever the system; and so it does
// with the words made ready anew.
func TestDecodingDoesNotAllocate(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants allocates")
	}
	for _, system := range []string{"arc-hybrid", "arc-eager", "arc-standard"} {
		for _, twoStep := range []bool{false, true} {
			t.Run(fmt.Sprint(system, " two-step=", twoStep), func(t *testing.T) {
				p, sentences := small(t, system, twoStep)
				g := p.newGuide()
				for _, s := range sentences {
					g.parse(s.Words)
				}
				require.Zero(t, testing.AllocsPerRun(50, g.run), "per sentence")
				require.Zero(t, testing.AllocsPerRun(5, func() {
					for _, s := range sentences {
						p.parse(g, s)
					}
				}), "with the preparation of the words")
			})
		}
	}
}

// opaque is a model that no file can hold.
type opaque struct{ model.Scorer }

func (opaque) Entries(prefix string) []model.Entry {
	return []model.Entry{{Name: prefix + "opaque", Data: struct{}{}}}
}
func (opaque) Describe() string { return "opaque" }

// TestSaveFailsAndKeepsTheOldFile: the error comes while the new file is being
// written.
func TestSaveFailsAndKeepsTheOldFile(t *testing.T) {
	p, _ := small(t, "arc-hybrid", true)
	name := filepath.Join(t.TempDir(), "model")
	require.NoError(t, p.Save(name))
	before, err := os.ReadFile(name)
	require.NoError(t, err)

	broken := *p
	broken.scorers = []model.Model{p.scorers[0], opaque{p.scorers[1]}}
	require.ErrorContains(t, broken.Save(name), "1/opaque")

	after, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, before, after)
	files, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Len(t, files, 1, "no temporary file stays behind")
}

// TestAnyScorerWillDo: decoding asks nothing of a scorer but its interface.
func TestAnyScorerWillDo(t *testing.T) {
	p, sentences := small(t, "arc-eager", false)
	q := *p
	q.scorers = []model.Model{opaque{p.scorers[0]}}
	for _, s := range sentences {
		a, b := s.Clone(), s.Clone()
		p.Parse(a)
		q.Parse(b)
		require.Equal(t, a.Words, b.Words)
	}
	require.NotContains(t, q.Describe(), "weights")
}
