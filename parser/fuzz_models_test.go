package parser_test

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
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/parser"
	"parser/parser/inspect"
	"parser/parser/score/neural"
	learn "parser/parser/train"
	"parser/parser/treebank"
)

// smallest makes a scorer of networks as small as can be.
func smallest(scorer string) func(*parser.Options) {
	return func(o *parser.Options) {
		o.UseScorer(scorer)
		o.Neural.Own = neural.Size{Embeddings: [...]int{3, 0, 2, 0, 0, 2}, Layers: 1, Units: 3, Hidden: 4}
		o.Templates = "S0p N0p\nS0w N0w\n"
	}
}

// specimens are a model of every kind that a file can hold, each as small as can be.
func specimens(t testing.TB) (all []*parser.Parser) {
	words, trees := mixed(t)[28:33], someTrees(t)[:5]
	packed := func(p *parser.Parser, precision string) {
		p, err := p.Packed(precision)
		require.NoError(t, err)
		all = append(all, p)
	}
	all = append(all, tiny(t, false), tiny(t, true, func(o *parser.Options) { o.Exact = false }), tinyTrees(t, "in-order", true),
		trained(t, words, options(1, smallest("both"))),
		trainedTrees(t, trees, treeOptions("shift-label", 1, smallest("neural"))))
	network := trained(t, words, options(1, smallest("neural"), func(o *parser.Options) { o.Neural.MultiTask = "upos" }))
	for _, precision := range model.Precisions() {
		packed(network, precision)
	}
	raw := trained(t, some(t)[:5], options(1, pipeline, folds, func(o *parser.Options) { o.Templates = "S0p N0p\n" }))
	d := fewGraphs(t, 5)
	o := linearFor("amr")
	o.Epochs, o.Reentrance, o.Wikify = 1, true, true
	graphs, err := learn.Run(t.Context(), d, treebank.Data{}, o, learn.Observer{})
	require.NoError(t, err)
	graphs, err = graphs.WithBase(all[0])
	require.NoError(t, err)
	return append(all, raw, graphs)
}

// part is a file in an archive.
type part struct {
	name string
	data []byte
}

// unpacked returns the files of a model.
func unpacked(t testing.TB, model []byte) (parts []part) {
	archive, err := zip.NewReader(bytes.NewReader(model), int64(len(model)))
	require.NoError(t, err)
	for _, f := range archive.File {
		r, err := f.Open()
		require.NoError(t, err)
		data, err := io.ReadAll(r)
		require.NoError(t, err)
		parts = append(parts, part{f.Name, data})
	}
	return parts
}

// repacked returns an archive with right checksums.
func repacked(t testing.TB, parts []part) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range parts {
		f, err := w.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Store})
		require.NoError(t, err)
		_, err = f.Write(p.data)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// surgeon changes parts of a model as the bytes of a program tell.
type surgeon struct {
	program []byte
	parts   []part
}

// next returns a number below n of the program, 0 behind its end.
func (s *surgeon) next(n int) int {
	var b [2]byte
	s.program = s.program[copy(b[:], s.program):]
	return int(binary.LittleEndian.Uint16(b[:])) % max(n, 1)
}

// operate changes one thing, of which the archive knows nothing: numbers, types and shapes of an
// array, what is where, or a value in JSON.
func (s *surgeon) operate() {
	if len(s.parts) == 0 {
		return
	}
	p := &s.parts[s.next(len(s.parts))]
	header := bytes.IndexByte(p.data, '\n') + 1
	body := p.data[header:]
	switch s.next(7) {
	case 0:
		if len(body) > 0 {
			body[s.next(len(body))] = byte(s.next(256))
		}
	case 1: // as numbers of four bytes, of which the first is not a number
		odd := []uint32{math.Float32bits(float32(math.NaN())), math.Float32bits(float32(math.Inf(1))), 0, math.MaxUint32, 1, 1 << 31, 0x7bff7bff}
		if at := s.next(len(body) / 4); len(body) >= 4 {
			binary.LittleEndian.PutUint32(body[4*at:], odd[s.next(len(odd))])
		}
	case 2:
		p.data = p.data[:header+s.next(len(body)+1)]
	case 3:
		shapes := []string{"(0,)", "(1,)", "(2, 2)", "(0, 9)", "(9223372036854775807,)", "(4294967296, 4294967296)", "(65536, 65536)"}
		p.data = retold(p.data, `'shape': \([^)]*\)`, "'shape': "+shapes[s.next(len(shapes))])
	case 4:
		types := []string{"|u1", "|i1", "<u2", "<u4", "<u8", "<f2", "<f4", "<i2", "|S9", "<f8"}
		p.data = retold(p.data, `'descr': '[^']*'`, "'descr': '"+types[s.next(len(types))]+"'")
	case 5: // another's contents
		p.data = slices.Clone(s.parts[s.next(len(s.parts))].data)
	case 6:
		if text := s.edited(body); text != nil {
			shape := fmt.Sprintf("'shape': (%d,)", len(text))
			p.data = append(retold(p.data[:header:header], `'shape': \([^)]*\)`, shape), text...)
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

// edited replaces one value in JSON, nil if the text is none.
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

// FuzzModel changes what is in sound models of every kind behind the back of the archive: they are
// refused with ErrFile, or work, and can be described, written, and read again; reading takes no more
// memory than a sound model of that size may.
func FuzzModel(f *testing.F) {
	var models [][]part
	for i, p := range specimens(f) {
		models = append(models, unpacked(f, file(f, p)))
		f.Add(uint8(i), []byte{})
		for operation := range byte(7) {
			f.Add(uint8(i), []byte{byte(i) * operation, 0, operation, 0, 3 * operation, 0, 1, 0, 4})
		}
	}
	probes := &probes{probe(f), treeProbe(f)}
	f.Fuzz(func(t *testing.T, which uint8, program []byte) {
		s := surgeon{program: program}
		for _, p := range models[int(which)%len(models)] {
			s.parts = append(s.parts, part{p.name, slices.Clone(p.data)})
		}
		const most = 6
		for n := 0; n < most && len(s.program) > 0; n++ {
			s.operate()
		}
		data := repacked(t, s.parts)
		requireThrifty(t, data)
		requireSound(t, data, probes)
	})
}

// requireThrifty reads a model, and looks at what memory that takes.
func requireThrifty(t *testing.T, data []byte) {
	const perByte, free = 100, 16 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := parser.Read(bytes.NewReader(data), int64(len(data)))
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(perByte*len(data)+free))
	if err != nil {
		return
	}
	described, err := inspect.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	require.NoError(t, described.Print(io.Discard))
	once := file(t, p)
	require.True(t, bytes.Equal(once, file(t, reread(t, once))), "write, read, write: the same bytes")
}
