package chart

import (
	"fmt"
	"slices"

	"parser/parser/internal/structure"
	"parser/parser/internal/training"
)

// Training collects the learning curves of a training.
type Training struct {
	Title  string
	Builds *structure.Structure // decides which scores there are
	Dev    bool                 // there are scores

	scorers []epochs
}

type epochs struct {
	name string // of one of several scorers; "" for the only one
	all  []training.Epoch
}

// Watch returns an observer that tells t everything before the given observer.
func (t *Training) Watch(o training.Observer) training.Observer {
	return training.Together(training.Observer{
		Scorer: func(kind string, n, of int) {
			t.scorers = append(t.scorers, epochs{name: fmt.Sprintf("%d, %s: ", n, kind)})
		},
		Epoch: func(e training.Epoch) {
			if len(t.scorers) == 0 {
				t.scorers = append(t.scorers, epochs{})
			}
			last := &t.scorers[len(t.scorers)-1]
			last.all = append(last.all, e)
		},
	}, o)
}

// Figure draws the scores on dev, if there are any, with a disc at the best epoch, and the loss below
// them.
func (t *Training) Figure() *Figure {
	var scores []structure.Metric // the main one first
	for _, m := range slices.Backward(t.Builds.Metrics) {
		if m.Short != "" {
			scores = append(scores, m)
		}
	}
	above := &Lines{Title: t.Title, X: "epoch", Y: "score on dev in percent"}
	below := &Lines{X: "epoch", Y: "loss per word", Zero: true}
	for _, s := range t.scorers {
		curve := func(name string, of func(*training.Epoch) float64) (c Curve) {
			c.Name = s.name + name
			for i := range s.all {
				c.Points = append(c.Points, Point{X: float64(s.all[i].Number), Y: of(&s.all[i])})
			}
			return c
		}
		below.Curves = append(below.Curves, curve("loss", func(e *training.Epoch) float64 { return e.Loss }))
		for i, score := range scores {
			c := curve(score.Name, func(e *training.Epoch) float64 { return score.Of(&e.Scores) })
			for n := range s.all {
				if i == 0 && s.all[n].Best {
					c.Best = n + 1
				}
			}
			if c.Best > 0 {
				best := c.Points[c.Best-1]
				c.Name += fmt.Sprintf(", best %.2f in epoch %.0f", best.Y, best.X)
			}
			above.Curves = append(above.Curves, c)
		}
	}
	if !t.Dev {
		below.Title = t.Title
		return &Figure{Panels: []Panel{below}}
	}
	return &Figure{Panels: []Panel{above, below}}
}
