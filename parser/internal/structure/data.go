package structure

import (
	"errors"
	"fmt"
	"slices"

	"parser/parser/treebank"
)

// ErrNil is the cause when a sentence, an item, a treebank or a part of it is nil.
var ErrNil = errors.New("nil, and nothing to parse")

// CheckData returns an ErrOptions if the data is not what the system builds, has graphs without sentences or Sources that
// it cannot have, and an ErrNil if something in it is nil.
func CheckData(d treebank.Data, system string) error {
	builds, err := OfSystem(system)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrOptions, err)
	case len(d.Graphs) > 0 && len(d.Graphs) != len(d.Sentences):
		return fmt.Errorf("%w: %d graphs are not of %d sentences", ErrOptions, len(d.Graphs), len(d.Sentences))
	case d.Len() > 0 && builds.Holds != holds(&d):
		others := SystemsWhere(func(s *Structure) bool { return s.Holds == holds(&d) })
		return fmt.Errorf("%w: system %s cannot learn from this kind of tree; use one of %v", ErrOptions, system, others)
	}
	if err := checkComplete(&d); err != nil {
		return err
	}
	if made := d.Silver; made != nil {
		if !builds.ReadsSilver() {
			return fmt.Errorf("%w: silver %ss have to be in memory (Join)", ErrOptions, builds.Item)
		}
		if err := checkShare(made.Share); err != nil {
			return err
		}
	}
	return checkSources(&d)
}

// ReadsSilver reports whether training reads silver trees of the structure from files, as often as it needs them. Others have
// to be in memory.
func (s *Structure) ReadsSilver() bool { return !s.Tagger && s.Holds != Graph }

func checkShare(share float64) error {
	if share >= 0 && share <= maxShare {
		return nil
	}
	return fmt.Errorf("%w: the share %v of a treebank is not from 0 to %d", ErrOptions, share, maxShare)
}

// checkComplete returns an ErrNil if something is nil.
func checkComplete(d *treebank.Data) error {
	for _, part := range []struct {
		name string
		at   int
	}{
		{"sentence", slices.Index(d.Sentences, nil)}, {"tree", slices.Index(d.Trees, nil)}, {"graph", slices.Index(d.Graphs, nil)},
	} {
		if part.at >= 0 {
			return fmt.Errorf("%s %d of the treebank: %w", part.name, part.at+1, ErrNil)
		}
	}
	return nil
}

// checkSources returns an ErrOptions unless each sentence is of a source, with a share that can be read, and silver trees
// come last.
func checkSources(d *treebank.Data) error {
	if len(d.From) == 0 && len(d.Sources) == 0 {
		return nil
	}
	if len(d.From) != d.Len() {
		return fmt.Errorf("%w: From has %d places in Sources for %d sentences; Join adds both", ErrOptions, len(d.From), d.Len())
	}
	for _, s := range d.Sources {
		if err := checkShare(s.Share); err != nil {
			return err
		}
	}
	made := false
	for i, from := range d.From {
		if from < 0 || from >= len(d.Sources) {
			return fmt.Errorf("%w: sentence %d is of source %d, and there are %d, from 0", ErrOptions, i+1, from, len(d.Sources))
		}
		of := d.Sources[from]
		if made && !of.Silver && !of.Variant {
			return fmt.Errorf("%w: sentence %d is not silver, but stands after silver trees; join those last", ErrOptions, i+1)
		}
		made = made || of.Silver || of.Variant
	}
	return nil
}

// maxShare is the most often that an epoch reads a treebank.
const maxShare = 1000
