package eval

// Counts are the sufficient statistics of a score: what is right, of what is in
// the gold tree and in the system's. They are those of a sentence or, added up,
// of a corpus. Where gold and system have the same items, as the words of an
// attachment score, both numbers are the same, and F1 is the share of right ones.
type Counts struct {
	Right  int `json:"right"`
	Gold   int `json:"gold"`
	System int `json:"system"`
}

// Add adds the counts of d.
func (c *Counts) Add(d Counts) {
	c.Right += d.Right
	c.Gold += d.Gold
	c.System += d.System
}

// F1 is 2·Right/(Gold+System), 0 where there is nothing.
func (c Counts) F1() Percent { return Share(2*c.Right, c.Gold+c.System) }

// Errors counts what is missing and what is too much.
func (c Counts) Errors() int { return c.Gold + c.System - 2*c.Right }
