package svg_test

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw/internal/svg"
)

// rules returns the colours of a style sheet, by selector and property, in light and in dark.
func rules(t testing.TB) (light, dark map[string]string) {
	light = map[string]string{}
	media := regexp.MustCompile(`(?s)@media \(prefers-color-scheme: dark\) \{\n(.*?)\n\}\n`)
	day, night := media.ReplaceAllString(svg.CSS(), ""), ""
	for _, m := range media.FindAllStringSubmatch(svg.CSS(), -1) {
		night += m[1] + "\n"
	}
	require.NotEmpty(t, night)
	rule := regexp.MustCompile(`\.parser-picture ?([^{]*?) \{([^}]*)\}`)
	read := func(text string, into map[string]string) {
		for _, m := range rule.FindAllStringSubmatch(text, -1) {
			for property := range strings.SplitSeq(m[2], ";") {
				if name, value, _ := strings.Cut(property, ":"); strings.Contains(value, "#") {
					into[m[1]+" "+strings.TrimSpace(name)] = strings.TrimSpace(value)
				}
			}
		}
	}
	read(day, light)
	dark = maps.Clone(light)
	read(night, dark)
	return light, dark
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(t testing.TB, colour string) float64 {
	var rgb [3]uint8
	if len(colour) == 4 {
		colour = "#" + strings.Repeat(colour[1:2], 2) + strings.Repeat(colour[2:3], 2) + strings.Repeat(colour[3:], 2)
	}
	_, err := fmt.Sscanf(colour, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2])
	require.NoError(t, err, colour)
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(rgb[i]) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// Texts have a contrast of 4.5 with their ground, and lines one of 3, in light and in dark.
func TestColoursHaveContrast(t *testing.T) {
	light, dark := rules(t)
	for mode, colours := range map[string]map[string]string{"light": light, "dark": dark} {
		ground := colours[".ground fill"]
		require.Equal(t, ground, colours[" background"], mode)
		for _, selector := range slices.Sorted(maps.Keys(colours)) {
			least := 3.0
			switch {
			case selector == ".ground fill" || selector == " background":
				continue
			case strings.HasSuffix(selector, " fill"):
				least = 4.5
			}
			a, b := luminance(t, ground), luminance(t, colours[selector])
			contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05)
			require.GreaterOrEqual(t, contrast, least, "%s, %s %s", mode, selector, colours[selector])
			t.Logf("%s, %s %s: %.1f", mode, selector, colours[selector], contrast)
		}
		require.Greater(t, len(colours), 10)
	}
}
