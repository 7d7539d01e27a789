package conllx

import (
	"cmp"
	"slices"
)

const (
	specificRows     = 10 // kinds of error reported, and more if they tie
	localRows        = 8  // local contexts of a kind, and more if they tie
	localRowsMinimum = 5  // where the last of them is rarer, see frequentContexts
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

// specificErrors keeps the local context of every error by its kind. Texts are
// numbered; number 0 is the wildcard, so that the form "*" is one too, as it
// is in eval.pl.
type specificErrors struct {
	numbers map[string]int32
	texts   []string
	seen    map[errorKind][]pattern
}

func newSpecificErrors() specificErrors {
	return specificErrors{
		numbers: map[string]int32{wildcard: 0},
		texts:   []string{wildcard},
		seen:    map[errorKind][]pattern{},
	}
}

// number interns a text.
func (e *specificErrors) number(text string) int32 {
	n, ok := e.numbers[text]
	if !ok {
		n = int32(len(e.texts))
		e.numbers[text] = n
		e.texts = append(e.texts, text)
	}
	return n
}

func (e *specificErrors) count(t token) {
	before, after := t.neighbour(-1), t.neighbour(+1)
	p := pattern{
		e.number(before.tag), e.number(before.form),
		e.number(t.gold.Form), e.number(t.gold.UPOS),
		e.number(after.tag), e.number(after.form),
	}
	kind := newErrorKind(t)
	e.seen[kind] = append(e.seen[kind], p)
}

// kinds returns the most frequent kinds and those that tie with the last.
func (e *specificErrors) kinds() []errorKind {
	kinds := make([]errorKind, 0, len(e.seen))
	for k := range e.seen {
		kinds = append(kinds, k)
	}
	slices.SortFunc(kinds, func(x, y errorKind) int {
		return cmp.Or(cmp.Compare(len(e.seen[y]), len(e.seen[x])), x.compare(y))
	})
	n := specificRows
	for n < len(kinds) && len(e.seen[kinds[n]]) == len(e.seen[kinds[n-1]]) {
		n++
	}
	return kinds[:min(n, len(kinds))]
}

// report returns the most frequent kinds of error and the contexts they share.
func (e *specificErrors) report() ([]SpecificError, []SharedContext) {
	rows := []SpecificError{}
	for i, kind := range e.kinds() {
		rows = append(rows, SpecificError{
			Rank:        i + 1,
			Description: kind.String(),
			Count:       len(e.seen[kind]),
			Contexts:    e.contexts(e.seen[kind]),
		})
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

// compare orders contexts by text, in the order of eval.pl's columns.
func (c LocalContext) compare(d LocalContext) int {
	return cmp.Or(cmp.Compare(c.BeforeTag, d.BeforeTag), cmp.Compare(c.Before, d.Before),
		cmp.Compare(c.Word, d.Word), cmp.Compare(c.Tag, d.Tag),
		cmp.Compare(c.AfterTag, d.AfterTag), cmp.Compare(c.After, d.After))
}
