package learn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
)

// maze is a search problem that can be searched completely: depth decisions among branches, with a
// separate loss at each end. Every second decision is the second stage of an action. Scorers ask the
// state where it is.
type maze struct {
	inputs, depth, branches int
	batch                   int          // inputs that learners read at a time
	states                  []*mazeState // that were made
}

func newMaze() *maze { return &maze{inputs: 7, depth: 4, branches: 3} }

func (m *maze) NewTask() (Task, error) {
	s := &mazeState{place: place{maze: m}, slot: len(m.states)}
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

// where returns the place of a decision given to a learner.
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

// want says what is asked about a place.
type want uint8

const (
	features want = 1 << iota
	costs
)

// asked is a question about a place, or a Return, if nothing is wanted.
type asked struct {
	want  want
	stage int
	path  []model.Class
}

// mazeState goes through a maze.
type mazeState struct {
	place
	slot     int // in batches
	marked   []model.Class
	decision Decision
	asked    []asked // since Start
}

func (s *mazeState) Start(i int) error {
	s.input, s.asked = i, nil
	s.path = s.path[:0]
	s.decision = Decision{Input: s.slot, State: s}
	return nil
}

func (s *mazeState) Next() *Decision {
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

func (s *mazeState) Price(*Decision) error {
	s.ask(costs)
	s.decision.Costs = s.decision.Costs[:0]
	for _, k := range s.decision.Classes {
		s.decision.Costs = append(s.decision.Costs, float32(s.after(k).least()-s.least()))
	}
	return nil
}

// ask notes a question. Repeated questions at a place count once.
func (s *mazeState) ask(w want) {
	if n := len(s.asked); n > 0 && s.asked[n-1].want != 0 && slices.Equal(s.asked[n-1].path, s.path) {
		s.asked[n-1].want |= w
		return
	}
	s.asked = append(s.asked, asked{w, len(s.path) % 2, slices.Clone(s.path)})
}

func (s *mazeState) Take(k model.Class) error {
	s.path = append(s.path, k)
	return nil
}

func (s *mazeState) Mark() { s.marked = append(s.marked[:0], s.path...) }

func (s *mazeState) Return() {
	s.path = append(s.path[:0], s.marked...)
	s.asked = append(s.asked, asked{})
}

func (s *mazeState) Loss() float64 { return s.least() }

// reader is a session that scores places by their names, with a scorer for each stage.
type reader struct {
	maze    *maze
	scorers [2]model.Scorer
	inputs  []int // that were read
	names   [1]uint64
}

func (r *reader) Read(inputs ...int) { r.inputs = append(r.inputs[:0], inputs...) }

func (r *reader) Score(decisions []*Decision) {
	for _, d := range decisions {
		if d.Input < len(r.maze.states) {
			r.maze.states[d.Input].ask(features)
		}
		m := r.scorers[d.Stage]
		d.Scores = slices.Grow(d.Scores[:0], m.Classes())[:m.Classes()]
		m.Score(d.Scores, r.name(d))
	}
}

// name returns the one feature of a decision's place.
func (r *reader) name(d *Decision) []uint64 {
	p := place{maze: r.maze, input: r.inputs[d.Input], path: d.State.(*mazeState).path}
	r.names[0] = p.name()
	return r.names[:]
}

// lesson is a course over a maze with learners that keep what they are told.
type lesson struct {
	Course
	maze     *maze
	students []*student // in the order in which they were made
	learners []*noted   // of both stages of each
}

func newLesson(t *testing.T, a algorithm) *lesson {
	t.Helper()
	l := &lesson{maze: newMaze()}
	l.Course = Course{
		algorithm: &a, Inputs: l.maze.inputs, NewTask: l.maze.NewTask, Random: rand.New(rand.NewPCG(1, 2)), Settings: Settings{Fit: Fit{Passes: 1}},
		New: func() (Learner, error) {
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
	l.Inputs = l.maze.inputs // others may have been added
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

// forget drops the examples of earlier rounds.
func (l *lesson) forget(t *testing.T) {
	t.Helper()
	var err error
	l.examples, err = l.learner.NewExamples(0, rand.New(rand.NewPCG(1, 0)))
	require.NoError(t, err)
}
