package lookup_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"parser/parser/internal/lookup"
)

// TestForm by hand, in several scripts.
func TestForm(t *testing.T) {
	for in, want := range map[string]string{
		"owl": "owl", "été": "été", "": "", "3,5": "3,5",
		"e\u0301te\u0301": "été", "v\u0061\u0300o": "vào", "so\u0302\u0301": "số",
		"й": "й", "\u0438\u0306": "й", "\u1112\u1161\u11ab": "한", "か\u3099": "が", "Å": "Å", "\u212b": "Å",
		// ligatures and joined shapes
		"ﬁnally": "finally", "oﬀ": "off", "ﬆone": "stone", "ĳs": "ijs", "ŀl": "l·l", "ǆep": "džep", "մﬓ": "մմն", "ﻻ": "لا", "և": "և", "œuvre": "œuvre", "ß": "ß",
		// what is as wide as ideographs, or narrow
		"Ｐｙｔｈｏｎ": "Python", "１２": "12", "ｶﾞ": "ガ", "（": "(", "，": ",", "、": "、", "￥": "¥",
		// superscripts, symbols and numbers in circles are no other letters
		"m²": "m²", "½": "½", "①": "①", "™": "™", "…": "…", "ª": "ª",
		// what is not seen
		"re\u00adopened": "reopened", "\u200eowl\u200f": "owl", "\u202bשלום\u202c": "שלום", "a\u200bb": "ab", "\ufeffa": "a", "❤\ufe0f": "❤", "葛\U000e0100": "葛",
		"\u2066x\u2069": "x", "\u061cx": "x", "x\u2060y": "xy", "e\u00ad\u0301": "é",
		// joiners where scripts spell with them, and in emoji
		"می\u200cخواهم": "می\u200cخواهم", "क्\u200dष": "क्\u200dष", "ක්\u200dර": "ක්\u200dර", "o\u200cwl": "owl", "o\u200dwl": "owl", "\u200dowl": "owl",
		"👩\u200d👧": "👩\u200d👧", "👩🏽\u200d🚀": "👩🏽\u200d🚀", "❤\ufe0f\u200d🔥": "❤\u200d🔥", "👩\u200d": "👩", "👩\u200dx": "👩x", "e\u0301\u200cx": "éx",
		// nothing would be left
		"\u00ad": "\u00ad", "\u200e\u200b": "\u200e\u200b", "\u200d": "\u200d",
		// bytes that are no characters
		"a\xffe\u0301": "a\xffé", "\ufffd": "\ufffd",
	} {
		require.Equal(t, want, lookup.Form(in), "%+q", in)
		require.Equal(t, lookup.Form(in), lookup.Form(lookup.Form(in)), "%+q", in)
	}
}

// TestFormIsFree: most words are their own form, which costs nothing.
func TestFormIsFree(t *testing.T) {
	for _, form := range strings.Fields("owl été Straße łąka число խոսք 水 東京 한국어 ภาษา số خواهم … « 😀") {
		require.Zero(t, testing.AllocsPerRun(10, func() { _ = lookup.Form(form) }), form)
	}
}

// TestPieces: pieces of a word have the forms that they should have, unless a ligature belongs to two.
func TestPieces(t *testing.T) {
	for _, c := range []struct{ word, parts, want string }{
		{"can't", "ca n't", "ca n't"}, {"e\u0301te\u0301s", "ét és", "e\u0301t e\u0301s"}, {"\u200ea\u00adb\u200ec", "a bc", "\u200ea\u00ad b\u200ec"},
		{"ﬁne", "fi ne", "ﬁ ne"}, {"ﬁne", "f ine", "f ine"}, {"가\u11ab나", "간 나", "가\u11ab 나"}, {"abc", "ab", "ab"}, {"ab", "ab c", "ab c"},
	} {
		require.Equal(t, c.want, strings.Join(lookup.Pieces(c.word, strings.Fields(c.parts)), " "), "%+q", c.word)
	}
}

// FuzzForm: a form is its own form, has something where the word has, and is NFC.
func FuzzForm(f *testing.F) {
	for _, seed := range []string{"owl", "e\u0301", "ﬁ\u0301", "\u200d\u200c", "か\u3099", "\u1112\u1161\u11ab", "ﾞ",
		"\xff\u0301", "क्\u200d\u200d", strings.Repeat("\u0301", 40)} {
		f.Add(seed)
	}
	var table *lookup.Table
	words := lookup.New(lookup.MarksOf(slices.Values(strings.Fields("' - don't re-do « » , Ｘ １ ❤\ufe0f"))))
	f.Fuzz(func(t *testing.T, word string) {
		for _, of := range []func(string) string{lookup.Form, table.Form, lookup.New(nil).Form, words.Form, words.Spelled} {
			form := of(word)
			require.Equal(t, form, of(form))
			require.Equal(t, word == "", form == "")
			require.Equal(t, utf8.ValidString(word), utf8.ValidString(form))
			require.True(t, form == word || norm.NFC.IsNormalString(form))
		}
		require.Equal(t, lookup.Form(word), lookup.Form(norm.NFC.String(word)))
	})
}

// BenchmarkForm: words of a text in ASCII, with accents, and in Cyrillic.
func BenchmarkForm(b *testing.B) {
	for name, text := range map[string]string{
		"ascii": "The owl that lived in the barn flew over the field .", "accents": "La chouette a été vue près de l' étang où naît la rivière .",
		"cyrillic": "Сова, что жила в амбаре, летала над полем .", "decomposed": norm.NFD.String("La chouette a été vue près de l' étang où naît la rivière ."),
	} {
		words := strings.Fields(text)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, w := range words {
					_ = lookup.Form(w)
				}
			}
		})
	}
}
