package npz

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Record carries the state of a learner into the arrays of a file, or back. One method names
// the parts for both directions, so that reading matches writing:
//
//	func (a *adam) Sync(r *npz.Record) {
//		r.Numbers("adam", &a.steps, &a.meanLeft)
//		npz.KeepItems(r, "square", &a.square)
//	}
type Record struct {
	prefix  string
	reading *Arrays // nil while writing
	*contents
}

type contents struct { // of all parts of a record
	entries []Entry
	err     error
}

// NewRecord returns an empty record, for writing.
func NewRecord() *Record { return &Record{contents: new(contents)} }

// Record returns a record for reading what Write stored of another one.
func (a *Arrays) Record() *Record { return &Record{reading: a, contents: new(contents)} }

// Reading reports whether the record sets the parts that are named, rather than storing them.
func (r *Record) Reading() bool { return r.reading != nil }

// Entries returns what was stored. It shares the slices with the learner.
func (r *Record) Entries() []Entry { return r.entries }

// Err returns the first error. After an error nothing more is set.
func (r *Record) Err() error { return r.err }

// Fail makes err the error of the record, unless there is one or err is nil.
func (r *Record) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Check makes it an ErrFile if a part that was read does not fit the rest.
func (r *Record) Check(fits bool, part string) {
	if r.Reading() && !fits {
		r.Fail(fmt.Errorf("%w: %s%s does not fit the rest", ErrFile, r.prefix, part))
	}
}

// Part returns the part of the record whose names start with the given one.
func (r *Record) Part(name string) *Record {
	part := *r
	part.prefix += name + "/"
	return &part
}

// KeepItems keeps a slice.
func KeepItems[T item](r *Record, name string, items *[]T) {
	if !r.Reading() {
		r.entries = append(r.entries, Entry{Name: r.prefix + name, Data: *items})
	} else if r.err == nil {
		*items, r.err = Array[T](r.reading, r.prefix+name)
	}
}

// Numbers keeps numbers: each is an *int, below 2⁵³, a *float64 or a *bool.
func (r *Record) Numbers(name string, numbers ...any) {
	values := make([]float64, len(numbers))
	for i, n := range numbers {
		switch n := n.(type) {
		case *int:
			values[i] = float64(*n)
		case *float64:
			values[i] = *n
		case *bool:
			if *n {
				values[i] = 1
			}
		default:
			r.Fail(fmt.Errorf("%s%s: %T is no number", r.prefix, name, n))
		}
	}
	KeepItems(r, name, &values)
	if r.Check(len(values) == len(numbers), name); r.err != nil || !r.Reading() {
		return
	}
	for i, n := range numbers {
		switch n := n.(type) {
		case *int:
			*n = int(values[i])
		case *float64:
			*n = values[i]
		case *bool:
			*n = values[i] != 0
		}
	}
}

// JSON keeps what value points to, in JSON.
func (r *Record) JSON(name string, value any) {
	write := func() ([]byte, error) { return json.Marshal(value) }
	r.bytes(name, write, func(text []byte) error { return json.Unmarshal(text, value) })
}

// Random keeps the state of a source of random numbers.
func (r *Record) Random(name string, source *rand.PCG) {
	r.bytes(name, source.MarshalBinary, source.UnmarshalBinary)
}

// bytes keeps what is written and read as bytes.
func (r *Record) bytes(name string, write func() ([]byte, error), read func([]byte) error) {
	var text []byte
	if !r.Reading() {
		var err error
		text, err = write()
		r.Fail(err)
	}
	KeepItems(r, name, &text)
	if r.Reading() && r.err == nil {
		if err := read(text); err != nil {
			r.err = fmt.Errorf("%w: %s%s: %w", ErrFile, r.prefix, name, err)
		}
	}
}

// KeepLists keeps a list of lists.
func KeepLists[T item](r *Record, name string, lists *[][]T) {
	all := slices.Concat(*lists...)
	var lengths []uint32
	for _, list := range *lists {
		lengths = append(lengths, uint32(len(list)))
	}
	KeepItems(r, name, &all)
	KeepItems(r, name+".lengths", &lengths)
	if !r.Reading() || r.err != nil {
		return
	}
	*lists = make([][]T, 0, len(lengths))
	for _, n := range lengths {
		if r.Check(uint64(n) <= uint64(len(all)), name); r.err != nil {
			return
		}
		*lists, all = append(*lists, all[:n:n]), all[n:]
	}
	r.Check(len(all) == 0, name)
}

// Model keeps a part that has its own way of writing and reading entries.
func (r *Record) Model(name string, entries func(prefix string) []Entry, read func(a *Arrays, prefix string) error) {
	prefix := r.prefix + name + "/"
	if !r.Reading() {
		r.entries = append(r.entries, entries(prefix)...)
	} else if r.err == nil {
		r.err = read(r.reading, prefix)
	}
}
