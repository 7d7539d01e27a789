package problems

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/oracle/fsa"
)

const (
	// maxGroup bounds the gold brackets with the same start, whose labels are bytes.
	maxGroup = 255
	// separator comes before the labels of each end in the shape of a family.
	separator = "\xff"
)

// family is the automaton for one start in any sentence in which the gold brackets that start there have the same labels,
// up to renaming, and the same order.
type family interface{ tabulated() *fsa.Pushed }

// startOf is what gold has at one start of a sentence.
type startOf[F family] struct {
	family F
	start  int32
	ends   []int32 // of its brackets, ascending, each once
	names  []int32 // names[l] is the sentence's label for the family's label l
}

// starts finds the families of the starts of sentences.
type starts[F family] struct {
	// create makes a family: for each end, the last one first, gold has the labels of its brackets, one byte each, all
	// below labels. With root, the outermost bracket is around all words.
	create   func(gold []string, labels int32, root bool) (F, error)
	root     bool // a bracket is around all words
	families map[string]F
	all      []startOf[F]

	gold        []Span
	ends, names []int32
	key         []byte // a 1 for the family of a bracket around all words, then its shape: a separator and labels for each end
}

// read finds the families of a sentence, and one more after the last word. A family whose table has failed is made again:
// what was too large for one sentence may not occur in the next.
func (t *starts[F]) read(gold []Span, words int32) (err error) {
	t.gold = append(t.gold[:0], gold...)
	slices.SortStableFunc(t.gold, func(a, b Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	gold, t.all, t.ends, t.names = t.gold, t.all[:0], t.ends[:0], t.names[:0]
	for start, count := int32(0), 0; start <= words; start++ {
		ends, names := len(t.ends), len(t.names)
		t.key = append(t.key[:0], 0)
		if t.root && start == 0 {
			t.key[0] = 1
		}
		for count = 0; count < len(gold) && gold[count].Start == start; count++ {
			g := gold[count]
			if count == 0 || g.End != gold[count-1].End {
				t.ends, t.key = append(t.ends, g.End), append(t.key, separator...)
			}
			l := slices.Index(t.names[names:], g.Label)
			if l < 0 {
				l = len(t.names) - names
				t.names = append(t.names, g.Label)
			}
			t.key = append(t.key, byte(l))
		}
		if gold = gold[count:]; count > maxGroup {
			return fmt.Errorf("%w: %d brackets start at word %d", ErrTooLarge, count, start+1)
		}
		f, known := t.families[string(t.key)]
		if !known || f.tabulated().Err() != nil {
			shape := strings.Split(string(t.key[1:]), separator)[1:]
			if f, err = t.create(shape, int32(len(t.names)-names), t.key[0] == 1); err != nil {
				return err
			}
			t.families[string(t.key)] = f
		}
		slices.Reverse(t.ends[ends:])
		t.all = append(t.all, startOf[F]{f, start, t.ends[ends:], t.names[names:]})
	}
	return nil
}

// position returns where a number of words is relative to the ends: the j-th end from the left is 2j+2, and odd numbers are
// all positions between.
func (s *startOf[F]) position(words int32) int32 {
	j, atEnd := slices.BinarySearch(s.ends, words)
	if atEnd {
		return int32(2*j + 2)
	}
	return int32(2*j + 1)
}

// label returns the family's number for a label, or that of all others.
func (s *startOf[F]) label(l int32) int32 {
	if i := slices.Index(s.names, l); i >= 0 {
		return int32(i)
	}
	return int32(len(s.names))
}
