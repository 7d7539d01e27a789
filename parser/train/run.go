package train

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"parser/eval/smatch"
	"parser/model"
	"parser/model/npz"
	"parser/oracle"
	"parser/parser"
	"parser/parser/decode"
	"parser/parser/internal/imitation"
	"parser/parser/score"
	"parser/parser/structure"
	"parser/transition"
)

// run is a training on some treebank.
type run struct {
	*Trainer
	meta    parser.Meta
	taggers []*parser.Parser
	dev     *structure.Bank // nil without
	watch   Observer
	bank    *structure.Bank
	corpus  *structure.Corpus
	words   int // in corpus
	system  transition.System
	actions *decode.Actions
}

// run makes a search problem of a treebank.
func (t *Trainer) run(bank *structure.Bank) (*run, error) {
	o := &t.options
	var expert oracle.Oracle
	system, err := oracle.NewSystem(o.System, bank.Params)
	if err == nil {
		expert, err = oracle.New(o.Oracle, system)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	corpus, err := bank.Corpus(t.encoder, expert, bank.Labels())
	if err != nil {
		return nil, err
	}
	actions, err := corpus.Actions(system, expert)
	if err != nil {
		return nil, err
	}
	if n := len(actions.All); n > model.MaxClasses {
		return nil, fmt.Errorf("%w: %d labels make %d actions, more than %d", parser.ErrOptions, len(corpus.Labels), n, model.MaxClasses)
	}
	r := &run{Trainer: t, bank: bank, corpus: corpus, system: system, actions: actions}
	for _, sentence := range corpus.Words {
		r.words += len(sentence)
	}
	r.meta = parser.Meta{
		Format: parser.FormatVersion, Lang: o.Lang, System: system.Name(), Roots: system.Params().Roots.String(),
		TwoStep: o.TwoStep, Params: system.Params(), NonProjective: o.NonProjective,
		Labels: corpus.Labels, Actions: actions.All, FromRoot: actions.FromRoot, Other: actions.Other, Lexicon: actions.Lexicon,
		Command: o.Command, Options: *o, Sentences: len(corpus.Golds), Skipped: corpus.Skipped, Train: bank.Data.Digest(),
	}
	if t.builds.Agrees {
		r.meta.Agreement = bank.Agreement(corpus.Labels)
	}
	if t.builds.WritesTags {
		tags := map[string]bool{}
		for _, words := range corpus.Words {
			for i := range words {
				tags[words[i].XPOS] = true
			}
		}
		r.meta.Tags = slices.Sorted(maps.Keys(tags))
	}
	if t.builds.Tagger { // the others ignore the option, and must not pass for taggers
		r.meta.Field, r.meta.Backwards = o.Field, o.Backwards
	}
	r.meta.Options.Teacher, r.meta.Options.Vectors, r.meta.Options.Segmenter = nil, nil, nil
	return r, t.checkTeacher(&r.meta)
}

// checkTeacher returns an error unless the teacher, if there is one, numbers the same decisions in the same way.
func (t *Trainer) checkTeacher(pupil *parser.Meta) error {
	if t.options.Teacher == nil {
		return nil
	}
	m := t.options.Teacher.Meta()
	for _, part := range []struct {
		name string
		same bool
	}{
		{"system", m.System == pupil.System},
		{"number of steps", m.TwoStep == pupil.TwoStep},
		{"field", m.Field == pupil.Field},
		{"direction", m.Backwards == pupil.Backwards},
		{"set of labels", slices.Equal(m.Labels, pupil.Labels)},
		{"set of actions", slices.Equal(m.Actions, pupil.Actions)},
	} {
		if !part.same {
			return fmt.Errorf("%w: the teacher has another %s than its pupil", parser.ErrOptions, part.name)
		}
	}
	return nil
}

// course returns a course that teaches a scorer of a kind.
func (r *run) course(kind score.Kind, seed uint64, random *rand.Rand) *imitation.Course {
	o := &r.options
	lesson := &score.Lesson{
		Shape:     score.Shape{System: r.system, Actions: r.actions, TwoStep: o.TwoStep, View: r.builds.View},
		Sentences: r.corpus.Words, Epochs: o.EpochsOf(kind.Name(), r.words), Seed: seed, Random: random,
		Vectors: o.Vectors,
	}
	if o.Teacher != nil {
		lesson.Teacher = o.Teacher.Probable()
	}
	return &imitation.Course{
		Algorithm: r.algorithm, Sentences: r.corpus.Words, Random: lesson.Random, Fit: o.Fit, Weaken: o.Weaken,
		NewState: func() (imitation.State, error) {
			own, err := oracle.New(o.Oracle, r.system)
			return &state{Derivation: lesson.Derivation(), run: r, oracle: own}, err
		},
		New: func() (score.Learner, error) {
			l, err := kind.New(lesson)
			if err != nil {
				return nil, fmt.Errorf("%w: %w", parser.ErrOptions, err)
			}
			return l, nil
		},
		Load: func(arrays *npz.Arrays, prefix string) (score.Scorer, error) {
			return kind.Load(arrays, prefix, &lesson.Shape)
		},
		Rolled: func(end imitation.State, done int) {
			if s := end.(*state); r.watch.Visited != nil {
				r.watch.Visited(&r.corpus.Golds[s.input], s.Config.Steps)
			}
			if r.watch.Sentence != nil {
				r.watch.Sentence(done, len(r.corpus.Golds))
			}
		},
	}
}

// state is a derivation of a sentence of the corpus, with an oracle as its expert: an imitation.State.
type state struct {
	decode.Derivation
	run    *run
	oracle oracle.Oracle
	input  int // the sentence
	tally  oracle.Tally
	shared int // how many changes of the graph lead to the tally, too; -1 before there is one
}

func (s *state) Start(i, sentence int) error {
	s.input, s.shared = i, -1
	if m := s.run.corpus.Golds[i].Meaning; m != nil {
		s.Config.Given = m.Given
	}
	s.Derivation.Start(sentence, len(s.run.corpus.Words[i]))
	return s.failed(s.oracle.Start(&s.run.corpus.Golds[i]))
}

func (s *state) Price() error { return s.failed(s.Derivation.Price(s.oracle)) }

// Return goes back to the configuration last marked.
func (s *state) Return() {
	if s.Derivation.Return(); s.Config.Graph != nil {
		s.shared = min(s.shared, len(s.Config.Graph.Changes))
	}
}

func (s *state) Loss() float64 {
	gold := &s.run.corpus.Golds[s.input]
	if s.Config.Graph != nil {
		return s.graphLoss(gold)
	}
	loss := float64(gold.Loss(&s.Config))
	switch s.run.options.Loss {
	case structure.ExactLoss:
		return min(1, loss)
	case structure.F1Loss:
		// 100·(1 − 2m/(g+p)) where m of g gold brackets are among the p brackets of the
		// tree; their loss is g + p − 2m.
		brackets := len(gold.Spans)
		for _, node := range s.Config.Nodes[1:] {
			if node.Label != transition.None {
				brackets++
			}
		}
		return 100 * loss / float64(brackets)
	}
	return loss
}

// actionsToLoss says how many actions are as bad as a part of a graph: of two graphs that are as good, the one that
// takes fewer actions is better (Goodman et al. 2016, Section 4.4).
const actionsToLoss = 5

func (s *state) graphLoss(gold *oracle.Gold) float64 {
	actions := float64(s.Config.Graph.Taken) / actionsToLoss
	if s.run.options.Loss == structure.NaiveCodeLoss {
		it := structure.Item{}
		s.run.corpus.Encoder.Read(&s.Config, &it)
		return float64(smatch.NaiveCode(s.run.corpus.Graphs[s.input], it.Graph)) + actions
	}
	if s.shared < 0 {
		s.tally.Start(gold.Meaning)
		s.shared = 0
	}
	loss := float64(s.tally.Loss(s.Config.Graph, s.shared))
	if s.shared = len(s.Config.Graph.Changes); s.run.options.Loss == structure.ExactLoss {
		loss = min(1, loss)
	}
	return loss + actions
}

// failed adds to an error the sentence whose costs the oracle could not tell.
func (s *state) failed(err error) error {
	if err != nil {
		err = fmt.Errorf("%s: the %s oracle failed: %w", s.run.corpus.Places[s.input], s.oracle.Name(), err)
	}
	return err
}
