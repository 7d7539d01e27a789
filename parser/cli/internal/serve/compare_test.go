package serve_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type comparison struct {
	Sentences []struct {
		SVG                string
		Differences, Words int
	}
}

func TestCompare(t *testing.T) {
	s := newServed(t)
	const data = "Dogs bark. It was late again, and the old man who had seen them went home."
	same := of[comparison](t, s.post("/v1/compare", asked{"models": []string{"english", "en"}, "data": data}))
	require.Len(t, same.Sentences, 2)
	require.Zero(t, same.Sentences[0].Differences+same.Sentences[1].Differences)
	require.Equal(t, 3, same.Sentences[0].Words)

	tagged := withoutHeader(s.process("data", data, "tokenizer", "", "tagger", ""))
	other := of[comparison](t, s.post("/v1/compare", asked{"models": []string{"english", "heads"}, "input": "conllu", "data": tagged}))
	require.Positive(t, other.Sentences[1].Differences)
	require.LessOrEqual(t, other.Sentences[1].Differences, other.Sentences[1].Words)
	for _, sentence := range other.Sentences {
		requireXML(t, sentence.SVG)
		require.NotContains(t, sentence.SVG, "<style")
	}
	raw := of[comparison](t, s.post("/v1/compare", asked{"models": []string{"english", "heads"}, "data": data}))
	for i, sentence := range raw.Sentences {
		require.Equal(t, other.Sentences[i].Differences, sentence.Differences, "the second gets the tags of the first")
	}
	trees := of[comparison](t, s.post("/v1/compare", asked{"models": []string{"trees", "trees"}, "input": "tagged", "data": "Dogs/NNS bark/VBP"}))
	require.Len(t, trees.Sentences, 1)
	require.Zero(t, trees.Sentences[0].Differences)
	require.Empty(t, of[comparison](t, s.post("/v1/compare", asked{"models": []string{"", ""}, "data": ""})).Sentences)

	for message, q := range map[string]asked{
		"two models can be compared, not 1":       {"models": []string{"en"}, "data": data},
		"cannot be compared with one of":          {"models": []string{"en", "trees"}, "data": data},
		"there is no model":                       {"models": []string{"en", "klingon"}, "data": data},
		"the input of this model can be":          {"models": []string{"heads", "en"}, "input": "text", "data": data},
		"word without a tag":                      {"models": []string{"heads", "en"}, "data": strings.ReplaceAll(bare, "NOUN\tNNS", "_\t_")},
		"the body is not the JSON that is expect": {"models": "en", "data": data},
	} {
		a := s.post("/v1/compare", q)
		require.Contains(t, []int{400, 404}, a.StatusCode, a.body)
		require.Contains(t, a.body, message)
	}
}
