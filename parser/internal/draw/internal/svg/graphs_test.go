package svg_test

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/svg"
	"parser/parser/internal/draw/testdata/drawtest"
)

// checkGraph checks that nodes do not overlap, that every text is inside its node, that all nodes and
// edges are drawn once, and that no line goes through a node or a text except its own label.
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
		require.True(t, target.left-1 < end[0] && end[0] < target.right+1 && target.top-1 < end[1] && end[1] < target.bottom+1,
			"an arrow ends at %v, not at %v", end, target)
	}
	require.ElementsMatch(t, want, got)
}

// checkLine checks that no straight part of a line goes through a box; the bent parts lie between
// layers.
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

// A drawing of any graph is well-formed and inactive, has all parts once, and nothing over anything
// else.
func TestSVGOfRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range 60 {
		p := drawtest.RandomGraph(r)
		for _, o := range options {
			drawing := document(t, p, o)
			require.Equal(t, drawing, document(t, p, o))
			top := read(t, drawing)
			checkFrame(t, top, o)
			checkTexts(t, top)
			checkGraph(t, top, p)
		}
	}
}

// A graph that is too wide is drawn from the side if that is narrower.
func TestWideGraphsAreDrawnFromTheSide(t *testing.T) {
	p := &draw.Picture{Vertices: []draw.Vertex{{Label: "and"}}}
	for k := 2; k <= 40; k++ {
		p.Vertices = append(p.Vertices, draw.Vertex{Label: "item-" + strconv.Itoa(k)})
		p.Edges = append(p.Edges, draw.Edge{From: 1, To: k, Role: "op" + strconv.Itoa(k-1)})
	}
	upright, aside := read(t, document(t, p, draw.Options{})), read(t, document(t, p, draw.Options{Width: 600}))
	require.Greater(t, upright.num(t, "width"), 2000.0)
	require.Less(t, upright.num(t, "height"), 200.0)
	require.Less(t, aside.num(t, "width"), 600.0)
	checkGraph(t, aside, p)
	checkTexts(t, aside)
}

// A deep graph is drawn, and only refused if its edges pass too many layers.
func TestGraphsThatAreTooDeep(t *testing.T) {
	const most = 2000 // vertices of a picture
	deep := &draw.Picture{Vertices: make([]draw.Vertex, most)}
	for k := 2; k <= most; k++ {
		deep.Edges = append(deep.Edges, draw.Edge{From: k - 1, To: k})
	}
	require.Contains(t, document(t, deep, draw.Options{}), "</svg>")
	for k := 3; k <= most; k++ {
		deep.Edges = append(deep.Edges, draw.Edge{From: 1, To: k, Again: true})
	}
	require.ErrorIs(t, svg.Write(&bytes.Buffer{}, []*draw.Picture{deep}, draw.Options{}), draw.ErrTooLarge)
}

// Nothing lies over anything else in comparisons, either.
func TestComparedGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 300 {
		p, err := draw.CompareGraphs(drawtest.RandomPENMAN(t, r), drawtest.RandomPENMAN(t, r))
		require.NoError(t, err)
		checkGraph(t, read(t, document(t, p, draw.Options{})), p)
	}
}
