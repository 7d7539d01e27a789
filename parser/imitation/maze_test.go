package imitation

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/parser/decode"
	"parser/parser/score"
	"parser/transition"
)

// maze is a search problem that can be looked at whole: depth decisions among
// branches, a loss of its own at each end. Every second decision is the second stage
// of an action. The one word of an input is its number, and the steps of a configuration
// are the way to it, so that scorers can tell where they are.
type maze struct {
	inputs, depth, branches int
	batch                   int          // inputs that learners read at a time
	states                  []*mazeState // that were made
}

func newMaze() *maze { return &maze{inputs: 7, depth: 4, branches: 3} }

// sentences returns the inputs.
func (m *maze) sentences() (all [][]conll.Word) {
	for i := range m.inputs {
		all = append(all, []conll.Word{{Form: strconv.Itoa(i)}})
	}
	return all
}

func (m *maze) NewState() (State, error) {
	s := &mazeState{place: place{maze: m}}
	m.states = append(m.states, s)
	return s, nil
}

// place is where one can be in a maze.
type place struct {
	maze  *maze
	input int
	path  []model.Class
}

// at returns the place of a path in the same input.
func (p *place) at(path ...model.Class) *place { return &place{p.maze, p.input, path} }

// after returns the place that class k leads to.
func (p *place) after(k model.Class) *place { return p.at(append(slices.Clone(p.path), k)...) }

// name numbers a place; where reads it.
func (p *place) name() uint64 {
	n := uint64(0)
	for _, k := range p.path {
		n = n*uint64(p.maze.branches+1) + uint64(k) + 1
	}
	return n*uint64(p.maze.inputs) + uint64(p.input)
}

// where returns the place of a decision that a learner was told.
func (m *maze) where(d *model.Decision) *place {
	name := d.Features[0]
	p := &place{maze: m, input: int(name) % m.inputs}
	for n := name / uint64(m.inputs); n > 0; n /= uint64(m.branches + 1) {
		p.path = append(p.path, model.Class(n%uint64(m.branches+1))-1)
	}
	slices.Reverse(p.path)
	return p
}

// least returns the least loss that can be reached, a whole number.
func (p *place) least() float64 {
	if len(p.path) == p.maze.depth {
		return float64(rand.New(rand.NewPCG(p.name(), 1)).IntN(20))
	}
	least := math.Inf(1)
	for k := range p.maze.branches {
		least = min(least, p.after(model.Class(k)).least())
	}
	return least
}

// want says what is wanted to know of a place.
type want uint8

const (
	features want = 1 << iota
	costs
)

// asked is a question about a place, or a Return, where nothing is wanted.
type asked struct {
	want  want
	stage int
	path  []model.Class
}

// mazeState goes through a maze.
type mazeState struct {
	place
	marked   []model.Class
	config   transition.Config
	decision decode.Decision
	asked    []asked // since Start
}

func (s *mazeState) Start(i, sentence int) error {
	s.input, s.asked = i, nil
	s.walk(s.path[:0])
	s.decision = decode.Decision{Sentence: sentence, Config: &s.config, Move: decode.NoMove}
	return nil
}

func (s *mazeState) Next() *decode.Decision {
	if len(s.path) == s.maze.depth {
		return nil
	}
	d := &s.decision
	d.Stage, d.Classes, d.Costs, d.Scores = len(s.path)%2, d.Classes[:0], d.Costs[:0], d.Scores[:0]
	for k := range s.maze.branches {
		d.Classes = append(d.Classes, model.Class(k))
	}
	return d
}

func (s *mazeState) Price() error {
	s.ask(costs)
	s.decision.Costs = s.decision.Costs[:0]
	for _, k := range s.decision.Classes {
		s.decision.Costs = append(s.decision.Costs, float32(s.after(k).least()-s.least()))
	}
	return nil
}

// ask notes a question. Several in one place are one.
func (s *mazeState) ask(w want) {
	if n := len(s.asked); n > 0 && s.asked[n-1].want != 0 && slices.Equal(s.asked[n-1].path, s.path) {
		s.asked[n-1].want |= w
		return
	}
	s.asked = append(s.asked, asked{w, len(s.path) % 2, slices.Clone(s.path)})
}

// walk goes to where a path leads.
func (s *mazeState) walk(path []model.Class) {
	s.path, s.config.Steps = path, s.config.Steps[:0]
	for _, k := range path {
		s.config.Steps = append(s.config.Steps, transition.Step{Label: k})
	}
}

func (s *mazeState) Take() { s.walk(append(s.path, s.decision.Choice)) }
func (s *mazeState) Mark() { s.marked = append(s.marked[:0], s.path...) }

func (s *mazeState) Return() {
	s.walk(append(s.path[:0], s.marked...))
	s.asked = append(s.asked, asked{})
}

func (s *mazeState) Loss() float64 { return s.least() }

// reader is a session that scores places by their names, with a scorer for each stage.
type reader struct {
	maze    *maze
	scorers [2]model.Scorer
	inputs  []int // of the sentences that were read
	names   [1]uint64
}

func (r *reader) Read(sentences ...[]conll.Word) {
	r.inputs = r.inputs[:0]
	for _, words := range sentences {
		i, err := strconv.Atoi(words[0].Form)
		if err != nil {
			panic(err)
		}
		r.inputs = append(r.inputs, i)
	}
}

func (r *reader) Score(decisions []*decode.Decision) {
	for _, d := range decisions {
		if d.Sentence < len(r.maze.states) {
			r.maze.states[d.Sentence].ask(features)
		}
		m := r.scorers[d.Stage]
		d.Scores = slices.Grow(d.Scores[:0], m.Classes())[:m.Classes()]
		m.Score(d.Scores, r.name(d))
	}
}

// name returns the one feature of a decision's place.
func (r *reader) name(d *decode.Decision) []uint64 {
	p := place{maze: r.maze, input: r.inputs[d.Sentence]}
	for _, step := range d.Config.Steps {
		p.path = append(p.path, step.Label)
	}
	r.names[0] = p.name()
	return r.names[:]
}

// student is a learner of mazes: one learner of names for each stage.
type student struct {
	reader
	stages [2]model.Learner
	heard  []event
}

// event is what a student hears of a batch: the inputs that it reads, the paths of
// decisions that it learns from side by side, or else the update at the end.
type event struct {
	read   []int
	learnt []*place
}

func newStudent(m *maze, first, second model.Learner) *student {
	return &student{
		reader: reader{maze: m, scorers: [2]model.Scorer{first, second}}, stages: [2]model.Learner{first, second},
	}
}

func (s *student) Read(sentences ...[]conll.Word) {
	s.reader.Read(sentences...)
	s.heard = append(s.heard, event{read: slices.Clone(s.inputs)})
}

func (s *student) Learn(decisions []*decode.Decision) {
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

func (s *student) NewSession() score.Session {
	return &reader{maze: s.maze, scorers: s.scorers}
}

func (s *student) Freeze() score.Scorer {
	g := &graduate{maze: s.maze, models: [2]model.Model{s.stages[0].Freeze(), s.stages[1].Freeze()}}
	g.scorers = [2]model.Scorer{g.models[0], g.models[1]}
	return g
}

func (s *student) Keep(r *model.Record) {
	for i, l := range s.stages {
		l.Keep(r.Part(fmt.Sprint(i)))
	}
}

func (s *student) NewExamples(bytes int64, random *rand.Rand) (score.Examples, error) {
	k := &kept{of: s}
	if bytes > 0 {
		bytes = max(1, bytes/int64(len(k.stages)))
	}
	for i := range k.stages {
		k.stages[i] = model.NewExamples(bytes, random.Uint64())
	}
	return k, nil
}

// graduate is what students come to.
type graduate struct {
	maze    *maze
	models  [2]model.Model
	scorers [2]model.Scorer // the same
}

func (g *graduate) NewSession() score.Session { return &reader{maze: g.maze, scorers: g.scorers} }
func (g *graduate) Describe() string          { return "" }
func (g *graduate) Columns() []string         { return nil }
func (g *graduate) Batch() int                { return 0 }

func (g *graduate) Entries(prefix string) (all []model.Entry) {
	for i, m := range g.models {
		all = append(all, m.Entries(fmt.Sprintf("%s%d/", prefix, i))...)
	}
	return all
}

// load reads a graduate.
func load(m *maze, a *model.Arrays, prefix string) (score.Scorer, error) {
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
	of     *student // that has read the sentences
	stages [2]*model.Examples
}

func (k *kept) Add(d *decode.Decision) {
	k.stages[d.Stage].Add(&model.Decision{Features: k.of.name(d), Classes: d.Classes, Costs: d.Costs})
}

func (k *kept) Keep(r *model.Record) {
	for i, e := range k.stages {
		e.Keep(r.Part(fmt.Sprint(i)))
	}
}

func (k *kept) Learn(ctx context.Context, l score.Learner, passes, alpha int, random *rand.Rand) error {
	for i, m := range l.(*student).stages {
		for range passes {
			if err := ctx.Err(); err != nil {
				return err
			}
			k.stages[i].Pass(m, alpha, random)
		}
	}
	return nil
}

func (k *kept) Counts(alpha int) (kept, dropped, bounded int) {
	for _, s := range k.stages {
		n, gone, out := s.Counts(alpha)
		kept, dropped, bounded = kept+n, dropped+gone, bounded+out
	}
	return kept, dropped, bounded
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

func (n *noted) Freeze() model.Model          { return n }
func (n *noted) Entries(string) []model.Entry { return nil }
func (n *noted) Describe() string             { return "" }
func (n *noted) Columns() []string            { return nil }
func (n *noted) Keep(*model.Record)           {}

// lesson is a course over a maze with learners that keep what they are told.
type lesson struct {
	Course
	maze     *maze
	students []*student // in the order in which they were made
	learners []*noted   // of both stages of each
}

func newLesson(t *testing.T, a Algorithm) *lesson {
	t.Helper()
	l := &lesson{maze: newMaze()}
	l.Course = Course{
		Algorithm: a, Sentences: l.maze.sentences(), NewState: l.maze.NewState, Random: rand.New(rand.NewPCG(1, 2)), Fit: Fit{Passes: 1},
		New: func() (score.Learner, error) {
			favourite := model.Class(len(l.students) % l.maze.branches)
			first := &noted{branches: l.maze.branches, favourite: favourite}
			second := &noted{branches: l.maze.branches, favourite: favourite}
			l.learners = append(l.learners, first, second)
			l.students = append(l.students, newStudent(l.maze, first, second))
			return l.students[len(l.students)-1], nil
		},
	}
	return l
}

// round carries out a round and returns what the learners of both stages were told.
func (l *lesson) round(t *testing.T) ([]model.Decision, Stats) {
	t.Helper()
	for _, n := range l.learners {
		n.told = nil
	}
	l.Sentences = l.maze.sentences() // of which there may be others than at first
	stats, err := l.Round(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var told []model.Decision
	for _, n := range l.learners {
		told = append(told, n.told...)
	}
	return told, stats
}

// forget throws the examples of earlier rounds away.
func (l *lesson) forget(t *testing.T) {
	t.Helper()
	var err error
	l.examples, err = l.learner.NewExamples(0, rand.New(rand.NewPCG(1, 0)))
	require.NoError(t, err)
}
