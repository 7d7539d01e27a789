package evalb

import (
	"slices"
	"strings"
)

// rules are parameters, prepared for questions.
type rules struct {
	Params
	deleteTag     map[string]bool
	deleteBracket map[string]bool
	notInLength   map[string]bool
	quoteTag      map[string]bool
	sameLabel     equalPairs
	sameWord      equalPairs
}

func newRules(p Params) rules {
	r := rules{
		Params:        p,
		deleteTag:     setOf(p.Delete),
		deleteBracket: setOf(p.Delete),
		notInLength:   setOf(p.DeleteForLength),
		quoteTag:      setOf(p.Quote),
		sameLabel:     newEqualPairs(p.EqualLabels),
		sameWord:      newEqualPairs(p.EqualWords),
	}
	for _, label := range p.Delete {
		for _, equal := range r.sameLabel[label] {
			r.deleteBracket[equal] = true
		}
	}
	return r
}

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, s := range list {
		set[s] = true
	}
	return set
}

// equalPairs has, for every string, those that count as the same. That is no
// equivalence: of A = B and B = C, A = C does not follow.
type equalPairs map[string][]string

func newEqualPairs(pairs [][2]string) equalPairs {
	e := equalPairs{}
	for _, p := range pairs {
		e[p[0]] = append(e[p[0]], p[1])
		e[p[1]] = append(e[p[1]], p[0])
	}
	return e
}

func (e equalPairs) equal(a, b string) bool {
	return a == b || slices.Contains(e[a], b)
}

// SameWord tells whether two words count as the same.
func (b *Scorer) SameWord(v, w string) bool { return b.rules.sameWord.equal(v, w) }

// isQuote tells whether a word is one of those that EVALB takes for a quotation
// mark under any of the tags in Quote.
func (r *rules) isQuote(tag, word string) bool {
	return r.quoteTag[tag] && (word == "'" || word == `"` || word == "/")
}

// cutLabel returns a label without function tags and indices: NP for NP-SBJ-1.
func cutLabel(label string) string {
	if end := strings.IndexAny(label, "-="); end >= 0 {
		return label[:end]
	}
	return label
}
