package transformer

import (
	"math"
	"math/rand/v2"

	"parser/conll"
)

// maskedPart learns from a part of a batch, with gradients of its own.
type maskedPart struct {
	*Tuning
	source   *rand.PCG
	text     [][]conll.Word
	head     headPass
	gathered []part    // weights with gradients of its own: all but those of subwords
	runs     [][2]int  // the rows of each word of a sequence
	rows     []int     // where there is a subword to be guessed
	wants    []int32   // … and its class
	ofRows   []float32 // the gradient by the embeddings of each row
	loss     float64
}

// newPart returns a part that shares the weights of the whole.
func (m *Masked) newPart(source *rand.PCG) *maskedPart {
	own := m.sharing(0)
	own.subwords = m.subwords
	p := &maskedPart{Tuning: &Tuning{Session: own.newSession(), TuningSettings: m.TuningSettings, random: rand.New(source)}, source: source}
	p.traces = make([]trace, len(m.layers))
	p.head.follow(m.head)
	p.gathered = append(own.parts(0), p.head.parts(0)...)
	return p
}

// follow makes the weights of the encoder those of another one, but not their gradients.
func (e *Encoder) follow(other *Encoder) {
	own := e.parts(0)
	for i, p := range other.parts(0) {
		if own[i].values = p.values; p.factor != nil {
			own[i].factor.packed, own[i].factor.back, own[i].factor.brief = p.factor.packed, p.factor.back, p.factor.brief
		}
	}
}

// read reads the text with words hidden, and returns the loss of guessing them.
func (p *maskedPart) read(m *Masked) (loss float64) {
	p.ids, p.rows, p.wants = p.ids[:0], p.rows[:0], p.wants[:0]
	if p.cut(p.text); len(p.windows) == 0 {
		return 0
	}
	p.gather(p.windows, math.MaxInt)
	p.hide(m)
	if len(p.wants) == 0 {
		p.ids = p.ids[:0]
		return 0
	}
	p.forward()
	p.head.states = sized(p.head.states, len(p.rows)*p.Width)
	for i, row := range p.rows {
		copy(p.head.states[i*p.Width:], p.mixed[row*p.Width:][:p.Width])
	}
	return p.head.read(&p.Config, &p.scratch, p.wants)
}

// learn sets the gradients that the text adds.
func (p *maskedPart) learn(m *Masked) {
	if p.loss = p.read(m); len(p.wants) == 0 {
		return
	}
	p.head.backward(&p.Config, &p.back, len(p.wants))
	p.above = sized(p.above, len(p.ids)*p.Width)
	clear(p.above)
	for i, row := range p.rows {
		copy(p.above[row*p.Width:], p.head.below[i*p.Width:][:p.Width])
	}
	p.descend()
	p.ofRows = p.embeddingSlopes()
}

// hide chooses words of each sequence that is laid out, as many as settings say and one at least, and hides them: all
// subwords of a word, eight times of ten behind [MASK], once behind others, and once they stay what they are, so that
// states tell what is there, too (Devlin et al. 2019).
func (p *maskedPart) hide(m *Masked) {
	next := 0
	for _, end := range p.starts[1:] {
		p.runs = p.runs[:0]
		for word := -1; next < len(p.uses) && p.uses[next].row < end; next++ {
			u := p.uses[next]
			if u.word != word {
				p.runs, word = append(p.runs, [2]int{u.row, u.row}), u.word
			}
			p.runs[len(p.runs)-1][1]++
		}
		n := int(m.settings.Hidden*float64(len(p.runs)) + p.random.Float64()) // what is left over counts by chance
		for i := range min(max(1, n), len(p.runs)) {
			j := i + p.random.IntN(len(p.runs)-i)
			p.runs[i], p.runs[j] = p.runs[j], p.runs[i]
			p.hideWord(m, p.runs[i][0], p.runs[i][1])
		}
	}
}

func (p *maskedPart) hideWord(m *Masked, from, to int) {
	chance := p.random.Float64()
	for row := from; row < to; row++ {
		if class, learned := m.class[p.ids[row]]; learned {
			p.rows, p.wants = append(p.rows, row), append(p.wants, class)
		}
		switch {
		case chance < 0.8:
			p.ids[row] = m.tokenizer.Special().Mask
		case chance < 0.9:
			p.ids[row] = m.classes[p.random.IntN(len(m.classes))]
		}
	}
}
