package dot_test

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/dot"
	"parser/parser/internal/draw/testdata/drawtest"
	"parser/testdata/testkit"
)

// drawing returns the drawing of a picture.
func drawing(t testing.TB, p *draw.Picture, o draw.Options) string {
	t.Helper()
	return testkit.Text(t, func(w io.Writer) error { return dot.Write(w, p, o) })
}

func TestEveryKind(t *testing.T) {
	for name, p := range drawtest.Pictures(t) {
		t.Run(name, func(t *testing.T) {
			testkit.Golden(t, "testdata/"+name+".dot", drawing(t, p, draw.Options{}))
		})
	}
}

// run lets Graphviz make a file of a picture, and returns its contents. The file is kept in the
// folder that DRAW_KEEP in the environment names.
func run(t *testing.T, format, name, graph string) []byte {
	t.Helper()
	folder := os.Getenv("DRAW_KEEP")
	if folder == "" {
		folder = t.TempDir()
	}
	file := filepath.Join(folder, name+"."+format)
	command := exec.Command("dot", "-T"+format, "-o", file)
	command.Stdin = strings.NewReader(graph)
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, graph)
	require.Empty(t, string(out), graph)
	made, err := os.ReadFile(file)
	require.NoError(t, err)
	return made
}

// Graphviz puts the words in their order, in one row, with unchanged texts.
func TestGraphvizUnderstands(t *testing.T) {
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("no dot of Graphviz")
	}
	for name, p := range drawtest.Pictures(t) {
		t.Run(name, func(t *testing.T) {
			for _, o := range []draw.Options{{}, {Compact: true}} {
				var made struct {
					Objects []struct{ Name, Label, Pos string }
				}
				require.NoError(t, json.Unmarshal(run(t, "json", name, drawing(t, p, o)), &made))
				places := make([][2]float64, len(p.Words))
				for _, node := range made.Objects {
					if w, err := strconv.Atoi(strings.TrimPrefix(node.Name, "w")); err == nil {
						require.True(t, strings.HasPrefix(unquoted(node.Label), p.Words[w-1].Form), node.Label)
						x, y, _ := strings.Cut(node.Pos, ",")
						places[w-1][0], err = strconv.ParseFloat(x, 64)
						require.NoError(t, err)
						places[w-1][1], err = strconv.ParseFloat(y, 64)
						require.NoError(t, err)
					}
				}
				for i := 1; i < len(places); i++ {
					require.Equal(t, places[0][1], places[i][1])
					require.Equal(t, name == "arabic", places[i][0] < places[i-1][0])
				}
			}
			run(t, "svg", name, drawing(t, p, draw.Options{}))
		})
	}
}

// unquoted returns a label as Graphviz shows it.
func unquoted(label string) string {
	return strings.NewReplacer(`\\`, `\`, "&amp;", "&").Replace(label)
}

// In the drawing of any picture each quote is closed in its line, and brackets are in pairs.
func TestRandomPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		p := drawtest.Random(r)
		got := drawing(t, p, draw.Options{Compact: r.IntN(2) == 0})
		for line := range strings.Lines(got) {
			if strings.HasPrefix(line, "//") {
				continue
			}
			parts := strings.Split(strings.NewReplacer(`\\`, "", `\"`, "").Replace(line), `"`)
			require.Equal(t, 1, len(parts)%2, line)
			outside := ""
			for i := 0; i < len(parts); i += 2 {
				outside += parts[i]
			}
			require.Equal(t, strings.Count(outside, "["), strings.Count(outside, "]"), line)
		}
		for i := range p.Words {
			require.Contains(t, got, "    w"+strconv.Itoa(i+1)+" [label=")
		}
		require.False(t, strings.ContainsAny(got, "\x00\x1b\u202e"), got)
	}
}

// A drawing of any graph has each node.
func TestRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range 300 {
		p := drawtest.RandomGraph(r)
		got := drawing(t, p, draw.Options{})
		for i := range p.Vertices {
			require.Contains(t, got, "\n  v"+strconv.Itoa(i+1)+" [label=")
		}
	}
}

func TestErrors(t *testing.T) {
	require.ErrorIs(t, dot.Write(testkit.Failing(0), drawtest.Pictures(t)["arcs"], draw.Options{}), os.ErrClosed)
}
