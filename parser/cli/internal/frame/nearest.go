package frame

import "parser/eval"

// Nearest returns the word that may be meant by a misspelt one, the first of those that take the fewest changes of a
// letter or of two neighbours; "" if even that is more than a third of its letters.
func Nearest(misspelt string, words []string) (nearest string) {
	least := len([]rune(misspelt))/3 + 1
	for _, word := range words {
		if d := distance([]rune(misspelt), []rune(word)); d < least {
			nearest, least = word, d
		}
	}
	return nearest
}

// distance is how many letters have to be deleted, inserted, replaced or swapped with the next to turn one word into
// the other (Damerau 1964), where each place is changed at most once.
func distance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range b {
		rows[0][j+1] = j + 1
	}
	for i := range a {
		for j := range b {
			d := min(rows[i][j+1]+1, rows[i+1][j]+1, rows[i][j]+eval.One(a[i] != b[j]))
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, rows[i-1][j-1]+1)
			}
			rows[i+1][j+1] = d
		}
	}
	return rows[len(a)][len(b)]
}
