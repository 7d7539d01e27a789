package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/oracle"
	"parser/parser"
	"parser/textfile"
	"parser/transition"
)

// complete derives what the flags leave open.
func (a *ablating) complete(c *urfave.Context) error {
	switch {
	case c.Args().Present():
		return fmt.Errorf("%w: ablate takes no arguments but flags, not %q", errUsage, c.Args().First())
	case a.train != "" && a.dev == "":
		return fmt.Errorf("%w: --train needs --dev, which the table has the scores of", errUsage)
	case a.sentences < 0 || a.grid.Parallel < 1:
		return fmt.Errorf("%w: --sentences %d and --parallel %d, at least 0 and 1", errUsage, a.sentences, a.grid.Parallel)
	case !slices.Contains(tableFormats(), a.format):
		return fmt.Errorf("%w: the table's format is one of %s, not %q", errUsage, strings.Join(tableFormats(), ", "), a.format)
	}
	if err := a.parseLists(); err != nil {
		return err
	}
	if err := checkMeaning("systems", a.grid.Systems, givenButFormat(c)); err != nil {
		return err
	}
	o := &a.grid.Options
	*o = parser.DefaultsFor(a.grid.Systems[0]) // the same for all systems of a kind
	if err := o.UseLearner(c.String("learner")); err != nil {
		return fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	err := setGiven(c, o, a.optionFlags(o))
	if err != nil {
		return err
	}
	if o.Algorithm != exploring && !c.IsSet("explore") {
		a.grid.Explore = []float64{o.Explore} // other algorithms make nothing of it
	}
	o.Lang, o.Command = a.lang, recordedCommand(c)
	o.Templates, err = readTemplates(o.Templates)
	a.options = *o
	return err
}

// parseLists reads the lists of the grid.
func (a *ablating) parseLists() (err error) {
	g := &a.grid
	if g.Systems, err = parseList("systems", a.lists.systems, func(s string) (string, error) {
		_, err := oracle.KindOf(s)
		return s, err
	}); err != nil {
		return err
	}
	if g.Oracles, err = parseList("oracles", a.lists.oracles, func(s string) (string, error) { return s, nil }); err != nil {
		return err
	}
	if g.Explore, err = parseList("explore", a.lists.explore, func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }); err != nil {
		return err
	}
	if g.Seeds, err = parseList("seeds", a.lists.seeds, func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }); err != nil {
		return err
	}
	return a.findKind()
}

// findKind finds out which kind of trees all systems build.
func (a *ablating) findKind() error {
	g := &a.grid
	for _, system := range g.Systems {
		kind, err := oracle.KindOf(system)
		if err != nil {
			return err
		}
		if system != g.Systems[0] && kind != a.kind {
			return fmt.Errorf("%w: --systems: %s builds %s and %s %s; one treebank has one kind of trees, so give them a table each",
				errUsage, g.Systems[0], treesName(a.kind), system, treesName(kind))
		}
		a.kind = kind
	}
	return nil
}

// parseList reads a list with commas, of which no two entries may be equal.
func parseList[T comparable](flag, text string, parse func(string) (T, error)) ([]T, error) {
	var list []T
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		v, err := parse(part)
		var number *strconv.NumError
		switch {
		case part == "":
			return nil, fmt.Errorf("%w: --%s %q: an entry is empty", errUsage, flag, text)
		case errors.As(err, &number):
			return nil, fmt.Errorf("%w: --%s: %q: %w", errUsage, flag, part, number.Err)
		case err != nil:
			return nil, fmt.Errorf("%w: --%s: %w", errUsage, flag, err)
		case slices.Contains(list, v):
			return nil, fmt.Errorf("%w: --%s: %s stands there twice", errUsage, flag, part)
		}
		list = append(list, v)
	}
	return list, nil
}

// checkTreebank looks for the treebank and into its files, which must be of the kind
// that the systems build.
func (a *ablating) checkTreebank() error {
	train, dev, err := a.env.findTreebank(a.kind, a.lang, a.train, a.dev)
	if err != nil {
		return err
	}
	if dev.name == "" {
		return fmt.Errorf("%w: %s has no dev, which the table has the scores of", errUsage, train)
	}
	for _, p := range []place{train, dev} {
		if info, err := os.Stat(p.name); p.sample || err != nil || !info.Mode().IsRegular() {
			continue // reading it says what is wrong; and a pipe can be read but once
		}
		f, err := a.env.openPlace(p)
		if err != nil {
			return err
		}
		found, ok := kindIn(f)
		f.Close()
		if ok && found != a.kind {
			return fmt.Errorf("%w: %s has %s, but --systems %s build %s", errUsage, p, treesName(found), a.lists.systems, treesName(a.kind))
		}
	}
	return nil
}

// kindIn tells which kind of trees a stream begins with; ok is false if it has
// neither the brackets of one nor the tabs of the other.
func kindIn(f *textfile.Reader) (kind transition.Kind, ok bool) {
	switch detectFormat(f.Reader) {
	case formBrackets:
		return transition.Constituents, true
	case formCoNLL:
		text, _ := f.Peek(f.Buffered())
		return transition.Dependencies, bytes.IndexByte(text, '\t') >= 0
	}
	return 0, false
}

// readParts reads the treebank, as much of it as is asked for.
func (a *ablating) readParts(r *ablationReport) (train, dev *treebank, err error) {
	if train, dev, err = a.read(); err != nil {
		return nil, nil, err
	}
	if dev.empty() {
		return nil, nil, fmt.Errorf("%w: %s has no trees, and the table has the scores on it", errUsage, dev.name)
	}
	r.Train = ablationData{Name: train.name, Sentences: train.len(), Of: train.len()}
	r.Dev = ablationData{Name: dev.name, Sentences: dev.len(), Of: dev.len()}
	if 0 < a.sentences && a.sentences < train.len() {
		r.Train.Sentences = a.sentences
		train.cut(a.sentences)
	}
	return train, dev, nil
}
