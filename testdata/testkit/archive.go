package testkit

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Part is a file in an archive of arrays (.npz).
type Part struct {
	Name string
	Data []byte
}

// Unpack returns the files of an archive.
func Unpack(t testing.TB, data []byte) (parts []Part) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	for _, f := range archive.File {
		r, err := f.Open()
		require.NoError(t, err)
		content, err := io.ReadAll(r)
		require.NoError(t, err)
		parts = append(parts, Part{f.Name, content})
	}
	return parts
}

// Repack returns an archive with right checksums.
func Repack(t testing.TB, parts []Part) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range parts {
		f, err := w.CreateHeader(&zip.FileHeader{Name: p.Name, Method: zip.Store})
		require.NoError(t, err)
		_, err = f.Write(p.Data)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// Operate returns copies of the parts, changed by up to six operations, as the bytes of a program tell.
func Operate(program []byte, parts []Part) []Part {
	s := surgeon{program: program}
	for _, p := range parts {
		s.parts = append(s.parts, Part{p.Name, slices.Clone(p.Data)})
	}
	const most = 6
	for n := 0; n < most && len(s.program) > 0; n++ {
		s.operate()
	}
	return s.parts
}

// surgeon changes parts as a program tells.
type surgeon struct {
	program []byte
	parts   []Part
}

// next returns a number below n from the program, or 0 after its end.
func (s *surgeon) next(n int) int {
	var b [2]byte
	s.program = s.program[copy(b[:], s.program):]
	return int(binary.LittleEndian.Uint16(b[:])) % max(n, 1)
}

// operate changes one thing that the archive does not check: a number, the type or the shape of an
// array, which array is where, or a value in JSON.
func (s *surgeon) operate() {
	if len(s.parts) == 0 {
		return
	}
	p := &s.parts[s.next(len(s.parts))]
	header := bytes.IndexByte(p.Data, '\n') + 1
	body := p.Data[header:]
	switch s.next(7) {
	case 0:
		if len(body) > 0 {
			body[s.next(len(body))] = byte(s.next(256))
		}
	case 1: // as numbers of four bytes; the first odd one is NaN
		odd := []uint32{math.Float32bits(float32(math.NaN())), math.Float32bits(float32(math.Inf(1))), 0, math.MaxUint32, 1, 1 << 31, 0x7bff7bff}
		if at := s.next(len(body) / 4); len(body) >= 4 {
			binary.LittleEndian.PutUint32(body[4*at:], odd[s.next(len(odd))])
		}
	case 2:
		p.Data = p.Data[:header+s.next(len(body)+1)]
	case 3:
		shapes := []string{"(0,)", "(1,)", "(2, 2)", "(0, 9)", "(9223372036854775807,)", "(4294967296, 4294967296)", "(65536, 65536)"}
		p.Data = retold(p.Data, `'shape': \([^)]*\)`, "'shape': "+shapes[s.next(len(shapes))])
	case 4:
		types := []string{"|u1", "|i1", "<u2", "<u4", "<u8", "<f2", "<f4", "<i2", "|S9", "<f8"}
		p.Data = retold(p.Data, `'descr': '[^']*'`, "'descr': '"+types[s.next(len(types))]+"'")
	case 5: // another's contents
		p.Data = slices.Clone(s.parts[s.next(len(s.parts))].Data)
	case 6:
		if text := s.edited(body); text != nil {
			shape := fmt.Sprintf("'shape': (%d,)", len(text))
			p.Data = append(retold(p.Data[:header:header], `'shape': \([^)]*\)`, shape), text...)
		}
	}
}

// retold replaces something in the header of an array and sets the header's length.
func retold(data []byte, old, new string) []byte {
	const start = 10
	end := bytes.IndexByte(data, '\n') + 1
	if end <= start {
		return data
	}
	header := regexp.MustCompile(old).ReplaceAllLiteral(data[start:end], []byte(new))
	length := binary.LittleEndian.AppendUint16(slices.Clone(data[:start-2]), uint16(len(header)))
	return slices.Concat(length, header, data[end:])
}

// edited replaces one value in JSON. It returns nil if the text is not JSON.
func (s *surgeon) edited(text []byte) []byte {
	var root any
	if json.Unmarshal(text, &root) != nil {
		return nil
	}
	var setters []func(any)
	var values []any
	var walk func(v any, set func(any))
	walk = func(v any, set func(any)) {
		setters, values = append(setters, set), append(values, v)
		switch v := v.(type) {
		case []any:
			for i := range v {
				walk(v[i], func(x any) { v[i] = x })
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key], func(x any) { v[key] = x })
			}
		}
	}
	walk(root, func(x any) { root = x })
	at := s.next(len(values))
	odd := []any{nil, true, -1, 0, 1, 2, 100, 65535, 1 << 31, 1e18, 0.5, -1e300, "", "x", "\x00", "linear", "neural", "S0w", "SHIFT", []any{}, map[string]any{},
		values[s.next(len(values))], slices.Repeat([]any{values[at]}, 1000), strings.Repeat("y", 1<<16)}
	setters[at](odd[s.next(len(odd))])
	text, err := json.Marshal(root)
	if err != nil { // in which a value holds itself
		return nil
	}
	return text
}
