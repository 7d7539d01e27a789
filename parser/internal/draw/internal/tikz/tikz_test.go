package tikz_test

import (
	"bytes"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/tikz"
	"parser/parser/internal/draw/testdata/drawtest"
	"parser/testdata/testkit"
)

// drawing returns the drawing of a picture.
func drawing(t testing.TB, p *draw.Picture, o draw.Options) string {
	t.Helper()
	return testkit.Text(t, func(w io.Writer) error { return tikz.Write(w, p, o) })
}

func TestEveryKind(t *testing.T) {
	for name, p := range drawtest.Pictures(t) {
		t.Run(name, func(t *testing.T) {
			testkit.Golden(t, "testdata/"+name+".tex", drawing(t, p, draw.Options{}))
		})
	}
}

func TestCompiles(t *testing.T) {
	all := drawtest.Pictures(t)
	delete(all, "arabic") // pdflatex does not support it
	delete(all, "wide")
	compile(t, "pdflatex", all)
}

func TestCompilesForOtherScripts(t *testing.T) {
	all := drawtest.Pictures(t)
	compile(t, "lualatex", map[string]*draw.Picture{"arabic": all["arabic"], "wide": all["wide"]})
}

// preamble is what a document needs for all pictures, also for those in scripts that pdflatex does not support.
const preamble = `\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\else\usepackage{fontspec}\fi
% Other scripts, with lualatex and a font that has them:
% \usepackage[english,bidi=basic]{babel}
% \babelprovide[import,onchar=ids fonts]{arabic} \babelfont[arabic]{rm}{Amiri}
\usepackage{tikz-dependency}
\usepackage{forest}
`

// compile makes a document of pictures, each on a page, every other one compact. It is kept in the
// folder that the environment names as DRAW_KEEP, to be looked at.
func compile(t *testing.T, engine string, all map[string]*draw.Picture) {
	if _, err := exec.LookPath(engine); err != nil {
		t.Skip("no", engine)
	}
	packages := []string{"tikz-dependency.sty", "forest.sty"}
	if engine == "lualatex" {
		packages = append(packages, "luaotfload.sty")
	}
	for _, name := range packages {
		if exec.Command("kpsewhich", name).Run() != nil {
			t.Skip("TeX has no", name)
		}
	}
	document := "\\documentclass{article}\n" + preamble + "\\usepackage[a3paper,landscape,margin=1cm]{geometry}\n\\begin{document}\n"
	for i, name := range slices.Sorted(maps.Keys(all)) {
		document += drawing(t, all[name], draw.Options{Compact: i%2 == 1}) + "\n\\newpage\n"
	}
	folder := os.Getenv("DRAW_KEEP")
	if folder == "" {
		folder = t.TempDir()
	}
	file := filepath.Join(folder, strings.ReplaceAll(t.Name(), "/", "-")+".tex")
	require.NoError(t, os.WriteFile(file, []byte(document+"\\end{document}\n"), 0o644))
	command := exec.Command(engine, "-interaction=nonstopmode", "-halt-on-error", filepath.Base(file))
	command.Dir = folder
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	require.NotContains(t, string(out), "Missing character")
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Log("no pdftotext: what is in the document is not looked at")
		return
	}
	got, err := exec.Command("pdftotext", strings.TrimSuffix(file, "tex")+"pdf", "-").Output()
	require.NoError(t, err)
	for _, p := range all {
		for _, w := range p.Words {
			for _, text := range strings.FieldsFunc(w.Form, func(r rune) bool { return strings.ContainsRune(" -`'’…", r) }) {
				require.Contains(t, string(got), text)
			}
		}
	}
}

// In the drawing of any picture braces are in pairs, and no cell, key or command is broken off.
func TestRandomPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		p := drawtest.Random(r)
		got := drawing(t, p, draw.Options{Compact: r.IntN(2) == 0})
		plain := strings.NewReplacer(`\{`, "", `\}`, "", `\\`, "").Replace(got)
		require.Equal(t, strings.Count(plain, "{"), strings.Count(plain, "}"), got)
		require.Equal(t, strings.Count(got, `\begin{`), strings.Count(got, `\end{`), got)
		require.Equal(t, len(p.Arcs) > 0 && len(p.Trees)+len(p.Below) == 0, strings.Contains(got, `\dep`+"edge[") ||
			strings.Contains(got, `\deproot[`) || strings.Contains(got, `\draw[<-`), got)
		_, body, _ := strings.Cut(got, "% needs")
		require.False(t, strings.ContainsAny(got, "\x00\x1b\u202e") || strings.Contains(body, "\uFFFD"), got)
	}
}

// The first word of a sentence from right to left is in the last column.
func TestFromRightToLeft(t *testing.T) {
	p := drawtest.Pictures(t)["arabic"]
	got := drawing(t, p, draw.Options{})
	require.Contains(t, got, "\n. \\& "+p.Words[3].Form)
	require.Contains(t, got, p.Words[0].Form+" \\\\\n")
	require.Regexp(t, `\\depedge\[[^]]*\]\{5\}\{4\}\{nsubj\}`, got)
	tree := draw.Tree(drawtest.Tree(t, "(S (VP (VB يقرأ)) (NP (NN الطلاب)))"))
	got = drawing(t, tree, draw.Options{})
	require.Less(t, strings.Index(got, "[{NP}"), strings.Index(got, "[{VP}"))
}

// A drawing of any graph has each node, and its braces are in pairs.
func TestRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range 300 {
		p := drawtest.RandomGraph(r)
		got := drawing(t, p, draw.Options{Compact: r.IntN(2) == 0})
		plain := strings.NewReplacer(`\{`, "", `\}`, "").Replace(got)
		require.Equal(t, strings.Count(plain, "{"), strings.Count(plain, "}"), got)
		require.Equal(t, len(p.Vertices), strings.Count(got, `\node[vertex`))
	}
}

func TestErrors(t *testing.T) {
	require.ErrorIs(t, tikz.Write(testkit.Failing(0), drawtest.Pictures(t)["arcs"], draw.Options{}), os.ErrClosed)
	const most = 2000 // vertices of a picture
	deep := &draw.Picture{Vertices: make([]draw.Vertex, most)}
	for k := 2; k <= most; k++ {
		deep.Edges = append(deep.Edges, draw.Edge{From: k - 1, To: k}, draw.Edge{From: 1, To: k, Again: true})
	}
	require.ErrorIs(t, tikz.Write(&bytes.Buffer{}, deep, draw.Options{}), draw.ErrTooLarge)
}
