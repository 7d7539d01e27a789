package conllx

import (
	"maps"
	"strings"

	"parser/eval"
)

const (
	focusRows   = 5 // focus words reported, and more if they tie
	contextRows = 3 // contexts reported of each kind, and more if they tie
)

// ErrorCount counts the errors at a word or near something.
type ErrorCount struct {
	Text  string `json:"text"`
	Any   int    `json:"any"`
	Head  int    `json:"head"`
	Label int    `json:"label"`
}

// Both counts the errors in head and label together.
func (e ErrorCount) Both() int { return e.Head + e.Label - e.Any }

// errorCounts counts by text the tokens with a wrong head or label.
type errorCounts struct{ eval.Tally[Attachment] }

func newErrorCounts() errorCounts { return errorCounts{eval.Tally[Attachment]{}} }

func (c errorCounts) count(text string, t token) { c.At(text).count(t.head, t.label) }

// top returns the n rows with most errors and those that tie with the last.
func (c errorCounts) top(n int) []ErrorCount {
	rows := []ErrorCount{}
	for i, text := range c.Frequent(func(a *Attachment) int { return a.Scored }) {
		a := c.At(text)
		if i >= n && a.Scored < rows[i-1].Any {
			break
		}
		rows = append(rows, ErrorCount{Text: text, Any: a.Scored, Head: a.Scored - a.Heads, Label: a.Scored - a.Labels})
	}
	return rows
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

// contextCounts counts errors by what stands on one side of the token.
type contextCounts struct {
	words, tags       errorCounts // nearest neighbour
	twoWords, twoTags errorCounts // nearest two, from left to right
}

func newContextCounts() contextCounts {
	return contextCounts{newErrorCounts(), newErrorCounts(), newErrorCounts(), newErrorCounts()}
}

// count enters an error with its neighbours on one side. The edge of the
// sentence is no word.
func (c contextCounts) count(t token, near, far neighbour, left bool) {
	first, second := near, far
	if left {
		first, second = far, near
	}
	c.tags.count(near.tag, t)
	c.twoTags.count(first.tag+"+"+second.tag, t)
	if !near.edge(left) {
		c.words.count(near.text(left), t)
		c.twoWords.count(first.text(left)+" + "+second.text(left), t)
	}
}

// tables returns the tables for one and for two tokens. nearest is the place of
// the nearest token in a two-token context.
func (c contextCounts) tables(nearest int) (one, two ContextTable) {
	one.Tags = c.tags.without(c.twoTags, nearest).top(contextRows)
	one.Words = c.words.without(c.twoWords, nearest).top(contextRows)
	two.Tags = c.twoTags.top(contextRows)
	two.Words = c.twoWords.top(contextRows)
	return one, two
}
