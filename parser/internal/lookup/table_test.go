package lookup_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/lookup"
)

// tableOf returns the table of a treebank with these words, each as often as it stands here.
func tableOf(words string) *lookup.Table {
	return lookup.New(lookup.MarksOf(slices.Values(strings.Fields(words))))
}

// looked returns a sentence as it is looked up. Words are separated by blanks, "_" stands between two without one in the text.
func looked(t *lookup.Table, sentence string) string {
	var words []conll.Word
	for form := range strings.FieldsSeq(sentence) {
		if form == "_" {
			words[len(words)-1].Misc = "SpaceAfter=No"
			continue
		}
		words = append(words, conll.Word{Form: form, Lemma: "_", Misc: "_"})
	}
	var forms []string
	for _, w := range t.Words(words) {
		forms = append(forms, w.Form)
	}
	return strings.Join(forms, " ")
}

func TestMarksOf(t *testing.T) {
	m := lookup.MarksOf(slices.Values(strings.Fields(`owls , don't ... , Ｘ２ » rock'n'roll . . U.S. ’tis …… !!!! Ｘ`)))
	require.Equal(t, []string{",", ".", "...", "»", "……"}, m.Words)
	require.Equal(t, []string{".", "!", "'", "Ｘ", "…", "２", "’"}, m.Inside)
	other := lookup.MarksOf(slices.Values(strings.Fields(`» ! ,`)))
	require.Equal(t, []string{",", "»"}, m.In(other).Words)
	require.Equal(t, []string{"»", "!", ",", ".", "...", "……"}, other.And(m).Words)
}

// TestWords: marks that a treebank lacks are looked up as those that it has, in use alike; those that it has, as themselves.
func TestWords(t *testing.T) {
	const english = `" " " ' “ ” . , ! ? - ... ( ) $ * / & ; : % it's re-read`
	for _, c := range []struct{ treebank, in, want string }{
		{english, "„ _ Ja _ “ _ , sagde", `" Ja “ , sagde`},
		{english, "» _ Ja _ « . « _ Ja _ » 「 x 」 ¿ _ Qué _ ?", `" Ja " . " Ja " " x " " Qué ?`},
		{english, "‹ x › ‚ y ‛ [ z ] ⟨ z ⟩ { z }", "' x ' ' y ' ( z ) ( z ) ( z )"},
		{english, "€ 5 ₹ 6 ¤ 7 … — – ~ • ؟ 。 ، 、 ； ： ‰ ⁄ ＆", "$ 5 $ 6 ¤ 7 ... - - - * ? . , , ; : % / &"},
		{english, "don’t dónʼt x‑y 1–2 －5 l＇eau", "don't dón't x-y 1-2 -5 l'eau"},
		{english, `“ ” " ' . → ☂`, `“ ” " ' . → ☂`},
		// pairs of two marks: by what is next to them, or in turns
		{"« » . ( )", `( _ " _ a _ " _ ) " _ b _ " _ .`, "( « a » ) « b » ."},
		{"« » .", `" a " b " c " .`, "« a » b « c » ."},
		{"« » .", "“ a ‘ b ’ c ” . „ d “ ” e ”", "« a « b » c » . « d » « e »"},
		{"„ “ .", "« a » » b « » c »", "„ a “ „ b “ „ c “"},
		{"„ “ .", "dogs _ ' _ s rock _ ’ _ n", "dogs ' s rock ’ n"},
		{"” ” ’ .", "“ a ” « b » ' c '", "” a ” ” b ” ’ c ’"},
		{"` 「 」 『 』 。 、", "“ a ” . , !", "「 a 」 。 、 。"},
		// the most frequent pair, or another sort
		{"« » „ “ „ “", `" _ a _ "`, "„ a “"},
		{"“ ” ' ' '", `« _ a _ » ‘ _ b _ ’`, "“ a ” ' b '"},
		{"' . ,", `« _ a _ »`, "' a '"},
		{"( ) [ ] [ ]", `" _ a _ " { b }`, "[ a ] [ b ]"},
		{`"`, "( a )", `" a "`},
		// wide marks and letters stay where the treebank has them
		{"（ ） ， 。 Ｘ", "( a ) , ， Ｘ Ｙ", "（ a ） ， ， Ｘ Y"},
		{english, "（ Ｘ ） ， e\u0301 ｶﾞ", "( X ) , é ガ"},
		// so does the style of emoji
		{"❤\ufe0f", "❤\ufe0f 👍 ⭐\ufe0f 葛\U000e0100", "❤\ufe0f 👍 ⭐\ufe0f 葛"},
		{"❤", "❤\ufe0f", "❤"},
		// commas where there are no pairs; nothing alike, or nothing known
		{". ,", `" € ( #`, ", € , #"},
		{".", `" € ( #`, `" € ( #`},
		{"owl", `" _ a _ " （`, `" a " (`},
	} {
		require.Equal(t, c.want, looked(tableOf(c.treebank), c.in), "%s: %s", c.treebank, c.in)
		require.Equal(t, c.treebank, looked(tableOf(c.treebank), c.treebank))
	}
	require.Equal(t, "❤\ufe0f", tableOf("❤").Spelled("❤\ufe0f"))
	require.Equal(t, "Xé", tableOf("❤").Spelled("Ｘe\u0301"))
	require.Equal(t, `" a " (`, looked(lookup.New(nil), `" a " （`))
	require.Equal(t, "« a （ é ❤\ufe0f", looked(nil, "« a （ e\u0301 ❤\ufe0f"))
}

// TestWordsOfTheCaller: they stay, with all their columns.
func TestWordsOfTheCaller(t *testing.T) {
	words := []conll.Word{{Form: "owls", Lemma: "owl"}, {Form: "e\u0301", Lemma: "e\u0301", UPOS: "X", Head: 1}}
	seen := tableOf(". ,").Words(words)
	require.Equal(t, "e\u0301", words[1].Form)
	require.Equal(t, []conll.Word{{Form: "owls", Lemma: "owl"}, {Form: "é", Lemma: "é", UPOS: "X", Head: 1}}, seen)
	require.Zero(t, testing.AllocsPerRun(10, func() { _ = tableOfCommas.Words(words[:1]) }))
}

var tableOfCommas = tableOf(". ,")

// BenchmarkWords looks a sentence up.
func BenchmarkWords(b *testing.B) {
	var words []conll.Word
	for form := range strings.FieldsSeq("The owl , which lived in the “ barn ” , flew over été and the число of fields .") {
		words = append(words, conll.Word{Form: form, Lemma: "_", Misc: "_"})
	}
	t := tableOf(`" “ ” . , - it's`)
	b.ReportAllocs()
	for b.Loop() {
		_ = t.Words(words)
	}
}
