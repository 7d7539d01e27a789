package transition

import "fmt"

// Bracket is the top-down system for constituency trees: the output is the
// tree's bracket string from left to right (Dyer et al. 2016; the running
// example of the finite-state dynamic-oracle paper). The stack holds ROOT and
// the open brackets; completed children hang from theirs.
//
//	NT-X  (σ, β)      ⊢ (σ|X(, β)    opens a bracket X before b
//	SH    (σ|s0, b|β) ⊢ (σ|s0, β)    b becomes the last child of s0
//	CL    (σ|s1|s0, β) ⊢ (σ|s1, β)   closes s0, which becomes the last child of s1
//
// It starts by opening the root bracket, whose closing ends the parse; it can be
// closed behind the last word only. No bracket is empty. MaxOpens bounds the
// brackets opened in a row, so that every parse ends. A bound that the gold tree
// keeps does no harm to exactness; one on the depth of the stack would.
type Bracket struct {
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
	for u, name := range unaryNames {
		if name == text {
			return Unary(u), nil
		}
	}
	return 0, fmt.Errorf("unary brackets are %v, not %q", unaryNames, text)
}

var _ System = Bracket{}

// Name returns "bracket".
func (Bracket) Name() string { return "bracket" }

// Kind returns Constituents.
func (Bracket) Kind() Kind { return Constituents }

// Params returns MaxOpens and Unary.
func (s Bracket) Params() Params { return Params{MaxOpens: s.MaxOpens, Unary: s.Unary} }

// With takes MaxOpens and Unary.
func (Bracket) With(p Params) (System, error) {
	return checked(Bracket{p.MaxOpens, p.Unary}, p.MaxOpens > 0 && p.Unary <= Strict)
}

// Chains returns what Unary says.
func (s Bracket) Chains() Chains {
	return [...]Chains{AnyUnary: KeepChains, NoChain: CutChains, Strict: CutUnary}[s.Unary]
}

// Moves returns NT, SH, CL.
func (Bracket) Moves() Moves { return Of(Open, Shift, Close) }

// Start puts ROOT on the stack and n words in the buffer.
func (Bracket) Start(c *Config, n int) {
	c.Reset(n)
	c.Kind = Constituents
}

// Terminal: buffer empty, ROOT alone on the stack.
func (Bracket) Terminal(c *Config) bool { return c.BufferEmpty() && len(c.Stack) == 1 }

// Legal:
//
//	NT: a buffer front, and fewer than MaxOpens brackets just opened.
//	SH: a buffer front and an open bracket.
//	CL: an open bracket with children; the root bracket only with an empty buffer.
//
// Where unary brackets are restricted, each move must in addition leave words
// enough for what the open brackets lack.
func (s Bracket) Legal(c *Config) Moves {
	front, open := !c.BufferEmpty(), len(c.Stack) > 1
	legal := Moves(0).
		addIf(front && c.Opens < s.MaxOpens, Open).
		addIf(front && open, Shift).
		addIf(open && c.Nodes[c.S(0)].LeftValency > 0 && (len(c.Stack) > 2 || !front), Close)
	if s.Unary == AnyUnary || !open {
		return legal
	}
	top, below, words := c.S(0), s.lackBelow(c), c.N-c.Next+1
	return legal & Moves(0).
		addIf(below+s.lack(c, top, child) <= words-1, Shift).
		addIf(below+s.lack(c, top, bracketChild)+s.lackNew(c) <= words, Open).
		addIf(s.lack(c, top, noChild) == 0, Close)
}

// more is a child that a bracket is about to get.
type more uint8

const (
	noChild more = iota
	child
	bracketChild
)

// lack returns how many children an open bracket needs before it can be closed,
// once it has got one more.
func (s Bracket) lack(c *Config, node int32, m more) int32 {
	n := &c.Nodes[node]
	children := n.LeftValency
	bracket := children == 1 && c.IsBracket(n.Left[0])
	if m != noChild {
		bracket = children == 0 && m == bracketChild
		children++
	}
	switch {
	case s.Unary == Strict && c.N > 1:
		return max(0, 2-children)
	case children == 0 || bracket:
		return 1
	}
	return 0
}

// lackNew is lack for a bracket without children.
func (s Bracket) lackNew(c *Config) int32 {
	if s.Unary == Strict && c.N > 1 {
		return 2
	}
	return 1
}

// lackBelow adds up what the open brackets below the top lack once each has got
// the one above it as a child.
func (s Bracket) lackBelow(c *Config) int32 {
	sum := int32(0)
	for i := 1; i < len(c.Stack)-1; i++ {
		sum += s.lack(c, c.S(i), bracketChild)
	}
	return sum
}

// Arc adds no dependency.
func (Bracket) Arc(*Config, Move) (head, dep int32, ok bool) { return None, None, false }

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
