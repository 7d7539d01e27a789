package frame

import (
	"context"
	"fmt"
	"io"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/parser"
	"parser/parser/internal/structure"
)

// Learning is what all commands have that train parsers. Its fields are the destinations of flags.
type Learning struct {
	Input
	Options    parser.Options
	Builds     *structure.Structure // by Options.System
	Lang       string
	Train, Dev urfave.StringSlice // files, folders and patterns
	From       Grounds            // the words of graphs and their trees; of dev, DevTrees has those
	DevTrees   urfave.StringSlice // files
	SVG        string             // file of learning curves, of experiments a folder of charts; "" for none
	Quiet      bool
}

// SetBuilds finds out what --system builds, and refuses flags that mean nothing with it, except those with these names.
func (t *Learning) SetBuilds(c *urfave.Context, but ...string) (err error) {
	if t.Builds, err = structure.OfSystem(t.Options.System); err != nil {
		return fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	return CheckMeaning("system", []string{t.Options.System}, GivenFlags(c, but...))
}

// Read reads the treebank and says what it is.
func (t *Learning) Read(ctx context.Context) (train, dev *BankFile, err error) {
	trainPlaces, devPlaces, err := t.Env.Places().Treebank(t.Builds, t.Lang, t.Train.Value(), t.Dev.Value())
	if err != nil {
		return nil, nil, err
	}
	if train, err = t.ReadTreebank(ctx, t.From.Trees.Value(), trainPlaces...); err != nil {
		return nil, nil, err
	}
	fmt.Fprintln(t.Notes(), "train:", train)
	if dev, err = t.ReadTreebank(ctx, t.DevTrees.Value(), devPlaces...); err != nil {
		return nil, nil, err
	}
	if dev.Data.Len() == 0 {
		if t.Options.Patience > 0 {
			return nil, nil, fmt.Errorf("%w: --patience has no meaning without dev, which says which epochs are better", ErrUsage)
		}
		fmt.Fprintln(t.Notes(), "dev: none, so the last epoch is kept")
		return train, dev, nil
	}
	fmt.Fprintln(t.Notes(), "dev:  ", dev)
	seen := map[string]bool{}
	for _, text := range train.Texts {
		seen[text] = true
	}
	if common := slices.DeleteFunc(dev.Texts, func(text string) bool { return !seen[text] }); len(common) > 0 {
		fmt.Fprintf(t.Notes(), "%d of the dev sentences occur in train too\n", len(common))
	}
	return train, dev, nil
}

// Notes is where messages go that --quiet turns off.
func (t *Learning) Notes() io.Writer { return t.Env.Notes(t.Quiet) }
