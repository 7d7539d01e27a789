package model

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Record is what something that learns remembers, on its way into the arrays of a file or
// back. One method names the parts for both ways, so that what is read is what was written:
//
//	func (a *adam) Keep(r *model.Record) {
//		r.Numbers("adam", &a.steps, &a.meanLeft)
//		model.KeepItems(r, "square", &a.square)
//	}
type Record struct {
	prefix  string
	reading *Arrays // nil while writing
	*contents
}

// contents are shared by the parts of a record.
type contents struct {
	entries []Entry
	err     error
}

// NewRecord returns an empty record, to be written.
func NewRecord() *Record { return &Record{contents: new(contents)} }

// Record returns what WriteNPZ has written of a record, to be read.
func (a *Arrays) Record() *Record { return &Record{reading: a, contents: new(contents)} }

// Reading reports whether what is named is set, not stored.
func (r *Record) Reading() bool { return r.reading != nil }

// Entries returns what was stored. The slices are those that were named, not copies.
func (r *Record) Entries() []Entry { return r.entries }

// Err returns the first error; after it nothing is set any more.
func (r *Record) Err() error { return r.err }

// Fail makes err the error of the record, unless there is one or err is nil.
func (r *Record) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Check is the error of a record that is read, and whose parts do not fit together.
func (r *Record) Check(fits bool, part string) {
	if r.Reading() && !fits {
		r.Fail(fmt.Errorf("%w: %s%s does not fit the rest", ErrFile, r.prefix, part))
	}
}

// Part returns the part of the record whose names begin with that of the part.
func (r *Record) Part(name string) *Record {
	part := *r
	part.prefix += name + "/"
	return &part
}

// KeepItems keeps a slice.
func KeepItems[T Item](r *Record, name string, items *[]T) {
	if !r.Reading() {
		r.entries = append(r.entries, Entry{Name: r.prefix + name, Data: *items})
	} else if r.err == nil {
		*items, r.err = Array[T](r.reading, r.prefix+name)
	}
}

// Numbers keeps numbers, each a *int, of less than 2⁵³, a *float64 or a *bool.
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

// JSON keeps what value points to as encoding/json does.
func (r *Record) JSON(name string, value any) {
	var text []byte
	if !r.Reading() {
		var err error
		text, err = json.Marshal(value)
		r.Fail(err)
	}
	KeepItems(r, name, &text)
	if r.Reading() && r.err == nil {
		if err := json.Unmarshal(text, value); err != nil {
			r.err = fmt.Errorf("%w: %s%s: %w", ErrFile, r.prefix, name, err)
		}
	}
}

// Random keeps the state of a source of random numbers.
func (r *Record) Random(name string, source *rand.PCG) {
	state, err := source.MarshalBinary()
	r.Fail(err)
	KeepItems(r, name, &state)
	if r.Reading() && r.err == nil {
		if err := source.UnmarshalBinary(state); err != nil {
			r.err = fmt.Errorf("%w: %s%s: %w", ErrFile, r.prefix, name, err)
		}
	}
}

// Texts keeps strings of bytes.
func (r *Record) Texts(name string, texts *[]string) {
	bytes := make([][]byte, len(*texts))
	for i, text := range *texts {
		bytes[i] = []byte(text)
	}
	KeepLists(r, name, &bytes)
	if !r.Reading() || r.err != nil {
		return
	}
	*texts = nil
	for _, b := range bytes {
		*texts = append(*texts, string(b))
	}
}

// KeepLists keeps a list of lists.
func KeepLists[T Item](r *Record, name string, lists *[][]T) {
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

// Model keeps a part that can write itself as entries, and be read from them.
func (r *Record) Model(name string, entries func(prefix string) []Entry, read func(a *Arrays, prefix string) error) {
	prefix := r.prefix + name + "/"
	if !r.Reading() {
		r.entries = append(r.entries, entries(prefix)...)
	} else if r.err == nil {
		r.err = read(r.reading, prefix)
	}
}
