package neural

import (
	"errors"
	"slices"

	"parser/conll"
	"parser/model/kernel"
	"parser/parser/decode"
	"parser/parser/score"
)

// learner implements score.Learner: it gathers the decisions of a batch of sentences, and
// learns from them when the batch ends.
type learner struct {
	*session
	settings Settings
	shape    score.Shape
	adam     adam
	slope    func([]float64, *decode.Decision) float64 // of losses
	done     float64                                   // words learned from
	planned  float64                                   // … and to be learned from, in all
	share    float64                                   // of a word that reading it once counts

	stages []lessons
	back   []float32 // gradients by hidden units,
	terms  []float32 // … by session.terms,
	seen   []float32 // … by session.encoded,
	inputs []float32 // … and by the input of a layer
	wide   kernel.Panels
	slopes []float64
}

// lessons are the decisions of a batch at one stage, a row for each.
type lessons struct {
	hidden []float32 // units
	slopes []float32 // of the loss by the scores of all classes
	terms  []int32   // where the products of terms begin; ^ of those that are taken off
	rows   []int32   // of the extra table
	ends   [][2]int  // of each decision's terms and rows
}

// ErrDiverged is the error of learning when the loss is not finite any more.
var ErrDiverged = errors.New("the gradient of the loss is not finite: try a lower rate")

// Learn implements score.Learner.
func (l *learner) Learn(decisions []*decode.Decision) {
	for _, d := range decisions {
		l.seer.see(&l.view, d)
		l.add(&l.view, d)
	}
}

// add adds a decision with its view to the batch. Where there is one class only, there is
// nothing to learn.
func (l *learner) add(v *view, d *decode.Decision) {
	if len(d.Classes) < 2 {
		return
	}
	g, classes := &l.stages[d.Stage], l.classes[d.Stage]
	n := len(g.hidden)
	g.hidden = slices.Grow(g.hidden, l.Hidden)[:n+l.Hidden]
	l.activate(g.hidden[n:], v, d.Sentence)
	n = len(g.slopes)
	g.slopes = slices.Grow(g.slopes, classes)[:n+classes]
	clear(g.slopes[n:])
	l.slopes = sized(l.slopes, len(d.Classes))
	l.slope(l.slopes, d)
	for i, k := range d.Classes {
		g.slopes[n+int(k)] = float32(l.slopes[i])
	}
	for _, t := range v.plus {
		g.terms = append(g.terms, int32(l.at(t, d.Sentence)))
	}
	for _, t := range v.minus {
		g.terms = append(g.terms, ^int32(l.at(t, d.Sentence)))
	}
	g.rows = append(append(g.rows, v.rows...), l.biasRow())
	g.ends = append(g.ends, [2]int{len(g.terms), len(g.rows)})
}

// Update implements score.Learner: the gradients of the batch go backwards through the
// network, and the weights take a step.
func (l *learner) Update() error {
	decisions := l.backward()
	if decisions == 0 {
		return nil
	}
	for _, words := range l.sentences {
		l.done += l.share * float64(len(words))
	}
	if !l.adam.step(l.matrices(), 1/float64(decisions), l.done/l.planned) {
		return ErrDiverged
	}
	l.prepare(true)
	return nil
}

// backward adds the gradients of the batch up, and returns how many decisions it has.
func (l *learner) backward() (decisions int) {
	l.terms = sized(l.terms, len(l.session.terms))
	clear(l.terms)
	for stage := range l.stages {
		decisions += len(l.stages[stage].ends)
		l.backwardHidden(stage)
	}
	if decisions == 0 {
		return 0
	}
	l.backwardSlots()
	for i, layer := range slices.Backward(l.layers) {
		l.inputs = sized(l.inputs, len(l.passes[i].in))
		layer.backward(l.passes[i], &l.packing, l.seen, l.inputs)
		l.drop(i, l.inputs, layer.in.rows)
		l.seen, l.inputs = l.inputs, l.seen
	}
	l.backwardTables()
	return decisions
}

// backwardHidden takes the gradients of a stage from the scores to the terms.
func (l *learner) backwardHidden(stage int) {
	g, classes := &l.stages[stage], l.classes[stage]
	n := len(g.ends)
	if n == 0 {
		return
	}
	l.wide.Pack(g.slopes, n, classes, classes, 1)
	l.wide.MulAdd(l.output[stage].gradient, classes, g.hidden, 1, l.Hidden, l.Hidden)
	l.back = sized(l.back, len(g.hidden))
	clear(l.back)
	l.packedOutputBack[stage].MulAdd(l.back, l.Hidden, g.slopes, classes, 1, n)
	terms, rows := 0, 0
	for i, ends := range g.ends {
		kernel.Add(l.bias[stage].gradient, g.slopes[i*classes:(i+1)*classes])
		back := l.back[i*l.Hidden:][:l.Hidden]
		for j, h := range g.hidden[i*l.Hidden:][:l.Hidden] {
			if h < 0 {
				back[j] *= leak
			}
		}
		for _, at := range g.terms[terms:ends[0]] {
			if at >= 0 {
				kernel.Add(l.terms[at:][:l.Hidden], back)
			} else {
				kernel.AddScaled(l.terms[^at:][:l.Hidden], back, -1)
			}
		}
		for _, row := range g.rows[rows:ends[1]] {
			kernel.Add(l.extra.gradientRow(row), back)
		}
		terms, rows = ends[0], ends[1]
	}
	g.hidden, g.slopes, g.terms, g.rows, g.ends = g.hidden[:0], g.slopes[:0], g.terms[:0], g.rows[:0], g.ends[:0]
}

// backwardSlots takes the gradients from the terms to what slots see.
func (l *learner) backwardSlots() {
	l.seen = sized(l.seen, len(l.encoded))
	clear(l.seen)
	rows, wide := l.rows(), l.slots.cols
	high := l.slots.rows / len(l.packedSlots)
	for half := range l.packedSlots {
		terms := l.terms[half*rows*wide:][:rows*wide]
		l.packedSlotsBack[half].MulAdd(l.seen[half*high:], l.slots.rows, terms, wide, 1, rows)
		l.wide.Pack(terms, rows, wide, wide, 1)
		l.wide.MulAdd(l.slots.gradient[half*high*wide:], wide, l.encoded[half*high:], 1, l.slots.rows, high)
	}
	l.drop(len(l.layers), l.seen, l.slots.rows)
}

// backwardTables adds the gradients by the input of the first layer to the embeddings.
func (l *learner) backwardTables() {
	at, wide := 0, l.layers[0].in.rows
	for k, t := range l.tables {
		from := int32(0)
		for row, to := range l.ends[k] {
			for _, r := range l.rowsOf[k][from:to] {
				kernel.Add(t.gradientRow(r), l.seen[row*wide+at:][:t.cols])
			}
			from = to
		}
		at += t.cols
	}
}

// NewSession implements score.Learner.
func (l *learner) NewSession() score.Session { return l.newSession() }

// Freeze implements score.Learner.
func (l *learner) Freeze() score.Scorer { return &scorer{l.freeze(&l.shape)} }

// Batch implements score.Learner.
func (l *learner) Batch() int { return l.settings.Batch }

// Read implements score.Learner.
func (l *learner) Read(sentences ...[]conll.Word) {
	l.session.Read(sentences...)
	for stage := range l.stages { // what no update has taken
		g := &l.stages[stage]
		g.hidden, g.slopes, g.terms, g.rows, g.ends = g.hidden[:0], g.slopes[:0], g.terms[:0], g.rows[:0], g.ends[:0]
	}
}
