package treebank

import (
	"slices"

	"parser/model/option"
	"parser/parser/lexicon"
)

// Request says what is asked of a parse. The zero value asks for the usual one: greedy, the most probable tree alone, tags
// only where words have none.
type Request struct {
	// Beam is how many derivations are followed at a time, at most MaxBeam: 1 is greedy; 0 is 1 or, with NBest, twice
	// that and at least 16. More than 1 need a model that knows how sure it is.
	Beam int
	// NBest asks for as many of the most probable trees as are found, at most that many. The first is the item's, and
	// its Others are the rest, each with a copy of the words; all get a Rank and a Probability.
	NBest int
	// Probabilities asks for the Probability of the tree and, of dependencies, for Certainty, also of Others.
	Probabilities bool
	// Derivation asks for the item's Confidence. It is no option: no format has a place for it.
	Derivation bool
	// KeepHeads completes trees: words with a head keep it, and their label if they have one, and the tree is built
	// around these arcs. A word without head has conll.NoHead.
	KeepHeads bool
	// KeepSpans completes trees of constituents: the tree has the constituents of the Tree that an item comes with, in
	// their order, except the outermost one. A label "_" or "" can be any.
	KeepSpans bool
	// Valid demands of labels what the validator of Universal Dependencies does at its level 3: at most one subject and
	// one object of a word, few kinds of dependents of function words, tags that go with labels. Where a tree breaks a
	// rule, its words keep their heads, and get the labels with the highest sum of scores of those that break the fewest.
	Valid bool
	// Retag tags all words before they are parsed, even if they have tags. The base of a parser of graphs also gives them
	// new heads.
	Retag bool
	// Treebank names the treebank whose annotation parses follow, of those that the model has learned from; "" is the
	// item's own or the first.
	Treebank string
	// Lexicon, if not nil, says what words can be: tags and features of words that have none are the most probable ones of
	// what it says, as are columns that the parser does not predict, and their lemmas are those that go with them. It is no
	// option, since only who opens files can name it.
	Lexicon *lexicon.Lexicon `json:",omitempty"`
	// Seed decides what a stochastic policy draws, of a model that was trained to have one.
	Seed uint64
	// Only stops after a stage: "sentences" and "words", into which raw text is cut, "tags", or "trees", before graphs are
	// built and enhanced dependencies are added; "" goes to the end.
	Only string
}

// MaxBeam is the widest beam. Parsing with a beam of n takes n times as long as with a beam of 1.
const MaxBeam = 1024

// Options declares the wishes, by their names in "parser parse".
func (r *Request) Options() option.List {
	return option.List{
		option.Of("treebank", &r.Treebank, "", "`NAME` of the treebank whose annotation parses follow, "+
			"of a model that has learned from several (train --train NAME=FILE); without, the first"),
		option.Of("retag", &r.Retag, false, "tag all words, not only those without tags, "+
			"by the taggers that the model holds or what it predicts along with trees"),
		option.Of("keep-heads", &r.KeepHeads, false, "keep HEAD, and DEPREL, of words that have one, and build the trees around them"),
		option.Of("spans", &r.KeepSpans, false, "keep the constituents of trees in Penn brackets, but not the outermost bracket, "+
			"and build the trees around them; the label _ can become any"),
		option.Of("valid", &r.Valid, false, "give no labels that the validator of Universal Dependencies refuses, such as two subjects of a word"),
		option.Of("beam", &r.Beam, 0, "follow the `N` most probable derivations at a time; 1 is greedy").Within(0, MaxBeam),
		option.Of("nbest", &r.NBest, 0, "write the `N` most probable trees of each sentence, with their probabilities").Within(0, MaxBeam),
		option.Of("confidence", &r.Probabilities, false, "write how probable each head, label and predicted tag is, and each tree"),
		option.Of("seed", &r.Seed, 0, "`SEED` of what is drawn, of a model whose policy is stochastic (train --stochastic)"),
		option.Of("only", &r.Only, "", "stop after `STAGE`: sentences and words (raw text is cut into both), tags, "+
			"or trees, without enhanced dependencies").Among(stages()...),
	}
}

// Width returns the width of the beam: Beam or, if it is 0, what NBest needs.
func (r *Request) Width() int {
	switch {
	case r.Beam > 0:
		return r.Beam
	case r.NBest > 0:
		return min(max(16, 2*r.NBest), MaxBeam)
	}
	return 1
}

// Reaches reports whether a parse goes as far as a stage that Only can be.
func (r *Request) Reaches(stage string) bool {
	return r.Only == "" || slices.Index(stages(), r.Only) >= slices.Index(stages(), stage)
}

// stages returns what Only can be, in the order of a parse.
func stages() []string { return []string{"sentences", "words", "tags", "trees", ""} }
