package parser_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/conllx"
	"parser/model/npz"
	"parser/parser"
	"parser/parser/structure"
	learn "parser/parser/train"
	"parser/ptb"
	"parser/testdata/testkit"
)

// sample reads a file of the project's own sample treebanks.
func sample(t testing.TB, name string) []*conll.Sentence {
	t.Helper()
	sentences, err := conll.ReadFile("../testdata/" + name)
	require.NoError(t, err)
	return sentences
}

// some returns the first hundred English training sentences: enough to learn
// something in a fraction of a second.
func some(t testing.TB) []*conll.Sentence { return sample(t, "en/train.conllu")[:100] }

// mixed returns English, German and Dutch sentences, a good part of them
// non-projective; those several times, since rare labels of lifted arcs are not
// learned.
func mixed(t testing.TB) []*conll.Sentence {
	all := some(t)[:30]
	for range 6 {
		all = append(all, sample(t, "nonproj/de.conllu")...)
		all = append(all, sample(t, "nonproj/nl.conllu")...)
	}
	return all
}

// read parses CoNLL text.
func read(t testing.TB, text string) []*conll.Sentence {
	t.Helper()
	var all []*conll.Sentence
	for s, err := range conll.NewReader(strings.NewReader(text), "text").All() {
		require.NoError(t, err)
		all = append(all, s)
	}
	return all
}

// tree makes a sentence of words a, b, c, … with the given heads; each arc has
// the label "dep", and "root" from ROOT. It says to come from line n of "made".
func tree(n int, heads ...int) *conll.Sentence {
	s := &conll.Sentence{File: "made", Line: n}
	for i, h := range heads {
		w := conll.Word{Form: string(rune('a' + i)), UPOS: "X", Head: h, Deprel: "dep"}
		if h == 0 {
			w.Deprel = "root"
		}
		s.Words = append(s.Words, w)
	}
	return s
}

// linearFor returns the default options of a system, but with a linear scorer.
func linearFor(system string) parser.Options {
	o := parser.DefaultsFor(system)
	o.UseScorer("linear")
	return o
}

// options returns those of a linear parser for a run of a few epochs.
func options(epochs int, edits ...func(*parser.Options)) parser.Options {
	o := linearFor("arc-hybrid")
	o.Epochs = epochs
	for _, edit := range edits {
		edit(&o)
	}
	return o
}

// setLearner sets an option that the learner has.
func setLearner(o *parser.Options, name string, value any) {
	if err := o.Learner.Set(name, value); err != nil {
		panic(err)
	}
}

// kind is one way to build a parser.
type kind struct {
	system, oracle string
	twoStep        bool
}

// kinds are all systems with all their oracles, and both ways to decide by turns; with
// PARSER_DEEP, each with both.
func kinds() []kind {
	return bothWays([]kind{
		{"arc-hybrid", "dynamic", false}, {"arc-eager", "dynamic", true}, {"arc-hybrid", "pd", true}, {"arc-eager", "pd", false},
		{"arc-hybrid", "static", true}, {"arc-eager", "static", false}, {"arc-standard", "static", true},
	})
}

// bothWays adds, with PARSER_DEEP, the other way to decide to each kind.
func bothWays(all []kind) []kind {
	if testkit.Deep() {
		for _, k := range all {
			k.twoStep = !k.twoStep
			all = append(all, k)
		}
	}
	return all
}

func (k kind) String() string { return fmt.Sprintf("%s,%s,two-step=%v", k.system, k.oracle, k.twoStep) }

// set makes o train a parser of this kind.
func (k kind) set(o *parser.Options) {
	o.System, o.Oracle, o.TwoStep = k.system, k.oracle, k.twoStep
	if k.oracle == "static" {
		o.Explore = 0
	}
}

// trained trains without dev.
func trained(t testing.TB, train []*conll.Sentence, o parser.Options) *parser.Parser {
	t.Helper()
	p, err := trainOn(context.Background(), train, nil, o, learn.Observer{})
	require.NoError(t, err)
	return p
}

// file returns what Write writes.
func file(t testing.TB, p *parser.Parser) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, p.Write(&b))
	return b.Bytes()
}

// reread is a parser after Write and Read.
func reread(t testing.TB, data []byte) *parser.Parser {
	t.Helper()
	p, err := parser.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	return p
}

// weights returns what the first stage of a parser learned, without what the
// model file says about options and commands: weights, or the step and numbers that are
// weights in steps.
func weights(t testing.TB, p *parser.Parser) []float32 {
	t.Helper()
	data := file(t, p)
	arrays, err := npz.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	if w, err := npz.Array[float32](arrays, "0/weights"); err == nil {
		require.NotEmpty(t, w)
		return w
	}
	w, err := npz.Array[float32](arrays, "0/step")
	require.NoError(t, err)
	numbers, err := npz.Array[int8](arrays, "0/numbers")
	require.NoError(t, err)
	require.NotEmpty(t, numbers)
	for _, n := range numbers {
		w = append(w, float32(n))
	}
	large, err := npz.Array[int16](arrays, "0/large")
	require.NoError(t, err)
	for _, n := range large {
		w = append(w, float32(n))
	}
	return w
}

func clones(sentences []*conll.Sentence) []*conll.Sentence {
	all := make([]*conll.Sentence, len(sentences))
	for i, s := range sentences {
		all[i] = s.Clone()
	}
	return all
}

// parses returns parsed copies.
func parses(p *parser.Parser, sentences []*conll.Sentence) []*conll.Sentence {
	all := clones(sentences)
	for _, s := range all {
		p.Parse(s)
	}
	return all
}

// arcs prints the trees of sentences: one line of "head label" each.
func arcs(sentences []*conll.Sentence) string {
	var b strings.Builder
	for _, s := range sentences {
		for i := range s.Words {
			fmt.Fprintf(&b, "%d %s\t", s.Words[i].Head, s.Words[i].Deprel)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// las is the labelled attachment score of a parser in percent, all words counted.
func las(t testing.TB, p *parser.Parser, gold []*conll.Sentence) float64 {
	t.Helper()
	a, err := conllx.Score(gold, parses(p, gold), conllx.Options{Punctuation: true})
	require.NoError(t, err)
	return float64(a.LAS())
}

// salad returns a sentence of n words drawn from sentences, whose heads and
// labels mean nothing.
func salad(r *rand.Rand, sentences []*conll.Sentence, n int) *conll.Sentence {
	s := &conll.Sentence{File: "salad"}
	for range n {
		from := sentences[r.IntN(len(sentences))].Words
		w := from[r.IntN(len(from))]
		w.Head, w.Deprel = r.IntN(n+3)-1, "nonsense↑root↓"
		s.Words = append(s.Words, w)
	}
	return s
}

// scrambled returns the sentences with random trees of one root, most of them
// non-projective, whose labels other than root are drawn from a few.
func scrambled(r *rand.Rand, sentences []*conll.Sentence) []*conll.Sentence {
	all, labels := clones(sentences), []string{"a", "b", "c", "root:not"}
	for _, s := range all {
		order := r.Perm(s.Len())
		for k, i := range order {
			s.Words[i].Head, s.Words[i].Deprel = 0, "root"
			if k > 0 {
				s.Words[i].Head, s.Words[i].Deprel = order[r.IntN(k)]+1, labels[r.IntN(len(labels))]
			}
		}
	}
	return all
}

// trainOn trains on sentences, a parser of dependencies or a tagger.
func trainOn(ctx context.Context, train, dev []*conll.Sentence, o parser.Options, watch learn.Observer) (*parser.Parser, error) {
	return learn.Run(ctx, structure.Data{Sentences: train}, structure.Data{Sentences: dev}, o, watch)
}

// trainOnTrees trains on constituency trees.
func trainOnTrees(ctx context.Context, train, dev []*ptb.Tree, o parser.Options, watch learn.Observer) (*parser.Parser, error) {
	return learn.Run(ctx, structure.Data{Trees: train}, structure.Data{Trees: dev}, o, watch)
}
