// Package safetensors reads the tensors of a model folder: model.safetensors or, for large models, the parts that
// model.safetensors.index.json names. A file is 8 bytes with the length of a header, the header, which is JSON, and the
// numbers of the tensors, one after the other.
//
//	f, err := safetensors.Open("xlm-roberta-base")
//	t, there := f.Find("roberta.embeddings.word_embeddings.weight")
//	err = t.Floats(row, 5*768) // the sixth row
//
// Files are mapped to memory, and never written to. If a file is shortened by others while it is mapped, reading what it
// lacks ends the program: so does the operating system.
package safetensors

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// ErrFile is the cause when files are damaged or of another format.
var ErrFile = errors.New("unusable file of tensors")

// Tensor is a tensor in a file.
type Tensor struct {
	Name  string
	Type  string // F32, F16, …
	Shape []int
	data  []byte
}

// sizes are the bytes of a number of each type.
var sizes = map[string]int{
	"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U8": 1, "BOOL": 1,
}

// Folder has the tensors of a model.
type Folder struct {
	tensors map[string]*Tensor
	files   []*mapped
}

// Usual names of files in a folder.
const (
	wholeFile = "model.safetensors"
	indexFile = "model.safetensors.index.json"
)

// Open opens the tensors in a folder. The cause of errors is ErrFile, or that of the system.
func Open(folder string) (*Folder, error) {
	f := &Folder{tensors: map[string]*Tensor{}}
	parts, where, err := partsOf(folder)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		name := filepath.Join(folder, part)
		m, err := mapFile(name)
		if err == nil {
			f.files = append(f.files, m)
			err = f.read(m.data, part, where)
		}
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for name, part := range where {
		if f.tensors[name] == nil {
			f.Close()
			return nil, fmt.Errorf("%w: %s has no tensor %q, which the index says it has", ErrFile, filepath.Join(folder, part), name)
		}
	}
	return f, nil
}

// mostIndex is the size of the longest index, and of the longest header.
const mostIndex = 100 << 20

// partsOf returns the names of the files of a model, in order, and which of them each tensor is in; nil if there is one.
func partsOf(folder string) (parts []string, where map[string]string, err error) {
	if _, err := os.Stat(filepath.Join(folder, wholeFile)); err == nil {
		return []string{wholeFile}, nil, nil
	}
	in, err := os.Open(filepath.Join(folder, indexFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, fmt.Errorf("%w: there is neither %s nor %s in %s", ErrFile, wholeFile, indexFile, folder)
	}
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	var index struct {
		Where map[string]string `json:"weight_map"`
	}
	if err := json.NewDecoder(io.LimitReader(in, mostIndex)).Decode(&index); err != nil {
		return nil, nil, fmt.Errorf("%s: %w: %w", in.Name(), ErrFile, err)
	}
	if len(index.Where) == 0 {
		return nil, nil, fmt.Errorf("%s: %w: it names no tensors", in.Name(), ErrFile)
	}
	for _, part := range index.Where {
		if part != filepath.Base(part) || part == "." || part == ".." {
			return nil, nil, fmt.Errorf("%s: %w: %q is no name of a file in the same folder", in.Name(), ErrFile, part)
		}
	}
	return slices.Compact(slices.Sorted(maps.Values(index.Where))), index.Where, nil
}

// entry is what a header says about a tensor.
type entry struct {
	Type    string  `json:"dtype"`
	Shape   []int64 `json:"shape"`
	Offsets []int64 `json:"data_offsets"`
}

// read adds the tensors of a file, after checking that their numbers are one after the other, from the end of the header
// to the end of the file.
func (f *Folder) read(data []byte, part string, where map[string]string) error {
	if len(data) < 8 {
		return fmt.Errorf("%w: %d bytes", ErrFile, len(data))
	}
	length := binary.LittleEndian.Uint64(data)
	data = data[8:]
	if length > uint64(len(data)) || length > mostIndex {
		return fmt.Errorf("%w: a header of %d bytes, in a file of %d", ErrFile, length, len(data)+8)
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(data[:length], &header); err != nil {
		return fmt.Errorf("%w: header: %w", ErrFile, err)
	}
	delete(header, "__metadata__")
	data = data[length:]
	entries := make(map[string]entry, len(header))
	for name, text := range header {
		var e entry
		if err := json.Unmarshal(text, &e); err != nil {
			return fmt.Errorf("%w: tensor %q: %w", ErrFile, name, err)
		}
		if err := e.check(int64(len(data))); err != nil {
			return fmt.Errorf("%w: tensor %q: %w", ErrFile, name, err)
		}
		entries[name] = e
	}
	end := int64(0)
	for _, name := range slices.SortedFunc(maps.Keys(entries), func(a, b string) int {
		return slices.Compare(entries[a].Offsets, entries[b].Offsets)
	}) {
		e := entries[name]
		switch from := e.Offsets[0]; {
		case from != end:
			return fmt.Errorf("%w: tensor %q begins at %d, and what is before it ends at %d", ErrFile, name, from, end)
		case f.tensors[name] != nil:
			return fmt.Errorf("%w: tensor %q is in two files", ErrFile, name)
		case where != nil && where[name] != part:
			return fmt.Errorf("%w: tensor %q is here, and the index says it is in %q", ErrFile, name, where[name])
		}
		end = e.Offsets[1]
		t := &Tensor{Name: name, Type: e.Type, data: data[e.Offsets[0]:end:end]}
		for _, side := range e.Shape {
			t.Shape = append(t.Shape, int(side))
		}
		f.tensors[name] = t
	}
	if end != int64(len(data)) {
		return fmt.Errorf("%w: the tensors end at %d, and the file at %d", ErrFile, end, len(data))
	}
	return nil
}

// check returns what is wrong with a tensor in a file of this many bytes.
func (e *entry) check(bytes int64) error {
	size, known := sizes[e.Type]
	switch {
	case !known:
		return fmt.Errorf("unknown type %q", e.Type)
	case len(e.Offsets) != 2 || e.Offsets[0] < 0 || e.Offsets[0] > e.Offsets[1] || e.Offsets[1] > bytes:
		return fmt.Errorf("it is at %d, in %d bytes", e.Offsets, bytes)
	}
	want := int64(size)
	for _, side := range e.Shape {
		if side < 0 || side > 0 && want > math.MaxInt64/side {
			return fmt.Errorf("the shape %d", e.Shape)
		}
		want *= side
	}
	if have := e.Offsets[1] - e.Offsets[0]; want != have {
		return fmt.Errorf("%s of the shape %d has %d bytes, not %d", e.Type, e.Shape, want, have)
	}
	return nil
}

// Names lists the tensors.
func (f *Folder) Names() []string { return slices.Sorted(maps.Keys(f.tensors)) }

// Find returns the tensor of a name. It must not be used after Close.
func (f *Folder) Find(name string) (*Tensor, bool) {
	t, there := f.tensors[name]
	return t, there
}

// Size returns how many bytes the files have.
func (f *Folder) Size() (size int64) {
	for _, m := range f.files {
		size += int64(len(m.data))
	}
	return size
}

// Digest returns the SHA-256 of the files, one after the other in the order of their names, in hexadecimal.
func (f *Folder) Digest() string {
	sum := sha256.New()
	const step = 1 << 24
	for _, m := range f.files {
		for from := 0; from < len(m.data); from += step {
			part := m.data[from:min(len(m.data), from+step)]
			sum.Write(part)
			forget(part)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Close gives up the files.
func (f *Folder) Close() (err error) {
	for _, m := range f.files {
		err = errors.Join(err, m.close())
	}
	f.files, f.tensors = nil, nil
	return err
}
