package neural

import (
	"encoding/binary"
	"slices"
)

// memory holds the results of the first encoder for single words (see encoder.alone), so that a
// frequent word is looked up and multiplied only once.
type memory struct {
	places map[string]int // by spelling
	alone  []float32      // of each place
	found  []int          // the places of a batch's positions, by row of the packing
	key    []byte         // room for a spelling
}

// remembered is the number of words that are remembered, unless a batch has more: 16 MB in size "medium".
const remembered = 4096

// source returns the column whose text is that of the vocabulary's.
func (v *vocabulary) source() int {
	switch v.column {
	case affixesColumn, trigramsColumn, vectorsColumn, listedColumn:
		return formColumn
	}
	return v.column
}

// spelling returns all that the network sees of a word: the texts of the columns that it reads; of a position without a word
// which edge of the sentence it is. It stays until the next call.
func (s *session) spelling(sentence, position int) []byte {
	const root, end, word = 0, 1, 2
	words, key := s.sentences[sentence], s.memory.key[:0]
	switch position {
	case 0:
		key = append(key, root)
	case len(words) + 1:
		key = append(key, end)
	default:
		key = append(key, word)
		seen := 0 // sources
		for _, v := range s.vocabularies {
			if source := v.source(); seen&(1<<source) == 0 {
				text := columns[source].text(&words[position-1])
				key = append(binary.AppendUvarint(key, uint64(len(text))), text...)
				seen |= 1 << source
			}
		}
	}
	s.memory.key = key
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
		place, met := m.places[string(key)]
		if !met {
			place = len(m.places)
			m.places[string(key)] = place
			s.unread = append(s.unread, [2]int{sentence, position})
		}
		m.found = append(m.found, place)
	})
	s.lookUp()
	s.embed()
	more := len(s.unread) * wide
	switch { // memory for what a short text needs, then for all that is remembered
	case m.alone == nil:
		m.alone = make([]float32, 0, more)
	case len(m.alone)+more > cap(m.alone):
		m.alone = slices.Grow(m.alone, max(more, remembered*wide-len(m.alone)))
	}
	m.alone = m.alone[:known*wide+more]
	s.encoders[0].alone(&s.left, m.alone[known*wide:], first.in, len(s.unread))
	first.alone = sized(first.alone, s.rows()*wide)
	for row, place := range m.found {
		copy(first.alone[row*wide:][:wide], m.alone[place*wide:])
	}
}
