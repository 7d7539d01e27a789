package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/oracle"
	"parser/parser/amr"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// bankOf reads a text as a treebank of a kind; graphs get trees in which each word hangs from that
// before it.
func bankOf(kind transition.Kind, text string) (d treebank.Data) {
	switch kind {
	case transition.Constituents:
		d.Trees, _ = textfile.ReadAll(ptb.NewReader(strings.NewReader(text), "f").Read)
	case transition.Graphs:
		d.Graphs, _ = textfile.ReadAll(amr.NewReader(strings.NewReader(text), "f").Read)
		for _, g := range d.Graphs {
			s := &conll.Sentence{File: "f"}
			for i, form := range g.Words() {
				s.Words = append(s.Words, conll.Word{Form: form, Lemma: strings.ToLower(form), UPOS: "X", XPOS: "X", Head: i, Deprel: "dep"})
			}
			d.Sentences = append(d.Sentences, s)
		}
	default:
		d.Sentences, _ = textfile.ReadAll(conll.NewReader(strings.NewReader(text), "f").Read)
	}
	return d
}

// FuzzTrain trains for a moment, by any system, on any treebank: it is refused, or the model is the same
// whatever the number of workers, is read again as it was written, and parses as it promises.
func FuzzTrain(f *testing.F) {
	trees, err := os.ReadFile("../../../testdata/en/dev.mrg")
	require.NoError(f, err)
	graphs, err := os.ReadFile("../../../testdata/en/dev.amr")
	require.NoError(f, err)
	nonProjective, err := os.ReadFile("../../../testdata/nonproj/nl.conllu")
	require.NoError(f, err)
	for i := range oracle.Systems() {
		f.Add(uint8(i), "1\tWe\twe\tPRON\tPRP\tA=1|B=2\t2\tnsubj\t_\t_\n2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\t_\n\n1\ta\x1b\t_\t_\t_\t_\t0\t|,;\t_\t_\n\n")
		f.Add(uint8(i), string(nonProjective[:1000]))
		f.Add(uint8(i), string(trees[:800])+")(X (Y (Z (W w)))) (A (B b) (A (B b)))")
		f.Add(uint8(i), string(graphs[:900])+"\n\n# ::snt a b\n(a / a :op1 (b / b :ARG0 a :x-of b))\n")
	}
	probes := &probes{probe(f), treeProbe(f)}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		const most = 4000
		if len(text) > most {
			return
		}
		system := oracle.Systems()[int(which)%len(oracle.Systems())]
		kind, err := oracle.KindOf(system)
		require.NoError(t, err)
		o := kit.LinearFor(system)
		o.Epochs, o.Seed, o.Jackknife, o.TwoStep = 1, uint64(which), 0, which%2 > 0
		kit.SetLearner(&o, "min-updates", 0)
		if kind == transition.Tags {
			o.Field = structure.Fields()[int(which)/2%len(structure.Fields())]
		}
		var first []byte
		for _, workers := range []int{1, 3} {
			d := bankOf(kind, text)
			o.Workers = workers
			p, err := learn.Run(context.Background(), d, d, o, learn.Observer{})
			if err != nil {
				require.Nil(t, first)
				return
			}
			if first == nil {
				first = kit.File(t, p)
			}
			require.True(t, bytes.Equal(first, kit.File(t, p)), "%d workers", workers)
		}
		require.True(t, bytes.Equal(first, kit.File(t, kit.Reread(t, first))))
		requireSound(t, first, probes)
	})
}

// FuzzOptions reads any JSON as options: they come out as they went in, and who trains with them says
// what is wrong with them or begins.
func FuzzOptions(f *testing.F) {
	for _, system := range oracle.Systems() {
		text, err := json.Marshal(engine.DefaultsFor(system))
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte(`{"System":"tag","Field":"upos","Epochs":-1,"learner":"nn","learning":7,"Neural":{"Units":-5},"Alpha":1e300}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var o, again engine.Options
		if json.Unmarshal(text, &o) != nil {
			return
		}
		stored, err := json.Marshal(o)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(stored, &again), string(stored))
		twice, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(stored), string(twice))
		if _, err := learn.New(o); err != nil {
			require.ErrorIs(t, err, engine.ErrOptions)
		}
	})
}
