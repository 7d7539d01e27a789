package cli

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
)

func TestDetectFormat(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", formCoNLL},
		{"\n \t\r\n", formCoNLL},
		{"# sent_id = a/b\n", formCoNLL},
		{"#a/b\n1\tWe\twe\tPRON\n", formCoNLL},
		{"1\tWe/us\ta/b\tc/d\te/f\tg/h\n", formCoNLL},
		{"1 We we PRON PRP _ 2 nsubj _ _\n", formCoNLL},
		{"We\twe\tPRON\n", formCoNLL},
		{"We/PRP left/VBD\n", formTagged},
		{"\ufeff\r\n  We/PRP\tleft/VBD", formTagged},
		{"#/# 5/CD\n", formTagged},
		{"% notes\nWe/PRP\n", formBrackets},
		{"%/NN rises/VBZ\n", formTagged},
		{"(/-LRB- a/DT\n", formTagged},
		{"1984/CD was/VBD a year/NN\n", formTagged},
		{"We/PRP left .\n", formUnknown},
		{"We/PRP left\n", formTagged},
		{"We left .\n", formUnknown},
		{"(S (NN and/or))\n", formBrackets},
		{"(S\n", formBrackets},
		{"( (S (NN a)))\n", formBrackets},
		{"\ufeff((S (NN a)))", formBrackets},
		{"# a comment\n*x*x*\n", formBrackets},
		{"/* a/b\n*/(S (NN a))\n", formBrackets},
		{"/~* a/b *~/", formBrackets},
		{strings.Repeat("# much to say\n", textfile.BufferSize) + "(S)", formCoNLL}, // too far
		{strings.Repeat("(A ", textfile.BufferSize), formBrackets},
		{strings.Repeat("a/B ", textfile.BufferSize), formTagged},
	} {
		for _, in := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			r := bufio.NewReaderSize(in, textfile.BufferSize)
			require.Equal(t, c.want, detectFormat(r), "%.40q", c.text)
			all, err := io.ReadAll(r)
			require.NoError(t, err)
			require.Equal(t, c.text, string(all))
		}
	}
}

// Nothing is read that is not needed: the next byte may be a long time coming.
func TestDetectionDoesNotWait(t *testing.T) {
	for _, text := range []string{"We/PRP left/VBD\n", "# a\n(S\n", "\n1\tWe\n"} {
		in := io.MultiReader(iotest.OneByteReader(strings.NewReader(text)), iotest.ErrReader(io.ErrNoProgress))
		r := bufio.NewReaderSize(in, textfile.BufferSize)
		require.NotEmpty(t, detectFormat(r))
		read, err := r.Peek(len(text) + 1)
		require.Equal(t, text, string(read))
		require.ErrorIs(t, err, io.ErrNoProgress)
	}
}

func TestDamagedGzip(t *testing.T) {
	model := trained(t, "in-order")
	r := run(t, "\x1f\x8bnonsense", "parse", "--model", model)
	require.Equal(t, result{statusFailed, "", "parser: stdin: gzip: invalid header\n"}, r)
	r = run(t, "\x1f\x8bnonsense", "parse", "--model", trained(t, "arc-hybrid"))
	require.Equal(t, result{statusFailed, "", "parser: stdin: gzip: invalid header\n"}, r)
}
