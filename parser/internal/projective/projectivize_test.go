package projective

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/testdata/testkit"
)

var schemes = []Scheme{Head, Path, HeadPath}

func TestSchemeNames(t *testing.T) {
	for i, name := range []string{"none", "head", "path", "head+path"} {
		parsed, err := ParseScheme(name)
		require.NoError(t, err)
		require.Equal(t, Scheme(i), parsed)
	}
	_, err := ParseScheme("spine")
	require.EqualError(t, err, `no pseudo-projective scheme "spine": want one of none, head, path, head+path`)
}

// TestDecorations encodes a tree with two lifts on one path: word 1 belongs to
// 5, which hangs below 4 and 3, and the root 2 is in between.
func TestDecorations(t *testing.T) {
	heads := []int{5, 0, 2, 3, 4}
	labels := []string{"a", "root", "c", "d", "e"}
	for scheme, want := range map[Scheme][]string{
		None:     {"a", "root", "c", "d", "e"},
		Head:     {"a↑e", "root", "c", "d", "e"},
		Path:     {"a↑", "root", "c↓", "d↓", "e↓"},
		HeadPath: {"a↑e", "root", "c↓", "d↓", "e↓"},
	} {
		h, l := slices.Clone(heads), slices.Clone(labels)
		lifted, err := scheme.Projectivize(h, l)
		require.NoError(t, err)
		require.Equal(t, want, l, scheme)
		if scheme == None {
			require.Equal(t, heads, h)
			continue
		}
		require.Equal(t, 1, lifted)
		require.Equal(t, []int{2, 0, 2, 3, 4}, h)
		require.Equal(t, 1, scheme.Deprojectivize(h, l))
		require.Equal(t, heads, h, scheme)
		require.Equal(t, labels, l, scheme)
	}
}

// allHeads calls f with every assignment of heads 0..n to n words, trees or not. The slice is reused.
func allHeads(n int, f func(heads []int)) {
	heads := make([]int, n)
	for code := range int(math.Pow(float64(n+1), float64(n))) {
		for i := range heads {
			heads[i], code = code%(n+1), code/(n+1)
		}
		f(heads)
	}
}

// allTrees calls f with every tree of n words, with one root or several.
func allTrees(n int, f func(heads []int)) {
	allHeads(n, func(heads []int) {
		if conll.CheckTree(heads, false) == nil {
			f(heads)
		}
	})
}

// randomTree makes a tree with a number of roots.
func randomTree(rnd *rand.Rand, n, roots int) []int {
	heads := make([]int, n)
	order := rnd.Perm(n)
	for i := roots; i < n; i++ {
		heads[order[i]] = order[rnd.IntN(i)] + 1
	}
	return heads
}

// smallestFirst is the algorithm of the paper to the letter.
func smallestFirst(heads []int) {
	for {
		arcs := conll.NonProjectiveArcs(heads)
		if len(arcs) == 0 {
			return
		}
		d := slices.MinFunc(arcs, func(a, b int) int {
			long, longer := max(a-heads[a-1], heads[a-1]-a), max(b-heads[b-1], heads[b-1]-b)
			if long != longer {
				return long - longer
			}
			return min(a, heads[a-1]) - min(b, heads[b-1])
		})
		heads[d-1] = heads[heads[d-1]-1]
	}
}

func roots(heads []int) (n int) {
	for _, h := range heads {
		if h == 0 {
			n++
		}
	}
	return n
}

func distinct(n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = string(rune('a' + i))
	}
	return labels
}

// checkProjectivized encodes and decodes a tree and checks what must hold for every tree; it
// returns the numbers of words lifted and of wrong heads left.
func checkProjectivized(t *testing.T, scheme Scheme, heads []int, labels []string) (lifted, wrong int) {
	t.Helper()
	h, l := slices.Clone(heads), slices.Clone(labels)
	lifted, err := scheme.Projectivize(h, l)
	require.NoError(t, err)
	require.True(t, Tree(h), heads)
	if Tree(heads) {
		require.Zero(t, lifted)
		require.Equal(t, heads, h)
		require.Equal(t, labels, l)
	}
	want := slices.Clone(heads)
	smallestFirst(want)
	require.Equal(t, want, h, heads)
	if roots(heads) == 1 {
		require.Equal(t, slices.Index(heads, 0), slices.Index(h, 0))
		require.Equal(t, 1, roots(h))
	}
	scheme.Deprojectivize(h, l)
	require.NoError(t, conll.CheckTree(h, roots(heads) == 1), heads)
	require.Equal(t, labels, l)
	for i := range heads {
		if h[i] != heads[i] {
			wrong++
		}
	}
	return lifted, wrong
}

// TestAllSmallTrees looks at every tree up to six words, each word with a label
// of its own, and at the share of lifted words that find their head again. With
// their head's label recorded they all do.
func TestAllSmallTrees(t *testing.T) {
	for _, c := range []struct {
		scheme Scheme
		least  float64 // share recovered
	}{{Head, 1}, {Path, 0.6}, {HeadPath, 1}} {
		lifted, wrong, trees, whole := 0, 0, 0, 0
		for n := 1; n <= 6; n++ {
			labels := distinct(n)
			allTrees(n, func(heads []int) {
				up, bad := checkProjectivized(t, c.scheme, heads, labels)
				lifted, wrong = lifted+up, wrong+bad
				if up > 0 {
					trees++
				}
				if up > 0 && bad == 0 {
					whole++
				}
			})
		}
		share := 1 - float64(wrong)/float64(lifted)
		t.Logf("%v: %d of %d lifted words recovered (%.2f %%), %d of %d non-projective trees",
			c.scheme, lifted-wrong, lifted, 100*share, whole, trees)
		require.GreaterOrEqual(t, share, c.least)
	}
}

func TestRandomTrees(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		n := 1 + rnd.IntN(40)
		heads := randomTree(rnd, n, 1+rnd.IntN(min(n, 3)))
		labels := make([]string, n)
		for i := range labels {
			labels[i] = string(rune('a' + rnd.IntN(4)))
		}
		for _, scheme := range schemes {
			checkProjectivized(t, scheme, heads, labels)
		}
	}
}

func TestProjectivizeRefuses(t *testing.T) {
	for _, c := range []struct {
		heads  []int
		labels []string
		cause  error
	}{
		{[]int{2, 1}, []string{"a", "b"}, conll.ErrCycle},
		{[]int{2, 1, conll.NoHead}, []string{"a", "b", "c"}, conll.ErrCycle},
		{[]int{0, 1}, []string{"a", "b↑"}, ErrMark},
		{[]int{0, 1}, []string{"↓", "b"}, ErrMark},
	} {
		heads, labels := slices.Clone(c.heads), slices.Clone(c.labels)
		_, err := HeadPath.Projectivize(heads, labels)
		require.ErrorIs(t, err, c.cause)
		require.Equal(t, c.heads, heads)
		require.Equal(t, c.labels, labels)
	}
}

// TestImpossibleDecorations decodes what no encoder makes.
func TestImpossibleDecorations(t *testing.T) {
	for _, c := range []struct {
		heads  []int
		labels []string
		want   []int
	}{
		{[]int{0, 1}, []string{"root↑root", "a↑zzz"}, []int{0, 1}},       // no such label
		{[]int{0, 1, 2}, []string{"root", "a↑b", "b"}, []int{0, 1, 2}},   // only below itself
		{[]int{0, 1, 1}, []string{"root", "a↑b", "b↑a"}, []int{0, 3, 1}}, // each other
		{[]int{0, 0}, []string{"a↑b↓", "b↓↓↑x"}, []int{2, 0}},
		{[]int{conll.NoHead, 7}, []string{"a↑b↓", "b↑a↓"}, []int{conll.NoHead, 7}},
		{[]int{2, 1}, []string{"a↑b↓", "b↑a↓"}, []int{2, 1}},
	} {
		for _, scheme := range schemes {
			heads, labels := slices.Clone(c.heads), slices.Clone(c.labels)
			scheme.Deprojectivize(heads, labels)
			if scheme == Head {
				require.Equal(t, c.want, heads, c.labels)
			}
			for _, label := range labels {
				require.NotContains(t, label, markLifted)
				require.NotContains(t, label, markPath)
			}
		}
	}
	require.Equal(t, "nsubj:pass", Plain("nsubj:pass↑root↓"))
	require.Equal(t, "nsubj", Plain("nsubj"))
}

// TestNonProjectiveSamples brings our own Dutch and German sentences back.
func TestNonProjectiveSamples(t *testing.T) {
	for _, file := range []string{"nl", "de"} {
		all, err := conll.ReadFile("../../../testdata/nonproj/" + file + ".conllu")
		require.NoError(t, err)
		require.NotEmpty(t, all)
		for _, s := range all {
			require.NoError(t, s.CheckTree(true))
			require.NotEmpty(t, conll.NonProjectiveArcs(s.Heads(nil)), s.ID)
			for _, scheme := range schemes {
				c := s.Clone()
				heads, labels := s.Heads(nil), s.Labels(nil)
				_, err := scheme.Projectivize(heads, labels)
				require.NoError(t, err)
				require.True(t, Tree(heads))
				for i := range c.Words {
					c.Words[i].Head, c.Words[i].Deprel = heads[i], labels[i]
				}
				Deprojectivize(c, scheme)
				require.Equal(t, s, c, "%s with %v", s.ID, scheme)
			}
		}
	}
}

// TestTreebankRecovery encodes and decodes treebanks.
func TestTreebankRecovery(t *testing.T) {
	data := testkit.Shared(t, "")
	for _, file := range []string{"ud/da/train.conllu.gz", "ud/nl/train.conllu.gz", "conllx/da/train.conll.gz"} {
		all, err := conll.ReadFile(filepath.Join(data, file))
		require.NoError(t, err)
		for _, scheme := range schemes {
			lifted, wrong, labels := recovery(t, all, scheme)
			share := 1 - float64(wrong)/float64(lifted)
			t.Logf("%s, %v: %d words lifted, %.2f %% recovered, %d labels", file, scheme, lifted, 100*share, labels)
			if scheme == HeadPath {
				require.Greater(t, share, 0.95, file)
			}
		}
	}
}

// recovery counts lifted words, wrong heads after decoding, and labels.
func recovery(t *testing.T, all []*conll.Sentence, scheme Scheme) (lifted, wrong, labels int) {
	seen := map[string]bool{}
	for _, s := range all {
		heads, decorated := s.Heads(nil), s.Labels(nil)
		n, err := scheme.Projectivize(heads, decorated)
		require.NoError(t, err)
		require.True(t, Tree(heads))
		for _, label := range decorated {
			seen[label] = true
		}
		scheme.Deprojectivize(heads, decorated)
		require.Equal(t, s.Labels(nil), decorated)
		lifted += n
		for i := range heads {
			if heads[i] != s.Words[i].Head {
				wrong++
			}
		}
	}
	return lifted, wrong, len(seen)
}

// FuzzDeprojectivize decodes anything: heads are bytes, labels are divided by
// blanks.
func FuzzDeprojectivize(f *testing.F) {
	f.Add([]byte{2, 0, 2, 2}, "a↑b root↓ c↓ b↑", byte(HeadPath))
	f.Add([]byte{0, 1, 1}, "root a↑b↓ b↓", byte(Path))
	f.Add([]byte{0, 0, 1}, "x↑x x↑x y↑x", byte(Head))
	f.Fuzz(func(t *testing.T, raw []byte, text string, c byte) {
		scheme := Scheme(c % 4)
		heads, labels := make([]int, len(raw)), make([]string, len(raw))
		words := strings.Split(text, " ")
		for i, h := range raw {
			heads[i] = int(h) - 1
			labels[i] = words[i%len(words)]
		}
		tree, before := conll.CheckTree(heads, false) == nil, roots(heads)
		first := slices.Index(heads, 0)
		scheme.Deprojectivize(heads, labels)
		if tree {
			require.NoError(t, conll.CheckTree(heads, false))
			require.LessOrEqual(t, roots(heads), before)
		}
		if tree && before == 1 {
			require.Equal(t, first, slices.Index(heads, 0))
		}
		if scheme == None {
			return
		}
		for i, label := range labels {
			require.Equal(t, Plain(words[i%len(words)]), label)
			require.NotContains(t, label, markLifted)
			require.NotContains(t, label, markPath)
		}
	})
}

func BenchmarkProjectivize(b *testing.B) {
	for _, n := range []int{20, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			heads := randomTree(rand.New(rand.NewPCG(1, 2)), n, 1)
			labels := slices.Repeat([]string{"a", "b", "c", "d", "e"}, n/5)
			b.ReportAllocs()
			for b.Loop() {
				h, l := slices.Clone(heads), slices.Clone(labels)
				HeadPath.Projectivize(h, l)
				HeadPath.Deprojectivize(h, l)
			}
		})
	}
}
