package loops_test

import (
	"fmt"

	"parser/model/kernel"
	"parser/parser/internal/loops"
)

func ExampleGELU() {
	x, dx := []float32{-1, 0, 1}, []float32{1, 1, 1}
	loops.GELUBack(dx, dx, x)
	loops.GELU(x, x)
	fmt.Printf("%.4f, slopes %.4f\n", x, dx)
	// Output: [-0.1587 0.0000 0.8413], slopes [-0.0833 0.5000 1.0833]
}

func ExampleGELUTanh() {
	x, dx := []float32{-1, 0, 1}, []float32{1, 1, 1}
	loops.GELUTanhBack(dx, dx, x)
	loops.GELUTanh(x, x)
	fmt.Printf("%.4f, slopes %.4f\n", x, dx)
	// Output: [-0.1588 0.0000 0.8412], slopes [-0.0830 0.5000 1.0830]
}

func ExampleSoftmax() {
	x, dx := []float32{0, 2}, []float32{1, 0}
	loops.Softmax(x, 0.5)
	loops.SoftmaxBack(dx, dx, x, 0.5)
	fmt.Printf("%.3f, slopes %.3f\n", x, dx)
	// Output: [0.269 0.731], slopes [0.098 -0.098]
}

func ExampleLayerNorm() {
	x, gain, bias := []float32{1, 3}, []float32{1, 2}, []float32{0, 10}
	y, dx, dgain, dbias := make([]float32, 2), []float32{1, 0}, make([]float32, 2), make([]float32, 2)
	mean, inverse := loops.LayerNorm(y, x, gain, bias, 1)
	loops.LayerNormBack(dx, dgain, dbias, dx, x, gain, mean, inverse)
	fmt.Printf("%.3f, slopes %.3f %.3f %.3f\n", y, dx, dgain, dbias)
	// Output: [-0.707 11.414], slopes [0.177 -0.177] [-0.707 0.000] [1.000 0.000]
}

func ExamplePanels8() {
	var p loops.Panels8
	p.Quantize([]float32{1, 2, 3, 4, 5, 6}, []float32{0, 0, 100}, 2, 3, 3, 1) // 1 2 3 over 4 5 6
	var rows loops.Rows8
	rows.Resize(1, 2)
	rows.Set(0, []float32{1, 10})
	c := make([]float32, 3)
	p.Map(c, 3, &rows)
	fmt.Printf("%.1f\n", c)
	// Output: [41.0 52.0 163.0]
}

func ExampleToHalf() {
	halves, x := make([]kernel.Half, 3), []float32{1, 0.1, 1e9}
	kernel.ToHalf(halves, x)
	kernel.FromHalf(x, halves)
	fmt.Println(x)
	// Output: [1 0.099975586 65504]
}
