package lemma_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/structure/internal/lemma"
)

// TestScript by hand: words that are inflected alike have the same script.
func TestScript(t *testing.T) {
	for script, pairs := range map[string][]string{
		"l:|":       {"the the", "The the", "THE the", "42 42", "了 了", "Çok çok"},
		"k:|":       {"Paris Paris", "NASA NASA", "McDonald McDonald", "iPhone iPhone"},
		"c:|":       {"PARIS Paris", "english English", "ǆora ǅora"},
		"u:|":       {"nasa NASA"},
		"l:|-":      {"dogs dog", "Barks bark"},
		"k:|-":      {"Germans German", "MPs MP"},
		"c:|-":      {"GERMANS German"},
		"l:|---+y":  {"cities city", "Tries try"},
		"l:|----":   {"running run", "Stopping stop"},
		"l:--|":     {"geht ht"},
		"l:--|-":    {"gesagt sag", "GELEBT leb"},
		"l:.-+a|--": {"Häuser haus"},
		"l:+x|":     {"ba xba"},
		"l:|+++-":   {"a a+-"},
		"l:|+|":     {"| ||"},
		"a:be":      {"is be", "Was be"},
		"a:":        {"x ", " "},
		`a:\t\\`:    {"x \t\\"},
		`l:|+\n`:    {"a a\n"},
		`l:|+\\`:    {`a a\`},
	} {
		for _, pair := range pairs {
			form, text, _ := strings.Cut(pair, " ")
			require.Equal(t, script, lemma.Script(form, text), pair)
			requireInverse(t, form, text)
		}
	}
}

// TestScriptsOfOtherForms by hand.
func TestScriptsOfOtherForms(t *testing.T) {
	for _, c := range []struct{ script, form, lemma string }{
		{"l:|---+y", "Parties", "party"},
		{"l:|---+y", "ies", "y"},
		{"l:--|-", "gehört", "hör"},
		{"k:|-", "iPhones", "iPhone"},
		{"u:|-", "usas", "USA"},
		{"l:|--", "ab", ""},
		{"c:|-", "a", ""},
		{"a:be", "", "be"},
		{`a:\n\q\`, "", "\n\\q\\"},
	} {
		made, ok := lemma.Apply(c.script, c.form)
		require.True(t, ok, c.script)
		require.Equal(t, c.lemma, made, c.script)
	}
}

// TestNoScripts: malformed scripts, and those that use more runes than there are, make nothing.
func TestNoScripts(t *testing.T) {
	for _, script := range []string{"", "l", ":", "l:", "l|", "x:|", "L:|", "l:-", "l:||", "l:|-|", "l:|+", "l:+", "l:a|", "l:---|-", "l:|....", "é:|"} {
		made, ok := lemma.Apply(script, "abc")
		require.False(t, ok, script)
		require.Empty(t, made, script)
	}
	_, ok := lemma.Apply("l:|", "\xff")
	require.False(t, ok)
}

// TestLongWords: the lemma is made whole, in no more than a moment.
func TestLongWords(t *testing.T) {
	long := strings.Repeat("ab", 1<<18)
	require.Equal(t, "a:"+long+"c", lemma.Script(long, long+"c"))
	requireInverse(t, long, long)
}

func requireInverse(t *testing.T, form, text string) {
	script := lemma.Script(form, text)
	made, ok := lemma.Apply(script, form)
	require.True(t, ok, "%q of %q %q", script, form, text)
	require.Equal(t, text, made, "%q of %q", script, form)
	require.NotEmpty(t, script)
	require.False(t, strings.ContainsAny(script, "\t\n"), "%q", script)
}

// FuzzScript: Apply is the inverse of Script for any strings.
func FuzzScript(f *testing.F) {
	for _, pair := range []string{
		"Häuser Haus", "was be", "İstanbul istanbul", "STRASSE Straße", "straße STRASSE", "ǅ ǆ", "ſ S", "K k", "\xff \xff", "a \t\n\\t",
		"الدبابة دَبَّابَة", "+|.- .-|+", "Σίσυφος ΣΊΣΥΦΟΣ", " x", "x ", "ͅ Ι", "ﬁ FI",
	} {
		form, text, _ := strings.Cut(pair, " ")
		f.Add(form, text)
	}
	f.Fuzz(func(t *testing.T, form, text string) { requireInverse(t, form, text) })
}

// FuzzApply: any script makes one lemma from a form or none.
func FuzzApply(f *testing.F) {
	f.Add("l:.-+a|--", "Häuser")
	f.Add(`u:|+\`, "a")
	f.Fuzz(func(t *testing.T, script, form string) {
		if made, ok := lemma.Apply(script, form); !ok {
			require.Empty(t, made)
		} else {
			requireInverse(t, form, made)
		}
	})
}
