package features

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/model/kernel"
)

func (a attribute) hashOf(w *conll.Word) uint64 {
	const digit, hyphen, upper = 1, 2, 4 // what a form may contain
	h, last, has, text := uint64(hashStart), rune(-1), uint64(0), w.Form
	switch a[0] {
	case 'l':
		text = w.Lemma
	case 'p', 'g':
		text = w.UPOS
	case 't':
		text = w.XPOS
	case 'm':
		text = w.Feats
		if name, one := strings.CutPrefix(string(a), "m:"); one {
			text = valueOf(name, w.Feats)
		}
	case 'x': // the last letters
		start := len(text)
		for letters := a[1] - '0'; letters > 0 && start > 0; letters-- {
			_, size := utf8.DecodeLastRuneInString(text[:start])
			start -= size
		}
		text = text[start:]
	case 'b': // the first letters
		end := 0
		for letters := a[1] - '0'; letters > 0 && end < len(text); letters-- {
			_, size := utf8.DecodeRuneInString(text[end:])
			end += size
		}
		text = text[:end]
	case 'n': // in lower case, with every digit as 0
		for _, r := range text {
			if unicode.IsDigit(r) {
				r = '0'
			}
			h = (h ^ uint64(unicode.ToLower(r))) * hashPrime
		}
		return kernel.MixOne(h, 0)
	case 'c': // the shape, where a run of equal letters becomes one
		for _, r := range text {
			switch {
			case unicode.IsUpper(r):
				r = 'X'
			case unicode.IsLetter(r), unicode.IsMark(r):
				r = 'x'
			case unicode.IsDigit(r):
				r = 'd'
			}
			if r != last {
				h = (h ^ uint64(r)) * hashPrime
			}
			last = r
		}
		return kernel.MixOne(h, 0)
	case 'a':
		for _, r := range text {
			switch {
			case unicode.IsDigit(r):
				has |= digit
			case r == '-':
				has |= hyphen
			case unicode.IsUpper(r):
				has |= upper
			}
		}
		return kernel.MixOne(hashStart, has)
	case 'e':
		return kernel.MixOne(hashStart, entity(text))
	case 'u':
		return kernel.MixOne(hashStart, affixes(text))
	case 'h':
		text = hyphenated(text, int(a[1]-'1'))
	}
	return hash(text)
}

// If templates ask for at least manySpellings attributes of the form, a vector caches those of
// mostForms forms, since most words recur; it does not cache forms longer than longestForm, which
// rarely do.
const manySpellings, mostForms, longestForm = 6, 1 << 13, 1 << 6

func (x *Extractor) appendSpelling(v *Vector, w *conll.Word) []uint64 {
	if atoms, ok := v.forms[w.Form]; ok {
		return append(v.atoms, atoms...)
	}
	n := len(v.atoms)
	for _, a := range x.columns[:x.spelling] {
		v.atoms = append(v.atoms, a.hashOf(w))
	}
	if x.spelling >= manySpellings && len(w.Form) <= longestForm {
		if v.forms == nil || len(v.forms) == mostForms {
			v.forms = map[string][]uint64{}
		}
		v.forms[strings.Clone(w.Form)] = slices.Clone(v.atoms[n:])
	}
	return v.atoms
}

// valueOf returns what follows "name=" in a FEATS column, or "".
func valueOf(name, feats string) string {
	for n := len(name); feats != ""; {
		pair, rest, _ := strings.Cut(feats, "|")
		if len(pair) > n && pair[n] == '=' && pair[:n] == name {
			return pair[n+1:]
		}
		feats = rest
	}
	return ""
}

// hash is 64-bit FNV-1a (Fowler, Noll & Vo) with a final mixing step.
func hash(s string) uint64 {
	h := uint64(hashStart)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * hashPrime
	}
	return kernel.MixOne(h, uint64(len(s)))
}

const hashStart, hashPrime = 14695981039346656037, 1099511628211
