package align

import (
	"strconv"
	"strings"

	"parser/conll/textfile"
)

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

var digits = textfile.Pattern(`^[+-]?(\d[\d,]*(\.\d+)?|\.\d+)(st|nd|rd|th|s|'s|\.)?$`)

// values proposes constants for words in digits and number words: the value of a stretch of them
// goes with its highest word in the tree, otherwise each word's value with the word itself.
func (a *Aligner) values(m *matcher) []pair {
	keys := make([][]string, len(m.lower))
	for from := 0; from < len(m.lower); {
		x, length := a.Number(m.lower[from:])
		head := from
		for w := from; w < from+length; w++ {
			if m.sentence.depth[w] < m.sentence.depth[head] {
				head = w
			}
		}
		if length > 0 {
			keys[head] = append(keys[head], number(x))
		}
		for w := from; w < from+length; w++ {
			if x, ok := a.worth(m.lower[w]); ok {
				keys[w] = append(keys[w], number(x))
			}
		}
		for _, part := range split(strings.ReplaceAll(m.lower[from], "/", "-")) { // of a date
			if x, ok := a.worth(part); ok {
				keys[from] = append(keys[from], number(x))
			}
		}
		from += max(length, 1)
	}
	return m.sharing(func(w int) []string { return keys[w] }, func(n int) []string {
		if !m.graph.Nodes[n].Constant() {
			return nil
		}
		if x, err := strconv.ParseFloat(strings.ReplaceAll(m.labels[n], ",", ""), 64); err == nil {
			return []string{number(x)}
		}
		return nil
	})
}

// Number returns the number at the beginning of a list of words in lower case, as "3.5" and "million" give 3500000, and
// "nineteen" and "fifty" 1950, and how many words it takes: 0 if the first is not a number.
func (a *Aligner) Number(lower []string) (value float64, length int) {
	total, group := 0.0, 0.0 // of what is already multiplied, and of what follows
	before := ""
	for i, word := range lower {
		if i > 0 && word == "and" && a.multiplies(before) {
			continue
		}
		x, ok := a.worth(word)
		last, _ := a.worth(before)
		switch {
		case !ok:
			return total + group, length
		case i == 0:
			group = x
		case a.multiplies(word) && x >= 1000:
			total, group = total+float64(max(group, 1)*x), 0
		case a.multiplies(word) && group < x:
			group *= x
		case a.multiplies(before) && x < last, a.numerals[before] >= 20 && last < 100 && x < 10: // five hundred six, forty six
			group += x
		case 10 <= last && last < 100 && 10 <= x && x < 100 && total == 0 && group < 100: // nineteen fifty
			group = float64(group*100) + x
		default:
			return total + group, length
		}
		before, length = word, i+1
	}
	return total + group, length
}

func (a *Aligner) worth(word string) (float64, bool) {
	if x, ok := a.numerals[word]; ok {
		return x, true
	}
	if tens, ones, ok := strings.Cut(word, "-"); ok {
		x, y := a.numerals[tens], a.numerals[ones]
		return x + y, x >= 20 && y > 0 && y < 10
	}
	if !digits().MatchString(word) {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimRight(word, "stndrh'."), ",", ""), 64)
	return x, err == nil
}

// multiplies reports whether a word multiplies the number before it.
func (a *Aligner) multiplies(word string) bool {
	x := a.numerals[word]
	return x == 100 || x >= 1000
}
