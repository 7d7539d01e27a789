package experiment

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"parser/eval/layout"
)

// unknown stands for what there is no figure of.
const unknown = "–"

// Spread is the mean of some numbers and their standard deviation, that of a sample
// (n−1); 0 for a single number.
type Spread struct {
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"deviation"`
}

func spreadOf(numbers []float64) Spread {
	var s Spread
	n := float64(len(numbers))
	for _, x := range numbers {
		s.Mean += x / n
	}
	if n < 2 {
		return s
	}
	for _, x := range numbers {
		s.Deviation += (x - s.Mean) * (x - s.Mean)
	}
	s.Deviation = math.Sqrt(s.Deviation / (n - 1))
	return s
}

// cell prints a spread over n runs.
func (s Spread) cell(n int) cell {
	c := cell{text: fmt.Sprintf("%.2f ± %.2f", s.Mean, s.Deviation), mean: s.Mean, runs: n}
	switch n {
	case 0:
		c.text = unknown
	case 1:
		c.text = fmt.Sprintf("%.2f", s.Mean)
	}
	return c
}

// Source says which sentences a part of a treebank is.
type Source struct {
	Name      string `json:"name"`
	Sentences int    `json:"sentences"` // the first ones …
	Of        int    `json:"of"`        // … of so many
}

// String says which sentences these are.
func (s Source) String() string {
	if s.Sentences < s.Of {
		return fmt.Sprintf("%s, the first %d of %s", s.Name, s.Sentences, layout.Count(s.Of, "sentence"))
	}
	return fmt.Sprintf("%s, %s", s.Name, layout.Count(s.Of, "sentence"))
}

// seedsText ends what a caption says of scores.
func seedsText(seeds []uint64) string {
	texts := make([]string, len(seeds))
	for i, seed := range seeds {
		texts[i] = fmt.Sprint(seed)
	}
	if len(seeds) > 1 {
		return ", mean ± standard deviation over the seeds " + strings.Join(texts, ", ")
	}
	return ", seed " + strings.Join(texts, ", ")
}

// number prints all digits.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
