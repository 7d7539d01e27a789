package heads

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/ptb"
	"parser/testdata/testkit"
)

func treesOf(t testing.TB, text string) []*ptb.Tree {
	t.Helper()
	return testkit.Items(t, ptb.NewReader(strings.NewReader(text), "test").All())
}

// treeOf reads one tree.
func treeOf(t testing.TB, text string) *ptb.Tree {
	t.Helper()
	all := treesOf(t, text)
	require.Len(t, all, 1)
	return all[0]
}

func rules(t testing.TB, name string) *Rules {
	t.Helper()
	r, err := Load(name)
	require.NoError(t, err)
	return r
}

// TestHeads: constituents whose head children are marked by a star after the word, found by Yamada
// & Matsumoto's rules and by Collins's.
func TestHeads(t *testing.T) {
	for _, c := range []struct{ yamada, collins string }{
		{"(NP (DT the) (JJ old) (NN dog*))", ""},
		{"(NP (NN dog) (POS 's*))", ""},
		{"(NP (PRP he*))", ""},
		{"(NP-SBJ (NN city*) (, ,))", ""},
		{"(NP (NP dog) (, ,) (NP cat*))", "(NP (NP dog*) (, ,) (NP cat))"},
		{"(NP (NP dog) (CC and) (NP cat*))", "(NP (NP dog*) (CC and) (NP cat))"},
		{"(NP (NN dog) (CC and) (NN cat*))", "(NP (NN dog*) (CC and) (NN cat))"},
		{"(NP (NP dog*) (PP of) (SBAR who))", ""},
		{"(NP (JJ poor) (CD two*))", ""},
		{"(NP (CD two*) (JJ poor))", ""},
		{"(NP (DT the) (JJ poor*))", ""},
		{"(NP (DT this*) (, ,))", ""},
		{"(NX (NN a) (NN b*))", ""},
		{"(VP (MD will*) (VP go))", ""},
		{"(VP (TO to) (VP go*))", "(VP (TO to*) (VP go))"},
		{"(VP (VP come) (CC and) (VBD went*))", "(VP (VP come*) (CC and) (VBD went))"},
		{"(S (NP dog) (VP sleeps*) (. .))", ""},
		{"(S (S a) (, ,) (CC and) (S b*))", "(S (S a*) (, ,) (CC and) (S b))"},
		{"(S (NP-SBJ a) (NP-PRD b*))", "(S (NP-SBJ a*) (NP-PRD b))"},
		{"(SBAR (IN that*) (S goes))", ""},
		{"(SBAR (WHNP who*) (S goes))", ""},
		{"(SBAR (RB even) (IN if*) (S goes))", ""},
		{"(SBARQ (WHNP who) (SQ goes*) (. ?))", ""},
		{"(SQ (VBZ does*) (NP he) (VP go))", ""},
		{"(SINV (VBZ goes*) (NP he) (VP x))", ""},
		{"(PP (IN of*) (NP dog))", ""},
		{"(PP (PP of*) (CC and) (PP in))", "(PP (PP of*) (CC and) (PP in))"},
		{"(ADJP (RB very) (JJ old*) (PP of))", ""},
		{"(ADJP (NP years) (JJ old*))", ""},
		{"(ADVP (RB so*) (RB far))", "(ADVP (RB so) (RB far*))"},
		{"(QP (IN about*) (CD 1))", ""},
		{"(QP (CD one) (CD million*))", "(QP (CD one*) (CD million))"},
		{"(PRN (-LRB- -LRB-) (NP a) (NP b*) (-RRB- -RRB-))", "(PRN (-LRB- -LRB-) (NP a*) (NP b) (-RRB- -RRB-))"},
		{"(INTJ (UH oh) (UH no*))", "(INTJ (UH oh*) (UH no))"},
		{"(CONJP (RB as*) (RB well) (IN as))", "(CONJP (RB as) (RB well*) (IN as))"},
		{"(WHPP (IN of*) (WHNP whom))", ""},
		{"(WHNP (WP$ whose*) (NN dog))", ""},
		{"(ROOT (`` ``) (S a*) (. .))", ""},
		{"(FRAG (: -) (NP a*) (NP b) (. .))", "(FRAG (: -) (NP a) (NP b*) (. .))"},
		{"(X (, ,) (. .))", "(X (, ,) (. .))"},
	} {
		if c.collins == "" {
			c.collins = c.yamada
		}
		checkHead(t, "yamada", c.yamada)
		checkHead(t, "collins", c.collins)
	}
}

// checkHead finds the head of a constituent whose head has a star.
func checkHead(t *testing.T, name, text string) {
	t.Helper()
	tree := treeOf(t, text)
	want := 0
	for i, child := range tree.Children {
		if strings.HasSuffix(child.Word, "*") {
			want = i
		}
	}
	require.Equal(t, want, rules(t, name).Head(tree), "%s: %s", name, text)
}

func TestGenericHeads(t *testing.T) {
	for _, text := range []string{"(S (NP a) (VP b*) (. .))", "(S (NP a) (VP b) (NP c*))", "(S (, ,) (: -))"} {
		checkHead(t, "right", text)
	}
	for _, text := range []string{"(S (`` ``) (NP a*) (VP b) (. .))", "(NP (DT a*) (NN b))", "(S (, ,) (: -))"} {
		checkHead(t, "left", text)
	}
}

func TestRulesFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rules.txt")
	text := "# mine\r\n@coordination CONJ\n\nA|B\tlast x y|z; first w\n  C last\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	r := rules(t, file)
	for text, want := range map[string]int{
		"(A (x 1) (x 2) (y 3))":                2 - 1,
		"(B-X (z-1 1) (y 2) (w 3))":            1,
		"(A (w 1) (w 2) (q 3))":                0,
		"(A (q 1) (q 2))":                      0,
		"(A (, ,) (q 2))":                      1,
		"(C (q 1) (q 2))":                      1,
		"(D (q 1) (q 2))":                      0,
		"(A (q 1) (w 2) (, ,) (CONJ 4) (x 5))": 1,
		"(A (CONJ 1) (x 2))":                   1,
		"(A (, ,) (CONJ 2) (x 3))":             2,
	} {
		require.Equal(t, want, r.Head(treeOf(t, text)), text)
	}
}

// Own head rules are text.
func TestOwnRules(t *testing.T) {
	r, err := parse("PP  first P\nNP  last N|NPR D; last\n*   first", "mine.txt")
	require.NoError(t, err)
	tree := treeOf(t, "(NP (D hinn) (N-N maður) (PP (P á) (N-D bát)))")
	require.Equal(t, "(N-N maður)", tree.Children[r.Head(tree)].String())
}

func TestBadRules(t *testing.T) {
	for text, want := range map[string]string{
		"\nNP":                    `f:2: bad head rules: "" should begin with first or last`,
		"NP left NN":              `f:1: bad head rules: "left NN" should begin with first or last`,
		"NP last NN;":             `f:1: bad head rules: "" should begin with first or last`,
		"NP last NN||NNS":         `f:1: bad head rules: empty category in "NN||NNS"`,
		"NP last\nVP|NP last":     `f:2: bad head rules: label "NP" is empty or has rules already`,
		"NP||VP last":             `f:1: bad head rules: label "" is empty or has rules already`,
		"# x\n#y\n* last\n* last": `f:4: bad head rules: label "*" is empty or has rules already`,
	} {
		_, err := parse(text, "f")
		require.ErrorIs(t, err, ErrHeads, text)
		require.EqualError(t, err, want, text)
	}
	_, err := Load(filepath.Join(t.TempDir(), "none"))
	require.ErrorIs(t, err, ErrHeads)
	require.ErrorContains(t, err, "is neither a name (yamada, collins, left, right) nor a file")
	_, err = Load(t.TempDir())
	require.Error(t, err)
	require.NotErrorIs(t, err, ErrHeads)
}
