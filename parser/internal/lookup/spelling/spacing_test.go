package spelling_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/lookup/spelling"
	"parser/parser/internal/segment"
)

// spacedOut returns sentences with a blank after each token, which are separated by blanks; "+" joins the words of one.
func spacedOut(t *testing.T, lines ...string) []*conll.Sentence {
	var b strings.Builder
	for _, line := range lines {
		n := 0
		for _, token := range strings.Fields(line) {
			words := strings.Split(token, "+")
			if len(words) > 1 {
				b.WriteString(strings.Join([]string{strconv.Itoa(n+1) + "-" + strconv.Itoa(n+len(words)), strings.Join(words, ""), "_\t_\t_\t_\t_\t_\t_\t_\n"}, "\t"))
			}
			for _, w := range words {
				n++
				b.WriteString(strconv.Itoa(n) + "\t" + strings.ReplaceAll(w, "_", " ") + "\t_\t_\t_\t_\t_\t_\t_\t_\n")
			}
		}
		b.WriteString("\n")
	}
	sentences, err := textfile.ReadAll(conll.NewReader(strings.NewReader(b.String()), "spaced").Read)
	require.NoError(t, err)
	return sentences
}

func TestUsual(t *testing.T) {
	lines := []string{
		`Cô nói : " Vâng , tôi đi . "`, `" Đi đâu ? " - anh hỏi ( nhỏ ) ...`, `Bài 3 / 4 : "_" xong !`, `Nhà+mình , " vui ; buồn .`,
		`( “ Hết ” ) .`,
	}
	for range 20 {
		lines = append(lines, "Vâng , đi .")
	}
	sentences := spacedOut(t, lines...)
	before, err := segment.Of(sentences)
	require.NoError(t, err)
	usual, joined, err := spelling.Usual(sentences)
	require.NoError(t, err)
	require.Equal(t, 5+6+4+4+5+2*20, joined)
	got, err := segment.Of(usual)
	require.NoError(t, err)
	require.Equal(t, `Cô nói: "Vâng, tôi đi." "Đi đâu?" - anh hỏi (nhỏ)... Bài 3/4: " " xong! Nhàmình, "vui; buồn. (“Hết”).`+
		strings.Repeat(" Vâng, đi.", 20)+"\n", got)
	after, err := segment.Of(sentences)
	require.NoError(t, err)
	require.Equal(t, before, after, "the treebank itself stays")

	again, joined, err := spelling.Usual(usual)
	require.NoError(t, err)
	require.Zero(t, joined)
	require.Equal(t, usual, again, "text that is usual already stays")
}

// A few marks say nothing about a treebank.
func TestUsualOfFew(t *testing.T) {
	_, joined, err := spelling.Usual(spacedOut(t, "Vâng , đi .", "Vâng , đi ."))
	require.NoError(t, err)
	require.Zero(t, joined)
}
