package draw_test

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/amr"
	"parser/parser/draw"
)

// What follows are two graphs of a sentence, of which the second one is wrong in places: the root,
// a concept, a role, a name, and what hangs where.
const (
	wantsToSell = `
# ::id sale
# ::snt The old captain wants to sell the boat quickly in Rome.
(w / want-01
      :ARG0 (p / person
            :ARG0-of (h / have-org-role-91
                  :ARG2 (c / captain))
            :mod (o / old))
      :ARG1 (s / sell-01
            :ARG0 p
            :ARG1 (b / boat)
            :manner (q / quick)
            :location (c2 / city
                  :name (n / name
                        :op1 "Rome"))))`
	sells = `
# ::snt The old captain wants to sell the boat quickly in Rome.
(s / sell-01
      :ARG0 (p / captain
            :mod (o / old))
      :ARG1 (b / ship)
      :mod (q / quick)
      :location (c2 / city
            :name (n / name
                  :op1 "Roma"
                  :op2 "Antica"))
      :ARG1-of (w / want-01
            :ARG0 p))`
)

func penman(t testing.TB, text string) *amr.Graph {
	t.Helper()
	g, err := amr.NewReader(strings.NewReader(text), "test").Read()
	require.NoError(t, err)
	return g
}

// unfinishedGraph is a graph in the middle of a parse.
func unfinishedGraph() *draw.Picture {
	return &draw.Picture{
		Title: "step 7",
		Vertices: []draw.Vertex{{Label: "reads", State: draw.OnStack, Var: "s"}, {Label: "person", State: draw.Done}, {Label: "long", State: draw.InBuffer},
			{Label: "books", Mark: draw.New, Since: 7}, {Label: "-", Constant: true}, {Label: "alone"}},
		Edges: []draw.Edge{{From: 1, To: 2, Role: "ARG0"}, {From: 1, To: 4, Role: "obj", Mark: draw.New, Since: 7}, {From: 4, To: 3, Role: "amod"},
			{From: 3, To: 2, Role: "", Again: true, Mark: draw.New}, {From: 1, To: 5, Role: "polarity"}, {From: 2, To: 2, Role: "ARG1", Again: true}},
	}
}

// randomGraph returns a picture of any graph, with cycles and what cannot be reached.
func randomGraph(r *rand.Rand) *draw.Picture {
	texts := []string{"", "a", "have-org-role-91", "%&_#${}\\~^[]=,\"'`|<>-", "猫", "كتب", "e\u0301", "\x00\x1b[1m", "\u202e", "a b", "\xff", "\n", strings.Repeat("long", 40)}
	text := func() string { return texts[r.IntN(len(texts))] }
	p := &draw.Picture{Title: text(), Compares: r.IntN(2) == 0, Vertices: make([]draw.Vertex, 1+r.IntN(12)), Words: make([]draw.Word, r.IntN(6))}
	for i := range p.Words {
		p.Words[i].Form = text()
	}
	n := len(p.Vertices)
	for i := range p.Vertices {
		p.Vertices[i] = draw.Vertex{Label: text(), Var: text(), Constant: r.IntN(4) == 0, Mark: draw.Mark(r.IntN(4)), State: draw.State(r.IntN(4))}
		if r.IntN(5) == 0 {
			p.Vertices[i].Instead = text()
		}
	}
	for range r.IntN(2 * n) {
		p.Edges = append(p.Edges, draw.Edge{From: r.IntN(n + 1), To: 1 + r.IntN(n), Role: text(), Again: r.IntN(3) == 0, Mark: draw.Mark(r.IntN(4))})
	}
	return p
}

// checkGraph checks that nodes do not overlap, that every text is inside of its node, that all nodes
// and edges are drawn once, and that no line goes through a node or a text, but through its own
// label.
func checkGraph(t testing.TB, top *element, p *draw.Picture) {
	t.Helper()
	vertices := top.all("g", "vertex")
	require.Len(t, vertices, len(p.Vertices))
	boxes := map[string]box{}
	for i, g := range vertices {
		require.Equal(t, strconv.Itoa(i+1), g.attrs["data-id"])
		b := g.all("rect", "box")[0].rect(t)
		for _, other := range boxes {
			require.False(t, b.overlaps(other), "%v over %v", b, other)
		}
		for _, text := range g.all("text", "") {
			x := text.box(t)
			require.True(t, b.left <= x.left && x.right <= b.right && b.top <= x.top && x.bottom <= b.bottom, "%v is outside of %v", x, b)
		}
		boxes[g.attrs["data-id"]] = b
	}
	var want, got []string
	for _, e := range p.Edges {
		if e.From != e.To {
			want = append(want, strconv.Itoa(e.From)+" "+strconv.Itoa(e.To))
		}
	}
	for _, g := range top.all("g", "edge") {
		got = append(got, g.attrs["data-from"]+" "+g.attrs["data-to"])
		line := corners(t, g.all("path", "line")[0].attrs["d"])
		for _, b := range boxes {
			checkLine(t, line, b)
		}
		for _, other := range top.all("text", "") {
			if other.parent != g && other.parent.attrs["class"] != "word" {
				checkLine(t, line, other.box(t))
			}
		}
		end, target := corners(t, g.all("path", "tip")[0].attrs["d"])[0], boxes[g.attrs["data-to"]]
		require.True(t, target.left-1 < end[0] && end[0] < target.right+1 && target.top-1 < end[1] && end[1] < target.bottom+1, "an arrow ends at %v, not at %v", end, target)
	}
	require.ElementsMatch(t, want, got)
}

// checkLine checks that none of the straight parts of a line goes through a box; the others lie
// between layers.
func checkLine(t testing.TB, line [][2]float64, b box) {
	t.Helper()
	for k := 1; k < len(line); k += 2 {
		from, to := line[k-1], line[k]
		part := box{min(from[0], to[0]), min(from[1], to[1]), max(from[0], to[0]), max(from[1], to[1]), "a line"}
		if part.top == part.bottom && part.left == part.right {
			continue
		}
		part.left, part.right, part.top, part.bottom = part.left-0.4, part.right+0.4, part.top-0.4, part.bottom+0.4
		inside := b
		inside.left, inside.right, inside.top, inside.bottom = b.left+1, b.right-1, b.top+1, b.bottom-1
		require.False(t, part.overlaps(inside), "a line from %v to %v through %v", from, to, b)
	}
}

func (e *element) rect(t testing.TB) box {
	left, top := e.num(t, "x"), e.num(t, "y")
	return box{left, top, left + e.num(t, "width"), top + e.num(t, "height"), "a node"}
}

// Whatever the graph: well-formed, nothing active, all there once, and nothing over anything else.
func TestSVGOfRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range 60 {
		p := randomGraph(r)
		for _, o := range svgOptions {
			document := svg(t, p, o)
			require.Equal(t, document, svg(t, p, o))
			top := read(t, document)
			checkFrame(t, top, o)
			checkTexts(t, top)
			checkGraph(t, top, p)
		}
	}
}

// Other formats: each edge and node is there, quotes and braces are in pairs.
func TestOtherFormatsOfRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range 300 {
		p := randomGraph(r)
		got := drawn(t, func(b *bytes.Buffer) error { return p.Text(b, draw.Options{}) })
		require.False(t, strings.ContainsAny(got, "\x00\x1b\u202e"), got)
		require.GreaterOrEqual(t, strings.Count(got, "\n"), len(p.Vertices)+strings.Count(got, " → "))
		dots := dot(t, p, draw.Options{})
		for i := range p.Vertices {
			require.Contains(t, dots, "\n  v"+strconv.Itoa(i+1)+" [label=")
		}
		tex := tikz(t, p, draw.Options{Compact: r.IntN(2) == 0})
		plain := strings.NewReplacer(`\{`, "", `\}`, "").Replace(tex)
		require.Equal(t, strings.Count(plain, "{"), strings.Count(plain, "}"), tex)
		require.Equal(t, len(p.Vertices), strings.Count(tex, `\node[vertex`))
	}
}

// Wider than there is room, a graph is drawn from the side if that is narrower.
func TestWideGraphsAreDrawnFromTheSide(t *testing.T) {
	p := &draw.Picture{Vertices: []draw.Vertex{{Label: "and"}}}
	for k := 2; k <= 40; k++ {
		p.Vertices = append(p.Vertices, draw.Vertex{Label: "item-" + strconv.Itoa(k)})
		p.Edges = append(p.Edges, draw.Edge{From: 1, To: k, Role: "op" + strconv.Itoa(k-1)})
	}
	upright, aside := read(t, svg(t, p, draw.Options{})), read(t, svg(t, p, draw.Options{Width: 600}))
	require.Greater(t, upright.num(t, "width"), 2000.0)
	require.Less(t, upright.num(t, "height"), 200.0)
	require.Less(t, aside.num(t, "width"), 600.0)
	checkGraph(t, aside, p)
	checkTexts(t, aside)
}

// What is too large says so.
func TestGraphsThatCannotBeDrawn(t *testing.T) {
	deep := &draw.Picture{Vertices: make([]draw.Vertex, draw.MaxVertices)}
	for k := 2; k <= draw.MaxVertices; k++ {
		deep.Edges = append(deep.Edges, draw.Edge{From: k - 1, To: k})
	}
	require.Contains(t, svg(t, deep, draw.Options{}), "</svg>")
	require.NotEmpty(t, drawn(t, func(b *bytes.Buffer) error { return deep.Text(b, draw.Options{}) }))
	for k := 3; k <= draw.MaxVertices; k++ {
		deep.Edges = append(deep.Edges, draw.Edge{From: 1, To: k, Again: true})
	}
	require.ErrorIs(t, deep.SVG(&bytes.Buffer{}, draw.Options{}), draw.ErrTooLarge)
	require.ErrorIs(t, deep.TikZ(&bytes.Buffer{}, draw.Options{}), draw.ErrTooLarge)
	for _, p := range []*draw.Picture{
		{Vertices: make([]draw.Vertex, 2), Edges: []draw.Edge{{From: 1, To: 3}}},
		{Vertices: make([]draw.Vertex, 2), Edges: []draw.Edge{{From: -1, To: 1}}},
		{Vertices: make([]draw.Vertex, 2), Edges: []draw.Edge{{From: 1, To: 0}}},
		{Vertices: make([]draw.Vertex, 2), Edges: []draw.Edge{{From: 1, To: 2, Mark: 9}}},
		{Vertices: []draw.Vertex{{State: 9}}},
	} {
		require.ErrorIs(t, p.DOT(&bytes.Buffer{}, draw.Options{}), draw.ErrPicture)
	}
	large := &draw.Picture{Vertices: make([]draw.Vertex, draw.MaxVertices+1)}
	require.ErrorIs(t, large.Text(&bytes.Buffer{}, draw.Options{}), draw.ErrTooLarge)
}
