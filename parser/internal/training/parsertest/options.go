package parsertest

import (
	"fmt"

	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/testdata/testkit"
	"parser/transition"
)

// LinearFor returns the default options of a system, but with a linear scorer.
func LinearFor(system string) engine.Options {
	o := engine.DefaultsFor(system)
	o.UseScorer("linear")
	return o
}

// Options returns those of a linear parser of dependencies for a run of a few epochs.
func Options(epochs int, edits ...func(*engine.Options)) engine.Options {
	return TreeOptions("arc-hybrid", epochs, edits...)
}

// SetLearner sets an option that the learner has.
func SetLearner(o *engine.Options, name string, value any) {
	if err := o.Learner.Set(name, value); err != nil {
		panic(err)
	}
}

// TagOptions returns the default ones of a tagger for a run of a few epochs.
func TagOptions(field string, epochs int, edits ...func(*engine.Options)) engine.Options {
	named := func(o *engine.Options) { o.UseField(field) }
	return TreeOptions("tag", epochs, append([]func(*engine.Options){named}, edits...)...)
}

// TreeOptions returns those of a linear parser with a system for a run of a few epochs.
func TreeOptions(system string, epochs int, edits ...func(*engine.Options)) engine.Options {
	o := LinearFor(system)
	o.Epochs = epochs
	for _, edit := range edits {
		edit(&o)
	}
	return o
}

// ByHeart returns options with which a few trees are learned by heart.
func ByHeart(system string, edits ...func(*engine.Options)) engine.Options {
	o := TreeOptions(system, 60, edits...)
	SetLearner(&o, "min-updates", 0)
	return o
}

// size gives networks a size of their own.
func size(o *engine.Options, embeddings [6]int, layers, units, hidden int) {
	own := &o.Neural.Own
	own.Embeddings, own.Layers, own.Units, own.Hidden = embeddings, layers, units, hidden
}

// TinyNetwork makes options those of a network that is trained in no time.
func TinyNetwork(o *engine.Options) {
	o.UseScorer("neural")
	size(o, [6]int{6, 0, 4, 0, 3, 6}, 1, 8, 12)
	o.Neural.Batch = 30
}

// Networks makes the scorer neural, or both, with n small networks.
func Networks(scorer string, n int) func(o *engine.Options) {
	return func(o *engine.Options) {
		o.UseScorer(scorer)
		size(o, [6]int{8, 0, 6, 0, 0, 4}, 1, 10, 16)
		o.Neural.Dropout, o.Ensemble = 0.1, n
	}
}

// MultiTask makes the scorer a network that predicts a list of columns.
func MultiTask(list string) func(o *engine.Options) {
	return func(o *engine.Options) {
		o.UseScorer("neural")
		size(o, [6]int{12, 4, 5, 6, 7, 12}, 2, 14, 16)
		o.Neural.Dropout, o.Neural.WordDropout, o.Neural.Rate, o.Neural.Batch, o.Neural.MultiTask = 0, 0, 0.02, 30, list
	}
}

// Keeping learns non-projective trees as they are.
func Keeping(system string) func(*engine.Options) {
	return func(o *engine.Options) { o.System, o.Oracle, o.NonProjective = system, "pd", "keep" }
}

// Kind is one way to build a parser.
type Kind struct {
	System, Oracle string
	TwoStep        bool
}

// Kinds are all systems with all their oracles, and both ways to decide by turns; with PARSER_DEEP, each with both.
func Kinds() []Kind {
	return bothWays([]Kind{
		{"arc-hybrid", "dynamic", false}, {"arc-eager", "dynamic", true}, {"arc-hybrid", "pd", true}, {"arc-eager", "pd", false},
		{"arc-hybrid", "static", true}, {"arc-eager", "static", false}, {"arc-standard", "static", true},
	})
}

// bothWays adds, with PARSER_DEEP, the other way to decide to each kind.
func bothWays(all []Kind) []Kind {
	if testkit.Deep() {
		for _, k := range all {
			k.TwoStep = !k.TwoStep
			all = append(all, k)
		}
	}
	return all
}

func (k Kind) String() string { return fmt.Sprintf("%s,%s,two-step=%v", k.System, k.Oracle, k.TwoStep) }

// Set makes o train a parser of this kind.
func (k Kind) Set(o *engine.Options) {
	o.System, o.Oracle, o.TwoStep = k.System, k.Oracle, k.TwoStep
	if k.Oracle == "static" {
		o.Explore = 0
	}
}

// TreeKinds are the constituency systems with all their oracles, and ways to decide as those of Kinds.
func TreeKinds() []Kind {
	var all []Kind
	for i, system := range oracle.Systems(transition.Constituents) {
		all = append(all, Kind{system, "dynamic", i%2 == 0}, Kind{system, "static", i%2 != 0})
	}
	return bothWays(all)
}
