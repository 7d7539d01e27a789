package subword

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// unigram takes the pieces whose logarithms of probabilities have the largest sum (Viterbi; Kudo 2018, equation 3).
// Characters that are no piece are unknown, with a score of 10 less than the lowest; neighbours of them are one piece, or as
// many as they have bytes.
type unigram struct {
	vocabulary
	scores       []float64
	unknown      int32
	unknownScore float64
	single       []int32 // see bytePieces
	rounded      bool    // sums are kept in single precision, as sentencepiece does
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
	single, err := m.bytePieces()
	return &unigram{newVocabulary(m.ids), m.scores, int32(*m.UnknownID), slices.Min(m.scores) - 10, single, m.Rounded}, err
}

func (u *unigram) pieces(dst []int32, word string) []int32 {
	best := slices.Repeat([]node{{from: -1}}, len(word)+1)
	for i := 0; i < len(word); {
		reach := func(to int, id int32, score float64) {
			if score += best[i].score; u.rounded {
				score = float64(float32(score))
			}
			if best[to].from < 0 || score > best[to].score {
				best[to] = node{score, i, id}
			}
		}
		_, n := utf8.DecodeRuneInString(word[i:])
		single := false
		for j := i + 1; j <= min(len(word), i+u.longest); j++ {
			if id, known := u.ids[word[i:j]]; known {
				reach(j, id, u.scores[id])
				single = single || j == i+n
			}
		}
		if !single {
			reach(i+n, u.unknown, u.unknownScore)
		}
		i += n
	}
	first := len(dst)
	for to := len(word); to > 0; to = best[to].from { // from the end
		id := best[to].id
		if id == u.unknown && u.single != nil {
			for _, x := range slices.Backward([]byte(word[best[to].from:to])) {
				dst = append(dst, u.single[x])
			}
			continue
		}
		if id != u.unknown || len(dst) == first || dst[len(dst)-1] != id {
			dst = append(dst, id)
		}
	}
	slices.Reverse(dst[first:])
	return dst
}
