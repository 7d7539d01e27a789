package cli

import (
	"io"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
)

// maxSkipMessages is how many skipped items are named, rather than only counted.
const maxSkipMessages = 20

// reader yields what a file holds, item by item. After an error that is about
// one item only, see textfile.Resumable, it goes on behind that item.
type reader[T any] interface {
	Read() (T, error) // io.EOF at the end
	Close() error
}

// source yields the items of several files, one after another.
type source[T any] struct {
	*input
	item  string // what an item is, for messages
	files []string
	open  func(name string) (reader[T], error)
	check func(T) error // finds more that makes an item bad; may be nil
	// aligned leaves T's zero value in the place of an item that is skipped.
	aligned bool

	reader  reader[T]
	skipped int
}

func newSource[T any](in *input, item string, files []string, open func(string) (reader[T], error)) *source[T] {
	return &source[T]{input: in, item: item, files: files, open: open}
}

// Read returns the next good item, or io.EOF.
func (s *source[T]) Read() (item T, err error) {
	var none T
	for {
		if s.reader == nil {
			if len(s.files) == 0 {
				return none, io.EOF
			}
			if s.reader, err = s.open(s.files[0]); err != nil {
				s.reader = nil
				return none, err
			}
			s.files = s.files[1:]
		}
		item, err = s.reader.Read()
		if err == nil && s.check != nil {
			err = s.check(item)
		}
		switch {
		case err == nil:
			return item, nil
		case err == io.EOF:
			s.Close()
		case !s.skip(err):
			return none, err
		case s.aligned:
			return none, nil
		}
	}
}

// each calls do with all items until it returns an error, and sums up what was
// skipped if there was none.
func (s *source[T]) each(do func(T) error) error {
	defer s.Close()
	for {
		item, err := s.Read()
		if err == io.EOF {
			s.saySkipped()
			return nil
		}
		if err == nil {
			err = do(item)
		}
		if err != nil {
			return err
		}
	}
}

// skip counts a bad item if it may be left out.
func (s *source[T]) skip(err error) bool {
	if !s.skipBad || !textfile.Resumable(err) {
		return false
	}
	if s.skipped++; s.skipped <= maxSkipMessages {
		s.env.say("skipped: %v", err)
	}
	return true
}

// saySkipped sums up.
func (s *source[T]) saySkipped() {
	if s.skipped > 0 {
		s.env.say("skipped %s", layout.Count(s.skipped, "bad "+s.item))
	}
}

// Close closes the file that is being read.
func (s *source[T]) Close() {
	if s.reader != nil {
		s.reader.Close()
		s.reader = nil
	}
}

// filesOf returns the files that a command was given, or else the standard input.
func (e *Env) filesOf(c *urfave.Context) []string {
	if c.Args().Present() {
		return c.Args().Slice()
	}
	if isTerminal(e.Stdin) {
		e.say("no file given: reading from the terminal")
	}
	return []string{stdinName}
}
