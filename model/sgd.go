package model

import "parser/option"

// SGD is plain stochastic gradient descent on the loss of a reduction, with a constant
// rate η:
//
//	w_i ← w_i − η g_i.
type SGD struct {
	Rate float64 // η, above 0; 0.02 by default
	Reduced
}

func (s *SGD) options() option.List {
	return s.Reduced.options(option.List{rateOf(&s.Rate, 0.02)}, nil)
}

// New implements Maker.
func (s SGD) New(classes int) (Learner, error) {
	if err := check(s.options(), classes); err != nil {
		return nil, err
	}
	return s.gradient(classes, plan{rule: sgd{s.Rate}})
}

type sgd struct{ rate float64 }

var _ metric = sgd{}

func (sgd) width() int           { return 0 }
func (sgd) begin(_, _ []float32) {}
func (s sgd) rates(dst []float64, _ []float32, _ []float64) {
	for i := range dst {
		dst[i] = s.rate
	}
}
