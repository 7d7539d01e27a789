package compare

import "parser/ptb"

// notRooted is the group of words whose heads do not lead to the root.
const notRooted = "none"

func depthName(depth int) string {
	if depth == noDepth {
		return notRooted
	}
	return treeDepths.of(depth)
}

// noDepth is the depth of a word whose heads do not lead to ROOT.
const noDepth = -1

// depths returns how many arcs each word is away from ROOT: 1 is a root.
func depths(heads []int) []int {
	depth := make([]int, len(heads)) // 0: not known yet
	inside := func(word int) bool { return 1 <= word && word <= len(heads) }
	var path []int
	for word := 1; word <= len(heads); word++ {
		w := word
		for inside(w) && depth[w-1] == 0 {
			depth[w-1] = noDepth // unless the path leads on
			path = append(path, w)
			w = heads[w-1]
		}
		known := 0
		if inside(w) {
			known = depth[w-1]
		} else if w != 0 {
			known = noDepth
		}
		for ; len(path) > 0; path = path[:len(path)-1] {
			if known != noDepth {
				known++
			}
			depth[path[len(path)-1]-1] = known
		}
	}
	return depth
}

// spanDepths returns how many brackets are around each bracket, itself included.
// They must be nested, without empty ones, in the order in which they open.
func spanDepths(brackets []ptb.Span) []int {
	depth := make([]int, len(brackets))
	var open []ptb.Span
	for i, b := range brackets {
		for len(open) > 0 && open[len(open)-1].End <= b.Start {
			open = open[:len(open)-1]
		}
		open = append(open, b)
		depth[i] = len(open)
	}
	return depth
}
