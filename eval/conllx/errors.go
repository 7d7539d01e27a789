package conllx

import (
	"strings"

	"parser/conll"
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

// mistake is a scored token with a wrong head or label.
type mistake struct {
	head, label bool // wrong
	kind        errorKind
	words       [focus + 3]neighbour // two before, the token, two after
}

// focus is the token's place among the words of its mistake.
const focus = 2

// neighbour is a word with the text that stands for it in tables: its form and
// its tag. The edge of the sentence, and what is spelt like it, as in eval.pl, has
// its form only.
type neighbour struct{ form, tag, text string }

func newMistake(gold, system *conll.Sentence, i int) mistake {
	g, s := &gold.Words[i], &system.Words[i]
	m := mistake{head: g.Head != s.Head, label: g.Deprel != s.Deprel, kind: newErrorKind(i+1, g, s)}
	for n := range m.words {
		edge := [...]string{".S", ".S", "", ".E", ".E"}[n] // as eval.pl calls start and end
		w := neighbour{edge, edge, edge}
		if at := i + n - focus; 0 <= at && at < gold.Len() {
			w.form, w.tag = gold.Words[at].Form, gold.Words[at].UPOS
		}
		if w.form != edge || n == focus {
			w.text = w.form + " / " + w.tag
		}
		m.words[n] = w
	}
	return m
}

// errorCounts counts by text the tokens with a wrong head or label.
type errorCounts struct{ eval.Tally[ErrorCount] }

func countErrors(errors []mistake, text func(*mistake) string) (c errorCounts) {
	for i := range errors {
		m := &errors[i]
		n := c.At(text(m))
		n.Any++
		n.Head += eval.One(m.head)
		n.Label += eval.One(m.label)
	}
	return c
}

// top returns the n rows with most errors and those that tie with the last.
func (c errorCounts) top(n int) []ErrorCount {
	rows := []ErrorCount{}
	for _, text := range c.Frequent(func(e *ErrorCount) int { return e.Any }) {
		row := *c.At(text)
		row.Text = text
		rows = append(rows, row)
	}
	return leading(rows, n, func(e ErrorCount) int { return e.Any })
}

// leading returns the first n of the rows, which are sorted by their counts, and
// those that tie with the last of them.
func leading[T any](rows []T, n int, count func(T) int) []T {
	for n < len(rows) && count(rows[n]) == count(rows[n-1]) {
		n++
	}
	return rows[:min(n, len(rows))]
}

// contextTables counts errors by the nearest token on one side and by the nearest
// two, of which first is the one on the left.
//
// Those of one token add nothing of which all errors but one at most are in a single
// pair: they are left out. What is looked up is the part of the pair that a split at
// "+" gives, as in eval.pl. For words that part keeps a blank, so that in effect only
// tags are left out.
func contextTables(errors []mistake, near, first int) (one, two ContextTable) {
	count := func(errors []mistake, plus string, text func(neighbour) string) (singles, pairs []ErrorCount) {
		ones := countErrors(errors, func(m *mistake) string { return text(m.words[near]) })
		twos := countErrors(errors, func(m *mistake) string { return text(m.words[first]) + plus + text(m.words[first+1]) })
		for pair, two := range twos.Tally {
			if parts := strings.SplitN(pair, "+", 3); near-first < len(parts) {
				if one := ones.Tally[parts[near-first]]; one != nil && one.Any-two.Any <= 1 {
					delete(ones.Tally, parts[near-first])
				}
			}
		}
		return ones.top(contextRows), twos.top(contextRows)
	}
	var inside []mistake // where the nearest token is a word
	for _, m := range errors {
		if w := m.words[near]; w.text != w.form {
			inside = append(inside, m)
		}
	}
	one.Tags, two.Tags = count(errors, "+", func(w neighbour) string { return w.tag })
	one.Words, two.Words = count(inside, " + ", func(w neighbour) string { return w.text })
	return one, two
}
