package extract

import (
	"iter"
	"slices"

	"parser/conll"
	"parser/parser/query"
)

// finder finds the items of a set. Its patterns are searched together: those of roles, and then those of notes.
type finder struct {
	*Set
	in [2]func(*conll.Sentence) (func(pattern int) iter.Seq[*query.Match], error) // in trees, and in enhanced graphs
}

func newFinder(s *Set) *finder {
	var all []*query.Semgrex
	for _, r := range s.roles {
		for _, p := range r.patterns {
			all = append(all, p.Semgrex)
		}
	}
	for _, n := range s.notes {
		all = append(all, n.pattern.Semgrex)
	}
	return &finder{s, [2]func(*conll.Sentence) (func(int) iter.Seq[*query.Match], error){query.SearchAll(false, all...), query.SearchAll(true, all...)}}
}

// pairs returns the words that a pattern gives two names to, both from 0: for each first one the others. Empty nodes are
// left out.
func pairs(matches iter.Seq[*query.Match], first, second string) map[int][]int {
	all := map[int][]int{}
	for m := range matches {
		from, to := named(m, first), named(m, second)
		if from >= 0 && to >= 0 && !slices.Contains(all[from], to) {
			all[from] = append(all[from], to)
		}
	}
	return all
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
	which := 0
	if sentence.HasDeps() {
		which = 1
	}
	matches, err := f.in[which](sentence)
	if err != nil {
		return nil, err
	}
	first, pattern := f.Set.roles[0].name, 0
	fillers := make([]map[int][]int, len(f.Set.roles)) // of each role, by the word that an item begins with
	for i, r := range f.Set.roles {
		fillers[i] = map[int][]int{}
		for _, p := range r.patterns {
			found := pairs(matches(pattern), first, r.name)
			pattern++
			for from, to := range found {
				if len(fillers[i][from]) == 0 || p.also {
					fillers[i][from] = union(fillers[i][from], to)
				}
			}
		}
	}
	notes := make([]map[int][]int, len(f.notes))
	for i := range f.notes {
		notes[i] = pairs(matches(pattern), first, first)
		pattern++
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
