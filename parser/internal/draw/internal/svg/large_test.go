package svg_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/svg"
	"parser/testdata/testkit"
)

// Long sentences of any shape become drawings of bounded size that have all words.
func TestSVGOfLongSentences(t *testing.T) {
	for name, p := range longSentences() {
		if name == "random" || name == "nested" || testkit.Deep() { // the others have fewer layers, or shorter arcs
			checkLarge(t, name, p)
		}
	}
}

// BenchmarkLongSentences draws sentences of 5,000 words, with arcs of any shape.
func BenchmarkLongSentences(b *testing.B) {
	for name, p := range longSentences() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, svg.Write(io.Discard, []*draw.Picture{p}, draw.Options{Width: 1000}))
			}
		})
	}
}

// longSentences returns sentences of 5,000 words, by their shapes.
func longSentences() map[string]*draw.Picture {
	all := map[string]*draw.Picture{}
	r := rand.New(rand.NewPCG(9, 10))
	const n = 5000
	for name, head := range map[string]func(dep int) int{
		"star":   func(int) int { return 1 },
		"roots":  func(int) int { return 0 },
		"chain":  func(dep int) int { return dep - 1 },
		"cycles": func(dep int) int { return dep%n + 1 },
		"random": func(int) int { return r.IntN(n + 1) },
		"nested": func(dep int) int { return n + 1 - dep },
	} {
		p := &draw.Picture{Words: make([]draw.Word, n)}
		for i := range p.Words {
			p.Words[i] = draw.Word{Form: "]]>&lt;\x00", Tag: "X"}
			if h := head(i + 1); h != i+1 {
				p.Arcs = append(p.Arcs, draw.Arc{Head: h, Dep: i + 1, Label: "dep"})
			}
		}
		all[name] = p
	}
	return all
}

// Deep and wide trees become drawings of bounded size, too.
func TestSVGOfLargeTrees(t *testing.T) {
	const n = 5000
	deep := &draw.Node{Label: "NN", Word: 1}
	for i := range 1000 {
		deep = &draw.Node{Label: "S", Children: []*draw.Node{deep, {Label: "NN", Word: i + 2}}}
	}
	chain := &draw.Node{Label: "S"}
	for i := range n {
		chain.Children = append(chain.Children, &draw.Node{Label: "NP", Children: []*draw.Node{{Label: "NN", Word: i + 1}}})
	}
	for range n {
		chain = &draw.Node{Label: "S", Children: []*draw.Node{chain}}
	}
	for name, tree := range map[string]*draw.Node{"deep": deep, "chain": chain} {
		checkLarge(t, name, &draw.Picture{Words: make([]draw.Word, n), Trees: []*draw.Node{tree}})
	}
}

func checkLarge(t *testing.T, name string, p *draw.Picture) {
	for _, o := range []draw.Options{{Fragment: true}, {Fragment: true, Width: 1000}, {Fragment: true, Width: 1_000_000}} {
		drawing := document(t, p, o)
		require.Less(t, len(drawing), 40<<20, "%s, width %d", name, o.Width)
		if o.Width == 1000 {
			require.Len(t, read(t, drawing).all("g", "word"), len(p.Words))
		}
	}
}

// Any texts and heads are refused, or make a well-formed picture.
func FuzzSVG(f *testing.F) {
	f.Add("form", "tag", "nsubj:pass", 0, 2, 100)
	f.Add("]]>", "\x00\x1b[1m", "\u202e<script>", 3, 1, 0)
	f.Add("\xff\xfe", "\"'&", "--><style>", -1, 9, -5)
	f.Fuzz(func(t *testing.T, form, tag, label string, head, other, width int) {
		words := []draw.Word{{Form: form, Tag: tag}, {Form: label, Tag: form}, {Form: tag, Tag: label}}
		leaf := func(word int) *draw.Node { return &draw.Node{Label: tag, Word: word} }
		for _, p := range []*draw.Picture{
			{Title: label, Words: words, Arcs: []draw.Arc{{Head: head, Dep: 2, Label: label}, {Head: 1, Dep: other, Label: tag}},
				Tokens: []draw.Token{{First: 1, Last: 2, Form: form}}},
			{Title: form, Words: words, Trees: []*draw.Node{{Label: label, Children: []*draw.Node{leaf(head), leaf(2)}}, leaf(other)}},
		} {
			for _, o := range []draw.Options{{}, {Width: width, Compact: true, Fragment: true}} {
				var b bytes.Buffer
				if err := svg.Write(&b, []*draw.Picture{p}, o); err != nil {
					require.ErrorIs(t, err, draw.ErrPicture)
					continue
				}
				top := read(t, b.String())
				require.Len(t, top.all("g", "word"), len(words))
				require.Empty(t, top.all("script", ""))
			}
		}
	})
}
