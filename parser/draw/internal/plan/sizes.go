package plan

import "parser/parser/draw"

// Sizes in pixels.
const (
	WordSize  = 16.0 // of fonts
	TagSize   = 11.5
	LabelSize = 11.5
	Corner    = 6.0 // radius of the corner of an arc
	HeadHigh  = 6.0 // of an arrow
	HeadWide  = 6.0
)

const (
	labelRoom = 4.0          // around the label of an arc, besides its corners
	arrowRoom = HeadWide + 2 // between two arrows
	maxSpread = 160.0        // between the first and the last end of arcs at a word
)

// Spacing holds the sizes that depend on how compact a picture is.
type Spacing struct {
	Gap     float64 // between words
	Level   float64 // from one level of arcs to the next
	Tier    float64 // from one level of a tree to the next
	Between float64 // between rows
	Tags    bool    // words under arcs have tags

	pitch float64 // between the ends of arcs at a word
}

// SpacingOf returns the spacing that the options ask for.
func SpacingOf(o draw.Options) Spacing {
	if o.Compact {
		return Spacing{Gap: 7, Level: 15, Tier: 26, Between: 12, pitch: 4}
	}
	return Spacing{Gap: 16, Level: 20, Tier: 36, Between: 24, pitch: 6, Tags: true}
}
