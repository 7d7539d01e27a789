package engine_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/decode"
	"parser/parser/internal/engine"
	kit "parser/parser/internal/training/parsertest"
	"parser/testdata/testkit"
	"parser/transition"
)

// probe are sentences that damaged models are tried on.
func probe(t testing.TB) []*conll.Sentence {
	r := rand.New(rand.NewPCG(9, 0))
	return append(kit.Sample(t, "nonproj/nl.conllu")[:2], salad(r, kit.Mixed(t), 1), salad(r, kit.Mixed(t), 25), &conll.Sentence{})
}

// TestSaveLoad: a parser that was saved and loaded is the same parser.
func TestSaveLoad(t *testing.T) {
	dev := append(kit.Sample(t, "en/dev.conllu"), kit.Sample(t, "nonproj/de.conllu")...)
	for _, k := range kit.Kinds() {
		p := kit.Trained(t, kit.Mixed(t), kit.Options(2, k.Set, func(o *engine.Options) { o.Workers = 0 })) // not recorded
		name := filepath.Join(t.TempDir(), "new", "folder", "m.npz")
		require.NoError(t, p.Save(name))
		q, err := engine.Load(name)
		require.NoError(t, err)
		require.Equal(t, p.Meta(), q.Meta())
		require.Equal(t, p.Describe(), q.Describe())
		require.Equal(t, kit.Arcs(kit.Parses(p, dev)), kit.Arcs(kit.Parses(q, dev)), k)
		require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, q)), "write, read, write: the same bytes")
		saved, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, bytes.Equal(kit.File(t, p), saved))
	}
}

// TestOddLabels: what a column of CoNLL can hold is a label.
func TestOddLabels(t *testing.T) {
	gold := []*conll.Sentence{kit.Tree(1, 2, 0), kit.Tree(2, 0, 1, 2)}
	for i, label := range []string{"\x01", "a\u0085b", "a b", "|,;"} {
		gold[1].Words[i%3].Deprel = label
		p := kit.Trained(t, gold, kit.Options(3, func(o *engine.Options) { kit.SetLearner(o, "min-updates", 0) }))
		require.Contains(t, kit.Reread(t, kit.File(t, p)).Meta().Labels, label)
	}
}

// TestMetaSaysHow: a model file tells how it was made.
func TestMetaSaysHow(t *testing.T) {
	o := kit.Options(2, func(o *engine.Options) { o.Lang, o.Command, o.TwoStep = "en", "parser train --lang en", true })
	m := kit.Reread(t, kit.File(t, kit.Trained(t, kit.Some(t), o))).Meta()
	o.Workers = 0 // not recorded
	require.Equal(t, o, m.Options)
	require.Equal(t, engine.FormatVersion, m.Format)
	require.Equal(t, []any{"en", "arc-hybrid", "single", true, "head", 2, len(kit.Some(t))},
		[]any{m.Lang, m.System, m.Roots, m.TwoStep, m.NonProjective, m.Epoch, m.Sentences})
	require.True(t, slices.IsSorted(m.Labels))
	require.Contains(t, m.Labels, "nsubj")
}

func TestLoadErrors(t *testing.T) {
	folder := t.TempDir()
	_, err := engine.Load(filepath.Join(folder, "none"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	text := filepath.Join(folder, "text")
	require.NoError(t, os.WriteFile(text, []byte("1\tthe\t_\n"), 0o666))
	_, err = engine.Load(text)
	require.ErrorIs(t, err, npz.ErrFile)
	require.ErrorContains(t, err, text)
	_, err = engine.Load(folder)
	require.Error(t, err)
}

// requireRefusedOrSame reads a damaged model: ErrFile, or a parser that does
// what the sound one does. It reports whether it was refused.
func requireRefusedOrSame(t *testing.T, data []byte, sentences []*conll.Sentence, want string) bool {
	t.Helper()
	p, err := engine.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		require.ErrorIs(t, err, npz.ErrFile)
		return true
	}
	require.Equal(t, want, kit.Arcs(kit.Parses(p, sentences)))
	return false
}

// TestDamagedModels: cut off anywhere, or with any one byte changed.
func TestDamagedModels(t *testing.T) {
	for i := range 4 {
		if (i == 1 || i == 2) && !testkit.Deep() {
			continue // which damages the same arrays
		}
		p := kit.Tiny(t, i%2 > 0, func(o *engine.Options) { o.Exact = i > 1 })
		data, sentences := kit.File(t, p), probe(t)
		want := kit.Arcs(kit.Parses(p, sentences))
		for n := range data {
			if n%3 == 0 || testkit.Deep() {
				require.True(t, requireRefusedOrSame(t, data[:n], sentences, want), "%d of %d bytes", n, len(data))
			}
		}
		r, refused := rand.New(rand.NewPCG(10, 0)), 0
		for i := range data {
			old := data[i]
			data[i] ^= 1 + byte(r.IntN(255))
			if requireRefusedOrSame(t, data, sentences, want) {
				refused++
			}
			data[i] = old
		}
		require.False(t, requireRefusedOrSame(t, data, sentences, want), "mended again")
		require.Greater(t, refused, len(data)/2)
	}
}

// withMeta returns the file of p with other meta data.
func withMeta(t testing.TB, p *engine.Parser, meta []byte) []byte {
	t.Helper()
	data := kit.File(t, p)
	arrays, err := npz.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	entries := []npz.Entry{{Name: "meta", Data: meta}, {Name: "templates", Data: []byte(kit.TemplatesOf(t, p))}}
	stages := []string{"0/"}
	if p.Meta().TwoStep {
		stages = append(stages, "1/")
	}
	for _, stage := range stages {
		keys, err := npz.Array[uint64](arrays, stage+"keys")
		require.NoError(t, err)
		lengths, err := npz.Array[uint16](arrays, stage+"lengths")
		require.NoError(t, err)
		classes, err := npz.Array[uint16](arrays, stage+"classes")
		require.NoError(t, err)
		w, err := npz.Array[float32](arrays, stage+"weights")
		require.NoError(t, err)
		entries = append(entries, npz.Entry{Name: stage + "keys", Data: keys}, npz.Entry{Name: stage + "lengths", Data: lengths},
			npz.Entry{Name: stage + "classes", Data: classes}, npz.Entry{Name: stage + "weights", Data: w})
	}
	var b bytes.Buffer
	require.NoError(t, npz.Write(&b, entries))
	return b.Bytes()
}

// TestInconsistentMeta forges sound archives whose meta data make no parser.
func TestInconsistentMeta(t *testing.T) {
	const sh, left, re = transition.Shift, transition.Left, transition.Reduce
	for name, c := range map[string]struct {
		edit func(*engine.Meta)
		text string
	}{
		"no version":       {func(m *engine.Meta) { m.Format = 0 }, "format 0, and this program reads format 9: no program writes it"},
		"later version":    {func(m *engine.Meta) { m.Format = engine.FormatVersion + 1 }, "a newer program is needed"},
		"system":           {func(m *engine.Meta) { m.System = "arc-lazy" }, "arc-lazy"},
		"roots":            {func(m *engine.Meta) { m.Roots = "" }, "single or multi"},
		"scheme":           {func(m *engine.Meta) { m.NonProjective = "tail" }, "tail"},
		"no labels":        {func(m *engine.Meta) { m.Labels = nil }, "label"},
		"too few labels":   {func(m *engine.Meta) { m.Labels = m.Labels[:1] }, "label"},
		"no actions":       {func(m *engine.Meta) { m.Actions = nil }, "out of range"},
		"an action less":   {func(m *engine.Meta) { m.Actions = m.Actions[:len(m.Actions)-1] }, "out of range"},
		"move without any": {func(m *engine.Meta) { m.Other[sh] = nil }, "no action for move SH"},
		"none from ROOT":   {func(m *engine.Meta) { m.FromRoot[left] = nil }, "no action for move LA"},
		"move missing":     {func(m *engine.Meta) { m.System = "arc-eager" }, "no action for move RE"},
		"action too large": {func(m *engine.Meta) { m.Other[left] = []model.Class{1 << 20} }, "out of range"},
		"action negative":  {func(m *engine.Meta) { m.Other[left] = []model.Class{-1} }, "out of range"},
		"actions not in order": {func(m *engine.Meta) {
			slices.Reverse(m.Other[left])
		}, "out of range"},
		"of another move":    {func(m *engine.Meta) { m.Other[sh], m.FromRoot[sh] = m.Other[left], m.Other[left] }, "offered for move SH"},
		"of a foreign move":  {func(m *engine.Meta) { m.Other[re] = []model.Class{1 << 20} }, "out of range"},
		"no such move":       {func(m *engine.Meta) { m.Actions[0].Move = 200 }, "offered for move"},
		"labelled shift":     {func(m *engine.Meta) { m.Actions[m.Other[sh][0]].Label = 0 }, "has label 0"},
		"unlabelled arc":     {func(m *engine.Meta) { m.Actions[m.Other[left][0]].Label = -1 }, "has label -1"},
		"label out of range": {func(m *engine.Meta) { m.Actions[m.Other[left][0]].Label = 1 << 20 }, "has label"},
		"too many actions": {func(m *engine.Meta) {
			m.Actions = append(m.Actions, make([]decode.Action, model.MaxClasses+1-len(m.Actions))...)
		}, "32769 actions, more than 32768"},
		"a step too many": {func(m *engine.Meta) { m.TwoStep = true }, "class"},
	} {
		t.Run(name, func(t *testing.T) {
			p := kit.Tiny(t, false)
			var meta engine.Meta
			text, err := json.Marshal(p.Meta())
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(text, &meta))
			c.edit(&meta)
			text, err = json.Marshal(meta)
			require.NoError(t, err)
			data := withMeta(t, p, text)
			_, err = engine.Read(bytes.NewReader(data), int64(len(data)))
			require.ErrorIs(t, err, npz.ErrFile)
			require.ErrorContains(t, err, c.text)
		})
	}
}

// TestMetaThatIsNoMeta: no JSON, or JSON of something else.
func TestMetaThatIsNoMeta(t *testing.T) {
	p := kit.Tiny(t, true)
	for _, text := range []string{"", "{", "[]", "null", "{}", "7", `{"Format":"1"}`, `{"Format":9,"Labels":7}`} {
		data := withMeta(t, p, []byte(text))
		_, err := engine.Read(bytes.NewReader(data), int64(len(data)))
		require.ErrorIs(t, err, npz.ErrFile, text)
	}
}

// TestSaveFails: a file that cannot be replaced stays as it was, alone.
func TestSaveFails(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "model")
	require.NoError(t, os.MkdirAll(filepath.Join(name, "inside"), 0o777)) // a folder in the way
	require.Error(t, kit.Tiny(t, false).Save(name))
	require.DirExists(t, filepath.Join(name, "inside"))
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, files, 1, "no temporary file stays behind")
}

// TestDamagedSums: with any one byte changed, a file is refused, or the parser the same.
func TestDamagedSums(t *testing.T) {
	p := kit.Trained(t, kit.Mixed(t)[18:23], kit.Options(1, kit.Networks("both", 1), func(o *engine.Options) {
		o.Templates = "S0p N0p\n"
		kit.SetLearner(o, "min-updates", 0)
	}))
	data, sentences := kit.File(t, p), probe(t)
	want := kit.Arcs(kit.Parses(p, sentences))
	r, refused := rand.New(rand.NewPCG(10, 0)), 0
	tries := 500
	if testkit.Deep() {
		tries = 3000
	}
	for range tries {
		i := r.IntN(len(data))
		old := data[i]
		data[i] ^= 1 + byte(r.IntN(255))
		if requireRefusedOrSame(t, data, sentences, want) {
			refused++
		}
		data[i] = old
		require.True(t, requireRefusedOrSame(t, data[:i], sentences, want))
	}
	require.Greater(t, refused, tries/2)
}
