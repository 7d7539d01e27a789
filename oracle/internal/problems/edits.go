package problems

import (
	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// Tagging is sequence tagging under Hamming loss: there is a tag for each word,
// any of the symbols 1..tags, and each wrong one costs 1.
//
//	C_x   reads as many tags as there are words
//	T     o:o at 0, o:p at 1, in one state
//	D_g   the gold tags
func Tagging(gold []fsa.Symbol, tags int) derived.Problem {
	final := func(word int) fsa.Weight { return only(word == len(gold)) }
	words := fsa.NewLazy(0, final, func(word int, arc func(in, out fsa.Symbol, w fsa.Weight, to int)) {
		for o := fsa.Symbol(1); int(o) <= tags && word < len(gold); o++ {
			arc(o, o, fsa.One, word+1)
		}
	})
	return derived.Problem{Actions: tags, Admissible: words, Factors: []derived.Factor{{Loss: derived.Hamming(tags), Gold: fsa.Linear(gold...)}}}
}

// EditDistance is the arc-hybrid system under the edit distance of sequences of actions: C_x and
// Levenshtein's transducer, and as gold all sequences that build the gold tree. It is a heuristic,
// for comparison: the number of edits is not the number of wrong heads. (The paper's construction,
// Section 3, applied directly to transition-based parsing.)
func EditDistance(system transition.System, heads []int32) derived.Problem {
	n, s := int32(len(heads))-1, newArcSystem(system)
	return derived.Problem{
		Actions: int(s.actions), Admissible: s.sequences(n),
		Factors: []derived.Factor{{Loss: derived.Levenshtein(int(s.actions)), Gold: hybridGold(heads, s.single)}},
	}
}

// item is a word on a stack and what lies below it; ROOT is at the bottom.
type item struct {
	word  int32
	below *item
}

// derivation is a state of D_g: the buffer front and the stack. Several sequences build the same
// gold tree.
type derivation struct {
	front int32
	top   *item // equal stacks share their items
}

// hybridGold accepts the sequences that build a projective tree: LEFT and RIGHT only for gold arcs,
// and only if the dependent has all its own dependents; SHIFT only if no gold arc is lost. There
// are as many states as stacks that occur, which can be exponential in the depth of the tree.
func hybridGold(heads []int32, single bool) fsa.Machine {
	n := int32(len(heads)) - 1
	last := make([]int32, len(heads)) // the last dependent of each word, if it comes after the word
	for d := int32(1); d <= n; d++ {
		if h := heads[d]; h < d {
			last[h] = d
		}
	}
	root, known := &item{}, map[item]*item{}
	final := func(q derivation) fsa.Weight { return only(q.front > n && q.top == root) }
	return fsa.NewLazy(derivation{1, root}, final, func(q derivation, arc func(in, out fsa.Symbol, w fsa.Weight, to derivation)) {
		top := q.top.word
		if q.front <= n {
			// SHIFT loses the arcs between the front and the items on the stack, except one from
			// the topmost item (Goldberg & Nivre 2013).
			kept := q.top == root || heads[top] != q.front
			for s := q.top.below; s != nil; s = s.below {
				kept = kept && heads[q.front] != s.word && (s == root || heads[s.word] != q.front)
			}
			if kept {
				pushed := item{q.front, q.top}
				if known[pushed] == nil {
					known[pushed] = &pushed
				}
				arc(Shift, Shift, fsa.One, derivation{q.front + 1, known[pushed]})
			}
		}
		if q.top == root || last[top] >= q.front {
			return
		}
		popped := derivation{q.front, q.top.below}
		switch next := q.top.below; {
		case heads[top] == q.front:
			arc(Left, Left, fsa.One, popped)
		case heads[top] == next.word && (next != root || !single || q.front > n):
			arc(Right, Right, fsa.One, popped)
		}
	})
}
