package compare

import (
	"math/rand/v2"
	"sync"
)

// Sampling says how chance is drawn upon. The same values give the same results,
// whatever the number of workers.
type Sampling struct {
	// Samples is how many are drawn; 0 stands for DefaultSamples.
	Samples int `json:"samples"`
	// Seed is where all chance comes from.
	Seed uint64 `json:"seed"`
	// Confidence of intervals, between 0 and 1; 0 stands for DefaultConfidence.
	Confidence float64 `json:"confidence"`
	// Workers is how many goroutines draw; 0 stands for 1.
	Workers int `json:"-"`
}

// What the zero values of Sampling stand for.
const (
	DefaultSamples    = 10000
	DefaultConfidence = 0.95
)

func (s Sampling) withDefaults() Sampling {
	if s.Samples <= 0 {
		s.Samples = DefaultSamples
	}
	if s.Confidence <= 0 || s.Confidence >= 1 {
		s.Confidence = DefaultConfidence
	}
	s.Workers = max(s.Workers, 1)
	return s
}

// blockSize is how many samples in a row share a random source.
const blockSize = 64

// draw returns the samples in order. Each block has a source of its own, so that
// it does not matter who draws it; sample must not keep anything between calls.
func (s Sampling) draw(sample func(*rand.PCG) difference) []difference {
	drawn := make([]difference, s.Samples)
	blocks := make(chan int)
	var workers sync.WaitGroup
	for range s.Workers {
		workers.Go(func() {
			for start := range blocks {
				random := rand.NewPCG(s.Seed, uint64(start))
				for i := start; i < min(start+blockSize, len(drawn)); i++ {
					drawn[i] = sample(random)
				}
			}
		})
	}
	for start := 0; start < len(drawn); start += blockSize {
		blocks <- start
	}
	close(blocks)
	workers.Wait()
	return drawn
}
