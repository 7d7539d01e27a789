package learn

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/stages"
)

// student is a learner of mazes: one learner of names for each stage.
type student struct {
	reader
	stages stages.Learners
	heard  []event
}

// event is what a student is told of a batch: the inputs that it reads, the paths of decisions that
// it learns from side by side, or the update at the end.
type event struct {
	read   []int
	learnt []*place
}

func newStudent(m *maze, first, second model.Learner) *student {
	return &student{
		reader: reader{maze: m, scorers: [2]model.Scorer{first, second}}, stages: stages.Learners{first, second},
	}
}

func (s *student) Read(inputs ...int) {
	s.reader.Read(inputs...)
	s.heard = append(s.heard, event{read: slices.Clone(s.inputs)})
}

func (s *student) Learn(decisions []*Decision) {
	var heard event
	for _, d := range decisions {
		told := model.Decision{Features: slices.Clone(s.name(d)), Classes: d.Classes, Costs: d.Costs}
		s.stages[d.Stage].Learn(&told, d.Scores)
		heard.learnt = append(heard.learnt, s.maze.where(&told))
	}
	s.heard = append(s.heard, heard)
}

func (s *student) Update() error {
	s.heard = append(s.heard, event{})
	return nil
}

func (s *student) Batch() int { return s.maze.batch }

func (s *student) NewSession() Session {
	return &reader{maze: s.maze, scorers: s.scorers}
}

func (s *student) Freeze() Scorer {
	g := &graduate{maze: s.maze, models: [2]model.Model{s.stages[0].Freeze(), s.stages[1].Freeze()}}
	g.scorers = [2]model.Scorer{g.models[0], g.models[1]}
	return g
}

func (s *student) Sync(r *npz.Record) { s.stages.Sync(r) }

func (s *student) NewExamples(bytes int64, random *rand.Rand) (Examples, error) {
	return &kept{s, s.stages.NewExamples(bytes, random)}, nil
}

// graduate is the frozen form of a student.
type graduate struct {
	maze    *maze
	models  [2]model.Model
	scorers [2]model.Scorer // the same
}

func (g *graduate) NewSession() Session { return &reader{maze: g.maze, scorers: g.scorers} }

func (g *graduate) Entries(prefix string) (all []npz.Entry) {
	for i, m := range g.models {
		all = append(all, m.Entries(fmt.Sprintf("%s%d/", prefix, i))...)
	}
	return all
}

// load reads a graduate.
func load(m *maze, a *npz.Arrays, prefix string) (Scorer, error) {
	g := &graduate{maze: m}
	for i := range g.models {
		var err error
		if g.models[i], err = model.ReadModel(a, fmt.Sprintf("%s%d/", prefix, i), m.branches); err != nil {
			return nil, err
		}
		g.scorers[i] = g.models[i]
	}
	return g, nil
}

// kept are examples of a student: decisions with names, by stage.
type kept struct {
	of *student // the student that has read the sentences
	stages.Examples
}

func (k *kept) Add(d *Decision) {
	k.Examples[d.Stage].Add(&model.Decision{Features: k.of.name(d), Classes: d.Classes, Costs: d.Costs})
}

func (k *kept) Learn(ctx context.Context, l Learner, passes, alpha int, random *rand.Rand) error {
	return k.Examples.Learn(ctx, l.(*student).stages, passes, alpha, random)
}

// noted is a learner of one stage that never learns but keeps all it is told.
type noted struct {
	favourite model.Class
	branches  int
	told      []model.Decision
}

func (n *noted) Classes() int { return n.branches }

func (n *noted) Score(dst []float32, _ []uint64) {
	for k := range dst {
		dst[k] = -float32((k - int(n.favourite) + n.branches) % n.branches)
	}
}

func (n *noted) Learn(d *model.Decision, _ []float32) {
	n.told = append(n.told, model.Decision{
		Features: slices.Clone(d.Features), Classes: slices.Clone(d.Classes), Costs: slices.Clone(d.Costs),
	})
}

// Prefer implements model.Learner.
func (n *noted) Prefer([]model.Decision, []model.Decision, float64, float64) {}

func (n *noted) Freeze() model.Model        { return n }
func (n *noted) Entries(string) []npz.Entry { return nil }
func (n *noted) Describe() string           { return "" }
func (n *noted) Columns() []string          { return nil }
func (n *noted) Sync(*npz.Record)           {}
