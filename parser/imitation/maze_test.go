package imitation

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"parser/model"
)

// maze is a search problem that can be looked at whole: depth decisions among
// branches, a loss of its own at each end. Every second decision is the second stage
// of an action. A state has one feature, its name.
type maze struct {
	inputs, depth, branches int

	input  int
	path   []model.Class
	marked []model.Class
	d      model.Decision
	asked  []asked // since Start
}

// asked is a question to a maze, or a Return, where nothing is wanted.
type asked struct {
	want  Want
	stage int
}

func newMaze() *maze { return &maze{inputs: 7, depth: 4, branches: 3} }

func (m *maze) Len() int { return m.inputs }

func (m *maze) Start(i int) error {
	m.input, m.path, m.asked = i, m.path[:0], nil
	return nil
}

func (m *maze) Terminal() bool { return len(m.path) == m.depth }
func (m *maze) Stage() int     { return len(m.path) % 2 }

func (m *maze) Ask(want Want) *model.Decision {
	m.asked = append(m.asked, asked{want, m.Stage()})
	m.d = model.Decision{}
	for k := range m.branches {
		m.d.Classes = append(m.d.Classes, model.Class(k))
	}
	if want&Features != 0 {
		m.d.Features = []uint64{m.name(m.path)}
	}
	if want&Costs != 0 {
		best := m.least(m.path)
		for _, k := range m.d.Classes {
			m.d.Costs = append(m.d.Costs, float32(m.least(append(slices.Clone(m.path), k))-best))
		}
	}
	return &m.d
}

func (m *maze) Take(k model.Class) { m.path = append(m.path, k) }
func (m *maze) Mark()              { m.marked = append(m.marked[:0], m.path...) }
func (m *maze) Return() {
	m.path = append(m.path[:0], m.marked...)
	m.asked = append(m.asked, asked{})
}
func (m *maze) Loss() float64 { return m.least(m.path) }

// name numbers a state; where reads it.
func (m *maze) name(path []model.Class) uint64 {
	n := uint64(0)
	for _, k := range path {
		n = n*uint64(m.branches+1) + uint64(k) + 1
	}
	return n*uint64(m.inputs) + uint64(m.input)
}

// where goes to the state of a decision and returns its path.
func (m *maze) where(d *model.Decision) []model.Class {
	name := d.Features[0]
	m.input = int(name) % m.inputs
	var path []model.Class
	for n := name / uint64(m.inputs); n > 0; n /= uint64(m.branches + 1) {
		path = append(path, model.Class(n%uint64(m.branches+1))-1)
	}
	slices.Reverse(path)
	return path
}

// least returns the least loss that can be reached, a whole number.
func (m *maze) least(path []model.Class) float64 {
	if len(path) == m.depth {
		return float64(rand.New(rand.NewPCG(m.name(path), 1)).IntN(20))
	}
	least := math.Inf(1)
	for k := range m.branches {
		least = min(least, m.least(append(slices.Clone(path), model.Class(k))))
	}
	return least
}

// noted is a learner that never learns but keeps all it is told.
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

// lesson is a course over a maze with learners that keep what they are told.
type lesson struct {
	Course
	maze     *maze
	learners []*noted // in the order in which they were made
}

func newLesson(t *testing.T, a Algorithm) *lesson {
	t.Helper()
	l := &lesson{maze: newMaze()}
	l.Course = Course{
		Algorithm: a, Task: l.maze, Random: rand.New(rand.NewPCG(1, 2)), Stages: 2, Fit: Fit{Passes: 1},
		New: func(int) (model.Learner, error) {
			n := &noted{branches: l.maze.branches, favourite: model.Class(len(l.learners) / 2 % l.maze.branches)}
			l.learners = append(l.learners, n)
			return n, nil
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
