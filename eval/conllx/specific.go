package conllx

import (
	"cmp"
	"maps"
	"slices"
)

const (
	specificRows     = 10 // kinds of error reported, and more if they tie
	localRows        = 8  // local contexts of a kind, and more if they tie
	localRowsMinimum = 5  // where the last of them is rarer, see localContexts
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

// pattern is a local context in eval.pl's columns: tag and form before, form and
// tag of the word, tag and form after. An empty string matches anything.
type pattern [6]string

func (c LocalContext) pattern() pattern {
	return pattern{c.BeforeTag, c.Before, c.Word, c.Tag, c.AfterTag, c.After}
}

// compare orders contexts by text, column by column.
func (c LocalContext) compare(d LocalContext) int {
	x, y := c.pattern(), d.pattern()
	return slices.Compare(x[:], y[:])
}

// specificErrors returns the most frequent kinds of error, and the contexts that
// several of them have in common, those of most errors first.
func specificErrors(errors []mistake) ([]SpecificError, []SharedContext) {
	seen := map[errorKind][]*pattern{}
	for _, m := range errors {
		before, word, after := m.words[focus-1], m.words[focus], m.words[focus+1]
		seen[m.kind] = append(seen[m.kind], &pattern{before.tag, before.form, word.form, word.tag, after.tag, after.form})
	}
	kinds := slices.SortedFunc(maps.Keys(seen), func(x, y errorKind) int {
		return cmp.Or(cmp.Compare(len(seen[y]), len(seen[x])), x.compare(y))
	})
	rows, ranks := []SpecificError{}, map[LocalContext][]SharedError{}
	for i, kind := range leading(kinds, specificRows, func(k errorKind) int { return len(seen[k]) }) {
		row := SpecificError{Rank: i + 1, Description: kind.text, Count: len(seen[kind]), Contexts: localContexts(seen[kind])}
		for _, c := range row.Contexts {
			without := c
			without.Count = 0
			ranks[without] = append(ranks[without], SharedError{row.Rank, c.Count})
		}
		rows = append(rows, row)
	}
	shared := []SharedContext{}
	for c, list := range ranks {
		if len(list) > 1 {
			slices.SortStableFunc(list, func(x, y SharedError) int { return cmp.Compare(y.Count, x.Count) })
			shared = append(shared, SharedContext{c, list})
		}
	}
	slices.SortFunc(shared, func(x, y SharedContext) int {
		return cmp.Or(cmp.Compare(len(y.Errors), len(x.Errors)), x.compare(y.LocalContext))
	})
	return rows, shared
}

// localContexts returns the contexts worth showing for an error that was seen in
// the given places: the localRows most frequent ones. If the last of those is rare,
// it is the two most frequent, since the first may be the pattern that matches
// anything, which is not shown.
func localContexts(seen []*pattern) []LocalContext {
	rows := []LocalContext{}
	closed(seen, pattern{}, 0, func(p pattern, count int) {
		rows = append(rows, LocalContext{p[0], p[1], p[3], p[2], p[4], p[5], count})
	})
	slices.SortFunc(rows, func(x, y LocalContext) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), x.compare(y))
	})
	most := localRows
	if len(rows) < most || rows[most-1].Count < localRowsMinimum {
		most = 2
	}
	rows = leading(rows, most, func(c LocalContext) int { return c.Count })
	return slices.DeleteFunc(rows, func(c LocalContext) bool { return c.pattern() == pattern{} })
}

// wildcard is a form that is taken for one that matches anything, as in eval.pl: a
// place with it is counted with the form and once more without.
const wildcard = "*"

// closed calls f with the patterns that no more specific one equals in count: what
// is said of the others is said better there. (eval.pl removes them in the order of
// its hash table and may leave some behind; these are the ones that it never
// removes, whatever the order.) Of p the columns before the given one are fixed, and
// all of the places fit them.
func closed(places []*pattern, p pattern, column int, f func(p pattern, count int)) {
	if column == len(p) {
		for i, text := range p {
			other := func(q *pattern) bool { return q[i] == wildcard || q[i] != places[0][i] }
			if text == "" && !slices.ContainsFunc(places, other) {
				return
			}
		}
		f(p, len(places))
		return
	}
	with := map[string][]*pattern{}
	for _, q := range places {
		with[q[column]] = append(with[q[column]], q)
	}
	if again := with[wildcard]; len(with) > 1 || again != nil { // else the only text says more
		closed(append(slices.Clip(places), again...), p, column+1, f)
	}
	delete(with, wildcard)
	for text, fitting := range with {
		p[column] = text
		closed(fitting, p, column+1, f)
	}
}
