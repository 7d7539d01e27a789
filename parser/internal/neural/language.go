package neural

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/loops"
)

// Language is a model of running text in both directions, by which embeddings and the first encoder learn from raw
// text before they learn from a treebank (Peters et al. 2018; Howard & Ruder 2018). The forward half f of the encoder's
// output at a word predicts the word after it, the backward half b the word before:
//
//	p(w | f) = softmax(f O + o)    p(w | b) = softmax(b O + o)
//
// with one table for both. A word that is not among the classes is no target; the edges of a sentence are one class.
//
// A batch is learned from in parts, each with candidates of its own (see candidates). The parts are always the same,
// and their gradients are added up in order, so that the number of threads changes no bit.
type Language struct {
	settings LanguageSettings
	*network
	classes      *matrix // O, transposed: classes × units
	classBias    *matrix // o: 1 × classes
	distribution *distribution
	adam         adam
	parts        []*languagePart
	done         float64 // words
}

// LanguageSettings are the size of a language model and how it learns.
type LanguageSettings struct {
	Size        Size
	Rate        float64 // the highest of the schedule
	Dropout     float64 // of the input's elements
	Batch       int     // words that are learned from by one step
	Forms       int     // in the vocabulary, at most
	Parts       int     // affixes in the vocabulary, and trigrams, at most; 0 for any number
	Classes     int     // words that are predicted, at most
	Noise       int     // candidates drawn for each part of a batch
	LeastForm   int     // occurrences that a form needs
	LeastPart   int     // … and an affix or a trigram
	Seed        uint64
	Threads     int // that learn; no result depends on it
	WordDropout float64
}

// DefaultLanguageSettings returns the settings of a size.
func DefaultLanguageSettings(size string) LanguageSettings {
	return LanguageSettings{
		Size: sizes[size], Rate: 3e-3, Dropout: 0.1, Batch: 1000, Forms: 30_000, Classes: 20_000, Noise: 512,
		LeastForm: 5, LeastPart: 20, Seed: 1, Threads: 1, WordDropout: 1,
	}
}

// parts of a batch.
const languageParts = 4

// languageColumns are what language models see of words.
var languageColumns = []int{formColumn, affixesColumn, trigramsColumn}

// NewLanguage returns a model that knows nothing yet of the words of a text, each with the number of its occurrences.
func NewLanguage(words map[string]int, o LanguageSettings) (*Language, error) {
	const most = 1 << 20
	var counts [len(columns)]*Counts[value]
	for _, k := range languageColumns {
		counts[k] = NewCounts[value](most)
	}
	for _, form := range slices.Sorted(maps.Keys(words)) { // in order, since what Counts drops depends on it
		n := words[form]
		for _, k := range languageColumns {
			columns[k].values(form, func(kind byte, text string) { counts[k].Add(value{kind, text}, n) })
		}
	}
	var known []*vocabulary
	for _, k := range languageColumns {
		least, most := o.LeastPart, o.Parts
		if k == formColumn {
			least, most = o.LeastForm, o.Forms
		}
		v := (&vocabulary{column: k}).with(counts[k].All, least)
		if most > 0 && len(v.values) > most { // the rarest are left out
			v.values, v.counts = v.values[:most], v.counts[:most]
			v.index()
		}
		known = append(known, v)
	}
	if len(known[0].values) == 0 {
		return nil, fmt.Errorf("no word occurs %d times: too little text to learn from", o.LeastForm)
	}
	l := &Language{
		settings: o, network: newReader(lstms{}, o.Size, known, nil, nil, 1),
		adam: adam{meanDecay: 0.9, squareDecay: 0.98, epsilon: 1e-8, rate: o.Rate, warmUp: 200, clip: 5, meanLeft: 1, squareLeft: 1},
	}
	n, units := min(o.Classes, len(known[0].values))+1, l.encoders[0].widths().out/2
	l.classes, l.classBias = newMatrix("classes/W", n, units, zeros), newMatrix("classes/b", 1, n, zeros)
	l.classes.table = true
	l.distribution = newDistribution(known[0].counts[:n-1])
	random := rand.New(rand.NewPCG(o.Seed, 1))
	for _, m := range l.all() {
		m.learn(random, 0)
	}
	for i := range languageParts {
		l.parts = append(l.parts, newLanguagePart(l, rand.NewPCG(o.Seed, uint64(2+i))))
	}
	l.share()
	return l, nil
}

// Done returns how many words were learned from so far.
func (l *Language) Done() float64 { return l.done }

// all returns the matrices of the model.
func (l *Language) all() []*matrix { return append(l.readers(), l.classes, l.classBias) }

// share lets the parts see weights that have changed.
func (l *Language) share() {
	for _, p := range l.parts {
		p.use(l, true)
	}
}

// use makes the weights of a model those of the part.
func (p *languagePart) use(l *Language, learning bool) {
	own := p.all()
	for i, m := range l.all() {
		own[i].weights = m.weights
	}
	packFactors(0, own, learning, false)
}

// Learn takes a step from sentences, which are dealt to the parts in turn, and returns the sum of the losses of all
// targets, −log p among candidates, and their number. Of the whole training, words are planned, for the schedule of the rate.
func (l *Language) Learn(sentences [][]conll.Word, planned float64) (loss float64, targets int, err error) {
	for i, p := range l.parts {
		p.text = p.text[:0]
		for s := i; s < len(sentences); s += len(l.parts) {
			p.text = append(p.text, sentences[s])
		}
	}
	loops.Crew(l.settings.Threads).Each(len(l.parts), func(i int) { l.parts[i].learn(l) })
	own := l.all()
	for _, p := range l.parts {
		for i, m := range p.all() {
			if !m.table {
				loops.Add(own[i].gradient, m.gradient)
				clear(m.gradient)
				continue
			}
			for j, r := range m.touched {
				loops.Add(own[i].gradientRow(r), m.gradient[j*m.cols:][:m.cols])
				m.isIn[r] = false
			}
			m.touched, m.gradient = m.touched[:0], m.gradient[:0]
		}
		loss, targets = loss+p.loss, targets+p.targets
	}
	for _, s := range sentences {
		l.done += float64(len(s))
	}
	if targets == 0 {
		return 0, 0, nil
	}
	if !l.adam.step(loops.Crew(l.settings.Threads), own, 1/float64(targets), l.done/planned) {
		return 0, 0, ErrDiverged
	}
	l.share()
	return loss, targets, nil
}

// languagePart learns from a part of a batch, with gradients of its own.
type languagePart struct {
	*session
	classes, classBias *matrix
	source             *rand.PCG
	text               [][]conll.Word

	rows       []int32 // of what predicts: twice the row of the packing, 1 more for the backward half
	wants      []int32 // the class to predict
	halves     []float32
	candidates candidates
	output     []float32 // of the candidates
	scores     []float32
	sums       []float32 // of the scores of each candidate
	back       []float32
	outputs    []float32
	inputs     []float32
	panels     loops.Panels
	loss       float64
	targets    int
}

func newLanguagePart(l *Language, source *rand.PCG) *languagePart {
	p := &languagePart{session: newReader(l.architecture, l.Size, l.vocabularies, nil, nil, len(l.encoders)).newSession(), source: source}
	p.noise = &noise{random: rand.New(source), dropout: l.settings.Dropout, wordDropout: l.settings.WordDropout, masks: make([][]float32, 1)}
	p.classes, p.classBias = newMatrix("", l.classes.rows, l.classes.cols, nil), newMatrix("", 1, l.classBias.cols, nil)
	p.classes.table = true
	for _, m := range p.all() {
		if m.table {
			m.isIn, m.at = make([]bool, m.rows), make([]int32, m.rows)
		} else {
			m.gradient = make([]float32, m.rows*m.cols)
		}
	}
	p.candidates.place = make([]int32, l.classes.rows)
	return p
}

func (p *languagePart) all() []*matrix { return append(p.readers(), p.classes, p.classBias) }

// edgeClass is that of what is before the first word and after the last; word n of the vocabulary has class n + 1.
const edgeClass = 0

// class returns the class of a word, −1 if it is no target.
func (p *languagePart) class(w *conll.Word) int32 {
	row := p.vocabularies[0].row(0, normal(w.Form))
	if class := row - firstRow + 1; row >= 0 && int(class) < p.classes.rows {
		return class
	}
	return -1
}

// read reads sentences, and gathers what is to predict what.
func (p *languagePart) read(sentences [][]conll.Word) {
	p.sentences = append(p.sentences[:0], sentences...)
	p.pack(sentences)
	out := p.encode(0, nil)
	p.rows, p.wants, p.halves = p.rows[:0], p.wants[:0], p.halves[:0]
	units := p.encoders[0].widths().out / 2
	want := func(sentence, position, half int, class int32) {
		if class < 0 {
			return
		}
		at := 2*p.row(sentence, position) + half
		p.rows, p.wants = append(p.rows, int32(at)), append(p.wants, class)
		p.halves = append(p.halves, out[at*units:][:units]...)
	}
	for s, words := range sentences {
		class := int32(edgeClass)
		for i := range words {
			before := class
			class = p.class(&words[i])
			want(s, i, 0, class)    // forward, from the position before
			want(s, i+1, 1, before) // backward, from the word itself
		}
		want(s, len(words), 0, edgeClass)
		want(s, len(words)+1, 1, class)
	}
}

func (p *languagePart) learn(l *Language) {
	p.loss, p.targets = 0, 0
	if len(p.text) == 0 {
		return
	}
	p.read(p.text)
	if p.targets = len(p.wants); p.targets == 0 {
		return
	}
	c, units := &p.candidates, p.classes.cols
	c.draw(l.distribution, p.wants, l.settings.Noise, p.random)
	n, rows := len(c.all), len(p.wants)
	p.output = sized(p.output, n*units)
	for j, class := range c.all {
		copy(p.output[j*units:][:units], p.classes.row(class))
	}
	p.scores = sized(p.scores, rows*n)
	for j, class := range c.all {
		p.scores[j] = p.classBias.weights[class] - c.correction[j]
	}
	for i := 1; i < rows; i++ {
		copy(p.scores[i*n:], p.scores[:n])
	}
	p.panels.Pack(p.output, units, n, 1, units)
	p.panels.MulAdd(p.scores, n, p.halves, units, 1, rows)
	for i, class := range p.wants {
		q := p.scores[i*n : (i+1)*n]
		softmaxRow(q)
		at := c.place[class]
		p.loss -= math.Log(max(float64(q[at]), math.SmallestNonzeroFloat32))
		q[at]--
	}
	p.back = zeroed(p.back, rows*units)
	p.panels.Pack(p.output, n, units, units, 1)
	p.panels.MulAdd(p.back, units, p.scores, n, 1, rows)
	clear(p.output)
	p.panels.Pack(p.halves, rows, units, units, 1)
	p.panels.MulAdd(p.output, units, p.scores, 1, n, n)
	for j, class := range c.all {
		loops.Add(p.classes.gradientRow(class), p.output[j*units:][:units])
	}
	p.sums = zeroed(p.sums, n)
	for i := range rows {
		loops.Add(p.sums, p.scores[i*n:(i+1)*n])
	}
	for j, class := range c.all {
		p.classBias.gradient[class] += p.sums[j]
	}
	wide := p.encoders[0].widths()
	p.outputs = zeroed(p.outputs, p.packing.rows()*wide.out)
	for i, at := range p.rows {
		loops.Add(p.outputs[int(at)*units:][:units], p.back[i*units:][:units])
	}
	in := p.layers[0].in
	p.inputs = sized(p.inputs, len(in))
	p.layers[0].backward(&p.packing, in, p.outputs, p.inputs)
	p.drop(0, p.inputs, wide.in)
	p.backwardTables(p.inputs)
}

// Perplexity returns e to the mean of −log p of all targets in sentences, among all classes, or NaN without targets.
func (l *Language) Perplexity(sentences [][]conll.Word) float64 {
	p := *newLanguagePart(l, rand.NewPCG(0, 0))
	p.noise = nil
	p.use(l, false)
	loss, targets, n, units := 0.0, 0, l.classes.rows, l.classes.cols
	var output loops.Panels
	output.Pack(l.classes.weights, units, n, 1, units)
	for _, s := range sentences {
		p.read([][]conll.Word{s})
		p.scores = sized(p.scores, len(p.wants)*n)
		for i := range p.wants {
			copy(p.scores[i*n:], l.classBias.weights)
		}
		output.MulAdd(p.scores, n, p.halves, units, 1, len(p.wants))
		for i, class := range p.wants {
			q := p.scores[i*n : (i+1)*n]
			softmaxRow(q)
			loss -= math.Log(max(float64(q[class]), math.SmallestNonzeroFloat32))
			targets++
		}
	}
	return math.Exp(loss / float64(targets))
}

// Sync stores what was learned in a record, or sets it to that of a model of the same words and settings.
func (l *Language) Sync(r *npz.Record) {
	for _, m := range l.all() {
		m.keep(r.Part(m.name))
	}
	l.adam.keep(r)
	r.Numbers("done", &l.done)
	for i, p := range l.parts {
		r.Random(fmt.Sprint("random", i), p.source)
	}
	if r.Reading() && r.Err() == nil {
		l.share()
	}
}
