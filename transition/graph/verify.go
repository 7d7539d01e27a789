package graph

import (
	"errors"
	"fmt"
	"slices"
)

// Verify returns what is wrong with the graph, or nil. In every state that legal actions reach, the
// tree has one root, from which all nodes that are not deleted can be reached; children stand in
// the order of their words; re-entrancies close no cycle and do not repeat an arc; and stack and
// buffer hold what they should.
func (g *State) Verify() error {
	live := 0
	for i, n := range g.Nodes[1:] {
		node := int32(i + 1)
		if n.Gone {
			if n.Queued || n.Head != None || n.first != None {
				return fmt.Errorf("node %d is deleted, but in use", node)
			}
			continue
		}
		live++
		before := int32(None)
		for kid := range g.Children(node) {
			if g.Nodes[kid].Head != node || before != None && g.order(before, kid) >= 0 {
				return fmt.Errorf("child %d of node %d is not in order", kid, node)
			}
			before = kid
		}
		if n.Queued != slices.Contains(g.Stack, node) {
			return fmt.Errorf("node %d is on the stack, or not, other than it says", node)
		}
	}
	if live == 0 {
		if g.Root != None || len(g.Stack) > 0 {
			return errors.New("no nodes, but a root or a stack")
		}
		return nil
	}
	if g.Nodes[g.Root].Head != None {
		return errors.New("the root has a head")
	}
	reached, agenda := 0, []int32{g.Root}
	for ; len(agenda) > 0; reached++ {
		node := agenda[len(agenda)-1]
		agenda = slices.AppendSeq(agenda[:len(agenda)-1], g.Children(node))
		if reached > live {
			return errors.New("a node is below itself")
		}
	}
	if reached != live {
		return fmt.Errorf("%d of %d nodes can be reached", reached, live)
	}
	return g.verifyRest()
}

// verifyRest checks re-entrancies and the buffer.
func (g *State) verifyRest() error {
	for i, a := range g.Arcs {
		again := slices.ContainsFunc(g.Arcs[:i], func(b Arc) bool { return a.Head == b.Head && a.Dep == b.Dep })
		if again || g.Nodes[a.Dep].Head == a.Head || g.Reaches(a.Dep, a.Head) {
			return fmt.Errorf("arc from %d to %d is a second one, or in a cycle", a.Head, a.Dep)
		}
	}
	for _, b := range g.Buffer {
		if !g.Second && (g.Nodes[b].Head != g.S() || g.Nodes[b].Gone) {
			return fmt.Errorf("node %d in the buffer is no child of %d", b, g.S())
		}
	}
	return nil
}
