package loops

// Cell computes n = len(h) units of a long short-term memory (Hochreiter and Schmidhuber
// 1997; forget gates by Gers et al. 2000). In gates are the weighted inputs of four blocks
// of n: input gate i, forget gate f, candidate g, output gate o; they are replaced by their
// activations, σ for gates and tanh for g. From the old cell c0 follow
//
//	c = f·c0 + i·g    tanhC = tanh c    h = o·tanhC
//
// where c may be c0. The absolute error of σ is below 2e-7, that of tanh below 3e-7.
func Cell(h, c, tanhC, gates, c0 []float32) {
	n := len(h)
	cell(h, c[:n], tanhC[:n], gates[:4*n], c0[:n])
}

func cellPlain(h, c, tanhC, gates, c0 []float32) {
	n := len(h)
	for u := range n {
		i, f := sigmoid1(gates[u]), sigmoid1(gates[n+u])
		g, o := tanh1(gates[2*n+u]), sigmoid1(gates[3*n+u])
		gates[u], gates[n+u], gates[2*n+u], gates[3*n+u] = i, f, g, o
		c[u] = fma(f, c0[u], float32(i*g))
		tanhC[u] = tanh1(c[u])
		h[u] = o * tanhC[u]
	}
}

// CellBack is the derivative of [Cell] for n = len(dh) units. Given the gradient dh of h,
// the gradient dc that reaches c from later steps, and what Cell left in gates and tanhC, it
// sets dgates to the gradient of the weighted inputs (which may be gates) and replaces dc by
// the gradient of c0.
func CellBack(dgates, dc, dh, gates, tanhC, c0 []float32) {
	n := len(dh)
	cellBack(dgates[:4*n], dc[:n], dh, gates[:4*n], tanhC[:n], c0[:n])
}

func cellBackPlain(dgates, dc, dh, gates, tanhC, c0 []float32) {
	n := len(dh)
	for u := range n {
		i, f, g, o, t := gates[u], gates[n+u], gates[2*n+u], gates[3*n+u], tanhC[u]
		d := fma(float32(dh[u]*o), fma(-t, t, 1), dc[u]) // the whole gradient of c
		dgates[u] = float32(d*g) * fma(-i, i, i)
		dgates[n+u] = float32(d*c0[u]) * fma(-f, f, f)
		dgates[2*n+u] = float32(d*i) * fma(-g, g, 1)
		dgates[3*n+u] = float32(dh[u]*t) * fma(-o, o, o)
		dc[u] = d * f
	}
}
