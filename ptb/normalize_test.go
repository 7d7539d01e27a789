package ptb

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// apply returns the tree after the steps in brackets, "" for none.
func apply(t *testing.T, steps, text string) string {
	t.Helper()
	s, err := ParseSteps(steps)
	require.NoError(t, err)
	tree := parse(t, text)
	before := tree.String()
	got := s.Apply(tree)
	require.Equal(t, before, tree.String(), "the input was changed")
	if got == nil {
		return ""
	}
	again := s.Apply(got)
	require.NotNil(t, again)
	require.Equal(t, got.String(), again.String(), "not idempotent")
	return got.String()
}

func TestSteps(t *testing.T) {
	for _, c := range []struct{ steps, from, to string }{
		{"none", "( (S-X (NP=1 (-NONE- *)) (NP)))", "( (S-X (NP=1 (-NONE- *)) (NP)))"},

		{"empties", "(S (NP (-NONE- *T*-1)) (VP (V go)))", "(S (VP (V go)))"},
		{"empties", "(S (A (B (C (D (-NONE- *))))) (V go))", "(S (V go))"},
		{"empties", "(S (NP-SBJ *con*) (V go))", "(S (V go))"},
		{"empties", "(S (NP) (V go) ())", "(S (V go))"},
		{"empties", "(S (NP (-NONE- *)))", ""},
		{"empties", "(())", ""},
		{"empties", "(-NONE- *)", ""},

		{"functions", "(S-ADV-1 (NP-SBJ=2 (N-N word)) (-LRB- (-LRB- -LRB-)) (=X (PRP$ its)))", "(S (NP (N-N word)) (-LRB- (-LRB- -LRB-)) (=X (PRP$ its)))"},

		{"root", "( (S (V go)))", "(TOP (S (V go)))"},
		{"root", "(ROOT (S (V go)) (. .))", "(TOP (S (V go)) (. .))"},
		{"root", "(S1 (TOP (ROOT (VROOT ( (S (V go)))))))", "(TOP (S (V go)))"},
		{"root", "(S (V go))", "(TOP (S (V go)))"},
		{"root", "(V go)", "(TOP (V go))"},
		{"root", "(ROOT go)", "(TOP (ROOT go))"},
		{"root", "(ROOT (ROOT go))", "(TOP (ROOT go))"},
		{"root", "()", "(TOP)"},
		{"root", "(S (ROOT (V go)))", "(TOP (S (ROOT (V go))))"},
		{"root", "(TOP-1 (V go))", "(TOP (V go))"},

		{"x-over-x", "(NP (NP (NP (N a))))", "(NP (N a))"},
		{"x-over-x", "(NP (NP (NP (N a) (N b))) (PP (P c)))", "(NP (NP (N a) (N b)) (PP (P c)))"},
		{"x-over-x", "(S (VP (S (VP (V go)))))", "(S (VP (S (VP (V go)))))"},
		{"x-over-x", "(NP-SBJ (NP (N a)))", "(NP-SBJ (NP (N a)))"},
		{"x-over-x", "(N (N (N a)))", "(N (N a))"},
		{"x-over-x", "(NP (NP))", "(NP)"},

		{"functions,x-over-x", "(NP-SBJ (NP (N a)))", "(NP (N a))"},
		{"empties,x-over-x", "(NP (-NONE- *) (NP (N a)))", "(NP (N a))"},
		{"all", "( (S (NP-SBJ-1 (NP (-NONE- *)) (NP (N a))) (VP (V go))))", "(TOP (S (NP (N a)) (VP (V go))))"},
		{"all", "((IP-MAT (NP-SBJ (PRO-N hann)) (CP-REL (WNP-1 0) (C 0) (IP-SUB (NP-OB1 *T*-1) (VBDI lá)))))", "(TOP (IP (NP (PRO-N hann)) (CP (IP (VBDI lá)))))"},
		{"all", "( (S (NP (-NONE- *))))", ""},
	} {
		require.Equal(t, c.to, apply(t, c.steps, c.from), "%s: %s", c.steps, c.from)
	}
}

func TestParseSteps(t *testing.T) {
	require.Equal(t, "empties,functions,root,x-over-x", Usual().String())
	require.Equal(t, "none", Steps{}.String())
	require.Equal(t, []string{"empties", "functions", "root", "x-over-x"}, StepNames())
	for bits := range 16 {
		s := Steps{bits&1 > 0, bits&2 > 0, bits&4 > 0, bits&8 > 0}
		got, err := ParseSteps(s.String())
		require.NoError(t, err)
		require.Equal(t, s, got)
	}
	got, err := ParseSteps("all")
	require.NoError(t, err)
	require.Equal(t, Usual(), got)
	for _, bad := range []string{"", "roots", "root,", "empties functions", "none,root"} {
		_, err := ParseSteps(bad)
		require.ErrorIs(t, err, ErrSteps, bad)
	}
	_, err = ParseSteps("roots")
	require.EqualError(t, err, `unknown step "roots": there are empties, functions, root, x-over-x, all, none`)
}

func TestEmpty(t *testing.T) {
	for text, want := range map[string]bool{
		"(-NONE- *)": true, "(-NONE- *T*-1)": true, "(-NONE- 0)": true, "(-NONE- word)": true,
		"(NP-SBJ *con*)": true, "(NP *T*-1)": true, "(NP-OB1 *pro*-D)": true, "(NP-SBJ *-2)": true,
		"(CONJ *ICH*-12)": true, "(NP *?*)": true, "(X *T*-1-2)": true, "(NP *=1)": true, "(NP *T*=2)": true,
		"(TO *)": true, "(VB *)": true, "(NP-SBJ *)": true, "(BEPI *)": true,
		"(C 0)": true, "(P 0)": true, "(WNP-1 0)": true, "(WADVP-2 0)": true, "(WQ 0)": true,

		"(CD 0)": false, "(NUM-N 0)": false, "(NN 0)": false, "(CP 0)": false, "(, 0)": false, "(CARD 0)": false,
		"(SYM *)": false, "(: *)": false, "(LS *)": false, "(NFP *)": false, "(PUNCT *)": false,
		"(NFP **)": false, "(NFP ***)": false, "(. *-*)": false, "(NP *-)": false, "(NP *T*-)": false, "(NP *x)": false, "(NP *T*1)": false,
		"(NP T*)": false, "(NP *T*-1*)": false, "(NP *1*)": false, "(NP *é*)": false, "(NONE *word)": false, `(SYM \*)`: false,
	} {
		require.Equal(t, want, Empty(parse(t, text)), text)
	}
}

// TestEmptyInTreebanks checks the counts in Empty's comment.
func TestEmptyInTreebanks(t *testing.T) {
	counts := func(treebank string) (zero, star, taken int, left []string) {
		for _, file := range treebanks(t, treebank) {
			for tree, err := range NewReader(bytes.NewReader(testkit.Unzipped(t, file)), file).All() {
				require.NoError(t, err)
				for _, leaf := range tree.Leaves() {
					switch {
					case leaf.Word == "0":
						zero++
					case strings.HasPrefix(leaf.Word, "*"):
						star++
					default:
						require.False(t, Empty(leaf), leaf)
						continue
					}
					if Empty(leaf) {
						taken++
					} else {
						left = append(left, leaf.String())
					}
				}
			}
		}
		return zero, star, taken, left
	}
	zero, star, taken, left := counts("is-icepahc")
	require.Equal(t, []int{10493, 14552, 25042}, []int{zero, star, taken})
	require.ElementsMatch(t, []string{"(BREAK 0)", "(, 0)", "(. *-*)"}, left)
	zero, star, taken, _ = counts("en-gum")
	require.Equal(t, []int{13, 3, 0}, []int{zero, star, taken})
}

func TestCategory(t *testing.T) {
	for label, want := range map[string]string{"NP-SBJ-1": "NP", "NP=2-X": "NP", "S": "S", "": "", "-LRB-": "-LRB-", "=A": "=A", "N-": "N"} {
		require.Equal(t, want, Category(label))
	}
}

func TestPunctuation(t *testing.T) {
	for _, tag := range []string{",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", "$,", "$.", "$(", "-", "\""} {
		require.True(t, Punctuation(tag), tag)
	}
	for _, tag := range []string{"", "$", "#", "NN", "SYM", "LS", "-NONE-", "0", "名"} {
		require.False(t, Punctuation(tag), tag)
	}
}

// laws checks what holds for every tree.
func laws(t *testing.T, tree *Tree) {
	t.Helper()
	before := tree.String()
	for bits := range 16 {
		s := Steps{bits&1 > 0, bits&2 > 0, bits&4 > 0, bits&8 > 0}
		got := s.Apply(tree)
		require.Equal(t, spellOut(tree, s), got, "one step after the other")
		if got == nil {
			require.True(t, s.Empties)
			continue
		}
		require.True(t, got.Equal(s.Apply(got)), "idempotent: %s, %s", s, before)
		require.Equal(t, wordsOf(tree, s.Empties), wordsOf(got, false), "words kept")
	}
	require.Equal(t, before, tree.String(), "unchanged")
	for _, pair := range [][2]Steps{{{Empties: true}, {Functions: true}}, {{Functions: true}, {Root: true}}} {
		require.Equal(t, inOrder(tree, pair[0], pair[1]), inOrder(tree, pair[1], pair[0]), "commute: %v, %s", pair, before)
	}
}

// spellOut does the steps one by one in their order.
func spellOut(t *Tree, s Steps) *Tree {
	return inOrder(t, Steps{}, Steps{Empties: s.Empties}, Steps{Functions: s.Functions}, Steps{Root: s.Root}, Steps{XOverX: s.XOverX})
}

func inOrder(t *Tree, all ...Steps) *Tree {
	for _, s := range all {
		if t != nil {
			t = s.Apply(t)
		}
	}
	return t
}

// wordsOf returns tags and words, with empty elements if full.
func wordsOf(t *Tree, full bool) []string {
	var words []string
	for _, leaf := range t.Leaves() {
		if !full || !Empty(leaf) {
			words = append(words, leaf.String())
		}
	}
	return words
}

func TestLawsInTreebanks(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	for _, file := range treebanks(t, "*") {
		r := NewReader(bytes.NewReader(testkit.Unzipped(t, file)), file)
		for range 250 {
			tree, err := r.Read()
			if err != nil {
				break
			}
			laws(t, tree)
		}
	}
}
