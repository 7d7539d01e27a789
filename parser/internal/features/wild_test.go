package features_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/features"
)

// A line with wild cards is all products of the atoms that stand alone, wherever those stand.
func TestWildCards(t *testing.T) {
	for text, want := range map[string]string{
		"S0* N0*\nS0w\nS0p\nN0w\nS1w\nS0lw\nN0w S0w": "S0p N0w", // the first is there already, in another order
		"S0w\nS0p\nS0*\nS0* S0*":                     "S0w S0p",
		"S0w\nN0w\na1\na2\na* S0*":                   "a1 S0w\na2 S0w",
		"S0w\nbias\ndist(S0,N0)\n* N0p":              "S0w N0p\nbias N0p\ndist(S0,N0) N0p",
		"S0w\nN0p\nS0lp\n* * *":                      "S0w N0p S0lp",
		"S0lp\nS0l* S0l2*\nS0l2d\nS0ld":              "S0lp S0l2d\nS0ld S0l2d",
		"K* Cp\nKw":                                  "Kw Cp",
		"Cp\nDp\nKw\n* *":                            "Cp Kw\nDp Kw",
	} {
		set := parse(t, text)
		var rest []string
		for _, line := range lines(set) {
			if !strings.Contains("\n"+text+"\n", "\n"+line+"\n") {
				rest = append(rest, line)
			}
		}
		require.Equal(t, want, strings.Join(rest, "\n"), text)
		requireRoundTrip(t, set)
	}
	var all strings.Builder
	for i := range 10 {
		for _, attribute := range "wpl" {
			fmt.Fprintf(&all, "S%d%c\n", i, attribute)
		}
	}
	for text, message := range map[string]string{
		"S0w\nS0* N0*":             `line 2: "N0*": malformed feature template: no line has such an atom alone`,
		"*":                        `line 1: "*": malformed feature template: no line has such an atom alone`,
		"S0w\na*":                  `line 2: "a*"`,
		"S0w\nX0* S0w":             `line 2: "X0*"`,
		all.String() + "* * *":     "line 31: malformed feature template: more than 10000 templates",
		"S0w\nS0w\nS0*":            "line 2: malformed feature template: S0w stands in line 1 already",
		"S0w\n**":                  `line 2: "**"`,
		"S0w N0w\nS0p S0*\nS0d N1": `line 3: "N1"`,
	} {
		_, err := features.Parse(text)
		require.ErrorIs(t, err, features.ErrTemplate, text)
		require.ErrorContains(t, err, message, text)
	}
}
