package cli

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// weighing says which probabilities parses are written with.
type weighing struct {
	trees      int // of a sentence: --nbest; 0 for the best one without its probability
	confidence bool
	unsure     int // sentences to write, the least sure first; 0 for all in their order
}

func (g *weighing) flags() []urfave.Flag {
	const category = "Probabilities"
	return []urfave.Flag{
		&urfave.IntFlag{Category: category, Name: "nbest", Destination: &g.trees, Usage: "write the `N` most probable trees of each sentence, with their probabilities", Action: frame.AtLeast(1, "nbest")},
		&urfave.BoolFlag{Category: category, Name: "confidence", Destination: &g.confidence, Usage: "write how probable each head, label and predicted tag is, and each tree"},
		&urfave.IntFlag{Category: category, Name: "unsure", Destination: &g.unsure, Usage: "with --confidence: write only the `N` sentences with the least probable heads, the least sure first", Action: frame.AtLeast(1, "unsure")},
	}
}

// check refuses flags that have no meaning with a model or with each other, and chooses the width of the beam.
func (g *weighing) check(p *parsing, c *urfave.Context, m *engine.Parser) error {
	if g.trees > 0 && !c.IsSet("beam") {
		p.beam = (&treebank.Request{NBest: g.trees}).Width()
	}
	builds, wrong := m.Structure(), ""
	format := cmp.Or(p.outputFormat, builds.Outputs[0])
	switch {
	case g.unsure > 0 && !g.confidence:
		wrong = "--unsure needs --confidence"
	case g.trees == 0 && !g.confidence:
	case g.confidence && !builds.Heads:
		wrong = fmt.Sprintf("--confidence is about heads, which a model of %s does not set", builds.Name())
	case builds.Holds == structure.Graph:
		wrong = fmt.Sprintf("--nbest cannot be used with a model of %s: no beam looks for several", builds.Name())
	case g.trees > p.beam:
		wrong = fmt.Sprintf("--nbest %d needs a beam of that width, and it is %d (at most %d)", g.trees, p.beam, treebank.MaxBeam)
	case m.Meta().Temperature == 0:
		wrong = p.model + " does not know how sure it is, which it learns if it is trained with dev, or later by: parser model calibrate"
	case !slices.Contains([]string{structure.CoNLLU, structure.JSON}, format):
		wrong = fmt.Sprintf("--output-format %s has no place for probabilities (have json, of dependencies also conllu)", format)
	case p.Immediate && g.unsure > 0:
		wrong = "--immediate cannot be used with --unsure: the least sure sentence is known at the end"
	}
	if wrong != "" {
		return fmt.Errorf("%w: %s", frame.ErrUsage, wrong)
	}
	return nil
}

// ordered returns what writes items by another function: at once or, if only the least sure are to be written, in the
// end. It holds no more of them than are to be written.
func (g *weighing) ordered(write func(*treebank.Item) error) (add func(*treebank.Item) error, end func() error) {
	if g.unsure == 0 {
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
		least = least[:min(len(least), g.unsure)]
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
