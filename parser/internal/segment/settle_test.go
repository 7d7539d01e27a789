package segment

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	how "parser/parser/text"
)

// gluing is a tagger that ends tokens at blanks alone, and sentences after them where a full stop stands.
func gluing(windows []*conll.Sentence) error {
	for _, w := range windows {
		for i := range w.Words {
			switch u := &w.Words[i]; {
			case strings.HasSuffix(u.UPOS, noBlank):
				u.XPOS = tagInside
			case u.Form == ".":
				u.XPOS = tagSentence
			default:
				u.XPOS = tagToken
			}
		}
	}
	return nil
}

// TestSettle: what text itself says holds against the tagger.
func TestSettle(t *testing.T) {
	for _, test := range []struct {
		name, rules string
		texts       map[string]string
	}{
		{"marks at the edges of words", `{"Lang":"da","Revision":2}`, map[string]string{
			"»Farvel!« sagde han":                 "» Farvel ! « sagde han",
			"(„a b“), c":                          "( „ a b “ ) , c",
			"a word(s) (s)he f(x) \"Jump\"-b":     "a word(s) (s)he f(x) \"Jump\"-b",
			":) :-) ;-( (: a:)":                   ":) :-) ;-( (: a:)",
			"the dogs’ ’tis ’90s rock ’n’ roll":   "the dogs’ ’tis ’90s rock ’n’ roll",
			"‘the dogs’ ‘a’":                      "‘ the dogs ’ ‘ a ’",
			"5’ 6\" \"6 7\"":                      "5’ 6\" \" 6 7 \"",
			"¿qué? que? ¡ay, ay!":                 "¿ qué ? que ? ¡ ay, ay !",
			"「東京」と『大阪』と":                          "「 東京 」 と 『 大阪 』 と",
			"「a」 ⟨b⟩ ⟦c⟧ ‹d› ”e” “f” ‚g‘":         "「 a 」 ⟨ b ⟩ ⟦ c ⟧ ‹ d › ” e ” “ f ” ‚ g ‘",
			"a! b?! c...” d… e.. P!nk f!g 5! h!🍔": "a ! b ?! c ... ” d … e .. P!nk f!g 5 ! h ! 🍔",
			"—“a”—b":                              "— “ a ” —b",
		}},
		{"tokens with brackets that the treebank has", `{"Lang":"ga","Revision":2}`, map[string]string{
			"(1) (a) (ii) (12): (b": "(1) (a) (ii) (12): ( b",
			"(bc a)":                "( bc a )",
		}},
		{"currency", `{"Lang":"da","Revision":2}`, map[string]string{"€5 5€ US$5 $": "€ 5 5 € US$ 5 $"}},
		{"hashtags", `{"Lang":"da","Revision":2}`, map[string]string{
			"#Film2016 (#a_b) dunk?#new dunk#old #1 a.b/#c": "#Film2016 ( #a_b ) dunk ? #new dunk#old #1 a.b/ #c",
		}},
		{"emoji", `{"Lang":"da","Revision":2}`, map[string]string{
			"LOL🍔 🍕🍕🎂! 👍🏽a 🇩🇰🇸🇪 👨‍👩‍👧b 1️⃣a": "LOL 🍔 🍕 🍕 🎂 ! 👍🏽 a 🇩🇰 🇸🇪 👨‍👩‍👧 b 1️⃣ a",
		}},
		{"runs of emoji", `{"Lang":"ru","Revision":2}`, map[string]string{"а🍕🎂🎂 б": "а 🍕🎂🎂 б"}},
		{"abbreviations", `{"Lang":"da","Revision":2}`, map[string]string{
			"Hr. Ek og J. R. Berg kom. Fr. Ek. Han": "Hr. Ek og J. R. Berg kom.|Fr. Ek.|Han",
			"3. juni 5. Han":                        "3. juni 5.|Han",
			"5 kg. mel 5 kg. Hun bl.a. Ek":          "5 kg. mel 5 kg.|Hun bl.a.|Ek",
			"æbler osv. Hun":                        "æbler osv.|Hun",
			"han kom. så gik. iPhone a) b. a) c":    "han kom. så gik.|iPhone a ) b.|a ) c",
			"han kom.\nså":                          "han kom.|så",
		}},
		{"titles that are measures, too", `{"Lang":"ru","Lower":["он"],"Revision":2}`, map[string]string{
			"в г. Москве 1990 г. Он": "в г. Москве 1990 г.|Он",
		}},
		{"treebanks with small beginnings", `{"Lang":"en","Revision":2}`, map[string]string{
			"he came. so \"he came.\" so": "he came.|so \" he came. \" so",
		}},
		{"references", `{"Lang":"da","Revision":2}`, map[string]string{
			"i Vejle.[17][8] Han (gik.)[9] \"Nu.\"[a] Hun": "i Vejle. [ 17 ] [ 8 ]|Han ( gik. ) [ 9 ]|\" Nu. \" [ a ]|Hun",
			"kom.[note 1] Han gik![note 2]":                "kom. [ note 1 ]|Han gik! [ note 2 ]",
			"kom.[5]–[7] Han.[2]:17 Hun.[3]: ja":           "kom. [ 5 ] – [ 7 ]|Han. [ 2 ] : 17|Hun. [ 3 ] : ja",
			"kom. [17] Han. [18]":                          "kom. [ 17 ]|Han. [ 18 ]",
			"kom. [note 1] Han":                            "kom.|[ note 1 ] Han",
			"[1] Ek. [2] Bøg. [3] Pil":                     "[ 1 ] Ek.|[ 2 ] Bøg.|[ 3 ] Pil",
			"Ek.\n[2] Bøg. [3] Pil":                        "Ek.|[ 2 ] Bøg.|[ 3 ] Pil",
			"er ny.² Han.¹² Hun m². Det":                   "er ny. ²|Han. ¹²|Hun m².|Det",
			"kom.[17] og gik.[] Ek.[2, 3] Pil":             "kom. [ 17 ] og gik.[] Ek.[2, 3 ] Pil",
		}},
		{"full stops apart", `{"Lang":"pl","Revision":2}`, map[string]string{"ks. Nowak kom": "ks. Nowak kom"}},
		{"no treebank", `{}`, map[string]string{"a. b": "a.|b"}},
	} {
		for text, want := range test.texts {
			var sentences []string
			for _, s := range readAll(t, text, decoded(t, test.rules), gluing, how.Options{}) {
				var forms []string
				for i := range s.Words {
					forms = append(forms, s.Words[i].Form)
				}
				sentences = append(sentences, strings.Join(forms, " "))
			}
			require.Equal(t, want, strings.Join(sentences, "|"), test.name)
		}
	}
}

// decoded reads stored rules.
func decoded(t *testing.T, stored string) *Rules {
	t.Helper()
	var r Rules
	require.NoError(t, json.Unmarshal([]byte(stored), &r))
	return &r
}

// TestAbbreviationsInLongParagraphs: what is decided about an abbreviation does not depend on its place in a paragraph, which
// is tagged in windows.
func TestAbbreviationsInLongParagraphs(t *testing.T) {
	rules := decoded(t, `{"Lang":"da","Revision":2}`)
	for _, abbreviation := range []string{"Hr.", "bl.a.", "kg.", "J.", "3."} {
		for n := range stride + 3*margin {
			words := append(slices.Repeat([]string{"og"}, n), abbreviation, "Ek")
			words = append(words, slices.Repeat([]string{"og"}, stride+3*margin-n)...)
			var forms []string
			for _, s := range readAll(t, strings.Join(words, " "), rules, gluing, how.Options{}) {
				for i := range s.Words {
					forms = append(forms, s.Words[i].Form)
				}
			}
			require.Equal(t, words, forms, "%s after %d words", abbreviation, n)
		}
	}
}
