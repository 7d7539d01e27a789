package features_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/features"
	"parser/transition"
)

// reading is a sentence with every column filled; some words share some of them.
func reading() []conll.Word {
	var words []conll.Word
	for line := range strings.Lines(`The the DET DT Definite=Def|PronType=Art
old old ADJ JJ Degree=Pos
Größe Größe NOUN NN Case=Nom|Number=Sing
of of ADP IN _
the the DET DT Definite=Def|PronType=Art
houses house NOUN NNS Number=Plur
amazes amaze VERB VBZ Number=Sing|Person=3
every every DET DT _
one one NOUN NN NumType=Card|Number=Sing
of of ADP IN _
us we PRON PRP Case=Acc|Number=Plur
today today NOUN NN Number=Sing
. . PUNCT . _
`) {
		f := strings.Fields(line)
		words = append(words, conll.Word{Form: f[0], Lemma: f[1], UPOS: f[2], XPOS: f[3], Feats: f[4]})
	}
	return words
}

// journey returns configurations over the words of reading, from seeded random
// parses with every system.
func journey() []*transition.Config {
	var all []*transition.Config
	random := rand.New(rand.NewPCG(7, 7))
	for _, name := range oracle.Systems(transition.Dependencies) {
		for _, roots := range []transition.Roots{transition.SingleRoot, transition.MultiRoot} {
			s, err := oracle.NewSystem(name, transition.Params{Roots: roots})
			if err != nil {
				panic(err)
			}
			all = append(all, travel(s, random)...)
		}
	}
	return append(all, travel(transition.Tag{}, random)...)
}

// travel returns the configurations of one random parse.
func travel(s transition.System, random *rand.Rand) []*transition.Config {
	var all []*transition.Config
	var c transition.Config
	for s.Start(&c, len(reading())); ; s.Apply(&c, anyOf(random, s.Legal(&c)), random.Int32N(4)) {
		d := &transition.Config{}
		d.CopyFrom(&c)
		all = append(all, d)
		if s.Terminal(&c) {
			return all
		}
	}
}

func anyOf(random *rand.Rand, legal transition.Moves) transition.Move {
	for {
		if m := transition.Move(random.IntN(int(transition.NumMoves))); legal.Has(m) {
			return m
		}
	}
}

// extracted returns the features of a configuration.
func extracted(x *features.Extractor, words []conll.Word, c *transition.Config) []uint64 {
	var v features.Vector
	x.Prepare(&v, words)
	x.Extract(&v, c)
	return v.Features
}

// everyAtom is a set with every attribute at every node within three steps.
func everyAtom() string {
	var b strings.Builder
	b.WriteString("bias\na1\na2\na3\na9\na2 a1\na1 S0w\n")
	for _, node := range []string{"S0", "S1", "S3", "S9", "N0", "N1", "N2", "N9"} {
		for _, steps := range []string{"", "h", "l", "r", "l2", "r2", "hh", "hl", "rr", "l2r", "rl2", "hr2", "hll", "rhl"} {
			for _, attribute := range []string{"w", "l", "p", "t", "m", "m:Number", "m:Num", "m:NumType", "x1", "x3", "b1", "b3",
				"n", "c", "a", "d", "vl", "vr", "sl", "sr"} {
				fmt.Fprintln(&b, node+steps+attribute)
			}
			fmt.Fprintf(&b, "dist(S0,%s%s)\n", node, steps)
		}
	}
	return b.String()
}

// A feature is the same in two configurations if and only if everything that its template asks for
// is the same, and no two templates share one.
func TestFeaturesTellWhatTheTwinTells(t *testing.T) {
	sets := map[string]string{"every atom": everyAtom()}
	for _, name := range features.Names() {
		sets[name] = named(t, name, "arc-eager").String()
	}
	sets["tag"] = named(t, "default", "tag").String()
	for name, text := range sets {
		t.Run(name, func(t *testing.T) { requireTwins(t, text, journey()) })
	}
}

func requireTwins(t *testing.T, text string, configs []*transition.Config) {
	set, words := parse(t, text), reading()
	templates, x := lines(set), set.Compile()
	told := make([]map[string]uint64, set.Len()) // per template, what was told and its feature
	from := map[uint64]string{}                  // per feature, where it came from
	for _, c := range configs {
		for i, f := range extracted(x, words, c) {
			if told[i] == nil {
				told[i] = map[string]uint64{}
			}
			value := tell(t, templates[i], words, c)
			if before, ok := told[i][value]; ok {
				if before != f {
					t.Fatalf("%s: %s: %d, then %d", templates[i], value, before, f)
				}
				continue
			}
			told[i][value] = f
			if from[f] != "" {
				t.Fatalf("%s: %s has the same feature as %s", templates[i], value, from[f])
			}
			from[f] = templates[i] + ": " + value
		}
	}
	require.Greater(t, len(from), 2*set.Len(), "the journey must see different values")
}

// A changed column, label, valency or distance changes the features whose
// templates ask for it, and no others.
func TestAChangeChangesWhatAsksForIt(t *testing.T) {
	set := parse(t, everyAtom()+"S0w N0t S0vl\nS0p N0p dist(S0,N0)\nS0ld S0rd N0sl\nS1t S1sr S0t\n")
	templates, x := lines(set), set.Compile()
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 8))
		configs := journey()
		c := configs[random.IntN(len(configs))]
		d := &transition.Config{}
		d.CopyFrom(c)
		words, changed := reading(), reading()
		what := regexp.MustCompile(change(random, changed, d))
		before, after := extracted(x, words, c), extracted(x, changed, d)
		for i, template := range templates {
			same := tell(t, template, words, c) == tell(t, template, changed, d)
			if same != (before[i] == after[i]) || !same && !what.MatchString(template) { // a change of one kind of atom only
				require.Fail(t, "other features changed than those that ask", "seed %d, %s: %s", seed, what, template)
			}
		}
	}
}

// change changes one thing and returns a pattern of the atoms that depend on it.
func change(random *rand.Rand, words []conll.Word, c *transition.Config) string {
	w := &words[random.IntN(len(words))]
	switch random.IntN(7) {
	case 0:
		w.Form = "ein" + w.Form
		return `(w|x\d|b\d|n|c|a)\b`
	case 1:
		w.Lemma += "+"
		return `l\b`
	case 2:
		w.UPOS += "+"
		return `p\b`
	case 3:
		w.XPOS += "+"
		return `t\b`
	case 4:
		w.Feats = "Number=Dual|" + w.Feats
		return `m(:Number)?\b`
	case 5: // the label of an arc, by the same moves
		relabel(random, c)
		return `(d|s[lr])\b`
	}
	if last := len(c.Returned) - 1; last >= 0 { // the buffer moves on
		c.Returned = c.Returned[:last]
	} else {
		c.Next = min(c.Next+1, c.N+1)
	}
	return `N\d`
}

// relabel gives one attached word a new label, and its head the new label set.
func relabel(random *rand.Rand, c *transition.Config) {
	d := 1 + random.Int32N(c.N)
	if !c.HasHead(d) {
		return
	}
	c.Nodes[d].Label = 50
	h := c.Nodes[d].Head
	set := &c.Nodes[h].RightLabelSet
	if d < h {
		set = &c.Nodes[h].LeftLabelSet
	}
	*set = 0
	for _, k := range dependents(c, h, d < h) {
		*set |= 1 << c.Nodes[k].Label
	}
}

// A vector can be used for other sentences and other sets.
func TestReuse(t *testing.T) {
	var v features.Vector
	words, configs := reading(), append(journey(), bracketJourney()...)
	for _, text := range []string{everyAtom(), everyBracketAtom(), "S0w\n", "S0d\n", "S0w S0d\nN0hp\n", everyAtom(), "dist(S0,N0) S0l2p\nS3t\n"} {
		x := parse(t, text).Compile()
		var empty transition.Config
		empty.Reset(0, transition.Dependencies)
		x.Prepare(&v, nil)
		x.Extract(&v, &empty)
		x.Prepare(&v, words)
		for _, c := range configs {
			x.Extract(&v, c)
			require.Equal(t, extracted(x, words, c), v.Features)
		}
	}
}

// In any order the features are the same.
func TestAnyOrder(t *testing.T) {
	x, words := named(t, "default", "arc-hybrid").Compile(), reading()
	v := features.Vector{AnyOrder: true}
	x.Prepare(&v, words)
	for _, c := range journey() {
		x.Extract(&v, c)
		require.ElementsMatch(t, extracted(x, words, c), v.Features)
	}
}

func TestExtractDoesNotAllocate(t *testing.T) {
	words, configs := reading(), append(journey(), bracketJourney()...)
	forEachSet(t, func(t *testing.T, set *features.Set) {
		x := set.Compile()
		var v features.Vector
		x.Prepare(&v, words)
		x.Extract(&v, configs[0])
		require.Zero(t, testing.AllocsPerRun(3, func() {
			x.Prepare(&v, words)
			for _, c := range configs {
				x.Extract(&v, c)
			}
		}))
	})
}

func BenchmarkExtract(b *testing.B) {
	words, configs := reading(), journey()
	for _, name := range features.Names() {
		b.Run(name, func(b *testing.B) {
			x := named(b, name, "arc-hybrid").Compile()
			var v features.Vector
			x.Prepare(&v, words)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				x.Extract(&v, configs[i%len(configs)])
			}
		})
	}
}
