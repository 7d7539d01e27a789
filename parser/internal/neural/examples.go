package neural

import (
	"context"
	"math/rand/v2"
	"slices"

	"parser/conll"
	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/batches"
	"parser/parser/internal/score"
	"parser/parser/internal/view"
	"parser/parser/learn"
)

// examples are decisions with their views, which do not depend on the weights, and with their
// sentences, which are encoded again in each pass.
type examples struct {
	learner *learner  // that has read the sentences
	source  *rand.PCG // of random
	random  *rand.Rand
	bytes   int64 // at most; 0 for any number
	used    int
	kept    []example
	offered int
}

type example struct {
	words    []conll.Word
	stage    int
	seen     view.Seen
	classes  []model.Class
	costs    []float32
	targets  []float64 // by the teacher; nil without
	mistakes int       // 0 before the first visit, then 1 and the misclassifications since; see model.Examples.Pass
}

// size estimates the bytes of an example.
func (e *example) size() int {
	const plain, term, class = 200, 12, 8
	terms, classes := len(e.seen.Plus)+len(e.seen.Minus), len(e.classes)+len(e.targets)
	return plain + term*terms + 4*len(e.seen.Rows) + class*classes
}

func (l *learner) NewExamples(bytes int64, random *rand.Rand) (score.Examples, error) {
	source := rand.NewPCG(random.Uint64(), 0)
	return &examples{learner: l, bytes: bytes, source: source, random: rand.New(source)}, nil
}

// Add keeps each decision offered so far with the same probability (Vitter 1985, algorithm R).
func (e *examples) Add(d *learn.Decision) {
	e.offered++
	at := len(e.kept)
	if e.bytes > 0 && int64(e.used) >= e.bytes && at > 0 {
		if at = e.random.IntN(e.offered); at >= len(e.kept) {
			return
		}
	}
	v := &e.learner.session.seen[0]
	e.learner.view.See(v, d)
	x := example{
		words: e.learner.sentences[d.Input], stage: d.Stage,
		seen:    view.Seen{Plus: slices.Clone(v.Plus), Minus: slices.Clone(v.Minus), Rows: slices.Clone(v.Rows)},
		classes: slices.Clone(d.Classes), costs: slices.Clone(d.Costs),
		targets: e.learner.teacher.judge([]*learn.Decision{d})[0],
	}
	if at == len(e.kept) {
		e.kept = append(e.kept, example{})
	}
	e.used += x.size() - e.kept[at].size()
	e.kept[at] = x
}

// Learn shuffles the sentences and reads them in batches again, as in a round of online learning.
func (e *examples) Learn(ctx context.Context, to score.Learner, passes, alpha int, random *rand.Rand) error {
	l := to.(*learner)
	var groups [][]*example // one for each sentence
	index := map[*conll.Word]int{}
	for i := range e.kept {
		x := &e.kept[i]
		g, known := index[&x.words[0]]
		if !known {
			g = len(groups)
			index[&x.words[0]], groups = g, append(groups, nil)
		}
		groups[g] = append(groups[g], x)
	}
	l.share = 1 / float64(passes)
	defer func() { l.share = 1 }()
	for range passes {
		length := func(i int) int { return len(groups[i][0].words) }
		for batch := range batches.All(random.Perm(len(groups)), length, l.Batch(), random) {
			if err := ctx.Err(); err != nil {
				return err
			}
			var sentences [][]conll.Word
			for _, g := range batch {
				sentences = append(sentences, groups[g][0].words)
			}
			l.Read(sentences...)
			for s, g := range batch {
				for _, x := range groups[g] {
					l.want(&x.seen, s)
				}
			}
			l.fetch()
			for s, g := range batch {
				for _, x := range groups[g] {
					if !x.bounded(alpha) {
						l.review(x, s)
					}
				}
			}
			if err := l.Update(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *learner) review(x *example, sentence int) {
	d := &learn.Decision{Input: sentence, Stage: x.stage, Decision: model.Decision{Classes: x.classes, Costs: x.costs}}
	l.session.hidden = sized(l.session.hidden, l.Hidden)
	l.activate(l.session.hidden, &x.seen, sentence)
	d.Scores = l.scoreRows(x.stage, 1)
	if x.mistakes == 0 || d.Regret(d.Scores) > 0 {
		x.mistakes++
	}
	l.add(&x.seen, d, x.targets)
}

// bounded reports whether alpha leaves the example out.
func (x *example) bounded(alpha int) bool { return alpha > 0 && x.mistakes > alpha }

func (e *examples) Counts(alpha int) (kept, dropped, bounded int) {
	for i := range e.kept {
		if e.kept[i].bounded(alpha) {
			bounded++
		}
	}
	return len(e.kept), e.offered - len(e.kept), bounded
}

// Sync numbers sentences as the lesson does.
func (e *examples) Sync(r *npz.Record) {
	r.Numbers("counts", &e.offered, &e.used)
	r.Random("random", e.source)
	numbers := map[*conll.Word]int32{}
	for i, words := range e.learner.lesson {
		numbers[&words[0]] = int32(i)
	}
	n := len(e.kept)
	of, plus, minus, rows, classes := make([][]int32, n), make([][]int32, n), make([][]int32, n), make([][]int32, n), make([][]int32, n)
	costs, targets := make([][]float32, n), make([][]float64, n)
	for i := range e.kept {
		x := &e.kept[i]
		of[i] = []int32{numbers[&x.words[0]], int32(x.stage), int32(x.mistakes)}
		plus[i], minus[i], rows[i], classes[i] = flat(x.seen.Plus), flat(x.seen.Minus), x.seen.Rows, x.classes
		costs[i], targets[i] = x.costs, x.targets
	}
	for i, lists := range []*[][]int32{&of, &plus, &minus, &rows, &classes} {
		npz.KeepLists(r, [...]string{"of", "plus", "minus", "rows", "classes"}[i], lists)
		r.Check(len(*lists) == len(of), "examples")
	}
	npz.KeepLists(r, "costs", &costs)
	npz.KeepLists(r, "targets", &targets)
	r.Check(len(costs) == len(of) && len(targets) == len(of), "examples")
	if !r.Reading() || r.Err() != nil {
		return
	}
	e.kept = make([]example, len(of))
	for i, x := range of {
		if r.Check(len(x) == 3 && int(x[0]) < len(e.learner.lesson) && len(plus[i])%3 == 0 && len(minus[i])%3 == 0 &&
			len(costs[i]) == len(classes[i]), "examples"); r.Err() != nil {
			return
		}
		e.kept[i] = example{
			words: e.learner.lesson[x[0]], stage: int(x[1]), mistakes: int(x[2]),
			seen:    view.Seen{Plus: terms(plus[i]), Minus: terms(minus[i]), Rows: rows[i]},
			classes: classes[i], costs: costs[i], targets: targets[i],
		}
	}
}

func flat(all []view.Term) (numbers []int32) {
	for _, t := range all {
		numbers = append(numbers, t.Position, t.Slot, t.Half)
	}
	return numbers
}

func terms(numbers []int32) (all []view.Term) {
	for n := range slices.Chunk(numbers, 3) {
		all = append(all, view.Term{Position: n[0], Slot: n[1], Half: n[2]})
	}
	return all
}
