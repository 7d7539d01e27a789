package tensors

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

const (
	lengthBytes  = 8           // of the header's length
	maxHeader    = 100_000_000 // bytes of a header, as the reference implementation has it
	metadataName = "__metadata__"
)

// readHeader returns the tensors of a file, in the order of their data, which must fill the file.
func readHeader(p *part) ([]*Tensor, error) {
	r, size := p.file, p.size
	var length [lengthBytes]byte
	if _, err := r.ReadAt(length[:], 0); err != nil {
		return nil, fmt.Errorf("its header's length: %w", err)
	}
	n := binary.LittleEndian.Uint64(length[:])
	switch {
	case n > maxHeader:
		return nil, fmt.Errorf("a header of %d bytes is longer than %d", n, maxHeader)
	case int64(n) > size-lengthBytes:
		return nil, fmt.Errorf("a header of %d bytes does not fit into a file of %d", n, size)
	}
	start := lengthBytes + int64(n)
	var tensors []*Tensor
	err := readObject(io.NewSectionReader(r, lengthBytes, int64(n)), lengthBytes, func(d object, name string) error {
		if name == metadataName {
			return d.Decode(&map[string]string{})
		}
		t, err := readTensor(d, size-start)
		if err != nil {
			return fmt.Errorf("tensor %.80q: %w", name, err)
		}
		t.Name, t.part, t.at = name, p, t.at+start
		tensors = append(tensors, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(tensors, func(a, b *Tensor) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.bytes, b.bytes))
	})
	end := start
	for _, t := range tensors {
		if t.at != end {
			return nil, fmt.Errorf("tensor %.80q begins at byte %d of the data, and the one before it ends at %d",
				t.Name, t.at-start, end-start)
		}
		end += t.bytes
	}
	if end != size {
		return nil, fmt.Errorf("the tensors end at byte %d of the data, and the file at %d", end-start, size-start)
	}
	return tensors, nil
}

// readTensor reads the entry of a tensor in a header; data is the number of bytes that follow the header. The tensor's
// place is the one in the data.
func readTensor(d object, data int64) (*Tensor, error) {
	var entry struct {
		Type    string  `json:"dtype"`
		Shape   []int   `json:"shape"`
		Offsets []int64 `json:"data_offsets"`
	}
	if err := d.Decode(&entry); err != nil {
		return nil, err
	}
	kind, known := types[entry.Type]
	switch {
	case !known:
		return nil, fmt.Errorf("type %.80q is not known", entry.Type)
	case entry.Shape == nil:
		return nil, errors.New("it has no shape")
	case len(entry.Offsets) != 2:
		return nil, fmt.Errorf("%d data_offsets, not a begin and an end", len(entry.Offsets))
	}
	begin, end, bytes := entry.Offsets[0], entry.Offsets[1], kind.bytes
	if begin < 0 || begin > end || end > data {
		return nil, fmt.Errorf("data_offsets [%d, %d] are not within the %d bytes of data", begin, end, data)
	}
	for _, n := range entry.Shape {
		if n < 0 || n > 0 && bytes > math.MaxInt/n {
			return nil, fmt.Errorf("a shape with %d in it is negative or too large", n)
		}
		bytes *= n
	}
	if int64(bytes) != end-begin {
		return nil, fmt.Errorf("its shape needs %d bytes of %s, and data_offsets have %d", bytes, entry.Type, end-begin)
	}
	return &Tensor{Type: entry.Type, Shape: entry.Shape, at: begin, bytes: end - begin}, nil
}

// object reads a JSON object a member at a time.
type object struct{ *json.Decoder }

// readObject reads a text that is one JSON object; read decodes the value of the member with a name. Errors name the
// byte, counted from where the text begins in its file.
func readObject(r io.Reader, begins int64, read func(d object, name string) error) error {
	d := object{json.NewDecoder(r)}
	err := d.members(func(name string) error { return read(d, name) })
	if err == nil {
		if _, err = d.Token(); err == io.EOF {
			return nil
		}
		err = cmp.Or(err, errors.New("more follows the end"))
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("byte %d: %w", begins+d.InputOffset(), err)
}

// members calls read for the value of each member of the next object, which must have each name once.
func (d object) members(read func(name string) error) error {
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return cmp.Or(err, fmt.Errorf("%.80q instead of {", fmt.Sprint(open)))
	}
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		if seen[name] {
			return fmt.Errorf("%.80q stands in it twice", name)
		}
		seen[name] = true
		if err := read(name); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}
