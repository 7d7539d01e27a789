package subword

import (
	"fmt"
	"unicode/utf8"
)

// wordPiece takes the longest piece from the left, again and again (Devlin et al. 2019). A word where none fits is
// unknown as a whole, and so is one of too many characters.
type wordPiece struct {
	vocabulary
	prefix  string // of pieces within a word
	unknown int32
	most    int
}

func newWordPiece(m *description) (model, error) {
	p := &wordPiece{vocabulary: newVocabulary(m.ids), prefix: m.Prefix, most: 100}
	if m.MostCharacters != nil {
		p.most = *m.MostCharacters
	}
	var ok bool
	if p.unknown, ok = m.ids[m.Unknown]; !ok {
		return nil, fmt.Errorf("unk_token %q is not in the vocabulary", m.Unknown)
	}
	return p, nil
}

func (p *wordPiece) pieces(dst []int32, word string) []int32 {
	if utf8.RuneCountInString(word) > p.most {
		return append(dst, p.unknown)
	}
	before := len(dst)
	for prefix := ""; word != ""; prefix = p.prefix {
		n := min(len(word), p.longest)
		id, known := p.ids[prefix+word[:n]]
		for ; !known && n > 1; id, known = p.ids[prefix+word[:n]] {
			n--
		}
		if !known {
			return append(dst[:before], p.unknown)
		}
		dst, word = append(dst, id), word[n:]
	}
	return dst
}
