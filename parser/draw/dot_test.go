package draw_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/draw"
)

func dot(t testing.TB, p *draw.Picture, o draw.Options) string {
	return drawn(t, func(b *bytes.Buffer) error { return p.DOT(b, o) })
}

func TestDOTOfEveryKind(t *testing.T) {
	for name, p := range pictures(t) {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".dot", dot(t, p, draw.Options{}))
		})
	}
}

// run lets Graphviz make a file of a picture, which is kept in the folder that the environment
// names as DRAW_KEEP, and returns what it made.
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

// What Graphviz understands has the words in their order, all in one row, with their texts
// as they are.
func TestDOTIsUnderstood(t *testing.T) {
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("no dot of Graphviz")
	}
	for name, p := range pictures(t) {
		t.Run(name, func(t *testing.T) {
			for _, o := range []draw.Options{{}, {Compact: true}} {
				var made struct {
					Objects []struct{ Name, Label, Pos string }
				}
				require.NoError(t, json.Unmarshal(run(t, "json", name, dot(t, p, o)), &made))
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
			run(t, "svg", name, dot(t, p, draw.Options{}))
		})
	}
}

// unquoted returns a label as Graphviz shows it.
func unquoted(label string) string {
	return strings.NewReplacer(`\\`, `\`, "&amp;", "&").Replace(label)
}

// Whatever the picture, each quote is closed in its line, and brackets are in pairs.
func TestDOTOfRandomPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		p := randomPicture(r)
		got := dot(t, p, draw.Options{Compact: r.IntN(2) == 0})
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

func TestDOTErrors(t *testing.T) {
	p := &draw.Picture{Arcs: []draw.Arc{{Head: 1, Dep: 2}}}
	require.ErrorIs(t, p.DOT(&bytes.Buffer{}, draw.Options{}), draw.ErrPicture)
	require.ErrorIs(t, pictures(t)["arcs"].DOT(full{}, draw.Options{}), errFull)
}
