package draw

import (
	"fmt"
	"slices"
)

// The largest pictures.
const (
	maxWords    = 10_000 // and tokens; twice as many arcs, and ten times as many nodes of trees
	maxVertices = 2000   // and twice as many edges
)

// Check returns an error if the picture cannot be drawn: an ErrTooLarge, or an ErrPicture.
func (p *Picture) Check() error {
	n := len(p.Words)
	if n > maxWords || len(p.Arcs) > 2*maxWords || len(p.Tokens) > maxWords {
		return fmt.Errorf("%w: %d words, %d arcs (at most %d words and %d arcs)", ErrTooLarge, n, len(p.Arcs), maxWords, 2*maxWords)
	}
	for i, w := range p.Words {
		if w.State > Done || w.Mark != Same && w.Mark != Found {
			return fmt.Errorf("%w: word %d is in state %d with mark %d", ErrPicture, i+1, w.State, w.Mark)
		}
	}
	for _, a := range p.Arcs {
		if a.Mark > Found || a.Layer > EnhancedOnly {
			return fmt.Errorf("%w: an arc has mark %d and layer %d", ErrPicture, a.Mark, a.Layer)
		}
		if a.Head < 0 || a.Head > n || a.Dep < 1 || a.Dep > n || a.Head == a.Dep {
			return fmt.Errorf("%w: an arc from %d to %d among %d words", ErrPicture, a.Head, a.Dep, n)
		}
	}
	if err := p.checkGraph(); err != nil {
		return err
	}
	end := 0
	for _, t := range p.Tokens {
		if t.First <= end || t.Last > n || t.First > t.Last {
			return fmt.Errorf("%w: a token from %d to %d among %d words, after one to %d", ErrPicture, t.First, t.Last, n, end)
		}
		end = t.Last
	}
	return p.checkTrees()
}

func (p *Picture) checkGraph() error {
	n := len(p.Vertices)
	if n > maxVertices || len(p.Edges) > 2*maxVertices {
		return fmt.Errorf("%w: %d nodes, %d edges (at most %d nodes)", ErrTooLarge, n, len(p.Edges), maxVertices)
	}
	for i, v := range p.Vertices {
		if v.Mark > Found || v.State > Done {
			return fmt.Errorf("%w: node %d has mark %d and state %d", ErrPicture, i+1, v.Mark, v.State)
		}
	}
	for _, e := range p.Edges {
		if e.Mark > Found {
			return fmt.Errorf("%w: an edge has mark %d", ErrPicture, e.Mark)
		}
		if e.From < 0 || e.From > n || e.To < 1 || e.To > n {
			return fmt.Errorf("%w: an edge from %d to %d among %d nodes", ErrPicture, e.From, e.To, n)
		}
	}
	return nil
}

func (p *Picture) checkTrees() error {
	nodes, n := 0, len(p.Words)
	for left := slices.Concat(p.Below, p.Trees); len(left) > 0; {
		node := left[len(left)-1]
		if node == nil || node.Mark > Found {
			return fmt.Errorf("%w: a node is nil or has an unknown mark", ErrPicture)
		}
		left = append(left[:len(left)-1], node.Children...)
		if nodes++; nodes > 10*maxWords || len(left) > 10*maxWords {
			return fmt.Errorf("%w: more than %d nodes", ErrTooLarge, 10*maxWords)
		}
		if node.Word < 0 || node.Word > n || node.Word > 0 && len(node.Children) > 0 {
			return fmt.Errorf("%w: a leaf of word %d among %d words", ErrPicture, node.Word, n)
		}
	}
	return nil
}
