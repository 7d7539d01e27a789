package decode_test

import (
	"fmt"

	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/transition"
)

// first is a policy: it takes the first move that is legal, and the first label.
type first struct{}

func (first) Choose(decisions []*learn.Decision) error {
	for _, d := range decisions {
		if d.Choice = 0; decode.Of(d).Move() == decode.NoMove {
			d.Choice = d.Classes[0]
		}
	}
	return nil
}

// Without actions the classes are moves: arc-hybrid shifts as long as it can, and then makes each
// word the dependent of the one before.
func Example() {
	d := decode.Derivation{System: transition.ArcHybrid{}}
	d.Start(0, 3)
	if err := new(learn.Decoder).Run(first{}, &d); err != nil {
		fmt.Println(err)
		return
	}
	for word := int32(1); word <= d.Config.N; word++ {
		fmt.Println(word, "has the head", d.Config.Nodes[word].Head)
	}
	// Output:
	// 1 has the head 0
	// 2 has the head 1
	// 3 has the head 2
}
