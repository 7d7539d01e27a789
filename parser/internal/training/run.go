package training

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"parser/model"
	"parser/model/npz"
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/internal/engine"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/lookup"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/internal/wordset"
	"parser/parser/learn"
	"parser/parser/treebank"
	"parser/transition"
)

// run is a training on a treebank.
type run struct {
	*Trainer
	meta    engine.Meta
	taggers []*engine.Parser
	dev     *structure.Bank // nil without dev
	watch   Observer
	bank    *structure.Bank
	corpus  *structure.Corpus
	made    *spool // silver trees that are not in the corpus; nil without
	plan    *plan
	system  transition.System
	actions *decode.Actions
}

// run makes a search problem of a treebank.
func (t *Trainer) run(bank *structure.Bank) (*run, error) {
	o, before, labels := &t.options, engine.Meta{}, []string(nil)
	if init := the[engine.Parser](t.given, Init); init != nil {
		before, labels, bank.Known = *init.Meta(), init.Meta().Labels, init.Shape().Actions
		bank.Params.MaxOpens, bank.Params.MaxUnary = max(bank.Params.MaxOpens, before.Params.MaxOpens), max(bank.Params.MaxUnary, before.Params.MaxUnary)
	}
	teacher := the[engine.Parser](t.given, Teacher)
	if teacher != nil && bank.Known == nil && teacher.Meta().System == o.System { // a treebank may lack what its teacher knows
		labels, bank.Known = teacher.Meta().Labels, teacher.Shape().Actions
	}
	var expert oracle.Oracle
	system, err := oracle.NewSystem(o.System, bank.Params)
	if err == nil {
		expert, err = oracle.New(o.Oracle, system)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", engine.ErrOptions, err)
	}
	corpus, err := bank.Corpus(t.encoder, expert, bank.Labels(labels...))
	if err != nil {
		return nil, err
	}
	actions, err := corpus.Actions(system, expert, bank.Known)
	if err != nil {
		return nil, err
	}
	if n := len(actions.All); n > model.MaxClasses {
		return nil, fmt.Errorf("%w: %d labels make %d actions, more than %d", engine.ErrOptions, len(corpus.Labels), n, model.MaxClasses)
	}
	r := &run{Trainer: t, watch: Together(Observer{}, Observer{}), bank: bank, corpus: corpus, system: system, actions: actions}
	r.replan()
	r.meta = engine.Meta{
		Format: engine.FormatVersion, Lang: o.Lang, System: system.Name(), Roots: system.Params().Roots.String(),
		TwoStep: o.TwoStep, Params: system.Params(), NonProjective: o.NonProjective,
		Labels: corpus.Labels, Actions: actions.All, FromRoot: actions.FromRoot, Other: actions.Other, Lexicon: actions.Lexicon,
		Command: o.Command, Options: *o, Sentences: corpus.Sentences(), Skipped: corpus.Skipped, Train: bank.Data.Digest(),
	}
	r.meta.Agreement = bank.Agreement(corpus.Labels, before.Agreement)
	r.meta.Field, r.meta.Backwards = t.field, t.backwards
	if r.meta.Lemmas = corpus.Dictionary; before.Lemmas != nil { // what is new in this treebank counts
		r.meta.Lemmas = before.Lemmas.With(corpus.Dictionary)
	}
	r.meta.Listed = before.Listed
	if listed := wordset.New(t.given.lemmas); t.field == structure.Lemmas && listed.Len() > 0 {
		r.meta.Listed = listed
	}
	if corpus.Dictionary == nil { // which has all words
		r.meta.Marks = lookup.MarksOf(corpus.Forms())
		if before.Marks != nil {
			r.meta.Marks = r.meta.Marks.And(before.Marks)
		}
	}
	if column := t.builds.TagColumn; column != "" {
		tags := slices.Clone(before.Tags)
		for _, words := range corpus.Words {
			for i := range words {
				tags = append(tags, *structure.Column(&words[i], column))
			}
		}
		slices.Sort(tags)
		r.meta.Tags = slices.Compact(tags)
	}
	follows := slices.ContainsFunc(t.scorers, func(k score.Kind) bool { return k.Traits().Follows })
	names := slices.Clone(before.Treebanks)
	for _, name := range bank.Data.Treebanks() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if follows && len(names) > 1 {
		r.meta.Treebanks = names
		for i, source := range corpus.From {
			corpus.Words[i] = score.Following(nil, corpus.Words[i], names, source.Name)
		}
	}
	return r, t.checkTeacher(&r.meta)
}

// checkTeacher returns an error unless the teacher, if there is one, numbers the same decisions in the same way.
func (t *Trainer) checkTeacher(pupil *engine.Meta) error {
	teacher := the[engine.Parser](t.given, Teacher)
	if teacher == nil {
		return nil
	}
	m := teacher.Meta()
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
			return fmt.Errorf("%w: the teacher has another %s than its pupil", engine.ErrOptions, part.name)
		}
	}
	return nil
}

// replan makes the plan of the corpus and of the silver trees that are not in it.
func (r *run) replan() {
	of := treebank.Source{}
	if r.made != nil {
		of = r.bank.Data.Silver.Source()
	}
	r.plan = newPlan(r.corpus.From, r.made.len(), of, r.lengthOf)
}

// trainingSet returns what a scorer of a kind begins with.
func (r *run) trainingSet(kind score.Kind, seed uint64, random *rand.Rand) *score.TrainingSet {
	o := &r.options
	epochs := o.EpochsOf(kind.Name(), r.plan.gold)
	set := &score.TrainingSet{
		Shape:     score.Shape{System: r.system, Actions: r.actions, TwoStep: o.TwoStep, View: r.builds.View},
		Sentences: r.corpus.Words, Epochs: epochs, Seed: seed, Random: random, Workers: o.Workers,
		Resources: r.given.forScorers(),
	}
	if r.given.Value(Lexicon) != nil && r.readsTags() {
		set.Resources[Lexicon] = r.given.tags()
	}
	for _, source := range r.corpus.From {
		if source.Silver {
			set.Silver++
		}
	}
	if r.made != nil {
		set.Stream = r.made.all
	}
	for epoch := range epochs {
		set.Words += r.plan.words(epoch+1, epochs)
	}
	return set
}

// course returns a course that teaches a scorer of a kind.
func (r *run) course(kind score.Kind, seed uint64, random *rand.Rand) *learn.Course {
	o, set := &r.options, r.trainingSet(kind, seed, random)
	var order func(int) []int
	sentences := len(r.corpus.Golds) + r.made.len() // in the epoch
	if !r.plan.whole() {
		order = func(epoch int) []int {
			all := r.plan.order(epoch, set.Epochs, seed, random)
			sentences = len(all)
			return all
		}
	}
	var states []*state // by their places
	settings, pathOnly := o.Settings, o.Explores() && oracle.Describe(o.Oracle).OnPath
	if pathOnly { // roll-outs tell what it does not know, once there is something to roll out with
		settings.Execute, settings.AskFirst = true, max(1, settings.AskFirst)
	}
	course := &learn.Course{
		Settings: settings, Inputs: sentences, Length: r.lengthOf, Longest: math.MaxInt, Random: set.Random, Order: order,
		NewTask: func() (learn.Task, error) {
			own, err := oracle.New(o.Oracle, r.system)
			s := &state{Derivation: set.Derivation(), run: r, oracle: own, place: len(states), pathOnly: pathOnly}
			states = append(states, s)
			return s, err
		},
		New: func() (learn.Learner, error) {
			l, err := kind.New(set)
			if err != nil {
				return nil, fmt.Errorf("%w: %w", engine.ErrOptions, err)
			}
			return score.LearnerOf(r, l), nil
		},
		Load: func(arrays *npz.Arrays, prefix string) (learn.Scorer, error) {
			s, err := kind.Load(arrays, prefix, &set.Shape)
			return score.Numbered{Scorer: s, Sentences: r}, err
		},
		Rolled: func(end learn.Task, done int) {
			s := end.(*state)
			r.watch.Visited(s.gold, s.Config.Steps)
			r.watch.Sentence(done, sentences)
		},
	}
	course.Taught = func(d *learn.Decision) {
		s := states[d.Input]
		e := Example{Decision: d, Derivation: &s.Derivation, Labels: r.corpus.Labels}
		if s.input < len(r.corpus.At) {
			e.Sentence = r.corpus.At[s.input] + 1
		}
		e.Epoch, _ = course.Rounds()
		r.watch.Taught(e)
	}
	return course
}

// Sum is the result of several scorers together on dev.
type Sum struct {
	Share float64 // of the linear scorer; 0 without one
	treebank.Scores
	Best bool // so far
}

// linearShares are the shares of the linear scorer that are tried on dev; without dev it has the first. Neural scorers
// share the rest equally.
var linearShares = []float64{0.1, 0.05, 0.2, 0.3, 0.5, 0.7, 0.9, 0}

// all trains every scorer, with different seeds for those of the same kind, and adds them up.
func (r *run) all(ctx context.Context) (*engine.Parser, error) {
	if len(r.scorers) == 1 {
		return r.passes(r.scorers[0], r.options.Seed, r.watch.Checkpoint).all(ctx)
	}
	calibration := cmp.Or(r.dev, r.bank)
	var parts []*engine.Parser
	seeds := map[string]uint64{}
	for i, kind := range r.scorers {
		name := kind.Name()
		r.watch.Scorer(name, i+1, len(r.scorers))
		p, err := r.watch.Checkpoint.part(fmt.Sprintf("scorer%d", i+1), r.encoderRead(), r.options.Kinds, func(own *Checkpoint) (*engine.Parser, error) {
			return r.passes(kind, r.options.Seed+seeds[name], own).all(ctx)
		})
		switch {
		case err != nil && i == 0:
			return p, err
		case err != nil:
			sum, _ := r.sum(parts, linearShares[0]) // of what is complete
			return sum, err
		}
		parts = append(parts, calibrated(p, calibration))
		seeds[name]++
	}
	return r.bestSum(ctx, parts)
}

// bestSum returns the sum with the share of the linear scorer that is best on dev.
func (r *run) bestSum(ctx context.Context, parts []*engine.Parser) (best *engine.Parser, err error) {
	shares := linearShares
	if r.scorers[0].Traits().Varies {
		shares = []float64{0}
	}
	highest := -1.0
	for _, share := range shares {
		p, err := r.sum(parts, share)
		if err != nil || r.dev == nil {
			return p, err
		}
		s := Sum{Share: share}
		if s.Scores, err = p.Scores(ctx, r.dev, r.options.Workers); err != nil {
			return cmp.Or(best, p), err
		}
		if s.Main() > highest {
			s.Best, best, highest = true, p.WithScores(s.Scores), s.Main()
		}
		r.watch.Sum(s)
	}
	return best, nil
}

// sum returns the parser whose scores are the sum of the parts' scores. Those are divided by temperatures and so are
// logarithms of probabilities: a share means the same for scores of any kind.
func (r *run) sum(parts []*engine.Parser, linearShare float64) (*engine.Parser, error) {
	networks := slices.DeleteFunc(slices.Clone(parts), func(p *engine.Parser) bool { return !r.varies(p) })
	if linearShare == 0 {
		parts = networks
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	meta, scorers := r.meta, []ensemble.Part(nil)
	meta.Scorer = ensemble.Loader{}.Name()
	for _, p := range parts {
		m, share := p.Meta(), linearShare
		if r.varies(p) {
			share = (1 - linearShare) / float64(len(networks))
		}
		scorers = append(scorers, ensemble.Part{Kind: m.Scorer, Weight: float32(share / cmp.Or(m.Temperature, 1)), Scorer: p.Scorer()})
		meta.Epochs = append(meta.Epochs, m.Epoch)
	}
	return engine.New(meta, ensemble.New(scorers...), r.taggers...)
}

// varies reports whether a part depends on its seed, as networks do and the linear part does not.
func (r *run) varies(p *engine.Parser) bool {
	kind, err := r.options.ScorerNamed(p.Meta().Scorer)
	return err == nil && kind.Traits().Varies
}
