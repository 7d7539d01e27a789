package amr

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// errGraph is the cause of errors of [Graph.Check] that no text can have: missing nodes, and edges that do not fit.
var errGraph = errors.New("no graph that can be written")

// Check returns an error unless the graph can be
// written and read back. Its root is a variable, every other node is defined by exactly one edge, and the defining
// edges lead from the root to every node; edges leave only variables, and mention only variables; all texts are such as
// a [Reader] finds them, no constant is also the name of a variable, and the total is at most maxSize. Nodes and edges
// may be in any order.
func (g *Graph) Check() error {
	if err := cmp.Or(g.checkTexts(), g.checkEdges()); err != nil {
		return err
	}
	if size := g.size(); size > maxSize {
		return fmt.Errorf("%w: %d bytes, at most %d", errTooLong, size, maxSize)
	}
	return nil
}

// checkTexts checks all texts except those of edges.
func (g *Graph) checkTexts() error {
	for _, m := range g.Meta {
		line := m.line()
		if _, err := check(nil, line, maxSize); err != nil {
			return err
		}
		if !slices.Equal(comment(line), []Meta{m}) {
			return fmt.Errorf("%w: a comment cannot say %.*q, %.*q", ErrSyntax, maxQuote, m.Key, maxQuote, m.Value)
		}
	}
	variables := map[string]bool{}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		var err error
		switch {
		case !n.Constant():
			err = reads(token{kind: tokenSymbol, text: n.Var}, true)
			if err == nil && variables[n.Var] {
				err = fmt.Errorf("%w: %.*q", errTwice, maxQuote, n.Var)
			}
			variables[n.Var] = true
		case n.Concept == "":
			err = fmt.Errorf("%w: node %d has neither variable nor concept", errGraph, i)
		}
		switch {
		case err != nil:
			return err
		case n.Concept != "":
			kind := byte(tokenSymbol)
			if n.Concept[0] == tokenString {
				kind = tokenString
			}
			err = reads(token{kind, n.Concept, n.Align}, false)
		case n.Align != "":
			err = fmt.Errorf("%w: the alignment %.*q of %.*q, which has no concept", errGraph, maxQuote, n.Align, maxQuote, n.Var)
		}
		if err != nil {
			return err
		}
	}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Constant() && variables[n.Concept] {
			return fmt.Errorf("%w: %.*q is a variable and a constant", errGraph, maxQuote, n.Concept)
		}
	}
	return nil
}

// checkEdges checks the texts of edges and where they lead.
func (g *Graph) checkEdges() error {
	variable := func(node int) bool { return 0 <= node && node < len(g.Nodes) && !g.Nodes[node].Constant() }
	if !variable(g.Root) {
		return fmt.Errorf("%w: the root, %d, is no variable", errGraph, g.Root)
	}
	defined := make([]bool, len(g.Nodes))
	defined[g.Root] = true
	for i := range g.Edges {
		e := &g.Edges[i]
		switch {
		case !variable(e.From), e.To < 0, e.To >= len(g.Nodes):
			return fmt.Errorf("%w: no edge can lead from node %d to node %d", errGraph, e.From, e.To)
		case !e.Defines && !variable(e.To):
			return fmt.Errorf("%w: node %d is mentioned, but no variable", errGraph, e.To)
		case e.Defines && defined[e.To]:
			return fmt.Errorf("%w: node %d is defined twice", errGraph, e.To)
		case e.Defines && e.Align != "":
			return fmt.Errorf("%w: the alignment %.*q of an edge that mentions no variable", errGraph, maxQuote, e.Align)
		}
		defined[e.To] = defined[e.To] || e.Defines
		err := reads(token{tokenRole, e.Role, e.RoleAlign}, false)
		if err == nil && !e.Defines {
			err = reads(token{tokenSymbol, g.Nodes[e.To].Var, e.Align}, false)
		}
		if err != nil {
			return err
		}
	}
	edges := g.leaving()
	reached := 1
	for agenda := []int{g.Root}; len(agenda) > 0; {
		from := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		for _, i := range edges[from] {
			if e := &g.Edges[i]; e.Defines {
				agenda = append(agenda, e.To)
				reached++
			}
		}
	}
	if reached < len(g.Nodes) {
		return fmt.Errorf("%w: %d of %d nodes are not defined below the root", errGraph, len(g.Nodes)-reached, len(g.Nodes))
	}
	return nil
}

// reads returns an error unless a text would be read as this token.
func reads(want token, variable bool) error {
	line := want.String()
	if _, err := check(nil, line, maxSize); err != nil {
		return err
	}
	s := scanner{line: line}
	got, err := s.next(variable)
	if err != nil {
		return err
	}
	if got != want || s.at < len(line) || want.text == "" {
		return fmt.Errorf("%w: %.*q is no %s", ErrSyntax, maxQuote, line, map[byte]string{
			tokenRole: "role", tokenString: "string", tokenSymbol: "symbol"}[want.kind])
	}
	return nil
}
