package learn_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"parser/model"
	"parser/parser/learn"
)

// colouring gives the nodes of a graph, one after the other, one of three colours.
type colouring struct {
	graphs  [][][2]int // edges; nodes are numbered from 0
	edges   [][2]int
	nodes   int
	colours []model.Class
	asked   learn.Decision
}

func (c *colouring) Start(i int) error {
	c.edges, c.nodes, c.colours = c.graphs[i], 0, nil
	for _, e := range c.edges {
		c.nodes = max(c.nodes, e[0]+1, e[1]+1)
	}
	return nil
}

// Next shows the colours of the neighbours.
func (c *colouring) Next() *learn.Decision {
	n := len(c.colours)
	if n == c.nodes {
		return nil
	}
	var features []uint64
	for _, e := range c.edges {
		if a, b := min(e[0], e[1]), max(e[0], e[1]); b == n {
			features = append(features, learn.Hash("neighbour", fmt.Sprint(c.colours[a])))
		}
	}
	return c.asked.Ask([]model.Class{0, 1, 2}, features...)
}

func (c *colouring) Take(k model.Class) error {
	c.colours = append(c.colours, k)
	return nil
}

// Loss is the number of edges between nodes of the same colour.
func (c *colouring) Loss() (same float64) {
	for _, e := range c.edges {
		if c.colours[e[0]] == c.colours[e[1]] {
			same++
		}
	}
	return same
}

// A learner of costs finds out, from losses alone, that neighbours should differ, and colours another graph.
func Example_colouring() {
	var graphs [][][2]int
	random := rand.New(rand.NewPCG(1, 0))
	for range 20 {
		var edges [][2]int
		for b := 1; b < 8; b++ {
			edges = append(edges, [2]int{random.IntN(b), b}, [2]int{random.IntN(b), b})
		}
		graphs = append(graphs, edges)
	}
	spec, err := model.SpecFor("sgd")
	if err == nil {
		err = spec.Set("reduction", "csoaa")
	}
	newTask := func() (learn.Task, error) { return &colouring{graphs: graphs}, nil }
	imitating := learn.Course{Settings: learn.Defaults("dagger"), Inputs: len(graphs), Classes: []int{3}, NewTask: newTask}
	_, refused := imitating.Run(context.Background(), 1)
	fmt.Println("nothing to imitate:", errors.Is(refused, learn.ErrSettings))

	course := learn.Course{
		Settings: learn.Defaults("v-dagger"), Inputs: len(graphs), Classes: []int{3}, Learner: spec, NewTask: newTask,
	}
	learned, learnErr := course.Run(context.Background(), 5)
	if err != nil || learnErr != nil {
		fmt.Println(err, learnErr)
		return
	}
	wheel := [][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {2, 3}, {3, 4}, {4, 1}}
	c := &colouring{graphs: [][][2]int{wheel}}
	c.Start(0)
	fmt.Println(learned.Run(c), c.colours, c.Loss())
	// Output:
	// nothing to imitate: true
	// <nil> [0 1 2 1 2] 0
}
