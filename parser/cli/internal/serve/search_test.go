package serve_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// Patterns are found in text, which a model parses, and in trees that are sent.
func TestSearch(t *testing.T) {
	s := newServed(t)
	ask := func(body map[string]any) (all []map[string]any) {
		a := s.post("/v1/search", body)
		require.Equal(t, http.StatusOK, a.StatusCode, a.body)
		var got struct{ Matches []map[string]any }
		require.NoError(t, json.Unmarshal([]byte(a.body), &got))
		return got.Matches
	}
	all := ask(map[string]any{"pattern": "{upos:VERB}=v >nsubj {}=s", "data": "The old dog barks. It sleeps.", "context": true})
	require.Len(t, all, 2)
	require.Equal(t, "The old [dog]s [barks]v .", all[0]["context"])
	require.EqualValues(t, 2, all[1]["sentence"])
	const tree = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
	all = ask(map[string]any{"pattern": "{}=a >~r {}", "data": tree, "input": "conllu"})
	require.Equal(t, []map[string]any{{
		"sentence": 1.0, "text": "Dogs bark", "match": map[string]any{"words": "2", "text": "bark"},
		"nodes": []any{map[string]any{"name": "a", "words": "2", "text": "bark"}}, "names": map[string]any{"r": "nsubj"},
	}}, all)
	all = ask(map[string]any{"pattern": "NP", "data": "(S (NP (NN dogs)) (VP (VBP bark)))", "input": "brackets"})
	require.Equal(t, map[string]any{"words": "1", "text": "dogs", "label": "NP"}, all[0]["match"])
	require.Empty(t, ask(map[string]any{"pattern": "{}", "data": "", "input": "conllu"}))

	for want, body := range map[string]map[string]any{
		`\"pattern\" is missing`:                  {"data": tree},
		"is missing":                              {"pattern": "{}"},
		"column 1: a node such as {} is expected": {"pattern": "NP", "data": tree, "input": "conllu"},
		"column 1: a label is expected":           {"pattern": "{}", "data": "(S)", "input": "brackets"},
		`not \"tagged\"`:                          {"pattern": "{}", "data": tree, "input": "tagged"},
		"data:1":                                  {"pattern": "{}", "data": "Dogs bark.", "input": "conllu"},
		"column 2":                                {"pattern": "{", "data": "Dogs bark."},
	} {
		a := s.post("/v1/search", body)
		require.Equal(t, http.StatusBadRequest, a.StatusCode, a.body)
		require.Contains(t, a.body, want)
	}
}

// Edits change sentences that are sent, or that a model finds in text; what is wrong with them is refused.
func TestSearchRewrites(t *testing.T) {
	s := newServed(t)
	const tree = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
	body := map[string]any{"pattern": "{} >nsubj=e {}", "rewrite": "relabelNamedEdge -edge e -reln nsubj:x", "data": tree + tree, "input": "conllu"}
	answer := func() (got struct {
		CoNLLU  string
		Changed int
	}) {
		a := s.post("/v1/search", body)
		require.Equal(t, http.StatusOK, a.StatusCode, a.body)
		require.NoError(t, json.Unmarshal([]byte(a.body), &got))
		return got
	}
	got := answer()
	require.Equal(t, strings.Repeat(strings.ReplaceAll(tree, "nsubj", "nsubj:x"), 2), got.CoNLLU)
	require.Equal(t, 2, got.Changed)
	body["pattern"] = "{lemma:cat} >nsubj=e {}"
	got = answer()
	require.Equal(t, tree+tree, got.CoNLLU)
	require.Zero(t, got.Changed)
	body["pattern"], body["data"], body["input"] = "{upos:VERB} >nsubj=e {}", "The old dog barks.", "text"
	require.Contains(t, answer().CoNLLU, "nsubj:x")

	for want, change := range map[string]map[string]any{
		"changes dependencies": {"data": "(S (NN dogs))", "input": "brackets"},
		"rewrite: column 1":    {"rewrite": "paint -edge e"},
		"column 2":             {"pattern": "{"},
		"data:1: bad edits: ":  {"data": tree, "input": "conllu", "pattern": "{}=g >nsubj=e {}=d", "rewrite": "removeNamedEdge -edge e"},
	} {
		for key, value := range body {
			if _, changed := change[key]; !changed {
				change[key] = value
			}
		}
		a := s.post("/v1/search", change)
		require.Equal(t, http.StatusBadRequest, a.StatusCode, a.body)
		require.Contains(t, a.body, want)
	}
}

// A pattern that can be tried in more ways than anybody waits for ends with the request.
func TestSearchEnds(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Limits.Deadline = time.Second })
	word := "\tdog\tdog\tNOUN\tNN\t_\t0\troot\t_\t_\n"
	data := ""
	for _, n := range strings.Fields("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30") {
		data += n + word
	}
	a := s.post("/v1/search", map[string]any{
		"pattern": "{} !.. ({} .. ({} .. ({} .. ({} .. ({} .. ({} .. ({} .. ({} .. ({} .. {lemma:cat})))))))))", "data": data + "\n", "input": "conllu",
	})
	require.Equal(t, http.StatusGatewayTimeout, a.StatusCode, a.body)
}
