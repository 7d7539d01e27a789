package draw_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/draw"
)

func tikz(t testing.TB, p *draw.Picture, o draw.Options) string {
	return drawn(t, func(b *bytes.Buffer) error { return p.TikZ(b, o) })
}

func TestTikZOfEveryKind(t *testing.T) {
	for name, p := range pictures(t) {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".tex", tikz(t, p, draw.Options{}))
		})
	}
}

func TestTikZCompiles(t *testing.T) {
	all := pictures(t)
	delete(all, "arabic") // which pdflatex does not know
	delete(all, "wide")
	compile(t, "pdflatex", all)
}

func TestTikZCompilesForOtherScripts(t *testing.T) {
	all := pictures(t)
	compile(t, "lualatex", map[string]*draw.Picture{"arabic": all["arabic"], "wide": all["wide"]})
}

// compile makes a document of pictures, each on a page, every other one compact. It is kept in the
// folder that the environment names as DRAW_KEEP, to be looked at.
func compile(t *testing.T, engine string, pictures map[string]*draw.Picture) {
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
	document := "\\documentclass{article}\n" + draw.Preamble() + "\\usepackage[a3paper,landscape,margin=1cm]{geometry}\n\\begin{document}\n"
	for i, name := range slices.Sorted(maps.Keys(pictures)) {
		document += tikz(t, pictures[name], draw.Options{Compact: i%2 == 1}) + "\n\\newpage\n"
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
	for _, p := range pictures {
		for _, w := range p.Words {
			for _, text := range strings.FieldsFunc(w.Form, func(r rune) bool { return strings.ContainsRune(" -`'’…", r) }) {
				require.Contains(t, string(got), text)
			}
		}
	}
}

// Whatever the picture, braces are in pairs, and no cell, key or command is broken off.
func TestTikZOfRandomPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		p := randomPicture(r)
		got := tikz(t, p, draw.Options{Compact: r.IntN(2) == 0})
		plain := strings.NewReplacer(`\{`, "", `\}`, "", `\\`, "").Replace(got)
		require.Equal(t, strings.Count(plain, "{"), strings.Count(plain, "}"), got)
		require.Equal(t, strings.Count(got, `\begin{`), strings.Count(got, `\end{`), got)
		require.Equal(t, len(p.Arcs) > 0 && len(p.Trees)+len(p.Below) == 0, strings.Contains(got, `\dep`+"edge[") || strings.Contains(got, `\deproot[`), got)
		_, body, _ := strings.Cut(got, "% needs")
		require.False(t, strings.ContainsAny(got, "\x00\x1b\u202e") || strings.Contains(body, "\uFFFD"), got)
	}
}

// Of a sentence from right to left the first word is in the last column.
func TestTikZFromRightToLeft(t *testing.T) {
	p := pictures(t)["arabic"]
	got := tikz(t, p, draw.Options{})
	require.Contains(t, got, "\n. \\& "+p.Words[3].Form)
	require.Contains(t, got, p.Words[0].Form+" \\\\\n")
	require.Regexp(t, `\\depedge\[[^]]*\]\{5\}\{4\}\{nsubj\}`, got)
	tree := draw.Tree(tree(t, "(S (VP (VB يقرأ)) (NP (NN الطلاب)))"))
	got = tikz(t, tree, draw.Options{})
	require.Less(t, strings.Index(got, "[{NP}"), strings.Index(got, "[{VP}"))
}

// A document holds as many as there are, one after the other.
func ExamplePicture_TikZ() {
	p := &draw.Picture{
		Words: []draw.Word{{Form: "Birds", Tag: "NOUN"}, {Form: "sing", Tag: "VERB"}},
		Arcs:  []draw.Arc{{Head: 2, Dep: 1, Label: "nsubj"}, {Dep: 2, Label: "root"}},
	}
	if err := p.TikZ(os.Stdout, draw.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// % needs \usepackage{tikz-dependency}
	// \begin{dependency}[%
	//   label style={draw=none, inner sep=.3ex}]
	// \begin{deptext}[column sep=5.0pt, row 2/.style={font=\scriptsize}]
	// Birds \& sing \\
	// NOUN \& VERB \\
	// \end{deptext}
	// \depedge[edge height=2.7ex]{2}{1}{nsubj}
	// \deproot[edge height=6.9ex]{2}{root}
	// \end{dependency}
}

func TestTikZErrors(t *testing.T) {
	p := &draw.Picture{Arcs: []draw.Arc{{Head: 1, Dep: 2}}}
	require.ErrorIs(t, p.TikZ(&bytes.Buffer{}, draw.Options{}), draw.ErrPicture)
	require.ErrorIs(t, pictures(t)["arcs"].TikZ(full{}, draw.Options{}), errFull)
}
