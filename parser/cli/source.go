package cli

import (
	"io"

	"parser/conll"
	"parser/ptb"
)

// maxSkipMessages is how many skipped items are named, rather than only counted.
const maxSkipMessages = 20

// reader yields what a file holds, item by item. After an error that is about
// one item only, see resumable, it goes on behind that item.
type reader[T any] interface {
	Read() (T, error) // io.EOF at the end
	Close() error
}

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
func (s *source[T]) Read() (T, error) {
	var none T
	for {
		item, err := s.next()
		if err == nil && s.check != nil {
			err = s.check(item)
		}
		if err == nil {
			return item, nil
		}
		if !s.skipBad || !resumable(err) {
			return none, err
		}
		s.skip(err)
		if s.aligned {
			return none, nil
		}
	}
}

// resumable reports whether a reader that returned err can go on.
func resumable(err error) bool { return conll.Resumable(err) || ptb.Resumable(err) }

// next reads on, into the next file if need be.
func (s *source[T]) next() (item T, err error) {
	for {
		if s.reader == nil {
			if len(s.files) == 0 {
				return item, io.EOF
			}
			r, err := s.open(s.files[0])
			if err != nil {
				return item, err
			}
			s.reader, s.files = r, s.files[1:]
		}
		item, err := s.reader.Read()
		if err != io.EOF {
			return item, err
		}
		s.Close()
	}
}

// each calls do with all items, and sums up what was skipped.
func (s *source[T]) each(do func(T)) error {
	defer s.Close()
	for {
		item, err := s.Read()
		if err == io.EOF {
			s.saySkipped()
			return nil
		}
		if err != nil {
			return err
		}
		do(item)
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
