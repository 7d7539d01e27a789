package learn_test

import (
	"context"
	"fmt"

	"parser/model"
	"parser/parser/learn"
)

// walker looks for the way out of a maze, from S to X. Its classes are steps to the north,
// east, south and west.
type walker struct {
	maze  []string
	y, x  int
	steps int
	asked learn.Decision
}

var compass = [4][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

func (w *walker) Start(int) error {
	w.y, w.x, w.steps = 1, 1, 0
	return nil
}

func (w *walker) Next() *learn.Decision {
	if w.maze[w.y][w.x] == 'X' || w.steps == 30 {
		return nil
	}
	var legal []model.Class
	for k, step := range compass {
		if w.maze[w.y+step[0]][w.x+step[1]] != '#' {
			legal = append(legal, model.Class(k))
		}
	}
	return w.asked.Ask(legal, learn.Hash("here", fmt.Sprint(w.y, w.x)))
}

func (w *walker) Take(k model.Class) error {
	w.y, w.x, w.steps = w.y+compass[k][0], w.x+compass[k][1], w.steps+1
	return nil
}

var _ learn.Reference = &walker{}

// Price is the reference, which knows the shortest way: a step costs what it makes the way longer.
func (w *walker) Price(d *learn.Decision) error {
	d.Costs = d.Costs[:0]
	for _, k := range d.Classes {
		d.Costs = append(d.Costs, float32(1+w.far(w.y+compass[k][0], w.x+compass[k][1], -1)-w.far(w.y, w.x, -1)))
	}
	return nil
}

// far returns the number of steps to the exit, if one comes from the direction from. The maze has no circles.
func (w *walker) far(y, x, from int) int {
	if w.maze[y][x] == 'X' {
		return 0
	}
	least := 100
	for k, step := range compass {
		if k != from && w.maze[y+step[0]][x+step[1]] != '#' {
			least = min(least, 1+w.far(y+step[0], x+step[1], (k+2)%4))
		}
	}
	return least
}

// Loss is the number of steps, and what is left of the way.
func (w *walker) Loss() float64 {
	return float64(w.steps + w.far(w.y, w.x, -1))
}

// DAgger finds its way back after mistakes that it makes on its own.
func Example_maze() {
	maze := []string{
		"#########",
		"#S..#...#",
		"#.#.#.#.#",
		"#.#...#X#",
		"#########",
	}
	course := learn.Course{
		Settings: learn.Defaults("dagger"), Inputs: 1, Classes: []int{4},
		NewTask: func() (learn.Task, error) { return &walker{maze: maze}, nil },
	}
	learned, err := course.Run(context.Background(), 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	w := &walker{maze: maze}
	w.Start(0)
	fmt.Println(learned.Run(w), w.Loss(), "steps")
	// Output: <nil> 12 steps
}
