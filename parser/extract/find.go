package extract

import (
	"iter"
	"slices"

	"parser/conll"
	"parser/parser/query"
)

// search is a pattern that can be searched: in trees, and in enhanced graphs.
type search struct {
	in [2]func(*conll.Sentence) iter.Seq2[*query.Match, error]
}

func newSearch(p pattern) search {
	return search{[2]func(*conll.Sentence) iter.Seq2[*query.Match, error]{p.Search(false), p.Search(true)}}
}

// finder finds the items of a set.
type finder struct {
	*Set
	roles [][]search
	notes []search
}

func newFinder(s *Set) *finder {
	f := &finder{Set: s}
	for _, r := range s.roles {
		var all []search
		for _, p := range r.patterns {
			all = append(all, newSearch(p))
		}
		f.roles = append(f.roles, all)
	}
	for _, n := range s.notes {
		f.notes = append(f.notes, newSearch(n.pattern))
	}
	return f
}

// pairs returns the words that a pattern gives two names to, both from 0: for each first one the others. Empty nodes are
// left out.
func (s search) pairs(sentence *conll.Sentence, first, second string) (map[int][]int, error) {
	which := 0
	if sentence.HasDeps() {
		which = 1
	}
	all := map[int][]int{}
	for m, err := range s.in[which](sentence) {
		if err != nil {
			return nil, err
		}
		from, to := named(m, first), named(m, second)
		if from >= 0 && to >= 0 && !slices.Contains(all[from], to) {
			all[from] = append(all[from], to)
		}
	}
	return all, nil
}

// named returns the word with a name in a match, or -1.
func named(m *query.Match, name string) int {
	for _, n := range m.Named {
		if n.Name == name && n.Empty == 0 && n.Last > n.First {
			return n.First
		}
	}
	return -1
}

// find returns the items in a sentence.
func (f *finder) find(sentence *conll.Sentence) (items []Item, err error) {
	first := f.Set.roles[0].name
	fillers := make([]map[int][]int, len(f.Set.roles)) // of each role, by the word that an item begins with
	for i, r := range f.Set.roles {
		fillers[i] = map[int][]int{}
		for k, p := range r.patterns {
			found, err := f.roles[i][k].pairs(sentence, first, r.name)
			if err != nil {
				return nil, err
			}
			for from, to := range found {
				if len(fillers[i][from]) == 0 || p.also {
					fillers[i][from] = union(fillers[i][from], to)
				}
			}
		}
	}
	notes := make([]map[int][]int, len(f.notes))
	for i, n := range f.notes {
		if notes[i], err = n.pairs(sentence, first, first); err != nil {
			return nil, err
		}
	}
	text := textOf(sentence)
	for at := range sentence.Words {
		if len(fillers[0][at]) > 0 {
			items = append(items, f.itemsAt(text, at, fillers, notes)...)
		}
	}
	return items, nil
}

// union adds the words of b to a, in order.
func union(a, b []int) []int {
	a = append(slices.Clone(a), b...)
	slices.Sort(a)
	return slices.Compact(a)
}

// itemsAt returns the items that begin with a word.
func (f *finder) itemsAt(text *text, at int, fillers, notes []map[int][]int) []Item {
	all, some := []Item{{Kind: f.kind}}, len(f.any) == 0
	for i, r := range f.Set.roles {
		words := fillers[i][at]
		if i == 0 {
			words = []int{at}
		}
		words = slices.DeleteFunc(slices.Clone(words), func(w int) bool { return i > 0 && w == at })
		switch {
		case len(words) == 0 && slices.Contains(f.need, r.name):
			return nil
		case len(words) == 0:
			continue
		case !slices.Contains(f.each, r.name):
			words = words[:1]
		}
		some = some || slices.Contains(f.any, r.name)
		var next []Item
		for _, it := range all {
			for _, w := range words {
				own := it
				own.Parts = append(slices.Clone(it.Parts), text.part(r, w))
				next = append(next, own)
			}
		}
		all = next
	}
	if !some {
		return nil
	}
	for i := range all {
		for n, holds := range notes {
			if len(holds[at]) > 0 && !slices.Contains(all[i].Notes, f.Set.notes[n].Note) {
				all[i].Notes = append(all[i].Notes, f.Set.notes[n].Note)
			}
		}
	}
	return all
}
