package svg_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw/internal/svg"
	"parser/testdata/testkit"
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
			contrast := testkit.Contrast(t, ground, colours[selector])
			require.GreaterOrEqual(t, contrast, least, "%s, %s %s", mode, selector, colours[selector])
			t.Logf("%s, %s %s: %.1f", mode, selector, colours[selector], contrast)
		}
		require.Greater(t, len(colours), 10)
	}
}
