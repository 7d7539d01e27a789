package frame

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval"
	"parser/eval/layout"
	"parser/parser/cli/internal/places"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/ptb"
)

// Learning is what all commands have that train parsers. Its fields are the destinations of flags.
type Learning struct {
	Input
	Options    engine.Options
	Builds     *structure.Structure // by Options.System
	Lang       string
	Train, Dev urfave.StringSlice // files, folders and patterns
	From       GraphSource        // the words of graphs and their trees; DevTrees has those of dev
	DevTrees   urfave.StringSlice // files
	sources    sources
	SVG        string // file of learning curves, of experiments a folder of charts; "" for none
	Quiet      bool
}

// SetBuilds finds out what --system builds, and refuses flags that mean nothing with it, except those with these names.
func (t *Learning) SetBuilds(c *urfave.Context, but ...string) (err error) {
	if t.Builds, err = structure.OfSystem(t.Options.System); err != nil {
		return fmt.Errorf("%w: %w", engine.ErrOptions, err)
	}
	return CheckMeaning("system", []string{t.Options.System}, GivenFlags(c, but...))
}

// Read reads the treebanks and says what they are.
func (t *Learning) Read(ctx context.Context) (train, dev *BankFile, err error) {
	trainGroups, err := grouped("train", t.Train.Value())
	if err != nil {
		return nil, nil, err
	}
	devGroups, err := grouped("dev", t.Dev.Value())
	if err != nil {
		return nil, nil, err
	}
	shares, err := t.sources.shareOf(trainGroups)
	if err != nil {
		return nil, nil, err
	}
	trainPlaces, devPlaces, err := t.Env.Places().Treebank(t.Builds, t.Lang, files(trainGroups), files(devGroups))
	if err != nil {
		return nil, nil, err
	}
	train, err = t.readPart(ctx, "train", trainGroups, shares, t.From.Trees.Value(), trainPlaces)
	if err == nil {
		err = t.addSilver(ctx, train)
	}
	for _, g := range devGroups {
		if err == nil && g.name != "" && !slices.Contains(train.Data.Treebanks(), g.name) {
			err = fmt.Errorf("%w: --dev %s=…: no --train NAME=FILE has this name", ErrUsage, g.name)
		}
	}
	if err == nil {
		dev, err = t.readPart(ctx, "dev", devGroups, shares, t.DevTrees.Value(), devPlaces)
	}
	switch {
	case err != nil:
		return nil, nil, err
	case dev.Data.Len() == 0 && t.Options.Patience > 0:
		return nil, nil, fmt.Errorf("%w: --patience cannot be used without dev, which says which epochs are better", ErrUsage)
	case dev.Data.Len() == 0:
		fmt.Fprintln(t.Notes(), "dev: none, so the last epoch is kept")
	}
	learned, common := map[string]bool{}, 0
	for _, text := range train.Texts {
		learned[text] = true
	}
	for _, text := range dev.Texts {
		common += eval.One(learned[text])
	}
	if common > 0 {
		fmt.Fprintf(t.Notes(), "%d of the dev sentences occur in train too\n", common)
	}
	return train, dev, nil
}

// Notes is where messages go that --quiet turns off.
func (t *Learning) Notes() io.Writer { return t.Env.Notes(t.Quiet) }

// BankFile is what was read for training from files, or from the embedded sample.
type BankFile struct {
	Name  string
	sizes string // what is in it, in words
	Data  treebank.Data
	Texts []string // the words of each sentence, each with a tab after it
}

// ReadTreebank reads a part of the treebank, which is empty if it has no place. Sentences
// with heads that make no tree count as malformed; words without head do not. The trees of
// graphs are in the files that trees names or, without, made by the base.
func (t *Learning) ReadTreebank(ctx context.Context, trees []string, files ...places.Place) (*BankFile, error) {
	return UnlessInterrupted(ctx, func() (*BankFile, error) { return t.readFiles(ctx, trees, files) })
}

func (t *Learning) readFiles(ctx context.Context, trees []string, files []places.Place) (*BankFile, error) {
	b, in := &BankFile{Name: places.Places(files).String()}, t.Input
	var names []string
	for _, p := range files {
		names = append(names, p.Name)
		if !p.Sample {
			continue
		}
		in.Encoding, in.Format = "", pipe.Auto
		text, err := fs.ReadFile(in.Env.Samples, p.Name)
		if err != nil {
			return nil, err
		}
		in.Texts = map[string][]byte{p.Name: text}
	}
	s := in.Treebank(t.Builds.Form, names...)
	s.Check = func(f *textfile.Reader) error {
		if t.Builds.Form == textfile.CoNLL && in.Format != pipe.Auto {
			return nil
		}
		found, _ := pipe.Holds(f)
		return pipe.Must(f, t.Builds, fmt.Sprintf("--system %s does not learn from them (--system %s does)", t.Options.System, found.Systems()[0]))
	}
	err := s.Each(func(it *treebank.Item) error {
		if it.Sentence != nil {
			if err := it.Sentence.CheckPartial(false); err != nil {
				if s.Skip(err) {
					return nil
				}
				return err
			}
		}
		b.Data.Append(it)
		return nil
	})
	if err == nil && len(b.Data.Graphs) > 0 {
		b.Data.Sentences, err = t.From.Sentences(ctx, t.Env, b.Data.Graphs, trees)
	}
	b.sum(t.Builds, t.Options.Steps)
	return b, err
}

// sum says what is in the treebank, of trees after the steps that training takes first, without the brackets around
// whole sentences.
func (b *BankFile) sum(builds *structure.Structure, stepNames string) {
	steps, _ := ptb.ParseSteps(stepNames) // which SetOptions has checked
	steps.Root = true
	var sentences [][]conll.Word
	words, counted := 0, 0 // constituents, or non-projective sentences
	for _, tree := range b.Data.Trees {
		if tree = steps.Apply(tree); tree != nil {
			var words []conll.Word
			for _, leaf := range tree.Leaves() {
				words = append(words, conll.Word{Form: leaf.Word})
			}
			sentences, counted = append(sentences, words), counted+len(tree.Spans())-1
		}
	}
	for _, s := range b.Data.Sentences {
		sentences = append(sentences, s.Words)
		if len(conll.NonProjectiveArcs(s.Heads(nil))) > 0 {
			counted++
		}
	}
	for _, s := range sentences {
		text := ""
		for i := range s {
			text += s[i].Form + "\t"
		}
		b.Texts, words = append(b.Texts, text), words+len(s)
	}
	b.sizes = layout.Count(b.Data.Len(), builds.Item) + ", " + layout.Count(words, "word")
	if builds.Counted != "" {
		b.sizes += ", " + layout.Count(counted, builds.Counted)
	}
}

// String describes the treebank in a line.
func (b *BankFile) String() string { return b.Name + ": " + b.sizes }
