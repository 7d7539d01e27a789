package neural

// Counts counts things in bounded memory: when there are too many, it drops the rarest, and as it does so again and again
// those that are rare for the length of what it has seen (Manku & Motwani 2002). It forgets no more than Dropped
// occurrences of any.
type Counts[K comparable] struct {
	All     map[K]int
	Dropped int
	most    int
}

// NewCounts returns an empty count of at most this many things.
func NewCounts[K comparable](most int) *Counts[K] {
	return &Counts[K]{All: map[K]int{}, most: most}
}

// Add counts n occurrences of a thing.
func (c *Counts[K]) Add(thing K, n int) {
	c.All[thing] += n
	for len(c.All) > c.most {
		c.Dropped++
		for k, n := range c.All {
			if n <= c.Dropped {
				delete(c.All, k)
			}
		}
	}
}
