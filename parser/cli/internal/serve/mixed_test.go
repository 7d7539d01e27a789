package serve_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	late   = "It is late, and the old dog sleeps in the garden."
	danish = "Det er sent, og den gamle hund sover ude i haven."
)

// Text in one language comes out as its model makes it; other text is refused by its line and language.
func TestAuto(t *testing.T) {
	s := newServed(t)
	unsigned := strings.NewReplacer("# model = english-ewt-2.16\n", "", `{"model":"english-ewt-2.16","id"`, `{"id"`)
	ask := func(model, data string, more ...any) answer {
		body := map[string]any{"model": model, "data": data, "offsets": "characters"}
		for i := 0; i < len(more); i += 2 {
			body[more[i].(string)] = more[i+1]
		}
		return s.post("/v1/parse", body)
	}
	for _, data := range []string{late, late + "\n\n1984\n" + late + "\n", "1984", ""} {
		for _, output := range []string{"conllu", "json"} {
			want, got := ask("en", data, "output", output), ask("auto", data, "output", output)
			require.Equal(t, http.StatusOK, got.StatusCode, got.body)
			require.Equal(t, want.body, unsigned.Replace(got.body))
			if data != "" {
				require.Equal(t, "english-ewt-2.16", got.Header.Get("X-Model"))
			}
		}
	}
	page := "<h1>Late</h1><p hidden>" + danish + "</p><p>It is&nbsp;la-\nte,<br>and</p>" + late
	for _, more := range [][]any{{"markup", "html"}, {"markup", "html", "dehyphenate", true}, {"dehyphenate", true}} {
		want, got := ask("en", page, more...), ask("auto", page, more...)
		require.Equal(t, want.body, unsigned.Replace(got.body))
	}
	a := ask("auto", late+"\n"+danish)
	require.Equal(t, http.StatusBadRequest, a.StatusCode)
	require.Contains(t, a.body, "data:2: there is no model for the language of the text (da), but: english-ewt-2.16, heads, trees")
	for _, c := range []struct {
		want string
		more []any
	}{
		{"reads the input", []any{"input", "conllu"}}, {"the markup can be", []any{"markup", "roff"}},
		{"the width", []any{"width", -1}}, {"the output of this model", []any{"output", "penman"}}, {"lines and", []any{"lines", true, "paragraphs", true}},
	} {
		a := ask("auto", late, c.more...)
		require.Equal(t, http.StatusBadRequest, a.StatusCode, a.body)
		require.Contains(t, a.body, c.want)
	}
}

func TestIdentify(t *testing.T) {
	s := newServed(t)
	ask := func(body map[string]any) (all []map[string]any) {
		a := s.post("/v1/identify", body)
		require.Equal(t, http.StatusOK, a.StatusCode, a.body)
		var got struct{ Languages []map[string]any }
		require.NoError(t, json.Unmarshal([]byte(a.body), &got))
		return got.Languages
	}
	all := ask(map[string]any{"data": late + "\n\n" + danish})
	require.Len(t, all, 3)
	for i, want := range []string{"en", "unknown", "da"} {
		require.Equal(t, want, all[i]["language"])
		require.EqualValues(t, i+1, all[i]["line"])
	}
	require.Equal(t, danish, all[2]["text"])
	require.Len(t, ask(map[string]any{"data": late + "\n\n" + danish, "by": "paragraph"}), 2)
	require.Equal(t, "nb", ask(map[string]any{"data": danish, "by": "document", "among": []string{"nb", "de"}})[0]["language"])
	require.Empty(t, ask(map[string]any{"data": ""}))
	for want, body := range map[string]map[string]any{
		"by can be line": {"data": late, "by": "word"}, `\"xx\" is not one`: {"data": late, "among": []string{"xx"}}, "is missing": {},
	} {
		a := s.post("/v1/identify", body)
		require.Equal(t, http.StatusBadRequest, a.StatusCode)
		require.Contains(t, a.body, want)
	}
}
