package structure_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/ptb"
)

// spelled returns the forms of a sentence.
func spelled(s *conll.Sentence) string {
	var forms []string
	for i := range s.Words {
		forms = append(forms, s.Words[i].Form)
	}
	return strings.Join(forms, " ")
}

// TestVaried: copies stand between a treebank and silver trees, are of sources of their own, and change no digest.
func TestVaried(t *testing.T) {
	dependencies := structure.Named("dependencies")
	var d treebank.Data
	for i := range 20 {
		end := [...]string{".", "dwarfs", "."}[i%3]
		words := []conll.Word{{Form: fmt.Sprint("McBirds", i), Head: 2}, {Form: "SING", Head: 0}, {Form: end, Head: 2}}
		if i == 8 {
			words[2].Form = "..."
		}
		if i == 10 {
			words[1].Head = 3 // on the mark, which stays
		}
		d.Sentences = append(d.Sentences, &conll.Sentence{Words: words, File: "birds", Line: 5*i + 1})
	}
	varied := dependencies.Varied(d)
	require.Len(t, d.Sentences, 20)
	require.Equal(t, d.Sentences, varied.Sentences[:20])
	var copies []string
	for i, s := range varied.Sentences[20:] {
		copies = append(copies, spelled(s))
		require.Equal(t, treebank.Source{Share: 1, Variant: true}, varied.Sources[varied.From[20+i]])
	}
	require.Equal(t, []string{"McBirds0 SING", "mcbirds4 sing dwarfs", "MCBIRDS6 SING .", "McBirds8 SING …", "mcbirds14 sing .", "MCBIRDS16 SING DWARFS"}, copies)
	require.Equal(t, d.Digest(), varied.Digest())
	gold := varied.Gold()
	require.Equal(t, d.Sentences, gold.Sentences)
	require.Equal(t, "birds", varied.Sentences[20].File)
	require.Equal(t, 21, varied.Sentences[21].Line)

	var both treebank.Data
	both.Join(treebank.Source{Name: "one", Share: 2}, d)
	both.Join(treebank.Source{Name: "two", Share: 1}, d.First(1))
	both.Join(treebank.Source{Name: "one", Share: 1, Silver: true}, d.First(3))
	mixed := dependencies.Varied(both)
	require.Equal(t, 21+7+3, mixed.Len())
	require.Equal(t, both.Digest(), mixed.Digest())
	var names []string
	for i, from := range mixed.From[21:] {
		s := mixed.Sources[from]
		names = append(names, fmt.Sprint(s.Name, " ", s.Share, " ", s.Variant, " ", s.Silver, " ", mixed.Sentences[21+i].Words[0].Form))
	}
	require.Equal(t, []string{
		"one 2 true false McBirds0", "one 2 true false mcbirds4", "one 2 true false MCBIRDS6", "one 2 true false McBirds8",
		"one 2 true false mcbirds14", "one 2 true false MCBIRDS16", "two 1 true false McBirds0",
		"one 1 false true McBirds0", "one 1 false true McBirds1", "one 1 false true McBirds2",
	}, names)

	trees := treebank.Data{Trees: []*ptb.Tree{{}}}
	require.Equal(t, trees, structure.Named("constituents").Varied(trees), "brackets have no variants")
	none := treebank.Data{Sentences: []*conll.Sentence{{Words: []conll.Word{{Form: "鳥"}}}}}
	varied = dependencies.Varied(none)
	require.Equal(t, 1, varied.Len(), "nothing to drop, no case")
}
