package transformer

import (
	"strings"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/loops"
)

// Session turns words into vectors. It belongs to one goroutine.
type Session struct {
	*Encoder
	known   map[string][]int32 // the subwords of words that were met
	pieces  [][]int32          // of each sentence
	words   [][]int            // … and the word of each, numbered through all sentences
	counts  []int              // of the subwords of each word
	windows []window

	// Of the windows that are read together:
	ids    []int32 // subwords, with both ends of each window
	places []int32 // their positions
	starts []int   // where each window begins, and the number of rows
	uses   []use
	traces []trace // of each layer; unless the session learns, one for all
	scratch
	states [2][]float32
	mixed  []float32 // the mean of the hidden states of the last layers, or all of them, normed in ModernBERT

	unnormed, finalMoments []float32 // what mixed is before, and its moments, in ModernBERT
}

// use is what a row adds to the vector of a word.
type use struct {
	row, word int
	share     float32
}

// NewReader returns a session.
func (e *Encoder) NewReader() Reader { return e.newSession() }

func (e *Encoder) newSession() *Session {
	return &Session{Encoder: e, known: map[string][]int32{}, traces: make([]trace, 1), scratch: scratch{turns: turns{}}}
}

// Work returns the number of subwords, with both ends of each window, that the encoder reads for sentences, and that of
// multiplications and additions in products of matrices.
func (e *Encoder) Work(sentences [][]conll.Word) (subwords int, operations float64) {
	s := e.newSession()
	s.cut(sentences)
	for _, w := range s.windows {
		n := w.to - w.from + 2
		subwords += n
		operations += float64(float64(n*e.Layers) * float64(8*e.Width*e.Width+2*e.Width*(e.raised()+e.Inner)+4*n*e.Width))
	}
	return subwords, operations
}

// together is the number of subwords that are read together, about: so large that products are fast, so small that what
// a layer makes of them stays in the caches.
const together = 256

// Read implements Reader.
func (s *Session) Read(dst []float32, sentences [][]conll.Word) {
	s.cut(sentences)
	wide := s.Wide()
	clear(dst[:len(s.counts)*wide])
	for rest := s.windows; len(rest) > 0; {
		rest = rest[s.gather(rest, together):]
		s.lap(cutting)
		s.run(nil)
		s.deal(dst)
		s.lap(dealing)
	}
	npz.InHalf.Round(dst[:len(s.counts)*wide], wide)
	s.lap(dealing)
}

// deal adds to vectors of words what rows add to them.
func (s *Session) deal(dst []float32) {
	wide := s.Wide()
	for _, u := range s.uses {
		loops.AddScaled(dst[u.word*wide:][:wide], s.mixed[u.row*wide:][:wide], u.share)
	}
}

// knownWords is the number of words whose subwords a session remembers.
const knownWords = 1 << 14

// cut sets the subwords of the sentences, and the windows in which they are read. A word without any, such as one of
// control characters only, counts as an unknown one.
func (s *Session) cut(sentences [][]conll.Word) {
	if len(s.known) > knownWords {
		clear(s.known)
	}
	s.pieces, s.words = sized(s.pieces, len(sentences)), sized(s.words, len(sentences))
	s.counts, s.windows = s.counts[:0], s.windows[:0]
	for i, sentence := range sentences {
		pieces, words := s.pieces[i][:0], s.words[i][:0]
		for _, w := range sentence {
			own, met := s.known[w.Form]
			if !met {
				if own = s.tokenizer.Word(nil, w.Form); len(own) == 0 {
					own = []int32{s.unknown()}
				}
				s.known[strings.Clone(w.Form)] = own
			}
			pieces = append(pieces, own...)
			for range own {
				words = append(words, len(s.counts))
			}
			s.counts = append(s.counts, len(own))
		}
		s.pieces[i], s.words[i] = pieces, words
		if len(pieces) > 0 {
			s.windows = windows(s.windows, i, len(pieces), s.Longest()-2)
		}
	}
}

// unknown returns the subword that stands for a word without any: that of unknown ones or, in vocabularies of bytes,
// which have none, the end.
func (s *Session) unknown() int32 {
	if special := s.tokenizer.Special(); special.Unknown >= 0 {
		return special.Unknown
	}
	return s.tokenizer.Special().Last
}

// gather lays out the first of the windows, one at least, as long as they have no more rows than most, and returns how
// many these are.
func (s *Session) gather(rest []window, most int) (n int) {
	s.ids, s.places, s.starts, s.uses = s.ids[:0], s.places[:0], append(s.starts[:0], 0), s.uses[:0]
	special := s.tokenizer.Special()
	for _, w := range rest {
		if n > 0 && len(s.ids)+w.to-w.from+2 > most {
			break
		}
		row := len(s.ids) + 1 - w.from // of the sentence's first subword
		s.ids = append(s.ids, special.First)
		s.ids = append(s.ids, s.pieces[w.sentence][w.from:w.to]...)
		s.ids = append(s.ids, special.Last)
		for place := range w.to - w.from + 2 {
			s.places = append(s.places, int32(s.First+place))
		}
		s.starts = append(s.starts, len(s.ids))
		for i := w.own; i < w.end; i++ {
			word := s.words[w.sentence][i]
			switch {
			case s.Settings.Pieces != "first":
				s.uses = append(s.uses, use{row + i, word, 1 / float32(s.counts[word])})
			case i == 0 || s.words[w.sentence][i-1] != word:
				s.uses = append(s.uses, use{row + i, word, 1})
			}
		}
		n++
	}
	return n
}

// place returns where, in a row of mixed, the states of a layer are added; a negative number if they are not.
func (s *Session) place(layer int) int {
	switch n := layer - (len(s.layers) - s.Last()); {
	case n < 0 || !s.Each:
		return min(n, 0)
	default:
		return n * s.Width
	}
}

// mean returns of how many layers the mean is taken.
func (s *Session) mean() float32 {
	if s.Each {
		return 1
	}
	return float32(s.Last())
}

// run reads what is laid out, and sets mixed. Embeddings are multiplied by factors, if there are any.
func (s *Session) run(factors []float32) {
	rows, wide := len(s.ids), s.Wide()
	x := s.embed()
	multiply(x, factors)
	if s.Buckets > 0 {
		s.relate(&s.relation, s.starts)
	}
	s.mixed = sized(s.mixed, rows*wide)
	clear(s.mixed)
	s.lap(embedding)
	for i := range s.layers {
		t, out := &s.traces[0], &s.states[(i+1)%2]
		if len(s.traces) > 1 {
			t, out = &s.traces[i], &s.traces[i].out
		}
		t.in, *out = x, sized(*out, rows*s.Width)
		s.layers[i].run(&s.Config, t, &s.scratch, s.starts, *out)
		x = *out
		if at := s.place(i); at >= 0 {
			for row := range rows {
				loops.AddScaled(s.mixed[row*wide+at:][:s.Width], x[row*s.Width:][:s.Width], 1/s.mean())
			}
		}
	}
	if !s.final.absent() {
		n := len(s.mixed) / s.Width
		s.unnormed, s.finalMoments = append(s.unnormed[:0], s.mixed...), sized(s.finalMoments, 2*n)
		s.final.set(s.mixed, s.unnormed, n, s.Epsilon, s.finalMoments)
	}
	s.lap(activating)
}

// embed returns the embeddings of the subwords that are laid out:
//
//	LN(word + position + type)
//
// where ModernBERT and DeBERTa have no positions,
// and in ELECTRA their projection to the width of hidden states.
func (s *Session) embed() []float32 {
	rows, wide := len(s.ids), s.Embeddings
	s.scratch.embedded, s.states[0] = sized(s.scratch.embedded, rows*wide), sized(s.states[0], rows*s.Width)
	s.scratch.moments = sized(s.scratch.moments, 2*rows)
	x := s.scratch.embedded
	for i, id := range s.ids {
		row := x[i*wide:][:wide]
		s.subwords.row(row, id)
		if s.Absolute() {
			loops.Add(row, s.positions.values[int(s.places[i])*wide:][:wide])
		}
		loops.Add(row, s.kind.values)
	}
	if s.project == nil {
		s.norm.set(s.states[0], x, rows, s.Epsilon, s.scratch.moments)
		return s.states[0]
	}
	s.scratch.normed = sized(s.scratch.normed, rows*wide)
	s.norm.set(s.scratch.normed, x, rows, s.Epsilon, s.scratch.moments)
	s.lap(embedding)
	s.project.set(&s.scratch, s.states[0], s.scratch.normed, rows)
	return s.states[0]
}
