package lemma

import "slices"

// The signs of an edit.
const (
	stays = '.'
	goes  = '-'
	comes = '+' // before the inserted rune
	bar   = '|' // between the beginning and the end
)

// edits returns the edit that turns one word into another, and how many runes it inserts and
// deletes: all of them if the words share none.
func edits(from, to []rune) (edit string, n int) {
	i, j, length := longestShared(from, to)
	if length == 0 {
		return "", len(from) + len(to)
	}
	first, n := fewest(from[:i], to[:j])
	last, more := fewest(from[i+length:], to[j+length:])
	return string(slices.Concat(first, []rune{bar}, last)), n + more
}

// longestShared returns where the longest substring of both begins, the first in from and then in
// to, and its length.
func longestShared(from, to []rune) (i, j, length int) {
	ending := make([]int, len(to)+1) // the length of the shared substring that ends before each place of to
	for a := range from {
		for b := len(to) - 1; b >= 0; b-- {
			if from[a] != to[b] {
				ending[b+1] = 0
				continue
			}
			ending[b+1] = ending[b] + 1
			// Among equal ones that end here, the loop visits the first one last.
			if n := ending[b+1]; n > length || n == length && a+1-n == i {
				i, j, length = a+1-n, b+1-n, n
			}
		}
	}
	return i, j, length
}

// fewest returns the shortest sequence of insertions and deletions that turns one word into
// another, and their number: deletions come before insertions.
func fewest(from, to []rune) (edit []rune, n int) {
	rest := distances(from, to, 1, func(a, b rune) int {
		if a == b {
			return 0
		}
		return 2 // goes, and the other comes
	})
	for i, j := 0, 0; i < len(from) || j < len(to); {
		switch {
		case i < len(from) && j < len(to) && from[i] == to[j]:
			edit, i, j = append(edit, stays), i+1, j+1
		case i < len(from) && rest[i][j] == 1+rest[i+1][j]:
			edit, i = append(edit, goes), i+1
		default:
			edit, j = append(edit, comes, to[j]), j+1
		}
	}
	return edit, rest[0][0]
}

// distances returns what it costs to make the end of one word from each place on that of another (Wagner & Fischer
// 1974), given the cost of an insertion or deletion and that of one letter for another.
func distances[T any](from, to []T, indel int, becoming func(a, b T) int) [][]int {
	rest := make([][]int, len(from)+1)
	for i := range slices.Backward(rest) {
		rest[i] = make([]int, len(to)+1)
		for j := len(to); j >= 0; j-- {
			switch {
			case i == len(from):
				rest[i][j] = indel * (len(to) - j)
			case j == len(to):
				rest[i][j] = indel * (len(from) - i)
			default:
				rest[i][j] = min(becoming(from[i], to[j])+rest[i+1][j+1], indel+min(rest[i+1][j], rest[i][j+1]))
			}
		}
	}
	return rest
}

// edited returns the result of an edit of a word. It is false if the edit is malformed, or uses
// more runes than there are.
func edited(from, edit []rune) (to []rune, ok bool) {
	split, before, after, ok := parted(edit)
	between := len(from) - before - after
	if !ok || between < 0 {
		return nil, false
	}
	to = carriedOut(make([]rune, 0, len(from)+len(edit)/2), from[:before], edit[:split])
	to = append(to, from[before:before+between]...)
	return carriedOut(to, from[before+between:], edit[split+1:]), true
}

// parted returns where the bar of an edit is, and how many runes the signs before and after it use. It is false if the
// edit is malformed.
func parted(edit []rune) (split, before, after int, ok bool) {
	split = -1
	for i := 0; i < len(edit); i++ {
		switch edit[i] {
		case stays, goes:
			after++
		case comes:
			i++
			if i == len(edit) {
				return 0, 0, 0, false
			}
		case bar:
			if split >= 0 {
				return 0, 0, 0, false
			}
			split, before, after = i, after, 0
		default:
			return 0, 0, 0, false
		}
	}
	return split, before, after, split >= 0
}

// carriedOut appends the result of signs without a bar for the runes that they use.
func carriedOut(to, from, edit []rune) []rune {
	for i := 0; i < len(edit); i++ {
		switch edit[i] {
		case comes:
			i++
			to = append(to, edit[i])
			continue
		case stays:
			to = append(to, from[0])
		}
		from = from[1:]
	}
	return to
}
