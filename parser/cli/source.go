package cli

import (
	"io"

	"parser/conll/textfile"
)

// maxSkipMessages is how many skipped items are named, rather than only counted.
const maxSkipMessages = 20

// reader yields what a file holds, item by item. After an error that is about
// one item only, see textfile.Resumable, it goes on behind that item.
type reader[T any] interface {
	Read() (T, error) // io.EOF at the end
	Close() error
}

// itemReader makes a reader of a function.
type itemReader[T any] struct {
	io.Closer
	read func() (T, error)
}

// Read returns the next item.
func (r *itemReader[T]) Read() (T, error) { return r.read() }

// source yields the items of several files, one after another.
type source[T any] struct {
	env     *Env
	item    string // what an item is, for messages
	files   []string
	open    func(name string) (reader[T], error)
	check   func(T) error // finds more that makes an item bad; may be nil
	skipBad bool
	// aligned leaves T's zero value in the place of an item that is skipped.
	aligned bool

	reader  reader[T]
	skipped int
}

func newSource[T any](in *input, item string, files []string, open func(string) (reader[T], error)) *source[T] {
	return &source[T]{env: in.env, item: item, files: files, open: open, skipBad: in.skipBad}
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
			continue
		case !s.skipBad || !textfile.Resumable(err):
			return none, err
		}
		s.skip(err)
		if s.aligned {
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

// skip counts a bad item.
func (s *source[T]) skip(err error) {
	s.skipped++
	if s.skipped <= maxSkipMessages {
		s.env.say("skipped: %v", err)
	}
}

// saySkipped sums up.
func (s *source[T]) saySkipped() {
	if s.skipped > 0 {
		s.env.say("skipped %s", count(s.skipped, "bad "+s.item))
	}
}

// Close closes the file that is being read.
func (s *source[T]) Close() {
	if s.reader != nil {
		s.reader.Close()
		s.reader = nil
	}
}
