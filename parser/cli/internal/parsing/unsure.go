package parsing

import (
	"slices"
	"sort"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

func (p *command) unsureFlag() urfave.Flag {
	return frame.Under(frame.InProbabilities, frame.Number(&p.unsure, 1, "unsure",
		"with --confidence: write only the `N` sentences with the least probable heads, the least sure first"))[0]
}

// ordered returns what writes items by another function: at once or, if only the least sure are to be written, in the
// end. It holds no more of them than are to be written.
func (p *command) ordered(write func(*treebank.Item) error) (add func(*treebank.Item) error, end func() error) {
	if p.unsure == 0 {
		return write, func() error { return nil }
	}
	type rated struct {
		*treebank.Item
		sureness float64
	}
	var least []rated
	add = func(it *treebank.Item) error {
		r := rated{it, structure.Sureness(it)}
		at := sort.Search(len(least), func(i int) bool { return least[i].sureness > r.sureness })
		least = slices.Insert(least, at, r)
		least = least[:min(len(least), p.unsure)]
		return nil
	}
	return add, func() error {
		for _, r := range least {
			if err := write(r.Item); err != nil {
				return err
			}
		}
		return nil
	}
}
