package query_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/query"
	"parser/testdata/testkit"
)

// heads are those of a random tree, from 1; 0 is the root.
func randomHeads(r *rand.Rand, n int) []int {
	order, heads := r.Perm(n), make([]int, n)
	for i, word := range order[1:] {
		heads[word] = order[r.IntN(i+1)] + 1
	}
	return heads
}

var someLabels = []string{"nsubj", "nsubj:pass", "det"}

func randomSentence(r *rand.Rand) *conll.Sentence {
	s := &conll.Sentence{}
	for _, head := range randomHeads(r, 1+r.IntN(7)) {
		s.Words = append(s.Words, conll.Word{Form: "w", Head: head, Deprel: someLabels[r.IntN(len(someLabels))]})
	}
	return s
}

// above returns how many steps up from a to b there are, 0 if there is no way.
func above(s *conll.Sentence, a, b int) int {
	for steps := 1; ; steps++ {
		a = s.Words[a-1].Head
		switch a {
		case 0:
			return 0
		case b:
			return steps
		}
	}
}

// relations say what each relation means for two words of a sentence, from 1.
var relations = map[string]func(s *conll.Sentence, a, b int) bool{
	"<":     func(s *conll.Sentence, a, b int) bool { return s.Words[a-1].Head == b },
	">":     func(s *conll.Sentence, a, b int) bool { return s.Words[b-1].Head == a },
	"<det":  func(s *conll.Sentence, a, b int) bool { return s.Words[a-1].Head == b && s.Words[a-1].Deprel == "det" },
	"<<":    func(s *conll.Sentence, a, b int) bool { return above(s, a, b) > 0 },
	">>":    func(s *conll.Sentence, a, b int) bool { return above(s, b, a) > 0 },
	"2<<":   func(s *conll.Sentence, a, b int) bool { return above(s, a, b) == 2 },
	"2,3>>": func(s *conll.Sentence, a, b int) bool { return slices.Contains([]int{2, 3}, above(s, b, a)) },
	">>nsubj": func(s *conll.Sentence, a, b int) bool {
		return above(s, b, a) > 0 && s.Words[b-1].Deprel == "nsubj"
	},
	">/nsubj.*/": func(s *conll.Sentence, a, b int) bool { return s.Words[b-1].Head == a && s.Words[b-1].Deprel != "det" },
	">nsubj:pass": func(s *conll.Sentence, a, b int) bool {
		return s.Words[b-1].Head == a && s.Words[b-1].Deprel == "nsubj:pass"
	},
	"<>":  func(s *conll.Sentence, a, b int) bool { return s.Words[a-1].Head == b || s.Words[b-1].Head == a },
	">++": func(s *conll.Sentence, a, b int) bool { return s.Words[b-1].Head == a && b > a },
	">--": func(s *conll.Sentence, a, b int) bool { return s.Words[b-1].Head == a && b < a },
	"<++": func(s *conll.Sentence, a, b int) bool { return s.Words[a-1].Head == b && b > a },
	"<--": func(s *conll.Sentence, a, b int) bool { return s.Words[a-1].Head == b && b < a },
	"==":  func(_ *conll.Sentence, a, b int) bool { return a == b },
	".":   func(_ *conll.Sentence, a, b int) bool { return a == b-1 },
	"-":   func(_ *conll.Sentence, a, b int) bool { return a == b+1 },
	"..":  func(_ *conll.Sentence, a, b int) bool { return a < b },
	"--":  func(_ *conll.Sentence, a, b int) bool { return a > b },
	"$+":  func(s *conll.Sentence, a, b int) bool { return sisters(s, a, b) && a == b-1 },
	"$-":  func(s *conll.Sentence, a, b int) bool { return sisters(s, a, b) && a == b+1 },
	"$++": func(s *conll.Sentence, a, b int) bool { return sisters(s, a, b) && a < b },
	"$--": func(s *conll.Sentence, a, b int) bool { return sisters(s, a, b) && a > b },
}

func sisters(s *conll.Sentence, a, b int) bool {
	return s.Words[a-1].Head == s.Words[b-1].Head && s.Words[a-1].Head > 0
}

// pairs returns the words of nodes a and b of a pattern in each match, sorted.
func pairs(t *testing.T, pattern string, s *conll.Sentence, enhanced bool) (all []string) {
	p, err := query.ParseSemgrex(pattern)
	require.NoError(t, err)
	for m, err := range p.Search(enhanced)(s) {
		require.NoError(t, err)
		all = append(all, fmt.Sprint(m.Named[0].Last, " ", m.Named[1].Last))
	}
	slices.Sort(all)
	return all
}

// TestRelationsOfDependencies: relations are what their definitions say, in basic trees and in graphs that are the same trees.
func TestRelationsOfDependencies(t *testing.T) {
	for seed := range uint64(100) {
		s := randomSentence(rand.New(rand.NewPCG(seed, 2)))
		asGraph := s.Clone()
		for i, w := range asGraph.Words {
			asGraph.Words[i].Deps = fmt.Sprintf("%d:%s", w.Head, w.Deprel)
		}
		for symbol, holds := range relations {
			var want []string
			for a := range s.Words {
				for b := range s.Words {
					if holds(s, a+1, b+1) {
						want = append(want, fmt.Sprint(a+1, " ", b+1))
					}
				}
			}
			pattern := fmt.Sprintf("{}=a %s {}=b", symbol)
			require.Equal(t, want, pairs(t, pattern, s, false), "seed %d: %s", seed, pattern)
			require.Equal(t, want, pairs(t, pattern, asGraph, true), "seed %d: %s", seed, pattern)
		}
	}
}

func sentence(t *testing.T, name string) *conll.Sentence {
	all, err := conll.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return all[0]
}

// matches returns each match of a pattern as text: the first node, and what names stand for.
func matches(t *testing.T, pattern string, s *conll.Sentence, enhanced bool) (all []string) {
	p, err := query.ParseSemgrex(pattern)
	require.NoError(t, err, pattern)
	for m, err := range p.Search(enhanced)(s) {
		require.NoError(t, err)
		all = append(all, shown(m))
	}
	return all
}

func shown(m *query.Match) string {
	number := func(n query.Node) string {
		if n.Empty > 0 {
			return fmt.Sprint(n.Last, ".", n.Empty)
		}
		return fmt.Sprint(n.Last)
	}
	text := number(m.Node)
	for _, n := range m.Named {
		text += " " + n.Name + "=" + number(n)
	}
	for _, x := range m.Texts {
		text += " " + x.Name + "=" + x.Value
	}
	return text
}

// TestSemgrex: the matches of testdata/semgrex.txt, which has patterns and, below each, its matches in the sentence of
// testdata/sentence.conllu; in its enhanced graph if the pattern is preceded by "enhanced".
func TestSemgrex(t *testing.T) {
	s := sentence(t, "sentence.conllu")
	testkit.Golden(t, "testdata/semgrex.txt", listed(t, "testdata/semgrex.txt", func(pattern string) []string {
		plain, enhanced := strings.CutPrefix(pattern, "enhanced ")
		return matches(t, plain, s, enhanced)
	}))
}

// listed returns a file of patterns, which begin lines, with what find says about each on lines that begin with a tab.
func listed(t *testing.T, name string, find func(pattern string) []string) string {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		if line[0] == '\t' {
			continue
		}
		out.WriteString(line)
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		for _, m := range find(line) {
			out.WriteString("\t" + m + "\n")
		}
	}
	return out.String()
}

// TestBadPatterns: what is wrong or not supported is refused with its column.
func TestBadPatterns(t *testing.T) {
	refused := func(parse func(string) error) func(pattern string) []string {
		return func(pattern string) []string {
			var wrong *query.Error
			require.ErrorAs(t, parse(pattern), &wrong, pattern)
			require.Regexp(t, regexp.MustCompile(`^column \d+: `), wrong.Error())
			require.LessOrEqual(t, wrong.Column, len([]rune(pattern))+1)
			return []string{wrong.Error()}
		}
	}
	testkit.Golden(t, "testdata/bad_semgrex.txt", listed(t, "testdata/bad_semgrex.txt", refused(func(p string) error {
		_, err := query.ParseSemgrex(p)
		return err
	})))
	testkit.Golden(t, "testdata/bad_tregex.txt", listed(t, "testdata/bad_tregex.txt", refused(func(p string) error {
		_, err := query.ParseTregex(p)
		return err
	})))
}

func TestPatternsInDeepBrackets(t *testing.T) {
	const deep = 100_000
	_, err := query.ParseSemgrex(strings.Repeat("(", deep) + "{}" + strings.Repeat(")", deep))
	require.ErrorContains(t, err, "brackets in brackets")
	_, err = query.ParseTregex(strings.Repeat("NP < (", deep) + "NP" + strings.Repeat(")", deep))
	require.ErrorContains(t, err, "brackets in brackets")
}
