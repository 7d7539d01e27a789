package frame

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
)

func TestParseList(t *testing.T) {
	var list []string
	same := func(entry string) (string, error) { return entry, nil }
	require.NoError(t, ParseList(&list, "f", " b,a ,c", same))
	require.Equal(t, []string{"b", "a", "c"}, list)
	for _, bad := range []string{"", "a,", "a,,b", "a, a"} {
		require.ErrorIs(t, ParseList(&list, "f", bad, same), ErrUsage, bad)
	}
}

// A word is near if at most a third of its letters are wrong.
func TestNearest(t *testing.T) {
	commands := []string{"train", "parse", "serve", "tag", "eval", "ablate", "get"}
	for word, want := range map[string]string{
		"trian": "train", "pars": "parse", "server": "serve", "evla": "eval", "traiin": "train", "atg": "tag",
		"lemmatize": "", "nonsense": "", "xx": "", "x": "", "": "", "gte": "get", "žrain": "train",
	} {
		require.Equal(t, want, Nearest(word, commands), word)
	}
	require.Equal(t, "ab", Nearest("abc", []string{"ab", "bc"}), "of two the first")
}

func TestEncodings(t *testing.T) {
	for _, name := range encodings() {
		_, err := textfile.Encoding(name)
		require.NoError(t, err)
	}
}
