package experiment

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
)

// axis is where an axis begins and ends, and its ticks. A logarithmic one has no place
// for 0 and below.
type axis struct {
	low, high float64
	log       bool
	ticks     plot.ConstantTicks
}

// roundingError is what a quotient may be off.
const roundingError = 1e-9

// newAxis returns an axis that has about so many ticks and covers the numbers, rounded
// outwards; without numbers, from 0 to 1. Less than a decade is not worth logarithms.
// Ticks are at multiples of 1, 2 or 5 times a power of ten, whole ones where all numbers
// are whole: there is no half a round.
func newAxis(numbers []float64, log bool, ticks int) axis {
	low, high, least := 0.0, 1.0, 0.0
	if len(numbers) > 0 {
		const decade = 10
		if low, high = slices.Min(numbers), slices.Max(numbers); log && high >= decade*low {
			return logAxis(low, high)
		}
		if !slices.ContainsFunc(numbers, func(x float64) bool { return x != math.Trunc(x) }) {
			least = 1
		}
	}
	if low == high {
		low, high = low-1, high+1
	}
	step := (high - low) / float64(ticks)
	nice := niceNumbers(step, step)
	step = max(least, nice[slices.IndexFunc(nice, func(x float64) bool { return x >= step*(1-roundingError) })])
	first, last := math.Floor(low/step+roundingError), math.Ceil(high/step-roundingError)
	a := axis{low: first * step, high: last * step}
	for k := first; k <= last; k++ {
		a.ticks = append(a.ticks, tick(k*step, max(math.Abs(a.low), math.Abs(a.high))))
	}
	return a
}

// niceNumbers returns 1, 2 and 5 times the powers of ten from that below low to that
// above high.
func niceNumbers(low, high float64) []float64 {
	var nice []float64
	for k := math.Floor(math.Log10(low) + roundingError); k <= math.Floor(math.Log10(high)+roundingError)+1; k++ {
		power := math.Pow10(int(k))
		nice = append(nice, power, 2*power, 5*power)
	}
	return nice
}

// logAxis begins and ends at a nice number. It has ticks at powers of ten, and at 2 and 5
// times those if there are few.
func logAxis(low, high float64) axis {
	ends := niceNumbers(low, high)
	for ends[1] <= low*(1+roundingError) {
		ends = ends[1:]
	}
	for len(ends) > 2 && ends[len(ends)-2] >= high*(1-roundingError) {
		ends = ends[:len(ends)-1]
	}
	a := axis{low: ends[0], high: ends[len(ends)-1], log: true}
	const few = 10 // so that labels do not touch
	for _, x := range ends {
		power := math.Log10(x)
		if len(ends) <= few || math.Abs(power-math.Round(power)) <= roundingError {
			a.ticks = append(a.ticks, tick(x, x))
		}
	}
	return a
}

// tick labels a number in the unit of an axis of some size: 0.5, 20, 5000, 20k, 3M.
func tick(x, size float64) plot.Tick {
	const thousand = 1000
	label := fmt.Sprintf("%.6g", x)
	switch {
	case x == 0:
	case size >= thousand*thousand:
		label = fmt.Sprintf("%.4gM", x/thousand/thousand)
	case size >= 10*thousand:
		label = fmt.Sprintf("%.4gk", x/thousand)
	}
	return plot.Tick{Value: x, Label: label}
}

// set makes an axis of a plot this one.
func (a *axis) set(dst *plot.Axis) {
	dst.Min, dst.Max, dst.Tick.Marker = a.low, a.high, a.ticks
	if a.log {
		dst.Scale = plot.LogScale{}
	}
}
