package linear

import (
	"parser/conll"
	"parser/parser/features"
)

// coarseTags is the largest number of different XPOS tags that templates combine
// with others; finer tags make combinations too rare to learn from.
const coarseTags = 64

// dataOf looks at the columns of the training data: which are empty, and
// whether XPOS is a coarse tag.
func dataOf(sentences [][]conll.Word) features.Data {
	used, tags := map[byte]bool{}, map[string]bool{}
	for _, words := range sentences {
		for i := range words {
			w := &words[i]
			used['l'] = used['l'] || conll.Filled(w.Lemma)
			used['p'] = used['p'] || conll.Filled(w.UPOS)
			used['t'] = used['t'] || conll.Filled(w.XPOS)
			used['m'] = used['m'] || conll.Filled(w.Feats)
			tags[w.XPOS] = true
		}
	}
	d := features.Data{Tag: 'p'}
	if used['t'] && len(tags) <= coarseTags {
		d.Tag = 't'
	}
	for _, letter := range []byte("lptm") {
		if !used[letter] {
			d.Empty += string(letter)
		}
	}
	return d
}
