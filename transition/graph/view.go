package graph

// Kin returns how many arcs of the tree lead up from node a, and how many then lead down to b,
// through the nearest node that is above both or is one of them. ok is false if either number
// exceeds most.
func (g *State) Kin(a, b int32, most int) (up, down int, ok bool) {
	return meet(a, b, most, func(node int32) int32 { return g.Nodes[node].Head })
}

// Kin is State.Kin for two words of the dependency tree. ok is false for words of different trees.
func (s *Sentence) Kin(a, b int32, most int) (up, down int, ok bool) {
	return meet(a, b, most, func(word int32) int32 {
		if head := s.Heads[word]; head != 0 {
			return head
		}
		return None
	})
}

func meet(a, b int32, most int, head func(int32) int32) (up, down int, ok bool) {
	for ; a != None && up <= most; a, up = head(a), up+1 {
		at := b
		for down = 0; at != None && down <= most; at, down = head(at), down+1 {
			if at == a {
				return up, down, true
			}
		}
	}
	return 0, 0, false
}

// Kinds is the number of kinds of nodes.
const Kinds = 6

// Kind returns what a node is: 0 a word, 2 inserted below its host, 4 inserted above; plus 1 once
// its concept is settled.
func (n *Node) Kind() int32 {
	kind := int32(0)
	switch {
	case n.Host != None && n.Above:
		kind = 4
	case n.Host != None:
		kind = 2
	}
	if n.Named {
		kind++
	}
	return kind
}

// Situations is the number of situations.
const Situations = 12

// Situation returns what is to be decided, as a sum: 1 if there is b, 2 in the second phase, and 4
// for each Search before the current one.
func (g *State) Situation() int32 {
	situation := 4 * int32(g.Looking)
	if g.Second {
		situation += 2
	}
	if g.B() != None {
		situation++
	}
	return situation
}
