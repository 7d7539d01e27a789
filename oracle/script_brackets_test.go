package oracle_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/transition"
)

// Scripts of constituency systems have, instead of a sentence with heads and
// labels,
//
//	tree      brackets: (S (NP the cat) sleeps)
//	opens     a number, for bracket; unary any, no-chain or strict
//	towers    a number, for in-order: brackets over the same words
//	script    moves with their labels: NT-S SH CL
//	rule      the name of a repair, if the last move is a mistake on the way to the tree …
//	repair    … and the moves that follow it
//
// In the table the stack is written as what was built, with items without label in square brackets;
// a labelled move is written with each label that has its own cost, where "*" is any other.
type treeScript struct {
	words  []string
	labels []string
	gold   oracle.Gold
	system transition.System
	oracle oracle.Oracle
	twin   *oracle.Exhaustive
	moves  []string
	rule   string
	repair []string
}

func parseTreeScript(t *testing.T, header string) *treeScript {
	fields := headerFields(header)
	s := &treeScript{moves: fields["script"], rule: strings.Join(fields["rule"], " "), repair: fields["repair"]}
	s.read(strings.Join(fields["tree"], " "))
	number := func(name string) int32 {
		if fields[name] == nil {
			return 0
		}
		n, err := strconv.Atoi(fields[name][0])
		require.NoError(t, err, header)
		return int32(n)
	}
	p := transition.Params{MaxOpens: number("opens"), MaxUnary: number("towers")}
	var err error
	if fields["unary"] != nil {
		p.Unary, err = transition.ParseUnary(fields["unary"][0])
		require.NoError(t, err, header)
	}
	s.system, err = oracle.NewSystem(fields["system"][0], p)
	require.NoError(t, err, header)
	s.oracle = oracleNamed(t, fields["oracle"][0], s.system)
	return s
}

// read reads brackets.
func (s *treeScript) read(text string) {
	var open []int
	for _, token := range strings.Fields(strings.ReplaceAll(strings.ReplaceAll(text, "(", " ( "), ")", " ) ")) {
		last := len(s.gold.Spans) - 1
		switch {
		case token == "(":
			open = append(open, last+1)
			s.gold.Spans = append(s.gold.Spans, oracle.Span{Label: transition.None, Start: int32(len(s.words))})
		case token == ")":
			s.gold.Spans[open[len(open)-1]].End = int32(len(s.words))
			open = open[:len(open)-1]
		case s.gold.Spans[last].Label == transition.None:
			s.gold.Spans[last].Label = s.label(token)
		default:
			s.words = append(s.words, token)
		}
	}
}

// label numbers a label.
func (s *treeScript) label(name string) int32 {
	l := slices.Index(s.labels, name)
	if l < 0 {
		l, s.labels = len(s.labels), append(s.labels, name)
	}
	return int32(l)
}

// replay makes the moves and returns the table.
func (s *treeScript) replay(t *testing.T) string {
	if err := s.oracle.Start(&s.gold); err != nil {
		return fmt.Sprintf("refused: %v\n", err)
	}
	steps, err := transition.ParseScript(strings.Join(s.moves, " "), s.system.Moves(), s.label)
	require.NoError(t, err)
	s.twin = &oracle.Exhaustive{System: s.system, LabelCount: int32(len(s.labels)) + 1}
	require.NoError(t, s.twin.Start(&s.gold))
	var c transition.Config
	s.system.Start(&c, len(s.words))
	rows := [][]string{s.row(t, "", &c)}
	for i, step := range steps {
		require.True(t, s.system.Legal(&c).Has(step.Move), "%v is not legal in stack %v, b=%d", step.Move, c.Stack, c.Next)
		require.Equal(t, step.Move.Labelled(), step.Label != transition.None, s.moves[i])
		s.system.Apply(&c, step.Move, step.Label)
		rows = append(rows, s.row(t, s.moves[i], &c))
	}
	if s.rule == "" {
		return align(rows)
	}
	return align(rows) + s.repaired(t, steps, &c)
}

// repaired says what a repair ends with, and the least loss that the oracle knows, where c is what
// the mistake led to. The rule must make the moves of the script.
func (s *treeScript) repaired(t *testing.T, steps derivation, c *transition.Config) string {
	after, err := transition.ParseScript(strings.Join(s.repair, " "), s.system.Moves(), s.label)
	require.NoError(t, err)
	gold, place := derivation(follow(t, s.system, oracleNamed(t, "static", s.system), &s.gold).Steps), len(steps)-1
	require.Equal(t, gold[:place], steps[:place], "the moves before the mistake are those of the tree")
	rules := repairs(s.system)
	rule := slices.IndexFunc(rules, func(r repair) bool { return r.name == s.rule })
	require.GreaterOrEqual(t, rule, 0, s.rule)
	require.Equal(t, joined(steps[place:], after), rules[rule].moves(gold, place, steps[place]), s.rule)
	end := finish(t, s.system, &transition.Config{}, c, after)
	loss, least := bracketLoss(&s.gold, end), value(t, s.oracle, s.system, &s.gold, c)
	require.LessOrEqual(t, least, loss)
	return fmt.Sprintf("\n%s\nloses %d, at best %d\n", strings.Join(s.items(end), " "), loss, least)
}

// align joins the columns of a table.
func align(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var text strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += fmt.Sprintf("%-*s | ", widths[i], cell)
		}
		text.WriteString(strings.TrimRight(line, " |") + "\n")
	}
	return text.String()
}

// row is the configuration after a move, and the costs of continuing. Dynamic costs must be those
// that exhaustive search finds.
func (s *treeScript) row(t *testing.T, move string, c *transition.Config) []string {
	if s.oracle.Name() == "dynamic" {
		requireBracketCosts(t, s.oracle, s.twin, &s.gold, c)
	}
	items := s.items(c)
	return []string{move, strings.Join(items, " "), strings.Join(s.words[c.Next-1:], " "), s.costs(c)}
}

// items writes the stack, or the tree if it is complete, with what was built.
func (s *treeScript) items(c *transition.Config) []string {
	text := make([]string, len(c.Nodes))
	children := make([][]string, len(c.Nodes))
	for node := range c.Nodes[1:] {
		if node < int(c.N) {
			text[node+1] = s.words[node]
		}
	}
	write := func(node int32) {
		n, inside := &c.Nodes[node], children[node]
		if c.IsBracket(node) && n.LeftValency == 0 && !c.IsOpen(node) { // of split
			inside = s.words[n.First-1 : n.Last]
		}
		switch {
		case !c.IsBracket(node):
			inside = []string{s.words[node-1]}
			if n.Label == transition.None {
				text[node] = s.words[node-1]
				return
			}
		case n.Label == transition.None:
			text[node] = "[" + strings.Join(inside, " ") + "]"
			return
		}
		text[node] = "(" + strings.Join(append([]string{s.labels[n.Label]}, inside...), " ")
		if !c.IsOpen(node) {
			text[node] += ")"
		}
	}
	for _, node := range bottomUp(c) {
		write(node)
		if parent := c.Nodes[node].Head; parent != transition.None {
			children[parent] = append(children[parent], text[node])
		}
	}
	items := children[0]
	for _, node := range c.Stack[1:] {
		items = append(items, text[node])
	}
	return items
}

// bottomUp lists the words and brackets, children before parents and from left to
// right.
func bottomUp(c *transition.Config) []int32 {
	children := make([][]int32, len(c.Nodes))
	for parent, child := range c.Children {
		children[parent] = append(children[parent], child)
	}
	var all []int32
	var visit func(node int32)
	visit = func(node int32) {
		for _, child := range children[node] {
			visit(child)
		}
		all = append(all, node)
	}
	for node := int32(1); node < int32(len(c.Nodes)); node++ {
		if !c.HasHead(node) || c.Nodes[node].Head == 0 {
			visit(node)
		}
	}
	return all
}

// costs is the cost of every legal move with every label that has its own cost.
func (s *treeScript) costs(c *transition.Config) string {
	if s.system.Terminal(c) {
		return ""
	}
	type entry struct {
		name string
		cost int32
	}
	var entries []entry
	least, other := int32(math.MaxInt32), int32(len(s.labels))
	any := map[transition.Move]int32{}
	eachCost(s.oracle, s.system, c, other+1, func(m transition.Move, l, cost int32) {
		if l == other {
			any[m] = cost
		}
		least = min(least, cost)
	})
	eachCost(s.oracle, s.system, c, other+1, func(m transition.Move, l, cost int32) {
		switch {
		case l == transition.None:
			entries = append(entries, entry{m.String(), cost})
		case l == other:
			entries = append(entries, entry{m.String() + "-*", cost})
		case cost != any[m]:
			entries = append(entries, entry{m.String() + "-" + s.labels[l], cost})
		}
	})
	text := ""
	for _, e := range entries {
		mark := " "
		if e.cost == least {
			mark = "!"
		}
		text += fmt.Sprintf("%s %d%s  ", e.name, e.cost, mark)
	}
	return strings.TrimRight(text, " ")
}
