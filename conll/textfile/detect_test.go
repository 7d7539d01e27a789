package textfile

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestDetectFormat(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", CoNLL},
		{"\n \t\r\n", CoNLL},
		{"# sent_id = a/b\n", CoNLL},
		{"#a/b\n1\tWe\twe\tPRON\n", CoNLL},
		{"1\tWe/us\ta/b\tc/d\te/f\tg/h\n", CoNLL},
		{"1 We we PRON PRP _ 2 nsubj _ _\n", CoNLL},
		{"We\twe\tPRON\n", CoNLL},
		{"We/PRP left/VBD\n", Tagged},
		{"\ufeff\r\n  We/PRP\tleft/VBD", Tagged},
		{"#/# 5/CD\n", Tagged},
		{"% notes\nWe/PRP\n", Brackets},
		{"%/NN rises/VBZ\n", Tagged},
		{"(/-LRB- a/DT\n", Tagged},
		{"1984/CD was/VBD a year/NN\n", Tagged},
		{"We/PRP left .\n", Unknown},
		{"We/PRP left\n", Tagged},
		{"We left .\n", Unknown},
		{"(S (NN and/or))\n", Brackets},
		{"(S\n", Brackets},
		{"( (S (NN a)))\n", Brackets},
		{"\ufeff((S (NN a)))", Brackets},
		{"# ::id a\n(w / want-01\n", Graphs},
		{"(w\t/", Graphs},
		{" ( w/want-01 :ARG0 (b / boy))", Graphs},
		{"(NN /)", Brackets},
		{"(NN / )", Brackets},
		{"(/ /)", Brackets},
		{"(w/want-01)", Tagged},
		{`{"words":[{"text":"a/b"}]}`, Displacy},
		{"\n[ { \"words\": [", Displacy},
		{"[\n{", Displacy},
		{"{\n", Displacy},
		{"[ ]\n", Displacy},
		{"[] a\n", Unknown},
		{`{" a "}`, Unknown},
		{"{/-LRB- a/DT\n", Tagged},
		{"[2] We left .\n", Unknown},
		{"# a comment\n*x*x*\n", Brackets},
		{"/* a/b\n*/(S (NN a))\n", Brackets},
		{"/~* a/b *~/", Brackets},
		{strings.Repeat("# much to say\n", BufferSize) + "(S)", CoNLL}, // too far
		{strings.Repeat("(A ", BufferSize), Brackets},
		{strings.Repeat("a/B ", BufferSize), Tagged},
	} {
		for _, in := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			r := &Reader{Reader: bufio.NewReaderSize(in, BufferSize)}
			require.Equal(t, c.want, r.Detect(), "%.40q", c.text)
			all, err := io.ReadAll(r)
			require.NoError(t, err)
			require.Equal(t, c.text, string(all))
		}
	}
}

// Detection reads no more than it needs, because the next byte may be a long time coming.
func TestDetectionDoesNotWait(t *testing.T) {
	for _, text := range []string{"We/PRP left/VBD\n", "# a\n(S\n", "\n1\tWe\n"} {
		in := io.MultiReader(iotest.OneByteReader(strings.NewReader(text)), iotest.ErrReader(io.ErrNoProgress))
		r := &Reader{Reader: bufio.NewReaderSize(in, BufferSize)}
		require.NotEmpty(t, r.Detect())
		read, err := r.Peek(len(text) + 1)
		require.Equal(t, text, string(read))
		require.ErrorIs(t, err, io.ErrNoProgress)
	}
}
