package tregex

import "slices"

// relation is a relation of a pattern.
type relation struct {
	symbol string
	number int                               // of a child, from 1, or from the last, -1; 0 without one
	chain  func(t *Tree) func(node int) bool // what stands between, of <+(…) and its like
}

type tryFunc = func(to, edge int) bool

type eachFunc = func(t *Tree, from int, try tryFunc) bool

const noEdge = -1

// each returns what finds the nodes of a relation in t.
func (r relation) each(t *Tree) func(from int, try tryFunc) bool {
	switch {
	case r.chain != nil:
		return r.chained(t)
	case r.number != 0:
		return r.counted(t)
	}
	find := relations[r.symbol]
	return func(from int, try tryFunc) bool { return find(t, from, try) }
}

// Symbols are the relations of the language, and those that a number or a description in brackets follows.
var (
	numbered = []string{"<", ">", "<-", ">-", "<<<", "<<<-"}
	chained  = []string{"<+", ">+", ".+", ",+"}
)

var relations = map[string]eachFunc{
	"<": func(t *Tree, from int, try tryFunc) bool { return along(t, t.first(from), rightward, try) },
	">": func(t *Tree, from int, try tryFunc) bool { return one(t.Nodes[from].parent, try) },
	"<<": func(t *Tree, from int, try tryFunc) bool {
		return span(from+1, t.Nodes[from].end, try)
	},
	">>": func(t *Tree, from int, try tryFunc) bool { return along(t, t.Nodes[from].parent, upward, try) },
	"<<<": func(t *Tree, from int, try tryFunc) bool {
		for _, to := range t.words(from) {
			if try(to, noEdge) {
				return true
			}
		}
		return false
	},
	"<,": func(t *Tree, from int, try tryFunc) bool { return one(t.first(from), try) },
	"<-": func(t *Tree, from int, try tryFunc) bool { return one(t.Nodes[from].last, try) },
	">,": func(t *Tree, from int, try tryFunc) bool {
		return t.Nodes[from].before == none && one(t.Nodes[from].parent, try)
	},
	">-": func(t *Tree, from int, try tryFunc) bool {
		return t.Nodes[from].after == none && one(t.Nodes[from].parent, try)
	},
	"<<,": func(t *Tree, from int, try tryFunc) bool { return along(t, t.first(from), (*Tree).first, try) },
	"<<-": func(t *Tree, from int, try tryFunc) bool { return along(t, t.Nodes[from].last, lastChild, try) },
	">>,": func(t *Tree, from int, try tryFunc) bool {
		return climb(t, from, func(n *Node) bool { return n.before == none }, try)
	},
	">>-": func(t *Tree, from int, try tryFunc) bool {
		return climb(t, from, func(n *Node) bool { return n.after == none }, try)
	},
	"<:": func(t *Tree, from int, try tryFunc) bool { return one(onlyChild(t, from), try) },
	">:": func(t *Tree, from int, try tryFunc) bool {
		return alone(&t.Nodes[from]) && one(t.Nodes[from].parent, try)
	},
	"<<:": func(t *Tree, from int, try tryFunc) bool { return along(t, onlyChild(t, from), onlyChild, try) },
	">>:": func(t *Tree, from int, try tryFunc) bool { return climb(t, from, alone, try) },
	"$": func(t *Tree, from int, try tryFunc) bool {
		return sisters(t, from, func(to int) bool { return to != from }, try)
	},
	"$++": func(t *Tree, from int, try tryFunc) bool { return rightSisters(t, from, try) },
	"$--": func(t *Tree, from int, try tryFunc) bool {
		return sisters(t, from, func(to int) bool { return to < from }, try)
	},
	"$+": func(t *Tree, from int, try tryFunc) bool { return one(t.Nodes[from].after, try) },
	"$-": func(t *Tree, from int, try tryFunc) bool { return one(t.Nodes[from].before, try) },
	"..": following,
	",,": preceding,
	".": func(t *Tree, from int, try tryFunc) bool {
		return along(t, next(t, from), (*Tree).first, try)
	},
	",": func(t *Tree, from int, try tryFunc) bool {
		return along(t, previous(t, from), lastChild, try)
	},
	"<#":  func(t *Tree, from int, try tryFunc) bool { return one(t.head(from), try) },
	">#":  func(t *Tree, from int, try tryFunc) bool { return one(headed(t, from), try) },
	"<<#": func(t *Tree, from int, try tryFunc) bool { return along(t, t.head(from), (*Tree).head, try) },
	">>#": func(t *Tree, from int, try tryFunc) bool { return along(t, headed(t, from), headed, try) },
	"==":  func(t *Tree, from int, try tryFunc) bool { return try(from, noEdge) },
	"<=": func(t *Tree, from int, try tryFunc) bool {
		return try(from, noEdge) || along(t, t.first(from), rightward, try)
	},
	":": func(t *Tree, _ int, try tryFunc) bool { return span(0, len(t.Nodes), try) },
}

// same are other ways to write a relation.
var same = map[string]string{
	"<`": "<-", ">`": ">-", "<<`": "<<-", ">>`": ">>-", "$..": "$++", "$,,": "$--", "$.": "$+", "$,": "$-",
}

func one(to int, try tryFunc) bool { return to != none && try(to, noEdge) }

func span(first, end int, try tryFunc) bool {
	for to := first; to < end; to++ {
		if try(to, noEdge) {
			return true
		}
	}
	return false
}

// along tries a node, and those that a step leads to.
func along(t *Tree, to int, step func(t *Tree, at int) int, try tryFunc) bool {
	for ; to != none; to = step(t, to) {
		if try(to, noEdge) {
			return true
		}
	}
	return false
}

func rightward(t *Tree, at int) int { return t.Nodes[at].after }
func leftward(t *Tree, at int) int  { return t.Nodes[at].before }
func upward(t *Tree, at int) int    { return t.Nodes[at].parent }
func lastChild(t *Tree, at int) int { return t.Nodes[at].last }

func onlyChild(t *Tree, at int) int {
	if t.Nodes[at].children != 1 {
		return none
	}
	return at + 1
}

func alone(n *Node) bool { return n.before == none && n.after == none }

// headed returns the parent of a node that is its head child.
func headed(t *Tree, at int) int {
	parent := t.Nodes[at].parent
	if parent == none || t.head(parent) != at {
		return none
	}
	return parent
}

// climb tries the parents that can be reached through nodes of which holds is true.
func climb(t *Tree, from int, holds func(*Node) bool, try tryFunc) bool {
	for holds(&t.Nodes[from]) {
		if from = t.Nodes[from].parent; from == none {
			return false
		}
		if try(from, noEdge) {
			return true
		}
	}
	return false
}

func sisters(t *Tree, from int, holds func(to int) bool, try tryFunc) bool {
	parent := t.Nodes[from].parent
	if parent == none {
		return false
	}
	for to := parent + 1; to != none; to = t.Nodes[to].after {
		if holds(to) && try(to, noEdge) {
			return true
		}
	}
	return false
}

// rightSisters tries the right sisters of a node, the last one first.
func rightSisters(t *Tree, from int, try tryFunc) bool {
	parent := t.Nodes[from].parent
	if parent == none {
		return false
	}
	for to := t.Nodes[parent].last; to != from; to = t.Nodes[to].before {
		if try(to, noEdge) {
			return true
		}
	}
	return false
}

// next returns the outermost node that begins where from ends.
func next(t *Tree, from int) int {
	for at := from; at != none; at = t.Nodes[at].parent {
		if after := t.Nodes[at].after; after != none {
			return after
		}
	}
	return none
}

// previous returns the outermost node that ends where from begins.
func previous(t *Tree, from int) int {
	for at := from; at != none; at = t.Nodes[at].parent {
		if before := t.Nodes[at].before; before != none {
			return before
		}
	}
	return none
}

// following tries what follows a node: right sisters of the outermost nodes around it first, each with what is below it.
func following(t *Tree, from int, try tryFunc) bool { return t.outside(from, rightward, try) }

// preceding tries what precedes a node, as following.
func preceding(t *Tree, from int, try tryFunc) bool { return t.outside(from, leftward, try) }

func (t *Tree) outside(from int, sister func(t *Tree, at int) int, try tryFunc) bool {
	var around []int
	for at := from; at != none; at = t.Nodes[at].parent {
		around = append(around, at)
	}
	for _, at := range slices.Backward(around) {
		for to := sister(t, at); to != none; to = sister(t, to) {
			if span(to, t.Nodes[to].end, try) {
				return true
			}
		}
	}
	return false
}

// counted finds the child, the parent or the word with a number.
func (r relation) counted(t *Tree) func(from int, try tryFunc) bool {
	switch r.symbol {
	case "<":
		return func(from int, try tryFunc) bool {
			return one(t.child(from, place(r.number, t.Nodes[from].children)), try)
		}
	case ">":
		return func(from int, try tryFunc) bool {
			n := &t.Nodes[from]
			return n.parent != none && n.place == place(r.number, t.Nodes[n.parent].children) && try(n.parent, noEdge)
		}
	}
	return func(from int, try tryFunc) bool {
		words := t.words(from)
		at := place(r.number, len(words))
		return at >= 0 && at < len(words) && try(words[at], noEdge)
	}
}

// place returns the index from 0 of a number from 1, or from -1, which is that of the last.
func place(number, of int) int {
	if number < 0 {
		return of + number
	}
	return number - 1
}

// chained finds what can be reached through nodes that the chain describes.
func (r relation) chained(t *Tree) func(from int, try tryFunc) bool {
	holds := r.chain(t)
	steps := map[string]func(at int) []int{
		"<+": func(at int) []int { return t.all(t.Nodes[at].last, leftward) },
		">+": func(at int) []int { return t.all(t.Nodes[at].parent, func(*Tree, int) int { return none }) },
		".+": func(at int) []int { return t.all(next(t, at), (*Tree).first) },
		",+": func(at int) []int { return t.all(previous(t, at), lastChild) },
	}[r.symbol]
	before := r.symbol == ".+" || r.symbol == ",+" // what is further away comes before what leads to it
	return func(from int, try tryFunc) bool {
		seen, stack := map[int]bool{}, slices.Clone(steps(from))
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			passed := at < 0
			if passed {
				at = ^at
			} else if seen[at] {
				continue
			}
			seen[at] = true
			leads := !passed && holds(at)
			if (passed || !leads || !before) && try(at, noEdge) {
				return true
			}
			if leads && before {
				stack = append(stack, ^at)
			}
			if leads {
				stack = append(stack, steps(at)...)
			}
		}
		return false
	}
}

func (t *Tree) all(at int, step func(t *Tree, at int) int) (all []int) {
	for ; at != none; at = step(t, at) {
		all = append(all, at)
	}
	return all
}
