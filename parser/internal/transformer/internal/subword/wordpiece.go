package subword

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// wordPiece takes the longest piece from the left, again and again (Devlin et al. 2019). A word where none fits is
// unknown as a whole, and so is one of too many characters.
type wordPiece struct {
	first, rest trie // of pieces that begin a word, and of those within it
	unknown     int32
	most        int
}

func newWordPiece(m *description) (model, error) {
	p := &wordPiece{most: 100}
	if m.MostCharacters != nil {
		p.most = *m.MostCharacters
	}
	var ok bool
	if p.unknown, ok = m.ids[m.Unknown]; !ok {
		return nil, fmt.Errorf("unk_token %q is not in the vocabulary", m.Unknown)
	}
	rest := map[string]int32{}
	for text, id := range m.ids {
		if within, ok := strings.CutPrefix(text, m.Prefix); ok {
			rest[within] = id
		}
	}
	p.first, p.rest = newTrie(m.ids), newTrie(rest)
	return p, nil
}

func (p *wordPiece) pieces(w *work, word span) {
	text, before := w.text[word.from:word.to], len(w.pieces)
	unknown := len(text) > p.most && utf8.RuneCount(text) > p.most
	for i, from := 0, &p.first; i < len(text) && !unknown; from = &p.rest {
		n, id := from.longest(text[i:])
		w.pieces = append(w.pieces, Piece{id, word.from + i, word.from + i + n})
		i += n
		unknown = n == 0
	}
	if unknown {
		w.pieces = append(w.pieces[:before], Piece{p.unknown, word.from, word.to})
	}
}
