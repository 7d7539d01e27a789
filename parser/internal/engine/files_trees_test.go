package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/oracle"
	"parser/parser/internal/engine"
	kit "parser/parser/internal/training/parsertest"
	"parser/testdata/testkit"
	"parser/transition"
)

// tinyTrees is a constituency parser whose file is small enough to damage
// everywhere.
func tinyTrees(t testing.TB, system string, twoStep bool) *engine.Parser {
	return kit.TrainedTrees(t, kit.HardTrees(t)[4:7], kit.TreeOptions(system, 1, func(o *engine.Options) {
		o.Templates, o.TwoStep, o.Steps, o.Exact = "N0p P0p\nI0d O0d dist(I0f,O0e)\n", twoStep, "none", true
		kit.SetLearner(o, "min-updates", 0)
	}))
}

// treeProbe are sentences that damaged models are tried on.
func treeProbe(t testing.TB) [][]conll.Word {
	r, all := rand.New(rand.NewPCG(9, 0)), kit.AllWords(append(kit.SomeTrees(t)[:10], kit.HardTrees(t)...))
	return [][]conll.Word{nil, wordSalad(r, all, 1), wordSalad(r, all, 25), kit.TreeWords(kit.HardTrees(t)[7]), {word("(", "$("), word("", "X")}}
}

// TestSaveLoadTrees: a parser that was saved and loaded is the same parser.
func TestSaveLoadTrees(t *testing.T) {
	sentences := append(kit.AllWords(kit.TreeSample(t, "en/dev.mrg")), treeProbe(t)...)
	for _, k := range kit.TreeKinds() {
		p := kit.TrainedTrees(t, append(kit.SomeTrees(t), kit.HardTrees(t)...), kit.TreeOptions(k.System, 2, k.Set, func(o *engine.Options) { o.Workers = 0 }))
		name := filepath.Join(t.TempDir(), "m.npz")
		require.NoError(t, p.Save(name))
		q, err := engine.Load(name)
		require.NoError(t, err)
		require.Equal(t, transition.Constituents, q.Kind())
		require.Equal(t, p.Meta(), q.Meta())
		require.Equal(t, p.Describe(), q.Describe())
		require.Equal(t, kit.Lines(kit.ParsedTrees(t, p, sentences)), kit.Lines(kit.ParsedTrees(t, q, sentences)), k)
		require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, q)), "write, read, write: the same bytes")
	}
}

// requireTreesRefusedOrSame is requireRefusedOrSame for constituency models.
func requireTreesRefusedOrSame(t *testing.T, data []byte, sentences [][]conll.Word, want string) bool {
	t.Helper()
	p, err := engine.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		require.ErrorIs(t, err, npz.ErrFile)
		return true
	}
	require.Equal(t, want, kit.Lines(kit.ParsedTrees(t, p, sentences)))
	return false
}

// TestDamagedTreeModels: cut off anywhere, or with any one byte changed.
func TestDamagedTreeModels(t *testing.T) {
	for i, system := range oracle.Systems(transition.Constituents) {
		p := tinyTrees(t, system, i == 1)
		data, sentences := kit.File(t, p), treeProbe(t)
		want := kit.Lines(kit.ParsedTrees(t, p, sentences))
		for n := range data {
			if n%3 == i || testkit.Deep() {
				require.True(t, requireTreesRefusedOrSame(t, data[:n], sentences, want), "%d of %d bytes", n, len(data))
			}
		}
		r, refused := rand.New(rand.NewPCG(10, 0)), 0
		for i := range data {
			old := data[i]
			data[i] ^= 1 << r.IntN(8)
			if requireTreesRefusedOrSame(t, data, sentences, want) {
				refused++
			}
			data[i] = old
		}
		require.False(t, requireTreesRefusedOrSame(t, data, sentences, want), "mended again")
		require.Greater(t, refused, len(data)/2)
	}
}

// forged returns the file of p after an edit of its meta data, taken as JSON.
func forged(t testing.TB, p *engine.Parser, edit func(map[string]any)) []byte {
	t.Helper()
	text, err := json.Marshal(p.Meta())
	require.NoError(t, err)
	meta := map[string]any{}
	require.NoError(t, json.Unmarshal(text, &meta))
	edit(meta)
	text, err = json.Marshal(meta)
	require.NoError(t, err)
	return withMeta(t, p, text)
}

// TestInconsistentTreeMeta forges sound archives whose meta data make no parser.
func TestInconsistentTreeMeta(t *testing.T) {
	params := func(name string, value any) func(map[string]any) {
		return func(m map[string]any) { m["Params"].(map[string]any)[name] = value }
	}
	label := func(l string) func(map[string]any) {
		return func(m map[string]any) { m["Labels"].([]any)[0] = l }
	}
	without := func(name string, m transition.Move) func(map[string]any) {
		return func(meta map[string]any) { meta[name].([]any)[m] = nil }
	}
	for name, c := range map[string]struct {
		system string
		edit   func(map[string]any)
		text   string
	}{
		"no parameters":       {"bracket", func(m map[string]any) { delete(m, "Params") }, "parameter out of range"},
		"none of in-order":    {"in-order", func(m map[string]any) { m["Params"] = nil }, "parameter out of range"},
		"no opens":            {"bracket", params("MaxOpens", 0), "parameter out of range"},
		"negative opens":      {"bracket", params("MaxOpens", -1), "parameter out of range"},
		"endless opens":       {"bracket", params("MaxOpens", 101), "parameter out of range"},
		"too many opens":      {"bracket", params("MaxOpens", 1<<31), "cannot unmarshal"},
		"endless towers":      {"in-order", params("MaxUnary", 1<<31-1), "parameter out of range"},
		"unary":               {"bracket", params("Unary", 3), "parameter out of range"},
		"another system":      {"bracket", func(m map[string]any) { m["System"] = "shift-label" }, "no action for move"},
		"dependencies":        {"shift-label", func(m map[string]any) { m["System"] = "arc-hybrid" }, "no action for move LA"},
		"bracket in label":    {"bracket", label("A)"), `label "A)"`},
		"newline in label":    {"shift-label", label("A\nB"), "label"},
		"no open":             {"bracket", without("Other", transition.Open), "no action for move NT"},
		"no close":            {"in-order", without("Other", transition.Close), "no action for move CL"},
		"no finish from root": {"in-order", without("FromRoot", transition.Finish), "no action for move FI"},
		"no label":            {"shift-label", without("Other", transition.Label), "no action for move LB"},
		"no combine":          {"shift-label", without("FromRoot", transition.Combine), "no action for move CO"},
		"no labels":           {"shift-label", func(m map[string]any) { m["Labels"] = nil }, "label"},
		"fewer labels":        {"in-order", func(m map[string]any) { m["Labels"] = m["Labels"].([]any)[:1] }, "label"},
		"a step too many":     {"in-order", func(m map[string]any) { m["TwoStep"] = true }, "class"},
	} {
		t.Run(name, func(t *testing.T) {
			data := forged(t, tinyTrees(t, c.system, false), c.edit)
			_, err := engine.Read(bytes.NewReader(data), int64(len(data)))
			require.ErrorIs(t, err, npz.ErrFile)
			require.ErrorContains(t, err, c.text)
		})
	}
}

// TestEarlierVersionsAreRefused by name, with what to do.
func TestEarlierVersionsAreRefused(t *testing.T) {
	p := kit.Tiny(t, false)
	for version := 1; version < engine.FormatVersion; version++ {
		data := forged(t, p, func(m map[string]any) { m["Format"] = version })
		_, err := engine.Read(bytes.NewReader(data), int64(len(data)))
		require.ErrorIs(t, err, npz.ErrFile)
		require.ErrorContains(t, err, fmt.Sprintf("it is of format %d, and this program reads format 9: train the model anew", version))
	}
}

// TestDependencyModelsHaveNoParams: their files say nothing of parameters.
func TestDependencyModelsHaveNoParams(t *testing.T) {
	for _, system := range oracle.Systems(transition.Dependencies) {
		k := kit.Kind{System: system, Oracle: "static"}
		require.Zero(t, kit.Trained(t, kit.Some(t)[:10], kit.Options(1, k.Set)).Meta().Params)
	}
}

// TestLabelsOfChains are stored as one with blanks between, outermost first.
func TestLabelsOfChains(t *testing.T) {
	gold := kit.ReadTrees(t, "( (S (VP (ADVP-X (RB off)))))", "( (S (NP (NN a)) (VP (VB b))))")
	p := kit.Reread(t, kit.File(t, kit.TrainedTrees(t, gold, kit.ByHeart("shift-label", func(o *engine.Options) { o.Steps = "none" }))))
	require.Equal(t, []string{"NP", "S", "S VP ADVP-X", "VP"}, p.Meta().Labels)
	require.False(t, slices.ContainsFunc(kit.LabelsIn(kit.ParsedTrees(t, p, kit.AllWords(gold))), func(l string) bool { return strings.Contains(l, " ") }))
	require.Equal(t, kit.Lines(kit.Normal(t, gold, "all")), strings.ReplaceAll(kit.Lines(kit.ParsedTrees(t, p, kit.AllWords(gold))), "-X", ""))
}
