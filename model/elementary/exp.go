// Copyright 2010 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style license that can be found in the LICENSE file.

package elementary

import "math"

const (
	bias     = 1023 // of exponents
	mantissa = 52   // its bits
)

// Exp returns e^x (Shibata 2010, as the assembly of package math for amd64). With n the integer nearest to
// x/ln 2 and r = (x − n ln 2)/16, it is 2ⁿ(1 + y)¹⁶, where y = e^r − 1 is a Taylor series; y(y + 2) is
// that of 2r.
func Exp(x float64) float64 {
	const (
		high, low         = 0.69314718055966295651160180568695068359375, 2.8235290563031577122588448175013436e-13 // of ln 2
		smallest, largest = -746, 7.09782712893384e+02
	)
	switch {
	case x != x:
		return x
	case x > largest:
		return math.Inf(1)
	case x < smallest:
		return 0
	}
	n := math.RoundToEven(x * math.Log2E)
	r := math.FMA(-n, low, math.FMA(-n, high, x)) / 16
	y := math.FMA(1./40320, r, 1./5040)
	y = math.FMA(y, r, 1./720)
	y = math.FMA(y, r, 1./120)
	y = math.FMA(y, r, 1./24)
	y = math.FMA(y, r, 1./6)
	y = math.FMA(y, r, 1./2)
	y = math.FMA(y, r, 1)
	y = mul(y, r)
	y = mul(y, y+2)
	y = mul(y, y+2)
	y = mul(y, y+2)
	y = math.FMA(y, y+2, 1)
	if n <= 1-bias || n > bias {
		return math.Ldexp(y, int(n))
	}
	return scale(y, int(n))
}

// scale returns x·2ⁿ, if x and the result are normal numbers.
func scale(x float64, n int) float64 {
	return math.Float64frombits(math.Float64bits(x) + uint64(n)<<mantissa)
}

// Exp2 and Expm1 are after FreeBSD's e_exp.c and s_expm1.c, which came with this notice:
//
//	Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights reserved.
//	Developed at SunPro, a Sun Microsystems, Inc. business.
//	Permission to use, copy, modify, and distribute this software is freely granted, provided that this
//	notice is preserved.

// Exp2 returns 2ˣ.
func Exp2(x float64) float64 {
	const (
		smallest, largest = -1.0740e+03, 1.0239999999999999e+03
		p1                = 1.66666666666666657415e-01
		p2                = -2.77777777770155933842e-03
		p3                = 6.61375632143793436117e-05
		p4                = -1.65339022054652515390e-06
		p5                = 4.13813679705723846039e-08
	)
	switch {
	case x != x:
		return x
	case x > largest:
		return math.Inf(1)
	case x < smallest:
		return 0
	}
	k := int(x + math.Copysign(0.5, x))
	hi, lo := mul(x-float64(k), ln2Hi), mul(float64(k)-x, ln2Lo)
	r := hi - lo
	t := mul(r, r)
	c := r - mul(t, p1+mul(t, p2+mul(t, p3+mul(t, p4+mul(t, p5)))))
	return math.Ldexp(1-(lo-mul(r, c)/(2-c)-hi), k)
}

// Expm1 returns e^x − 1, which is accurate also near 0.
func Expm1(x float64) float64 {
	const (
		largest = 7.09782712893383973096e+02
		q1      = -3.33333333333331316428e-02
		q2      = 1.58730158725481460165e-03
		q3      = -7.93650757867487942473e-05
		q4      = 4.00821782732936239552e-06
		q5      = -2.01099218183624371326e-07
	)
	size := math.Abs(x)
	switch {
	case x != x, size < 0x1p-54:
		return x
	case x > largest:
		return math.Inf(1)
	case x <= -56*math.Ln2:
		return -1
	}
	k, c := 0, 0.0 // x = k ln 2 + r − c, with r the new x
	if size > math.Ln2/2 {
		if k = int(math.Copysign(1, x)); size >= 1.5*math.Ln2 {
			k = int(mul(1/math.Ln2, x) + math.Copysign(0.5, x))
		}
		hi, lo := x-mul(float64(k), ln2Hi), mul(float64(k), ln2Lo)
		x = hi - lo
		c = hi - x - lo
	}
	half := mul(0.5, x)
	square := mul(x, half)
	r1 := 1 + mul(square, q1+mul(square, q2+mul(square, q3+mul(square, q4+mul(square, q5)))))
	t := 3 - mul(r1, half)
	e := mul(square, (r1-t)/(6-mul(x, t)))
	if k == 0 {
		return x - (mul(x, e) - square)
	}
	e = mul(x, e-c) - c - square
	switch {
	case k == -1:
		return mul(0.5, x-e) - 0.5
	case k == 1 && x < -0.25:
		return mul(-2, e-(x+0.5))
	case k == 1:
		return 1 + mul(2, x-e)
	case k <= -2 || k > 56:
		return scale(1-(e-x), k) - 1
	case k < 20:
		return scale(1-scale(1, -k)-(e-x), k)
	}
	return scale(x-(e+scale(1, -k))+1, k)
}
