package lemma_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/structure/internal/lemma"
)

// TestSpelling by hand.
func TestSpelling(t *testing.T) {
	for pair, edits := range map[string]string{
		"dogs dog":       ". . . . -",
		"Dogs dog":       ". l . . -",
		"cities city":    ". . . . -y - -",
		"running run":    ". . . . - - - -",
		"gesagt sagen":   ". - - . . . -en",
		"usa USA":        ". u u u",
		"wrote write":    ". . . -i . .",
		"hund gehund":    ".ge . . . .",
		"كتب كَتَب":      ". .َ .َ .",
		"والكتاب كِتَاب": ". - - - .ِ .َ . .",
		"_ _":            ". .",
		"İzmir izmir":    ". l . . . .",
		"STRASSE Straße": ". . l l l -ß - l",
	} {
		form, text, _ := strings.Cut(pair, " ")
		require.Equal(t, strings.Fields(edits), lemma.Spelling(form, text), pair)
		requireSpelled(t, form, text)
	}
	require.Equal(t, []string{`.\t`, "."}, lemma.Spelling("a", "\ta"))
	require.Equal(t, []string{".be"}, lemma.Spelling("", "be"))
}

// TestSpellingOfOtherForms: words that are inflected alike are spelled alike.
func TestSpellingOfOtherForms(t *testing.T) {
	for form, want := range map[string]string{"رفض": "رَفَض", "كتب": "كَتَب", "كت": "", "كتبت": "", "": ""} {
		made, ok := lemma.Spell(form, lemma.Spelling("درس", "دَرَس"))
		require.Equal(t, want, made)
		require.Equal(t, want != "", ok)
	}
	for _, edits := range [][]string{{".", ""}, {".", "x"}, {".", "é"}, {"."}, nil} {
		_, ok := lemma.Spell("a", edits)
		require.False(t, ok, "%q", edits)
	}
}

// TestSpellingOfLongWords: they cost no more than a moment.
func TestSpellingOfLongWords(t *testing.T) {
	long := strings.Repeat("ab", 1<<16)
	requireSpelled(t, long, long)
	requireSpelled(t, long, "c"+long)
	require.Equal(t, lemma.Copied, lemma.Spelling(long, long)[1<<16])
}

func requireSpelled(t *testing.T, form, text string) {
	edits := lemma.Spelling(form, text)
	require.Len(t, edits, 1+len(strings.Split(form, "")))
	for _, edit := range edits {
		require.NotEmpty(t, edit)
		require.False(t, strings.ContainsAny(edit, "\t\n"), "%q", edit)
	}
	made, ok := lemma.Spell(form, edits)
	require.True(t, ok, "%q of %q %q", edits, form, text)
	require.Equal(t, text, made, "%q of %q", edits, form)
}

// FuzzSpelling: Spell is the inverse of Spelling for any strings.
func FuzzSpelling(f *testing.F) {
	for _, pair := range []string{
		"Häuser Haus", "was be", "İstanbul istanbul", "STRASSE straße", "ǅ ǆ", "ſ S", "\xff \xff", "a\xff \xc3a", "a \t\n\\t",
		"الدبابة دَبَّابَة", "Σίσυφος ΣΊΣΥΦΟΣ", " x", "x ", "ﬁ FI",
	} {
		form, text, _ := strings.Cut(pair, " ")
		f.Add(form, text)
	}
	f.Fuzz(func(t *testing.T, form, text string) { requireSpelled(t, form, text) })
}
