package draw_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/draw"
)

func ExamplePicture_Text() {
	s, err := conll.NewReader(strings.NewReader(strings.ReplaceAll(`1 They _ PRON _ _ 3 nsubj _ _
2 often _ ADV _ _ 3 advmod _ _
3 read _ VERB _ _ 0 root _ _
4 long _ ADJ _ _ 5 amod _ _
5 books _ NOUN _ _ 3 obj _ _

`, " ", "\t")), "example").Read()
	if err == nil {
		err = draw.Sentence(s).Text(os.Stdout, draw.Options{})
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	//     ┌>  They   PRON  nsubj
	//     ├>  often  ADV   advmod
	// ─>┬─┴─  read   VERB  root
	//   │ ┌>  long   ADJ   amod
	//   └>┴─  books  NOUN  obj
}

func text(t testing.TB, p *draw.Picture, o draw.Options) string {
	return drawn(t, func(b *bytes.Buffer) error { return p.Text(b, o) })
}

func TestTextOfEveryKind(t *testing.T) {
	for name, p := range pictures(t) {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".txt", text(t, p, draw.Options{})+"\n"+text(t, p, draw.Options{Compact: true}))
		})
	}
}

// Columns are where they are whatever the characters before them.
func TestTextKeepsItsColumns(t *testing.T) {
	for _, name := range []string{"arabic", "wide"} {
		p := pictures(t)[name]
		var places []int
		for i, line := range strings.Split(strings.TrimSuffix(text(t, p, draw.Options{}), "\n"), "\n") {
			before, _, found := strings.Cut(line, p.Words[i].Tag+" ")
			require.True(t, found, line)
			places = append(places, uniseg.StringWidth(before))
			require.Equal(t, places[0], places[i], line)
		}
	}
}

func TestTextFitsAWidth(t *testing.T) {
	p := pictures(t)["arcs"]
	wide := text(t, p, draw.Options{})
	require.Equal(t, wide, text(t, p, draw.Options{Width: 80}))
	require.Equal(t, `reading
   ┌>  They   PRON   nsubj
   ├>  often  ADV    advmod
`, strings.Join(strings.SplitAfter(text(t, p, draw.Options{Width: 29}), "\n")[:3], ""))
	require.Equal(t, `reading
1  They   PRON   nsubj   3
2  often  ADV    advmod  3
3  read   VERB   root    0
`, strings.Join(strings.SplitAfter(text(t, p, draw.Options{Width: 20}), "\n")[:4], ""))
	p = pictures(t)["trees"]
	for _, o := range []draw.Options{{Width: 22}, {Width: 22, Compact: true}} {
		require.Contains(t, text(t, p, o), "\n  │   └ PP\n  │     ├ IN about\n")
	}
	require.Contains(t, text(t, p, draw.Options{Width: 1}), "\n │ └PP\n │  ├IN about\n")
}

// Whatever the picture: no error, a line has no control characters and no blanks at its end,
// and each word is there.
func TestTextOfRandomPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		p := randomPicture(r)
		for i := range p.Words {
			if r.IntN(2) == 0 {
				p.Words[i].Form = fmt.Sprint("word", i+1)
			}
		}
		for _, o := range []draw.Options{{}, {Compact: true}, {Width: 30}, {Width: 10, Compact: true}} {
			got := text(t, p, o)
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
			require.Equal(t, got, text(t, p, o))
		}
	}
}

// Deep and long pictures do not take for ever.
func TestTextOfLargePictures(t *testing.T) {
	p := &draw.Picture{Words: make([]draw.Word, draw.MaxWords)}
	for i := range p.Words {
		p.Words[i].Form = "w"
		p.Arcs = append(p.Arcs, draw.Arc{Head: i, Dep: i + 1, Label: "x"})
	}
	require.Less(t, len(text(t, p, draw.Options{})), 40*draw.MaxWords)
	n := &draw.Node{Label: "S", Word: 1}
	for range 9 * draw.MaxWords {
		n = &draw.Node{Label: "S", Children: []*draw.Node{n}}
	}
	p = &draw.Picture{Words: p.Words[:1], Trees: []*draw.Node{n}}
	require.Less(t, len(text(t, p, draw.Options{})), 9*draw.MaxWords*700)
}

func TestTextErrors(t *testing.T) {
	p := &draw.Picture{Arcs: []draw.Arc{{Head: 1, Dep: 2}}}
	require.ErrorIs(t, p.Text(&bytes.Buffer{}, draw.Options{}), draw.ErrPicture)
	require.ErrorIs(t, pictures(t)["arcs"].Text(full{}, draw.Options{}), errFull)
}

// What is drawn of a projective tree has no crossing lines, and the heads can be read from it:
// from the arrow along the line to the left, and there up or down to where the line leaves.
func TestTextOfProjectiveTreesCanBeReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		heads := make([]int, 1+r.IntN(20))
		projective(r, heads, 0, len(heads), 0)
		p := &draw.Picture{Words: make([]draw.Word, len(heads))}
		for i, h := range heads {
			p.Words[i].Form = "w"
			p.Arcs = append(p.Arcs, draw.Arc{Head: h, Dep: i + 1})
		}
		drawing := text(t, p, draw.Options{})
		require.NotContains(t, drawing, "┼")
		var grid [][]rune
		for line := range strings.Lines(drawing) {
			grid = append(grid, []rune(line))
		}
		for i := range heads {
			require.Equal(t, heads[i], headRead(grid, i), drawing)
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
