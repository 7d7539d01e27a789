package serve_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/transition"
)

// steps is what a page reads of a trace.
type steps struct {
	Heading struct {
		System, Model string
		Words         []string
	}
	Final string
	Steps []struct {
		Step          int
		Stack, Buffer []string
		Move, SVG     string
		Loss          *int
		Error         *struct{ Cost int }
		Costs         []struct {
			Oracle string
			Moves  []struct {
				Move string
				Cost int
				Best bool
			}
		}
		Scores []struct {
			Move        string
			Probability float64
			Best        bool
		}
	}
}

// asked is a request for a trace.
type asked map[string]any

func TestTrace(t *testing.T) {
	s := newServed(t)
	const two = "Dogs bark. It was late again."
	plain := of[steps](t, s.post("/v1/trace", asked{"data": two, "sentence": 2}))
	require.Equal(t, []string{"It", "was", "late", "again", "."}, plain.Heading.Words)
	require.Equal(t, "english-ewt-2.16", plain.Heading.Model)
	parsed := s.do("POST", "/v1/parse", two).body
	require.Contains(t, parsed, plain.Final, "what the model does is what it does in a parse")
	for i, step := range plain.Steps {
		require.Equal(t, i+1, step.Step)
		require.Empty(t, step.Costs)
		requireXML(t, step.SVG)
		require.NotContains(t, step.SVG, "style")
		require.Equal(t, i == len(plain.Steps)-1, step.Move == "")
		sum := 0.0
		for _, score := range step.Scores {
			sum += score.Probability
		}
		if step.Move != "" {
			require.InDelta(t, 1, sum, 1e-3)
		}
	}
	require.Contains(t, plain.Steps[len(plain.Steps)-1].SVG, `data-label="cop"`)

	// against its own tree nothing costs anything
	self := of[steps](t, s.post("/v1/trace", asked{"data": two, "sentence": 2, "gold": "self"}))
	require.Equal(t, plain.Final, self.Final)
	last := self.Steps[len(self.Steps)-1]
	require.Zero(t, *last.Loss)
	require.Equal(t, "dynamic", self.Steps[0].Costs[0].Oracle)

	// another move does
	script := asked{"data": two, "sentence": 2, "gold": "self", "script": "SH LA", "oracles": []string{"dynamic", "fsa"}}
	short := of[steps](t, s.post("/v1/trace", script))
	require.Len(t, short.Steps, 3)
	require.Empty(t, short.Final)
	script["follow"] = true
	long := of[steps](t, s.post("/v1/trace", script))
	require.Positive(t, *long.Steps[len(long.Steps)-1].Loss)
	require.NotNil(t, long.Steps[1].Error)
	require.Len(t, long.Steps[0].Costs, 2)

	// a gold tree of one's own, the first of two; and that of another model
	gold := asked{
		"model": "heads", "data": bare,
		"gold":  bare + strings.ReplaceAll(strings.ReplaceAll(bare, "VBP\t_\t_\t_", "VBP\t_\t1\tdep"), "NNS\t_\t_\t_", "NNS\t_\t0\troot"),
		"given": 2,
	}
	own := of[steps](t, s.post("/v1/trace", gold))
	require.NotNil(t, own.Steps[len(own.Steps)-1].Loss)
	other := of[steps](t, s.post("/v1/trace", asked{"model": "heads", "data": bare, "gold": "model:english"}))
	require.NotNil(t, other.Steps[len(other.Steps)-1].Loss)

	// constituents
	trees := of[steps](t, s.post("/v1/trace", asked{
		"model": "trees", "input": "tagged", "data": "Dogs/NNS bark/VBP", "gold": "(TOP (S (NP (NNS Dogs)) (VP (VBP bark))))",
		"moves": "oracle",
	}))
	require.Contains(t, trees.Final, "(S (NP (NNS Dogs)) (VP (VBP bark)))")
	require.Zero(t, *trees.Steps[len(trees.Steps)-1].Loss)
}

func TestTraceRefuses(t *testing.T) {
	s := newServed(t)
	for message, q := range map[string]asked{
		"there is no sentence 2: the data has 1":               {"data": "Dogs bark.", "sentence": 2},
		"there is no sentence 0: the data has 1":               {"data": "Dogs bark.", "sentence": 0},
		"there is no sentence 1: the data has 0":               {"data": " "},
		"not legal":                                            {"data": "Dogs bark.", "script": "LA"},
		`step 1: unknown move: "XX"; the moves are [SH LA RA]`: {"data": "Dogs bark.", "script": "XX"},
		"nosuch":                                           {"data": "Dogs bark.", "gold": "self", "oracles": []string{"nosuch"}},
		"the oracle fsa-edit takes too much":               {"data": "Dogs bark.", "gold": "self", "oracles": []string{"dynamic", "fsa-edit"}},
		"the oracle exhaustive takes too much":             {"data": "Dogs bark.", "gold": "self", "oracles": []string{"exhaustive"}},
		"cannot lead":                                      {"data": "Dogs bark.", "moves": "oracle"},
		"the nonsense cannot lead":                         {"data": "Dogs bark.", "moves": "nonsense"},
		"there is no model \"klingon\"":                    {"data": "Dogs bark.", "gold": "model:klingon"},
		"cannot be those of one of constituents":           {"data": "Dogs bark.", "gold": "model:trees"},
		"gold:1:11: wrong number of columns":               {"data": "Dogs bark.", "gold": "Dogs bark."},
		"there is no gold tree 3":                          {"data": "Dogs bark.", "gold": bare, "given": 3},
		"there is no gold tree -1":                         {"data": "Dogs bark.", "gold": bare, "given": -1},
		"101 words; at most 100 can be shown step by step": {"model": "trees", "input": "tagged", "data": strings.Repeat("a/X ", 101)},
		"word without a tag":                               {"model": "heads", "input": "conllu", "data": strings.ReplaceAll(bare, "NOUN\tNNS", "_\t_")},
		"there is no field \"pictures\"":                   {"data": "x", "pictures": true},
	} {
		a := s.post("/v1/trace", q)
		require.Contains(t, []int{400, 404, 422}, a.StatusCode, a.body)
		require.Contains(t, a.body, strings.ReplaceAll(message, `"`, `\"`))
	}
	require.Equal(t, 415, s.do("POST", "/v1/trace", "Dogs bark.").StatusCode)
}

// TestPageExplainsAllMoves: the page tells what each move of each system does.
func TestPageExplainsAllMoves(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on this machine")
	}
	texts, err := os.ReadFile("page/texts.js")
	require.NoError(t, err)
	out, err := exec.Command(node, "-e", string(texts)+"\nconsole.log(JSON.stringify(moveMeanings))").Output()
	require.NoError(t, err)
	var explained map[string]map[string]string
	require.NoError(t, json.Unmarshal(out, &explained))
	require.ElementsMatch(t, oracle.Systems(), slices.Collect(maps.Keys(explained)))
	for name, moves := range explained {
		system, err := oracle.NewSystem(name, transition.Params{MaxOpens: 1, MaxUnary: 1, Reentrance: true, Wikify: true})
		require.NoError(t, err)
		var all []string
		for m := range system.Moves().All() {
			all = append(all, m.String())
		}
		require.ElementsMatch(t, all, slices.Collect(maps.Keys(moves)), name)
	}
}
