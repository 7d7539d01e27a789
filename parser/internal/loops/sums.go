package loops

// SumSquares is the sum of the squares of x, summed in float64: lane l of 16 sums the
// elements l, l+16, l+32 …; then the lanes 8 apart are added, those 4 apart, 2 apart and
// 1 apart. The squares are exact.
func SumSquares(x []float32) float64 { return squaresAbout(x, 0) }

// squaresAbout is SumSquares of the differences from a center, which are rounded to float64, as are
// their squares.
func squaresAbout(x []float32, center float64) float64 {
	var lanes [16]float64
	sumSquares(&lanes, x, center)
	return fold(&lanes)
}

func fold(lanes *[16]float64) float64 {
	for apart := 8; apart > 0; apart /= 2 {
		for l := range apart {
			lanes[l] += lanes[l+apart]
		}
	}
	return lanes[0]
}

func sumSquaresPlain(lanes *[16]float64, x []float32, center float64) {
	for i, v := range x {
		d := float64(v) - center
		lanes[i%16] += float64(d * d)
	}
}

// total is the sum of x, in float64 and in the order of [SumSquares].
func total(x []float32) float64 {
	var lanes [16]float64
	sum(&lanes, x)
	return fold(&lanes)
}

func sumPlain(lanes *[16]float64, x []float32) {
	for i, v := range x {
		lanes[i%16] += float64(v)
	}
}

// product is the sum of the products of x with y, which is at least as long, in float64 and in the order
// of [SumSquares]. The products are exact.
func product(x, y []float32) float64 {
	var lanes [16]float64
	dot(&lanes, x, y[:len(x)])
	return fold(&lanes)
}

func dotPlain(lanes *[16]float64, x, y []float32) {
	for i, v := range x {
		lanes[i%16] += float64(float64(v) * float64(y[i]))
	}
}
