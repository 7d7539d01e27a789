package segment

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	how "parser/parser/text"
)

// byUnicodeText reads a text without rules and returns its sentences, with blanks between words.
func byUnicodeText(t *testing.T, text string) (sentences []string) {
	t.Helper()
	var restored bytes.Buffer
	r := NewReader(iotest.HalfReader(strings.NewReader(text)), "t", nil, nil, nil, how.Options{})
	for s, err := range r.All() {
		require.NoError(t, err)
		var forms []string
		for _, w := range s.Words {
			forms = append(forms, w.Form)
		}
		sentences = append(sentences, strings.Join(forms, " "))
		part, err := AppendText(nil, s)
		require.NoError(t, err)
		restored.Write(part)
	}
	require.Equal(t, text, restored.String())
	return sentences
}

// TestByUnicode: marks are words, contractions and numbers stay whole, and lines and marks end sentences.
func TestByUnicode(t *testing.T) {
	for text, want := range map[string][]string{
		"The dog doesn't bark, does it? “No,” he said.": {"The dog doesn't bark , does it ?", "“ No , ” he said ."},
		"It costs $3.50 (or 1,000 kr.) now...":          {"It costs $ 3.50 ( or 1,000 kr . ) now ..."},
		"Ask Mr. Green. go on":                          {"Ask Mr .", "Green . go on"},
		"A line\nand another one. And a third\n\n\nx":   {"A line", "and another one .", "And a third", "x"},
		"l’eau e-mail snow_man www.example.com":         {"l’eau e - mail snow_man www.example.com"},
		"Мама мыла раму. Кошка спит!":                   {"Мама мыла раму .", "Кошка спит !"},
		"हिन्दी भाषा है। दूसरा वाक्य":                   {"हिन्दी भाषा है ।", "दूसरा वाक्य"},
		"我愛狗。你呢？":                                       {"我 愛 狗 。", "你 呢 ？"},
		"コーヒーを":                                         {"コーヒー を"},
		"แมวกินปลา":                                     {"แ ม ว กิ น ป ล า"},
		"":                                              nil,
	} {
		require.Equal(t, want, byUnicodeText(t, text), "%q", text)
	}
}

// TestByUnicodeInWindows: in a paragraph that is longer than a window, the same sentences end.
func TestByUnicodeInWindows(t *testing.T) {
	const sentence = "The dog doesn't see 3.5 cats."
	sentences := byUnicodeText(t, strings.Repeat(sentence+" ", 10*stride)+sentence)
	require.Len(t, sentences, 10*stride+1)
	for _, s := range sentences {
		require.Equal(t, "The dog doesn't see 3.5 cats .", s)
	}
}
