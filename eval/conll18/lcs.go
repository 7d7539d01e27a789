package conll18

// lcs pairs equal elements of two lists in order, as many as possible. Of the
// longest common subsequences it takes the one that conll18_ud_eval.py takes:
// equal heads of both lists are paired at once; otherwise the head of gold is
// dropped if that costs nothing, else the head of system.
//
// Time is the product of the lengths, memory an eighth of that in bytes. What
// both lists begin with costs nothing, so equal lists are cheap.
func lcs(gold, system []int) []wordPair {
	var pairs []wordPair
	g, s := 0, 0
	for g < len(gold) && s < len(system) && gold[g] == system[s] {
		pairs = append(pairs, wordPair{g, s})
		g++
		s++
	}
	drop := droppable(gold[g:], system[s:])
	for g0, s0 := g, s; g < len(gold) && s < len(system); {
		switch {
		case gold[g] == system[s]:
			pairs = append(pairs, wordPair{g, s})
			g++
			s++
		case drop(g-g0, s-s0):
			g++
		default:
			s++
		}
	}
	return pairs
}

// droppable says for every pair of suffixes whether the head of the gold suffix
// can be dropped without making their longest common subsequence shorter. It
// keeps two rows of the lengths at a time, from the last to the first, and a bit
// of each pair.
func droppable(gold, system []int) func(g, s int) bool {
	drop := make([]uint64, (len(gold)*len(system)+63)/64)
	row, below := make([]int32, len(system)+1), make([]int32, len(system)+1)
	for g := len(gold) - 1; g >= 0; g-- {
		for s := len(system) - 1; s >= 0; s-- {
			row[s] = max(below[s], row[s+1])
			if gold[g] == system[s] {
				row[s] = max(row[s], 1+below[s+1])
			}
			if i := g*len(system) + s; row[s] == below[s] {
				drop[i/64] |= 1 << (i % 64)
			}
		}
		row, below = below, row
	}
	return func(g, s int) bool {
		i := g*len(system) + s
		return drop[i/64]&(1<<(i%64)) != 0
	}
}
