package conllx

import (
	"strings"

	"parser/conll"
	"parser/eval"
	"parser/eval/internal/tally"
)

const (
	focusRows   = 5 // focus words reported, and more if they tie
	contextRows = 3 // contexts reported of each kind, and more if they tie
)

type errorCount struct {
	Text  string `json:"text"`
	Any   int    `json:"any"`
	Head  int    `json:"head"`
	Label int    `json:"label"`
}

// contextTable holds the contexts of one kind that have most errors next to them.
type contextTable struct {
	Tags  []errorCount `json:"tags"`
	Words []errorCount `json:"words"`
}

type contexts struct {
	OneBefore contextTable `json:"one_before"`
	TwoBefore contextTable `json:"two_before"`
	OneAfter  contextTable `json:"one_after"`
	TwoAfter  contextTable `json:"two_after"`
}

// mistake is a scored token with a wrong head or label.
type mistake struct {
	head, label bool // wrong
	kind        errorKind
	words       [focus + 3]neighbour // two before, the token, two after
}

// focus is the index of the token among the words of its mistake.
const focus = 2

// neighbour is a word with its text in tables, which is its form and its tag. For the edge of the sentence it is the
// form only; eval.pl does the same with words that are spelt like the edge.
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

// countErrors counts the tokens with a wrong head or label by a text of theirs.
func countErrors(errors []mistake, text func(*mistake) string) (c tally.Tally[errorCount]) {
	for i := range errors {
		m := &errors[i]
		n := c.At(text(m))
		n.Any++
		n.Head += eval.One(m.head)
		n.Label += eval.One(m.label)
	}
	return c
}

// top returns the n rows with most errors, and the rows that tie with the last of them.
func top(c tally.Tally[errorCount], n int) []errorCount {
	rows := []errorCount{}
	for _, text := range c.Frequent(func(e *errorCount) int { return e.Any }) {
		c[text].Text = text
		rows = append(rows, *c[text])
	}
	return leading(rows, n, func(e errorCount) int { return e.Any })
}

// leading returns the first n of the rows, which are sorted by their counts, and
// the rows that tie with the last of them.
func leading[T any](rows []T, n int, count func(T) int) []T {
	for n < len(rows) && count(rows[n]) == count(rows[n-1]) {
		n++
	}
	return rows[:min(n, len(rows))]
}

// contextTables counts errors by the nearest token on one side, at index near of a
// mistake's words, and by the nearest two, the left one at index first.
//
// A single token is left out if at most one of its errors is outside a single pair, since
// it adds nothing to that pair. As in eval.pl, the token is found by splitting the pair
// at "+". For words the parts keep a blank, so that in effect only tags are left out.
func contextTables(errors []mistake, near, first int) (one, two contextTable) {
	count := func(errors []mistake, plus string, text func(neighbour) string) (singles, pairs []errorCount) {
		ones := countErrors(errors, func(m *mistake) string { return text(m.words[near]) })
		twos := countErrors(errors, func(m *mistake) string { return text(m.words[first]) + plus + text(m.words[first+1]) })
		for pair, two := range twos {
			if parts := strings.SplitN(pair, "+", 3); near-first < len(parts) {
				if one := ones[parts[near-first]]; one != nil && one.Any-two.Any <= 1 {
					delete(ones, parts[near-first])
				}
			}
		}
		return top(ones, contextRows), top(twos, contextRows)
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
