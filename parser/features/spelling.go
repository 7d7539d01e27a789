package features

import (
	"unicode"
	"unicode/utf8"
)

// lastLetters returns the last few letters of s, or all.
func lastLetters(s string, letters int) string {
	i := len(s)
	for ; letters > 0 && i > 0; letters-- {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return s[i:]
}

// firstLetters returns the first few letters of s, or all.
func firstLetters(s string, letters int) string {
	for i := range s {
		if letters == 0 {
			return s[:i]
		}
		letters--
	}
	return s
}

// hashLower is the hash of s in lower case with every digit as 0.
func hashLower(s string) uint64 {
	h := uint64(hashStart)
	for _, r := range s {
		if unicode.IsDigit(r) {
			r = '0'
		}
		h = (h ^ uint64(unicode.ToLower(r))) * hashPrime
	}
	return mix(h, 0)
}

// hashShape is the hash of s with X for its upper case letters, x for other letters,
// d for digits and all else as it is, where of equal ones in a row one stays.
func hashShape(s string) uint64 {
	h, last := uint64(hashStart), rune(-1)
	for _, r := range s {
		if r = classOf(r); r != last {
			h = (h ^ uint64(r)) * hashPrime
		}
		last = r
	}
	return mix(h, 0)
}

func classOf(r rune) rune {
	switch {
	case unicode.IsUpper(r):
		return 'X'
	case unicode.IsLetter(r), unicode.IsMark(r):
		return 'x'
	case unicode.IsDigit(r):
		return 'd'
	}
	return r
}

// charactersIn numbers the sets of digits, hyphens and upper case letters, by which
// of them s has.
func charactersIn(s string) uint64 {
	const digit, hyphen, upper = 1, 2, 4
	has := uint64(0)
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			has |= digit
		case r == '-':
			has |= hyphen
		case unicode.IsUpper(r):
			has |= upper
		}
	}
	return mix(hashStart, has)
}
