package enhance

import (
	"iter"
	"slices"
	"strings"
	"unicode"
)

// A marker is what a treebank adds to the relation of a word, as "obl:from" has the lemma of a preposition (Universal
// Dependencies v2, "Enhanced Dependencies", case information). It is found in the tree by its name:
//
//	case/first   the lemma of the first dependent with the relation case, and those of its fixed dependents
//	case/last, case/all
//	cc/next      that of a dependent of the next word with the same head and relation; cc/previous
//	feats/Case   a feature, in lower case
//	case/first+feats/Case
//	=xsubj       this text
//
// The name "" adds nothing.

const (
	multiword   = "fixed" // the relation of the other words of a preposition or conjunction (de Marneffe et al. 2021)
	literal     = "="
	caseFeature = "Case"
)

// markers yields the names of the markers of a word, and what they add, as far as they are of dependents with certain
// relations; not literal ones.
func (t *tree) markers(node int, mark func(relation string) bool) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if !yield("", "") {
			return
		}
		grammatical := suffix(feature(t.word(node).Feats, caseFeature))
		add := func(name, text string) bool {
			return yield(name, text) && (grammatical == "" || yield(name+"+feats/"+caseFeature, text+":"+grammatical))
		}
		if grammatical != "" && !yield("feats/"+caseFeature, grammatical) {
			return
		}
		own, met := t.children[node], []string(nil)
		for i, c := range own {
			relation := t.bases[c]
			if !mark(relation) || slices.Contains(met, relation) {
				continue
			}
			met = append(met, relation)
			var texts []string
			for _, other := range own[i:] {
				if t.bases[other] == relation {
					texts = append(texts, t.phrase(other))
				}
			}
			if !add(relation+"/first", texts[0]) {
				return
			}
			if n := len(texts); n > 1 && !(add(relation+"/last", texts[n-1]) && add(relation+"/all", strings.Join(texts, "_"))) {
				return
			}
		}
		_ = t.shared("/next", t.after[node], mark, yield) && t.shared("/previous", t.before[node], mark, yield)
	}
}

// shared yields markers of siblings.
func (t *tree) shared(name string, shared []int, mark func(relation string) bool, yield func(string, string) bool) bool {
	for _, c := range shared {
		if relation := t.bases[c]; mark(relation) && !yield(relation+name, t.phrase(c)) {
			return false
		}
	}
	return true
}

// phrase returns the lemmas of a word and of those that make one expression with it.
func (t *tree) phrase(node int) string {
	words := []int{node}
	for _, c := range t.children[node] {
		if t.bases[c] == multiword {
			words = append(words, c)
		}
	}
	slices.Sort(words)
	lemmas := make([]string, len(words))
	for i, word := range words {
		lemmas[i] = t.lemma(word)
	}
	return strings.Join(lemmas, "_")
}

// feature returns the value of a feature, "" without it.
func feature(feats, name string) string {
	for f := range strings.SplitSeq(feats, "|") {
		if key, value, _ := strings.Cut(f, "="); key == name {
			return value
		}
	}
	return ""
}

// suffix returns a text as enhanced relations may have it: letters in lower case, with underscores between words.
func suffix(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.In(r, unicode.Ll, unicode.Lm, unicode.Lo, unicode.M)
	})
	return strings.Join(words, "_")
}
