package tensors

import (
	"fmt"
	"slices"
	"strings"
)

// packing are operators of onnxruntime that have several weights in one, or in blocks of few bits.
var packing = []string{
	"Attention", "QAttention", "QEmbedLayerNormalization", "DynamicQuantizeMatMul", "MatMulIntegerToFloat",
	"MatMulNBits", "MatMulBnb4", "MatMulFpQ4", "GatherBlockQuantized",
}

// weights returns the tensors of a graph under the names that they had before the export, and in the form of then.
// Exporters keep the names of what is added and multiplied by element. The factor of a product they transpose and call
// onnx::MatMul_541 or so; its name is that of the node, /encoder/layer.0/output/dense/MatMul, or else that of the bias
// that is added next. Of equal tensors they keep one, and nodes (Identity) give it the names of the others.
func (g *graph) weights() (map[string]*Tensor, error) {
	named := map[string]*Tensor{}
	add := func(name string, t *Tensor) {
		if t != nil && name != "" && named[name] == nil {
			own := *t
			own.Name, named[name] = name, &own
		}
	}
	module := func(name string, t *Tensor) { // its weights
		if name != "" && t != nil && t.floating() {
			add(name+".weight", t)
		}
	}
	for name, t := range g.constants {
		add(name, t)
	}
	for _, n := range g.nodes {
		if n.domain != "" && slices.Contains(packing, n.operator) {
			return nil, fmt.Errorf("weights in the operator %s.%s are not supported: export without optimisation for a machine", n.domain, n.operator)
		}
		t, err := g.madeBy(n, 0)
		if err != nil {
			return nil, fmt.Errorf("node %.80q: %w", n.name, err)
		}
		switch n.operator {
		case "Identity", "Cast", "Transpose":
			add(n.result(), t)
		case "DequantizeLinear":
			if t == nil { // of the rows that were taken of a table
				t, err = g.rows(n)
			}
			add(n.result(), t)
			add(g.original(n.input(0)), t)
			module(n.module(), t)
		case "Gather":
			t, err = g.constant(n.input(0), 0)
			module(n.module(), t)
		case "MatMul", "MatMulInteger", "Gemm":
			t, err = g.factor(n)
			module(n.module(), t)
			if name, isBias := strings.CutSuffix(g.bias(n), ".bias"); isBias {
				module(name, t)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("node %.80q: %w", n.name, err)
		}
	}
	return named, nil
}

func (n *node) input(i int) string {
	if i < len(n.in) {
		return n.in[i]
	}
	return ""
}

func (n *node) result() string {
	if len(n.out) > 0 {
		return n.out[0]
	}
	return ""
}

// module returns the part of a model that a node is of, by its name: /encoder/layer.0/output/dense/MatMul is of
// encoder.layer.0.output.dense. Today's exporter has a list instead, [”, 'layers.0', 'layers.0.mlp.Wo', 'linear'].
func (n *node) module() string {
	if scopes := strings.Split(strings.Trim(n.scopes, "[]'"), "', '"); len(scopes) > 1 {
		return scopes[len(scopes)-2]
	}
	path := strings.Split(strings.TrimPrefix(n.name, "/"), "/")
	return strings.Join(path[:len(path)-1], ".")
}

// original returns the name of a constant before it was rounded to whole numbers.
func (g *graph) original(name string) string {
	if n := g.made[name]; n != nil && n.operator == "DequantizeLinear" {
		name = n.input(0)
	}
	return strings.TrimSuffix(name, "_quantized")
}

// mostSteps is how many nodes may stand between a constant and what reads it.
const mostSteps = 8

// constant returns the tensor of a name; nil if what the name stands for depends on the input.
func (g *graph) constant(name string, steps int) (*Tensor, error) {
	if t := g.constants[name]; t != nil {
		return t, nil
	}
	if n := g.made[name]; n != nil && steps < mostSteps {
		return g.madeBy(n, steps+1)
	}
	return nil, nil
}

// madeBy returns the tensor that a node makes of a constant; nil if it makes none.
func (g *graph) madeBy(n *node, steps int) (*Tensor, error) {
	switch n.operator {
	case "Identity", "Cast": // to floating point of some precision
		return g.constant(n.input(0), steps)
	case "Transpose":
		t, err := g.constant(n.input(0), steps)
		if t == nil || len(t.Shape) != 2 || len(n.permutation) > 0 && !slices.Equal(n.permutation, []int64{1, 0}) {
			return nil, err
		}
		return t.transpose(), err
	case "DequantizeLinear":
		t, err := g.constant(n.input(0), steps)
		if t == nil || err != nil {
			return nil, err
		}
		return g.scaled(t, n)
	}
	return nil, nil
}

// rows returns the table whose rows a node takes out of whole numbers, after another has taken these.
func (g *graph) rows(n *node) (*Tensor, error) {
	gather := g.made[n.input(0)]
	if gather == nil || gather.operator != "Gather" {
		return nil, nil
	}
	t, err := g.constant(gather.input(0), 0)
	if t == nil || err != nil {
		return nil, err
	}
	scale, err := g.constant(n.input(1), 0)
	if scale == nil || scale.Len() != 1 || err != nil {
		return nil, err // one for each column is not exported
	}
	return g.scaled(t, n)
}

// scaled returns the numbers that a node DequantizeLinear makes of whole ones.
func (g *graph) scaled(t *Tensor, n *node) (*Tensor, error) {
	if n.numbers["block_size"] != 0 {
		return nil, fmt.Errorf("blocks of %d numbers with a scale of their own are not supported", n.numbers["block_size"])
	}
	axis, given := n.numbers["axis"]
	if !given {
		axis = 1
	}
	return g.dequantized(t, n.input(1), n.input(2), axis)
}

// dequantized returns (x − zero)·scale, given the names of both, along a dimension if there are several.
func (g *graph) dequantized(t *Tensor, scale, zero string, axis int64) (*Tensor, error) {
	scales, err := g.constant(scale, 0)
	if scales == nil || err != nil {
		return nil, err
	}
	zeros, err := g.constant(zero, 0)
	if err != nil || zeros == nil && zero != "" {
		return nil, err
	}
	if axis < 0 {
		axis += int64(len(t.Shape))
	}
	return t.scaled(scales, zeros, int(axis))
}

// factor returns the weights that a product multiplies by, in the form that they had before the export: a row for each
// number of the result. It is nil if it multiplies two things that depend on the input.
func (g *graph) factor(n *node) (*Tensor, error) {
	t, err := g.constant(n.input(1), 0)
	if t == nil || err != nil || len(t.Shape) != 2 {
		return nil, err
	}
	if n.operator == "MatMulInteger" {
		scale := g.scaleAfter(n)
		if scale == "" {
			return nil, fmt.Errorf("the scale of %.80q is not found", n.input(1))
		}
		if t, err = g.dequantized(t, scale, n.input(3), 1); t == nil || err != nil {
			return nil, err
		}
	}
	if n.numbers["transB"] != 0 {
		return t, nil
	}
	return t.transpose(), nil
}

// scaleAfter returns the name of the scale of a product's second factor. The product of whole numbers is converted, and
// multiplied by the product of both factors' scales.
func (g *graph) scaleAfter(n *node) string {
	for _, cast := range g.used[n.result()] {
		for _, times := range g.used[cast.result()] {
			for _, name := range times.in {
				both := g.made[name]
				if times.operator != "Mul" || both == nil || both.operator != "Mul" {
					continue
				}
				for _, scale := range both.in {
					if g.constants[scale] != nil {
						return scale
					}
				}
			}
		}
	}
	return ""
}

// bias returns the name of the constant that is added to a product; "" if nothing is added.
func (g *graph) bias(n *node) string {
	if n.operator == "Gemm" {
		return g.original(n.input(2))
	}
	for range mostSteps {
		users := g.used[n.result()]
		if len(users) != 1 {
			return ""
		}
		switch n = users[0]; n.operator {
		case "Cast", "Mul", "Reshape":
		case "Add":
			for _, name := range n.in {
				if t, err := g.constant(name, 0); t != nil && err == nil {
					return g.original(name)
				}
			}
			return ""
		default:
			return ""
		}
	}
	return ""
}
