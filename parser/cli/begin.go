package cli

import (
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/fetch"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	"parser/parser/internal/transformer"
)

// begin finds out what is built, opens what training begins with, and returns the options that are usual then.
func (t *trainer) begin(c *urfave.Context) (usual engine.Options, err error) {
	if c.IsSet(training.Init) {
		if err := t.open(c, training.Init); err != nil {
			return usual, err
		}
		p := t.resources.Value(training.Init).(*engine.Parser)
		usual, t.before = training.After(p)
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
	if !c.IsSet(training.Init) {
		usual = engine.DefaultsFor(t.Options.System)
	}
	if err := t.completeGrounds(c); err != nil {
		return usual, err
	}
	switch {
	case t.embedded != "" && !c.IsSet(training.Encoder):
		return usual, fmt.Errorf("%w: --embed-encoder without --encoder", frame.ErrUsage)
	case c.IsSet("encoder-depth") && !c.IsSet(training.Encoder):
		return usual, fmt.Errorf("%w: --encoder-depth without --encoder", frame.ErrUsage)
	case t.subwords != "" && !c.IsSet(training.Encoder):
		return usual, fmt.Errorf("%w: --encoder-vocabulary without --encoder", frame.ErrUsage)
	case t.allVectors && !c.IsSet(training.Vectors):
		return usual, fmt.Errorf("%w: --all-vectors without --vectors", frame.ErrUsage)
	}
	for _, k := range training.ResourceKinds() {
		if c.IsSet(k.Name) && k.Name != training.Init {
			if err := t.open(c, k.Name); err != nil {
				return usual, err
			}
		}
	}
	return usual, nil
}

// open opens what the flag of a resource names.
func (t *trainer) open(c *urfave.Context, name string) error {
	kind, err := training.KindOf(name)
	if err != nil {
		return err
	}
	values := c.StringSlice(name)
	if !kind.Several {
		values = []string{c.String(name)}
	}
	for _, value := range values {
		own, err := t.opened(kind, value)
		if err != nil {
			return err
		}
		t.resources = append(t.resources, own...)
	}
	return nil
}

// opened returns the resources that the value of a flag names.
func (t *trainer) opened(kind training.ResourceKind, value string) (training.Resources, error) {
	name := kind.Name
	if kind.Open != nil {
		subwords, err := training.ParseSubwords(t.subwords)
		if err != nil {
			return nil, fmt.Errorf("%w: --encoder-vocabulary: %w", frame.ErrUsage, err)
		}
		r, err := kind.Open(value, training.Opening{
			Stdin: t.Env.Stdin, Precision: t.embedded, Depth: t.depth, Subwords: subwords, AllWords: t.allVectors,
		})
		if _, missing := transformer.Named(value); name == training.Encoder && missing != nil && err != nil && !errors.Is(err, training.ErrNoEncoder) {
			err = toDownload(value, missing)
		}
		var line *textfile.Error // of a text, which is data
		switch {
		case errors.As(err, &line):
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("%w: --%s: %w", frame.ErrModel, name, err)
		}
		if note, ok := r.Value.(fmt.Stringer); ok {
			fmt.Fprintf(t.Notes(), "%s: %v\n", name, note)
		}
		return training.Resources{r}, nil
	}
	m, found, err := t.Env.Load(value, "")
	if err != nil && !kind.Several {
		err = fmt.Errorf("--%s: %w", name, err)
	}
	if err != nil {
		return nil, err
	}
	own, err := kind.Take(m)
	switch {
	case errors.Is(err, training.ErrNoTagger):
		return nil, frame.NoTagger(frame.Title(found))
	case err != nil:
		return nil, fmt.Errorf("%w: --%s %s: %w", frame.ErrUsage, name, value, err)
	}
	return own, nil
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

// completeGrounds says where the words of graphs would come from, if no flag does, and loads a base that the model is to
// hold. Flags for them were refused if something else is built.
func (t *trainer) completeGrounds(c *urfave.Context) error {
	trees, dev := c.IsSet("trees"), c.IsSet("dev-trees")
	switch {
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
