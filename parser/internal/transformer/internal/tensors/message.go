package tensors

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

// message is a protocol buffer that is a part of a file. It reads the heads of fields alone, so that weights of
// gigabytes are stepped over, and nothing is kept of them.
type message struct {
	file    *window
	at, end int64
}

// field is one of a message: value has a number, and body, which is a message, text or data, what has a length.
type field struct {
	number protowire.Number
	kind   protowire.Type
	value  uint64
	body   message
}

// window has the bytes of a file around the place that was read last.
type window struct {
	file   io.ReaderAt
	size   int64
	at     int64
	buffer []byte
}

const (
	windowBytes = 1 << 16
	mostText    = 1 << 12 // bytes of a name
)

// bytes returns n bytes of the file, or fewer at its end. They are valid until the next call.
func (w *window) bytes(at int64, n int) ([]byte, error) {
	n = int(min(int64(n), w.size-at))
	if at < w.at || at+int64(n) > w.at+int64(len(w.buffer)) {
		w.at, w.buffer = at, append(w.buffer[:0], make([]byte, min(int64(max(n, windowBytes)), w.size-at))...)
		if _, err := w.file.ReadAt(w.buffer, at); err != nil {
			w.buffer = w.buffer[:0]
			return nil, err
		}
	}
	return w.buffer[at-w.at:][:n], nil
}

// each calls use for each field of a message.
func (m message) each(use func(f field) error) error {
	for m.at < m.end {
		begins := m.at
		f, err := m.next()
		if err == nil {
			err = use(f)
		}
		var placed *placedError
		if err != nil && !errors.As(err, &placed) {
			err = &placedError{begins, err}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// placedError says at which byte of a file something is wrong.
type placedError struct {
	at  int64
	err error
}

func (e *placedError) Error() string { return fmt.Sprintf("byte %d: %v", e.at, e.err) }
func (e *placedError) Unwrap() error { return e.err }

// next reads the next field of a message, and steps over it.
func (m *message) next() (f field, err error) {
	const most = 20 // bytes of a tag and a number
	head, err := m.file.bytes(m.at, int(min(most, m.end-m.at)))
	if err != nil {
		return f, err
	}
	number, kind, n := protowire.ConsumeTag(head)
	if n < 0 {
		return f, protowire.ParseError(n)
	}
	f.number, f.kind = number, kind
	used, value := 0, head[n:]
	switch kind {
	case protowire.VarintType, protowire.BytesType:
		f.value, used = protowire.ConsumeVarint(value)
	case protowire.Fixed32Type:
		var x uint32
		x, used = protowire.ConsumeFixed32(value)
		f.value = uint64(x)
	case protowire.Fixed64Type:
		f.value, used = protowire.ConsumeFixed64(value)
	default:
		return f, fmt.Errorf("field %d is of the kind %d, which no such file has", number, kind)
	}
	if used < 0 {
		return f, protowire.ParseError(used)
	}
	m.at += int64(n + used)
	if kind != protowire.BytesType {
		return f, nil
	}
	if f.value > uint64(m.end-m.at) {
		return f, fmt.Errorf("field %d has %d bytes, and %d are left", number, f.value, m.end-m.at)
	}
	f.body = message{m.file, m.at, m.at + int64(f.value)}
	m.at = f.body.end
	return f, nil
}

// text returns the contents of a field that is a name.
func (f field) text() (string, error) {
	n := f.body.end - f.body.at
	switch {
	case f.kind != protowire.BytesType:
		return "", fmt.Errorf("field %d is no text", f.number)
	case n > mostText:
		return "", fmt.Errorf("field %d, a name, has %d bytes", f.number, n)
	}
	text, err := f.body.file.bytes(f.body.at, int(n))
	return string(text), err
}

// numbers calls use for each number of a field of whole numbers, which are in one field each or all in one.
func (f field) numbers(use func(x uint64) error) error {
	if f.kind != protowire.BytesType {
		return use(f.value)
	}
	for at := f.body.at; at < f.body.end; {
		bytes, err := f.body.file.bytes(at, int(min(10, f.body.end-at)))
		if err != nil {
			return err
		}
		x, n := protowire.ConsumeVarint(bytes)
		if n < 0 {
			return protowire.ParseError(n)
		}
		if err := use(x); err != nil {
			return err
		}
		at += int64(n)
	}
	return nil
}

// inside calls use for each field of the message in a field.
func (f field) inside(use func(f field) error) error {
	if f.kind != protowire.BytesType {
		return fmt.Errorf("field %d is no message", f.number)
	}
	return f.body.each(use)
}
