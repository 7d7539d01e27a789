package conlltest

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
