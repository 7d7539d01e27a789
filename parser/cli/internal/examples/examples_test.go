package examples_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sbinet/npyio/npz"
	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/cli/internal/examples"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/transition"
)

type header struct {
	Format, System         string
	Moves, Actions, Labels []string
	TwoStep                bool `json:"two_step"`
}

type example struct {
	Epoch, Sentence, Step, Stage int
	Stack, Heads, Labels, Legal  []int32
	Next                         int32
	Costs, Scores                []float32
	Features                     []uint64
}

// export trains, and returns the file of its examples and the bytes of the model.
func export(t *testing.T, name string, o engine.Options) (file string, model []byte) {
	file = filepath.Join(t.TempDir(), name)
	f, err := examples.Create(file)
	require.NoError(t, err)
	defer f.Close()
	p, err := kit.TrainOn(t.Context(), kit.Some(t)[:20], nil, o, training.Observer{Taught: f.Add})
	require.NoError(t, err)
	require.NoError(t, f.Commit())
	f.Close()
	left, err := os.ReadDir(filepath.Dir(file))
	require.NoError(t, err)
	require.Len(t, left, 1, "temporary files are gone")
	var b bytes.Buffer
	require.NoError(t, p.Write(&b))
	return file, b.Bytes()
}

func readLines(t *testing.T, file string) (h header, all []example) {
	text, err := os.Open(file)
	require.NoError(t, err)
	defer text.Close()
	d := json.NewDecoder(bufio.NewReader(text))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&h))
	for d.More() {
		var e example
		require.NoError(t, d.Decode(&e))
		all = append(all, e)
	}
	return h, all
}

func array[T any](t *testing.T, f *npz.Reader, name string) (numbers []T) {
	require.NoError(t, f.Read(name+".npy", &numbers))
	return numbers
}

// Lines and arrays hold the same: decisions whose costs are those of the oracle in these states, all that training
// learned from. They change nothing, and are the same with any number of workers.
func TestExamples(t *testing.T) {
	for name, edit := range map[string]func(*engine.Options){
		"joint":    func(*engine.Options) {},
		"two-step": func(o *engine.Options) { o.TwoStep = true },
		"dagger":   func(o *engine.Options) { o.Algorithm = "dagger" },
		"network":  kit.Networks("neural", 0),
	} {
		t.Run(name, func(t *testing.T) {
			o := kit.Options(2, edit, func(o *engine.Options) { o.NonProjective = "skip" })
			plain := kit.Trained(t, kit.Some(t)[:20], o)
			var want bytes.Buffer
			require.NoError(t, plain.Write(&want))
			text, model := export(t, "e.jsonl", o)
			require.True(t, bytes.Equal(want.Bytes(), model), "the model is another one")
			o.Workers = 3
			again, _ := export(t, "e.jsonl", o)
			one, err := os.ReadFile(text)
			require.NoError(t, err)
			three, err := os.ReadFile(again)
			require.NoError(t, err)
			require.True(t, bytes.Equal(one, three), "the examples differ")
			arrays, _ := export(t, "e.npz", o)
			h, all := readLines(t, text)
			require.NotEmpty(t, all)
			requireCosts(t, h, all, name == "joint" || name == "network")
			requireSame(t, arrays, h, all)
			requireNumPy(t, arrays, len(all))
		})
	}
}

// requireCosts asks the oracle again about each state of joint decisions.
func requireCosts(t *testing.T, h header, all []example, joint bool) {
	system, err := oracle.NewSystem(h.System, transition.Params{Roots: transition.SingleRoot})
	require.NoError(t, err)
	dynamic, err := oracle.New("dynamic", system)
	require.NoError(t, err)
	epochs, scored := map[int]bool{}, 0
	for i, e := range all {
		epochs[e.Epoch] = true
		require.Len(t, e.Costs, len(e.Legal))
		if scored += len(e.Scores); len(e.Scores) > 0 {
			require.Len(t, e.Scores, len(e.Legal))
		}
		if !joint {
			continue
		}
		s := kit.Some(t)[e.Sentence-1]
		require.Len(t, e.Heads, s.Len())
		gold := oracle.Gold{Heads: append([]int32{0}, int32s(s.Heads(nil))...), Labels: []int32{transition.None}}
		for _, label := range s.Labels(nil) {
			gold.Labels = append(gold.Labels, int32(slices.Index(h.Labels, label)))
		}
		require.NoError(t, dynamic.Start(&gold))
		var c transition.Config
		c.Reset(s.Len(), transition.Dependencies)
		c.Stack, c.Next = e.Stack, e.Next
		for w, head := range e.Heads {
			c.Nodes[w+1].Head, c.Nodes[w+1].Label = head, e.Labels[w]
		}
		var moves oracle.Costs
		require.NoError(t, dynamic.Moves(&moves, &c, system.Legal(&c)))
		for k, class := range e.Legal {
			name, label, labelled := strings.Cut(h.Actions[class], "-")
			move := transition.Move(slices.Index(h.Moves, name))
			cost := float32(moves[move])
			if labelled {
				var labels oracle.LabelCosts
				require.NoError(t, dynamic.Labels(&labels, &c, move))
				cost += float32(labels.Of(int32(slices.Index(h.Labels, label))))
			}
			require.Equal(t, cost, e.Costs[k], "example %d, %s", i, h.Actions[class])
		}
	}
	require.Len(t, epochs, 2)
	require.Positive(t, scored)
}

func int32s(all []int) (numbers []int32) {
	for _, n := range all {
		numbers = append(numbers, int32(n))
	}
	return numbers
}

// requireSame compares the arrays of a file with examples.
func requireSame(t *testing.T, file string, h header, all []example) {
	f, err := npz.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var own header
	require.NoError(t, json.Unmarshal(array[uint8](t, f, "header"), &own))
	require.Equal(t, h, own)
	epoch, sentence, step, stage, next := array[int32](t, f, "epoch"), array[int32](t, f, "sentence"), array[int32](t, f, "step"),
		array[int32](t, f, "stage"), array[int32](t, f, "next")
	stack, heads, labels, legal := array[int32](t, f, "stack"), array[int32](t, f, "heads"), array[int32](t, f, "labels"), array[int32](t, f, "legal")
	ends := map[string][]int64{}
	for _, name := range []string{"stack", "heads", "legal", "features"} {
		ends[name] = array[int64](t, f, name+"_ends")
		require.Len(t, ends[name], len(all))
	}
	costs, scores, features := array[float32](t, f, "costs"), array[float32](t, f, "scores"), array[uint64](t, f, "features")
	require.Len(t, epoch, len(all))
	from := map[string]int64{}
	for i, e := range all {
		part := func(name string) (int64, int64) {
			start := from[name]
			from[name] = ends[name][i]
			return start, from[name]
		}
		require.Equal(t, []int{e.Epoch, e.Sentence, e.Step, e.Stage, int(e.Next)},
			[]int{int(epoch[i]), int(sentence[i]), int(step[i]), int(stage[i]), int(next[i])})
		a, b := part("stack")
		require.Equal(t, e.Stack, stack[a:b])
		a, b = part("heads")
		require.Equal(t, e.Heads, heads[a:b])
		require.Equal(t, e.Labels, labels[a:b])
		a, b = part("features")
		require.Equal(t, len(e.Features), int(b-a))
		require.True(t, slices.Equal(e.Features, features[a:b]))
		a, b = part("legal")
		require.Equal(t, e.Legal, legal[a:b])
		require.Equal(t, e.Costs, costs[a:b])
		if e.Scores != nil {
			require.Equal(t, e.Scores, scores[a:b])
		} else {
			require.True(t, math.IsNaN(float64(scores[a])), "not scored")
		}
	}
}

// requireNumPy reads the arrays by NumPy, where that is installed.
func requireNumPy(t *testing.T, file string, n int) {
	if exec.Command("python3", "-c", "import numpy").Run() != nil {
		t.Log("NumPy is not installed, and reads nothing here")
		return
	}
	const program = `import json, sys, numpy
z = numpy.load(sys.argv[1])
json.loads(z["header"].tobytes())
assert len(z["epoch"]) == len(z["legal_ends"]) == int(sys.argv[2])
assert z["legal_ends"][-1] == len(z["legal"]) == len(z["costs"]) == len(z["scores"])
assert z["features"].dtype == numpy.uint64 and len(z["heads"]) == len(z["labels"])
`
	out, err := exec.Command("python3", "-c", program, file, strconv.Itoa(n)).CombinedOutput()
	require.NoError(t, err, string(out))
}

// Nothing gets its name before it is complete, and the first error stays.
func TestIncomplete(t *testing.T) {
	for _, name := range []string{"e.npz", "e.jsonl"} {
		folder := t.TempDir()
		f, err := examples.Create(filepath.Join(folder, name))
		require.NoError(t, err)
		_, err = kit.TrainOn(t.Context(), kit.Some(t)[:5], nil, kit.Options(1), training.Observer{Taught: f.Add})
		require.NoError(t, err)
		f.Close()
		left, err := os.ReadDir(folder)
		require.NoError(t, err)
		require.Empty(t, left)
	}
	_, err := examples.Create(filepath.Join(t.TempDir(), "e.npz", ".."))
	require.Error(t, err)
}
