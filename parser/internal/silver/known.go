package silver

import (
	"hash/fnv"
	"strings"

	"parser/parser/treebank"
	"parser/ptb"
)

// known has the sentences that must not be kept, by a hash of their letters: true for those held out, false for those
// that were read before.
type known map[uint64]bool

// maxKnown is the number of sentences that are remembered, which takes some 200 MB; doubles of later ones are kept.
const maxKnown = 1 << 23

// see returns HeldOut or Double for a sentence that is known, or else Reasons, and from now on it is known.
func (k known) see(it *treebank.Item) Reason {
	key := keyOf(it)
	switch heldOut, found := k[key]; {
	case heldOut:
		return HeldOut
	case found:
		return Double
	}
	if len(k) < maxKnown {
		k[key] = false
	}
	return Reasons
}

// keyOf hashes the letters of a sentence, without the blanks between them.
func keyOf(it *treebank.Item) uint64 {
	h := fnv.New64a()
	add := func(form string) {
		for part := range strings.FieldsSeq(ptb.Unescape(form)) {
			_, _ = h.Write([]byte(part)) // which cannot fail
		}
	}
	switch {
	case it.Graph != nil:
		text, _ := it.Graph.Get("snt")
		add(text)
	case it.Sentence != nil:
		tokens, _ := it.Sentence.Tokens() // readers check ranges
		for _, t := range tokens {
			add(t.Form)
		}
	default:
		for i := range it.Words {
			add(it.Words[i].Form)
		}
	}
	return h.Sum64()
}
