package tensors

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// readTorch returns the tensors of a dictionary that torch.save has written: today's form is an archive, and the one
// before several programs of pickle with the data after them.
func readTorch(p *part) ([]*Tensor, error) {
	head := make([]byte, 2)
	if _, err := p.file.ReadAt(head, 0); err != nil {
		return nil, fmt.Errorf("its first bytes: %w", err)
	}
	if string(head) == "PK" {
		return readArchive(p)
	}
	return readStream(p)
}

// place is where in a file the numbers of a storage are.
type place struct{ at, bytes int64 }

// readArchive reads a zip without compression: data.pkl is the dictionary, and data/0, data/1 … are the numbers.
func readArchive(p *part) ([]*Tensor, error) {
	archive, err := zip.NewReader(p.file, p.size)
	if err != nil {
		return nil, err
	}
	entries := map[string]*zip.File{}
	for _, e := range archive.File {
		_, name, _ := strings.Cut(e.Name, "/") // all are in one folder
		if entries[name] != nil {
			return nil, fmt.Errorf("%.80q is in it twice", name)
		}
		entries[name] = e
	}
	if order, err := readEntry(entries, "byteorder"); err == nil && string(order) != "little" {
		return nil, fmt.Errorf("numbers in the byte order %.80q are not supported", order)
	}
	program, err := readEntry(entries, "data.pkl")
	if err != nil {
		return nil, err
	}
	u := newUnpickler(bytes.NewReader(program))
	state, err := u.run()
	if err != nil {
		return nil, err
	}
	return tensorsOf(p, state, func(s storage) (place, error) {
		e := entries["data/"+s.key]
		if e == nil {
			return place{}, errors.New("is not there")
		}
		at, err := e.DataOffset()
		if err == nil && (e.Method != zip.Store || e.CompressedSize64 != e.UncompressedSize64) {
			err = errors.New("is compressed")
		}
		if bytes := e.UncompressedSize64; err == nil && (at < 0 || at > p.size || bytes > uint64(p.size-at)) {
			err = errors.New("is not within the file")
		}
		return place{at, int64(e.UncompressedSize64)}, err
	})
}

// readEntry reads an entry of an archive.
func readEntry(entries map[string]*zip.File, name string) ([]byte, error) {
	e := entries[name]
	switch {
	case e == nil:
		return nil, fmt.Errorf("there is no %s in it", name)
	case e.UncompressedSize64 > mostPickle:
		return nil, fmt.Errorf("its %s has %d bytes", name, e.UncompressedSize64)
	}
	r, err := e.Open()
	if err != nil {
		return nil, fmt.Errorf("its %s: %w", name, err)
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, mostPickle))
	if err != nil {
		return nil, fmt.Errorf("its %s: %w", name, err)
	}
	return text, nil
}

// The older form begins with these.
const (
	streamMagic   bigNumber = "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"
	streamVersion int64     = 1001
)

// readStream reads a number, a version, a dictionary about the machine, the dictionary of tensors, and a list of the keys
// of storages; then follows for each how many numbers it has, and these.
func readStream(p *part) ([]*Tensor, error) {
	u := newUnpickler(io.NewSectionReader(p.file, 0, p.size))
	var values [5]any
	for i := range values {
		var err error
		if values[i], err = u.run(); err != nil {
			return nil, err
		}
		if i == 0 && values[0] != streamMagic {
			return nil, errors.New("torch.save has not written it")
		}
	}
	machine, _ := values[2].(*dictionary)
	keys, isList := values[4].(*list)
	switch {
	case values[1] != streamVersion || machine == nil || !isList:
		return nil, errPickle
	case machine.value("little_endian") != true:
		return nil, errors.New("numbers of a machine with another byte order are not supported")
	}
	places, at, head := map[string]place{}, u.at, make([]byte, 8)
	for _, x := range keys.values {
		key, _ := x.(string)
		width := int64(types[u.kinds[key]].bytes)
		if _, err := p.file.ReadAt(head, at); err != nil || width == 0 {
			return nil, fmt.Errorf("storage %.80q: %w", key, cmp.Or(err, errPickle))
		}
		at += int64(len(head))
		n := binary.LittleEndian.Uint64(head)
		if n > uint64(p.size-at)/uint64(width) {
			return nil, fmt.Errorf("storage %.80q: its %d numbers are not within the file", key, n)
		}
		places[key] = place{at, int64(n) * width}
		at += places[key].bytes
	}
	return tensorsOf(p, values[3], func(s storage) (place, error) {
		own, there := places[s.key]
		if !there {
			return own, errors.New("is not there")
		}
		return own, nil
	})
}

// value returns the value of a key; nil if it is not there.
func (d *dictionary) value(key any) any {
	if i := slices.Index(d.keys, key); i >= 0 {
		return d.values[i]
	}
	return nil
}

// views returns the tensors in a dictionary by their names.
func (d *dictionary) views() map[string]*view {
	views := map[string]*view{}
	for i, key := range d.keys {
		name, isText := key.(string)
		if v, is := d.values[i].(*view); is && isText {
			views[name] = v
		}
	}
	return views
}

// tensorsOf returns the tensors in a dictionary; find finds the numbers of a storage.
func tensorsOf(p *part, state any, find func(s storage) (place, error)) (all []*Tensor, err error) {
	d, is := state.(*dictionary)
	if !is {
		return nil, errors.New("it has no dictionary of tensors")
	}
	views := d.views()
	for _, name := range slices.Sorted(maps.Keys(views)) {
		v := views[name]
		s, width := v.storage, int64(types[v.storage.kind].bytes)
		own, err := find(s)
		if err == nil && own.bytes != s.numbers*width {
			err = fmt.Errorf("has %d bytes, not %d numbers of %s", own.bytes, s.numbers, s.kind)
		}
		if err != nil {
			return nil, fmt.Errorf("tensor %.80q: its storage %.80q %w", name, s.key, err)
		}
		t := &Tensor{Name: name, Type: s.kind, part: p, at: own.at + v.first*width, bytes: width, Shape: []int{}}
		for _, n := range v.shape {
			t.Shape = append(t.Shape, int(n))
		}
		if t.transposed = !v.inOrder() && len(v.shape) == 2 && v.strides[0] == 1 && v.strides[1] == v.shape[0]; !t.transposed && !v.inOrder() {
			return nil, fmt.Errorf("tensor %.80q: the strides %v of the shape %v are not supported", name, v.strides, v.shape)
		}
		for _, n := range v.shape {
			t.bytes *= n
		}
		all = append(all, t)
	}
	return all, nil
}
