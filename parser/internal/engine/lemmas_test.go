package engine

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/structure"
)

// TestLemmasAsJSON: the lemmas of random meta data are those that encoding/json reads.
func TestLemmasAsJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	alphabet := []rune("ab\t\"\\/<&>\n\r\b\f\u2028ä本\U0001f600:,{}[] \x01\x7f")
	some := func() string {
		text := make([]rune, random.IntN(5))
		for i := range text {
			text[i] = alphabet[random.IntN(len(alphabet))]
		}
		return string(text)
	}
	fast := 0
	for range 2000 {
		lemmas := map[string]string{}
		for range random.IntN(4) {
			lemmas[some()] = some()
		}
		want := Meta{Format: FormatVersion, Labels: []string{some(), `"Lemmas": {`}, Lemmas: structure.NewDictionary(lemmas), Command: some()}
		text, err := json.MarshalIndent(want, "", " ")
		require.NoError(t, err)
		if start, end, ok := findLemmas(text); ok {
			read, ok := structure.ReadDictionary(text[start:end])
			require.Equal(t, len(lemmas) > 0, ok, string(text))
			if ok {
				require.Equal(t, want.Lemmas, read)
				fast++
			}
		}
		got, err := readMeta(text)
		require.NoError(t, err)
		require.Equal(t, lemmas, maps.Collect(got.Lemmas.All()))
		want.Lemmas, got.Lemmas = nil, nil
		require.Equal(t, want, got)
	}
	require.Greater(t, fast, 1000)
}

// FuzzLemmas: whatever the text, meta data is what encoding/json reads, and so is the error.
func FuzzLemmas(f *testing.F) {
	for _, text := range []string{
		"{\n \"Lemmas\": {\n  \"a\\tNOUN\": \"l:|\",\n  \"\\u003c\\ud83d\\ude00\": \"\\n\"\n }\n}",
		`{"Lemmas": {"a": "b"}, "Lemmas": {"a": "c", "d": "e"}}`, `{"lemmas": {"a": "b"}, "Lemmas": {"a": "c"}}`,
		`{"Lemmas": {"a": "b"}, "lemmas": {"d": "c"}}`, `{"Lemmas": {"a": "b",}}`, `{"Lemmas": {"a" "b"}}`, `{"Lemmas": {"a": 1}}`,
		`{"Lemmas": {"a": null}}`, `{"Lemmas": {"\u12": "b"}}`, `{"Lemmas": {"\u+123": "b"}}`, `{"Lemmas": {"a\`, `{"Lemmas": {"a": "\`, `{"Lemmas": {}}`,
		`{"Lemmas": {"a": "b"}} `, `{"Lemmas": {"a": "b"}}}`, `{"Lemmas": {"a": "b"}`, `{"Lemmas": {"a": "b"}, "Format": "x"}`, `[{"Lemmas": {"a": "b"}}]`,
		"{\"Lemmas\": {\"\xff\": \"b\"}}", "{\"Lemmas\": {\"\x01\": \"b\"}}", `{"Options": {"Lemmas": {"a": "b"}}, "Labels": ["Lemmas"]}`,
		`{"a": "Lemmas", "Lemmas": {"a": "b", "a": "c"}}`, `{"a\"": 1, "Lemmas": {"}": "{"}}`, `"Lemmas": {"a": "b"}`, `{"Lemmas": {"a": "b"]}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want, got Meta
		wantErr, err := json.Unmarshal([]byte(text), &want), got.unmarshal([]byte(text))
		require.Equal(t, wantErr, err)
		if err == nil {
			require.True(t, maps.Equal(maps.Collect(want.Lemmas.All()), maps.Collect(got.Lemmas.All())), text)
			want.Lemmas, got.Lemmas = nil, nil
			require.Equal(t, want, got)
		}
	})
}
