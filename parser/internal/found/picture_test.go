package found_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/draw"
	"parser/parser/internal/found"
	"parser/parser/query"
	"parser/parser/treebank"
	"parser/ptb"
)

// picture returns what is marked in the picture of all matches in an item: words, arcs and nodes.
func picture(t *testing.T, it *treebank.Item, form, pattern string, enhanced bool) (marked []string) {
	p, err := found.Parse(context.Background(), form, pattern, found.Options{Enhanced: enhanced, Heads: "collins"})
	require.NoError(t, err)
	var matches []*query.Match
	require.NoError(t, p.Find(it, 1, func(h found.Hit) error {
		matches = append(matches, h.Match)
		return nil
	}))
	drawn := found.Picture(it, matches...)
	require.NoError(t, drawn.Check())
	add := func(m draw.Mark, what ...any) {
		if m == draw.Found {
			marked = append(marked, fmt.Sprint(what...))
		}
	}
	for i, w := range drawn.Words {
		add(w.Mark, drawn.ID(i+1), w.Form)
	}
	for _, a := range drawn.Arcs {
		add(a.Mark, a.Label)
	}
	for n := range draw.Nodes(drawn.Trees) {
		add(n.Mark, n.Label)
	}
	return marked
}

// Marked are the nodes of matches, and the arcs between two nodes of one match.
func TestPictureOfDependencies(t *testing.T) {
	s, err := conll.NewReader(strings.NewReader(strings.ReplaceAll(`# sent_id = tea
1 Ann _ PROPN _ _ 2 nsubj 2:nsubj _
2 wants _ VERB _ _ 0 root 0:root _
3 tea _ NOUN _ _ 2 obj 2:obj _
4 and _ CCONJ _ _ 5 cc 5.1:cc _
5 Bob _ PROPN _ _ 2 conj 5.1:nsubj _
5.1 wants _ VERB _ _ _ _ 2:conj _
6 milk _ NOUN _ _ 5 orphan 5.1:obj _

`, " ", "\t")), "tea").Read()
	require.NoError(t, err)
	it := treebank.SentenceItem(s)
	for _, c := range []struct {
		pattern  string
		enhanced bool
		want     string
	}{
		{"{upos:VERB}=v >obj {}=o", false, "2wants 3tea obj"},
		{"{upos:VERB}=v >obj {}", false, "2wants"},
		{"{} >obj ({}=o == {form:milk})", true, "5.1wants 6milk obj"},
		{"{upos:PROPN}", false, "1Ann 5Bob"}, // no arc between two matches
		{"{form:Ann}=a . {}=b", false, "1Ann 2wants nsubj"},
		{"{form:none}", false, ""},
	} {
		require.Equal(t, c.want, strings.Join(picture(t, it, textfile.CoNLL, c.pattern, c.enhanced), " "), c.pattern)
	}
}

// In trees, constituents, parts of speech and words are nodes of their own, also below a bracket that is not drawn.
func TestPictureOfConstituents(t *testing.T) {
	for _, text := range []string{"(S (NP (NNP Ann)) (VP (VBZ wants) (NP (NN tea))))", "( (S (NP (NNP Ann)) (VP (VBZ wants) (NP (NN tea)))))"} {
		tree, err := ptb.NewReader(strings.NewReader(text), "tea").Read()
		require.NoError(t, err)
		it := &treebank.Item{Tree: tree}
		for pattern, want := range map[string]string{
			"VP=v < NP=n": "VP NP", "NN": "NN", "tea": "3tea", "NP << tea=t": "3tea NP", "NP=n << tea=t": "3tea NP", "S": "S",
		} {
			require.Equal(t, want, strings.Join(picture(t, it, textfile.Brackets, pattern, false), " "), "%s in %s", pattern, text)
		}
	}
}
