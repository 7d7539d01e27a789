package oracle_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit"
	"parser/transition"
)

const between = "====\n"

// TestScripts replays the scripts of testdata/oracle, derivations with the cost of every legal
// move in every configuration. A file holds cases set apart by a line "====".
// A case is a comment (#), then one line for each of
//
//	sentence  the words                heads   their heads, 0 is ROOT
//	labels    the labels of the arcs   system  a name of oracle.Systems
//	roots     single or multi          oracle  dynamic, static or exhaustive
//	script    the moves to make, SH LA RA RE
//
// and after an empty line, written by "go test ./oracle -update", a table: the
// move made, the stack and the buffer after it, and the cost of each legal
// move, "!" on the best. A move whose arc is gold is written with its label; any
// other label costs 1 more.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("../testdata/oracle/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			cases := strings.Split(string(text), between)
			for i, c := range cases {
				header, _, _ := strings.Cut(strings.TrimSpace(c), "\n\n")
				if cases[i] = header + "\n\n"; strings.Contains("\n"+header, "\ntree ") {
					cases[i] += parseTreeScript(t, header).replay(t)
				} else {
					cases[i] += parseScript(t, header).replay(t)
				}
			}
			replayed := strings.Join(cases, between)
			testkit.Golden(t, file, replayed)
		})
	}
}

// script is one case of a script file.
type script struct {
	words  []string // words[0] is ROOT
	labels []string // labels[l] is the text of label l
	gold   oracle.Gold
	system transition.System
	oracle oracle.Oracle
	moves  []transition.Move
}

func headerFields(header string) map[string][]string {
	fields := map[string][]string{}
	for line := range strings.Lines(header) {
		if words := strings.Fields(line); words[0] != "#" {
			fields[words[0]] = words[1:]
		}
	}
	return fields
}

func parseScript(t *testing.T, header string) *script {
	fields := headerFields(header)
	s := &script{words: append([]string{"ROOT"}, fields["sentence"]...)}
	s.gold = oracle.Gold{Heads: []int32{transition.None}, Labels: []int32{transition.None}}
	for i, head := range fields["heads"] {
		h, err := strconv.Atoi(head)
		require.NoError(t, err, header)
		s.gold.Heads = append(s.gold.Heads, int32(h))
		s.gold.Labels = append(s.gold.Labels, s.label(fields["labels"][i]))
	}
	require.Len(t, s.words, len(s.gold.Heads), header)
	require.Len(t, fields["labels"], s.gold.Len(), header)
	roots, err := transition.ParseRoots(fields["roots"][0])
	require.NoError(t, err, header)
	s.system, err = oracle.NewSystem(fields["system"][0], transition.Params{Roots: roots})
	require.NoError(t, err, header)
	s.oracle = oracleNamed(t, fields["oracle"][0], s.system)
	steps, err := transition.ParseScript(strings.Join(fields["script"], " "), s.system.Moves(), s.label)
	require.NoError(t, err, header)
	for _, step := range steps {
		s.moves = append(s.moves, step.Move)
	}
	return s
}

// label numbers a label.
func (s *script) label(name string) int32 {
	l := slices.Index(s.labels, name)
	if l < 0 {
		l, s.labels = len(s.labels), append(s.labels, name)
	}
	return int32(l)
}

func oracleNamed(t testing.TB, name string, s transition.System) oracle.Oracle {
	if name == "exhaustive" {
		return &oracle.Exhaustive{System: s}
	}
	o, err := oracle.New(name, s)
	require.NoError(t, err)
	return o
}

// replay makes the moves and returns the table.
func (s *script) replay(t *testing.T) string {
	if err := s.oracle.Start(&s.gold); err != nil {
		return fmt.Sprintf("refused: %v\n", err)
	}
	var c transition.Config
	s.system.Start(&c, s.gold.Len())
	table := s.row(t, "", &c)
	for _, m := range s.moves {
		require.True(t, s.system.Legal(&c).Has(m), "%v is not legal in stack %v, b=%d", m, c.Stack, c.Next)
		s.system.Apply(&c, m, max(0, freeLabel(s.oracle, &c, m)))
		table += s.row(t, m.String(), &c)
	}
	return table
}

// row is the configuration after a move, and the costs of continuing.
func (s *script) row(t *testing.T, move string, c *transition.Config) string {
	var stack []string
	for _, w := range c.Stack {
		stack = append(stack, s.words[w])
	}
	width := len(strings.Join(s.words, " "))
	line := fmt.Sprintf("%-2s | %-*s | %-*s | %s", move, width, strings.Join(stack, " "),
		width-len("ROOT "), strings.Join(s.words[c.Next:], " "), s.costs(t, c))
	return strings.TrimRight(line, " ") + "\n"
}

// costs is the cost of every legal move. Exact costs must be those that
// exhaustive search finds.
func (s *script) costs(t *testing.T, c *transition.Config) string {
	var costs, truth oracle.Costs
	legal, text := s.system.Legal(c), ""
	require.NoError(t, s.oracle.Moves(&costs, c, legal))
	truth = costs
	if name := s.oracle.Name(); name == "dynamic" || name == "pd" {
		x := &oracle.Exhaustive{System: s.system}
		require.NoError(t, x.Start(&s.gold))
		require.NoError(t, x.Moves(&truth, c, legal))
	}
	for m := range transition.NumMoves {
		if !legal.Has(m) {
			continue
		}
		require.Equal(t, truth[m], costs[m], "%v in stack %v, b=%d", m, c.Stack, c.Next)
		name, mark := m.String(), " "
		if l := freeLabel(s.oracle, c, m); l != transition.None {
			name += "-" + s.labels[l]
		}
		if costs.Best(legal).Has(m) {
			mark = "!"
		}
		text += fmt.Sprintf("%s %d%s  ", name, costs[m], mark)
	}
	return text
}
