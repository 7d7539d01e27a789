package loops

import (
	"sync"
	"sync/atomic"
)

// Crew is a number of goroutines that share work; 0 and 1 stand for the caller's alone. No result depends on it.
type Crew int

// Each calls do for the numbers below n.
func (c Crew) Each(n int, do func(i int)) {
	if c <= 1 || n <= 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var group sync.WaitGroup
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(i)
		}
	}
	for range min(int(c), n) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
}

// Share calls do for ranges that together are the numbers below n, as many as there are goroutines. All but the last have
// a multiple of grain numbers.
func (c Crew) Share(n, grain int, do func(from, to int)) {
	size := (n + int(c) - 1) / max(1, int(c))
	if size = (size + grain - 1) / grain * grain; c <= 1 || size >= n {
		do(0, n)
		return
	}
	c.Each((n+size-1)/size, func(i int) { do(i*size, min(n, (i+1)*size)) })
}

// grain is a number of rows that tiles of every processor cover without rest.
const grain = 12

// MulAddBy is MulAdd by a crew.
func (p *Panels) MulAddBy(crew Crew, c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	if crew <= 1 || m <= grain { // without memory for a function
		p.MulAdd(c, ldc, a, rowStride, colStride, m)
		return
	}
	crew.Share(m, grain, func(from, to int) {
		p.MulAdd(c[from*ldc:], ldc, a[from*rowStride:], rowStride, colStride, to-from)
	})
}
