package draw

// Sizes in pixels.
const (
	wordSize  = 16.0 // of fonts
	tagSize   = 11.5
	labelSize = 11.5
	margin    = 12.0 // around everything
	corner    = 6.0  // radius of an arc's
	headHigh  = 6.0  // of an arrow
	headWide  = 6.0
)

// metrics are the sizes that depend on how compact a picture is.
type metrics struct {
	gap     float64 // between words
	level   float64 // from one level of arcs to the next
	pitch   float64 // between the ends of arcs at a word
	tier    float64 // from one level of a tree to the next
	between float64 // rows
	tags    bool
}

func metricsOf(o Options) metrics {
	if o.Compact {
		return metrics{gap: 7, level: 15, pitch: 4, tier: 26, between: 12}
	}
	return metrics{gap: 16, level: 20, pitch: 6, tier: 36, between: 24, tags: true}
}

// maxSpread is how far apart the ends of arcs at a word may be.
const maxSpread = 160.0
