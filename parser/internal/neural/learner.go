package neural

import (
	"errors"
	"slices"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/loops"
	"parser/parser/internal/score"
	"parser/parser/internal/view"
	"parser/parser/learn"
)

// learner gathers the decisions of a batch of sentences, and learns from them when the batch ends.
type learner struct {
	*session
	settings Settings
	lesson   [][]conll.Word // its sentences
	adam     adam
	slope    func([]float64, *learn.Decision) float64 // of losses
	done     float64                                  // number of words learned from so far
	planned  float64                                  // … and in the whole training
	share    float64                                  // how much of a word one reading of it counts

	teacher teacher
	stages  []lessons
	back    []float32 // gradients with respect to hidden units,
	outputs []float32 // … to what slots see, or to the output of an encoder,
	inputs  []float32 // … and to the input of an encoder
	wide    loops.Panels
	slopes  []float64
}

// lessons are the decisions of a batch at one stage, one row each.
type lessons struct {
	hidden []float32 // units
	slopes []float32 // of the loss by the scores of all classes
	terms  []placed
	rows   []int32  // of the extra table
	ends   [][2]int // of each decision's terms and rows
}

func (g *lessons) reset() {
	g.hidden, g.slopes, g.terms, g.rows, g.ends = g.hidden[:0], g.slopes[:0], g.terms[:0], g.rows[:0], g.ends[:0]
}

// placed is a term of a decision: where its product begins, and whether it is added or subtracted.
type placed struct {
	slot, at int32
	sign     float32
}

func (l *learner) placed(t view.Term, sentence int, sign float32) placed {
	at := l.slotted[t.Slot].at[int(t.Half)*l.rows()+l.row(sentence, int(t.Position))]
	return placed{t.Slot, at, sign}
}

// ErrDiverged is the error of learning when the loss is not finite any more.
var ErrDiverged = errors.New("the gradient of the loss is not finite: try a lower rate")

func (l *learner) Learn(decisions []*learn.Decision) {
	targets := l.teacher.judge(decisions)
	for i, d := range decisions {
		v := &l.session.seen[0]
		l.view.See(v, d)
		l.want(v, d.Input) // unless it was scored
		l.fetch()
		l.add(v, d, targets[i])
	}
}

// add adds a decision with its view and the teacher's targets to the batch. A decision with only one
// class teaches nothing.
func (l *learner) add(v *view.Seen, d *learn.Decision, targets []float64) {
	if len(d.Classes) < 2 {
		return
	}
	g, classes := &l.stages[d.Stage], l.classes[d.Stage]
	n := len(g.hidden)
	g.hidden = slices.Grow(g.hidden, l.Hidden)[:n+l.Hidden]
	l.activate(g.hidden[n:], v, d.Input)
	n = len(g.slopes)
	g.slopes = slices.Grow(g.slopes, classes)[:n+classes]
	clear(g.slopes[n:])
	l.slopes = sized(l.slopes, len(d.Classes))
	l.loss(l.slopes, d, targets)
	for i, k := range d.Classes {
		g.slopes[n+int(k)] = float32(l.slopes[i])
	}
	for _, t := range v.Plus {
		g.terms = append(g.terms, l.placed(t, d.Input, 1))
	}
	for _, t := range v.Minus {
		g.terms = append(g.terms, l.placed(t, d.Input, -1))
	}
	g.rows = append(append(g.rows, v.Rows...), l.biasRow())
	g.ends = append(g.ends, [2]int{len(g.terms), len(g.rows)})
}

// loss sets the derivatives of the loss of a decision by its scores, and returns it.
func (l *learner) loss(slopes []float64, d *learn.Decision, targets []float64) float64 {
	loss := l.slope(slopes, d)
	if len(targets) > 0 {
		loss = l.teacher.mix(loss, slopes, d, targets)
	}
	return loss
}

func (l *learner) Update() error {
	decisions := l.backward()
	if decisions == 0 {
		return nil
	}
	for _, words := range l.sentences {
		l.done += float64(l.share * float64(len(words)))
	}
	scale, progress := 1/float64(decisions), l.done/l.planned
	if !l.adam.step(l.crew, l.matrices(), scale, progress) {
		return ErrDiverged
	}
	if c := l.context; c != nil && c.tuning != nil && !c.tuning.Step(scale, progress) {
		return ErrDiverged
	}
	l.prepare(true)
	return nil
}

// backward adds up the gradients of the batch, and returns the number of its decisions.
func (l *learner) backward() (decisions int) {
	for i := range l.slotted {
		t := &l.slotted[i]
		t.gradient = zeroed(t.gradient, len(t.data))
	}
	for stage := range l.stages {
		decisions += len(l.stages[stage].ends)
		l.backwardHidden(stage)
	}
	if decisions == 0 {
		return 0
	}
	l.backwardSlots()
	for i, e := range slices.Backward(l.encoders) {
		if i == 0 {
			l.backwardTags()
		}
		in := l.layers[i].in
		l.inputs = sized(l.inputs, len(in))
		l.layers[i].backward(&l.packing, in, l.outputs, l.inputs)
		l.drop(i, l.inputs, e.widths().in)
		l.outputs, l.inputs = l.inputs, l.outputs
	}
	l.backwardTables(l.outputs)
	l.backwardContext(l.outputs)
	return decisions
}

func (l *learner) backwardHidden(stage int) {
	g := &l.stages[stage]
	n := len(g.ends)
	if n == 0 {
		return
	}
	l.back = zeroed(l.back, len(g.hidden))
	l.output[stage].affineBack(l.back, g.slopes, g.hidden, l.bias[stage], n, &l.wide)
	terms, rows := 0, 0
	for i, ends := range g.ends {
		back := l.back[i*l.Hidden:][:l.Hidden]
		l.activation().back(back, g.hidden[i*l.Hidden:][:l.Hidden])
		for _, t := range g.terms[terms:ends[0]] {
			loops.AddScaled(l.slotted[t.slot].gradient[t.at:][:l.Hidden], back, t.sign)
		}
		for _, row := range g.rows[rows:ends[1]] {
			loops.Add(l.extra.gradientRow(row), back)
		}
		terms, rows = ends[0], ends[1]
	}
	g.reset()
}

// Sync leaves out the gradients, which are 0 between batches.
func (l *learner) Sync(r *npz.Record) {
	for _, m := range l.matrices() {
		m.keep(r.Part(m.name))
	}
	l.adam.keep(r)
	r.Numbers("done", &l.done)
	if c := l.context; c != nil && c.tuning != nil {
		c.tuning.Sync(r.Part("transformer"))
	}
	if r.Reading() && r.Err() == nil {
		l.prepare(true)
	}
}

func (l *learner) NewSession() score.Session { return l.newSession() }

func (l *learner) Freeze() score.Scorer {
	return &scorer{l.freeze(npz.Precision(l.settings.Precision))}
}

func (l *learner) Batch() int { return l.settings.Batch }

func (l *learner) Read(sentences ...[]conll.Word) {
	l.session.Read(sentences...)
	l.teacher.unread = l.sentences
	for stage := range l.stages { // decisions that no update has used
		l.stages[stage].reset()
	}
}
