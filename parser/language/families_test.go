package language_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/language"
)

// TestNearest: the language itself, else one of the narrowest group, else none.
func TestNearest(t *testing.T) {
	many := []string{"cs", "cy", "da", "de", "en", "es", "fi", "fr", "hr", "ky", "nb", "pl", "tr", "ug", "zh"}
	for code, want := range map[string]string{
		"da": "da", "br": "cy", "hsb": "cs", "kk": "ky", "yue": "zh", "no": "nb", "bs": "hr", "et": "fi", "lb": "de", "pcm": "en",
		"az": "tr", "uz": "ug", "la": "es", "lv": "cs", "ja": "", "km": "", "xx": "", "": "",
	} {
		require.Equal(t, want, language.Nearest(code, many), code)
	}
	require.Empty(t, language.Nearest("da", nil))
	require.Equal(t, "xx", language.Nearest("xx", []string{"da", "xx"}), "which has no family")
}

// TestFamilies: every language that is identified has a family, and no language has two.
func TestFamilies(t *testing.T) {
	content, err := os.ReadFile("families.tsv")
	require.NoError(t, err)
	seen := map[string]bool{}
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		code, family, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		require.True(t, ok, line)
		require.Regexp(t, "^[a-z]{2,3}$", code)
		require.NotContains(t, strings.Split(family, "/"), "", line)
		require.False(t, seen[code], code)
		seen[code] = true
	}
	for _, code := range language.Languages() {
		require.True(t, seen[code], code)
	}
}
