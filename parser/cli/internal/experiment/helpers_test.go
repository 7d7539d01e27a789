package experiment_test

import (
	"parser/conll"
	"parser/parser/cli/internal/experiment"
	"parser/parser/internal/engine"
	"parser/parser/treebank"
)

// options returns the default ones for a run of a few epochs.
func options(epochs int, edits ...func(*engine.Options)) engine.Options {
	o := experiment.DefaultsFor("arc-hybrid")
	o.Epochs = epochs
	for _, edit := range edits {
		edit(&o)
	}
	return o
}

// sentences is a treebank of dependencies.
func sentences(all []*conll.Sentence) treebank.Data { return treebank.Data{Sentences: all} }
