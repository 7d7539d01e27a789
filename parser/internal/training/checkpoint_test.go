package training

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/amr"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/neural"
	"parser/parser/internal/neural/vectors"
	"parser/parser/internal/transformer"
	"parser/parser/learn"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/transition"
)

// lesson is a training for checkpoints to be made of.
type lesson struct {
	name       string
	system     string
	scorer     string
	change     func(*testing.T, *engine.Options)
	given      func(*testing.T, *engine.Options) Resources
	sentences  int // of train; half as many of dev
	withoutDev bool
	unspaced   bool // its words are made of characters, with no blanks between them
}

// lessons are all ways in which parsers are trained: every algorithm, kind of scorer and of tree.
func lessons() []lesson {
	all := []lesson{
		{name: "perceptron", system: "arc-hybrid", scorer: "linear", sentences: 8},
		{name: "patience", system: "arc-eager", scorer: "linear", sentences: 6, change: func(_ *testing.T, o *engine.Options) { o.Epochs, o.Patience = 30, 2 }},
		{name: "no dev", system: "arc-eager", scorer: "linear", sentences: 6, withoutDev: true},
		{name: "two steps, dropout", system: "arc-hybrid", scorer: "linear", sentences: 6,
			change: func(_ *testing.T, o *engine.Options) { o.TwoStep, o.Dropout = true, 0.2 }},
		{name: "brackets", system: "in-order", scorer: "linear", sentences: 6},
		{name: "tagger", system: "tag", scorer: "linear", sentences: 8, change: func(_ *testing.T, o *engine.Options) { o.Epochs = 3 }},
		{name: "second pass", system: "tag", scorer: "linear", sentences: 6,
			change: func(_ *testing.T, o *engine.Options) { o.Tag, o.Jackknife, o.Epochs = "upos", 3, 2; o.Field = "xpos" }},
		{name: "pipeline", system: "arc-hybrid", scorer: "linear", sentences: 6,
			change: func(_ *testing.T, o *engine.Options) { o.Pipeline, o.Jackknife, o.Epochs = true, 2, 2 }},
		{name: "network", system: "arc-hybrid", scorer: "neural", sentences: 8},
		{name: "network of brackets", system: "in-order", scorer: "neural", sentences: 6},
		{name: "network that tags", system: "arc-hybrid", scorer: "neural", sentences: 6,
			change: func(_ *testing.T, o *engine.Options) { o.Neural.MultiTask = "upos,feats" }},
		{name: "network with vectors", system: "arc-hybrid", scorer: "neural", sentences: 6, given: func(*testing.T, *engine.Options) Resources {
			return Resources{{Name: Vectors, Value: &vectors.Table{Words: []string{"the", "dog"}, Dim: 2, Data: []float32{1, 2, 3, -4}}}}
		}},
		{name: "network with an encoder", system: "arc-hybrid", scorer: "neural", sentences: 6, given: readEncoder("bert", 0)},
		{name: "networks that tune an encoder", system: "arc-hybrid", scorer: "neural", sentences: 6,
			given: readEncoder("electra", 1), change: func(_ *testing.T, o *engine.Options) {
				o.Ensemble, o.Neural.MultiTask, o.Neural.Mix = 2, "upos", true
			}},
		{name: "network of brackets that tunes a cut encoder", system: "in-order", scorer: "neural", sentences: 6, given: readCutEncoder},
		{name: "tagger with an encoder", system: "tag", scorer: "neural", sentences: 6, given: readEncoder("distilbert", 0),
			change: func(_ *testing.T, o *engine.Options) { o.Neural.Mix = true }},
		{name: "pipeline that cuts by what the encoder has learned", system: "arc-hybrid", scorer: "neural", sentences: 6, unspaced: true,
			given: readCutEncoder, change: func(_ *testing.T, o *engine.Options) { o.Pipeline, o.Epochs = true, 2 }},
		{name: "network with a teacher", system: "arc-hybrid", scorer: "neural", sentences: 6, given: teach},
		{name: "network that goes on", system: "arc-hybrid", scorer: "neural", sentences: 6, given: goOnFrom},
		{name: "perceptron that goes on", system: "arc-hybrid", scorer: "linear", sentences: 6, given: goOnFrom},
		{name: "network from examples", system: "arc-hybrid", scorer: "neural", sentences: 6, change: func(t *testing.T, o *engine.Options) {
			o.Algorithm, o.Alpha, o.Passes, o.Fit.Memory = "dagger", 1, 2, 100_000
		}},
		{name: "sum", system: "arc-hybrid", scorer: "both", sentences: 6, change: func(_ *testing.T, o *engine.Options) { o.Ensemble = 2 }},
		{name: "graphs", system: "amr", scorer: "linear", sentences: 6, change: func(_ *testing.T, o *engine.Options) { o.Algorithm, o.Focus = "v-dagger", 3 }},
	}
	for _, name := range learn.Names() {
		all = append(all, lesson{name: name, system: "arc-hybrid", scorer: "linear", sentences: 6, change: func(t *testing.T, o *engine.Options) {
			require.NoError(t, o.UseLearner("arow"))
			o.Algorithm = name
			if !o.Online() {
				o.Passes = 2
			}
		}})
	}
	return all
}

// readEncoder returns an encoder, the last layers of which learn.
func readEncoder(name string, last int) func(*testing.T, *engine.Options) Resources {
	return func(t *testing.T, o *engine.Options) Resources {
		e, err := transformer.Open("../transformer/testdata/reference/"+name, transformer.Settings{})
		require.NoError(t, err)
		o.Neural.Finetune = last
		return Resources{{Name: Encoder, Value: e}}
	}
}

// readCutEncoder returns an encoder of one layer and few subwords, all of which learn, and which the model holds.
func readCutEncoder(t *testing.T, o *engine.Options) Resources {
	how := Opening{Depth: 1, Subwords: Subwords{Text: os.DevNull}, Precision: string(npz.InInt8)}
	r, err := openEncoder("../transformer/testdata/reference/xlm-roberta", how)
	require.NoError(t, err)
	o.Neural.Finetune = 1
	return Resources{r}
}

// teach returns a teacher of the same actions.
func teach(t *testing.T, o *engine.Options) Resources {
	own := engine.DefaultsFor(o.System)
	own.UseScorer("linear")
	own.Epochs = 1
	train, _ := lesson{system: o.System, sentences: 6}.data(t)
	p, err := Run(t.Context(), train, treebank.Data{}, own, Observer{})
	require.NoError(t, err)
	return Resources{{Name: Teacher, Value: p}}
}

// goOnFrom returns a parser to go on from, and sets the options that are usual then.
func goOnFrom(t *testing.T, o *engine.Options) Resources {
	own := *o
	own.Epochs = 1
	train, _ := lesson{system: o.System, sentences: 6}.data(t)
	p, err := Run(t.Context(), train, treebank.Data{}, own, Observer{})
	require.NoError(t, err)
	after, given := After(p)
	after.Epochs = o.Epochs
	*o = after
	return given
}

func (l lesson) options(t *testing.T) (o engine.Options, given Resources) {
	o = engine.DefaultsFor(l.system)
	o.UseScorer(l.scorer)
	o.Epochs = 3
	o.Neural.Own = neural.Size{Embeddings: [...]int{8, 4, 4, 4, 4, 4}, Layers: 1, Units: 6, Hidden: 8}
	if l.scorer == "linear" {
		o.Neural = neural.Settings{}
	}
	if l.change != nil {
		l.change(t, &o)
	}
	if l.given != nil {
		given = l.given(t, &o)
	}
	return o, given
}

func (l lesson) data(t *testing.T) (train, dev treebank.Data) {
	t.Helper()
	read := func(part string, n int) (d treebank.Data) {
		var err error
		switch l.system {
		case "in-order":
			d.Trees, err = ptb.ReadFile("../../../testdata/en/" + part + ".mrg")
			d.Trees = d.Trees[:n]
		case (transition.AMR{}).Name():
			d.Graphs, err = amr.ReadFile("../../../testdata/en/" + part + ".amr")
			require.NoError(t, err)
			d.Graphs = d.Graphs[:n]
			base, failed := engine.Load("../../models/en-small/en-small.npz")
			require.NoError(t, failed)
			var texts []string
			for _, g := range d.Graphs {
				text, _ := g.Get("snt")
				texts = append(texts, text)
			}
			d.Sentences, err = grounding.Trees(t.Context(), base, texts, 1)
		default:
			d.Sentences, err = conll.ReadFile("../../../testdata/en/" + part + ".conllu")
			if d.Sentences = d.Sentences[:n]; l.unspaced {
				d.Sentences = unspaced(d.Sentences)
			}
		}
		require.NoError(t, err)
		return d
	}
	if train = read("train", l.sentences); !l.withoutDev {
		dev = read("dev", l.sentences/2)
	}
	return train, dev
}

// unspaced returns sentences that are written in characters, one for each letter, with no blanks between words.
func unspaced(sentences []*conll.Sentence) (all []*conll.Sentence) {
	for _, s := range sentences {
		own := &conll.Sentence{Words: slices.Clone(s.Words), File: s.File, Line: s.Line}
		for i := range own.Words {
			w := &own.Words[i]
			w.Misc = "SpaceAfter=No"
			w.Form = strings.Map(func(c rune) rune {
				if unicode.IsLetter(c) {
					return '一' + unicode.ToLower(c) - 'a'
				}
				return c
			}, w.Form)
		}
		all = append(all, own)
	}
	return all
}

// savedBytes returns what the file of a model holds.
func savedBytes(t *testing.T, p *engine.Parser) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, p.Write(&file))
	return file.Bytes()
}

// TestTimeOfEpochs: the time of an epoch counts for no other one, also where a checkpoint is kept after each.
func TestTimeOfEpochs(t *testing.T) {
	l := lesson{system: "arc-hybrid", scorer: "neural", sentences: 12}
	o, _ := l.options(t)
	train, dev := l.data(t)
	c, err := NewCheckpoint(filepath.Join(t.TempDir(), "m.checkpoint"), nil, func(err error) { t.Error(err) })
	require.NoError(t, err)
	defer c.Close()
	var last time.Time
	_, err = Run(t.Context(), train, dev, o, Observer{Checkpoint: c, Epoch: func(e Epoch) {
		require.LessOrEqual(t, e.Took, time.Since(last))
		last = time.Now()
	}})
	require.NoError(t, err)
}

// TestTrainingSurvives: whatever is trained, and whenever it ends, by an interrupt or all at
// once, it goes on from its checkpoint to the same model, byte for byte, with any number of workers.
func TestTrainingSurvives(t *testing.T) {
	for i, l := range lessons() {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			o, given := l.options(t)
			train, dev := l.data(t)
			whole, err := Run(t.Context(), train, dev, o, Observer{}, given...)
			require.NoError(t, err)
			want := savedBytes(t, whole)
			random := rand.New(rand.NewPCG(uint64(i), 1))
			for _, every := range []bool{true, false} { // keep the state before each batch, or after epochs only
				if every && o.Pipeline {
					continue // segmenters have very many
				}
				folder, ends := filepath.Join(t.TempDir(), "m.checkpoint"), 0
				for {
					var turn *rand.Rand
					if ends <= i%2 || testkit.Deep() && ends < 5 { // once or twice, and then let it go on
						turn = random
					}
					o.Workers = 2 + ends
					p, err := attempt(t, folder, every, turn, train, dev, o, given)
					if err == nil {
						require.True(t, bytes.Equal(want, savedBytes(t, p)), "after %d ends", ends)
						break
					}
					ends++
				}
			}
		})
	}
}

// attempt trains with the checkpoint in a folder until some moment: there it is interrupted,
// or the folder is put back to how it was, as if there had been no time to do more. Without random
// it goes on to the end.
func attempt(t *testing.T, folder string, every bool, random *rand.Rand, train, dev treebank.Data, o engine.Options, given Resources) (*engine.Parser, error) {
	t.Helper()
	open := NewCheckpoint
	if HasCheckpoint(folder) {
		open = ResumeCheckpoint
	}
	c, err := open(folder, map[string]string{"train": train.Digest()}, func(err error) { t.Errorf("not kept: %v", err) })
	require.NoError(t, err)
	defer c.Close()
	if every {
		c.every = 0
	}
	inner, cancel := context.WithCancel(t.Context())
	defer cancel()
	ctx, kill, snapshot := &countdown{Context: inner}, false, filepath.Join(t.TempDir(), "snapshot")
	if random != nil {
		ctx.left.Store(1 + random.Int64N(4*int64(train.Len())))
		kill = random.IntN(2) == 0
	}
	ctx.end = func() {
		if kill {
			require.NoError(t, os.CopyFS(snapshot, os.DirFS(folder)))
		}
		cancel()
	}
	p, err := Run(ctx, train, dev, o, Observer{Checkpoint: c}, given...)
	if err == nil {
		return p, nil
	}
	require.ErrorIs(t, err, context.Canceled)
	if kill {
		require.NoError(t, os.RemoveAll(folder))
		require.NoError(t, os.Rename(snapshot, folder))
	}
	return nil, err
}

// countdown is a context that ends when its Err has been called a given number of times. Training
// calls Err before each batch.
type countdown struct {
	context.Context
	left atomic.Int64
	end  func()
}

func (c *countdown) Err() error {
	if c.left.Add(-1) == 0 {
		c.end()
	}
	return c.Context.Err()
}
