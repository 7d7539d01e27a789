package transition

// Tag is sequence tagging as a transition system (RUNTAGGER of Chang et al. 2015,
// Algorithm 1): from left to right, each word gets a label.
//
//	LB-X  (σ, b|β)  ⊢  (σ, β)    b has the label X
//
// The parse ends after n moves. The stack holds ROOT alone, and no word gets a
// head.
type Tag struct{}

var _ System = Tag{}

// Name returns "tag".
func (Tag) Name() string { return "tag" }

// Kind returns Tags.
func (Tag) Kind() Kind { return Tags }

// Params returns nothing: there are none.
func (Tag) Params() Params { return Params{} }

// With takes nothing.
func (s Tag) With(Params) (System, error) { return s, nil }

// Moves returns LB.
func (Tag) Moves() Moves { return Of(Label) }

// Start puts n words in the buffer.
func (Tag) Start(c *Config, n int) {
	c.Reset(n)
	c.Kind = Tags
}

// Terminal: buffer empty.
func (Tag) Terminal(c *Config) bool { return c.BufferEmpty() }

// Legal: LB with a buffer front.
func (Tag) Legal(c *Config) Moves { return Moves(0).addIf(!c.BufferEmpty(), Label) }

// Arc adds no dependency.
func (Tag) Arc(*Config, Move) (head, dep int32, ok bool) { return None, None, false }

// Apply carries out a legal move.
func (Tag) Apply(c *Config, m Move, label int32) {
	c.Nodes[c.Next].Label = label
	c.Next++
	c.record(m, label)
}
