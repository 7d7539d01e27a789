package align

import (
	"regexp"
	"strconv"
	"strings"
)

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

var digits = regexp.MustCompile(`^[+-]?(\d[\d,]*(\.\d+)?|\.\d+)(st|nd|rd|th|s|'s)?$`)

// value returns what the words at the beginning of a sentence are worth as a number, and how
// many they are: 0 if the first is none. "nineteen fifty" is 1950.
func (t *tables) value(lower []string) (values []string, length int) {
	total, group := 0.0, 0.0 // before the last thousand, million …, and behind it
	last := 0.0              // word
	for i := 0; i < len(lower); i++ {
		if lower[i] == "and" || lower[i] == "-" {
			if i > 0 && i+1 < len(lower) && last >= 100 {
				if _, ok := t.worth(lower[i+1]); ok {
					continue
				}
			}
			break
		}
		x, ok := t.worth(lower[i])
		switch {
		case !ok:
			return done(total+group, length)
		case length == 0:
			group = x
		case x >= 1000 && t.multiplies(lower[i]):
			total, group = total+max(group, 1)*x, 0
		case x == 100 && t.multiplies(lower[i]):
			group *= x
		case last >= 20 && last < 100 && x < 10 && t.numerals[lower[i-1]] != 0, last >= 100 && t.multiplies(lower[i-1]) && x < last:
			group += x
		case last >= 10 && last < 100 && x >= 10 && x < 100 && total == 0:
			group = group*100 + x
		default:
			return done(total+group, length)
		}
		last, length = x, i+1
	}
	return done(total+group, length)
}

func done(x float64, length int) ([]string, int) {
	if length == 0 {
		return nil, 0
	}
	return []string{number(x)}, length
}

// worth returns the number that a word is.
func (t *tables) worth(word string) (float64, bool) {
	if x, ok := t.numerals[word]; ok {
		return x, true
	}
	if tens, ones, ok := strings.Cut(word, "-"); ok {
		x, y := t.numerals[tens], t.numerals[ones]
		return x + y, x >= 20 && y > 0 && y < 10
	}
	if !digits.MatchString(word) {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimRight(word, "stndrh'"), ",", ""), 64)
	return x, err == nil
}

// multiplies reports whether a word multiplies the number before it.
func (t *tables) multiplies(word string) bool {
	x := t.numerals[word]
	return x == 100 || x >= 1000
}
