// Package elementary has exponentials and logarithms of float64s with the same bits on every processor:
//
//	p := elementary.Exp(score - elementary.Log(sum))
//
// Those of package math are in assembly for some processors, and fused where the compiler can, so their
// last bits differ, and so would models whose training uses them. These are the methods of math on amd64
// processors with fused multiply-adds, and give the same bits as there, but Log is also right for
// subnormal numbers, and Exp and Expm1 up to the largest float64. Special cases are those of math.
package elementary

import "math"

// mul is x·y, rounded before anything is added: where the compiler could fuse the two, a conversion
// forbids it.
func mul(x, y float64) float64 { return float64(x * y) }

// Power returns xⁿ for n ≥ 0, by repeated squaring. It is 1 for n = 0.
func Power(x float64, n int) float64 {
	y := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			y *= x
		}
		x *= x
	}
	return y
}

// Tanh returns the hyperbolic tangent of x (Cephes' tanh.c: Moshier 1989).
func Tanh(x float64) float64 {
	const (
		simple = 0.625
		one    = 44 // beyond which results are ±1
		p0, p1 = -9.64399179425052238628e-1, -9.92877231001918586564e1
		p2     = -1.61468768441708447952e3
		q0, q1 = 1.12811678491632931402e2, 2.23548839060100448583e3
		q2     = 4.84406305325125486048e3
	)
	switch z := math.Abs(x); {
	case z > one:
		return math.Copysign(1, x)
	case z >= simple:
		return math.Copysign(1-2/(Exp(2*z)+1), x)
	case x == 0:
		return x
	}
	s := mul(x, x)
	above := mul(mul(p0, s)+p1, s) + p2
	below := mul(mul(s+q0, s)+q1, s) + q2
	return x + mul(mul(x, s), above)/below
}
