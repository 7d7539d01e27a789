package conllx

import (
	"cmp"
	"maps"
	"slices"
	"unique"
)

const (
	specificRows     = 10 // kinds of error reported, and more if they tie
	localRows        = 8  // local contexts of a kind, and more if they tie
	localRowsMinimum = 5  // where the last of them is rarer, see leastCount
)

// SpecificError is a kind of error: where the head was put and which label was
// confused with which.
type SpecificError struct {
	Rank        int            `json:"rank"`
	Description string         `json:"description"`
	Count       int            `json:"count"`
	Contexts    []LocalContext `json:"contexts"`
}

// LocalContext is a pattern over a word and its two neighbours. An empty string
// matches anything.
type LocalContext struct {
	BeforeTag string `json:"before_tag,omitempty"`
	Before    string `json:"before,omitempty"`
	Tag       string `json:"tag,omitempty"`
	Word      string `json:"word,omitempty"`
	AfterTag  string `json:"after_tag,omitempty"`
	After     string `json:"after,omitempty"`
	Count     int    `json:"count,omitempty"`
}

// SharedContext is a local context that is frequent with several errors.
type SharedContext struct {
	LocalContext
	Errors []SharedError `json:"errors"`
}

// SharedError says how often an error, named by its rank, occurs in a context.
type SharedError struct {
	Rank  int `json:"rank"`
	Count int `json:"count"`
}

// specificErrors keeps the local context of every error by its kind.
type specificErrors map[errorKind][]pattern

func (e specificErrors) count(t token) {
	before, after := t.neighbour(-1), t.neighbour(+1)
	var p pattern
	for i, text := range []string{before.tag, before.form, t.gold.Form, t.gold.UPOS, after.tag, after.form} {
		p[i] = unique.Make(text)
	}
	kind := newErrorKind(t)
	e[kind] = append(e[kind], p)
}

// report returns the most frequent kinds of error, those that tie with the last
// of them, and the contexts they share.
func (e specificErrors) report() ([]SpecificError, []SharedContext) {
	kinds := slices.SortedFunc(maps.Keys(e), func(x, y errorKind) int {
		return cmp.Or(cmp.Compare(len(e[y]), len(e[x])), x.compare(y))
	})
	rows := []SpecificError{}
	for i, kind := range kinds {
		n := len(e[kind])
		if i >= specificRows && n < rows[i-1].Count {
			break
		}
		rows = append(rows, SpecificError{Rank: i + 1, Description: kind.String(), Count: n, Contexts: localContexts(e[kind])})
	}
	return rows, sharedContexts(rows)
}

// sharedContexts collects the contexts that several errors have in common, those of
// most errors first.
func sharedContexts(rows []SpecificError) []SharedContext {
	errors := map[LocalContext][]SharedError{}
	for _, row := range rows {
		for _, c := range row.Contexts {
			n := c.Count
			c.Count = 0
			errors[c] = append(errors[c], SharedError{row.Rank, n})
		}
	}
	contexts := []SharedContext{}
	for c, list := range errors {
		if len(list) > 1 {
			slices.SortStableFunc(list, func(x, y SharedError) int { return cmp.Compare(y.Count, x.Count) })
			contexts = append(contexts, SharedContext{c, list})
		}
	}
	slices.SortFunc(contexts, func(x, y SharedContext) int {
		return cmp.Or(cmp.Compare(len(y.Errors), len(x.Errors)), x.compare(y.LocalContext))
	})
	return contexts
}

// pattern is a local context: tag and form before, form and tag of the word, tag
// and form after.
type pattern [6]unique.Handle[string]

// wildcard stands for any text in a pattern. The form "*" is one too, as it is in
// eval.pl.
var wildcard = unique.Make("*")

// masked puts wildcards where the mask has no bit.
func (p pattern) masked(mask int) pattern {
	for i := range p {
		if mask&(1<<i) == 0 {
			p[i] = wildcard
		}
	}
	return p
}

// localContexts returns the contexts worth showing for an error that was seen in
// the given places, frequent ones first.
func localContexts(seen []pattern) []LocalContext {
	counts := map[pattern]int{}
	for _, p := range seen {
		for mask := range 1 << len(p) {
			counts[p.masked(mask)]++
		}
	}
	counts = closed(counts)
	threshold, rows := leastCount(counts), []LocalContext{}
	for p, n := range counts {
		if n >= threshold && p != p.masked(0) {
			rows = append(rows, p.context(n))
		}
	}
	slices.SortFunc(rows, func(x, y LocalContext) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), x.compare(y))
	})
	return rows
}

// closed keeps the patterns that no more specific one equals in count: what is
// said of the others is said better there. (eval.pl removes them in the order
// of its hash table and may leave some behind; these are the ones that it never
// removes, whatever the order.)
func closed(counts map[pattern]int) map[pattern]int {
	kept := maps.Clone(counts)
	for p, n := range counts {
		for i := range p {
			general := p
			if general[i] = wildcard; general != p && counts[general] == n {
				delete(kept, general)
			}
		}
	}
	return kept
}

// leastCount returns how often a pattern must be seen to be shown: as often as the
// localRows'th most frequent. If that one is rare, it is the second most frequent
// that counts, since the first may be the pattern of wildcards only.
func leastCount(counts map[pattern]int) int {
	sorted := slices.Sorted(maps.Values(counts))
	slices.Reverse(sorted)
	sorted = append(sorted, make([]int, localRows)...)
	if n := sorted[localRows-1]; n >= localRowsMinimum {
		return n
	}
	return sorted[1]
}

// context spells a pattern out.
func (p pattern) context(n int) LocalContext {
	var texts [len(p)]string
	for i, text := range p {
		if text != wildcard {
			texts[i] = text.Value()
		}
	}
	return LocalContext{
		BeforeTag: texts[0], Before: texts[1], Word: texts[2], Tag: texts[3], AfterTag: texts[4], After: texts[5], Count: n,
	}
}

// compare orders contexts by text, in the order of eval.pl's columns.
func (c LocalContext) compare(d LocalContext) int {
	return cmp.Or(cmp.Compare(c.BeforeTag, d.BeforeTag), cmp.Compare(c.Before, d.Before),
		cmp.Compare(c.Word, d.Word), cmp.Compare(c.Tag, d.Tag),
		cmp.Compare(c.AfterTag, d.AfterTag), cmp.Compare(c.After, d.After))
}
