package cli

import (
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/eval/layout"
	"parser/model/npz"
	"parser/parser/cli/internal/fetch"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
	"parser/parser/internal/training"
	"parser/parser/internal/transformer"
	"parser/parser/vectors"
)

// begin finds out what is built, loads what training begins with, and returns the options that are usual then.
func (t *trainer) begin(c *urfave.Context) (usual engine.Options, err error) {
	if t.init != "" {
		p, _, err := t.Env.Load(t.init)
		if err != nil {
			return usual, fmt.Errorf("--init: %w", err)
		}
		usual = training.OptionsAfter(p)
		if !c.IsSet("system") {
			t.Options.System = usual.System
		}
		if !c.IsSet("base") {
			t.From.Parser = p.Base()
		}
	}
	if err := t.SetBuilds(c); err != nil {
		return usual, err
	}
	if t.init == "" {
		usual = engine.DefaultsFor(t.Options.System)
	}
	if t.teacher != "" {
		if t.Options.Teacher, _, err = t.Env.Load(t.teacher); err != nil {
			return usual, fmt.Errorf("--teacher: %w", err)
		}
	}
	if t.Builds.NeedsHeads {
		if err := t.completeGrounds(c); err != nil {
			return usual, err
		}
	}
	if t.pretrained != "" {
		if t.Options.Pretrained, err = atomicfile.ReadFile(t.pretrained, neural.ReadPretrained); err != nil {
			return usual, fmt.Errorf("%w: --pretrained: %w", frame.ErrModel, err)
		}
	}
	if err := t.openEncoder(); err != nil {
		return usual, err
	}
	switch {
	case t.vectors != "":
		t.Options.Vectors = &vectors.Table{} // to be filled
	case t.allVectors:
		return usual, fmt.Errorf("%w: --all-vectors without --vectors", frame.ErrUsage)
	}
	return usual, nil
}

// openEncoder opens the folder of --encoder, if there is one.
func (t *trainer) openEncoder() error {
	switch {
	case t.encoder == "" && t.embedded != "":
		return fmt.Errorf("%w: --embed-encoder without --encoder", frame.ErrUsage)
	case t.encoder == "":
		return nil
	}
	folder, err := transformer.Named(t.encoder)
	switch {
	case err != nil:
		err = toDownload(t.encoder, err)
	case t.embedded != "":
		t.Options.Encoder, err = transformer.OpenHeld(folder, npz.Precision(t.embedded))
	default:
		t.Options.Encoder, err = transformer.Open(folder, transformer.Settings{})
	}
	if err != nil {
		return fmt.Errorf("%w: --encoder: %w", frame.ErrModel, err)
	}
	fmt.Fprintln(t.Notes(), "encoder:", t.Options.Encoder)
	return nil
}

// toDownload adds to an error about an encoder that is not there how it is downloaded, if the list has it.
func toDownload(name string, missing error) error {
	list, err := fetch.Encoders()
	if err != nil {
		return err
	}
	if e := fetch.FindEncoder(list, name); e != nil {
		return fmt.Errorf("%w; download it with: %s get encoder %s", missing, frame.ProgramName, e.Name)
	}
	return missing
}

// completeGrounds says where the words of graphs come from, if no flag does, and loads a base
// that the model is to hold.
func (t *trainer) completeGrounds(c *urfave.Context) error {
	trees, dev := c.IsSet("trees"), c.IsSet("dev-trees")
	switch {
	case (trees || dev) && t.SkipBad:
		return fmt.Errorf("%w: --skip-bad cannot be used with --trees: each graph has its tree", frame.ErrUsage)
	case trees != dev && (dev || len(t.Dev.Value()) > 0):
		return fmt.Errorf("%w: --trees and --dev-trees go together, as --train and --dev do", frame.ErrUsage)
	case trees && len(t.Train.Value()) == 0:
		return fmt.Errorf("%w: --trees without --train", frame.ErrUsage)
	case t.From.Base != "":
		return t.From.Load(t.Env)
	}
	t.From.Base = frame.UsualBase(t.Lang)
	return nil
}

// fillVectors reads the vectors of the words in a treebank, or of all with --all-vectors, and says how many of the
// words have one.
func (t *trainer) fillVectors(parts ...*frame.BankFile) error {
	forms, wanted := map[string]bool{}, map[string]bool{}
	for _, part := range parts {
		for _, text := range part.Texts {
			for form := range strings.SplitSeq(text, "\t") {
				forms[form] = true
			}
		}
	}
	for form := range forms {
		for _, word := range vectors.Spellings(form) {
			wanted[word] = true
		}
	}
	test := func(word string) bool { return wanted[word] }
	if t.allVectors {
		test = nil
	}
	read, err := vectors.Open(t.vectors, t.Env.Stdin, test)
	if err != nil {
		return err
	}
	table := t.Options.Vectors
	*table = *read
	has, known := map[string]bool{}, 0
	for _, word := range table.Words {
		has[word] = true
	}
	for form := range forms {
		if slices.ContainsFunc(vectors.Spellings(form), func(word string) bool { return has[word] }) {
			known++
		}
	}
	message := fmt.Sprintf("%s: %s of %s, %d kept; %d of %s have one", t.vectors, layout.Count(table.Found, "vector"), layout.Count(table.Dim, "number"), len(table.Words), known, layout.Count(len(forms), "different word"))
	if table.Doubles > 0 {
		message += fmt.Sprintf("; not read: %s of words that had one", layout.Count(table.Doubles, "vector"))
	}
	fmt.Fprintln(t.Notes(), "vectors:", message)
	return nil
}
