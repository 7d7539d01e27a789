package trace

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// TestLaTeXCompiles: what is written of arcs and of brackets, with words and labels that have a
// meaning in LaTeX, is a document.
func TestLaTeXCompiles(t *testing.T) {
	program, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex here")
	}
	s := &conll.Sentence{}
	for i, form := range []string{`\input{x}`, "100%", "$5", "a_b^c", "~&#", `"it's"`, "<x|y>", "[", "größer", "--", "a:b"} {
		s.Words = append(s.Words, conll.Word{Form: form, Head: i, Deprel: "nmod:tmod_x"})
	}
	o := engine.DefaultsFor("arc-eager")
	crowd, err := structure.NewInstance(treebank.Data{Sentences: []*conll.Sentence{s}}, o.System, o.Roots, &o.Encoding)
	require.NoError(t, err)
	for name, l := range map[string]*structure.Instance{"arcs": crowd, "brackets": instances(t, "shift-label")[20]} {
		var b bytes.Buffer
		w := New(l)
		require.NoError(t, w.Ask("dynamic"))
		out, err := NewWriter(&b, FormatLaTeX, 0)
		require.NoError(t, err)
		script, err := w.Script("SH")
		require.NoError(t, err)
		require.NoError(t, out.Heading(w.Heading))
		require.NoError(t, w.Run(script, ByOracle, out.Step))
		require.NoError(t, out.Close())
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".tex"), b.Bytes(), 0o666))
		c := exec.Command(program, "-interaction=nonstopmode", "-halt-on-error", name+".tex")
		c.Dir = dir
		said, err := c.CombinedOutput()
		require.NoError(t, err, "%s\n%s", said, b.String())
	}
}

// TestLaTeXNamesSetsOfArcs: each is the one before and what was added.
func TestLaTeXNamesSetsOfArcs(t *testing.T) {
	var b strings.Builder
	x := &latex{w: &b, arcs: true}
	price := int32(0)
	for _, s := range []*Step{
		{Step: 1, Stack: []string{"ROOT"}, Buffer: []string{"1:a", "2:b"}, Move: "SH"},
		{Step: 2, Stack: []string{"ROOT", "1:a"}, Buffer: []string{"2:b"}, Move: "LA-x", Error: &Mistake{}, Costs: []Costs{{Cost: &price}}},
		{Step: 3, Stack: []string{"ROOT"}, Buffer: []string{"2:b"}, Arcs: []Arc{{2, 1, "x", true}}, Move: "SH"},
		{Step: 4, Stack: []string{"ROOT", "2:b"}, Arcs: []Arc{{2, 1, "x", false}}},
	} {
		require.NoError(t, x.Step(s))
	}
	require.Equal(t, `0 &  & {[}ROOT] & {[}a$_{1}$, b$_{2}$] & $A_{0} = \emptyset$ & \\
1 & SH $\Rightarrow$ & {[}ROOT, a$_{1}$] & {[}b$_{2}$] & $A_{0} = \emptyset$ & \\
2 & \textbf{LA{-}x}$^{*}$ $\Rightarrow$ & {[}ROOT] & {[}b$_{2}$] & $A_{1} = A_{0} \cup \{(2, \mbox{x}, 1)\}$ & 0\\
3 & SH $\Rightarrow$ & {[}ROOT, b$_{2}$] & {[}] & $A_{1}$ & \\
`, b.String())
}

// TestBriefDocuments: documents and pages show the tree that is built, so they cannot be brief.
func TestBriefDocuments(t *testing.T) {
	for _, format := range []string{FormatLaTeX, FormatHTML} {
		written := func(wrap func(Writer) Writer) string {
			var b strings.Builder
			w := New(instances(t, "shift-label")[0])
			require.NoError(t, w.Ask("dynamic"))
			out, err := NewWriter(&b, format, 0)
			require.NoError(t, err)
			out = wrap(out)
			require.NoError(t, out.Heading(w.Heading))
			require.NoError(t, w.Run(nil, ByOracle, out.Step))
			require.NoError(t, out.Close())
			return b.String()
		}
		require.Equal(t, written(func(w Writer) Writer { return w }), written(Brief))
	}
}
