package neural

import (
	"slices"
	"strings"
)

// memory holds the products of words with the weights of the first layer, xW + b. Nothing
// else in them changes, so that a frequent word is looked up and multiplied once.
type memory struct {
	places   map[spelling]int
	products []float32 // 8 units of each word
	found    []int     // the places of a batch's positions, by row of the packing
}

// spelling is what a network sees of a word, the columns that it reads, and behind them which
// edge of a sentence it is, if it is no word.
type spelling [len(columns) + 1]string

// remembered is the number of words that are remembered, unless a batch has more; those of
// size "medium" take 16 MB.
const remembered = 4096

// spelling returns that of a position.
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

// recall sets the products of all positions with the weights of the first layer.
func (s *session) recall() {
	m, layer, first, wide := s.memory, s.layers[0], s.passes[0], 8*s.Units
	if len(m.places)+s.rows() > remembered {
		clear(m.places)
		m.products = m.products[:0]
	}
	known := len(m.places)
	m.found, s.unread = m.found[:0], s.unread[:0]
	s.eachPosition(func(sentence, position int) {
		key := s.spelling(sentence, position)
		place, met := m.places[key]
		if !met {
			place = len(m.places)
			for i := range key { // what it is a part of need not be kept
				key[i] = strings.Clone(key[i])
			}
			m.places[key] = place
			s.unread = append(s.unread, [2]int{sentence, position})
		}
		m.found = append(m.found, place)
	})
	s.lookUp()
	s.embed()
	if m.products == nil {
		m.products = make([]float32, 0, remembered*wide)
	}
	m.products = slices.Grow(m.products, len(s.unread)*wide)[:(known+len(s.unread))*wide]
	layer.multiply(m.products[known*wide:], first.in, len(s.unread))
	first.gates = sized(first.gates, s.rows()*wide)
	for row, place := range m.found {
		copy(first.gates[row*wide:][:wide], m.products[place*wide:])
	}
}
