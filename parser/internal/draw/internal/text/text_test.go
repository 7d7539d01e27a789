package text_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/text"
	"parser/parser/internal/draw/testdata/drawtest"
	"parser/testdata/testkit"
)

// drawing returns the drawing of a picture.
func drawing(t testing.TB, p *draw.Picture, o draw.Options) string {
	t.Helper()
	return testkit.Text(t, func(w io.Writer) error { return text.Write(w, p, o) })
}

func TestEveryKind(t *testing.T) {
	for name, p := range drawtest.Pictures(t) {
		t.Run(name, func(t *testing.T) {
			testkit.Golden(t, "testdata/"+name+".txt", drawing(t, p, draw.Options{})+"\n"+drawing(t, p, draw.Options{Compact: true}))
		})
	}
}

// Columns are aligned, however wide the characters before them are.
func TestColumnsAreAligned(t *testing.T) {
	for _, name := range []string{"arabic", "wide"} {
		p := drawtest.Pictures(t)[name]
		var places []int
		for i, line := range strings.Split(strings.TrimSuffix(drawing(t, p, draw.Options{}), "\n"), "\n") {
			before, _, found := strings.Cut(line, p.Words[i].Tag+" ")
			require.True(t, found, line)
			places = append(places, uniseg.StringWidth(before))
			require.Equal(t, places[0], places[i], line)
		}
	}
}

func TestWidth(t *testing.T) {
	p := drawtest.Pictures(t)["arcs"]
	wide := drawing(t, p, draw.Options{})
	require.Equal(t, wide, drawing(t, p, draw.Options{Width: 80}))
	require.Equal(t, `reading
   ┌>  They   PRON   nsubj
   ├>  often  ADV    advmod
`, strings.Join(strings.SplitAfter(drawing(t, p, draw.Options{Width: 29}), "\n")[:3], ""))
	require.Equal(t, `reading
1  They   PRON   nsubj   3
2  often  ADV    advmod  3
3  read   VERB   root    0
`, strings.Join(strings.SplitAfter(drawing(t, p, draw.Options{Width: 20}), "\n")[:4], ""))
	p = drawtest.Pictures(t)["trees"]
	for _, o := range []draw.Options{{Width: 22}, {Width: 22, Compact: true}} {
		require.Contains(t, drawing(t, p, o), "\n  │   └ PP\n  │     ├ IN about\n")
	}
	require.Contains(t, drawing(t, p, draw.Options{Width: 1}), "\n │ └PP\n │  ├IN about\n")
}

// The drawing of any picture has all words, and no line has control characters or ends in blanks.
func TestRandomPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		p := drawtest.Random(r)
		for i := range p.Words {
			if r.IntN(2) == 0 {
				p.Words[i].Form = fmt.Sprint("word", i+1)
			}
		}
		for _, o := range []draw.Options{{}, {Compact: true}, {Width: 30}, {Width: 10, Compact: true}} {
			got := drawing(t, p, o)
			for i, w := range p.Words {
				if strings.HasPrefix(w.Form, "word") {
					require.Contains(t, got, fmt.Sprint("word", i+1))
				}
			}
			for line := range strings.Lines(got) {
				line = strings.TrimSuffix(line, "\n")
				require.Equal(t, strings.TrimRight(line, " "), line)
				require.False(t, strings.ContainsAny(line, "\x00\x1b\u202e\r"))
			}
			require.Equal(t, got, drawing(t, p, o))
		}
	}
}

// Deep and long pictures have texts of bounded size.
func TestLargePictures(t *testing.T) {
	const maxWords = 10_000 // of a picture
	p := &draw.Picture{Words: make([]draw.Word, maxWords)}
	for i := range p.Words {
		p.Words[i].Form = "w"
		p.Arcs = append(p.Arcs, draw.Arc{Head: i, Dep: i + 1, Label: "x"})
	}
	require.Less(t, len(drawing(t, p, draw.Options{})), 40*maxWords)
	n := &draw.Node{Label: "S", Word: 1}
	for range 9 * maxWords {
		n = &draw.Node{Label: "S", Children: []*draw.Node{n}}
	}
	p = &draw.Picture{Words: p.Words[:1], Trees: []*draw.Node{n}}
	require.Less(t, len(drawing(t, p, draw.Options{})), 9*maxWords*700)
}

// A graph is as deep as its vertices allow.
func TestDeepGraphs(t *testing.T) {
	deep := &draw.Picture{Vertices: make([]draw.Vertex, 2000)}
	for k := 2; k <= len(deep.Vertices); k++ {
		deep.Edges = append(deep.Edges, draw.Edge{From: k - 1, To: k})
	}
	require.Equal(t, len(deep.Vertices), strings.Count(drawing(t, deep, draw.Options{}), "\n"))
}

// A drawing of any graph has a row for each node and each mention of one.
func TestRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range 300 {
		p := drawtest.RandomGraph(r)
		got := drawing(t, p, draw.Options{})
		require.False(t, strings.ContainsAny(got, "\x00\x1b\u202e"), got)
		require.GreaterOrEqual(t, strings.Count(got, "\n"), len(p.Vertices)+strings.Count(got, " → "))
	}
}

func TestErrors(t *testing.T) {
	require.ErrorIs(t, text.Write(testkit.Failing(0), drawtest.Pictures(t)["arcs"], draw.Options{}), os.ErrClosed)
}

// The drawing of a projective tree has no crossing lines, and shows the heads: from the arrow along
// the line to the left, and from there up or down to where the line leaves.
func TestProjectiveTreesCanBeReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		heads := make([]int, 1+r.IntN(20))
		projective(r, heads, 0, len(heads), 0)
		p := &draw.Picture{Words: make([]draw.Word, len(heads))}
		for i, h := range heads {
			p.Words[i].Form = "w"
			p.Arcs = append(p.Arcs, draw.Arc{Head: h, Dep: i + 1})
		}
		drawn := drawing(t, p, draw.Options{})
		require.NotContains(t, drawn, "┼")
		var grid [][]rune
		for line := range strings.Lines(drawn) {
			grid = append(grid, []rune(line))
		}
		for i := range heads {
			require.Equal(t, heads[i], headRead(grid, i), drawn)
		}
	}
}

// projective fills heads between two places with a random projective tree.
func projective(r *rand.Rand, heads []int, from, to, head int) {
	for from < to {
		end := to
		if head > 0 {
			end = from + 1 + r.IntN(to-from)
		}
		w := from + r.IntN(end-from)
		heads[w] = head
		projective(r, heads, from, w, w+1)
		projective(r, heads, w+1, end, w+1)
		from = end
	}
}

// headRead returns the head of the word in a row, from 1, or 0.
func headRead(grid [][]rune, row int) int {
	x := 0
	for ; !strings.ContainsRune("┌├└", grid[row][x]); x++ {
		if grid[row][x] == '>' {
			return 0
		}
	}
	for strings.ContainsRune("├└│", grid[row][x]) {
		row--
	}
	for strings.ContainsRune("┌├│", grid[row][x]) {
		row++
	}
	return row + 1
}
