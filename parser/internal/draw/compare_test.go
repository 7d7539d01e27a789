package draw_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/draw"
)

// A picture has the arcs of gold and of system for each word, marked unless they are the same.
func TestMarksOfComparedSentences(t *testing.T) {
	sentence := func(heads ...int) *conll.Sentence {
		s := &conll.Sentence{}
		for _, head := range heads {
			s.Words = append(s.Words, conll.Word{Form: "w", Head: head, Deprel: "dep"})
		}
		return s
	}
	gold, system := sentence(2, 0, 2, 3, conll.NoHead), sentence(3, 0, 2, 2, 4)
	system.Words[1].Deprel = "root"
	p, err := draw.CompareSentences(gold, system)
	require.NoError(t, err)
	require.ElementsMatch(t, []draw.Arc{
		{Head: 2, Dep: 1, Label: "dep", Mark: draw.GoldOnly}, {Head: 3, Dep: 1, Label: "dep", Mark: draw.SystemOnly},
		{Head: 0, Dep: 2, Label: "dep", Mark: draw.GoldOnly}, {Head: 0, Dep: 2, Label: "root", Mark: draw.SystemOnly},
		{Head: 2, Dep: 3, Label: "dep"},
		{Head: 3, Dep: 4, Label: "dep", Mark: draw.GoldOnly}, {Head: 2, Dep: 4, Label: "dep", Mark: draw.SystemOnly},
		{Head: 4, Dep: 5, Label: "dep"}, // not wrong, since gold has no head
	}, p.Arcs)
	require.Equal(t, 3, p.Differences())
	_, err = draw.CompareSentences(gold, sentence(0))
	require.ErrorIs(t, err, draw.ErrDiffers)
}
