package transformer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"parser/parser/internal/loops"
)

// head predicts subwords from hidden states, as masked language models do (Devlin et al. 2019). With x a state of the
// last layer, and E the embeddings of the subwords that can be predicted,
//
//	p = softmax(hEᵀ + b)    h = LN(gelu(xT + t))
type head struct {
	transform product // T, to the width of embeddings
	norm      norm
	table     weights      // E: a row for each class
	bias      weights      // b
	biases    []float32    // … of all subwords, as learning began
	columns   loops.Panels // Eᵀ
	rows      loops.Panels // E
}

// headNames are what files call the parts of a head. ELECTRA has one in the generator that it is trained with.
type headNames struct{ transform, norm, bias string }

func (c *Config) headNames() headNames {
	switch c.Type {
	case "roberta", "xlm-roberta":
		return headNames{"lm_head.dense", "lm_head.layer_norm", "lm_head.bias"}
	case "distilbert":
		return headNames{"vocab_transform", "vocab_layer_norm", "vocab_projector.bias"}
	case "modernbert":
		return headNames{"head.dense", "head.norm", "decoder.bias"}
	case "electra":
		return headNames{"generator_predictions.dense", "generator_predictions.LayerNorm", "generator_lm_head.bias"}
	}
	return headNames{"cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", "cls.predictions.bias"}
}

// newHead returns the head that an encoder's folder has for some subwords or, if it has none, one whose weights are drawn
// as BERT's were (Devlin et al. 2019) and whose bias is the logarithm of how often subwords occur.
func (e *Encoder) newHead(classes []int32, counts []int, random *rand.Rand) (*head, error) {
	wide := e.Embeddings
	n := e.headNames()
	h := &head{transform: product{in: e.Width, out: wide, bare: e.Modern() && !e.folder.Has(n.transform+".bias")}, norm: norm{bare: e.Bare.Norms}}
	h.table.values, h.bias.values = make([]float32, len(classes)*wide), make([]float32, len(classes))
	for i, id := range classes {
		e.subwords.row(h.table.values[i*wide:][:wide], id)
	}
	h.transform.matrix.values = make([]float32, e.Width*wide)
	h.transform.bias.values, h.norm.bias.values = make([]float32, wide), make([]float32, wide)
	if e.folder.Has(n.transform + ".weight") {
		l := &loading{folder: e.folder}
		own := l.factor(e.Width, wide, n.transform)
		if !h.transform.bare {
			h.transform.bias.values = l.read(nil, n.transform+".bias", wide)
		}
		if h.norm.bare {
			h.norm.gain.values = l.read(nil, n.norm+".weight", wide)
		} else {
			h.norm = l.norm(n.norm, wide)
		}
		biases := l.read(nil, n.bias, e.subwords.tensor.Shape[0])
		if l.err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrEncoder, e.Name, l.err)
		}
		if h.biases = biases; e.kept != nil {
			h.biases = nil
			for _, id := range e.kept {
				h.biases = append(h.biases, biases[id])
			}
		}
		own.packed.Unpack(h.transform.matrix.values, 1, e.Width)
		for i, id := range classes {
			h.bias.values[i] = h.biases[id]
		}
		return h, nil
	}
	const deviation = 0.02
	for i := range h.transform.matrix.values {
		h.transform.matrix.values[i] = float32(deviation * random.NormFloat64())
	}
	h.norm.gain.values = slices.Repeat([]float32{1}, wide)
	total := e.Vocabulary
	for _, n := range counts {
		total += n
	}
	h.biases = slices.Repeat([]float32{float32(-math.Log(float64(total)))}, e.Vocabulary)
	for i, n := range counts {
		h.bias.values[i] = float32(math.Log(float64(n+1) / float64(total)))
	}
	return h, nil
}

// parts lists the weights but those of subwords, as those of a layer of some depth.
func (h *head) parts(depth int) []part {
	wide := h.transform.out
	all := []part{
		{"head/transform/W", depth, wide, h.transform.in, &h.transform.matrix, &h.transform},
		{"head/gain", depth, 1, wide, &h.norm.gain, nil},
	}
	if !h.transform.bare {
		all = append(all, part{"head/transform/b", depth, 1, wide, &h.transform.bias, nil})
	}
	if !h.norm.bare {
		all = append(all, part{"head/bias", depth, 1, wide, &h.norm.bias, nil})
	}
	return all
}

// ofSubwords lists the weights of subwords.
func (h *head) ofSubwords(depth int) []part {
	n, wide := len(h.bias.values), h.transform.out
	return []part{{"head/subwords/W", 0, n, wide, &h.table, nil}, {"head/subwords/b", depth, 1, n, &h.bias, nil}}
}

// headPass is a head at work on some states.
type headPass struct {
	head
	states  []float32 // x
	raised  []float32 // xT + t
	active  []float32 // gelu(xT + t)
	hidden  []float32 // h
	moments []float32
	scores  []float32 // hEᵀ + b, then the gradient by it
	back    []float32 // the gradient by h, then by what is before it
	below   []float32 // … and by x
	panel   loops.Panels
}

// read sets scores to the gradient of the loss, the sum of −log p of the classes wanted of states, and returns it.
func (p *headPass) read(c *Config, s *scratch, wants []int32) (loss float64) {
	n, wide, classes := len(wants), p.transform.out, len(p.bias.values)
	p.raised, p.active, p.hidden = sized(p.raised, n*wide), sized(p.active, n*wide), sized(p.hidden, n*wide)
	p.moments, p.scores = sized(p.moments, 2*n), sized(p.scores, n*classes)
	p.transform.set(s, p.raised, p.states, n)
	c.activate(p.active, p.raised)
	p.norm.set(p.hidden, p.active, n, c.Epsilon, p.moments)
	for i := range n {
		copy(p.scores[i*classes:], p.bias.values)
	}
	p.columns.MulAdd(p.scores, classes, p.hidden, wide, 1, n)
	for i, class := range wants {
		q := p.scores[i*classes:][:classes]
		loops.Softmax(q, 1)
		loss -= math.Log(max(float64(q[class]), math.SmallestNonzeroFloat32))
		q[class]--
	}
	return loss
}

// backward adds the gradients of the weights but those of the table and its bias, and sets below.
func (p *headPass) backward(c *Config, b *backward, n int) {
	wide, classes := p.transform.out, len(p.bias.values)
	p.back, p.below = sized(p.back, n*wide), sized(p.below, n*p.transform.in)
	clear(p.back)
	p.rows.MulAdd(p.back, wide, p.scores, classes, 1, n)
	p.norm.backward(p.back, p.active, p.back, n, p.moments)
	c.activateBack(p.back, p.back, p.raised)
	clear(p.below)
	p.transform.backward(b, p.below, p.states, p.back, n)
	p.panel.Pack(p.hidden, n, wide, wide, 1)
}

// addTable adds the gradients of the table and its bias for classes from one on up to another, given those by scores.
func (h *head) addTable(p *headPass, n, from, to int) {
	if n == 0 {
		return
	}
	wide, classes := h.transform.out, len(h.bias.values)
	p.panel.MulAdd(h.table.gradient[from*wide:], wide, p.scores[from:], 1, classes, to-from)
	for i := range n {
		loops.Add(h.bias.gradient[from:to], p.scores[i*classes:][from:to])
	}
}

// follow makes the weights of the head those of another one, but not their gradients.
func (h *head) follow(other *head) {
	h.transform.in, h.transform.out, h.transform.bare, h.norm.bare = other.transform.in, other.transform.out, other.transform.bare, other.norm.bare
	h.transform.matrix.values, h.transform.bias.values = other.transform.matrix.values, other.transform.bias.values
	h.norm.gain.values, h.norm.bias.values = other.norm.gain.values, other.norm.bias.values
	h.table.values, h.bias.values = other.table.values, other.bias.values
	h.transform.packed, h.transform.back = other.transform.packed, other.transform.back
	h.columns, h.rows = other.columns, other.rows
}
