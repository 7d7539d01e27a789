package conllx

import (
	"maps"
	"strings"
)

const (
	focusRows   = 5 // focus words reported, and more if they tie
	contextRows = 3 // contexts reported of each kind, and more if they tie
)

// ContextTable holds the contexts of one kind near which most errors occur.
type ContextTable struct {
	Tags  []ErrorCount `json:"tags"`
	Words []ErrorCount `json:"words"`
}

// Contexts holds the four context tables of the report.
type Contexts struct {
	OneBefore ContextTable `json:"one_before"`
	TwoBefore ContextTable `json:"two_before"`
	OneAfter  ContextTable `json:"one_after"`
	TwoAfter  ContextTable `json:"two_after"`
}

// contexts counts errors by what stands before the token and after it.
func contexts(errors []mistake) (c Contexts) {
	c.OneBefore, c.TwoBefore = contextTables(errors, focus-1, focus-2)
	c.OneAfter, c.TwoAfter = contextTables(errors, focus+1, focus+1)
	return c
}

// contextTables returns the tables for the nearest token on one side and for the
// nearest two, of which first is the one on the left. The edge of the sentence is
// no word.
func contextTables(errors []mistake, near, first int) (one, two ContextTable) {
	var inside []mistake
	for _, m := range errors {
		if w := m.words[near]; w.text != w.form {
			inside = append(inside, m)
		}
	}
	pairs := countErrors(errors, func(m *mistake) string { return m.words[first].tag + "+" + m.words[first+1].tag })
	two.Tags = pairs.top(contextRows)
	one.Tags = countErrors(errors, func(m *mistake) string { return m.words[near].tag }).without(pairs, near-first).top(contextRows)
	pairs = countErrors(inside, func(m *mistake) string { return m.words[first].text + " + " + m.words[first+1].text })
	two.Words = pairs.top(contextRows)
	one.Words = countErrors(inside, func(m *mistake) string { return m.words[near].text }).without(pairs, near-first).top(contextRows)
	return one, two
}

// without leaves out the one-token contexts that add nothing: those of which
// all errors but one at most are in a single two-token context. The token's
// text is the field of the longer one that a split at "+" gives. For words
// that field keeps a blank, so in eval.pl, and here, the filter works on tags
// only.
func (c errorCounts) without(longer errorCounts, field int) errorCounts {
	kept := errorCounts{maps.Clone(c.Tally)}
	for text, two := range longer.Tally {
		parts := strings.SplitN(text, "+", 3)
		if field >= len(parts) {
			continue
		}
		if one := c.Tally[parts[field]]; one != nil && one.Scored-two.Scored <= 1 {
			delete(kept.Tally, parts[field])
		}
	}
	return kept
}
