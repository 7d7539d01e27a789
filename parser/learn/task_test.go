package learn_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/parser/learn"
)

// bad is a task of three decisions, which breaks a rule.
type bad struct {
	steps, ends int
	classes     []model.Class
	stage       int
	loss        float64
	input       int
	refuses     bool
	shrinks     bool // it ends sooner when its way is repeated
	asked       learn.Decision
}

func (b *bad) Start(int) error {
	b.steps = 0
	if b.shrinks {
		b.ends--
	}
	return nil
}

func (b *bad) Next() *learn.Decision {
	if b.steps >= b.ends {
		return nil
	}
	d := b.asked.Ask(b.classes, 1)
	d.Stage, d.Input = b.stage, b.input
	return d
}

func (b *bad) Take(model.Class) error {
	if b.steps++; b.refuses {
		return errRefused
	}
	return nil
}

func (b *bad) Loss() float64 { return b.loss }

// guided is a bad task with a reference.
type guided struct {
	bad
	costs []float32
	wants model.Class
}

func (g *guided) Price(d *learn.Decision) error {
	if g.wants != 0 {
		return d.Want(g.wants)
	}
	d.Costs = append(d.Costs[:0], g.costs...)
	return nil
}

var errRefused = errors.New("refused")

// TestBadTasks: what breaks a rule of tasks is an error, in training and, where it can happen there, under a policy.
func TestBadTasks(t *testing.T) {
	good := bad{ends: 3, classes: []model.Class{0, 1}}
	change := func(f func(*bad)) *bad {
		b := good
		f(&b)
		return &b
	}
	nan := float32(math.NaN())
	for name, c := range map[string]struct {
		task  learn.Task
		cause error
		text  string
		rules bool // whether policies notice
	}{
		"no action":       {change(func(b *bad) { b.classes = nil }), learn.ErrTask, "no action is legal", true},
		"unknown class":   {change(func(b *bad) { b.classes = []model.Class{0, 2} }), learn.ErrTask, "class 2 of stage 0 is not one of 2", true},
		"negative class":  {change(func(b *bad) { b.classes = []model.Class{-1} }), learn.ErrTask, "class -1", true},
		"unknown stage":   {change(func(b *bad) { b.stage = 1 }), learn.ErrTask, "stage 1", true},
		"unknown input":   {change(func(b *bad) { b.input = 1 }), learn.ErrTask, "input 1 of a batch of 1", false},
		"negative loss":   {change(func(b *bad) { b.loss = -1 }), learn.ErrTask, "the loss is -1", false},
		"no loss":         {change(func(b *bad) { b.loss = math.NaN() }), learn.ErrTask, "the loss is NaN", false},
		"infinite loss":   {change(func(b *bad) { b.loss = math.Inf(1) }), learn.ErrTask, "the loss is +Inf", false},
		"no end":          {change(func(b *bad) { b.ends = math.MaxInt }), learn.ErrTask, "no end after", true},
		"refused action":  {change(func(b *bad) { b.refuses = true }), errRefused, "", true},
		"another way":     {change(func(b *bad) { b.ends, b.shrinks = 6, true }), learn.ErrTask, "another end", false},
		"too few costs":   {&guided{bad: good, costs: []float32{0}}, learn.ErrTask, "1 costs for 2 legal actions", false},
		"costs of NaN":    {&guided{bad: good, costs: []float32{0, nan}}, learn.ErrTask, "cost of class 1 is NaN", false},
		"infinite costs":  {&guided{bad: good, costs: []float32{float32(math.Inf(1)), 0}}, learn.ErrTask, "cost of class 0 is +Inf", false},
		"an illegal wish": {&guided{bad: good, wants: 5}, learn.ErrTask, "the reference wants class 5", false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, algorithm := range []string{"lols", "v-dagger", "l2s", "aggrevate"} {
				task := c.task
				if b, alone := task.(*bad); alone { // which may have changed
					again := *b
					task = &again
				}
				_, err := over(task, algorithm).Run(t.Context(), 3)
				require.ErrorIs(t, err, c.cause, algorithm)
				require.ErrorContains(t, err, c.text, algorithm)
			}
			if c.rules {
				learned, err := over(&good, "lols").Run(t.Context(), 1)
				require.NoError(t, err)
				require.NoError(t, learned.Run(&good))
				decoder := learn.Decoder{Longest: 200}
				err = decoder.Run(learned.Policy(nil), start(t, c.task))
				require.ErrorIs(t, err, c.cause)
				require.ErrorContains(t, err, c.text)
			}
		})
	}
}

// over returns a course over one input of a task with two actions, which carries out roll-outs.
func over(task learn.Task, algorithm string) *learn.Course {
	settings := learn.Defaults(algorithm)
	settings.Execute = true
	return &learn.Course{
		Settings: settings, Inputs: 1, Classes: []int{2}, Longest: 200, NewTask: func() (learn.Task, error) { return task, nil },
	}
}

func start(t *testing.T, task learn.Task) learn.Task {
	require.NoError(t, task.Start(0))
	return task
}

// TestTasksWithoutReference cannot be learned by algorithms that imitate one, and others must not ask for it.
func TestTasksWithoutReference(t *testing.T) {
	for _, algorithm := range learn.Names() {
		task := &bad{ends: 3, classes: []model.Class{0, 1}}
		_, err := over(task, algorithm).Run(t.Context(), 2)
		if imitates(algorithm) {
			require.ErrorIs(t, err, learn.ErrSettings, algorithm)
			continue
		}
		require.NoError(t, err, algorithm)
		c := over(task, algorithm)
		if c.Settings.AskFirst = 1; algorithm != "scb-lols" { // which ignores it
			_, err = c.Run(t.Context(), 2)
			require.ErrorIs(t, err, learn.ErrSettings, algorithm)
		}
	}
}

// TestBadCourses: what is missing or unknown is an error.
func TestBadCourses(t *testing.T) {
	task := &bad{ends: 3, classes: []model.Class{0, 1}}
	c := over(task, "no such algorithm")
	_, err := c.Learned()
	require.ErrorContains(t, err, "before the first round")
	_, err = c.Run(t.Context(), 1)
	require.ErrorContains(t, err, "no such algorithm")
	c = over(task, "lols")
	c.Classes = nil
	_, err = c.Run(t.Context(), 1)
	require.ErrorContains(t, err, "no classes")
	c = over(task, "lols")
	require.ErrorIs(t, c.Learner.Set("margin", 1), model.ErrLearner)
	c.NewTask = func() (learn.Task, error) { return nil, errRefused }
	_, err = c.Run(t.Context(), 1)
	require.ErrorIs(t, err, errRefused)
	c = over(task, "lols")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.Run(ctx, 1)
	require.ErrorIs(t, err, context.Canceled)
}
