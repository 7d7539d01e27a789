package parser

// Options says how a parser is trained, see package train. Zero values stand for the defaults of "parser train", some of
// which depend on the system.
type Options struct {
	System    string // transition system, which decides what is learned: "arc-hybrid" (usual), "in-order", "amr", "tag" and others: see oracle.Systems
	Oracle    string // what tells the costs of moves, such as "dynamic", "static": see oracle.Names
	Scorer    string // "neural", "linear" or "both"
	Learner   string // of a linear scorer, such as "perceptron", "arow"
	Algorithm string // imitation learning algorithm, such as "explore", "dagger"
	Templates string // of a linear scorer: the name of a set, or several lines of templates
	Field     string // column that a tagger fills: "upos", "xpos", "feats", "lemma"
	Epochs    int    // passes over the training data
	Patience  int    // end after this many epochs without a better score on dev
	Seed      uint64 // of all random choices
	Workers   int    // goroutines that parse dev; no result depends on it
	Pipeline  bool   // learn all that raw text needs
	Enhanced  bool   // learn also to fill DEPS

	// What the model remembers: the language, and the licence, name and release of the treebank.
	Lang, Licence, Source string

	// Flags has any other options by the names of their flags in "parser train", without dashes, such as "size": "large".
	// They are listed by "parser train --help" and in parser/docs/commands/train.md.
	Flags map[string]string
}
