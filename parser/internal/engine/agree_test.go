package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
)

// together is what occurs together in sentences: the tags of a word, its tag and its label.
func together(sentences []*conll.Sentence) map[string]bool {
	seen := map[string]bool{}
	for _, s := range sentences {
		for i := range s.Words {
			w := &s.Words[i]
			seen[fmt.Sprint(w.UPOS, " ", w.XPOS, " ", w.Feats)] = true
			seen[fmt.Sprint(w.UPOS, " ", w.Deprel)] = true
		}
	}
	return seen
}

// TestNothingUnseenTogether: a network predicts only tags and labels that occur together in its treebank, gives
// punctuation no dependents, and respects tags that are given; greedily, with a beam, and from a file.
func TestNothingUnseenTogether(t *testing.T) {
	train := kit.Sample(t, "en/train.conllu")
	p, err := kit.TrainOn(t.Context(), train, kit.Sample(t, "en/dev.conllu")[:20], kit.Options(2, kit.MultiTask("upos,xpos,feats")), learn.Observer{})
	require.NoError(t, err)
	a := p.Meta().Agreement
	require.Contains(t, a.Leaves, a.Number("PUNCT"))
	seen := together(train)
	for name, p := range map[string]*engine.Parser{"greedy": p, "beam": withBeam(t, p, 3), "file": kit.Reread(t, kit.File(t, p))} {
		for _, fields := range [][]string{{"upos", "xpos", "feats"}, {"xpos", "feats"}} {
			changed := 0
			for _, s := range kit.Parses(p, kit.Untagged(kit.Sample(t, "en/dev.conllu"), fields...)) {
				for i := range s.Words {
					w := &s.Words[i]
					require.True(t, seen[fmt.Sprint(w.UPOS, " ", w.XPOS, " ", w.Feats)], "%s: %v", name, w)
					if len(fields) == 3 && len(a.Labels[a.Number(w.UPOS)]) < len(p.Meta().Labels) { // else the tag stays
						require.True(t, seen[fmt.Sprint(w.UPOS, " ", w.Deprel)], "%s: %v", name, w)
						changed++
					}
					if w.Head > 0 && s.Len() > 3 {
						require.NotEqual(t, "PUNCT", s.Words[w.Head-1].UPOS, "%s: %v", name, s)
					}
				}
			}
			require.Equal(t, len(fields) == 3, changed > 300)
		}
	}
}
