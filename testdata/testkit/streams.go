package testkit

import (
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Endless is a text that begins with Head and repeats Piece, which may not be empty, without
// end, as /dev/zero does.
type Endless struct {
	Head, Piece string
	Given       int // bytes that were read so far
}

// Read never returns an error.
func (e *Endless) Read(p []byte) (int, error) {
	n := 0
	if e.Given < len(e.Head) {
		n = copy(p, e.Head[e.Given:])
	}
	for n < len(p) {
		n += copy(p[n:], e.Piece[(e.Given+n-len(e.Head))%len(e.Piece):])
	}
	e.Given += n
	return n, nil
}

// Repeated is a text that is repeated n times.
func Repeated(text string, n int) io.Reader {
	return io.LimitReader(&Endless{Piece: text}, int64(len(text)*n))
}

// Failing returns a writer that takes n bytes and then fails with os.ErrClosed.
func Failing(n int) io.Writer { return &failing{n} }

type failing struct{ n int }

func (f *failing) Write(b []byte) (int, error) {
	if len(b) > f.n {
		n := f.n
		f.n = 0
		return n, os.ErrClosed
	}
	f.n -= len(b)
	return len(b), nil
}

// HeapBelow returns a check that the heap holds less than most bytes more than it does now.
func HeapBelow(t testing.TB, most int64) (check func()) {
	heap := func() int64 {
		var s runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	before := heap()
	return func() {
		t.Helper()
		require.Less(t, heap()-before, most)
	}
}
