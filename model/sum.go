package model

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"parser/model/internal/tables"
	"parser/model/npz"
)

// additive is a learner that goes on from a model, whose classes come first: it adds to its scores, and freezes to the sum.
type additive struct {
	Learner
	base   Model
	scores []float32 // of base
}

func (o *additive) Score(dst []float32, features []uint64) {
	o.Learner.Score(dst, features)
	o.base.Score(o.scores, features)
	tables.AddRows(dst[:len(o.scores)], o.scores, []uint32{0})
}

func (o *additive) Freeze() Model { return newSum(o.base, o.Learner.Freeze()) }

// sum adds up the scores of models, each of which has the first classes of the next one.
type sum struct {
	parts   []Model
	buffers *sync.Pool // of scores of a part
}

func newSum(parts ...Model) *sum {
	s := &sum{}
	for _, m := range parts {
		if inner, ok := m.(*sum); ok {
			s.parts = append(s.parts, inner.parts...)
		} else {
			s.parts = append(s.parts, m)
		}
	}
	s.buffers = &sync.Pool{New: func() any { room := make([]float32, s.Classes()); return &room }}
	return s
}

func (s *sum) Classes() int { return s.parts[len(s.parts)-1].Classes() }

func (s *sum) Score(dst []float32, features []uint64) {
	room := s.buffers.Get().(*[]float32)
	defer s.buffers.Put(room)
	clear(dst)
	for _, m := range s.parts {
		part := (*room)[:m.Classes()]
		m.Score(part, features)
		tables.AddRows(dst[:len(part)], part, []uint32{0})
	}
}

func (s *sum) Describe() string {
	var texts []string
	for _, m := range s.parts {
		texts = append(texts, m.Describe())
	}
	return strings.Join(texts, " + ")
}

// sumEntry ends the name of the array that only a sum has.
const sumEntry = "sum"

func partPrefix(prefix string, part int) string { return fmt.Sprintf("%spart%d/", prefix, part) }

// Entries returns the arrays that hold the model; their names start with prefix:
//
//	sum     uint16   the number of classes of each part
//	part0/  …        the arrays of the first part, and so on
func (s *sum) Entries(prefix string) []npz.Entry {
	var classes []uint16
	var entries []npz.Entry
	for i, m := range s.parts {
		classes = append(classes, uint16(m.Classes()))
		entries = append(entries, m.Entries(partPrefix(prefix, i))...)
	}
	return slices.Insert(entries, 0, npz.Entry{Name: prefix + sumEntry, Data: classes})
}

// readSum is the inverse of Entries. It refuses (npz.ErrFile) parts that do not fit together.
func readSum(a *npz.Arrays, prefix string, classes int) (Model, error) {
	of, err := npz.Array[uint16](a, prefix+sumEntry)
	if err != nil {
		return nil, err
	}
	if !slices.IsSorted(of) || len(of) == 0 || of[0] == 0 || int(of[len(of)-1]) != classes {
		return nil, fmt.Errorf("%w: parts of %v classes, of %d", npz.ErrFile, of, classes)
	}
	var parts []Model
	for i, n := range of {
		if a.Has(partPrefix(prefix, i) + sumEntry) {
			return nil, fmt.Errorf("%w: a sum in a sum", npz.ErrFile)
		}
		m, err := ReadModel(a, partPrefix(prefix, i), int(n))
		if err != nil {
			return nil, err
		}
		parts = append(parts, m)
	}
	return newSum(parts...), nil
}
