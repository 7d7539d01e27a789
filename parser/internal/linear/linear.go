// Package linear scores by feature templates and a learner over sparse features, one for each
// stage of a decision: the scorer of Goldberg & Nivre (2013) and of Chang et al. (2015).
//
// Each word's atoms are hashed when a session reads the sentence; in a configuration the templates
// combine those of the words that it sees, and the weights of these features add up to the scores.
//
//	kind := linear.Kind{Templates: "default", Learner: spec}
//	learner, err := kind.New(&score.TrainingSet{Shape: shape, Sentences: words, Random: random})
package linear

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"parser/conll"
	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/decode"
	"parser/parser/internal/features"
	"parser/parser/internal/score"
	"parser/parser/learn"
)

// Kind is the linear kind of scorer.
type Kind struct {
	// Templates names a set (features.Names) or holds the text of one in several lines.
	Templates string
	Learner   model.Spec // of each stage
	// Dropout is the probability with which learning does not see a feature, anew for every
	// decision (Hinton et al. 2012; for taggers Søgaard 2013), so that none relies on others.
	Dropout float64
	// Exact scorers keep weights in single precision; others round them, see model.Shrink.
	Exact bool
}

// Name implements score.Kind.
func (Kind) Name() string { return "linear" }

// Traits implements score.Kind: a learner has no seed of its own, but that of the training.
func (Kind) Traits() score.Traits {
	learners := slices.DeleteFunc(model.Options().Names(), func(name string) bool { return name == "seed" })
	return score.Traits{
		Usage:   "templates and a learner: less accurate, trains in seconds",
		Options: append(learners, "templates", "learner", "dropout", "exact"),
		Ranks:   true,
	}
}

// ErrEmptyColumns is the cause when the training data has no column that a template reads.
var ErrEmptyColumns = errors.New("every template reads a column that is empty in the training data")

// Set returns the templates for a system, before they are adapted to data.
func (k Kind) Set(system string) (*features.Set, error) {
	if strings.Contains(k.Templates, "\n") {
		return features.Parse(k.Templates)
	}
	return features.Named(k.Templates, system)
}

// Check implements score.Kind.
func (k Kind) Check(s *score.Shape) error {
	if !(k.Dropout >= 0 && k.Dropout < 1) {
		return fmt.Errorf("%v is no probability of dropping features, from 0 and less than 1", k.Dropout)
	}
	if _, err := k.Learner.New(1); err != nil {
		return err
	}
	_, err := k.Set(s.System.Name())
	return err
}

// coarseTags is the largest number of different XPOS tags that templates combine with others; finer
// tags make combinations too rare to learn from.
const coarseTags = 64

// dataOf finds out which columns of the training data are empty, and whether XPOS is a coarse tag.
func dataOf(sentences [][]conll.Word) features.Data {
	const columns = "lptm"
	var used [len(columns)]bool
	tags := map[string]bool{}
	for _, words := range sentences {
		for i := range words {
			w := &words[i]
			for j, text := range [len(columns)]string{w.Lemma, w.UPOS, w.XPOS, w.Feats} {
				used[j] = used[j] || conll.Filled(text)
			}
			tags[w.XPOS] = true
		}
	}
	d := features.Data{Tag: 'p'}
	for i, letter := range columns {
		switch {
		case !used[i]:
			d.Empty += string(letter)
		case letter == 't' && len(tags) <= coarseTags:
			d.Tag = 't'
		}
	}
	return d
}

// CheckTrainingSet implements score.Kind.
func (k Kind) CheckTrainingSet(l *score.TrainingSet) error {
	_, err := k.setFor(l)
	return err
}

// setFor returns the templates, adapted to the columns that the sentences have, unless they are those of a scorer to go
// on from.
func (k Kind) setFor(l *score.TrainingSet) (*features.Set, error) {
	if from := l.Scorer("init"); from != nil {
		init, ok := from.(*scorer)
		if !ok {
			return nil, errors.New("the parser to go on from is not scored by templates")
		}
		return features.Parse(init.templates)
	}
	set, err := k.Set(l.System.Name())
	if err != nil {
		return nil, err
	}
	if set = set.Adapt(dataOf(l.Sentences)); set.Len() == 0 {
		return nil, ErrEmptyColumns
	}
	return set, nil
}

// New implements score.Kind.
func (k Kind) New(l *score.TrainingSet) (score.Learner, error) {
	set, err := k.setFor(l)
	if err != nil {
		return nil, err
	}
	spec := k.Learner
	if spec.Get("seed") != nil { // of initial weights
		if err := spec.Set("seed", l.Seed); err != nil {
			return nil, err
		}
	}
	t := &learner{scorer: newScorer(set, set.String(), &l.Shape), exact: k.Exact}
	init, _ := l.Scorer("init").(*scorer)
	for stage, classes := range l.Classes() {
		var before []model.Model // to go on from
		if init != nil {
			before = init.models[stage : stage+1]
		}
		m, err := spec.New(classes, before...)
		if err != nil {
			return nil, err
		}
		t.learners = append(t.learners, m)
	}
	t.session = newSession(t.scorer.extractor, t.learners)
	t.dropout, t.random = k.Dropout, l.Random
	return t, nil
}

// Load implements score.Kind.
func (Kind) Load(arrays *npz.Arrays, prefix string, s *score.Shape) (score.Scorer, error) {
	text, err := npz.Array[byte](arrays, prefix+templatesEntry)
	if err != nil {
		return nil, err
	}
	set, err := features.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", npz.ErrFile, err)
	}
	t := newScorer(set, string(text), s)
	for stage, classes := range s.Classes() {
		m, err := model.ReadModel(arrays, stagePrefix(prefix, stage), classes)
		if err != nil {
			return nil, err
		}
		t.models = append(t.models, m)
	}
	return &t, nil
}

// templatesEntry is the entry of a model file with the text of the templates. The weights of stage
// 0 are the entries "0/…", those of stage 1 "1/…".
const templatesEntry = "templates"

func stagePrefix(prefix string, stage int) string { return fmt.Sprintf("%s%d/", prefix, stage) }

type scorer struct {
	templates string
	columns   []string
	extractor *features.Extractor
	models    []model.Model // of each stage
}

// newScorer returns a scorer without models. Columns are adapted to those that the treebank has.
func newScorer(set *features.Set, text string, s *score.Shape) scorer {
	t := scorer{templates: text, extractor: set.Compile()}
	t.extractor.Labels = int32(s.Labels())
	letters := set.Columns()
	for _, column := range []struct{ letters, name string }{{"l", "lemma"}, {"pg", "upos"}, {"t", "xpos"}, {"m", "feats"}} {
		if strings.ContainsAny(letters, column.letters) {
			t.columns = append(t.columns, column.name)
		}
	}
	return t
}

func (t *scorer) NewSession() score.Session { return newSession(t.extractor, t.models) }

func (t *scorer) Batch() int { return 0 } // features of one sentence fill the cache

func (t *scorer) Entries(prefix string) []npz.Entry {
	entries := []npz.Entry{npz.Text(prefix+templatesEntry, t.templates)}
	for stage, m := range t.models {
		entries = append(entries, m.Entries(stagePrefix(prefix, stage))...)
	}
	return entries
}

func (t *scorer) Columns() []string { return slices.Clone(t.columns) }

// Packed: small integers are the smallest form of linear models, and only int8 asks for it.
func (t *scorer) Packed(p npz.Precision) score.Scorer {
	packed := *t
	packed.models = slices.Clone(t.models)
	for i, m := range packed.models {
		if p.Factors() == npz.InInt8 {
			packed.models[i] = model.Shrink(m)
		}
	}
	return &packed
}

func (t *scorer) Describe() string {
	var sizes []string
	for _, m := range t.models {
		sizes = append(sizes, m.Describe())
	}
	return strings.Join(sizes, ", ")
}

type session struct {
	extractor *features.Extractor
	models    []model.Scorer    // of each stage
	vectors   []features.Vector // of each sentence, with the features that were scored last
	anyOrder  bool              // whether sums of features do not depend on their order
	dropout   float64           // of a learner's own session
	random    *rand.Rand
}

func newSession[M model.Scorer](x *features.Extractor, models []M) *session {
	s := &session{extractor: x, anyOrder: true}
	for _, m := range models {
		s.anyOrder = s.anyOrder && model.AnyOrder(m)
		s.models = append(s.models, m)
	}
	return s
}

func (s *session) Read(sentences ...[]conll.Word) {
	for len(s.vectors) < len(sentences) {
		s.vectors = append(s.vectors, features.Vector{AnyOrder: s.anyOrder})
	}
	for i, words := range sentences {
		s.extractor.Prepare(&s.vectors[i], words)
	}
}

// Score uses the features that Learn will see, with dropout, too.
func (s *session) Score(decisions []*learn.Decision) {
	for _, d := range decisions {
		m := s.models[d.Stage]
		d.Scores = slices.Grow(d.Scores[:0], m.Classes())[:m.Classes()]
		m.Score(d.Scores, s.see(d))
	}
}

func (s *session) Extract(decisions []*learn.Decision) {
	for _, d := range decisions {
		s.see(d)
	}
}

// see returns the features of a decision, or those that dropout leaves.
func (s *session) see(d *learn.Decision) []uint64 {
	v := &s.vectors[d.Input]
	s.extractor.Extract(v, &decode.Of(d).Config)
	if s.dropout > 0 {
		v.Features = slices.DeleteFunc(v.Features, func(uint64) bool { return s.random.Float64() < s.dropout })
	}
	return v.Features
}
