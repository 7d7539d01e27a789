package textfile

import (
	"fmt"
	"io"
	"os"
)

const (
	// MaxWhole is the maximal size in bytes of a text that has to be in memory as a whole.
	MaxWhole = 1 << 28
	// MaxSettings is the maximal size in bytes of a settings file: templates, head rules,
	// parameters of scorers, tokens of a server.
	MaxSettings = 1 << 20
)

// ErrTooLarge is the cause if a file that is read whole is too large.
var ErrTooLarge = NewCause("too-large", "file too large")

// Whole returns the rest of a text; if that is more than limit bytes, the error is ErrTooLarge,
// with the file's name.
func (r *Reader) Whole(limit int) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	case len(text) > limit:
		return nil, fmt.Errorf("%s: %w: more than %d bytes", r.Name, ErrTooLarge, limit)
	}
	return text, nil
}

// Settings returns the text of a file of at most MaxSettings bytes.
func Settings(name string) ([]byte, error) {
	file, err := os.Open(name) // "-" is an ordinary file here
	if err != nil {
		return nil, err
	}
	defer file.Close()
	f, err := New(file, name)
	if err != nil {
		return nil, err
	}
	return f.Whole(MaxSettings)
}
