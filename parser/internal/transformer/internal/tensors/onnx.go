package tensors

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// graph is what a file of the Open Neural Network Exchange (ONNX; onnx.proto) has: constants, and the nodes that compute.
type graph struct {
	folder    *Folder
	part      *part
	constants map[string]*Tensor
	nodes     []*node
	made      map[string]*node   // by what they make
	used      map[string][]*node // by what they read
}

// node computes its results from its inputs.
type node struct {
	name, operator string
	scopes         string // the parts of a model that it is of, as today's exporter writes them
	domain         string // "" for operators of the standard
	in, out        []string
	numbers        map[string]int64 // whole numbers by name
	permutation    []int64          // of the dimensions, if the node is a Transpose that names it
	constant       *Tensor          // of a node that has one
}

const mostNodes = 1 << 20 // far above any encoder

// dataTypes are the names of the types of numbers. Text is not read.
var dataTypes = map[uint64]string{
	1: "F32", 2: "U8", 3: "I8", 5: "I16", 6: "I32", 7: "I64", 9: "BOOL", 10: "F16", 11: "F64", 16: "BF16",
}

const stringType = 8

// readGraph returns the tensors of an ONNX file. Other files that have some of them are opened, too.
func (f *Folder) readGraph(p *part) ([]*Tensor, error) {
	g := &graph{folder: f, part: p, constants: map[string]*Tensor{}, made: map[string]*node{}, used: map[string][]*node{}}
	found := false
	file := message{&window{file: p.file, size: p.size}, 0, p.size}
	err := file.each(func(f field) error {
		if f.number != 7 {
			return nil
		}
		found = true
		return f.inside(g.field)
	})
	if err == nil && !found {
		err = errors.New("it has no graph")
	}
	if err != nil {
		return nil, err
	}
	named, err := g.weights()
	return slices.Collect(maps.Values(named)), err
}

// field reads a field of the graph.
func (g *graph) field(f field) error {
	switch f.number {
	case 1:
		n, err := g.node(f)
		if err != nil {
			return err
		}
		if g.nodes = append(g.nodes, n); len(g.nodes) > mostNodes {
			return fmt.Errorf("it has more than %d nodes", mostNodes)
		}
		for _, name := range n.out {
			g.made[name] = n
			if n.constant != nil {
				n.constant.Name, g.constants[name] = name, n.constant
			}
		}
		for _, name := range n.in {
			g.used[name] = append(g.used[name], n)
		}
	case 5:
		t, err := g.tensor(f)
		if err != nil || t == nil {
			return err
		}
		if g.constants[t.Name] != nil {
			return fmt.Errorf("tensor %.80q is in it twice", t.Name)
		}
		if g.constants[t.Name] = t; len(g.constants) > mostNodes {
			return fmt.Errorf("it has more than %d tensors", mostNodes)
		}
	case 15:
		return errors.New("sparse tensors are not supported")
	}
	return nil
}

func (g *graph) node(f field) (*node, error) {
	n := &node{}
	return n, f.inside(func(f field) (err error) {
		var text string
		switch f.number {
		case 1, 2, 3, 4, 7:
			if text, err = f.text(); err != nil {
				return err
			}
		}
		switch f.number {
		case 1:
			n.in = append(n.in, text)
		case 2:
			n.out = append(n.out, text)
		case 3:
			n.name = text
		case 4:
			n.operator = text
		case 7:
			if n.domain = text; text == "ai.onnx" {
				n.domain = ""
			}
		case 5:
			return g.attribute(n, f)
		case 9:
			key := ""
			return f.inside(func(f field) (err error) {
				switch {
				case f.number == 1:
					key, err = f.text()
				case f.number == 2 && key == "pkg.torch.onnx.name_scopes":
					n.scopes, err = f.text()
				}
				return err
			})
		}
		return nil
	})
}

// attribute reads an attribute of a node.
func (g *graph) attribute(n *node, f field) error {
	var name string
	var number *int64
	var list []int64
	var constant *Tensor
	err := f.inside(func(f field) (err error) {
		switch f.number {
		case 1:
			name, err = f.text()
		case 3:
			x := int64(f.value)
			number = &x
		case 5:
			constant, err = g.tensor(f)
		case 8:
			return f.numbers(func(x uint64) error {
				if len(list) == mostDimensions {
					return nil // no permutation
				}
				list = append(list, int64(x))
				return nil
			})
		}
		return err
	})
	switch {
	case number != nil:
		if n.numbers == nil {
			n.numbers = map[string]int64{}
		}
		n.numbers[name] = *number
	case name == "perm":
		n.permutation = list
	case name == "value" && n.constant == nil:
		n.constant = constant
	}
	return err
}

const mostDimensions = 64

// stored is what a file says about a tensor, and where its numbers are.
type stored struct {
	name     string
	kind     uint64
	shape    []int
	data     message
	numbers  []byte // instead of data, if the file has each number as a field or in other widths
	packed   bool
	external map[string]string // location, offset and length in another file
	outside  bool
}

// tensor reads a tensor; nil if it has text.
func (g *graph) tensor(f field) (*Tensor, error) {
	s := stored{}
	if err := f.inside(s.field); err != nil {
		return nil, err
	}
	if s.kind == stringType {
		return nil, nil
	}
	kind, known := dataTypes[s.kind]
	if !known {
		return nil, fmt.Errorf("tensor %.80q: numbers of ONNX's type %d are not supported", s.name, s.kind)
	}
	bytes := int64(types[kind].bytes)
	for _, n := range s.shape {
		if n < 0 || n > 0 && bytes > math.MaxInt/int64(n) {
			return nil, fmt.Errorf("tensor %.80q: a shape with %d in it is negative or too large", s.name, n)
		}
		bytes *= int64(n)
	}
	t := &Tensor{Name: s.name, Type: kind, Shape: s.shape, part: g.part, at: s.data.at, bytes: s.data.end - s.data.at}
	switch {
	case s.outside:
		if err := g.outside(t, s.external, bytes); err != nil {
			return nil, fmt.Errorf("tensor %.80q: %w", s.name, err)
		}
	case s.packed && (kind == "F32" || kind == "F64"):
		return nil, fmt.Errorf("tensor %.80q: numbers of %s as whole ones", s.name, kind)
	case s.packed:
		numbers := s.numbers
		if width := int64(types[kind].bytes); width < 8 {
			numbers = narrowed(numbers, int(width))
		}
		t.part, t.at, t.bytes = &part{path: g.part.path, size: int64(len(numbers)), data: inMemory(numbers)}, 0, int64(len(numbers))
	}
	if t.bytes != bytes {
		return nil, fmt.Errorf("tensor %.80q: its shape needs %d bytes of %s, and it has %d", s.name, bytes, kind, t.bytes)
	}
	return t, nil
}

// field reads a field of a tensor.
func (s *stored) field(f field) (err error) {
	switch f.number {
	case 1:
		return f.numbers(func(x uint64) error {
			if s.shape = append(s.shape, int(x)); len(s.shape) > mostDimensions {
				return fmt.Errorf("it has more than %d dimensions", mostDimensions)
			}
			return nil
		})
	case 2:
		s.kind = f.value
	case 8:
		s.name, err = f.text()
	case 9:
		s.data = f.body
	case 4, 10: // in single and in double precision
		if f.kind == protowire.BytesType {
			s.data = f.body
			return nil
		}
		return fmt.Errorf("field %d of a tensor has a number by itself, which is not supported", f.number)
	case 5, 7, 11: // whole numbers, and the bits of half precision
		s.packed = true
		return f.numbers(func(x uint64) error {
			s.numbers = binary.LittleEndian.AppendUint64(s.numbers, x)
			return nil
		})
	case 13:
		var key, value string
		err = f.inside(func(f field) (err error) {
			switch f.number {
			case 1:
				key, err = f.text()
			case 2:
				value, err = f.text()
			}
			return err
		})
		if s.external == nil {
			s.external = map[string]string{}
		}
		s.external[key] = value
	case 14:
		s.outside = f.value == 1
	}
	return err
}

// narrowed returns the lower bytes of numbers of eight.
func narrowed(numbers []byte, width int) []byte {
	narrow := numbers[:0]
	for at := 0; at < len(numbers); at += 8 {
		narrow = append(narrow, numbers[at:at+width]...)
	}
	return narrow
}

// outside finds the numbers of a tensor in another file of the folder.
func (g *graph) outside(t *Tensor, external map[string]string, bytes int64) (err error) {
	location := external["location"]
	if !filepath.IsLocal(location) {
		return fmt.Errorf("%.80q is no name of a file in the folder", location)
	}
	path := filepath.Join(filepath.Dir(g.part.path), location)
	t.part = nil
	for _, p := range g.folder.parts {
		if p.path == path {
			t.part = p
		}
	}
	if t.part == nil {
		if t.part, err = g.folder.openPart(path); err != nil {
			return err
		}
	}
	place := map[string]int64{"offset": 0, "length": bytes}
	for key := range place {
		if text := external[key]; text != "" {
			if place[key], err = strconv.ParseInt(text, 10, 64); err != nil {
				return fmt.Errorf("its %s: %w", key, err)
			}
		}
	}
	t.at, t.bytes = place["offset"], place["length"]
	if t.at < 0 || t.bytes < 0 || t.at > t.part.size-t.bytes {
		return fmt.Errorf("%d bytes from byte %d on are not within the %d bytes of %s", t.bytes, t.at, t.part.size, location)
	}
	return nil
}
