package transformer

import "math"

// rotary says how a layer of ModernBERT (Warner et al. 2024) knows positions: by turning queries and keys (Su et al. 2021),
// so that their product depends on their distance.
type rotary struct {
	base   float64 // of the angles, θ; 0 for layers of other encoders
	window int     // the farthest distance that attention sees, or 0 for any
}

// sees returns the keys, of n, that the query at a position gives weights to.
func (r rotary) sees(query, n int) (from, to int) {
	if r.window == 0 {
		return 0, n
	}
	return max(0, query-r.window), min(n, query+r.window+1)
}

// turns has the cosines and sines of a base's angles: those of a position one after the other.
type turns map[float64][]float32

// of returns those of the positions below n, for heads of d numbers: the angle of the pair k at the position p is
//
//	p·θ^(−2k/d)
func (t turns) of(base float64, n, d int) []float32 {
	angles := t[base]
	for p := len(angles) / d; p < n; p++ {
		for k := range d / 2 {
			sin, cos := math.Sincos(float64(p) * math.Pow(base, -2*float64(k)/float64(d)))
			angles = append(angles, float32(cos), float32(sin))
		}
	}
	t[base] = angles
	return angles
}

// turn turns queries and keys, in rows of both and values, by the angles of their positions; direction −1 turns them
// back. The pairs of a head of d numbers are those with the distance d/2.
func (s *scratch) turn(c *Config, r rotary, attended []float32, starts []int, direction float32) {
	if r.base == 0 {
		return
	}
	wide, d := c.Width, c.Width/c.Heads
	for i, start := range starts[:len(starts)-1] {
		n := starts[i+1] - start
		angles := s.turns.of(r.base, n, d)
		for p := range n {
			own, row := angles[p*d:][:d], attended[(start+p)*3*wide:][:2*wide]
			for at := 0; at < len(row); at += d {
				low, high := row[at:][:d/2], row[at+d/2:][:d/2]
				for k, x := range low {
					cos, sin, y := own[2*k], own[2*k+1]*direction, high[k]
					low[k], high[k] = float32(x*cos)-float32(y*sin), float32(y*cos)+float32(x*sin)
				}
			}
		}
	}
}
