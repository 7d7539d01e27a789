package serve_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// TestUnnamedModels: a request that names no model is answered by the first of those in question that reads its data, and
// every answer names its model.
func TestUnnamedModels(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Unnamed = []string{"heads", "english-ewt-2.16", "trees"} })
	tagged := "1\tDogs\tdog\tNOUN\tNNS\t_\t_\t_\t_\t_\n\n"
	for _, c := range []struct{ target, body, want string }{
		{"/v1/parse", "Dogs bark.", "english-ewt-2.16"},
		{"/v1/parse?nbest=5&output=json", "Dogs bark.", "english-ewt-2.16"},
		{"/v1/parse?input=horizontal", "Dogs bark .", "english-ewt-2.16"},
		{"/v1/parse", tagged, "heads"},
		{"/v1/parse?input=conllu", tagged, "heads"},
		{"/v1/parse?input=tagged", "Dogs/NNS bark/VBP", "trees"},
		{"/v1/parse?input=brackets", "(TOP (NN dog))", "trees"},
		{"/v1/parse?model=trees&input=tagged", "Dogs/NNS bark/VBP", "trees"},
		{"/v1/parse?model=ENGLISH-EWT-2.16", "Dogs bark.", "english-ewt-2.16"},
		{"/v1/parse?model=en", "Dogs bark.", "english-ewt-2.16"},
		{"/process?data=" + strings.ReplaceAll("Dogs bark.", " ", "+") + "&tokenizer&parser", "", "english-ewt-2.16"},
	} {
		a := s.do("POST", c.target, c.body)
		require.Equal(t, 200, a.StatusCode, a.body)
		require.Equal(t, c.want, a.Header.Get("X-Model"), c.target)
	}
	require.Contains(t, s.do("GET", "/v1/models", "").body, `"default":"english-ewt-2.16"`)
	require.Contains(t, s.do("GET", "/models", "").body, `"default_model":"english-ewt-2.16"`)
	a := s.do("POST", "/v1/parse?model=heads&input=text", "Dogs bark.")
	require.Equal(t, 400, a.StatusCode)
	require.Contains(t, a.body, `the input of this model can be conllu, not \"text\"; the model is heads, and text can be read by: english-ewt-2.16`)
	a = s.do("POST", "/v1/trace", `{"data": "Dogs bark."}`, "Content-Type", "application/json")
	require.Equal(t, "english-ewt-2.16", a.Header.Get("X-Model"), a.body)
	a = s.do("POST", "/v1/compare", `{"models": ["english-ewt-2.16", "heads"], "data": "Dogs bark."}`, "Content-Type", "application/json")
	require.Equal(t, []string{"english-ewt-2.16", "heads"}, a.Header.Values("X-Model"), a.body)

	first := newServed(t)
	require.Equal(t, "english-ewt-2.16", first.do("POST", "/v1/parse", tagged).Header.Get("X-Model"), "without a rule the first answers")
}

// TestOtherNamesOfModels, such as those of languages, are those that Options.Means knows.
func TestOtherNamesOfModels(t *testing.T) {
	s := newServed(t, func(o *serve.Options) {
		o.Means = func(name string, of []string) string {
			require.Equal(t, []string{"english-ewt-2.16", "heads", "trees"}, of)
			return map[string]string{"Heads of words": "heads", "nothing": "none"}[name]
		}
	})
	require.Equal(t, "heads", s.do("POST", "/v1/parse?model=Heads+of+words", "1\tDogs\t_\tNOUN\tNNS\n\n").Header.Get("X-Model"))
	for _, name := range []string{"nothing", "klingon"} {
		require.Equal(t, 404, s.do("POST", "/v1/parse?model="+name, "x").StatusCode)
	}
}

// TestOtherHosts: the log tells once what to do if a name of the server is not known, and a client is not told.
func TestOtherHosts(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Hosts = []string{"127.0.0.1"} })
	for range 3 {
		a := s.do("GET", "/healthz", "", "Host", "parser.example.org")
		require.Equal(t, 421, a.StatusCode)
		require.NotContains(t, a.body, "--host")
	}
	require.Equal(t, 1, strings.Count(s.log.String(), "start it with --host NAME"))
	require.NotContains(t, s.log.String(), "example.org")
}
