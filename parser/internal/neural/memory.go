package neural

import (
	"slices"
	"strings"
)

// memory holds the results of the first encoder for single words (see encoder.alone), so that a
// frequent word is looked up and multiplied only once.
type memory struct {
	places map[spelling]int
	alone  []float32 // of each place
	found  []int     // the places of a batch's positions, by row of the packing
}

// spelling is all that a network sees of a word: the columns that it reads. For a position without a
// word, the last string says which edge of the sentence it is.
type spelling [len(columns) + 1]string

// remembered is the number of words that are remembered, unless a batch has more: 16 MB in size "medium".
const remembered = 4096

func (s *session) spelling(sentence, position int) (key spelling) {
	switch words := s.sentences[sentence]; position {
	case 0:
		key[len(columns)] = "root"
	case len(words) + 1:
		key[len(columns)] = "end"
	default:
		for _, v := range s.vocabularies {
			key[v.column] = columns[v.column].text(&words[position-1])
		}
	}
	return key
}

func (s *session) recall() {
	m, first, wide := s.memory, &s.layers[0], s.encoders[0].widths().alone
	if len(m.places)+s.rows() > remembered {
		clear(m.places)
		m.alone = m.alone[:0]
	}
	known := len(m.places)
	m.found, s.unread = m.found[:0], s.unread[:0]
	s.eachPosition(func(sentence, position int) {
		key := s.spelling(sentence, position)
		place, met := m.places[key]
		if !met {
			place = len(m.places)
			for i := range key { // so that the text around it need not be kept
				key[i] = strings.Clone(key[i])
			}
			m.places[key] = place
			s.unread = append(s.unread, [2]int{sentence, position})
		}
		m.found = append(m.found, place)
	})
	s.lookUp()
	s.embed()
	more := len(s.unread) * wide
	if len(m.alone)+more > cap(m.alone) {
		m.alone = slices.Grow(m.alone, max(more, len(m.alone))) // twice as much, so that a short text takes little
	}
	m.alone = m.alone[:known*wide+more]
	s.encoders[0].alone(&s.whole, m.alone[known*wide:], first.in, len(s.unread))
	first.alone = sized(first.alone, s.rows()*wide)
	for row, place := range m.found {
		copy(first.alone[row*wide:][:wide], m.alone[place*wide:])
	}
}
