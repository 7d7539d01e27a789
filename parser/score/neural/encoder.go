package neural

import (
	"cmp"
	"fmt"
	"math/rand/v2"
)

// encoder turns vectors of the positions of sentences into others that tell of what stands around
// them. A network has one or more, as Size.Layers says: each reads what the one before gives and
// the second reads, moreover, what to expect of tags (see tagger).
type encoder interface {
	widths() widths
	// matrices returns all weights, in the order of files.
	matrices() []*matrix
	// draw draws the weights that learning begins with; all are 0.
	draw(random *rand.Rand)
	// pack prepares the weights, which have changed, for passes; and for their way back, if learning.
	pack(learning bool)
	// alone sets what is made of each row of input whatever the others are. A session remembers it
	// of frequent words.
	alone(dst, in []float32, rows int)
	newPass() pass
}

// widths are how many numbers an encoder has of a position.
type widths struct {
	in, alone int
	out       int // even: where slots see spans, the first half tells of what ends at a position, the second of what begins
}

// pass is an encoder at work for a session, and what it has computed of a batch. What it gives of
// a sentence does not depend on the others. Rows are those of a packing.
type pass interface {
	// forward returns the output. What was made of the rows alone is the pass's until the next
	// forward, to be changed as well; so is the output.
	forward(p *packing, alone []float32) (out []float32)
	// backward takes the input of the last forward, and the gradient of a loss by its output, which
	// it may change. It adds the gradients by the weights, and sets that by the input.
	backward(p *packing, in, dOut, dIn []float32)
}

// architecture is a kind of encoder.
type architecture interface {
	// name is that of Settings.Encoder and of model files.
	name() string
	// check returns what is wrong with a size.
	check(s Size) error
	// describe gives the size in words.
	describe(s Size) string
	// new returns an encoder without weights. The names of its matrices begin with prefix.
	new(prefix string, in int, s Size) encoder
}

// usualEncoder is the encoder of settings and files that name none.
const usualEncoder = "lstm"

// architectures lists the kinds of encoders: another one is a file, and a line here. The second
// one needs an option in Settings.Options as well, to be chosen by.
func architectures() []architecture {
	return []architecture{
		lstms{},
	}
}

// architecture returns the kind of encoder of a name.
func (k Kind) architecture(name string) (architecture, error) {
	var names []string
	for _, a := range append(architectures(), k.more...) {
		if a.name() == cmp.Or(name, usualEncoder) {
			return a, nil
		}
		names = append(names, a.name())
	}
	return nil, fmt.Errorf("no encoder %q (have %v)", name, names)
}
