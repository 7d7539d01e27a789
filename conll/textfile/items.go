package textfile

import (
	"io"
	"iter"
	"os"
)

// Items are the contents of a text, item by item. The reader of a format embeds them and knows how
// to read one.
type Items[T any] struct {
	src  io.Reader
	name string
	item func(*Reader) (T, error)
	text *Reader // opened when the first item is requested
	err  error   // final: of the stream, or io.EOF
}

// NewItems returns the items that a function finds in r, plain or compressed. Nothing is
// read yet. Errors contain the name.
func NewItems[T any](r io.Reader, name string, item func(text *Reader) (T, error)) *Items[T] {
	return &Items[T]{src: r, name: name, item: item}
}

// Text returns the text itself, from where the next item begins.
func (i *Items[T]) Text() (*Reader, error) {
	if i.text == nil && i.err == nil {
		i.text, i.err = New(i.src, i.name)
	}
	return i.text, i.err
}

// Read returns the next item, or io.EOF at the end. If the next item is malformed the
// error is an [*Error], and the next call continues after that item. Any other error is the
// stream's own; it ends the reading and every later call returns it again.
func (i *Items[T]) Read() (item T, err error) {
	text, err := i.Text()
	if err != nil {
		return item, err
	}
	if err = text.finish(); err == nil {
		item, err = i.item(text)
	}
	if err != nil && !Resumable(err) {
		i.err = err
	}
	return item, err
}

// All yields the remaining items, as the function of the same name does.
func (i *Items[T]) All() iter.Seq2[T, error] { return All(i.Read) }

// Close closes the file of the items, if [Open] opened it.
func (i *Items[T]) Close() error {
	if file, ok := i.src.(*Reader); ok {
		return file.Close()
	}
	return nil
}

// All yields the remaining items, or nil and an error for a bad one, after which the loop may
// continue with the next. It ends at io.EOF or after an error that is not [Resumable].
func All[T any](read func() (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			item, err := read()
			if err == io.EOF || !yield(item, err) || err != nil && !Resumable(err) {
				return
			}
		}
	}
}

// ReadFile returns the items that a format's reader finds in a whole file, or the first error; "-"
// is the standard input.
func ReadFile[T any, R interface{ Read() (T, error) }](name string, reader func(io.Reader, string) R) ([]T, error) {
	f, err := Open(name, os.Stdin)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(reader(f, f.Name).Read)
}

// ReadAll returns the remaining items, or the first error.
func ReadAll[T any](read func() (T, error)) (items []T, err error) {
	for item, err := range All(read) {
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

// Each returns a function that returns the given items one by one, and then io.EOF.
func Each[T any](items []T) func() (T, error) {
	return func() (item T, err error) {
		if len(items) == 0 {
			return item, io.EOF
		}
		item, items = items[0], items[1:]
		return item, nil
	}
}
