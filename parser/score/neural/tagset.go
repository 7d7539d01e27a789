package neural

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"parser/conll"
	"parser/model"
)

// fields are the columns that can be predicted.
var fields = []struct {
	name   string
	column int // whose width the embeddings have that are to be expected
	value  func(w *conll.Word) string
}{
	{"upos", 2, func(w *conll.Word) string { return w.UPOS }},
	{"xpos", 3, func(w *conll.Word) string { return w.XPOS }},
	{"feats", 4, func(w *conll.Word) string { return w.Feats }},
}

// splitFields returns the places in fields of the columns of a list with commas.
func splitFields(list string) (places []int, err error) {
	for name := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		place := -1
		for i, f := range fields {
			if f.name == name {
				place = i
			}
		}
		if place < 0 || slices.Contains(places, place) {
			return nil, fmt.Errorf("multi-task: %q is not one of upos, xpos, feats, or is named twice", name)
		}
		places = append(places, place)
	}
	return places, nil
}

// tagset is the values of a column that is predicted.
type tagset struct {
	field  int // place in fields
	values []string
	rows   map[string]int32
}

func newTagset(field int, values []string) *tagset {
	t := &tagset{field, values, map[string]int32{}}
	for i, v := range values {
		t.rows[v] = int32(i)
	}
	return t
}

func (t *tagset) name() string { return fields[t.field].name }

// value returns what a word has in the column; "" if that is nothing. In FEATS every word
// has something, since "_" says that it has no features.
func (t *tagset) value(w *conll.Word) string {
	v := fields[t.field].value(w)
	if conll.Filled(v) || t.name() == "feats" {
		return v
	}
	return ""
}

// tagsets returns the values that training sentences have in a list of columns.
func tagsets(list string, sentences [][]conll.Word) ([]*tagset, error) {
	places, err := splitFields(list)
	var all []*tagset
	for _, place := range places {
		t, seen, filled := newTagset(place, nil), map[string]bool{}, false
		for _, words := range sentences {
			for i := range words {
				if v := t.value(&words[i]); v != "" {
					seen[v], filled = true, filled || conll.Filled(v)
				}
			}
		}
		if !filled {
			return nil, fmt.Errorf("multi-task: the column %s %w", t.name(), ErrNothingToPredict)
		}
		all = append(all, newTagset(place, slices.Sorted(maps.Keys(seen))))
	}
	return all, err
}

// entryName returns the name of the values' entry in a model file.
func (t *tagset) entryName(prefix string) string { return prefix + "tags/" + t.name() + "/values" }

// entry returns the values as an entry of a model file, with line ends behind them.
func (t *tagset) entry(prefix string) model.Entry {
	return model.Entry{Name: t.entryName(prefix), Data: []byte(strings.Join(t.values, "\n") + "\n")}
}

// loadTagsets reads the values of a list of columns.
func loadTagsets(arrays *model.Arrays, prefix, list string) ([]*tagset, error) {
	places, err := splitFields(list)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", model.ErrFile, err)
	}
	var all []*tagset
	for _, place := range places {
		t := newTagset(place, nil)
		text, err := model.Array[byte](arrays, t.entryName(prefix))
		if err != nil {
			return nil, err
		}
		values := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		for _, v := range values {
			if v == "" || strings.ContainsAny(v, "\t\r") {
				return nil, fmt.Errorf("%w: values of %s: %q", model.ErrFile, t.name(), v)
			}
		}
		all = append(all, newTagset(place, values))
	}
	return all, nil
}
