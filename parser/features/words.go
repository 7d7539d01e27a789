package features

import (
	"strings"

	"parser/conll"
)

// Words holds the word atoms of one sentence: a row for each node 0..n and one
// for "no node", a column for each word attribute that the extractor uses.
type Words struct {
	n     int32
	width int32
	atoms []uint64 // (n+2) × width
}

// Numbers that stand for a missing node and for ROOT, in any column.
const (
	noNode   = 0x6e6f6e6500000001
	rootNode = 0x726f6f7400000002
)

// Len returns the number of words.
func (w *Words) Len() int { return int(w.n) }

// Prepare fills w with the atoms of the words, reusing its memory.
func (x *Extractor) Prepare(w *Words, words []conll.Word) {
	w.n, w.width = int32(len(words)), int32(len(x.columns))
	w.atoms = w.atoms[:0]
	for range x.columns {
		w.atoms = append(w.atoms, rootNode)
	}
	for i := range words {
		for _, a := range x.columns {
			w.atoms = append(w.atoms, a.hashOf(&words[i]))
		}
	}
	for range x.columns {
		w.atoms = append(w.atoms, noNode)
	}
}

// hashOf returns the number of a word attribute.
func (a attribute) hashOf(w *conll.Word) uint64 {
	switch a[:1] {
	case form:
		return hash(w.Form)
	case lemma:
		return hash(w.Lemma)
	case upos, tag:
		return hash(w.UPOS)
	case xpos:
		return hash(w.XPOS)
	case lowered:
		return hashLower(w.Form)
	case shape:
		return hashShape(w.Form)
	case characters:
		return charactersIn(w.Form)
	case suffix:
		return hash(lastLetters(w.Form, int(a[1]-'0')))
	case prefix:
		return hash(firstLetters(w.Form, int(a[1]-'0')))
	}
	if a == feats {
		return hash(w.Feats)
	}
	return hash(featureValue(w.Feats, string(a[len(feature):])))
}

// featureValue returns what stands behind "name=" in a FEATS column, or "".
func featureValue(feats, name string) string {
	for feats != "" {
		var pair string
		pair, feats, _ = strings.Cut(feats, "|")
		if value, ok := strings.CutPrefix(pair, name); ok && strings.HasPrefix(value, "=") {
			return value[1:]
		}
	}
	return ""
}

// hash is 64-bit FNV-1a (Fowler, Noll & Vo) with a final mixing step.
func hash(s string) uint64 {
	h := uint64(hashStart)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * hashPrime
	}
	return mix(h, uint64(len(s)))
}

const hashStart, hashPrime = 14695981039346656037, 1099511628211

// mix combines a hash with one more number.
func mix(h, a uint64) uint64 {
	h = (h ^ a) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}
