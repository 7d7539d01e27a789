package transition

import (
	"fmt"
	"slices"
)

// Bracket is the top-down system for constituency trees: the output is the
// tree's bracket string from left to right (Dyer et al. 2016; the running
// example of the finite-state dynamic-oracle paper). The stack holds ROOT and
// the open brackets; completed children hang from theirs.
//
//	NT-X  (σ, β)      ⊢ (σ|X(, β)    opens a bracket X before b
//	SH    (σ|s0, b|β) ⊢ (σ|s0, β)    b becomes the last child of s0
//	CL    (σ|s1|s0, β) ⊢ (σ|s1, β)   closes s0, which becomes the last child of s1
//
// It starts by opening the root bracket, which can be closed only after the last word; closing it
// ends the parse. No bracket is empty. MaxOpens bounds the brackets opened in a row, so that every
// parse ends. A bound that the gold tree keeps leaves the oracle exact; a bound on the depth of the
// stack would not.
type Bracket struct {
	brackets
	MaxOpens int32 // at least 1
	Unary    Unary
}

// Unary says which brackets may have a single child.
type Unary uint8

const (
	// AnyUnary lets every bracket have a single child.
	AnyUnary Unary = iota
	// NoChain forbids a bracket whose only child is a bracket; X(w) is allowed.
	NoChain
	// Strict wants two children or more, except over a sentence of one word.
	Strict
)

var unaryNames = []string{"any", "no-chain", "strict"}

// String returns "any", "no-chain" or "strict".
func (u Unary) String() string {
	if int(u) < len(unaryNames) {
		return unaryNames[u]
	}
	return fmt.Sprintf("unary %d", uint8(u))
}

// ParseUnary is the inverse of Unary.String.
func ParseUnary(text string) (Unary, error) {
	if u := slices.Index(unaryNames, text); u >= 0 {
		return Unary(u), nil
	}
	return 0, fmt.Errorf("unary brackets are %v, not %q", unaryNames, text)
}

// Name, Moves, Params and With say what system it is.
func (Bracket) Name() string     { return "bracket" }
func (Bracket) Moves() Moves     { return Of(Open, Shift, Close) }
func (s Bracket) Params() Params { return Params{MaxOpens: s.MaxOpens, Unary: s.Unary} }
func (Bracket) With(p Params) (System, error) {
	return checked(Bracket{MaxOpens: p.MaxOpens, Unary: p.Unary}, p.MaxOpens > 0 && p.Unary <= Strict)
}

// Chains returns what Unary says.
func (s Bracket) Chains() Chains {
	return [...]Chains{AnyUnary: KeepChains, NoChain: CutChains, Strict: CutUnary}[s.Unary]
}

// Legal:
//
//	NT: a buffer front, and fewer than MaxOpens brackets just opened.
//	SH: a buffer front and an open bracket.
//	CL: an open bracket with children; the root bracket only with an empty buffer.
//
// Where unary brackets are restricted, each move must also leave enough words for what the open
// brackets lack.
func (s Bracket) Legal(c *Config) Moves {
	front, open := !c.BufferEmpty(), len(c.Stack) > 1
	legal := Moves(0).
		addIf(front && c.Opens < s.MaxOpens, Open).
		addIf(front && open, Shift).
		addIf(open && c.Nodes[c.S(0)].LeftValency > 0 && (len(c.Stack) > 2 || !front), Close)
	if s.Unary == AnyUnary || !open {
		return legal
	}
	top, words, below := &c.Nodes[c.S(0)], c.N-c.Next+1, int32(0)
	for _, node := range c.Stack[1 : len(c.Stack)-1] {
		below += s.lack(c, c.Nodes[node].LeftValency+1, true) // once it has the child above
	}
	k := top.LeftValency
	return legal & Moves(0).
		addIf(below+s.lack(c, k+1, false) <= words-1, Shift).
		addIf(below+s.lack(c, k+1, true)+s.lack(c, 0, false) <= words, Open).
		addIf(s.lack(c, k, k > 0 && c.IsBracket(top.Left[0])) == 0, Close)
}

// lack returns how many more children a bracket needs before it can be closed. bracket says whether
// its first child is a bracket.
func (s Bracket) lack(c *Config, children int32, bracket bool) int32 {
	switch {
	case s.Unary == Strict && c.N > 1:
		return max(0, 2-children)
	case children == 0 || children == 1 && bracket:
		return 1
	}
	return 0
}

// Apply carries out a legal move.
func (Bracket) Apply(c *Config, m Move, label int32) {
	switch m {
	case Open:
		c.Stack = append(c.Stack, c.open(label, c.Next))
		c.Opens++
	case Shift:
		c.adopt(c.S(0), c.Next)
		c.Next, c.Opens = c.Next+1, 0
	default:
		top := c.S(0)
		c.close(top)
		c.pop()
		c.adopt(c.S(0), top)
		c.Opens = 0
	}
	c.record(m, label)
}
