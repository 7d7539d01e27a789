package transition

// Tag is sequence tagging as a transition system (RUNTAGGER of Chang et al. 2015,
// Algorithm 1): from left to right, each word gets a label.
//
//	LB-X  (σ, b|β)  ⊢  (σ, β)    b has the label X
//
// The parse ends after n moves. The stack holds ROOT alone, and no word gets a
// head.
type Tag struct{ common }

// Name, Kind, Moves and With say what system it is; there are no parameters.
func (Tag) Name() string                  { return "tag" }
func (Tag) Kind() Kind                    { return Tags }
func (Tag) Moves() Moves                  { return Of(Label) }
func (s Tag) With(Params) (System, error) { return s, nil }

// Start puts n words in the buffer.
func (Tag) Start(c *Config, n int) { c.Reset(n, Tags) }

// Legal: LB with a buffer front.
func (Tag) Legal(c *Config) Moves { return Moves(0).addIf(!c.BufferEmpty(), Label) }

// Apply carries out a legal move.
func (Tag) Apply(c *Config, m Move, label int32) {
	c.Nodes[c.Next].Label = label
	c.Next++
	c.record(m, label)
}
