package engine_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/conll18"
	"parser/parser/internal/engine"
	"parser/parser/internal/segment"
	"parser/parser/text"
	"parser/testdata/testkit"
)

// unspaced are texts in languages whose words have no blanks between them, and the treebanks of their models.
var unspaced = map[string]struct{ treebank, text string }{
	"ja": {"ud/ja", "昨日は朝から雨が降っていたので、駅まで歩かずにバスに乗りました。図書館では新しい辞書を三冊借りた。"},
	"zh": {"ud/zh", "昨天早上一直下雨，所以我沒有走路，而是坐公車去車站。圖書館裡有很多新的詞典，我借了三本。"},
	"th": {"ud-more/th", "เมื่อวานฝนตกตั้งแต่เช้า ฉันจึงนั่งรถเมล์ไปห้องสมุดและยืมหนังสือใหม่สามเล่ม"},
}

// cutText returns the sentences that the model of a language finds in a raw text.
func cutText(t *testing.T, p *engine.Parser, raw string) []*conll.Sentence {
	t.Helper()
	in, err := p.Text(strings.NewReader(raw), "raw", text.Options{})
	require.NoError(t, err)
	sentences, err := textfile.ReadAll(in.Read)
	require.NoError(t, err)
	return sentences
}

// TestWrappedLines: a line may end between any two letters of scripts without blanks, and only MISC tells that one is
// there.
func TestWrappedLines(t *testing.T) {
	for lang, c := range unspaced {
		p := modelOf(t, lang)
		want := formsOf(cutText(t, p, c.text))
		require.Greater(t, len(want), 12, lang)
		for at := range c.text {
			before, _ := utf8.DecodeLastRuneInString(c.text[:at])
			after, _ := utf8.DecodeRuneInString(c.text[at:])
			if at == 0 || unicode.IsSpace(before) || unicode.IsSpace(after) {
				continue
			}
			raw := c.text[:at] + "\n" + c.text[at:]
			sentences := cutText(t, p, raw)
			require.Equal(t, want, formsOf(sentences), "%q", raw)
			again, err := segment.Of(sentences)
			require.NoError(t, err)
			require.Equal(t, raw, again)
		}
	}
}

// formsOf returns the forms of all words, with an empty one after each sentence.
func formsOf(sentences []*conll.Sentence) (forms []string) {
	for _, s := range sentences {
		for i := range s.Words {
			forms = append(forms, s.Words[i].Form)
		}
		forms = append(forms, "")
	}
	return forms
}

// TestWrappedTreebanks: where lines end after every 30 characters, as many words of dev are found as without.
func TestWrappedTreebanks(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("without PARSER_DEEP")
	}
	const length, most = 30, 0.3
	for lang, c := range unspaced {
		p := modelOf(t, lang)
		gold, err := conll.ReadFile(testkit.Shared(t, c.treebank+"/dev.conllu.gz"))
		require.NoError(t, err)
		raw, err := segment.Of(gold)
		require.NoError(t, err)
		var wrapped strings.Builder
		column := 0
		for _, r := range raw {
			if column++; column > length && !unicode.IsSpace(r) {
				wrapped.WriteByte('\n')
				column = 1
			}
			if wrapped.WriteRune(r); r == '\n' {
				column = 0
			}
		}
		var words, ends [2]float64
		for i, raw := range []string{raw, wrapped.String()} {
			system := cutText(t, p, raw)
			require.NoError(t, p.ParseAll(t.Context(), system, 2))
			scores, err := conll18.Score(gold, system)
			require.NoError(t, err)
			words[i], ends[i] = float64(scores.Words.F1()), float64(scores.Sentences.F1())
		}
		t.Logf("%s: words %.2f, in lines %.2f; sentences %.2f, %.2f", lang, words[0], words[1], ends[0], ends[1])
		require.InDelta(t, words[0], words[1], most, lang)
		require.InDelta(t, ends[0], ends[1], 4*most, lang)
	}
}
