package conll

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
)

func taggedOf(in io.Reader) *textfile.Items[[]Word] {
	return NewTaggedReader(&textfile.Reader{Reader: bufio.NewReaderSize(in, 16), Name: "in"})
}

// readTagged returns the sentences of a text, nil and the error for a bad one.
func readTagged(t *testing.T, r *textfile.Items[[]Word]) (sentences [][]Word, messages []string) {
	for {
		words, err := r.Read()
		switch {
		case err == io.EOF:
			return sentences, messages
		case err != nil:
			require.True(t, textfile.Resumable(err), err)
			messages = append(messages, err.Error())
		}
		sentences = append(sentences, words)
	}
}

func TestTaggedReader(t *testing.T) {
	sentences, messages := readTagged(t, taggedOf(strings.NewReader(
		"\ufeffWe/PRP left/VBD\r\n\n a/b/C\t1\\/2/CD  -LRB-/( \nand so/RB on/\n/NN\nun\u00a0pain/NN\n\xff/NN\nlast/JJ")))
	require.Equal(t, [][]Word{
		{{Form: "We", XPOS: "PRP"}, {Form: "left", XPOS: "VBD"}},
		nil,
		{{Form: "a/b", XPOS: "C"}, {Form: `1\/2`, XPOS: "CD"}, {Form: "-LRB-", XPOS: "("}},
		nil,
		nil,
		{{Form: "un\u00a0pain", XPOS: "NN"}},
		nil,
		{{Form: "last", XPOS: "JJ"}},
	}, sentences)
	require.Equal(t, []string{
		`in:4: word without a tag: "and" is not word/TAG`,
		`in:5: word without a tag: "/NN" is not word/TAG`,
		"in:7: bad character encoding: byte 0xFF is not UTF-8; if the file is windows-1252: --encoding windows-1252",
	}, messages)
}

// A line over the limit is one bad sentence.
func TestTaggedReaderRefusesLongLines(t *testing.T) {
	const many = 100_000
	in := strings.NewReader("a/B\n" + strings.Repeat("a/B ", many) + "\nc/D\n")
	sentences, messages := readTagged(t, taggedLines(&textfile.Reader{Reader: bufio.NewReader(in), Name: "in"}, 100))
	require.Equal(t, [][]Word{{{Form: "a", XPOS: "B"}}, nil, {{Form: "c", XPOS: "D"}}}, sentences)
	require.Equal(t, []string{"in:2: sentence too long: more than 100 bytes"}, messages)
}

func TestTaggedReaderReportsTheStream(t *testing.T) {
	broken := errors.New("disk on fire")
	r := taggedOf(io.MultiReader(strings.NewReader("a/B\nc"), iotest.ErrReader(broken)))
	_, err := r.Read()
	require.NoError(t, err)
	_, err = r.Read()
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "in:2: disk on fire")
	require.False(t, textfile.Resumable(err))
}

// Whatever is read can be written and read again.
func FuzzTaggedReader(f *testing.F) {
	for _, seed := range []string{"We/PRP left/VBD ./.\n", "\n\na/b/C", "\ufeff(/( -LRB-/-LRB-\r\n", "x /y z/", "\xff/A\n", "//SYM"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		sentences, _ := readTagged(t, taggedOf(strings.NewReader(string(text))))
		var again strings.Builder
		for _, words := range sentences {
			for _, w := range words {
				require.True(t, utf8.ValidString(w.Form) && w.Form != "" && w.XPOS != "" && !strings.ContainsAny(w.Form+w.XPOS, textfile.Blanks))
				again.WriteString(w.Form + "/" + w.XPOS + " ")
			}
			again.WriteString("\n")
		}
		second, messages := readTagged(t, taggedOf(strings.NewReader(again.String())))
		require.Empty(t, messages)
		require.Equal(t, sentences, second)
	})
}
