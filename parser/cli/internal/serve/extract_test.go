package serve_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// kept is a tree that no model would make.
const kept = "# sent_id = a\n1\tDogs\tdog\tNOUN\t_\t_\t2\tobj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n\n"

func TestExtract(t *testing.T) {
	s := newServed(t)
	type found struct {
		Model string
		Items []struct {
			Sentence int
			ID       string `json:"sent_id"`
			Kind     string
			Parts    map[string]struct {
				Text             string
				Head, Start, End int
				Words            []int
			}
			Notes map[string]string
		}
	}
	ask := func(body map[string]any) found { return of[found](t, s.post("/v1/extract", body)) }
	got := ask(map[string]any{"data": "It rains. The letter was written by a young poet.", "set": "triples"})
	require.Equal(t, "english-ewt-2.16", got.Model)
	letter := got.Items[len(got.Items)-1]
	require.Equal(t, 2, letter.Sentence)
	require.Equal(t, "triple", letter.Kind)
	require.Equal(t, map[string]string{"passive": "yes"}, letter.Notes)
	require.Equal(t, "The letter", letter.Parts["object"].Text)
	require.Equal(t, []int{1, 2}, letter.Parts["object"].Words)
	require.Equal(t, [2]int{10, 20}, [2]int{letter.Parts["object"].Start, letter.Parts["object"].End})
	kind := ask(map[string]any{"data": kept, "input": "conllu", "keep": true, "set": "triples"})
	require.Empty(t, kind.Model)
	require.Equal(t, "Dogs", kind.Items[0].Parts["object"].Text)
	require.Equal(t, "a", kind.Items[0].ID)
	require.Empty(t, ask(map[string]any{"data": "", "set": "clauses"}).Items)
	require.Len(t, ask(map[string]any{"data": "Dogs bark.", "set": "kind: act\nv: {upos:VERB}=v"}).Items, 1)
	for want, body := range map[string]map[string]any{
		"the sets of the program are": {"data": "x", "set": "../secret"},
		"is missing":                  {"set": "triples"},
		"keep is of":                  {"data": "x", "set": "triples", "keep": true},
		"does not make dependencies":  {"model": "trees", "data": "x", "set": "triples"},
		"data:1":                      {"data": "1\tx\n", "input": "conllu", "keep": true, "set": "triples"},
		"there is no model":           {"model": "xx", "data": "x", "set": "triples"},
	} {
		a := s.post("/v1/extract", body)
		require.Contains(t, []int{http.StatusBadRequest, http.StatusNotFound}, a.StatusCode)
		require.Contains(t, a.body, want)
	}
}
