package enhance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/testdata/testkit"
)

const between = "====\n"

// TestScripts makes the graphs of the trees in testdata/*.txt. A file holds cases set apart by a line "====". A case is
// a comment (#), then a line for each word with its form, lemma, UPOS, XPOS, FEATS, HEAD and relation, and after an
// empty line, written by "go test ./parser/internal/enhance -update", its graph: of each word and empty node the relations
// to their heads, after a "+" if these are not those of the tree. Cases with DEPS at the end of each line are
// learned from; a file without them is about a model, english or dutch.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			cases := strings.Split(string(text), between)
			var lessons []*conll.Sentence
			trees := map[int]*conll.Sentence{}
			for i, c := range cases {
				tree, _, _ := strings.Cut(strings.TrimSpace(c), "\n\n")
				s := scripted(t, tree)
				if cases[i] = tree + "\n"; s.HasDeps() {
					lessons = append(lessons, s, s)
				} else {
					trees[i] = s
				}
			}
			session := modelOf(t, strings.TrimSuffix(filepath.Base(file), ".txt"), lessons).NewSession()
			for i, tree := range trees {
				cases[i] += "\n" + edges(t, enhanced(session, tree))
			}
			testkit.Golden(t, file, strings.Join(cases, between))
		})
	}
}

// modelOf returns what is learned from sentences or, without any, what the model of a language has.
func modelOf(t testing.TB, language string, lessons []*conll.Sentence) *Enhancer {
	if len(lessons) == 0 {
		return stored(t, language)
	}
	e, err := Learn(lessons, rand.New(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	return e
}

// scripted makes a sentence of lines of a script.
func scripted(t testing.TB, lines string) *conll.Sentence {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(lines) {
		f := strings.Fields(line)
		if f[0] == "#" {
			continue
		}
		if n++; len(f) == 7 {
			f = append(f, "_")
		}
		require.Len(t, f, 8, line)
		fmt.Fprintf(&b, "%d\t%s\t_\n", n, strings.Join(f, "\t"))
	}
	s, err := conll.NewReader(strings.NewReader(b.String()+"\n"), "script").Read()
	require.NoError(t, err, lines)
	return s
}

// edges is the graph of a sentence in words.
func edges(t testing.TB, s *conll.Sentence) string {
	g, err := s.Enhanced()
	require.NoError(t, err)
	forms := map[string]int{}
	for i := range s.Words {
		forms[s.Words[i].Form]++
	}
	name := func(n conll.Node) string {
		if n.Empty > 0 {
			return n.String()
		}
		if form := s.Words[n.Word-1].Form; forms[form] == 1 {
			return form
		}
		return fmt.Sprint(s.Words[n.Word-1].Form, "/", n.Word)
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for i, n := range g.Nodes {
		var texts []string
		for _, d := range g.Deps[i] {
			if d.Head == (conll.Node{}) {
				texts = append(texts, d.Relation)
			} else {
				texts = append(texts, d.Relation+" of "+name(d.Head))
			}
		}
		sign := "+"
		if d := g.Deps[i]; n.Empty == 0 && len(d) == 1 && d[0] == (conll.Dep{Head: conll.Node{Word: s.Words[n.Word-1].Head}, Relation: s.Words[n.Word-1].Deprel}) {
			sign = " "
		}
		fmt.Fprintf(w, "%s %s\t%s\n", sign, name(n), strings.Join(texts, ", "))
	}
	require.NoError(t, w.Flush())
	return b.String()
}
