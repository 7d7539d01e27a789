package structure

import (
	"slices"
	"strings"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/view"
	"parser/parser/treebank"
	"parser/transition"
)

// Structure is a kind of structure that parsers build, with everything that distinguishes it from the others.
type Structure struct {
	Kind transition.Kind // its key; Kind.String is its name

	Title      string   // for headings: "Graphs of meaning"
	Item       string   // what one of them is called: "tree"
	Counted    string   // what else treebanks of it are counted by: "constituent"; "" for nothing
	Model      string   // what a model of it is called; "" if that is named after its language alone
	Suffix     string   // of the names of models, after the language; of taggers it is the field
	Latest     string   // the file beside models that names the one trained last; that of taggers names a language
	About      string   // what is learned from which files, for help
	Notation   string   // what treebanks of it hold, in words: "trees in Penn brackets"
	Extensions []string // of the files of treebanks, in the order of preference
	Form       string   // of treebanks: textfile.CoNLL, textfile.Brackets or textfile.Graphs
	Inputs     []string // forms that it can be parsed from, besides CoNLL
	Outputs    []string // formats that it is written in, the usual one first
	Metrics    []Metric // of Scores, the most important one last
	Losses     []string // of finished structures, the usual one first
	Exact      string   // the oracle that is exact for its systems; "" if no one is
	Options    []string // names of options of training, and of the flags for its treebanks, that concern no other one
	Wishes     []string // options of a treebank.Request that only some structures can fulfil, and this one can
	Defaults   Defaults
	Refuses    map[string]string // options of a parse that mean nothing for it, by their names, and why

	// TagColumn is the column of the tags that it contains, "" if it has none; Reads what a model of it reads, in words,
	// where that is more than CoNLL; Variants how copies of its sentences are written, see Varied.
	TagColumn, Reads string
	Variants         []func(words []conll.Word) []conll.Word

	Holds      Result
	Tagger     bool // it is a column of words: Encoding.Field
	WritesTags bool // it contains the tags of the words, which must be there
	NeedsHeads bool // it is made of words with heads
	Heads      bool // it is the heads of the words
	MaxWords   int  // longer sentences are refused; 0 if there is no bound

	View  view.View // what networks see of configurations
	codec func(e *Encoding, system, roots string) (Codec, error)
}

// Result says where an Item, or Data, holds what was built.
type Result uint8

const (
	Columns Result = iota // of Sentence
	Tree
	Graph
)

// Metric is a score that structures are compared by.
type Metric struct {
	Name  string
	Short string // for a narrow column; "" if tables of trainings leave it out
	Of    func(*treebank.Scores) float64
}

// Defaults are the settings of training that a structure needs; zero values stand for the usual ones.
type Defaults struct {
	Scorer, Learner   string
	Oracle, Algorithm string
	Field             string
	Backwards         bool
	Dropout           float64
	Alpha             int
	Epochs, Jackknife int
	AllFeatures       bool // features count from their first update on
	// Tuning has options of learners, by the learner and the option.
	Tuning map[string]map[string]any
}

// table has every structure. A new one is a file and a line here.
var table = []*Structure{&arcStructure, &bracketStructure, &graphStructure, &tagStructure}

// All returns the structures.
func All() []*Structure { return slices.Clone(table) }

// Of returns the structure of a kind.
func Of(kind transition.Kind) *Structure {
	return table[slices.IndexFunc(table, func(s *Structure) bool { return s.Kind == kind })]
}

// OfSystem returns the structure that the named transition system builds.
func OfSystem(system string) (*Structure, error) {
	kind, err := oracle.KindOf(system)
	if err != nil {
		return nil, err
	}
	return Of(kind), nil
}

// Named returns the structure of this name, or nil.
func Named(name string) *Structure {
	for _, s := range table {
		if s.Name() == name {
			return s
		}
	}
	return nil
}

// OfTreebank returns the structure whose treebanks are in a form of textfile: the first one, of CoNLL, for other forms.
func OfTreebank(form string) *Structure {
	return table[max(0, slices.IndexFunc(table, func(s *Structure) bool { return s.Form == form }))]
}

// OfForm returns the structure whose treebanks are in a form of textfile, or else the first that is parsed from it.
func OfForm(form string) *Structure {
	of := OfTreebank(form)
	if of.Form != form {
		of = table[max(0, slices.IndexFunc(table, func(s *Structure) bool { return slices.Contains(s.Inputs, form) }))]
	}
	return of
}

// Name returns the name: "dependencies".
func (s *Structure) Name() string { return s.Kind.String() }

// Stage returns the stage of a parse in which it is built, one that treebank.Request.Only can be.
func (s *Structure) Stage() string {
	switch {
	case s.Tagger:
		return "tags"
	case s.NeedsHeads: // beyond trees
		return ""
	}
	return "trees"
}

// Systems lists the transition systems that build it, the usual one first.
func (s *Structure) Systems() []string { return oracle.Systems(s.Kind) }

// LearnsFrom reports whether treebanks of another structure serve for this one, as those of dependencies do for tags.
func (s *Structure) LearnsFrom(other *Structure) bool { return s.Form == other.Form }

// Gold returns what of an item is gold for the structure: of graphs also the sentence, if there is one.
func (s *Structure) Gold(it *treebank.Item) (d treebank.Data) {
	gold := [...]treebank.Item{Columns: {Sentence: it.Sentence}, Tree: {Tree: it.Tree}, Graph: {Graph: it.Graph}}[s.Holds]
	if d.Append(&gold); s.NeedsHeads && it.Sentence != nil {
		d.Sentences = append(d.Sentences, it.Sentence)
	}
	return d
}

// Direction returns the column that a tagger with such settings fills, and whether it does so backwards; "" unless it is
// a column of words.
func (s *Structure) Direction(e *Encoding) (field string, backwards bool) {
	if !s.Tagger {
		return "", false
	}
	return e.Field, e.Backwards
}

// Fields lists the columns that a model of it can fill: "" alone, unless it is a column of words.
func (s *Structure) Fields() []string {
	if s.Tagger {
		return Fields()
	}
	return []string{""}
}

// ModelSuffix returns what follows the language in the name of a model that fills a field; "" for nothing.
func (s *Structure) ModelSuffix(field string) string {
	if s.Tagger {
		return "-" + field
	}
	return s.Suffix
}

// Heading is what help calls the options of training that concern only the structure.
func (s *Structure) Heading() string { return s.Title + " (" + strings.Join(s.Systems(), ", ") + ")" }

// Heading is the Heading of the only structure that an option of training concerns; "" if it concerns all.
func Heading(option string) string {
	for _, s := range table {
		if slices.Contains(s.Options, option) {
			return s.Heading()
		}
	}
	return ""
}

// SystemsWhere lists the systems that build some structures.
func SystemsWhere(some func(*Structure) bool) []string {
	return slices.DeleteFunc(oracle.Systems(), func(name string) bool {
		s, err := OfSystem(name)
		return err != nil || !some(s)
	})
}

// SystemsWith lists the systems for which an option of training has a meaning; none stands for all.
func SystemsWith(option string) []string {
	if Heading(option) == "" {
		return nil
	}
	bounded := map[string]func(transition.Params) bool{
		"max-opens": func(p transition.Params) bool { return p.MaxOpens != 0 },
		"unary":     func(p transition.Params) bool { return p.MaxOpens != 0 },
		"max-unary": func(p transition.Params) bool { return p.MaxUnary != 0 },
	}[option]
	return slices.DeleteFunc(SystemsWhere(func(s *Structure) bool { return slices.Contains(s.Options, option) }), func(name string) bool {
		s, err := oracle.NewSystem(name, transition.Params{MaxOpens: 1, MaxUnary: 1})
		return err != nil || bounded != nil && !bounded(transition.Uses(s))
	})
}

// Uses reports whether an option of training concerns the structure.
func (s *Structure) Uses(option string) bool {
	return slices.Contains(s.Options, option) || !slices.ContainsFunc(table, func(other *Structure) bool { return slices.Contains(other.Options, option) })
}

// The losses of finished structures.
const (
	UsualLoss     = "oracle"     // that of package oracle
	ExactLoss     = "exact"      // 0 for gold and 1 for everything else
	F1Loss        = "f1"         // of constituency trees: the percentage that labelled F1 lacks to 100
	NaiveCodeLoss = "naive-code" // of graphs: the naive Smatch of the program of Goodman et al. (2016), where UsualLoss is that of their paper
)

// Losses lists the losses of all structures.
func Losses() (all []string) {
	for _, s := range table {
		for _, loss := range s.Losses {
			if !slices.Contains(all, loss) {
				all = append(all, loss)
			}
		}
	}
	return all
}

// margin returns the tuning of a perceptron: its margin is about one per template.
func margin(m float64) map[string]map[string]any {
	return map[string]map[string]any{"perceptron": {"margin": m}}
}
