package neural

import (
	"math"
	"math/rand/v2"
	"sync"

	"parser/model/elementary"
)

// The normal density is covered by strips of equal area (Marsaglia & Tsang 2000). The lowest has the tail,
// which begins at tailAt.
const (
	stripCount = 128
	stripArea  = 9.91256303526217e-3
	tailAt     = 3.442619855899
)

// strip has its width in steps of 2⁻³¹. Its first steps, inside, are below the density at any height.
type strip struct {
	inside        uint32
	width, height float32
}

var strips = sync.OnceValue(func() *[stripCount]strip {
	const steps, last = 1 << 31, stripCount - 1
	density := func(x float64) float64 { return elementary.Exp(-0.5 * x * x) }
	all, x := new([stripCount]strip), tailAt
	base := stripArea / density(x)
	all[0] = strip{uint32(x / base * steps), float32(base / steps), 1}
	all[last].width, all[last].height = float32(x/steps), float32(density(x))
	for i := last - 1; i >= 1; i-- {
		narrower := math.Sqrt(-2 * elementary.Log(stripArea/x+density(x)))
		all[i+1].inside = uint32(narrower / x * steps)
		x = narrower
		all[i].width, all[i].height = float32(x/steps), float32(density(x))
	}
	return all
})

// gaussian draws what random.NormFloat64 does, but with the same bits on every processor.
func gaussian(random *rand.Rand) float64 {
	all := strips()
	for {
		u := random.Uint64()
		j, i := int32(u), u>>32%stripCount
		s := all[i]
		x := float64(j) * float64(s.width)
		if uint32(max(j, -j)) < s.inside {
			return x
		}
		if i > 0 {
			rise := float32(float32(random.Float64()) * (all[i-1].height - s.height))
			if s.height+rise < float32(elementary.Exp(-0.5*x*x)) {
				return x
			}
			continue
		}
		for {
			x, y := float64(-elementary.Log(random.Float64())*(1/tailAt)), -elementary.Log(random.Float64())
			if y+y >= float64(x*x) {
				return math.Copysign(tailAt+x, float64(j))
			}
		}
	}
}
