package derived

import (
	"encoding/binary"

	"parser/oracle/fsa"
)

// EditDistance is the arc-hybrid system under the edit distance of sequences of
// actions: C_x and Levenshtein's transducer, and as gold all sequences that build the
// gold tree. It is a heuristic, for comparison: the number of edits is not the number
// of wrong heads. (The paper's construction, Section 3, taken to transition-based
// parsing without further thought.)
func EditDistance(heads []int32, single bool) Problem {
	n := int32(len(heads)) - 1
	return Problem{3, hybridSequences(n, single), []Factor{{Levenshtein(3), hybridGold(heads, single)}}}
}

// derivation is a state of D_g: the buffer front and the words on the stack, four
// bytes each, of which gold builds the same tree by several sequences.
type derivation struct {
	front int32
	stack string
}

// hybridGold accepts the sequences that build a projective tree: LEFT and RIGHT only
// for gold arcs, and only if the dependent has got its own dependents; SHIFT only if
// no gold arc is lost. There are as many states as stacks on the way, which can be
// exponential in the depth of the tree.
func hybridGold(heads []int32, single bool) fsa.Machine {
	n := int32(len(heads)) - 1
	last := make([]int32, len(heads)) // the last dependent of each word, or the word itself
	for d := range last {
		last[d] = int32(d)
	}
	for d := int32(1); d <= n; d++ {
		last[heads[d]] = max(last[heads[d]], d)
	}
	final := func(q derivation) fsa.Weight { return only(q.front > n && q.stack == "") }
	return fsa.NewLazy(derivation{front: 1}, final, func(q derivation, arc func(in, out fsa.Symbol, w fsa.Weight, to derivation)) {
		if q.front <= n && keeps(heads, q) {
			arc(Shift, Shift, fsa.One, derivation{q.front + 1, q.stack + encode(q.front)})
		}
		if q.stack == "" {
			return
		}
		top, below := decode(q.stack)
		popped := derivation{q.front, below}
		next, _ := decode(below)
		if last[top] >= q.front && last[top] != top || heads[top] != q.front && heads[top] != next {
			return
		}
		if heads[top] == q.front {
			arc(Left, Left, fsa.One, popped)
		} else if next != 0 || !single || q.front > n {
			arc(Right, Right, fsa.One, popped)
		}
	})
}

// keeps reports whether SHIFT loses no gold arc: those of the buffer front with items
// on the stack, but for one from the topmost item (Goldberg & Nivre 2013).
func keeps(heads []int32, q derivation) bool {
	top, stack := decode(q.stack)
	kept := top == 0 || heads[top] != q.front && heads[q.front] != 0
	for word := top; word != 0; {
		word, stack = decode(stack)
		kept = kept && heads[q.front] != word && (heads[word] != q.front || word == 0)
	}
	return kept
}

// encode and decode put a word on a stack and take it off; ROOT is below all.
func encode(word int32) string { return string(binary.BigEndian.AppendUint32(nil, uint32(word))) }

func decode(stack string) (top int32, below string) {
	if stack == "" {
		return 0, ""
	}
	k := len(stack) - 4
	return int32(binary.BigEndian.Uint32([]byte(stack[k:]))), stack[:k]
}
