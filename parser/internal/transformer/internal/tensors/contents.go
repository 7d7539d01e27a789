package tensors

import "io"

// contents are the bytes of a file.
type contents interface {
	view(at int64, n int) ([]byte, error)
	forget(at, n int64)
	close() error
}

// onDemand reads bytes when they are asked for.
type onDemand struct{ io.ReaderAt }

func (o onDemand) view(at int64, n int) ([]byte, error) {
	bytes := make([]byte, n)
	_, err := o.ReadAt(bytes, at)
	return bytes, err
}

func (o onDemand) forget(_, _ int64) {}

func (o onDemand) close() error { return nil }

// inMemory are the bytes of numbers that a file has in another form.
type inMemory []byte

func (m inMemory) view(at int64, n int) ([]byte, error) { return m[at:][:n], nil }

func (m inMemory) forget(_, _ int64) {}

func (m inMemory) close() error { return nil }
