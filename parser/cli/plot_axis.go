package cli

import (
	"fmt"
	"math"
	"slices"
)

// axis maps numbers to a length. A logarithmic one has no place for 0 and below.
type axis struct {
	low, high float64
	log       bool
	ticks     []float64
}

// newAxis returns an axis that has about so many ticks and covers the numbers, rounded
// outwards; without numbers, from 0 to 1. Less than a decade is not worth logarithms.
func newAxis(numbers []float64, log bool, ticks int) axis {
	if len(numbers) == 0 {
		return linearAxis(0, 1, ticks, 0)
	}
	low, high, least := math.Inf(1), math.Inf(-1), 1.0
	for _, x := range numbers {
		low, high = min(low, x), max(high, x)
		if x != math.Trunc(x) {
			least = 0
		}
	}
	const decade = 10
	if log && high >= decade*low {
		return logAxis(low, high)
	}
	return linearAxis(low, high, ticks, least)
}

// linearAxis has ticks at multiples of 1, 2 or 5 times a power of ten, at least so far
// apart: there is no half a round.
func linearAxis(low, high float64, ticks int, least float64) axis {
	if low == high {
		low, high = low-1, high+1
	}
	step := max(least, niceStep((high-low)/float64(ticks)))
	first, last := math.Floor(low/step+roundingError), math.Ceil(high/step-roundingError)
	a := axis{low: first * step, high: last * step}
	for k := first; k <= last; k++ {
		a.ticks = append(a.ticks, k*step)
	}
	return a
}

// roundingError is what a quotient may be off.
const roundingError = 1e-9

// niceStep returns the smallest of 1, 2 and 5 times a power of ten that is not below
// step.
func niceStep(step float64) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(step))))
	for _, nice := range []float64{1, 2, 5} {
		if nice*power >= step*(1-roundingError) {
			return nice * power
		}
	}
	return 10 * power
}

// logAxis begins and ends at 1, 2 or 5 times a power of ten. It has ticks at powers of
// ten, and at 2 and 5 times those if there are few.
func logAxis(low, high float64) axis {
	var ends []float64
	last := math.Floor(math.Log10(high)+roundingError) + 1
	for k := math.Floor(math.Log10(low) + roundingError); k <= last; k++ {
		for _, nice := range []float64{1, 2, 5} {
			ends = append(ends, nice*math.Pow10(int(k)))
		}
	}
	for ends[1] <= low*(1+roundingError) {
		ends = ends[1:]
	}
	for len(ends) > 2 && ends[len(ends)-2] >= high*(1-roundingError) {
		ends = ends[:len(ends)-1]
	}
	a := axis{low: ends[0], high: ends[len(ends)-1], log: true, ticks: ends}
	const few = 10 // so that labels do not touch
	if len(ends) > few {
		a.ticks = slices.DeleteFunc(ends, func(x float64) bool {
			power := math.Log10(x)
			return math.Abs(power-math.Round(power)) > roundingError
		})
	}
	return a
}

// at returns where x lies between the ends of the axis, 0 to 1.
func (a *axis) at(x float64) float64 {
	if a.log {
		return math.Log(x/a.low) / math.Log(a.high/a.low)
	}
	return (x - a.low) / (a.high - a.low)
}

// label prints a tick: 0.5, 20, 5000, 20k, 3M. All of a linear axis have the same unit.
func (a *axis) label(x float64) string {
	const thousand = 1000
	size := max(math.Abs(a.low), math.Abs(a.high))
	if a.log || x == 0 {
		size = x
	}
	switch {
	case size >= thousand*thousand:
		return fmt.Sprintf("%.4gM", x/thousand/thousand)
	case size >= 10*thousand:
		return fmt.Sprintf("%.4gk", x/thousand)
	}
	return fmt.Sprintf("%.6g", x)
}
