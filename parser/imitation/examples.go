package imitation

import (
	"math/rand/v2"
	"slices"

	"parser/model"
)

// Examples is what a stage is trained on.
type Examples struct {
	list  []*model.Decision
	wrong []int // times that each was misclassified
	out   int   // left out by α
}

// Len returns the number of examples.
func (e *Examples) Len() int { return len(e.list) }

// Bounded returns the number of examples that α leaves out.
func (e *Examples) Bounded() int { return e.out }

// Add adds a copy of d.
func (e *Examples) Add(d *model.Decision) {
	e.list = append(e.list, &model.Decision{
		Features: slices.Clone(d.Features), Classes: slices.Clone(d.Classes), Costs: slices.Clone(d.Costs),
	})
	e.wrong = append(e.wrong, 0)
}

// Pass lets l learn from the examples once, in a random order, but not from those
// misclassified alpha times before (Khardon & Wachman 2007); 0 leaves none out.
func (e *Examples) Pass(l model.Learner, alpha int, random *rand.Rand) {
	var scores []float32
	for _, i := range random.Perm(len(e.list)) {
		if alpha > 0 && e.wrong[i] >= alpha {
			continue
		}
		d := e.list[i]
		scores = score(scores, l, d)
		if d.Cost(model.Best(d.Classes, scores)) > d.Cost(d.Cheapest(scores)) {
			e.wrong[i]++
			if e.wrong[i] == alpha {
				e.out++
			}
		}
		l.Learn(d, scores)
	}
}
