package conllx

import (
	"cmp"
	"maps"
	"slices"
)

const (
	specificRows     = 10 // kinds of error reported, and more if they tie
	localRows        = 8  // local contexts of a kind, and more if they tie
	localRowsMinimum = 5  // if the last of them is rarer, see localContexts
)

type specificError struct {
	Rank        int            `json:"rank"`
	Description string         `json:"description"`
	Count       int            `json:"count"`
	Contexts    []localContext `json:"contexts"`
}

// localContext is a pattern over a word and its two neighbours. An empty string matches anything.
type localContext struct {
	BeforeTag string `json:"before_tag,omitempty"`
	Before    string `json:"before,omitempty"`
	Tag       string `json:"tag,omitempty"`
	Word      string `json:"word,omitempty"`
	AfterTag  string `json:"after_tag,omitempty"`
	After     string `json:"after,omitempty"`
	Count     int    `json:"count,omitempty"`
}

// sharedContext is a local context that is frequent in several kinds of error.
type sharedContext struct {
	localContext
	Errors []sharedError `json:"errors"`
}

type sharedError struct {
	Rank  int `json:"rank"`
	Count int `json:"count"`
}

// pattern is a local context in eval.pl's columns: tag and form before, form and
// tag of the word, tag and form after. An empty string matches anything.
type pattern [6]string

func (c localContext) pattern() pattern {
	return pattern{c.BeforeTag, c.Before, c.Word, c.Tag, c.AfterTag, c.After}
}

func (c localContext) compare(d localContext) int {
	x, y := c.pattern(), d.pattern()
	return slices.Compare(x[:], y[:])
}

// specificErrors returns the most frequent kinds of error, and the contexts that
// several of them share, those shared by most kinds first.
func specificErrors(errors []mistake) ([]specificError, []sharedContext) {
	seen := map[errorKind][]*pattern{}
	for _, m := range errors {
		before, word, after := m.words[focus-1], m.words[focus], m.words[focus+1]
		seen[m.kind] = append(seen[m.kind], &pattern{before.tag, before.form, word.form, word.tag, after.tag, after.form})
	}
	kinds := slices.SortedFunc(maps.Keys(seen), func(x, y errorKind) int {
		return cmp.Or(cmp.Compare(len(seen[y]), len(seen[x])), cmp.Compare(x.text, y.text), cmp.Compare(x.shift, y.shift),
			cmp.Compare(x.goldSide, y.goldSide), cmp.Compare(x.systemSide, y.systemSide))
	})
	rows, ranks := []specificError{}, map[localContext][]sharedError{}
	for i, kind := range leading(kinds, specificRows, func(k errorKind) int { return len(seen[k]) }) {
		row := specificError{Rank: i + 1, Description: kind.text, Count: len(seen[kind]), Contexts: localContexts(seen[kind])}
		for _, c := range row.Contexts {
			without := c
			without.Count = 0
			ranks[without] = append(ranks[without], sharedError{row.Rank, c.Count})
		}
		rows = append(rows, row)
	}
	shared := []sharedContext{}
	for c, list := range ranks {
		if len(list) > 1 {
			slices.SortStableFunc(list, func(x, y sharedError) int { return cmp.Compare(y.Count, x.Count) })
			shared = append(shared, sharedContext{c, list})
		}
	}
	slices.SortFunc(shared, func(x, y sharedContext) int {
		return cmp.Or(cmp.Compare(len(y.Errors), len(x.Errors)), x.compare(y.localContext))
	})
	return rows, shared
}

// localContexts returns the contexts worth showing for a kind of error that occurs at these
// places: the localRows most frequent ones, or only two if the last of those is rare. The
// first may be the pattern that matches anything, which is not shown.
func localContexts(seen []*pattern) []localContext {
	rows := []localContext{}
	closed(seen, pattern{}, 0, func(p pattern, count int) {
		rows = append(rows, localContext{p[0], p[1], p[3], p[2], p[4], p[5], count})
	})
	slices.SortFunc(rows, func(x, y localContext) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), x.compare(y))
	})
	most := localRows
	if len(rows) < most || rows[most-1].Count < localRowsMinimum {
		most = 2
	}
	rows = leading(rows, most, func(c localContext) int { return c.Count })
	return slices.DeleteFunc(rows, func(c localContext) bool { return c.pattern() == pattern{} })
}

// wildcard is a form that eval.pl mistakes for its wildcard: a place with it is counted
// once with the form and once more without it.
const wildcard = "*"

// closed calls f with the closed patterns: those without a more specific pattern that has the same count and so
// describes the same places better. (eval.pl removes the others in the order of its hash table and may miss some;
// closed patterns are the ones that it never removes, whatever the order.) The columns of p before the given one are
// fixed, and all of the places fit them.
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
	if again := with[wildcard]; len(with) > 1 || again != nil { // else the pattern with the only text has the same count
		closed(append(slices.Clip(places), again...), p, column+1, f)
	}
	delete(with, wildcard)
	for text, fitting := range with {
		p[column] = text
		closed(fitting, p, column+1, f)
	}
}
