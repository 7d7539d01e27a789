package experiment

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/engine"
)

// FuzzResults opens any file as results: it is refused and stays as it is, or, after a result was
// added, opens again with the same results and that one, and no half line is left.
func FuzzResults(f *testing.F) {
	const sound = `{"key":"a","table":"t","variant":"v","lang":"en","seed":1,"program":"x","outcome":{"best":1,"rounds":[{}]}}` + "\n"
	for _, text := range []string{"", sound, sound + `{"key":"b`, sound + "{}\n", "\n" + sound + sound, "{\"key\":\"", "[1]\n", sound + "note"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), "results.jsonl")
		require.NoError(t, os.WriteFile(name, data, 0o600))
		r, err := OpenResults(name)
		if err != nil {
			require.ErrorIs(t, err, ErrResults)
			require.ErrorContains(t, err, name+":")
			same, err := os.ReadFile(name)
			require.NoError(t, err)
			require.Equal(t, data, same)
			return
		}
		run := &Run{
			Key: "new", Variant: &Variant{}, Options: engine.DefaultsFor("arc-hybrid"), Treebank: &Treebank{Lang: "xx"},
			Outcome: &Outcome{Best: 1, Rounds: make([]Round, 1)},
		}
		require.NoError(t, r.add(run, "table"))
		require.NoError(t, r.Close())
		again, err := OpenResults(name)
		require.NoError(t, err)
		defer again.Close()
		require.Len(t, again.known, len(r.known))
		for key, one := range r.known {
			require.Equal(t, one.Seed, again.known[key].Seed)
			require.Equal(t, len(one.Outcome.Rounds), len(again.known[key].Outcome.Rounds))
		}
	})
}
