package places

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/structure"
	"parser/transition"
)

// FuzzModelName: whatever a language is called, its models lie in the folder of models, each kind
// under its own name, which also tells the kind.
func FuzzModelName(f *testing.F) {
	for _, lang := range []string{"en", "..", "a/b", `a\b`, "en-brackets", "en-amr", "en-upos", "-x", "", "C:", "en.npz", "é"} {
		f.Add(lang)
	}
	f.Fuzz(func(t *testing.T, lang string) {
		if err := CheckLanguage(lang); err != nil {
			require.ErrorIs(t, err, ErrUsage)
			return
		}
		names := map[string]bool{}
		for _, c := range []struct {
			kind  transition.Kind
			field string
			what  string
		}{{transition.Dependencies, "", ""}, {transition.Constituents, "", "a constituency model"},
			{transition.Graphs, "", "a model of graphs"}, {transition.Tags, "upos", "a tagger"}, {transition.Tags, "feats", "a tagger"}} {
			name, err := ModelName(lang, structure.Of(c.kind), c.field)
			if err != nil {
				require.ErrorIs(t, err, ErrUsage)
				continue
			}
			require.True(t, filepath.IsLocal(name) && filepath.Base(name) == name, name)
			require.NoError(t, CheckLanguage(name))
			require.False(t, names[name], name)
			names[name] = true
			_, builds, _ := kindOf(name)
			require.Equal(t, c.what, builds.Model, name)
		}
	})
}
