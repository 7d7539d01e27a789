package model

// sgd is plain stochastic gradient descent with a constant rate η:
//
//	w_i ← w_i − η g_i.
type sgd struct{ rate float64 }

var _ metric = sgd{}

func (sgd) width() int           { return 0 }
func (sgd) begin(_, _ []float32) {}
func (s sgd) rates(dst []float64, _ []float32, _ []float64) {
	for i := range dst {
		dst[i] = s.rate
	}
}
