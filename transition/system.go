package transition

import (
	"errors"
	"fmt"
)

// Kind is the kind of structure that a system builds.
type Kind uint8

// The kinds of structures: trees of two kinds, a label for each word, and graphs of concepts.
const (
	Dependencies Kind = iota
	Constituents
	Tags
	Graphs
)

// String returns the name of the kind: "dependencies".
func (k Kind) String() string {
	names := [...]string{"dependencies", "constituents", "tags", "graphs"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// System is a transition system. Once a configuration has its full size, its methods allocate only
// in searches in graphs. In every configuration reached from Start by legal moves, either Terminal
// holds or some move is legal; and a terminal configuration holds a tree over all words, a label of
// each word, or a graph.
type System interface {
	// Name returns the system's name in the literature, for example "arc-hybrid".
	Name() string
	// Kind returns the kind of structure that the system builds.
	Kind() Kind
	// Params returns the system's parameters, and zero for those of other systems.
	Params() Params
	// With returns the system with those parameters that concern it. A parameter out of range is
	// ErrParams.
	With(p Params) (System, error)
	// Chains returns how a constituency system treats chains; KeepChains for others.
	Chains() Chains
	// Moves returns all moves that the system has.
	Moves() Moves
	// Start makes c the initial configuration over n words; a graph starts from c.Given.
	Start(c *Config, n int)
	// Terminal reports whether the parse is complete.
	Terminal(c *Config) bool
	// Legal returns the moves that may be applied.
	Legal(c *Config) Moves
	// Arc returns the dependency arc that m would add; ok is false if it adds none.
	Arc(c *Config, m Move) (head, dep int32, ok bool)
	// Apply carries out the legal move m; label is ignored by unlabelled moves.
	Apply(c *Config, m Move, label int32)
}

// Params are the parameters of all systems; each uses those that concern it.
type Params struct {
	Roots Roots `json:"-"` // words under ROOT (dependency systems)
	// MaxOpens bounds the brackets opened in a row, without a word or a close
	// between them (Bracket); at least 1.
	MaxOpens int32 `json:",omitempty"`
	// MaxUnary bounds the brackets over the same words (InOrder); at least 1.
	MaxUnary int32 `json:",omitempty"`
	// Unary says which brackets may have a single child (Bracket).
	Unary Unary `json:",omitempty"`
	// Reentrance and Wikify turn these moves on (AMR).
	Reentrance bool `json:",omitempty"`
	Wikify     bool `json:",omitempty"`
}

// ErrParams is the error of With.
var ErrParams = errors.New("parameter out of range")

// checked returns the system if its parameters are in range.
func checked(s System, inRange bool) (System, error) {
	if !inRange {
		return nil, fmt.Errorf("%w: %s with %+v", ErrParams, s.Name(), s.Params())
	}
	return s, nil
}

// Uses tells which parameters concern a system: those that are not zero in the
// result.
func Uses(s System) Params {
	s, _ = s.With(Params{Roots: MultiRoot, MaxOpens: 1, MaxUnary: 1, Unary: Strict, Reentrance: true, Wikify: true}) // all in range
	return s.Params()
}

// Crossing reports whether a system builds dependency trees with crossing arcs, too: it has SWAP or FU.
func Crossing(s System) bool { return s.Kind() == Dependencies && s.Moves()&Of(Swap, Further) != 0 }

// Tentative reports whether a head of a word on the stack may be replaced: the system has both RE and LB.
func Tentative(s System) bool { return s.Moves().Has(Reduce) && s.Moves().Has(Label) }

// Chains says how a constituency system treats a chain, that is, several brackets over the same
// words.
type Chains uint8

const (
	KeepChains Chains = iota // it builds one by one
	JoinChains               // it builds one bracket, whose label stands for all of them
	CutChains                // it builds the outermost one alone
	CutUnary                 // like CutChains, but without brackets over a single word, unless it is the whole sentence
)

// common holds the default methods of systems.
type common struct{}

// Params returns zero: there are no parameters.
func (common) Params() Params { return Params{} }

// Chains returns KeepChains.
func (common) Chains() Chains { return KeepChains }

// Terminal: buffer empty, ROOT alone on the stack.
func (common) Terminal(c *Config) bool { return c.BufferEmpty() && len(c.Stack) == 1 }

// Arc adds no dependency.
func (common) Arc(*Config, Move) (head, dep int32, ok bool) { return None, None, false }

// arcs holds the common methods of dependency systems: a parse starts with ROOT on the stack and
// all words in the buffer.
type arcs struct{ common }

// Kind returns Dependencies.
func (arcs) Kind() Kind { return Dependencies }

// Start puts ROOT on the stack and n words in the buffer.
func (arcs) Start(c *Config, n int) { c.Reset(n, Dependencies) }

// brackets holds the common methods of constituency systems, which start like the others.
type brackets struct{ common }

// Kind returns Constituents.
func (brackets) Kind() Kind { return Constituents }

// Start puts ROOT on the stack and n words in the buffer.
func (brackets) Start(c *Config, n int) { c.Reset(n, Constituents) }
