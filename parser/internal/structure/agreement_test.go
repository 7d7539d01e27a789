package structure_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/decode"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// TestAgreement: a frequent tag does not go with labels that it never bears. A tag is one of leaves if
// hardly any of its words has a dependent. Nothing is known about rare tags.
func TestAgreement(t *testing.T) {
	var sentences []*conll.Sentence
	for i := range 600 {
		s := &conll.Sentence{Words: []conll.Word{
			{Form: "it", UPOS: "PRON", Head: 2, Deprel: "nsubj"}, {Form: "is", UPOS: "VERB", Head: 0, Deprel: "root"},
			{Form: ".", UPOS: "PUNCT", Head: 2, Deprel: "punct"}, {Form: "x", UPOS: "_", Head: conll.NoHead, Deprel: "_"},
		}}
		if i == 0 {
			s.Words[0].Head, s.Words[0].UPOS = 3, "X" // on a mark, by mistake
		}
		sentences = append(sentences, s)
	}
	codec, err := (&structure.Encoding{NonProjective: "head"}).Codec("arc-hybrid", "single")
	require.NoError(t, err)
	bank := codec.Bank(treebank.Data{Sentences: sentences})
	labels := []string{"nsubj", "nsubj↑obj", "punct", "root"}
	require.Equal(t, &decode.Agreement{
		Tags:   []string{"PRON", "PUNCT", "VERB", "X"},
		Labels: [][]int32{{0, 1}, {2}, {3}, {0, 1, 2, 3}},
		Leaves: []int32{0, 1},
		Usual:  []int32{0, 2},
	}, bank.Agreement(labels, nil))
	for _, s := range sentences[:2] {
		s.Words[1].Head, s.Words[2].Head = 3, 0 // twice is no mistake
	}
	require.Equal(t, []int32{0}, bank.Agreement(labels, nil).Leaves)
	for _, s := range sentences {
		for i := range s.Words {
			s.Words[i].UPOS = "_"
		}
	}
	require.Nil(t, bank.Agreement(labels, nil), "without tags")
}
