package frame

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
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
	held, common := map[string]int{}, 0
	for _, text := range dev.Texts {
		held[text]++
	}
	see := func(text string) {
		common += held[text]
		delete(held, text)
	}
	for _, text := range train.Texts {
		see(text)
	}
	if err := t.addSilver(ctx, train, see); err != nil {
		return nil, nil, err
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
	Data  treebank.Data
	Texts []string // the words of each sentence, each with a tab after it

	builds                *structure.Structure
	items, words, counted int // counted are constituents, or non-projective sentences
}

// ReadTreebank reads a part of the treebank, which is empty if it has no place. Sentences
// with heads that make no tree count as malformed; words without head do not. The trees of
// graphs are in the files that trees names or, without, made by the base.
func (t *Learning) ReadTreebank(ctx context.Context, trees []string, files ...places.Place) (*BankFile, error) {
	return UnlessInterrupted(ctx, func() (*BankFile, error) { return t.readFiles(ctx, trees, files) })
}

func (t *Learning) readFiles(ctx context.Context, trees []string, files []places.Place) (*BankFile, error) {
	b := &BankFile{Name: places.Places(files).String()}
	err := t.each(files, func(it *treebank.Item) error {
		b.Data.Append(it)
		return nil
	})
	if err == nil && len(b.Data.Graphs) > 0 {
		b.Data.Sentences, err = t.From.Sentences(ctx, t.Env, b.Data.Graphs, trees)
	}
	b.count(&b.Data, t.Builds, t.Options.Steps, func(text string) { b.Texts = append(b.Texts, text) })
	return b, err
}

// each calls do with all sentences, trees or graphs in files, until it returns an error.
func (t *Learning) each(files []places.Place, do func(*treebank.Item) error) error {
	in := t.Input
	var names []string
	for _, p := range files {
		names = append(names, p.Name)
		if !p.Sample {
			continue
		}
		in.Encoding, in.Format = "", pipe.Auto
		text, err := fs.ReadFile(in.Env.Samples, p.Name)
		if err != nil {
			return err
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
	return s.Each(func(it *treebank.Item) error {
		if it.Sentence != nil {
			for _, annotation := range it.Sentence.Annotations() {
				if err := annotation.CheckPartial(false); err != nil {
					if s.Skip(err) {
						return nil
					}
					return err
				}
			}
		}
		return do(it)
	})
}

// count adds what is in a treebank, or in a part of it, of trees after the steps that training takes first, without the
// brackets around whole sentences. It calls see with the words of each sentence, each with a tab after it.
func (b *BankFile) count(d *treebank.Data, builds *structure.Structure, stepNames string, see func(text string)) {
	steps, _ := ptb.ParseSteps(stepNames) // which SetOptions has checked
	steps.Root = true
	var sentences [][]conll.Word
	for _, tree := range d.Trees {
		if tree = steps.Apply(tree); tree != nil {
			var words []conll.Word
			for _, leaf := range tree.Leaves() {
				words = append(words, conll.Word{Form: leaf.Word})
			}
			sentences, b.counted = append(sentences, words), b.counted+len(tree.Spans())-1
		}
	}
	for _, s := range d.Sentences {
		sentences = append(sentences, s.Words)
		if len(conll.NonProjectiveArcs(s.Heads(nil))) > 0 {
			b.counted++
		}
	}
	for _, s := range sentences {
		var text strings.Builder
		for i := range s {
			text.WriteString(s[i].Form + "\t")
		}
		see(text.String())
		b.words += len(s)
	}
	b.items, b.builds = b.items+d.Len(), builds
}

// String describes the treebank in a line.
func (b *BankFile) String() string {
	sizes := layout.Count(b.items, b.builds.Item) + ", " + layout.Count(b.words, "word")
	if b.builds.Counted != "" {
		sizes += ", " + layout.Count(b.counted, b.builds.Counted)
	}
	return b.Name + ": " + sizes
}
