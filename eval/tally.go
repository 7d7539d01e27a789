package eval

import (
	"cmp"
	"maps"
	"slices"
)

// Tally has a count of its own, of some type, for every name. The zero value has
// counted nothing.
type Tally[T any] map[string]*T

// At returns the count of a name, which is 0 at first.
func (t *Tally[T]) At(name string) *T {
	if *t == nil {
		*t = Tally[T]{}
	}
	if (*t)[name] == nil {
		(*t)[name] = new(T)
	}
	return (*t)[name]
}

// Names returns all names in their order.
func (t Tally[T]) Names() []string { return slices.Sorted(maps.Keys(t)) }

// Frequent returns all names, those with most of something first; names with as
// many are in their order.
func (t Tally[T]) Frequent(of func(*T) int) []string {
	return slices.SortedStableFunc(slices.Values(t.Names()), func(x, y string) int { return cmp.Compare(of(t[y]), of(t[x])) })
}
