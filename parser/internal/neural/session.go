package neural

import (
	"math/rand/v2"
	"slices"

	"parser/conll"
	"parser/parser/internal/loops"
	"parser/parser/internal/transformer"
	"parser/parser/internal/view"
	"parser/parser/learn"
)

// session computes vectors and scores of sentences. They do not depend on which sentences are read together.
type session struct {
	*network
	packing
	sentences [][]conll.Word
	memory    *memory   // nil where weights change
	unread    [][2]int  // sentence and position of the words to look up; while learning, all words
	rowsOf    [][]int32 // for each vocabulary, the rows of these words, concatenated
	ends      [][]int32 // … and where the rows of each word end
	layers    []layer   // for each encoder
	left      left      // factor of products
	encoded   []float32 // what slots see of each position: the output of the last encoder
	tagged    tagged
	narrow    func(sentence, word int, columns [][]float32) // see score.Narrower; nil for nothing
	onlyFills bool                                          // see score.Partial
	slotted   []slot
	gathered  []float32
	room      []float32          // for a row of a table that is stored
	reader    transformer.Reader // of the network's context, if any
	vectors   []float32          // of the words of all sentences, or the gradient by them

	seen   []view.Seen // of the decisions that are scored
	hidden []float32
	scores []float32

	*noise // of a learner's own session
}

// layer is an encoder at work, with its input and the results of encoder.alone.
type layer struct {
	pass
	in, alone []float32
}

// noise is what a learner does not see: dropped elements and forgotten words.
type noise struct {
	random      *rand.Rand
	dropout     float64     // of elements, the same in all positions of a sentence (Gal & Ghahramani 2016)
	wordDropout float64     // of rare values: count/(count + wordDropout) are kept (Kiperwasser & Goldberg 2016)
	masks       [][]float32 // for the input of each encoder, of the slots, and of the taggers, a row for each sentence by rank
}

func (n *network) newSession() *session {
	s := &session{network: n, slotted: make([]slot, n.view.Slots), seen: make([]view.Seen, 1), reader: n.context.newReader()}
	for _, e := range n.encoders {
		s.layers = append(s.layers, layer{pass: e.newPass()})
	}
	s.tagged.probabilities = make([][]float32, len(n.taggers))
	s.rowsOf, s.ends = make([][]int32, len(n.vocabularies)), make([][]int32, len(n.vocabularies))
	return s
}

func (s *session) Read(sentences ...[]conll.Word) {
	s.sentences = append(s.sentences[:0], sentences...)
	s.pack(sentences)
	var out []float32
	for i := range s.encoders {
		if out = s.encode(i, out); i == 0 {
			s.tag(out)
		}
		if s.onlyFills {
			return
		}
	}
	s.encoded = append(s.encoded[:0], out...)
	s.mask(len(s.encoders), s.encoded, s.slots.rows)
	s.multiply()
}

// encode returns the output of an encoder, given that of the one before it; the first reads the words.
func (s *session) encode(i int, out []float32) []float32 {
	l, e := &s.layers[i], s.encoders[i]
	if i == 0 && s.memory != nil {
		s.recall()
	} else {
		s.fill(i, out)
		s.mask(i, l.in, e.widths().in)
		l.alone = sized(l.alone, s.rows()*e.widths().alone)
		e.alone(&s.left, l.alone, l.in, s.rows())
	}
	return l.forward(&s.packing, l.alone)
}

func (s *session) fill(encoder int, out []float32) {
	switch l := &s.layers[encoder]; encoder {
	case 0:
		s.unread = s.unread[:0]
		s.eachPosition(func(sentence, position int) { s.unread = append(s.unread, [2]int{sentence, position}) })
		s.lookUp()
		s.embed()
		if s.reader != nil {
			s.readContext()
		}
	case 1:
		s.expect(out)
	default:
		l.in = append(l.in[:0], out...)
	}
}

func (s *session) lookUp() {
	for k, v := range s.vocabularies {
		rows, ends := s.rowsOf[k][:0], s.ends[k][:0]
		for _, at := range s.unread {
			words, position, from := s.sentences[at[0]], at[1], len(rows)
			switch position {
			case 0:
				rows = append(rows, rootRow)
			case len(words) + 1:
				rows = append(rows, endRow)
			default:
				rows = v.appendRows(rows, &words[position-1])
				if s.noise != nil {
					rows = s.forget(v, rows, from)
				}
			}
			ends = append(ends, int32(len(rows)))
		}
		s.rowsOf[k], s.ends[k] = rows, ends
	}
}

// forget drops values from the rest of rows, rare ones more often, so that unknownRow is learned.
func (s *session) forget(v *vocabulary, rows []int32, from int) []int32 {
	kept := rows[:from]
	for _, row := range rows[from:] {
		if row < firstRow || s.random.Float64() >= s.wordDropout/(s.wordDropout+float64(v.counts[row-firstRow])) {
			kept = append(kept, row)
		}
	}
	if len(kept) == from {
		kept = append(kept, unknownRow)
	}
	return kept
}

func (s *session) embed() {
	wide := s.encoders[0].widths().in
	s.layers[0].in, s.room = zeroed(s.layers[0].in, len(s.unread)*wide), sized(s.room, wide)
	s.eachEmbedding(s.layers[0].in, func(table int, row int32, dst []float32) {
		if s.projection.has(table, row) {
			s.projection.add(dst, row)
		} else {
			loops.Add(dst, s.tables[table].rowIn(s.room, row))
		}
	})
}

// eachEmbedding yields, for each word that was looked up, the rows of tables, and the part of the first encoder's input
// or of its gradient where their embeddings are.
func (s *session) eachEmbedding(in []float32, yield func(table int, row int32, part []float32)) {
	at, wide := 0, s.encoders[0].widths().in
	for k, t := range s.tables {
		from := int32(0)
		for word, to := range s.ends[k] {
			for _, row := range s.rowsOf[k][from:to] {
				yield(k, row, in[word*wide+at:][:t.cols])
			}
			from = to
		}
		at += t.cols
	}
}

// mask draws which elements of an encoder's input to drop, and drops them.
func (s *session) mask(layer int, in []float32, wide int) {
	if s.noise == nil || s.dropout == 0 {
		return
	}
	mask := sized(s.masks[layer], len(s.rank)*wide)
	kept := float32(1 / (1 - s.dropout))
	for i := range mask {
		if mask[i] = 0; s.random.Float64() >= s.dropout {
			mask[i] = kept
		}
	}
	s.masks[layer] = mask
	s.drop(layer, in, wide)
}

// drop applies the mask of an encoder's input to the input itself or to its gradient.
func (s *session) drop(layer int, x []float32, wide int) {
	if s.noise == nil || s.dropout == 0 {
		return
	}
	row := 0
	for _, active := range s.active {
		n := active * wide
		part, mask := x[row*wide:][:n], s.masks[layer][:n]
		for i, m := range mask {
			part[i] *= m
		}
		row += active
	}
}

// backwardTables takes the gradient by the input of the first encoder to the rows of tables.
func (s *session) backwardTables(slopes []float32) {
	s.eachEmbedding(slopes, func(table int, row int32, part []float32) {
		if s.projection.has(table, row) {
			s.projection.backward(part, row)
		} else {
			loops.Add(s.tables[table].gradientRow(row), part)
		}
	})
}

func (s *session) Score(decisions []*learn.Decision) {
	for len(s.seen) < len(decisions) {
		s.seen = append(s.seen, view.Seen{})
	}
	for i, d := range decisions {
		s.view.See(&s.seen[i], d)
		s.want(&s.seen[i], d.Input)
	}
	s.fetch()
	for stage, classes := range s.classes {
		n := 0
		s.hidden = sized(s.hidden, len(decisions)*s.Hidden)
		for i, d := range decisions {
			if d.Stage == stage {
				s.activate(s.hidden[n*s.Hidden:][:s.Hidden], &s.seen[i], d.Input)
				n++
			}
		}
		scores := s.scoreRows(stage, n)
		for _, d := range decisions {
			if d.Stage == stage {
				d.Scores, scores = append(d.Scores[:0], scores[:classes]...), scores[classes:]
			}
		}
	}
}

func (s *session) scoreRows(stage, n int) []float32 {
	s.scores = sized(s.scores, n*s.classes[stage])
	s.output[stage].affine(&s.left, s.scores, s.hidden, s.bias[stage], n)
	return s.scores
}

// activate sets the hidden units of a view, whose products have been fetched.
func (s *session) activate(dst []float32, v *view.Seen, sentence int) {
	copy(dst, s.extra.row(s.biasRow()))
	for _, t := range v.Plus {
		loops.Add(dst, s.product(t, sentence))
	}
	for _, t := range v.Minus {
		loops.AddScaled(dst, s.product(t, sentence), -1)
	}
	for _, r := range v.Rows {
		loops.Add(dst, s.extra.row(r))
	}
	s.activation().apply(dst)
}

// sized returns a slice of length n with any contents. It reuses x if there is room.
func sized[T any](x []T, n int) []T { return slices.Grow(x[:0], n)[:n] }

// zeroed is sized, with zeros.
func zeroed[T any](x []T, n int) []T {
	x = sized(x, n)
	clear(x)
	return x
}
