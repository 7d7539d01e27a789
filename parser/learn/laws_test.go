package learn_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/model/npz"
	"parser/oracle"
	"parser/parser/learn"
	"parser/transition"
)

// law is a task that every algorithm and learner is tried with.
type law struct {
	name    string
	inputs  int
	classes int
	least   float64 // of all inputs together
	task    func(t *testing.T) learn.Task
}

func laws() []law {
	tagged := []string{"the/D fish/N swim/V", "we/N fish/V", "the/D man/N fish/V", "we/N swim/V"}
	maze := []string{"#######", "#S..#X#", "#.#...#", "#######"}
	segments := [][2]string{{"Ada Lovelace met Charles", "BIOB"}, {"we saw Paris", "OOB"}, {"New York is big", "BIOO"}}
	graphs := [][][2]int{{{0, 1}, {1, 2}, {0, 2}, {2, 3}}, {{0, 1}, {0, 2}, {0, 3}}}
	words := [][]string{strings.Fields("ROOT the/D cat/N sees/V the/D dog/N"), strings.Fields("ROOT dogs/N sleep/V")}
	golds := []oracle.Gold{{Heads: []int32{0, 2, 3, 0, 5, 3}, Labels: make([]int32, 6)}, {Heads: []int32{0, 2, 0}, Labels: make([]int32, 3)}}
	return []law{
		{"tagger", len(tagged), 3, 0, func(*testing.T) learn.Task { return &tagger{sentences: tagged} }},
		{"maze", 1, 4, 6, func(*testing.T) learn.Task { return &walker{maze: maze} }},
		{"segments", len(segments), 3, 0, func(*testing.T) learn.Task { return &chunker{sentences: segments} }},
		{"colouring", len(graphs), 3, 0, func(*testing.T) learn.Task { return &colouring{graphs: graphs} }},
		{"parser", len(golds), int(transition.NumMoves), 0, func(t *testing.T) learn.Task {
			expert, err := oracle.New("dynamic", hybrid)
			require.NoError(t, err)
			return &parsing{words: words, golds: golds, expert: expert}
		}},
	}
}

// imitates reports whether an algorithm does nothing but imitate a reference.
func imitates(algorithm string) bool {
	return slices.Contains([]string{"exact", "smile", "dagger"}, algorithm)
}

// course returns a course over the task of a law.
func (l law) course(t *testing.T, algorithm, learner string, seed uint64) *learn.Course {
	spec, err := model.SpecFor(learner)
	require.NoError(t, err)
	return &learn.Course{
		Settings: learn.Defaults(algorithm), Inputs: l.inputs, Learner: spec, Classes: []int{l.classes}, Random: rand.New(rand.NewPCG(seed, 0)),
		NewTask: func() (learn.Task, error) { return l.task(t), nil },
	}
}

// losses returns the loss that a policy has in each input.
func (l law) losses(t *testing.T, p learn.Policy) (all []float64) {
	task, decoder := l.task(t), learn.Decoder{Longest: 1000}
	for i := range l.inputs {
		require.NoError(t, task.Start(i))
		require.NoError(t, decoder.Run(p, task))
		all = append(all, task.Loss())
	}
	return all
}

// fileOf returns the bytes of a file of a policy.
func fileOf(t *testing.T, l *learn.Learned) []byte {
	var file bytes.Buffer
	require.NoError(t, npz.Write(&file, l.Entries("policy/")))
	return file.Bytes()
}

// TestLaws: every algorithm leads every learner close to the least loss, from a seed always to the same policy, which a
// file holds. A bandit, which learns from one deviation of each roll-in, has seen too little by then.
func TestLaws(t *testing.T) {
	for _, l := range laws() {
		for _, algorithm := range learn.Names() {
			if _, guided := l.task(t).(learn.Reference); !guided && imitates(algorithm) {
				continue
			}
			for _, learner := range model.Names() {
				name := fmt.Sprint(l.name, " ", algorithm, " ", learner)
				train := func() *learn.Learned {
					learned, err := l.course(t, algorithm, learner, 1).Run(t.Context(), 6)
					require.NoError(t, err, name)
					return learned
				}
				learned := train()
				file := fileOf(t, learned)
				require.True(t, bytes.Equal(file, fileOf(t, train())), "%s: again", name)
				again := read(t, file)
				require.True(t, bytes.Equal(file, fileOf(t, again)), "%s: saved and loaded", name)
				losses := l.losses(t, learned.Policy(nil))
				require.Equal(t, losses, l.losses(t, again.Policy(nil)), name)
				if algorithm != "scb-lols" {
					sum := -l.least
					for _, loss := range losses {
						sum += loss
					}
					require.LessOrEqual(t, sum, 1.0, name)
				}
			}
		}
	}
}

func read(t *testing.T, file []byte) *learn.Learned {
	arrays, err := npz.Read(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	learned, err := learn.Read(arrays, "policy/")
	require.NoError(t, err)
	return learned
}

// unmarked is a task that cannot go back.
type unmarked struct{ learn.Reference }

// TestMarksOnlySaveTime: roll-outs that repeat the way to where they begin lead to the same policy.
func TestMarksOnlySaveTime(t *testing.T) {
	l := laws()[4]
	_, marks := l.task(t).(learn.Marker)
	require.True(t, marks)
	for _, algorithm := range learn.Names() {
		c := l.course(t, algorithm, "perceptron", 2)
		c.Settings.Execute = true
		marked, err := c.Run(t.Context(), 4)
		require.NoError(t, err)
		c = l.course(t, algorithm, "perceptron", 2)
		c.Settings.Execute = true
		c.NewTask = func() (learn.Task, error) { return unmarked{l.task(t).(learn.Reference)}, nil }
		again, err := c.Run(t.Context(), 4)
		require.NoError(t, err)
		require.True(t, bytes.Equal(fileOf(t, marked), fileOf(t, again)), algorithm)
	}
}

// TestKeptAndResumed: a course that is stored after any round goes on as if nothing had been.
func TestKeptAndResumed(t *testing.T) {
	l := laws()[0]
	for _, algorithm := range learn.Names() {
		source := rand.NewPCG(3, 0)
		c := l.course(t, algorithm, "arow", 0)
		c.Random = rand.New(source)
		_, err := c.Run(t.Context(), 2)
		require.NoError(t, err)
		kept := npz.NewRecord()
		c.Sync(kept)
		kept.Random("random", source)
		require.NoError(t, kept.Err())
		var file bytes.Buffer
		require.NoError(t, npz.Write(&file, kept.Entries()))
		want, err := c.Run(t.Context(), 2)
		require.NoError(t, err)

		arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err)
		source = rand.NewPCG(0, 0)
		c = l.course(t, algorithm, "arow", 0)
		c.Random = rand.New(source)
		again := arrays.Record()
		c.Sync(again)
		again.Random("random", source)
		require.NoError(t, again.Err())
		got, err := c.Run(t.Context(), 2)
		require.NoError(t, err)
		require.True(t, bytes.Equal(fileOf(t, want), fileOf(t, got)), algorithm)
	}
}

// TestStochasticPolicies: those of searn and smile draw classifiers, by a seed always the same, whatever others do at the
// same time; the policies of all other algorithms have one classifier, so that no chance is left.
func TestStochasticPolicies(t *testing.T) {
	l := laws()[0]
	for _, algorithm := range learn.Names() {
		c := l.course(t, algorithm, "perceptron", 1)
		c.Settings.Decay = 0.5
		learned, err := c.Run(t.Context(), 3)
		require.NoError(t, err)
		learned = read(t, fileOf(t, learned))
		run := func(seed uint64) []float64 { return l.losses(t, learned.Policy(rand.New(rand.NewPCG(seed, 0)))) }
		want := make([][]float64, 20)
		different := false
		for seed := range want {
			want[seed] = run(uint64(seed))
			different = different || !slices.Equal(want[seed], l.losses(t, learned.Policy(nil)))
		}
		if algorithm != "searn" && algorithm != "smile" {
			require.False(t, different, algorithm)
		}
		var all sync.WaitGroup
		got := make([][]float64, len(want))
		for seed := range got {
			all.Go(func() { got[seed] = run(uint64(seed)) })
		}
		all.Wait()
		require.Equal(t, want, got, algorithm)
	}
}

// TestPartsGoTogether: algorithms learn with the roll-ins and roll-outs of others.
func TestPartsGoTogether(t *testing.T) {
	l := laws()[0]
	for _, algorithm := range []string{"l2s", "lols", "aggrevate"} {
		for _, in := range learn.Names() {
			for _, out := range learn.Names() {
				c := l.course(t, algorithm, "arow", 1)
				c.Settings.RollIn, c.Settings.RollOut = in, out
				learned, err := c.Run(t.Context(), 6)
				require.NoError(t, err)
				sum := 0.0
				for _, loss := range l.losses(t, learned.Policy(nil)) {
					sum += loss
				}
				require.LessOrEqual(t, sum, 1.0, "%s with roll-ins of %s and roll-outs of %s", algorithm, in, out)
			}
		}
	}
}

// TestOneLossSuffices: a bandit that is told one loss for each state learns, slowly, by regression on the losses, whose
// estimates are right on average. Only in the maze, with its long ways, they differ too much from it.
func TestOneLossSuffices(t *testing.T) {
	for _, l := range laws() {
		c := l.course(t, "scb-lols", "sgd", 1)
		require.NoError(t, c.Learner.Set("reduction", "csoaa"))
		c.Settings.OneLoss = true
		learned, err := c.Run(t.Context(), 40)
		require.NoError(t, err)
		sum := -l.least
		for _, loss := range l.losses(t, learned.Policy(nil)) {
			sum += loss
		}
		if l.name != "maze" {
			require.Zero(t, sum, l.name)
		}
	}
}
