package align

import (
	"slices"
	"strings"

	"parser/conll"
)

// sentence is what the rules see of the words.
type sentence struct {
	words []conll.Word
	lower []string // forms
	lemma []string // lower case; the form if missing
	head  []int    // from 0; -1 for roots
	depth []int    // steps to the root
}

func newSentence(words []conll.Word) *sentence {
	n := len(words)
	s := &sentence{words: words, lower: make([]string, n), lemma: make([]string, n), head: make([]int, n), depth: make([]int, n)}
	for i := range words {
		w := &words[i]
		s.lower[i] = strings.ToLower(w.Form)
		if s.lemma[i] = s.lower[i]; conll.Filled(w.Lemma) {
			s.lemma[i] = strings.ToLower(w.Lemma)
		}
		if s.head[i] = w.Head - 1; w.Head < 1 || w.Head > n {
			s.head[i] = -1
		}
	}
	// The depth of a word on a cycle, which trees do not have, is the length of the sentence.
	known := make([]bool, n)
	for i := range s.head {
		var path []int
		depth := 0
		for w := i; w >= 0; w = s.head[w] {
			if known[w] || len(path) > n {
				depth = s.depth[w] + 1
				break
			}
			path = append(path, w)
		}
		for k := len(path) - 1; k >= 0; k-- {
			s.depth[path[k]], known[path[k]] = min(depth, n), true
			depth++
		}
	}
	return s
}

// nearest is the nearness of neighbours: a number that is divisible by 1 to 8.
const nearest = 840

// near says how close two words are: nearest for neighbours in the tree or in the sentence, and
// less the more words are between them.
func (s *sentence) near(a, b int) int {
	if s.head[a] == b || s.head[b] == a {
		return nearest
	}
	return nearest / max(a-b, b-a)
}

// functional reports whether a word only joins or counts others.
func (s *sentence) functional(w int) bool { return slices.Contains(functionalTags, s.words[w].UPOS) }

var functionalTags = []string{"ADP", "AUX", "CCONJ", "DET", "NUM", "PART", "PUNCT", "SCONJ"}

// relative reports whether a word depends on the verb of a relative clause.
func (s *sentence) relative(w int) bool {
	return s.head[w] >= 0 && s.words[s.head[w]].Deprel == "acl:relcl"
}
