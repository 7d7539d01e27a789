package draw_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/draw"
	"parser/parser/treebank"
	"parser/ptb"
)

// TestOf: items without a tree have pictures, too.
func TestOf(t *testing.T) {
	words := []conll.Word{{Form: "Go", Deprel: "root"}, {Form: "home", Head: 1, Deprel: "advmod"}}
	for _, format := range draw.Formats() {
		written := func(it *treebank.Item) string {
			var b strings.Builder
			require.NoError(t, draw.Write(&b, format, draw.Options{}, draw.Of(it)), format)
			return b.String()
		}
		require.Equal(t, written(treebank.SentenceItem(&conll.Sentence{Words: words})), written(&treebank.Item{Words: words}), format)
		for _, it := range []*treebank.Item{nil, {}} {
			require.NotContains(t, written(it), "home", format)
		}
		for _, p := range []*draw.Picture{nil, {}, {Title: "Go"}} {
			require.ErrorContains(t, draw.Write(io.Discard, format, draw.Options{}, p), "picture 1 has nothing", format)
		}
	}
}

// TestCompareDiffers: what cannot be compared is an error.
func TestCompareDiffers(t *testing.T) {
	words := &treebank.Item{Words: []conll.Word{{Form: "Go"}}}
	tree := &treebank.Item{Tree: &ptb.Tree{Label: "TOP", Children: []*ptb.Tree{{Label: "VB", Word: "Go"}}}}
	for _, c := range []struct{ gold, system *treebank.Item }{
		{nil, nil}, {nil, words}, {words, nil}, {words, tree}, {tree, words}, {words, &treebank.Item{}},
	} {
		p, err := draw.Compare(c.gold, c.system)
		require.Error(t, err)
		require.Nil(t, p)
	}
	for _, it := range []*treebank.Item{words, tree} {
		_, err := draw.Compare(it, it)
		require.NoError(t, err)
	}
}
