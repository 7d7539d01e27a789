package structure

import (
	"maps"
	"slices"

	"parser/conll"
	"parser/parser/decode"
)

// Of a tag that is rarer than notRare words nothing is known. A tag is one of leaves if of its words fewer than one in
// oneMistakeIn has a dependent, which then is taken for a mistake.
const notRare, oneMistakeIn = 200, 500

// Agreement counts which labels, of those numbered by their places, the words with a tag bear, and which tags
// words without dependents have. It is nil where no word has a tag.
func (b *Bank) Agreement(labels []string) *decode.Agreement {
	type pair struct{ tag, label string }
	seen, words, heads := map[pair]int{}, map[string]int{}, map[string]int{}
	for _, s := range b.Data.Sentences {
		hasDependent := make([]bool, s.Len()+1)
		for i := range s.Words {
			w := &s.Words[i]
			seen[pair{w.UPOS, w.Deprel}]++
			if w.Head != conll.NoHead {
				hasDependent[w.Head] = true
			}
		}
		for i := range s.Words {
			if tag := s.Words[i].UPOS; conll.Filled(tag) {
				words[tag]++
				if hasDependent[i+1] {
					heads[tag]++
				}
			}
		}
	}
	if len(words) == 0 {
		return nil
	}
	a := &decode.Agreement{Tags: slices.Sorted(maps.Keys(words))}
	for t, tag := range a.Tags {
		a.Labels = append(a.Labels, nil)
		usual, most := 0, 0
		for l, label := range labels {
			n := seen[pair{tag, label}]
			if words[tag] < notRare || n > 0 || seen[pair{tag, conll.Plain(label)}] > 0 {
				a.Labels[t] = append(a.Labels[t], int32(l))
			}
			if n > most {
				usual, most = l, n
			}
		}
		if words[tag] >= notRare && heads[tag]*oneMistakeIn < words[tag] {
			a.Leaves, a.Usual = append(a.Leaves, int32(t)), append(a.Usual, int32(usual))
		}
	}
	return a
}
