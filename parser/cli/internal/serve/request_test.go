package serve_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
	"parser/parser/treebank"
)

// wrongTags has a head and a tag that no parser would give.
const wrongTags = "1\tDogs\t_\tADP\tIN\t_\t0\troot\t_\t_\n2\tbark\t_\tVERB\tVBP\t_\t_\t_\t_\t_\n\n"

// What can be asked of a parse can be asked in a request, as JSON and in the address, and does what it does elsewhere.
func TestAskedOfParses(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Models[0].Load = loadOnBoard }) // which has several treebanks
	for _, c := range []struct {
		wish         string
		value        any
		model, input string
		data, output string
		status       int
		want, others string // in the answer with it, and without
	}{
		{"keep-heads", true, "english", "conllu", wrongTags, "", 200, "\t0\troot\t0:root\t_\n2\t", "\t0\troot\t0:root\t_\n\n"},
		{"retag", true, "english", "conllu", wrongTags, "", 200, "1\tDogs\tdog\tNOUN\tNNS\t", "1\tDogs\tdog\tADP\tIN\t"},
		{"valid", true, "english", "text", "Dogs bark.", "", 200, "\tnsubj\t", "\tnsubj\t"},
		{"beam", 4, "english", "text", "Dogs bark.", "", 200, "\tnsubj\t", "\tnsubj\t"},
		{"nbest", 2, "english", "text", "I saw the man with it.", "", 200, "# nbest = 2", "# sent_id = 1"},
		{"confidence", true, "english", "text", "Dogs bark.", "", 200, "# probability = ", "# sent_id = 1"},
		{"only", "words", "english", "text", "Dogs bark.", "", 200, "1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n", "1\tDogs\tdog\tNOUN\t"},
		{"only", "tags", "english", "text", "Dogs bark.", "", 200, "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t_\t_\t_\t_\n", "\t2\tnsubj\t2:nsubj\t"},
		{"only", "trees", "english", "text", "Dogs bark.", "", 200, "\t2\tnsubj\t_\t", "\t2\tnsubj\t2:nsubj\t"},
		{"only", "words", "english", "text", "Dogs bark.", "json", 200, `"form":"Dogs"}`, `"head":2`},
		{"spans", true, "trees", "brackets", "(TOP (VP (NNS Dogs) (VBP bark)))", "", 200, "(TOP (VP ", "(TOP (S (NP (NNS Dogs)) "},
		{"only", "tags", "trees", "tagged", "Dogs/NNS bark/VBP", "", 200, "1\tDogs\t_\t_\tNNS\t", "(NNS Dogs)"},
		{"treebank", "gum", "english", "text", "Dogs bark.", "", 200, "\tnsubj\t", "\tnsubj\t"},

		{"treebank", "gum", "trees", "tagged", "Dogs/NNS bark/VBP", "", 400, "treebank: bad training options: the model tells no treebanks apart", ""},
		{"spans", true, "english", "text", "Dogs bark.", "", 400, "spans: ", ""},
		{"valid", true, "trees", "tagged", "Dogs/NNS", "", 400, "valid: ", ""},
		{"beam", 41, "english", "text", "Dogs bark.", "", 400, "beam is from 0 to 40, not 41", ""},
		{"beam", -1, "english", "text", "Dogs bark.", "", 400, "beam is from 0 to 40, not -1", ""},
		{"only", "moods", "english", "text", "Dogs bark.", "", 400, `moods`, ""},
		{"only", "words", "english", "text", "Dogs bark.", "svg", 400, "the output of this model can be conllu", ""},
	} {
		t.Run(fmt.Sprint(c.wish, c.value, c.model), func(t *testing.T) {
			body := map[string]any{"model": c.model, "input": c.input, "output": c.output, "data": c.data}
			if c.others != "" {
				a := s.post("/v1/parse", body)
				require.Equal(t, http.StatusOK, a.StatusCode, a.body)
				require.Contains(t, a.body, c.others)
			}
			body[c.wish] = c.value
			a := s.post("/v1/parse", body)
			require.Equal(t, c.status, a.StatusCode, a.body)
			require.Contains(t, a.body, c.want)
			address := url.Values{}
			for name, value := range body {
				if name != "data" {
					address.Set(name, fmt.Sprint(value))
				}
			}
			same := s.do("POST", "/v1/parse?"+address.Encode(), c.data, "Content-Type", "text/plain")
			require.Equal(t, a.body, same.body)
		})
	}
	for body, want := range map[string]string{
		`{"data": "x", "nbest": "many"}`:                                     `"nbest\" must be a whole number, not string`,
		`{"data": "x", "retag": 1}`:                                          `"retag\" must be true or false, not number`,
		`{"data": "x", "only": false}`:                                       `"only\" must be a string, not bool`,
		`{"data": "x", "lexicon": "/etc/passwd"}`:                            `there is no lexicon \"/etc/passwd\": the server has none`,
		`{"data": "x", "only": "words", "pictures": true, "output": "json"}`: "there are no pictures of words",
	} {
		a := s.do("POST", "/v1/parse", body, "Content-Type", "application/json")
		require.Equal(t, http.StatusBadRequest, a.StatusCode)
		require.Contains(t, a.body, want)
	}
}

// More different requests than are kept are answered as well.
func TestManyRequests(t *testing.T) {
	s := newServed(t)
	for n := range 20 {
		for _, only := range []string{"words", "tags", "trees", ""} {
			a := s.post("/v1/parse", map[string]any{"model": "english", "data": "Dogs bark.", "beam": n, "only": only})
			require.Equal(t, http.StatusOK, a.StatusCode, a.body)
		}
	}
}

// All that can be asked has a name that addresses, JSON and other languages can write.
func TestNamesOfWishes(t *testing.T) {
	for _, o := range (&treebank.Request{}).Options() {
		require.Regexp(t, `^[a-z]+(-[a-z]+)*$`, o.Name)
	}
}
