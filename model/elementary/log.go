// Copyright 2009 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style license that can be found in the LICENSE file.

package elementary

import "math"

// Log and Log1p are after FreeBSD's e_log.c and s_log1p.c, which came with this notice:
//
//	Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//	Developed at SunPro, a Sun Microsystems, Inc. business.
//	Permission to use, copy, modify, and distribute this software is freely granted, provided that this
//	notice is preserved.

// ln 2 in two parts, the first of which is exact when multiplied by an exponent; and the coefficients of
// s², s⁴ … of (log(1+f) − 2s)/s ≈ l₁s² + l₂s⁴ …, where s = f/(2+f).
const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
	l1    = 6.666666666666735130e-01
	l2    = 3.999999999940941908e-01
	l3    = 2.857142874366239149e-01
	l4    = 2.222219843214978396e-01
	l5    = 1.818357216161805012e-01
	l6    = 1.531383769920937332e-01
	l7    = 1.479819860511658591e-01
)

// Log returns the natural logarithm of x: k ln 2 + log(1+f) with x = 2ᵏ(1+f), √½ ≤ 1+f < √2.
func Log(x float64) float64 {
	switch {
	case x != x || x > math.MaxFloat64:
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	f, exponent := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f *= 2
		exponent--
	}
	f--
	k := float64(exponent)
	s := f / (2 + f)
	s2 := mul(s, s)
	s4 := mul(s2, s2)
	odd := mul(s2, l1+mul(s4, l3+mul(s4, l5+mul(s4, l7))))
	even := mul(s4, l2+mul(s4, l4+mul(s4, l6)))
	square := mul(mul(0.5, f), f)
	return mul(k, ln2Hi) - (square - (mul(s, square+(odd+even)) + mul(k, ln2Lo)) - f)
}

// Log1p returns the natural logarithm of 1 + x, which is accurate also near 0.
func Log1p(x float64) float64 {
	const sqrt2 = 0x0006a09e667f3bcd // its mantissa
	size := math.Abs(x)
	switch {
	case x != x || x < -1:
		return math.NaN()
	case x == -1:
		return math.Inf(-1)
	case x > math.MaxFloat64 || size < 0x1p-54:
		return x
	case size < 0x1p-29:
		return x - mul(mul(x, x), 0.5)
	}
	f, c, k, rest := x, 0.0, 0, uint64(1) // 1 + x = 2ᵏ(1+f) + what rounding lost, which makes c
	if x <= math.Sqrt2/2-1 || x >= math.Sqrt2-1 {
		u := x
		if size < 0x1p53 {
			u = 1 + x
		}
		k = int(math.Float64bits(u)>>mantissa) - bias
		switch {
		case size >= 0x1p53:
		case k > 0:
			c = (1 - (u - x)) / u
		default:
			c = (x - (u - 1)) / u
		}
		rest = math.Float64bits(u) & (1<<mantissa - 1)
		if rest < sqrt2 {
			u = math.Float64frombits(rest | bias<<mantissa)
		} else {
			k++
			u = math.Float64frombits(rest | (bias-1)<<mantissa)
			rest = (1<<mantissa - rest) >> 2
		}
		f = u - 1
	}
	n, square := float64(k), mul(mul(0.5, f), f)
	switch {
	case rest == 0 && f == 0: // then k is not 0
		return mul(n, ln2Hi) + (c + mul(n, ln2Lo))
	case rest == 0: // |f| < 2⁻²⁰
		r := mul(square, 1-mul(0.66666666666666666, f))
		return mul(n, ln2Hi) - (r - (mul(n, ln2Lo) + c) - f)
	}
	s := f / (2 + f)
	z := mul(s, s)
	r := mul(z, l1+mul(z, l2+mul(z, l3+mul(z, l4+mul(z, l5+mul(z, l6+mul(z, l7)))))))
	if k == 0 {
		return f - (square - mul(s, square+r))
	}
	return mul(n, ln2Hi) - (square - (mul(s, square+r) + (mul(n, ln2Lo) + c)) - f)
}
