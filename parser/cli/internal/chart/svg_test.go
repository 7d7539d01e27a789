package chart

import (
	"fmt"
	"math"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every line can be told from a white page, and from a dark one after the rules for it: a contrast of 3 there (WCAG 2.2,
// 1.4.11), and of 2 on white, where the palette has its lighter colours.
func TestLinesShowOnDarkPages(t *testing.T) {
	changed := map[string]string{}
	for _, rule := range regexp.MustCompile(`\[stroke="(#\w+)"\] \{ stroke: (#\w+) \}`).FindAllStringSubmatch(dark, -1) {
		changed[rule[1]] = rule[2]
	}
	colours := []string{axisLine.colour}
	for n := range 7 {
		colours = append(colours, lookOf(n).line.colour)
	}
	for _, colour := range colours {
		require.Greater(t, contrast(t, colour, "#FFFFFF"), 2.0, colour)
		if other, is := changed[colour]; is {
			colour = other
		}
		require.Greater(t, contrast(t, colour, "#121212"), 3.0, colour)
	}
}

// contrast is the ratio of the luminance of two colours (WCAG 2.2).
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(colour string) float64 {
		if len(colour) == 4 {
			colour = fmt.Sprintf("#%c%[1]c%c%[2]c%c%[3]c", colour[1], colour[2], colour[3])
		}
		var rgb [3]uint8
		_, err := fmt.Sscanf(colour, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2])
		require.NoError(t, err)
		sum := 0.0
		for i, share := range []float64{0.2126, 0.7152, 0.0722} {
			sum += share * math.Pow((float64(rgb[i])/255+0.055)/1.055, 2.4)
		}
		return sum + 0.05
	}
	x, y := luminance(a), luminance(b)
	return max(x, y) / min(x, y)
}
