package query_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/query"
)

// rewritten returns a sentence after edits, as lines "form/UPOS/FEATS/head/deprel", or the error.
func rewritten(t *testing.T, s *conll.Sentence, pattern, edits string, enhanced bool) (string, error) {
	t.Helper()
	p, err := query.ParseSemgrex(pattern)
	require.NoError(t, err)
	rewrite, err := p.Rewrite(edits, enhanced)
	if err != nil {
		return "", err
	}
	before := text(t, s)
	if _, err = rewrite(s); err != nil {
		require.Equal(t, before, text(t, s), "a sentence that is refused is as it was")
		return "", err
	}
	return text(t, s), nil
}

func text(t *testing.T, s *conll.Sentence) string {
	t.Helper()
	var b strings.Builder
	w := conll.NewWriter(&b)
	require.NoError(t, w.Write(s))
	require.NoError(t, w.Flush())
	return b.String()
}

func seen(t *testing.T) *conll.Sentence {
	t.Helper()
	s, err := conll.NewReader(strings.NewReader(`# sent_id = 1
# text = Mary saw the dog bark
1	Mary	Mary	PROPN	NNP	Number=Sing	2	nsubj	2:nsubj	_
2	saw	see	VERB	VBD	Mood=Ind|Tense=Past	0	root	0:root	_
3	the	the	DET	DT	Definite=Def	4	det	4:det	_
4	dog	dog	NOUN	NN	Number=Sing	2	obj	2:obj|5:nsubj	_
5	bark	bark	VERB	VB	VerbForm=Inf	2	xcomp	2:xcomp	_

`), "test").Read()
	require.NoError(t, err)
	return s
}

// TestRewrite changes a sentence by each edit.
func TestRewrite(t *testing.T) {
	for _, c := range []struct{ pattern, edits, old, new string }{
		{"{} >obj=e {}", "relabelNamedEdge -edge e -reln dobj", "\t2\tobj\t", "\t2\tdobj\t"},
		{"{} >nsubj=e {} >xcomp {}=v", "reattachNamedEdge -edge e -gov v", "\t2\tnsubj\t", "\t5\tnsubj\t"},
		{"{upos:VERB}=v >nsubj=e {}=s", "removeNamedEdge -edge e; addEdge -gov v -dep s -reln nsubj:outer", "\t2\tnsubj\t", "\t2\tnsubj:outer\t"},
		{"{}=v >xcomp {}=x", "removeEdge -gov v -dep x; addEdge -gov v -dep x -reln ccomp", "\t2\txcomp\t", "\t2\tccomp\t"},
		{"{}=v >xcomp {}=x", "removeEdge -dep x -reln xcomp; addEdge -gov v -dep x -reln ccomp", "\t2\txcomp\t", "\t2\tccomp\t"},
		{"{lemma:dog}=n", "editNode -node n -lemma \"big dog\" -upos PROPN", "dog\tdog\tNOUN", "dog\tbig dog\tPROPN"},
		{"{tag:VBD}=n", "editNode -node n -updatefeats Aspect=Perf|Tense=Pres", "Mood=Ind|Tense=Past", "Aspect=Perf|Mood=Ind|Tense=Pres"},
		{"{tag:DT}=n", "editNode -node n -remove feats -remove xpos", "DET\tDT\tDefinite=Def", "DET\t_\t_"},
		{"{tag:DT}=n", "editNode -node n -misc Gloss=the", "4:det\t_", "4:det\tGloss=the"},
	} {
		s := seen(t)
		want := strings.Replace(text(t, s), c.old, c.new, 1)
		require.NotEqual(t, want, text(t, s), c.edits)
		got, err := rewritten(t, s, c.pattern, c.edits, false)
		require.NoError(t, err, c.edits)
		require.Equal(t, want, got, c.edits)
	}
}

// TestRewriteRoots makes another word the root, and the root its dependent.
func TestRewriteRoots(t *testing.T) {
	s := seen(t)
	_, err := rewritten(t, s, "{$}=r >xcomp=e {}=x", "setRoots x; removeNamedEdge -edge e; addEdge -gov x -dep r -reln aux", false)
	require.NoError(t, err)
	require.Equal(t, []int{2, 5, 4, 2, 0}, s.Heads(nil))
	require.Equal(t, []string{"nsubj", "aux", "det", "obj", "root"}, s.Labels(nil))
}

// TestRewritePhrase makes another word of a phrase its head: what depended on the old one depends on it.
func TestRewritePhrase(t *testing.T) {
	s := seen(t)
	_, err := rewritten(t, s, "{lemma:dog}=d >det {}=t", "setPhraseHead -node t -node d -headIndex 0 -reln fixed", false)
	require.NoError(t, err)
	require.Equal(t, []int{2, 0, 2, 3, 2}, s.Heads(nil))
	require.Equal(t, []string{"nsubj", "root", "obj", "fixed", "xcomp"}, s.Labels(nil))

	_, err = rewritten(t, s, "{$}=v >nsubj {}=s", "setPhraseHead -node v -node s -headIndex 1 -reln parataxis", false)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 1, 3, 1}, s.Heads(nil), "the root goes along")
	before := text(t, s)
	for _, none := range []struct{ pattern, edits string }{
		{"{lemma:bark}=b < ({} > {lemma:see}=c)", "setPhraseHead -node b -node c -headIndex 0 -reln fixed"}, // two heads elsewhere
		{"{$}=a >parataxis {}=b", "setPhraseHead -node a -node b -headIndex 0 -reln parataxis"},             // as it is
		{"{$}=a", "killNonRooted; reindexGraph; killAllIncomingEdges -node a"},
	} {
		got, err := rewritten(t, s, none.pattern, none.edits, false)
		require.NoError(t, err, none.edits)
		require.Equal(t, before, got, none.edits)
	}
}

// TestRewriteEnhanced adds, relabels and removes edges of the graph, and leaves the tree as it is; empty nodes are written, too.
func TestRewriteEnhanced(t *testing.T) {
	s := seen(t)
	s.SetEmptyNodes([]conll.Extra{{Before: 5, Text: "5.1\t_\tloud\tADV\t_\t_\t_\t_\t5:advmod\t_"}})
	tree := s.Heads(nil)
	got, err := rewritten(t, s, "{lemma:bark}=v >nsubj=e {}=s >advmod=a {#}=n",
		"relabelNamedEdge -edge e -reln nsubj:xsubj; relabelNamedEdge -edge a -reln obl; editNode -node n -upos NOUN", true)
	require.NoError(t, err)
	require.Contains(t, got, "2:obj|5:nsubj:xsubj\t")
	require.Contains(t, got, "5.1\t_\tloud\tNOUN\t_\t_\t_\t_\t5:obl\t_\n")
	require.Equal(t, tree, s.Heads(nil))

	got, err = rewritten(t, s, "{lemma:bark}=v >/nsubj.*/=e {}", "removeNamedEdge -edge e", true)
	require.NoError(t, err)
	require.Contains(t, got, "\t2:obj\t")
	_, err = rewritten(t, s, "{} >xcomp=e {}", "removeNamedEdge -edge e", true)
	require.ErrorIs(t, err, query.ErrEdits)
	require.ErrorContains(t, err, "test:7: [1] bad edits")
}

// TestRewriteGoesOn matches again after each change: labels are taken off from the top to the bottom.
func TestRewriteGoesOn(t *testing.T) {
	s := seen(t)
	_, err := rewritten(t, s, "{}=a > ({}=b >=e {}=c)", "reattachNamedEdge -edge e -gov a", false)
	require.NoError(t, err)
	require.Equal(t, []int{2, 0, 2, 2, 2}, s.Heads(nil))
}

// TestRewriteRefuses what is not valid afterwards, and what has no end.
func TestRewriteRefuses(t *testing.T) {
	for _, c := range []struct{ pattern, edits, message string }{
		{"{} >nsubj=e {}", "removeNamedEdge -edge e", `test:3: [1] bad edits: "Mary" has no head`},
		{"{lemma:see}=v >obj {}=o >xcomp {}=x", "addEdge -gov x -dep o -reln nsubj", `test:6: [1] bad edits: "dog" has several heads`},
		{"{} >det=e {}=d >det {}", "reattachNamedEdge -edge e -gov d", "bad edits"},
		{"{lemma:the}=d", "setRoots d", "test:4: [1] bad edits"},
		{"{tag:DT}=n", "editNode -node n -feats Definite", "bad edits"},
		{"{} >obj=e {}", "relabelNamedEdge -edge e -reln root", "test:6: [1] bad edits: DEPREL is root"},
		{"{}=v >/(obj|iobj)/=e {}=o", "removeNamedEdge -edge e; addEdge -gov v -dep o -reln iobj; " +
			"removeEdge -gov v -dep o -reln iobj; addEdge -gov v -dep o -reln obj", "do not come to an end"},
	} {
		_, err := rewritten(t, seen(t), c.pattern, c.edits, false)
		require.ErrorIs(t, err, query.ErrEdits, c.edits)
		require.ErrorContains(t, err, c.message, c.edits)
	}
}

// TestBadEdits are refused with their column.
func TestBadEdits(t *testing.T) {
	p, err := query.ParseSemgrex("{}=a >=e {}=b")
	require.NoError(t, err)
	for edits, message := range map[string]string{
		"":                      "column 1: an edit is expected",
		" ; ;":                  "column 5: an edit is expected",
		"fly -node a":           `column 1: an edit is expected, not "fly"`,
		"lemmatize -node a":     "column 1: lemmatize is not supported; editNode -lemma",
		"addDep -gov a -word x": "column 1: addDep needs -reln",
		"addDep -position x":    `column 18: a position is - or +`,
		"addDep -position +z":   `column 18: the pattern has no node with the name "z"`,
		"mergeNodes -node a":    "column 1: mergeNodes needs two nodes",
		"combineMWT -node a":    "column 1: combineMWT needs two nodes",
		"reindexGraph -node a":  "column 14: reindexGraph has no arguments",
		"setPhraseHead -node a -node b -headIndex 2 -reln flat":    "there are 2 nodes, from 0: -headIndex 2",
		"splitWord -node a -reln x -headIndex 0 -exact y":          "column 1: splitWord needs at least two",
		"splitWord -node a -reln x -headIndex 2 -exact y -exact z": "there are 2 pieces, from 0: -headIndex 2",
		"splitWord -regex (":                  "column 18: error parsing regexp",
		"splitWord -regex y":                  "column 18: a group in parentheses is expected",
		"splitWord -headIndex x":              "column 22: the place of a piece",
		"splitWord -name 0=b":                 `column 17: the name "b" is taken`,
		"splitWord -name x":                   "column 17: names of pieces are expected",
		"editNode -node a -remove word":       `column 26: there is no column "word" to remove`,
		"relabelNamedEdge -edge e":            "column 1: relabelNamedEdge needs -reln",
		"relabelNamedEdge -edge x -reln y":    `column 24: the pattern has no edge with the name "x"`,
		"relabelNamedEdge -edge e -reln":      "column 31: a relation is expected, not the end",
		"relabelNamedEdge -edge e -reln a|b":  `column 32: a relation has no blank and no |, unlike "a|b"`,
		"relabelNamedEdge -edge e -dep a":     "column 26: relabelNamedEdge has no argument -dep",
		"removeEdge -reln x":                  "column 1: removeEdge needs -gov or -dep",
		"addEdge -gov a -gov b":               "column 16: -gov is given twice",
		"addEdge a":                           `column 9: an argument of addEdge, such as -gov, is expected, not "a"`,
		"editNode -node a":                    "column 1: editNode needs a column",
		"editNode -node a -word x":            "column 18: editNode has no argument -word",
		"editNode -node a -lemma \"x":         "column 25: a value in quotes has no end",
		"editNode -node a -lemma \" \"":       "column 25: a value is expected, not blanks",
		"editNode -node a -remove form":       `column 26: there is no column "form" to remove`,
		"setRoots":                            "column 9: the name of a node is expected, not the end",
		"setRoots z":                          `column 10: the pattern has no node with the name "z"`,
		"removeNamedEdge -edge e;\naddEdge x": `column 34: an argument of addEdge`,
	} {
		_, err := p.Rewrite(edits, false)
		require.ErrorContains(t, err, message, edits)
		var at *query.Error
		require.ErrorAs(t, err, &at)
	}
}
