// Package score is about scorers of decisions, which the decoder asks and training teaches. A scorer is
// shown sentences once, with all columns, and then one configuration after the other; it alone knows
// what it sees in them. [parser/internal/linear] joins feature templates to a sparse learner,
// [parser/internal/neural] is a network, and [parser/internal/ensemble] adds scorers up.
//
// A session belongs to one goroutine:
//
//	session := scorer.NewSession()
//	session.Read(words)                     // the sentence, or several
//	session.Score(decisions)                // sets Decision.Scores
//
// A [Learner] is a session that learns: it is told where a batch of sentences begins (Read), what
// each decision costs (Learn), and where the batch ends (Update). A new kind of scorer is a folder with a
// [Kind], and a line where kinds are listed.
package score

import (
	"context"
	"errors"
	"iter"
	"math/bits"
	"math/rand/v2"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/decode"
	"parser/parser/internal/view"
	"parser/parser/learn"
	"parser/transition"
)

// Session scores the decisions of sentences. It is not safe for concurrent use.
type Session interface {
	// Read shows the sentences that decisions are of from now on, which Decision.Sentence numbers from
	// 0. They must not change until the next Read.
	Read(sentences ...[]conll.Word)
	// Score sets the Scores of each decision: one for each class of its stage. The score of a class that
	// is not offered means nothing.
	Score(decisions []*learn.Decision)
}

// Extractor is a Session whose Score begins with features of each decision.
type Extractor interface {
	// Extract does what Score does before it scores, so that it can be timed.
	Extract(decisions []*learn.Decision)
}

// Predictor is a Scorer that also predicts columns of words: unless there are no Fields, its sessions are Fillers.
type Predictor interface {
	// Fields returns the columns that are predicted, of structure.Fields; none if the scorer was not trained to.
	Fields() []string
	// Values returns all values of one of these columns, which must not be changed.
	Values(field string) []string
}

// Filler is a Session that predicts the columns of a [Predictor] in the words that it reads.
type Filler interface {
	// Predict sets the values of these columns that are "" for a word (from 0) of a sentence of the
	// last Read: to the most probable combination with the others that the training data has.
	Predict(values []string, sentence, word int)
	// Probability returns that of a value of one column alone, 0 if the training data lacks it.
	Probability(field, value string, sentence, word int) float32
	// Distribution returns the probabilities of the values of a column, in the order of Predictor.Values; the column is
	// the one at this place of Predictor.Fields. Until the next Read, what is changed in it changes what Predict says.
	Distribution(field, sentence, word int) []float32
}

// Narrower is a Filler that can be told what words can be before anything else depends on it.
type Narrower interface {
	// Narrow lets a function change the probabilities of the values of each column of a word (Distribution), for each
	// word of each Read from now on.
	Narrow(change func(sentence, word int, columns [][]float32))
}

// Partial is a Filler that reads less if it is not to score.
type Partial interface {
	// OnlyFill says that nothing will be scored, from the next Read on.
	OnlyFill()
}

// Trusting is a Session of several parts; the last knows most decisions by itself.
type Trusting interface {
	// Trust lets it decide alone wherever its best legal class leads by more than this, as scores are added: there the
	// Scores are its own. That is faster, where only the best class counts.
	Trust(lead float32)
}

// Scorer is a trained scorer. It is immutable and safe for concurrent use.
type Scorer interface {
	NewSession() Session
	// Entries returns the scorer as entries of a model file, names starting with prefix.
	Entries(prefix string) []npz.Entry
	// Describe gives its size in words.
	Describe() string
	// Columns returns which of lemma, upos, xpos and feats the scores depend on, in addition to the form.
	Columns() []string
	// Batch returns how many words are best read at a time; 0 is one sentence.
	Batch() int
}

// Lexical is a Scorer that has a vocabulary of words.
type Lexical interface {
	// Forms returns the forms of words, the most frequent ones first; none if it has no vocabulary after all.
	Forms() iter.Seq[string]
}

// Packer is a Scorer that can be stored in another precision.
type Packer interface {
	// Packed returns the scorer with weights rounded to a precision.
	Packed(p npz.Precision) Scorer
}

// Learner is a scorer in the making, and a session that scores by what was learned so far. It is not
// safe for concurrent use.
type Learner interface {
	Session
	// NewSession returns another session that scores by what was learned so far.
	NewSession() Session
	// Learn is told the costs of decisions with the Scores that this session set last. It may learn
	// from them at once, or gather until Update.
	Learn(decisions []*learn.Decision)
	// Batch returns how many words make a batch; 0 is one sentence.
	Batch() int
	// Update ends the batch of the last Read. After an error there is nothing more to learn.
	Update() error
	// Freeze returns the scorer learned so far; the learner can go on learning.
	Freeze() Scorer
	// Sync stores what was learned in a record, or sets it from the record of a learner of the same kind
	// and lesson. It may be called between Update and the next Read.
	Sync(r *npz.Record)
	// NewExamples returns an empty set of decisions to learn from later, which takes at most about this
	// many bytes, any number if bytes is 0; or ErrNoExamples.
	NewExamples(bytes int64, random *rand.Rand) (Examples, error)
}

// Ranker is a Learner that learns from whole derivations, too.
type Ranker interface {
	// Prefer is told two ways through a sentence, by the decisions on each and what was chosen: the first should have
	// scored higher. Its score is by lead above that of the other, which costs more by so much. Ways without decisions are
	// a lesson already learned.
	Prefer(better, worse iter.Seq[*learn.Decision], lead, more float64)
}

// ErrNoExamples is the cause when a scorer is to learn from decisions that it cannot keep.
var ErrNoExamples = errors.New("the scorer cannot keep examples")

// Examples are decisions that a learner has kept, in a form of its own.
type Examples interface {
	// Add keeps a decision of the sentences that the learner has read, with its costs. Once memory is
	// full, it drops the decision or another one.
	Add(d *learn.Decision)
	// Learn teaches a learner, of the kind that keeps them, in this many passes. It leaves out what it
	// has misclassified alpha times before (Khardon & Wachman 2007), unless alpha is 0. It returns ctx's
	// error if ctx ends first.
	Learn(ctx context.Context, l Learner, passes, alpha int, random *rand.Rand) error
	// Counts returns how many decisions are kept, dropped, and left out because of alpha.
	Counts(alpha int) (kept, dropped, bounded int)
	// Sync stores the examples in a record, or sets them to those there.
	Sync(r *npz.Record)
}

// Shape is what a scorer has to know about its parser.
type Shape struct {
	System  transition.System
	Actions *decode.Actions
	TwoStep bool
	View    view.View // what scorers that know words by their positions see of configurations
}

// Derivation returns a derivation to start.
func (s Shape) Derivation() decode.Derivation {
	return decode.Derivation{System: s.System, Actions: s.Actions, TwoStep: s.TwoStep}
}

// Classes returns the number of classes of each stage: of all actions or, with two steps, of moves
// (four at least) and of actions.
func (s *Shape) Classes() []int {
	n := len(s.Actions.All)
	if !s.TwoStep {
		return []int{n}
	}
	return []int{max(4, bits.Len(uint(s.System.Moves()))), n}
}

// Labels returns the number of labels that actions give.
func (s *Shape) Labels() int {
	n := 0
	for _, a := range s.Actions.All {
		n = max(n, int(a.Label)+1)
	}
	return n
}

// TrainingSet is what a learner begins with.
type TrainingSet struct {
	Shape
	Sentences [][]conll.Word // to learn from, as scorers will see them
	Silver    int            // how many of these, at the end, are silver trees, see structure.Source
	// Stream yields more silver trees, which are too many to hold, and which are read after Sentences; nil for none.
	Stream  iter.Seq[[]conll.Word]
	Epochs  int // rounds planned, for rates that follow a schedule
	Words   int // to be read in them; 0 for all in each
	Seed    uint64
	Workers int        // goroutines that learn; no result depends on it
	Random  *rand.Rand // what chance there is while learning; shared with the search
	Resources
}

// GoldOnes returns the sentences that are not silver trees.
func (l *TrainingSet) GoldOnes() [][]conll.Word { return l.Sentences[:len(l.Sentences)-l.Silver] }

// SilverOnes yields the silver trees, also those that are not in memory.
func (l *TrainingSet) SilverOnes() iter.Seq[[]conll.Word] {
	return func(yield func([]conll.Word) bool) {
		for _, words := range l.Sentences[len(l.Sentences)-l.Silver:] {
			if !yield(words) {
				return
			}
		}
		if l.Stream != nil {
			l.Stream(yield)
		}
	}
}

// All yields all sentences.
func (l *TrainingSet) All() iter.Seq[[]conll.Word] {
	return func(yield func([]conll.Word) bool) {
		for _, words := range l.GoldOnes() {
			if !yield(words) {
				return
			}
		}
		l.SilverOnes()(yield)
	}
}

// Resources are what learners can begin with besides a treebank, by their names in "parser train", such as
//
//	teacher  a Scorer of the same classes, from the probabilities of whose softmax they can learn, too
//	init     a Scorer of the same kind, to go on from: its classes and labels are the first of Shape's
//	vectors  a *vectors.Table of words
//	lexicon  a neural.Listed: words, and tags that lists say they can have
//
// A learner takes those that it knows.
type Resources map[string]any

// Scorer returns the scorer of a name; nil if no resource of the name is a scorer.
func (r Resources) Scorer(name string) Scorer {
	s, _ := r[name].(Scorer)
	return s
}

// Beginner is a Kind that begins with resources before it sees a TrainingSet.
type Beginner interface {
	// With returns the kind that begins with these resources.
	With(Resources) Kind
}

// Loader loads scorers of a kind.
type Loader interface {
	// Name returns the name that model files know the kind by.
	Name() string
	// Load reads a scorer that was saved as entries whose names start with prefix.
	Load(arrays *npz.Arrays, prefix string, s *Shape) (Scorer, error)
}

// WordLoader is a Loader of scorers that are Lexical.
type WordLoader interface {
	Loader
	// LoadForms reads the Forms of a saved scorer alone.
	LoadForms(arrays *npz.Arrays, prefix string) ([]string, error)
}

// Traits say how a kind of scorer differs from others, for training and help.
type Traits struct {
	Usage   string   // what it is, in help
	Options []string // names (option.List) of the options of training that it reads, unless all kinds do
	Words   int      // to read while it learns, so that a small treebank needs more epochs; 0 for the usual number
	Varies  bool     // with its seed, so much that the sum of several is better than one
	Follows bool     // it learns whose annotation a sentence follows (Following)
	Ranks   bool     // its learner is a Ranker
	Fills   bool     // it can predict columns of the words (Filler), and then needs no tags
}

// Kind is a kind of scorer with its settings.
type Kind interface {
	Loader
	// Traits returns how the kind differs from others; settings make no difference.
	Traits() Traits
	// Check returns what is wrong with the settings for a parser, whatever its actions and the data.
	Check(s *Shape) error
	// CheckTrainingSet returns what is wrong with what there is to learn from. So does New, but it may take long.
	CheckTrainingSet(l *TrainingSet) error
	// New returns a learner that knows nothing yet, or what TrainingSet.Init knows.
	New(l *TrainingSet) (Learner, error)
}
