package svg_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/testdata/drawtest"
	"parser/testdata/testkit"
)

var options = []draw.Options{{}, {Compact: true}, {Width: 150}, {Width: 500, Fragment: true}, {Width: 300, Compact: true, Fragment: true}}

// A drawing of any picture is well-formed and inactive, has all parts once, and has no text over
// another or outside of the drawing.
func TestSVGOfRandomPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 150 {
		p := drawtest.Random(r)
		for _, o := range options {
			drawing := document(t, p, o)
			require.Equal(t, drawing, document(t, p, o))
			top := read(t, drawing)
			checkFrame(t, top, o)
			checkContents(t, top, p, o)
			checkTexts(t, top)
			if len(p.Trees)+len(p.Below) == 0 {
				checkArcs(t, top)
			}
		}
	}
}

func TestSVGOfEveryKind(t *testing.T) {
	for name, p := range drawtest.Pictures(t) {
		for _, o := range options {
			top := read(t, document(t, p, o))
			checkFrame(t, top, o)
			checkContents(t, top, p, o)
			checkTexts(t, top)
			switch {
			case len(p.Vertices) > 0:
				checkGraph(t, top, p)
			case len(p.Trees) == 0:
				checkArcs(t, top)
			default:
				checkBranches(t, top)
			}
		}
		testkit.Golden(t, "testdata/"+name+".svg", document(t, p, draw.Options{Fragment: true}))
		testkit.Golden(t, "testdata/"+name+"-narrow.svg", document(t, p, draw.Options{Fragment: true, Width: 230, Compact: true}))
	}
}

func checkFrame(t testing.TB, top *element, o draw.Options) {
	styles := 1
	if o.Fragment {
		styles = 0
	}
	require.Len(t, top.all("style", ""), styles)
	require.Empty(t, top.all("script", ""))
	var visit func(e *element)
	visit = func(e *element) {
		for name := range e.attrs {
			require.False(t, name == "style" || name == "href" || strings.HasPrefix(name, "on"), name)
		}
		for _, c := range e.children {
			visit(c)
		}
	}
	visit(top)
}

// inXML returns a text as XML can hold it.
func inXML(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && !strings.ContainsRune("\t\n\r", r) {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(text, string(utf8.RuneError)))
}

func checkContents(t testing.TB, top *element, p *draw.Picture, o draw.Options) {
	words := top.all("g", "word")
	require.Len(t, words, len(p.Words))
	if len(p.Trees)+len(p.Below) > 0 {
		var want, got []string
		for left := append(append([]*draw.Node(nil), p.Trees...), p.Below...); len(left) > 0; {
			n := left[0]
			left = append(left[1:len(left):len(left)], n.Children...)
			want = append(want, inXML(n.Label))
		}
		for _, g := range top.all("g", "node") {
			got = append(got, g.all("text", "label")[0].attrs["data-label"])
		}
		require.ElementsMatch(t, want, got)
		return
	}
	for i, g := range words { // of trees, in the order of columns
		require.Equal(t, p.ID(i+1), g.attrs["data-id"])
		require.Len(t, g.all("text", "form"), 1)
	}
	count := map[string]int{}
	for _, a := range p.Arcs {
		count[p.ID(a.Head)+" "+p.ID(a.Dep)+" "+inXML(a.Label)]++
	}
	drawn := map[string]int{}
	for _, g := range top.all("g", "arc") {
		label := ""
		for _, text := range g.all("text", "label") {
			label = text.attrs["data-label"]
		}
		drawn[g.attrs["data-head"]+" "+g.attrs["data-dep"]+" "+label]++
	}
	for k, n := range count {
		require.GreaterOrEqual(t, drawn[k], n, k)
		if o.Width == 0 {
			require.Equal(t, drawn[k], n, k)
		}
		require.LessOrEqual(t, drawn[k], 2*n, k)
		delete(drawn, k)
	}
	require.Empty(t, drawn)
	require.Len(t, top.all("g", "token"), len(p.Tokens))
}

// checkTexts checks that no text is over another or outside of the picture.
func checkTexts(t testing.TB, top *element) {
	t.Helper()
	wide, high := top.num(t, "width"), top.num(t, "height")
	var boxes []box
	for _, e := range top.all("text", "") {
		b := e.box(t)
		require.True(t, b.left >= 0 && b.top >= 0 && b.right <= wide && b.bottom <= high, "%v leaves %v by %v", b, wide, high)
		for _, other := range boxes {
			if b.overlaps(other) {
				require.Fail(t, "a text over another", "%v over %v", b, other)
			}
		}
		if b.right > b.left {
			boxes = append(boxes, b)
		}
	}
}

// checkArcs checks that arcs of the same height do not share a place, that all end at their words, those of the enhanced
// layer from below, and that their labels are on them.
func checkArcs(t testing.TB, top *element) {
	t.Helper()
	words := map[string]box{}
	for _, g := range top.all("g", "word") {
		words[g.attrs["data-id"]] = g.all("text", "form")[0].box(t)
	}
	levels := map[float64][]box{}
	for _, g := range top.all("g", "arc") {
		b := box{left: 1e9, top: 1e9, what: g.attrs["data-head"] + " " + g.attrs["data-dep"]}
		lowest := 0.0
		for _, c := range corners(t, g.all("path", "line")[0].attrs["d"]) {
			b.left, b.right, b.top, lowest = min(b.left, c[0]), max(b.right, c[0]), min(b.top, c[1]), max(lowest, c[1])
		}
		below := slices.Contains(strings.Fields(g.attrs["class"]), "enhanced")
		if below {
			b.top = lowest
		}
		b.bottom = b.top + 1
		for _, label := range g.all("text", "label") {
			l := label.box(t)
			if g.attrs["data-head"] == "0" {
				b.left, b.right = min(b.left, l.left), max(b.right, l.right)
			}
			require.True(t, b.left <= l.left && l.right <= b.right, "%v beside its arc %v", l, b)
		}
		for _, other := range levels[b.top] {
			require.False(t, b.left < other.right-0.1 && other.left < b.right-0.1, "%v along %v", b, other)
		}
		levels[b.top] = append(levels[b.top], b)
		for _, tip := range g.all("path", "tip") {
			checkTip(t, corners(t, tip.attrs["d"])[0], g.attrs["data-dep"], below, words)
		}
	}
}

// checkTip checks that an arrow ends above its word, or below it and what is below words, and not past another word.
func checkTip(t testing.TB, tip [2]float64, dependent string, below bool, words map[string]box) {
	t.Helper()
	own := words[dependent]
	if below {
		require.True(t, own.bottom < tip[1] && tip[1] < own.bottom+60, "an arrow ends %v below %v", tip, own)
	} else {
		require.True(t, tip[1] < own.top && own.top < tip[1]+20, "an arrow ends %v above %v", tip, own)
	}
	middle := (own.left + own.right) / 2
	for id, w := range words {
		if w.top != own.top || id == dependent || w.left == w.right {
			continue
		}
		require.False(t, w.left < tip[0] && tip[0] < w.right, "an arrow to %v ends above %v", own, w)
		other := (w.left + w.right) / 2
		require.False(t, min(tip[0], middle) < other && other < max(tip[0], middle), "an arrow to %v ends past %v", own, w)
	}
}

// checkBranches checks that no line of a tree goes through a text.
func checkBranches(t testing.TB, top *element) {
	t.Helper()
	var boxes []box
	for _, e := range top.all("text", "") {
		boxes = append(boxes, e.box(t))
	}
	for _, g := range top.all("g", "node") {
		for _, line := range g.all("path", "line") {
			c := corners(t, line.attrs["d"])
			for i := range len(c) - 1 {
				line := box{min(c[i][0], c[i+1][0]) - 0.4, min(c[i][1], c[i+1][1]) - 0.4, max(c[i][0], c[i+1][0]) + 0.4, max(c[i][1], c[i+1][1]) + 0.4, "a line"}
				for _, b := range boxes {
					if line.overlaps(b) {
						require.Fail(t, "a line through a text", "%v through %v", line, b)
					}
				}
			}
		}
	}
}

// In trees of any shape whose branches do not cross, no line goes through a text.
func TestSVGOfRandomTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		p := &draw.Picture{Compares: r.IntN(2) == 0, Trees: drawtest.RandomForest(r, 1, 1+r.IntN(20), 0)}
		if p.Words = make([]draw.Word, 20); p.Compares {
			p.Below = drawtest.RandomForest(r, 1, 20, 0)
		}
		for i := range p.Words {
			p.Words[i] = draw.Word{Form: strings.Repeat("w", r.IntN(12)), Tag: "NN"}
		}
		for _, o := range options {
			top := read(t, document(t, p, o))
			checkTexts(t, top)
			checkBranches(t, top)
		}
	}
}
