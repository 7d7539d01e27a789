// Package neural scores by a network: an encoder, which is recurrent, reads the sentence in both
// directions, and a hidden layer looks at the vectors of a few words or spans of a
// configuration (Kiperwasser & Goldberg 2016; Cross & Huang 2016).
//
//	words → embeddings → encoders → slots → hidden units → scores of actions
//
// The first layer after the encoders is linear in each slot, so that its products are made once for
// each word and slot; a configuration then costs a few additions and one small product. Learning
// minimises a loss of the exact costs of all actions (Settings.Loss), by batches of sentences.
//
//	kind := neural.Kind{Settings: neural.DefaultSettings()}
//	learner, err := kind.New(&score.TrainingSet{Shape: shape, Sentences: words, Epochs: 10, Random: random})
package neural

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"parser/model/npz"
	"parser/model/option"
	"parser/parser/internal/loops"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
)

// Settings are the size of a network and how it learns.
type Settings struct {
	Size        string  // Sizes
	Encoder     string  `json:",omitempty"` // its architecture: Encoders; "" for lstm
	Layers      int     `json:",omitempty"` // of that architecture, where these are not those of the size
	Loss        string  // of the costs of a decision: Losses
	Rate        float64 // the highest of the schedule
	Batch       int     // number of words that are read, and learned from, in one step
	Dropout     float64 // probability with which an element of a layer's input is not seen
	WordDropout float64 // a word seen c times is not recognised with the probability d/(d+c)
	Clip        float64 // the largest norm of a gradient, of the mean over decisions
	// TeacherShare is the share of the cross-entropy with score.TrainingSet.Teacher, if any, in the loss.
	TeacherShare float64
	// InitShare is the share of the weights of score.TrainingSet.Init, if any, in those of the scorer.
	InitShare float64
	// MultiTask lists columns, upos, xpos, feats, that the network predicts while it reads the words.
	// It then sees only their forms. "" predicts nothing.
	MultiTask string
	TagWeight float64 // of the loss of a tag, where that of a decision has 1
	Precision string  `json:",omitempty"` // of weights in model files: npz.Precisions, "" for half
	Own       Size    `json:",omitzero"`  // instead of the named size
	// Of the transformer, if one is read: the mean of this many of its last layers, and how subwords make a word.
	Mixed  int    `json:",omitempty"`
	Mix    bool   `json:",omitempty"` // not the mean of them, but a mixture that is learned
	Pieces string `json:",omitempty"`
	Bytes  bool   `json:",omitempty"` // whether it works in whole numbers
	// Finetune is how many of its last layers learn, too, FinetuneRate the highest rate of the last one, and
	// FinetuneDecay the factor from each layer to the one before it.
	Finetune      int     `json:",omitempty"`
	FinetuneRate  float64 `json:",omitempty"`
	FinetuneDecay float64 `json:",omitempty"`
	FinetuneBrief bool    `json:",omitempty"` // in bfloat16
	Least         int     `json:",omitempty"` // occurrences in training that a word, or a part of it, needs to have an embedding, where that is more than usual
	LeastLemma    int     `json:",omitempty"` // … and a lemma
	LeastTag      int     `json:",omitempty"` // … and a value of MultiTask to be predicted
}

// enough returns how many occurrences in training a value of a column needs to have an embedding.
func (s *Settings) enough(column int) int {
	least := 0
	switch column {
	case formColumn, affixesColumn, trigramsColumn:
		least = s.Least
	case lemmaColumn:
		least = s.LeastLemma
	}
	return max(columns[column].least, least)
}

// Mixture returns how vectors of words are made of a transformer's hidden states.
func (s *Settings) Mixture() transformer.Settings {
	return transformer.Settings{Mixed: cmp.Or(s.Mixed, 4), Each: s.Mix, Pieces: cmp.Or(s.Pieces, transformer.Pieces()[0]), Bytes: s.Bytes}
}

func (s *Settings) size() Size {
	size := cmp.Or(s.Own, sizes[s.Size])
	size.Layers = cmp.Or(s.Layers, size.Layers)
	return size
}

var sizes = map[string]Size{
	"small":  {Embeddings: [...]int{64, 32, 24, 24, 24, 32}, Layers: 1, Units: 96, Hidden: 128},
	"medium": {Embeddings: [...]int{96, 48, 32, 32, 32, 64}, Layers: 2, Units: 128, Hidden: 256},
	"large":  {Embeddings: [...]int{128, 64, 32, 32, 48, 96}, Layers: 2, Units: 200, Hidden: 256},
}

// SizeOf returns the size of a name.
func SizeOf(name string) (Size, bool) {
	s, known := sizes[name]
	return s, known
}

// Sizes lists the sizes that Settings can name.
func Sizes() []string { return []string{"small", "medium", "large"} }

// Losses lists the losses that Settings can name.
func Losses() []string { return slices.Sorted(maps.Keys(losses)) }

// DefaultSettings are those that were best on the whole; see README.md.
func DefaultSettings() Settings {
	var s Settings
	s.Options().Reset()
	return s
}

// Options returns the settings by the names that "parser train" has for them.
func (s *Settings) Options() option.List {
	return option.List{
		option.Of("size", &s.Size, "medium", "`SIZE` of the network: small, medium, large").Among(Sizes()...),
		option.Of("neural-encoder", &s.Encoder, "", "`KIND` of the layers that read a sentence: lstm (the default); dense, "+
			"which see each word by itself, and may do after --encoder; none, for a feed-forward network"),
		option.Of("neural-layers", &s.Layers, 0, "`N` such layers instead of those of --size").From(0),
		option.Of("neural-loss", &s.Loss, "likelihood", "`LOSS` that learning minimises: likelihood, margin, risk").Among(Losses()...),
		option.Of("neural-rate", &s.Rate, 4e-3, "the highest learning `RATE` of the schedule").Positive(),
		option.Of("batch", &s.Batch, 150, "number of `WORDS` to learn from at a time").From(1),
		option.Of("neural-dropout", &s.Dropout, 0.3, "`PROBABILITY` with which a layer does not see an element of its input").Probability("dropping elements"),
		option.Of("word-dropout", &s.WordDropout, 0.25, "do not recognise a word seen n times with probability `D`/(D+n)").From(0),
		option.Of("clip", &s.Clip, 5, "the largest `NORM` of a gradient").Positive(),
		option.Of("teacher-share", &s.TeacherShare, 0.5, "`SHARE` of the loss that is distance from the teacher, of 1").Within(0, 1).Needing("teacher"),
		option.Of("init-share", &s.InitShare, 0.5, "`SHARE` of the weights of --init in those of the model, of 1").Within(0, 1).Needing("init"),
		option.Of("multi-task", &s.MultiTask, "",
			"`LIST` of columns to predict along with trees, upos, xpos, feats: for words without tags, whose forms alone the scorer reads"),
		option.Of("tag-occurrences", &s.LeastTag, 0, "a tag needs `N` occurrences in training to be predicted: smaller models of many treebanks").
			From(0).If(s.MultiTask != ""),
		option.Of("tag-weight", &s.TagWeight, 0.5, "`WEIGHT` of the loss of a tag beside that of a decision").From(0).If(s.MultiTask != ""),
		option.Of("occurrences", &s.Least, 0, "a word, or a part of it, needs `N` occurrences in training to have an embedding, where "+
			"that is more than usual: smaller models").From(0),
		option.Of("encoder-layers", &s.Mixed, 4, "read the mean of the last `N` layers of --encoder, or of all if it has fewer").From(0).Needing("encoder"),
		option.Of("encoder-mixture", &s.Mix, false, "instead of their mean, learn how much of each of these layers to read").Needing("encoder"),
		option.Of("encoder-pieces", &s.Pieces, "mean", "`SUBWORDS` of a word that its vector is made of: mean, first").
			Among(append(transformer.Pieces(), "")...).Needing("encoder"),
		option.Of("encoder-int8", &s.Bytes, false, "round what --encoder multiplies to 8 bits: faster, and a little less accurate").Needing("encoder"),
		option.Of("finetune", &s.Finetune, 0, "let the last `N` layers of --encoder learn, too, and if these are all, its embeddings").From(0).Needing("encoder"),
		option.Of("finetune-rate", &s.FinetuneRate, 5e-5, "the highest learning `RATE` of the last layer").From(0).If(s.Finetune > 0).Needing("encoder"),
		option.Of("finetune-decay", &s.FinetuneDecay, 0.9, "`FACTOR` of the rate from each layer to the one before it").
			Within(0, 1).If(s.Finetune > 0).Needing("encoder"),
		option.Of("finetune-bfloat16", &s.FinetuneBrief, false,
			"multiply in bfloat16 while they learn, as processors with AVX-512 BF16 or AMX can: faster, but the model depends on the processor").
			If(s.Finetune > 0).Needing("encoder"),
		option.Of("precision", &s.Precision, "",
			"`PRECISION` of the weights in the model file: half (the default), int8 (half the size of that; it multiplies whole numbers, "+
				"which is faster), int4 (int8, and embeddings in half of that), single").
			Among(append(npz.Precisions(), "")...),
	}
}

// Kind is the neural kind of scorer.
type Kind struct {
	Settings
	Pretrained  *Pretrained          // what learning begins with; nil for nothing
	Transformer *transformer.Encoder // whose vectors of words it reads; nil for none
	Words       Words                // what makes these while it learns; nil for the encoder
	// Find returns the encoder that a model file names; nil finds none.
	Find func(transformer.Identity) (*transformer.Encoder, error)
	more []architecture // in addition to architectures
}

// Name implements score.Kind.
func (Kind) Name() string { return "neural" }

// Traits implements score.Kind. A network needs steps as well as epochs.
func (k Kind) Traits() score.Traits {
	return score.Traits{
		Usage:   "a network",
		Options: k.Settings.Options().Names(),
		Words:   200_000, Varies: true, Follows: true, Fills: true,
	}
}

// Check implements score.Kind.
func (k Kind) Check(s *score.Shape) error {
	switch fields, err := splitFields(k.MultiTask); {
	case err != nil:
		return err
	case len(fields) > 0 && s.View.Layout().Tagging:
		return errors.New("multi-task: a tagger predicts one column")
	}
	if k.Dropout >= 1 {
		return fmt.Errorf("%v is no probability of dropping elements, from 0 and less than 1", k.Dropout)
	}
	if err := k.Settings.Options().Check(); err != nil {
		return err
	}
	a, err := k.architecture(k.Encoder, k.size())
	if err == nil {
		_, err = viewOf(a, s.View)
	}
	switch {
	case err != nil || k.Pretrained == nil:
		return err
	case a.name() != usualEncoder:
		return fmt.Errorf("%w: its layers are of LSTMs, and the network's are %s", ErrPretrained, a.describe(k.size()))
	}
	return k.Pretrained.check(k.size())
}

// reads reports whether a network knows a column of words. Trigrams help where it has to tag them.
func (k Kind) reads(column int, tagging bool) bool {
	size := k.size()
	switch {
	case size.width(column) == 0 || columns[column].given != nil || column == listedColumn:
		return false
	case column == treebankColumn:
		return true
	case column == trigramsColumn:
		return k.MultiTask != "" || tagging
	}
	return k.MultiTask == "" || column == formColumn || column == affixesColumn
}

// ErrEmptyColumns is the cause when the training data tells nothing about the words.
var ErrEmptyColumns = errors.New("every column that the network reads is empty in the training data")

// ErrNothingToPredict is the cause when a column that is to be predicted has no values.
var ErrNothingToPredict = errors.New("is empty in the training data")

// CheckTrainingSet implements score.Kind.
func (k Kind) CheckTrainingSet(l *score.TrainingSet) error {
	if s := k.tuning(1); s.Check() != nil {
		return fmt.Errorf("finetune-bfloat16: %w", s.Check())
	}
	from, _, err := k.begin(l)
	if err == nil {
		_, err = tagsets(k.MultiTask, l.All(), from, k.LeastTag)
	}
	return err
}

// With implements score.Beginner.
func (k Kind) With(r score.Resources) score.Kind {
	k.Pretrained, _ = r["pretrained"].(*Pretrained)
	k.Transformer, _ = r["encoder"].(*transformer.Encoder)
	return k
}

// begin returns the network that learning begins with, nil for none, and what it knows of combinations of tags. The
// shape of one to go on from becomes that of the kind.
func (k *Kind) begin(l *score.TrainingSet) (from *network, together combinations, err error) {
	if k.Pretrained != nil {
		from = k.Pretrained.network
	}
	init := l.Scorer("init")
	if init == nil {
		return from, nil, nil
	}
	before, ok := init.(*scorer)
	if !ok {
		return nil, nil, errors.New("the parser to go on from is not scored by a network")
	}
	if before.architecture.name() == (bare{}).name() { // the rows of whose slots are those of its own columns
		return nil, nil, errors.New("the parser to go on from has no encoder (neural-encoder none)")
	}
	k.Own, k.Layers, k.Encoder, k.MultiTask = before.Size, 0, before.architecture.name(), strings.Join(before.Fields(), ",")
	return before.network, before.together, nil
}

// New implements score.Kind.
func (k Kind) New(l *score.TrainingSet) (score.Learner, error) {
	if err := k.Check(&l.Shape); err != nil {
		return nil, err
	}
	from, together, err := k.begin(l)
	if err != nil {
		return nil, err
	}
	listed, err := k.listed(l, from)
	if err != nil {
		return nil, err
	}
	tagging := l.View.Layout().Tagging
	goesOn := l.Scorer("init") != nil
	reads := func(column int) bool { return k.reads(column, tagging) }
	if goesOn {
		reads = func(column int) bool {
			renewed := column == listedColumn && listed != nil
			return column == treebankColumn || from.vocabulary(column) != nil && !renewed
		}
	}
	a, err := k.architecture(k.Encoder, k.size())
	if err != nil {
		return nil, err
	}
	known := vocabularies(l, reads, from, k.enough)
	more, err := given(l, k.size())
	if err != nil {
		return nil, err
	}
	if known = append(known, more...); listed != nil {
		known = append(known, listed)
	}
	if len(known) == 0 {
		return nil, ErrEmptyColumns
	}
	tags, err := tagsets(k.MultiTask, l.All(), from, k.LeastTag)
	if err != nil {
		return nil, err
	}
	n := newNetwork(a, k.size(), known, tags, combinationsOf(tags, l.All(), together), k.context(), &l.Shape)
	n.projection = newProjection(l.Resources, n)
	random := rand.New(rand.NewPCG(l.Seed, 1))
	n.crew = loops.Crew(l.Workers)
	for _, m := range n.matrices() {
		m.learn(random, n.crew)
	}
	n.context.begin(k, l)
	if from != nil {
		n.mix(from, 1)
		n.ofTables = from.ofTables
	}
	if k.Pretrained != nil {
		k.Pretrained.slow(n)
	}
	if goesOn {
		n.settle(from)
		n.before, n.kept = from, float32(k.InitShare)
	}
	n.prepare(true)
	s := n.newSession()
	s.reader = n.context.learning()
	s.noise = &noise{random: l.Random, dropout: k.Dropout, wordDropout: k.WordDropout, masks: make([][]float32, len(n.encoders)+2)}
	own := &learner{
		session: s, settings: k.Settings, lesson: l.Sentences, slope: losses[k.Loss], stages: make([]lessons, len(n.classes)),
		planned: float64(max(1, cmp.Or(l.Words, l.Epochs*score.Words(l.Sentences)))), share: 1,
		adam:    adam{meanDecay: 0.9, squareDecay: 0.9, epsilon: 1e-8, rate: k.Rate, floor: 0.02, warmUp: 100, clip: k.Clip, meanLeft: 1, squareLeft: 1},
		teacher: teacher{share: k.TeacherShare},
	}
	if scorer := l.Scorer("teacher"); scorer != nil {
		own.teacher.Session = scorer.NewSession()
		if p, ok := scorer.(score.Predictor); ok && len(p.Fields()) > 0 {
			own.teacher.fields = p
		}
	}
	return own, nil
}

// Load implements score.Kind.
func (k Kind) Load(arrays *npz.Arrays, prefix string, s *score.Shape) (score.Scorer, error) {
	n, err := k.load(arrays, prefix, s)
	if err != nil {
		return nil, err
	}
	return &scorer{n}, nil
}

type scorer struct{ *network }

func (t *scorer) NewSession() score.Session {
	s := t.newSession()
	if t.context == nil { // or what is read of a word depends on the others
		s.memory = &memory{places: map[string]int{}}
	}
	return s
}

func (t *scorer) Batch() int { return parseBatch }

func (t *scorer) Packed(p npz.Precision) score.Scorer { return &scorer{t.freeze(p)} }

// parseBatch is the number of words that are encoded side by side.
const parseBatch = 250
