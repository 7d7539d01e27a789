package subword

import (
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// unigram takes the pieces whose logarithms of probabilities have the largest sum (Viterbi; Kudo 2018, equation 3).
// Characters that are no piece are unknown, with a score of 10 less than the lowest; neighbours of them are one piece.
type unigram struct {
	texts        trie
	scores       []float64
	unknown      int32
	unknownScore float64
}

// node is the best way to cut a text up to a place.
type node struct {
	score float64
	from  int // where its last piece begins, -1 if the place cannot be reached
	id    int32
}

func newUnigram(m *description) (model, error) {
	if m.UnknownID == nil {
		return nil, errors.New("unk_id is missing")
	}
	if *m.UnknownID < 0 || *m.UnknownID >= len(m.scores) {
		return nil, fmt.Errorf("unk_id %d: the number of pieces is %d", *m.UnknownID, len(m.scores))
	}
	u := &unigram{texts: newTrie(m.ids), scores: m.scores, unknown: int32(*m.UnknownID), unknownScore: math.Inf(1)}
	for _, s := range m.scores {
		u.unknownScore = min(u.unknownScore, s)
	}
	u.unknownScore -= 10
	return u, nil
}

func (u *unigram) pieces(w *work, word span) {
	text := w.text[word.from:word.to]
	w.lattice = w.lattice[:0]
	for range len(text) + 1 {
		w.lattice = append(w.lattice, node{from: -1})
	}
	best := w.lattice
	for i := 0; i < len(text); {
		reach := func(to int, id int32, score float64) {
			if score += best[i].score; best[to].from < 0 || score > best[to].score {
				best[to] = node{score, i, id}
			}
		}
		_, n := utf8.DecodeRune(text[i:])
		single := false
		for j, at := i, u.texts.child(0, text[i]); at >= 0; at = u.texts.child(at, text[j]) {
			j++
			if id := u.texts.value[at]; id >= 0 {
				reach(j, id, u.scores[id])
				single = single || j == i+n
			}
			if j == len(text) {
				break
			}
		}
		if !single {
			reach(i+n, u.unknown, u.unknownScore)
		}
		i += n
	}
	u.trace(w, word)
}

// trace appends the pieces of the best way, from its end to its begin, and turns them round.
func (u *unigram) trace(w *work, word span) {
	first := len(w.pieces)
	for to := word.to - word.from; to > 0; {
		n := w.lattice[to]
		last := len(w.pieces) - 1
		if n.id == u.unknown && last >= first && w.pieces[last].ID == u.unknown {
			w.pieces[last].Start = word.from + n.from
		} else {
			w.pieces = append(w.pieces, Piece{n.id, word.from + n.from, word.from + to})
		}
		to = n.from
	}
	for i, j := first, len(w.pieces)-1; i < j; i, j = i+1, j-1 {
		w.pieces[i], w.pieces[j] = w.pieces[j], w.pieces[i]
	}
}
