package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"parser/parser/language"
)

// relatives are languages that are close to each other, and told apart less surely than others.
var relatives = [][]string{
	{"da", "nb", "nn"}, {"hr", "sr"}, {"cs", "sk"}, {"ca", "es", "gl", "pt"}, {"hy", "hyw"}, {"be", "ru", "uk"},
}

// count is how many sentences there are, and of how many the language is found.
type count struct{ right, all int }

func (c count) share() float64 { return 100 * float64(c.right) / float64(c.all) }

// measure says how many examples are identified, apart for close relatives, and which languages are found worst.
func measure(w io.Writer, words int, all []example) {
	counts, taken := map[string]count{}, map[string]map[string]int{}
	start := time.Now()
	for _, e := range all {
		found := language.Identify(e.text).Language
		c := counts[e.language]
		if c.all++; found == e.language {
			c.right++
		} else if taken[e.language] == nil {
			taken[e.language] = map[string]int{found: 1}
		} else {
			taken[e.language][found]++
		}
		counts[e.language] = c
	}
	fmt.Fprintf(w, "%d words, %.0f sentences/s\n", words, float64(len(all))/time.Since(start).Seconds())
	others := slices.Sorted(maps.Keys(counts))
	for _, group := range relatives {
		report(w, strings.Join(group, " "), counts, group)
		others = slices.DeleteFunc(others, func(code string) bool { return slices.Contains(group, code) })
	}
	report(w, "others", counts, others)
	const worst = 12
	slices.SortStableFunc(others, func(a, b string) int {
		return int(1e6 * (counts[a].share() - counts[b].share()))
	})
	for _, code := range others[:min(worst, len(others))] {
		as := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(taken[code]), "map["), "]")
		fmt.Fprintf(w, "  %s %.1f %% of %d, the others as %s\n", code, counts[code].share(), counts[code].all, as)
	}
}

// report writes the share of all sentences, and the mean of the shares of languages.
func report(w io.Writer, name string, counts map[string]count, group []string) {
	sum, mean := count{}, 0.0
	for _, code := range group {
		c := counts[code]
		sum.right, sum.all, mean = sum.right+c.right, sum.all+c.all, mean+c.share()/float64(len(group))
	}
	fmt.Fprintf(w, "%-12s %6d sentences %6.2f %%, mean of languages %6.2f %%\n", name, sum.all, sum.share(), mean)
}
