// Package tally holds what several scorers count with: a count for every name, the
// recall and precision of one label.
//
//	var labels tally.Tally[eval.Label]
//	tally.AddGold(labels.At("NP"), true)
//	tally.AddSystem(labels.At("NP"), true)
//	tally.AddSystem(labels.At("NP"), false)
//	fmt.Println(labels.At("NP").Recall(), labels.At("NP").Precision()) // 100.00 50.00
package tally

import (
	"cmp"
	"maps"
	"slices"

	"parser/eval"
)

// Tally keeps a count of type T for every name. The zero value has counted nothing.
type Tally[T any] map[string]*T

// At returns the count of a name, which starts at the zero value.
func (t *Tally[T]) At(name string) *T {
	if *t == nil {
		*t = Tally[T]{}
	}
	if (*t)[name] == nil {
		(*t)[name] = new(T)
	}
	return (*t)[name]
}

// Names returns all names in alphabetical order.
func (t Tally[T]) Names() []string { return slices.Sorted(maps.Keys(t)) }

// Frequent returns all names, the highest counts first, and ties in alphabetical order.
func (t Tally[T]) Frequent(count func(*T) int) []string {
	return slices.SortedStableFunc(slices.Values(t.Names()), func(x, y string) int { return cmp.Compare(count(t[y]), count(t[x])) })
}

// AddGold counts an item of a gold tree with the label.
func AddGold(l *eval.Label, found bool) {
	l.Gold++
	l.Found += eval.One(found)
}

// AddSystem counts an item of a system's tree with the label.
func AddSystem(l *eval.Label, right bool) {
	l.System++
	l.Right += eval.One(right)
}
