package textfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func packed(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return out.String()
}

func TestOpenLooksThroughGzip(t *testing.T) {
	for _, text := range []string{"", "a", "plain\ntext\n", packed(t, "plain\ntext\n")} {
		name := filepath.Join(t.TempDir(), "f")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		f, err := Open(name, nil)
		require.NoError(t, err)
		fromStdin, err := Open(StdinName, strings.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, []string{name, "stdin"}, []string{f.Name, fromStdin.Name})
		want := text
		if strings.HasPrefix(text, packings[0].magic) {
			want = "plain\ntext\n"
		}
		for _, r := range []*Reader{f, fromStdin} {
			got, err := io.ReadAll(r)
			require.NoError(t, err)
			require.Equal(t, want, string(got))
			require.NoError(t, r.Close())
		}
		require.ErrorIs(t, f.Close(), os.ErrClosed)
	}
	_, err := Open(filepath.Join(t.TempDir(), "none"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	name := filepath.Join(t.TempDir(), "damaged")
	require.NoError(t, os.WriteFile(name, []byte(packings[0].magic+"xyz"), 0o666))
	_, err = Open(name, nil)
	require.ErrorContains(t, err, name+": ")
}

// A reader of a reader shares its buffer and loses none of its content.
func TestNewTakesOverAnOpenText(t *testing.T) {
	r, err := New(iotest.OneByteReader(strings.NewReader(ByteOrderMark+"text")), "f")
	require.NoError(t, err)
	again, err := New(r, "f")
	require.NoError(t, err)
	require.Same(t, r.Reader, again.Reader)
	again.SkipMark()
	again.SkipMark() // there is one only
	rest, err := io.ReadAll(again)
	require.NoError(t, err)
	require.Equal(t, "text", string(rest))
}

// Only the beginning of a line over the limit is kept in memory.
func TestLinesAreBounded(t *testing.T) {
	const limit = 100
	long := strings.Repeat("x", 50)
	r := &Reader{Reader: bufio.NewReaderSize(strings.NewReader("a\n"+long+"\n"+strings.Repeat("y", 100_000)+"\nlast"), 16)}
	for _, want := range []string{"a\n", long + "\n"} {
		line, err := r.Line(limit)
		require.NoError(t, err)
		require.Equal(t, want, string(line))
	}
	line, err := r.Line(limit)
	require.NoError(t, err)
	require.Greater(t, len(line), limit)
	require.Less(t, cap(line), 1000)
	line, err = r.Line(limit)
	require.NoError(t, err)
	require.Equal(t, "last", string(line))
	require.Equal(t, 4, r.Lines)
	for range 2 {
		line, err = r.Line(limit)
		require.Equal(t, io.EOF, err)
		require.Empty(t, line)
	}
	require.Equal(t, 4, r.Lines)
}

// A line over the limit is returned before it ends, and skipped when the next is requested, also by
// readers of items; a stream that breaks meanwhile reports its error.
func TestLongLinesAreNotWaitedFor(t *testing.T) {
	broken := errors.New("broken")
	for _, rest := range []string{"x\nlast\n", "x"} {
		in := io.MultiReader(strings.NewReader(strings.Repeat("x", 3*BufferSize)), strings.NewReader(rest), iotest.ErrReader(broken))
		r, err := New(iotest.OneByteReader(in), "f")
		require.NoError(t, err)
		line, err := r.Line(BufferSize)
		require.NoError(t, err)
		require.Len(t, line, 2*BufferSize)
		if strings.HasSuffix(rest, "\n") {
			line, err = r.Line(BufferSize)
			require.NoError(t, err)
			require.Equal(t, "last\n", string(line))
		}
		_, err = r.Line(BufferSize)
		require.ErrorIs(t, err, broken)
	}
	text := strings.Repeat("x", 3*BufferSize) + "\nlast\n"
	peeked := NewItems(strings.NewReader(text), "f", func(text *Reader) (string, error) {
		text.Peek(1)
		line, err := text.Line(BufferSize)
		return string(line), err
	})
	all, err := ReadAll(peeked.Read)
	require.NoError(t, err)
	require.Equal(t, []string{text[:2*BufferSize], "last\n"}, all)
}

func TestWhole(t *testing.T) {
	for size, ok := range map[int]bool{0: true, 9: true, 10: true, 11: false, 1000: false} {
		r, err := New(strings.NewReader(strings.Repeat("x", size)), "f")
		require.NoError(t, err)
		text, err := r.Whole(10)
		if ok {
			require.NoError(t, err)
			require.Len(t, text, size)
		} else {
			require.EqualError(t, err, "f: file too large: more than 10 bytes")
		}
	}
	r, err := New(iotest.ErrReader(io.ErrClosedPipe), "f")
	require.NoError(t, err)
	_, err = r.Whole(10)
	require.EqualError(t, err, "f: "+io.ErrClosedPipe.Error())
	_, err = Settings(filepath.Join(t.TempDir(), StdinName))
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestErrorsNameWhatIsKnown(t *testing.T) {
	columns := &Cause{Rule: "columns", Text: "wrong number of columns"}
	err := &Error{File: "f", Line: 3, Err: fmt.Errorf("%w: 9", columns)}
	require.EqualError(t, err, "f:3: wrong number of columns: 9")
	err.Column = 7
	require.EqualError(t, err, "f:3:7: wrong number of columns: 9")
	err.SentID = "s1"
	require.EqualError(t, err, "f:3:7: [s1] wrong number of columns: 9")
	err.Column = 0
	require.EqualError(t, err, "f:3: [s1] wrong number of columns: 9")
	require.ErrorIs(t, err, columns)
	var cause *Cause
	require.ErrorAs(t, err, &cause)
	require.Equal(t, "columns", cause.Rule)
	require.True(t, Resumable(fmt.Errorf("more: %w", err)))
	require.False(t, Resumable(columns))
	require.False(t, Resumable(nil))
}

// numbers are 1, 2, 3, …; the errors replace the numbers that they belong to.
func numbers(last int, bad map[int]error) *Items[int] {
	n := 0
	items := NewItems(strings.NewReader("any text"), "f", func(*Reader) (int, error) {
		if n++; n > last {
			return 0, io.EOF
		}
		return n, bad[n]
	})
	return items
}

func TestReadingGoesOnBehindABadItem(t *testing.T) {
	bad, broken := &Error{File: "f"}, errors.New("broken")
	var got []any
	items := numbers(5, map[int]error{2: bad, 4: broken})
	for n, err := range items.All() {
		got = append(got, n, err)
	}
	require.Equal(t, []any{1, nil, 2, bad, 3, nil, 4, broken}, got)
	_, err := items.Read()
	require.Equal(t, broken, err, "an error of the stream is final")
	for range numbers(5, nil).All() {
		break
	}
	all, err := ReadAll(numbers(3, nil).Read)
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 3}, all)
	_, err = ReadAll(numbers(3, map[int]error{2: bad}).Read)
	require.Equal(t, bad, err)
}

// Writes arrive whole items at a time, and the first error stays.
func TestWriterKeepsItemsWhole(t *testing.T) {
	item := bytes.Repeat([]byte("x"), BufferSize/3)
	var sizes []int
	w := NewWriter(writerFunc(func(p []byte) (int, error) {
		sizes = append(sizes, len(p))
		return len(p), nil
	}))
	for range 5 {
		require.NoError(t, w.Write(item))
	}
	require.NoError(t, w.Flush())
	require.NoError(t, w.Flush())
	require.Equal(t, []int{4 * len(item), len(item)}, sizes)

	for _, c := range []struct{ fails, want error }{{io.ErrClosedPipe, io.ErrClosedPipe}, {nil, io.ErrShortWrite}} {
		calls := 0
		w := NewWriter(writerFunc(func(p []byte) (int, error) {
			calls++
			return len(p) / 2, c.fails
		}))
		require.NoError(t, w.Write(item))
		require.ErrorIs(t, w.Flush(), c.want)
		require.ErrorIs(t, w.Write(item), c.want)
		require.ErrorIs(t, w.Flush(), c.want)
		require.ErrorIs(t, w.Err(), c.want)
		require.Equal(t, 1, calls)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
