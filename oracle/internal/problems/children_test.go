package problems_test

import (
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
)

// unary says which brackets may have a bracket over the same words as their only child.
type unary string

const (
	anyUnary unary = "any"
	noChain  unary = "nochain" // the only child of a bracket must not be a bracket
	strict   unary = "strict"  // each bracket has two children
)

// The contents of an open bracket.
const (
	nothing byte = iota
	aWord
	aBracket
	several
)

// family is a state of C_x where unary brackets are forbidden: the words so far, and
// what each open bracket holds.
type family struct {
	words    int32
	children string
}

// withoutUnary returns C_x of a bracketing without unary brackets. It has to know the children of
// each open bracket.
func withoutUnary(b problems.Bracketing, u unary) fsa.Machine {
	final := func(q family) fsa.Weight {
		if q.words == b.Words && q.children == "" {
			return fsa.One
		}
		return fsa.Zero()
	}
	return fsa.NewLazy(family{}, final, func(q family, arc func(in, out fsa.Symbol, w fsa.Weight, to family)) {
		depth := len(q.children)
		if q.words < b.Words && (b.Forest || depth > 0) {
			arc(problems.Word, problems.Word, fsa.One, family{q.words + 1, with(q.children, aWord)})
		}
		if depth > 0 && (q.children[depth-1] == several || u == noChain && q.children[depth-1] == aWord) && (b.Forest || depth > 1 || q.words == b.Words) {
			arc(problems.Close, problems.Close, fsa.One, family{q.words, with(q.children[:depth-1], aBracket)})
		}
		if q.words == b.Words || depth == int(b.MaxDepth) {
			return
		}
		for label := range b.Labels {
			o := problems.OpenLabel(label)
			arc(o, o, fsa.One, family{q.words, q.children + string([]byte{nothing})})
		}
	})
}

// with gives the last bracket one more child.
func with(children string, child byte) string {
	last := len(children) - 1
	if last < 0 {
		return children
	}
	if children[last] != nothing {
		child = several
	}
	return children[:last] + string([]byte{child})
}
