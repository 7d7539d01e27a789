package neural

import (
	"cmp"
	"slices"

	"parser/conll"
	"parser/parser/internal/loops"
)

// tagger predicts a column of words from the output of the first encoder, h, where tags are learned
// best beside trees (Søgaard & Goldberg 2016):
//
//	p = softmax(h W + b)
//
// The next encoder reads p E beside h, the embedding to expect of the tag, through which its
// gradient flows back (Zhang & Weiss 2016): so a tree is learned from predicted tags, without
// any that are gold.
type tagger struct {
	*tagset
	output   *matrix // W: output of the encoder × values
	bias     *matrix // b: 1 × values
	expected *matrix // E: values × width; nil where there is one encoder only
}

// newTagger returns a tagger without weights that reads this many numbers of a position.
func newTagger(s *tagset, size Size, in int) *tagger {
	name, n := "tags/"+s.name()+"/", len(s.values)
	t := &tagger{tagset: s, output: newFactor(name+"W", in, n, glorot(in, n)), bias: newMatrix(name+"b", 1, n, zeros)}
	if width := size.Embeddings[s.column]; size.Layers > 1 && width > 0 {
		t.expected = newFactor(name+"E", n, width, embeddings(width))
	}
	return t
}

func (t *tagger) matrices() []*matrix {
	if t.expected == nil {
		return []*matrix{t.output, t.bias}
	}
	return []*matrix{t.output, t.bias, t.expected}
}

// tagged holds what a session knows about the tags of a batch, with a row for each position.
type tagged struct {
	in            []float32   // what taggers see: the output of the first encoder
	groups        []group     // of the sentences, by treebank
	of            []int       // the group of each sentence
	probabilities [][]float32 // of each tagger; 0 for values that the treebank of the sentence does not have
	slopes, back  []float32
	inRows        []float32   // rows of a group, of what is read,
	outRows       []float32   // … and of what is made of it
	gold          []int32     // of each row, otherValue for none
	given, alone  []int32     // for a word, the known values, and the best of each tagger by itself for the others
	own           [][]float32 // … and the probabilities of each tagger
}

func (s *session) tag(out []float32) {
	if len(s.taggers) == 0 {
		return
	}
	t, rows, wide := &s.tagged, s.packing.rows(), s.encoders[0].widths().out
	t.in = append(t.in[:0], out...)
	s.mask(len(s.encoders)+1, t.in, wide)
	t.clear(s.taggers)
	s.group()
	for k, own := range s.taggers {
		n := len(own.values)
		p := sized(t.probabilities[k], rows*n)
		for _, g := range t.groups {
			part := g.taggers[k]
			m := part.output.cols
			t.inRows = g.gather(t.inRows, t.in, wide, 0, wide)
			t.outRows = sized(t.outRows, len(g.rows)*m)
			part.output.affine(&s.left, t.outRows, t.inRows, part.bias, len(g.rows))
			for i, row := range g.rows {
				q := t.outRows[i*m:][:m]
				softmaxRow(q)
				spread(p[int(row)*n:][:n], q, g.values[k])
			}
		}
		t.probabilities[k] = p
	}
	if s.narrow == nil {
		return
	}
	columns := make([][]float32, len(s.taggers))
	for sentence, words := range s.sentences {
		for word := range words {
			for k := range columns {
				columns[k] = s.Distribution(k, sentence, word)
			}
			s.narrow(sentence, word, columns)
		}
	}
}

// Narrow implements score.Narrower: the second encoder reads what is left.
func (s *session) Narrow(change func(sentence, word int, columns [][]float32)) { s.narrow = change }

// OnlyFill implements score.Partial: tags follow from the first encoder.
func (s *session) OnlyFill() { s.onlyFills = true }

// highest returns the place of the largest number, the first of several.
func highest(x []float32) (best int) {
	most := x[0]
	for i, v := range x {
		if v > most {
			best, most = i, v
		}
	}
	return best
}

func softmaxRow(x []float32) {
	most, sum := x[highest(x)], float32(0)
	for i := range x {
		x[i] -= most
	}
	loops.Exp(x, x)
	for _, p := range x {
		sum += p
	}
	for i := range x {
		x[i] /= sum
	}
}

// expect sets the input of the second encoder: the output of the first, then the embeddings to expect.
func (s *session) expect(out []float32) {
	wide, from, rows, tags := s.encoders[1].widths().in, s.encoders[0].widths().out, s.packing.rows(), &s.tagged
	s.layers[1].in = sized(s.layers[1].in, rows*wide)
	in := s.layers[1].in
	clear(in)
	for row := range rows {
		copy(in[row*wide:], out[row*from:(row+1)*from])
	}
	for k, t := range s.taggers {
		if t.expected != nil {
			for i := range tags.groups {
				g, part := &tags.groups[i], tags.groups[i].taggers[k].expected
				p := tags.ofValues(g, k)
				tags.outRows = sized(tags.outRows, len(g.rows)*part.cols)
				part.product.times(1, tags.outRows, s.left.read(p, part.rows, len(g.rows), &part.product))
				g.add(in, wide, from, tags.outRows, part.cols)
			}
			from += t.expected.cols
		}
	}
}

// backwardTags turns l.outputs from the gradient of the second encoder's input, if there is one, into
// that of the first encoder's output, and adds the gradient of the tags' own loss: the weighted sum
// of −log p of the tags in the treebank.
func (l *learner) backwardTags() {
	if len(l.taggers) == 0 {
		return
	}
	low, rows, t := l.encoders[0].widths().out, l.packing.rows(), &l.tagged
	wide := low
	if len(l.encoders) > 1 {
		wide = l.encoders[1].widths().in
	}
	t.back = zeroed(t.back, rows*low)
	from := low
	for k, own := range l.taggers {
		t.gold = sized(t.gold, rows)
		for i := range t.gold {
			t.gold[i] = otherValue
		}
		l.eachGold(own, func(row int, gold int32) { t.gold[row] = gold })
		for i := range t.groups {
			l.backwardGroup(&t.groups[i], k, low, wide, from)
		}
		if own.expected != nil {
			from += own.expected.cols
		}
	}
	l.drop(len(l.encoders)+1, t.back, low)
	for row := range rows {
		loops.Add(t.back[row*low:(row+1)*low], l.outputs[row*wide:][:low])
	}
	l.outputs, t.back = t.back, l.outputs
}

// backwardGroup does that for one tagger and the sentences of one treebank: a position has low numbers in the output of the
// first encoder and wide ones in the input of the second, where those of the tagger begin at from.
func (l *learner) backwardGroup(g *group, k, low, wide, from int) {
	t, own := &l.tagged, g.taggers[k]
	n, rows := own.output.cols, len(g.rows)
	p := t.ofValues(g, k)
	t.slopes = zeroed(t.slopes, rows*n)
	if own.expected != nil {
		cols := own.expected.cols
		t.outRows = g.gather(t.outRows, l.outputs, wide, from, cols)
		own.expected.packedBack.MulAdd(t.slopes, n, t.outRows, cols, 1, rows)
		l.wide.Pack(t.outRows, rows, cols, cols, 1)
		l.wide.MulAdd(own.expected.gradient, cols, p, 1, n, n)
		for row := range rows { // through the softmax
			slopes, p := t.slopes[row*n:(row+1)*n], p[row*n:(row+1)*n]
			mean := float32(0)
			for i, g := range slopes {
				mean += float32(g * p[i])
			}
			for i := range slopes {
				slopes[i] = p[i] * (slopes[i] - mean)
			}
		}
	}
	weight := float32(l.settings.TagWeight)
	for row, at := range g.rows {
		if gold, known := g.place(k, t.gold[at]); known {
			loops.AddScaled(t.slopes[row*n:(row+1)*n], p[row*n:(row+1)*n], weight)
			t.slopes[row*n+gold] -= weight
		}
	}
	t.inRows, t.outRows = g.gather(t.inRows, t.in, low, 0, low), zeroed(t.outRows, rows*low)
	own.output.affineBack(t.outRows, t.slopes, t.inRows, own.bias, rows, &l.wide)
	g.add(t.back, low, 0, t.outRows, low)
	l.taggers[k].learned(own, g.values[k])
}

// untagged reports whether nothing is known of a word but its form.
func untagged(w *conll.Word) bool {
	return !conll.Filled(w.UPOS) && !conll.Filled(w.XPOS) && !conll.Filled(w.Feats)
}

// eachGold yields the row and the tag of each word of the batch that has one: in the treebank or, where a word has none at
// all, by the teacher.
func (l *learner) eachGold(t *tagger, yield func(row int, gold int32)) {
	for sentence, words := range l.sentences {
		for i := range words {
			value := t.value(&words[i])
			if untagged(&words[i]) {
				value = cmp.Or(l.teacher.tag(t.name(), sentence, i), value)
			}
			if gold, known := t.rows[value]; known {
				yield(l.row(sentence, i+1), gold)
			}
		}
	}
}

func (n *network) Fields() (names []string) {
	for _, t := range n.taggers {
		names = append(names, t.name())
	}
	return names
}

func (n *network) Values(field string) []string {
	return n.taggers[slices.Index(n.Fields(), field)].values
}

func (s *session) Predict(values []string, sentence, word int) {
	t := &s.tagged
	t.given, t.alone, t.own = t.given[:0], t.alone[:0], t.own[:0]
	g := t.groups[t.of[sentence]]
	for k, own := range s.taggers {
		p := s.Distribution(k, sentence, word)
		given, alone := int32(anyValue), int32(otherValue)
		if values[k] == "" {
			alone = highestOf(p, g.values[k])
		} else if known, ok := own.rows[values[k]]; ok {
			given, alone = known, known
		} else {
			given = otherValue
		}
		t.given, t.alone, t.own = append(t.given, given), append(t.alone, alone), append(t.own, p)
	}
	best := g.together().best(t.given, t.alone, t.own)
	if best == nil {
		best = t.alone
	}
	for k, own := range s.taggers {
		if values[k] == "" {
			values[k] = own.values[best[k]]
		}
	}
}

func (s *session) Probability(field, value string, sentence, word int) float32 {
	k := slices.IndexFunc(s.taggers, func(t *tagger) bool { return t.name() == field })
	if v, ok := s.taggers[k].rows[value]; ok {
		return s.Distribution(k, sentence, word)[v]
	}
	return 0
}

func (s *session) Distribution(k, sentence, word int) []float32 {
	n := len(s.taggers[k].values)
	return s.tagged.probabilities[k][s.row(sentence, word+1)*n:][:n]
}
