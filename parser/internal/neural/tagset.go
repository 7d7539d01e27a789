package neural

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/score"
)

func splitFields(list string) (fields []int, err error) {
	for name := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		k := slices.IndexFunc(columns[:], func(c column) bool { return c.name == name })
		if k < uposColumn || k > featsColumn || slices.Contains(fields, k) {
			return nil, fmt.Errorf("multi-task: %q is not one of upos, xpos, feats, or is named twice", name)
		}
		fields = append(fields, k)
	}
	return fields, nil
}

// tagset is the values of a column that is predicted.
type tagset struct {
	column int
	values []string
	rows   map[string]int32
	banks  map[string][]int32 // by the name of a treebank, the places of the values that its words have; nil where none has a name
	silent bool               // while learning: the treebank says nothing about the column
	// While learning: the treebanks, by name, in which "_" in XPOS is a value, too: that a word has none. They are those where
	// some words have it, and others that are told apart. In a single one without any XPOS, as of silver trees, it is unknown.
	without map[string]bool
}

func newTagset(column int, values []string) *tagset {
	t := &tagset{column: column, values: values, rows: map[string]int32{}}
	for i, v := range values {
		t.rows[v] = int32(i)
	}
	return t
}

func (t *tagset) name() string { return columns[t.column].name }

// value returns the value of a word in the column, or "" if it is not known. FEATS is always known, since
// "_" says that a word has no features, unless that is all that the treebank says.
func (t *tagset) value(w *conll.Word) string {
	v := columns[t.column].text(w)
	switch {
	case conll.Filled(v), t.column == featsColumn && !t.silent:
		return v
	case t.without[score.Treebank(w)]:
		return "_"
	}
	return ""
}

// withoutXPOS returns the treebanks in which "_" in XPOS is a value.
func withoutXPOS(sentences iter.Seq[[]conll.Word]) map[string]bool {
	words, filled, without := map[string]int{}, map[string]int{}, map[string]bool{}
	for sentence := range sentences {
		for i := range sentence {
			bank := score.Treebank(&sentence[i])
			if words[bank]++; conll.Filled(sentence[i].XPOS) {
				filled[bank]++
			}
		}
	}
	for bank, n := range words {
		without[bank] = filled[bank] < n && (filled[bank] > 0 || bank != "_")
	}
	return without
}

// tagsets returns those of the columns in a list: the values that a network to begin with predicts, if there is one,
// and after them the others that the treebank has often enough, sorted.
func tagsets(list string, sentences iter.Seq[[]conll.Word], from *network, least int) ([]*tagset, error) {
	fields, err := splitFields(list)
	var all []*tagset
	for _, field := range fields {
		before := from.tagset(field)
		t, seen, filled := newTagset(field, before.values), map[string]int{}, false
		if field == xposColumn {
			t.without = withoutXPOS(sentences)
		}
		for words := range sentences {
			for i := range words {
				if v := t.value(&words[i]); v != "" {
					seen[v]++
					filled = filled || conll.Filled(v) && seen[v] >= least
				}
			}
		}
		switch {
		case filled:
			maps.DeleteFunc(seen, func(v string, n int) bool { return n < least || slices.Contains(t.values, v) })
			without := t.without
			t = newTagset(field, append(slices.Clone(t.values), slices.Sorted(maps.Keys(seen))...))
			t.without = without
		case len(t.values) > 0:
			t.silent = true
		default:
			return nil, fmt.Errorf("multi-task: the column %s %w", t.name(), ErrNothingToPredict)
		}
		t.findBanks(sentences, before.banks)
		all = append(all, t)
	}
	return all, err
}

// entryName names the entry of a model file that holds the values, each followed by a line end.
func (t *tagset) entryName(prefix string) string { return prefix + "tags/" + t.name() + "/values" }

func loadTagsets(arrays *npz.Arrays, prefix, list string) ([]*tagset, error) {
	fields, err := splitFields(list)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", npz.ErrFile, err)
	}
	var all []*tagset
	for _, field := range fields {
		t := newTagset(field, nil)
		text, err := npz.Array[byte](arrays, t.entryName(prefix))
		if err != nil {
			return nil, err
		}
		values := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		for _, v := range values {
			if v == "" || strings.ContainsAny(v, "\t\r") {
				return nil, fmt.Errorf("%w: values of %s: %q", npz.ErrFile, t.name(), v)
			}
		}
		t = newTagset(field, values)
		if err := t.loadBanks(arrays, prefix); err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}
