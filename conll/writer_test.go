package conll

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/testdata/testkit"
)

// write prints sentences into a string.
func write(t testing.TB, all ...*Sentence) string {
	t.Helper()
	var out strings.Builder
	w := NewWriter(&out)
	for _, s := range all {
		require.NoError(t, w.Write(s))
	}
	require.NoError(t, w.Flush())
	return out.String()
}

// TestRoundTrip prints inputs unchanged.
func TestRoundTrip(t *testing.T) {
	crlf := strings.ReplaceAll(small, "\n", "\r\n")
	mixed := strings.Replace(small, "\n2", "\r\n2", 1)
	for _, text := range []string{
		small,
		smallX,
		small + small,
		smallX + small,
		strings.TrimSuffix(small, "\n"),
		strings.TrimSuffix(small, "\n\n"),
		small + "\n\n\n" + small,
		"\n \n" + small + "\t\n\r\n" + small + "\n\n",
		crlf + crlf,
		strings.TrimSuffix(crlf, "\r\n"),
		mixed + small + mixed,
		"\ufeff" + crlf + mixed,
		"\ufeff\n" + smallX,
		strings.Replace(small, "\n2", "\n# in between\n2", 1),
		strings.TrimSuffix(small, "\n") + "# behind\n\n" + small,
		"1\ta\r\t_\t_\t_\t_\t_\t_\t_\tb\r\r\n# \r\r\n2\ta\t_\t_\t_\t_\t_\t_\t_\t\r",
	} {
		require.Equal(t, text, write(t, read(t, text)...), "%q", text)
	}
}

func TestOnlyHeadAndDeprelChange(t *testing.T) {
	s := read(t, small)[0]
	s.Words[0].Head, s.Words[0].Deprel = 2, "dep"
	s.Words[1].Head, s.Words[1].Deprel = NoHead, "_"
	want := strings.Replace(small, "4\tnsubj\t", "2\tdep\t", 1)
	want = strings.Replace(want, "4\tcop", "_\t_", 1)
	require.Equal(t, want, write(t, s))
}

// TestOtherOrder writes sentences in another order and from several files: there must be blank
// lines between them, and no byte order mark in the middle.
func TestOtherOrder(t *testing.T) {
	bare := strings.TrimSuffix(small, "\n\n")
	a := read(t, "\ufeff"+small+small+bare)
	out := write(t, a[2], a[1], a[0])
	require.Equal(t, small+small+small, out)
	one := read(t, strings.TrimSuffix(small, "\n"))
	require.Equal(t, small+small[:len(small)-1], write(t, one[0], one[0]))
}

func TestWriteByHand(t *testing.T) {
	s := &Sentence{
		Words:  []Word{{Form: "Hi", Deprel: "root"}, {Form: "there", Head: 1, Deprel: "advmod"}},
		Extras: []Extra{{0, "# hand-made"}, {9, "# end"}},
	}
	require.Equal(t, "# hand-made\n1\tHi\t_\t_\t_\t_\t0\troot\t_\t_\n2\tthere\t_\t_\t_\t_\t1\tadvmod\t_\t_\n# end\n\n", write(t, s))
}

func TestUnwritable(t *testing.T) {
	for _, c := range []struct {
		change func(*Sentence)
		cause  error
	}{
		{func(s *Sentence) { s.Words = nil }, errNoWords},
		{func(s *Sentence) { s.Words[0].Form = "a\tb" }, errField},
		{func(s *Sentence) { s.Words[4].Misc = "a\nb" }, errField},
		{func(s *Sentence) { s.Extras[1].Text = "# a\nb" }, errField},
		{func(s *Sentence) { s.Extras[1].Text = "" }, errField},
		{func(s *Sentence) { s.Words[1].Head = 6 }, ErrHead},
		{func(s *Sentence) { s.Words[1].Head = -2 }, ErrHead},
		{func(s *Sentence) { s.Words[1].Head = 2 }, ErrSelfLoop},
	} {
		bad := read(t, small)[0]
		c.change(bad)
		var out strings.Builder
		w := NewWriter(&out)
		require.NoError(t, w.Write(read(t, small)[0]))
		err := w.Write(bad)
		require.ErrorIs(t, err, c.cause)
		require.ErrorContains(t, err, "test:1: [s1] ")
		require.NoError(t, w.Write(read(t, small)[0]))
		require.NoError(t, w.Flush())
		require.Equal(t, small+small, out.String())
	}
}

func TestWriteErrorStays(t *testing.T) {
	s := read(t, small)[0]
	const sentences = 1000
	for n := 0; n < sentences*len(small); n += 9973 {
		w := NewWriter(testkit.Failing(n))
		var failed error
		for range sentences {
			if err := w.Write(s); failed == nil {
				failed = err
			} else {
				require.Equal(t, failed, err)
			}
		}
		require.ErrorIs(t, w.Flush(), os.ErrClosed)
		require.ErrorIs(t, w.Flush(), os.ErrClosed)
	}
	w := NewWriter(testkit.Failing(sentences * len(small)))
	for range sentences {
		require.NoError(t, w.Write(s))
	}
	require.NoError(t, w.Flush())
}

type short struct{}

func (short) Write(p []byte) (int, error) { return len(p) / 2, nil }

func TestShortWrite(t *testing.T) {
	w := NewWriter(short{})
	require.NoError(t, w.Write(read(t, small)[0]))
	require.ErrorIs(t, w.Flush(), io.ErrShortWrite)
}

func FuzzReader(f *testing.F) {
	for _, text := range []string{small, smallX, small + small + small + "\n\r\n" + small, "\ufeff" + smallX, "1\ta\tb\tc\td\te\n\n2"} {
		f.Add([]byte(text), false)
		f.Add([]byte(text), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, latin1 bool) {
		if latin1 {
			data = asUTF8(t, data)
		}
		good, bad, out := roundTrip(t, data)
		slow := NewReader(iotest.OneByteReader(bytes.NewReader(data)), "")
		slowGood, slowBad := testkit.All(slow.All())
		require.Equal(t, good, slowGood)
		require.Equal(t, bad, slowBad)
		if len(bad) == 0 && len(good) > 0 {
			require.Equal(t, string(data), out)
		}
		again, bad, fixed := roundTrip(t, []byte(out))
		require.Empty(t, bad)
		require.Equal(t, out, fixed)
		require.Len(t, again, len(good))
		for i := range good {
			require.Equal(t, good[i].Words, again[i].Words)
			require.Equal(t, good[i].Extras, again[i].Extras)
		}
	})
}

// roundTrip reads data and writes the good sentences.
func roundTrip(t *testing.T, data []byte) ([]*Sentence, []error, string) {
	r := NewReader(bytes.NewReader(data), "")
	good, bad := testkit.All(r.All())
	var out bytes.Buffer
	w := NewWriter(&out)
	for _, s := range good {
		require.NoError(t, w.Write(s))
	}
	require.NoError(t, w.Flush())
	return good, bad, out.String()
}

// asUTF8 returns a text in ISO-8859-1 as UTF-8.
func asUTF8(t *testing.T, data []byte) []byte {
	r := &textfile.Reader{Reader: bufio.NewReaderSize(bytes.NewReader(data), textfile.BufferSize), Name: "f"}
	if err := r.Decode("iso-8859-1"); err != nil {
		return data // it does not begin as text does
	}
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return text
}

func BenchmarkWrite(b *testing.B) {
	s, err := NewReader(strings.NewReader(small), "").Read()
	require.NoError(b, err)
	b.ReportAllocs()
	w := NewWriter(io.Discard)
	words := 0
	for b.Loop() {
		if err := w.Write(s); err != nil {
			b.Fatal(err)
		}
		words += s.Len()
	}
	b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
}
