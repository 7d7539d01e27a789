package engine_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/transition"
)

// TestAlwaysBrackets parses word salad with models of all kinds, learned from
// ordinary trees and from few epochs, within bounds that bind.
func TestAlwaysBrackets(t *testing.T) {
	t.Parallel()
	const seed, sentences = 11, 20
	train := append(kit.SomeTrees(t)[:30], kit.HardTrees(t)...)
	for _, k := range kit.TreeKinds() {
		for name, edit := range map[string]func(*engine.Options){
			"as the data":   func(o *engine.Options) { o.Steps = "none" },
			"close bounds":  func(o *engine.Options) { o.MaxOpens, o.MaxUnary = 3, 1 },
			"wide bounds":   func(o *engine.Options) { o.MaxOpens, o.MaxUnary = 12, 8 },
			"strict":        func(o *engine.Options) { o.Unary = "strict" },
			"no templates":  func(o *engine.Options) { o.Templates = "N0t\n" },
			"never explore": func(o *engine.Options) { o.Explore = 0 },
		} {
			r := rand.New(rand.NewPCG(seed, 0))
			p := kit.TrainedTrees(t, train, kit.TreeOptions(k.System, 2, k.Set, edit, func(o *engine.Options) { kit.SetLearner(o, "min-updates", 0) }))
			for range sentences {
				words := wordSalad(r, kit.AllWords(train), 1+r.IntN(12))
				tree := kit.ParsedTree(t, p, words)
				requireBrackets(t, p, words, tree)
				requireBounds(t, p.Meta().Params, tree)
			}
			require.False(t, t.Failed(), "%v, %s, seed %d", k, name, seed)
		}
	}
}

// requireBounds checks the bounds that a system puts on its trees; a bracket of
// several children under the root is one of them.
func requireBounds(t *testing.T, params transition.Params, tree *ptb.Tree) {
	t.Helper()
	starts, same := map[int]int32{}, map[[2]int]int32{}
	spans := tree.Spans()
	if len(tree.Children) == 1 && !tree.Children[0].Leaf() {
		spans = spans[1:]
	}
	for _, s := range spans {
		starts[s.Start]++
		same[[2]int{s.Start, s.End}]++
		if params.MaxOpens > 0 {
			require.LessOrEqual(t, starts[s.Start], params.MaxOpens)
		}
		if params.MaxUnary > 0 {
			require.LessOrEqual(t, same[[2]int{s.Start, s.End}], params.MaxUnary)
		}
	}
}

// word returns a word with a tag.
func word(form, tag string) conll.Word { return conll.Word{Form: form, XPOS: tag} }

// TestWordsInBrackets: whatever stands in the input, the tree can be written and
// read again; brackets are called by their names there.
func TestWordsInBrackets(t *testing.T) {
	words := []conll.Word{
		word("(", "-LRB-"), word(")", "$("), word("-LRB-", "("), word("a(b)c", "N-D"), word("[sic]", "X"), word("{", "("),
		word("1/2", "CD"), word(`1\/2`, "CD"), word("", "X"), word("two words", "N N"), word("\t\n", "__"), word("\x00λ", "\x01"), word("_", "X"),
	}
	want := `(-LRB- -LRB-) ($-LRB- -RRB-) (-LRB- -LRB-) (N-D a-LRB-b-RRB-c) (X [sic]) (-LRB- {) ` +
		"(CD 1/2) (CD 1\\/2) (X _) (N_N two_words) (__ __) (\x01 \x00λ) (X _)"
	for _, k := range kit.TreeKinds() {
		p := kit.TrainedTrees(t, kit.SomeTrees(t), kit.TreeOptions(k.System, 1, k.Set))
		tree := kit.ParsedTree(t, p, words)
		requireBrackets(t, p, words, tree)
		var leaves []string
		for _, leaf := range tree.Leaves() {
			leaves = append(leaves, leaf.String())
		}
		require.Equal(t, want, strings.Join(leaves, " "), k)
	}
}

// TestFormsAreSeenUnescaped: a word is the same to the templates however it is
// written, in training and in parsing.
func TestFormsAreSeenUnescaped(t *testing.T) {
	train := kit.ReadTrees(t,
		"( (A (X (W -LRB-) (W x))))", "( (B (Y (W 1\\/2)) (W x)))", "( (C (W x) (Z (W a-RSB-b))))")
	for _, system := range oracle.Systems(transition.Constituents) {
		p := kit.TrainedTrees(t, train, kit.ByHeart(system))
		for forms, want := range map[string]string{
			"( x":       "(TOP (A (X (W -LRB-) (W x))))",
			"-LRB- x":   "(TOP (A (X (W -LRB-) (W x))))",
			"1/2 x":     "(TOP (B (Y (W 1/2)) (W x)))",
			`1\/2 x`:    `(TOP (B (Y (W 1\/2)) (W x)))`,
			"x a]b":     "(TOP (C (W x) (Z (W a]b))))",
			"x a-RSB-b": "(TOP (C (W x) (Z (W a-RSB-b))))",
		} {
			var words []conll.Word
			for _, form := range strings.Fields(forms) {
				words = append(words, word(form, "W"))
			}
			require.Equal(t, want, kit.ParsedTree(t, p, words).String(), system)
		}
	}
}

// TestTagsFallBack on UPOS where there is no XPOS; nothing else of a word is read,
// and nothing is changed.
func TestTagsFallBack(t *testing.T) {
	dev := kit.AllWords(kit.Normal(t, kit.TreeSample(t, "en/dev.mrg")[:20], "all"))
	for _, k := range kit.TreeKinds() {
		p := kit.TrainedTrees(t, kit.SomeTrees(t), kit.TreeOptions(k.System, 2, k.Set))
		want := kit.Lines(kit.ParsedTrees(t, p, dev))
		for name, spoil := range map[string]func(*conll.Word){
			"UPOS":        func(w *conll.Word) { w.UPOS, w.XPOS = w.XPOS, "" },
			"underscore":  func(w *conll.Word) { w.UPOS, w.XPOS = w.XPOS, "_" },
			"both":        func(w *conll.Word) { w.UPOS = "X" },
			"other parts": func(w *conll.Word) { w.Lemma, w.Feats, w.Head, w.Deprel = "lemma", "A=B", 77, "S NP" },
		} {
			for i, sentence := range dev {
				words := slices.Clone(sentence)
				for j := range words {
					spoil(&words[j])
				}
				before := slices.Clone(words)
				require.Equal(t, strings.Split(want, "\n")[i], kit.ParsedTree(t, p, words).String(), "%v %s", k, name)
				require.Equal(t, before, words, "the words stay as they were")
			}
		}
	}
}

// TestHyphenatedTags: templates see the tag and, as a coarser one, what stands
// before its first hyphen; the tree has all of it.
func TestHyphenatedTags(t *testing.T) {
	train := kit.ReadTrees(t, "( (A (N-D x) (N-N x)))", "( (B (V-3 x) (N-N x)))", "( (C (-NONE- x) (N-N x)))")
	for _, system := range oracle.Systems(transition.Constituents) {
		coarse := func(o *engine.Options) { o.Steps, o.Templates = "none", "N0p N1p\nP0p P1p\nI0d I0lp\nI0k\nO0d O0rp\n" }
		p := kit.TrainedTrees(t, train, kit.ByHeart(system, coarse))
		for tags, want := range map[string]string{
			"N-X N-N": "(TOP (A (N-X x) (N-N x)))", "V-1 N": "(TOP (B (V-1 x) (N x)))", "-NONE- N-": "(TOP (C (-NONE- x) (N- x)))",
		} {
			first, second, _ := strings.Cut(tags, " ")
			require.Equal(t, want, kit.ParsedTree(t, p, []conll.Word{word("x", first), word("x", second)}).String(), system)
		}
	}
}

// TestSingleWords: trees over one word, with and without brackets.
func TestSingleWords(t *testing.T) {
	gold := kit.ReadTrees(t, "( (NN a))", "( (X (NN b)))", "( (X (Y (NN c))))", "( (NN d) (NN e))")
	for _, k := range kit.TreeKinds() {
		p := kit.TrainedTrees(t, gold, kit.ByHeart(k.System, k.Set))
		require.Equal(t, "(TOP (NN a))\n(TOP (X (NN b)))\n(TOP (X (Y (NN c))))\n(TOP (NN d) (NN e))\n", kit.Lines(kit.ParsedTrees(t, p, kit.AllWords(gold))), k)
		requireBrackets(t, p, []conll.Word{word("new", "JJ")}, kit.ParsedTree(t, p, []conll.Word{word("new", "JJ")}))
	}
}

// TestManyGoroutinesOneParserOfTrees is for the race detector, too.
func TestManyGoroutinesOneParserOfTrees(t *testing.T) {
	const goroutines = 8
	dev := kit.AllWords(kit.TreeSample(t, "en/dev.mrg")[:20])
	for _, k := range kit.TreeKinds() {
		p := kit.TrainedTrees(t, kit.SomeTrees(t)[:50], kit.TreeOptions(k.System, 1, k.Set))
		want := kit.Lines(kit.ParsedTrees(t, p, dev))
		var got [goroutines]string
		var group sync.WaitGroup
		for i := range goroutines {
			group.Go(func() { got[i] = kit.Lines(kit.ParsedTrees(t, p, dev)) })
		}
		group.Wait()
		for i := range got {
			require.Equal(t, want, got[i])
		}
	}
}

// TestErrKind: a parser that is asked for the other kind of tree says so, and
// touches nothing.
func TestErrKind(t *testing.T) {
	arcsOnly := kit.Trained(t, kit.Some(t)[:5], kit.Options(1))
	require.Equal(t, transition.Dependencies, arcsOnly.Kind())
	brackets, err := arcsOnly.ParseTree([]conll.Word{word("a", "DT")})
	require.Nil(t, brackets)
	require.ErrorIs(t, err, engine.ErrKind)
	require.ErrorContains(t, err, "arc-hybrid")

	for _, system := range oracle.Systems(transition.Constituents) {
		p := kit.TrainedTrees(t, kit.SomeTrees(t)[:5], kit.TreeOptions(system, 1))
		require.Equal(t, transition.Constituents, p.Kind())
		s := kit.Tree(1, 2, 0, 2)
		before := s.Clone()
		err := p.Parse(s)
		require.ErrorIs(t, err, engine.ErrKind)
		require.ErrorContains(t, err, system)
		require.Equal(t, before, s)
		require.ErrorIs(t, p.ParseAll(context.Background(), []*conll.Sentence{s}, 1), engine.ErrKind)
		require.Equal(t, before, s)
	}
}

// howMany is the depth of trees and the length of sentences that no real text has.
func howMany() int {
	if testkit.Deep() {
		return 5000
	}
	return 2000
}

// TestDeepAndLongTrees are trained on and parsed: a constituent in the other, a
// word on every level, and many words in one constituent or in two levels.
func TestDeepAndLongTrees(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants takes a time quadratic in the length")
	}
	many := howMany()
	for name, text := range map[string]string{
		"over itself":    strings.Repeat("(X ", many) + "(W w)" + strings.Repeat(")", many), // one bracket
		"to the right":   strings.Repeat("(X (W w)", many) + strings.Repeat(")", many),
		"flat":           "(X" + strings.Repeat(" (W w)", many) + ")",
		"two levels":     "(X" + strings.Repeat(" (Y (W w) (V v))", many/2) + ")",
		"under the root": "(TOP" + strings.Repeat(" (Y (W w) (V v))", many/2) + ")",
	} {
		for _, system := range oracle.Systems(transition.Constituents) {
			p := kit.TrainedTrees(t, kit.ReadTrees(t, text), kit.TreeOptions(system, 1, func(o *engine.Options) { kit.SetLearner(o, "min-updates", 0) }))
			require.Zero(t, p.Meta().Skipped)
			words := kit.TreeWords(kit.ReadTrees(t, text)[0])
			requireBrackets(t, p, words, kit.ParsedTree(t, p, words))
			require.NotNil(t, kit.Reread(t, kit.File(t, p)), name)
		}
	}
}

// TestDeepToTheLeft: more brackets that start at one word than a parse may have
// are skipped by the system that opens them in a row, and by no other; and so for
// brackets over the same words.
func TestDeepToTheLeft(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants takes a time quadratic in the length")
	}
	many := howMany()
	left := strings.Repeat("(X ", many) + strings.Repeat("(W w))", many)
	chain := strings.Repeat("(X (Y ", many/2) + "(W w)" + strings.Repeat("))", many/2)
	train := append(kit.ReadTrees(t, left, chain), kit.SomeTrees(t)[:10]...)
	for system, underivable := range map[string]int{"bracket": 2, "in-order": 1, "shift-label": 0} {
		p := kit.TrainedTrees(t, train, kit.TreeOptions(system, 1))
		require.Equal(t, structure.Skipped{Underivable: underivable}, p.Meta().Skipped, system)
		words := kit.TreeWords(train[0])
		requireBrackets(t, p, words, kit.ParsedTree(t, p, words))
	}
}

// TestExtremeLengthsOfTrees: no words, one, and more than any text has.
func TestExtremeLengthsOfTrees(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants takes a time quadratic in the length")
	}
	r := rand.New(rand.NewPCG(6, 0))
	sentences := kit.AllWords(kit.SomeTrees(t))
	for _, k := range kit.TreeKinds() {
		p := kit.TrainedTrees(t, kit.SomeTrees(t), kit.TreeOptions(k.System, 1, k.Set))
		require.Equal(t, "(TOP)", kit.ParsedTree(t, p, nil).String())
		for _, n := range []int{1, 2, howMany()} {
			words := wordSalad(r, sentences, n)
			requireBrackets(t, p, words, kit.ParsedTree(t, p, words))
		}
	}
}

// TestNoModelOpensForEver: a model that wants to open a bracket everywhere can
// only do it so often.
func TestNoModelOpensForEver(t *testing.T) {
	for system, edit := range map[string]func(*engine.Options){
		"bracket":  func(o *engine.Options) { o.MaxOpens = 100 },
		"in-order": func(o *engine.Options) { o.MaxUnary = 100 },
	} {
		train := kit.ReadTrees(t, strings.Repeat("(X ", 99)+"(Y (W w)"+strings.Repeat(")", 100))
		p := kit.TrainedTrees(t, train, kit.TreeOptions(system, 1, edit, func(o *engine.Options) {
			o.Steps, o.Templates = "none", "N9w\n"
			kit.SetLearner(o, "min-updates", 0)
		}))
		words := make([]string, 50)
		for i := range words {
			words[i] = "(W w)"
		}
		sentence := kit.TreeWords(kit.ReadTrees(t, "(X "+strings.Join(words, " ")+")")[0])
		tree := kit.ParsedTree(t, p, sentence)
		requireBrackets(t, p, sentence, tree)
		require.Less(t, len(tree.Spans()), 2+2*100*len(sentence))
	}
}
