package neural

import (
	"cmp"
	"fmt"
)

// encoder turns the vector of each position of a sentence into one that knows its context. Each encoder
// reads the output of the one before it; the second also reads the expected tags (see tagger).
type encoder interface {
	widths() widths
	matrices() []*matrix // in the order of files
	// alone does the part of the work that looks at one row of the input at a time. A session
	// remembers its results for frequent words. It may round rows in room.
	alone(room *left, dst, in []float32, rows int)
	newPass() pass
}

// widths are how many numbers an encoder has for a position.
type widths struct {
	in, alone int
	out       int // even: for spans, the first half is the forward direction, the second the backward one
}

// pass is an encoder at work for one session, with what backward needs to know about the last batch.
// Matrices have a row for each row of the packing. The output for a sentence must not depend on other sentences.
type pass interface {
	// forward returns the output, which is valid until the next call. Until then the pass may also
	// keep and change the results of alone.
	forward(p *packing, alone []float32) (out []float32)
	// backward takes the input of the last forward and the gradient of its output, which it may
	// change. It adds to the gradients of the weights, and sets dIn to the gradient of the input.
	backward(p *packing, in, dOut, dIn []float32)
}

// architecture is a kind of encoder.
type architecture interface {
	name() string // in Settings.Encoder and model files
	check(s Size) error
	describe(s Size) string
	// new returns an encoder without weights. The names of its matrices begin with prefix.
	new(prefix string, in int, s Size) encoder
}

// usualEncoder is the encoder of settings and files that name none.
const usualEncoder = "lstm"

// architectures lists the kinds of encoders: another one is a file, and a name here.
func architectures() []architecture { return []architecture{lstms{}, denses{}, bare{}} }

// architecture returns the named architecture, and what is wrong with it or with its size.
func (k Kind) architecture(name string, s Size) (architecture, error) {
	var names []string
	for _, a := range append(architectures(), k.more...) {
		if a.name() == cmp.Or(name, usualEncoder) {
			return a, a.check(s)
		}
		names = append(names, a.name())
	}
	return nil, fmt.Errorf("no encoder %q (have %v)", name, names)
}
