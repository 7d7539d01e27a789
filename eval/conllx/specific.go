package conllx

import (
	"cmp"
	"maps"
	"slices"
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

// specificErrors returns the most frequent kinds of error, and those that tie
// with the last of them.
func specificErrors(errors []mistake) []SpecificError {
	seen := map[errorKind][]LocalContext{}
	for _, m := range errors {
		before, word, after := m.words[focus-1], m.words[focus], m.words[focus+1]
		seen[m.kind] = append(seen[m.kind], LocalContext{
			BeforeTag: before.tag, Before: before.form, Tag: word.tag, Word: word.form, AfterTag: after.tag, After: after.form,
		})
	}
	kinds := slices.SortedFunc(maps.Keys(seen), func(x, y errorKind) int {
		return cmp.Or(cmp.Compare(len(seen[y]), len(seen[x])), x.compare(y))
	})
	rows := []SpecificError{}
	for i, kind := range leading(kinds, specificRows, func(k errorKind) int { return len(seen[k]) }) {
		rows = append(rows, SpecificError{Rank: i + 1, Description: kind.text, Count: len(seen[kind]), Contexts: localContexts(seen[kind])})
	}
	return rows
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

// wildcard stands for any text while patterns are counted. The form "*" is one
// too, as it is in eval.pl.
const wildcard = "*"

// columns are the texts in the order of eval.pl.
func (c *LocalContext) columns() [6]*string {
	return [...]*string{&c.BeforeTag, &c.Before, &c.Word, &c.Tag, &c.AfterTag, &c.After}
}

// masked puts wildcards where the mask has no bit.
func (c LocalContext) masked(mask int) LocalContext {
	for i, text := range c.columns() {
		if mask&(1<<i) == 0 {
			*text = wildcard
		}
	}
	return c
}

// localContexts returns the contexts worth showing for an error that was seen in
// the given places, frequent ones first.
func localContexts(seen []LocalContext) []LocalContext {
	counts := map[LocalContext]int{}
	for _, c := range seen {
		for mask := range 1 << len(c.columns()) {
			counts[c.masked(mask)]++
		}
	}
	counts = closed(counts)
	threshold, rows := leastCount(counts), []LocalContext{}
	for c, n := range counts {
		if n < threshold || c == c.masked(0) {
			continue
		}
		c.Count = n
		for _, text := range c.columns() {
			if *text == wildcard {
				*text = ""
			}
		}
		rows = append(rows, c)
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
func closed(counts map[LocalContext]int) map[LocalContext]int {
	kept := maps.Clone(counts)
	for c, n := range counts {
		for i := range c.columns() {
			general := c
			if *general.columns()[i] = wildcard; general != c && counts[general] == n {
				delete(kept, general)
			}
		}
	}
	return kept
}

// leastCount returns how often a pattern must be seen to be shown: as often as the
// localRows'th most frequent. If that one is rare, it is the second most frequent
// that counts, since the first may be the pattern of wildcards only.
func leastCount(counts map[LocalContext]int) int {
	sorted := slices.Sorted(maps.Values(counts))
	slices.Reverse(sorted)
	sorted = append(sorted, make([]int, localRows)...)
	if n := sorted[localRows-1]; n >= localRowsMinimum {
		return n
	}
	return sorted[1]
}

// compare orders contexts by text, column by column.
func (c LocalContext) compare(d LocalContext) int {
	x, y := c.columns(), d.columns()
	return slices.CompareFunc(x[:], y[:], func(a, b *string) int { return cmp.Compare(*a, *b) })
}
