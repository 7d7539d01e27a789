package chart

import (
	"math"
	"strconv"
)

// axis maps values to places.
type axis struct {
	label     string
	low, high float64 // of the values
	empty     bool    // there are no values
	decades   bool    // it is logarithmic, from a power of ten to another
	whole     bool    // ticks are only at whole numbers
	ticks     []tick  // where grid and labels are
	from, to  float64 // the places of low and high
}

// tick is a line of the grid; several lines of a label are below each other.
type tick struct {
	at    float64
	label string
}

func newAxis(label string) axis { return axis{label: label, empty: true} }

// include makes the axis reach a value.
func (a *axis) include(value float64) {
	if a.empty {
		a.low, a.high, a.empty = value, value, false
	}
	a.low, a.high = min(a.low, value), max(a.high, value)
}

// at returns the place of a value.
func (a *axis) at(value float64) float64 {
	low, high := a.low, a.high
	if a.decades {
		low, high, value = math.Log10(low), math.Log10(high), math.Log10(value)
	}
	return a.from + float64((value-low)/(high-low)*(a.to-a.from))
}

// mark chooses ticks, unless there are some. An axis has room for values that are all the same.
func (a *axis) mark() {
	if a.low == a.high {
		a.low, a.high = a.low-1, a.high+1
	}
	switch {
	case a.ticks != nil:
	case a.decades:
		a.low, a.high = math.Pow(10, math.Floor(math.Log10(a.low))), math.Pow(10, math.Ceil(math.Log10(a.high)))
		for at := a.low; at <= a.high; at *= 10 {
			a.ticks = append(a.ticks, tick{at, strconv.FormatFloat(at, 'g', -1, 64)})
		}
	default:
		a.ticks = ticks(a.low, a.high, a.whole)
	}
}

// ticks are at multiples of a power of ten, or of 2 or 5 times it. There are at most eight.
func ticks(low, high float64, whole bool) (all []tick) {
	const most = 8
	power := math.Floor(math.Log10((high - low) / most))
	if whole {
		power = max(0, power)
	}
	unit := math.Pow(10, power)
	step := unit
	for _, factor := range []float64{1, 2, 5, 10} {
		if step = factor * unit; math.Floor(high/step)-math.Ceil(low/step) < most {
			if factor == 10 {
				power++
			}
			break
		}
	}
	for n := math.Ceil(low / step); n*step <= high; n++ {
		all = append(all, tick{n * step, strconv.FormatFloat(float64(n*step)+0, 'f', int(max(0, -power)), 64)})
	}
	return all
}
