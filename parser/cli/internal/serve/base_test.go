package serve_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
	"parser/parser/internal/engine"
)

// withBasedTrees serves two models of constituents more, which have a base for raw text.
func withBasedTrees(o *serve.Options) {
	for _, name := range []string{"texts", "texts-too"} {
		o.Models = append(o.Models, serve.Source{Name: name, Load: func() (*engine.Parser, error) {
			p, err := trainedTrees()
			if err != nil {
				return nil, err
			}
			base, err := loadEnglish()
			if err != nil {
				return nil, err
			}
			return p.WithBase(base)
		}})
	}
}

// TestTreesOfText: a model of constituents with a base reads raw text, and words with or without tags; it says so
// in the list of models.
func TestTreesOfText(t *testing.T) {
	s := newServed(t, withBasedTrees)
	var list struct {
		Models []struct {
			Name            string
			Text, NeedsTags bool
			Inputs          []string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(s.do("GET", "/v1/models", "").body), &list))
	require.Equal(t, []string{"conllu", "tagged", "brackets"}, list.Models[2].Inputs)
	require.Equal(t, []string{"text", "conllu", "horizontal", "vertical", "tagged", "brackets"}, list.Models[3].Inputs)
	require.True(t, list.Models[3].Text)
	require.False(t, list.Models[3].NeedsTags)

	const bare = "1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n2\tbark\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
	for name, c := range map[string]struct {
		path  string
		query map[string]any
		want  []string
	}{
		"raw text": {"/v1/parse", map[string]any{"model": "texts", "data": "The dog barked. Dogs bark."}, []string{"(DT The) (NN dog)", "(NNS Dogs)"}},
		"JSON": {
			"/v1/parse", map[string]any{"model": "texts", "input": "text", "output": "json", "data": "The dog barked."},
			[]string{`"form":"dog","xpos":"NN"`, `"tree":"(TOP `},
		},
		"without tags": {"/v1/parse", map[string]any{"model": "texts", "input": "conllu", "data": bare}, []string{" Dogs)", "(VBP bark)"}},
		"with tags":    {"/v1/parse", map[string]any{"model": "texts", "input": "tagged", "data": "Dogs/CD bark/CD"}, []string{"(CD Dogs) ", "(CD bark)"}},
		"a trace":      {"/v1/trace", map[string]any{"model": "texts", "data": "The dog barked."}, []string{`"final":"(TOP `, "(NN dog)"}},
		"a comparison": {"/v1/compare", map[string]any{"models": []string{"texts", "texts-too"}, "data": "The dog barked."}, []string{`"differences":0,"words":4`}},
	} {
		a := s.post(c.path, c.query)
		require.Equal(t, http.StatusOK, a.StatusCode, "%s: %s", name, a.body)
		for _, want := range c.want {
			require.Contains(t, a.body, want, name)
		}
	}
	a := s.post("/v1/parse", map[string]any{"model": "trees", "input": "text", "data": "Dogs bark."})
	require.Equal(t, http.StatusBadRequest, a.StatusCode)
	a = s.post("/v1/parse", map[string]any{"model": "texts", "input": "penman", "data": "Dogs bark."})
	require.Equal(t, http.StatusBadRequest, a.StatusCode)
}
