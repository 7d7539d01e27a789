package query_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/query"
)

// bone returns a sentence with multiword tokens, an empty node, and places in the text.
func bone(t testing.TB) *conll.Sentence {
	t.Helper()
	s, err := conll.NewReader(strings.NewReader(`# sent_id = bone
# text = I don't see the old dog's bone in New York.
1	I	I	PRON	_	_	4	nsubj	4:nsubj	TokenRange=0:1
2-3	don't	_	_	_	_	_	_	_	TokenRange=2:7
2	do	do	AUX	_	_	4	aux	4:aux	_
3	n't	not	PART	_	_	4	advmod	4:advmod	_
4	see	see	VERB	_	_	0	root	0:root	TokenRange=8:11
4.1	it	it	PRON	_	_	_	_	4:obj	_
5	the	the	DET	_	_	7	det	7:det	TokenRange=12:15
6	old	old	ADJ	_	_	7	amod	7:amod	TokenRange=16:19
7-8	dog's	_	_	_	_	_	_	_	TokenRange=20:25
7	dog	dog	NOUN	_	_	9	nmod:poss	9:nmod:poss	_
8	's	's	PART	_	_	7	case	7:case	_
9	bone	bone	NOUN	_	_	4	obj	4:obj|4.1:ref	TokenRange=26:30
10	in	in	ADP	_	_	11	case	11:case	TokenRange=31:33
11	New	New	PROPN	_	_	4	obl	4:obl:in	TokenRange=34:37
12	York	York	PROPN	_	_	11	flat	11:flat	SpaceAfter=No|TokenRange=38:42
13	.	.	PUNCT	_	_	4	punct	4:punct	TokenRange=42:43

`), "test").Read()
	require.NoError(t, err)
	return s
}

// wordEdits are edits of words where a pattern fits the sentence about the bone, with lines of the result, or of the error.
var wordEdits = []struct{ pattern, edits, want string }{
	{"{form:old}=o", "deleteLeaf -node o", `# text = I don't see the dog's bone in New York.
5	the	the	DET	_	_	6	det	6:det	TokenRange=12:15
6-7	dog's	_	_	_	_	_	_	_	TokenRange=20:25
6	dog	dog	NOUN	_	_	8	nmod:poss	8:nmod:poss	_`},
	{"{} >/nmod:poss/=e {}=o", "removeNamedEdge -edge e; delete -node o", `# text = I don't see bone in New York.
4.1	it	it	PRON	_	_	_	_	4:obj	_
5	bone	bone	NOUN	_	_	4	obj	4:obj|4.1:ref	TokenRange=26:30`},
	{"{lemma:not}=n", "deleteLeaf -node n", `# text = I do see the old dog's bone in New York.
2	do	do	AUX	_	_	3	aux	3:aux	_
3	see	see	VERB	_	_	0	root	0:root	TokenRange=8:11
3.1	it	it	PRON	_	_	_	_	3:obj	_`},
	{"{form:York}=y", "deleteLeaf -node y", `# text = I don't see the old dog's bone in New.
11	New	New	PROPN	_	_	4	obl	4:obl:in	TokenRange=34:37|SpaceAfter=No`},
	{
		"{form:/\\./}=p",
		"deleteLeaf -node p",
		"# text = I don't see the old dog's bone in New York\n12	York	York	PROPN	_	_	11	flat	11:flat	TokenRange=38:42",
	},
	{"{}=n >flat {}=y", "mergeNodes -node n -node y", `# text = I don't see the old dog's bone in NewYork.
11	NewYork	NewYork	PROPN	_	_	4	obl	4:obl:in	TokenRange=34:42|SpaceAfter=No
12	.	.	PUNCT	_	_	4	punct	4:punct	TokenRange=42:43`},
	{
		"{}=d >case {lemma:/'s/}=s",
		"deleteLeaf -node s; addDep -gov d -reln case -word of -upos ADP -position -d",
		`# text = I don't see the old of dog bone in New York.
7	of	_	ADP	_	_	8	case	8:case	_
8	dog	dog	NOUN	_	_	9	nmod:poss	9:nmod:poss	_`},
	{"{form:dog}=d >case {}=s", "mergeNodes -node d -node s -lemma dog", `# text = I don't see the old dog's bone in New York.
7	dog's	dog	NOUN	_	_	8	nmod:poss	8:nmod:poss	TokenRange=20:25
8	bone	bone	NOUN	_	_	4	obj	4:obj|4.1:ref	TokenRange=26:30`},
	{
		"{form:bone}=b",
		"splitWord -node b -regex (bo)ne -regex bo(ne) -headIndex 1 -reln compound -name 0=x; editNode -node x -upos X",
		`# text = I don't see the old dog's bone in New York.
9	bo	_	X	_	_	10	compound	10:compound	SpaceAfter=No|TokenRange=26:28
10	ne	bone	NOUN	_	_	4	obj	4:obj|4.1:ref	TokenRange=28:30`},
	{
		"{form:bone}=b",
		"splitWord -node b -exact os -exact le -headIndex 0 -reln det",
		`# text = I don't see the old dog's bone in New York.
9-10	bone	_	_	_	_	_	_	_	TokenRange=26:30
9	os	bone	NOUN	_	_	4	obj	4:obj|4.1:ref	_
10	le	_	_	_	_	9	det	9:det	_`},
	{
		"{form:/n't/}=n",
		"splitWord -node n -regex (n).* -regex n(.*) -headIndex 0 -reln dep",
		`# text = I don't see the old dog's bone in New York.
2-4	don't	_	_	_	_	_	_	_	TokenRange=2:7
2	do	do	AUX	_	_	5	aux	5:aux	_
3	n	not	PART	_	_	5	advmod	5:advmod	_
4	't	_	_	_	_	3	dep	3:dep	_
5	see	see	VERB	_	_	0	root	0:root	TokenRange=8:11
5.1	it	it	PRON	_	_	_	_	5:obj	_`},
	{
		"{form:see}=s !> {form:now} >/obl.*/ ({} >flat {}=y)",
		"addDep -gov s -reln advmod -word now -upos ADV -position +y",
		`# text = I don't see the old dog's bone in New York now.
12	York	York	PROPN	_	_	11	flat	11:flat	TokenRange=38:42
13	now	_	ADV	_	_	4	advmod	4:advmod	SpaceAfter=No
14	.	.	PUNCT	_	_	4	punct	4:punct	TokenRange=42:43`},
	{
		"{form:see}=s !> {form:Now}",
		"addDep -gov s -reln advmod -word Now -position -",
		`# text = Now I don't see the old dog's bone in New York.
1	Now	_	_	_	_	5	advmod	5:advmod	_
2	I	I	PRON	_	_	5	nsubj	5:nsubj	TokenRange=0:1
3-4	don't	_	_	_	_	_	_	_	TokenRange=2:7`},
	{
		"{form:see}=s !> {form:now}",
		"addDep -gov s -reln advmod -word now",
		"# text = I don't see the old dog's bone in New York. now\n14	now	_	_	_	_	4	advmod	4:advmod	_",
	},
	{"{}=n >flat {}=y", "combineMWT -node y -node n", `# text = I don't see the old dog's bone in NewYork.
11-12	NewYork	_	_	_	_	_	_	_	SpaceAfter=No|TokenRange=34:42
11	New	New	PROPN	_	_	4	obl	4:obl:in	_
12	York	York	PROPN	_	_	11	flat	11:flat	_
13	.	.	PUNCT	_	_	4	punct	4:punct	TokenRange=42:43`},
	{"{}=n >flat {}=y >case {}=i", "combineMWT -node i -node n -node y -word NYC", `# text = I don't see the old dog's bone NYC.
10-12	NYC	_	_	_	_	_	_	_	SpaceAfter=No|TokenRange=31:42
10	in	in	ADP	_	_	11	case	11:case	_`},
	{"{form:do}=a . {}=b", "combineMWT -node a -node b -word dont", "2-3	don't	_	_	_	_	_	_	_	TokenRange=2:7"},
	{"{form:see}=a .. {form:the}=b", "combineMWT -node a -node b", "4-5	seethe	_	_	_	_	_	_	_	TokenRange=8:15\n4.1	it"},
	{"{form:York}=y <flat {}", "killAllIncomingEdges -node y; killNonRooted; reindexGraph", `# text = I don't see the old dog's bone in New.
11	New	New	PROPN	_	_	4	obl	4:obl:in	TokenRange=34:37|SpaceAfter=No
12	.	.	PUNCT	_	_	4	punct	4:punct	TokenRange=42:43`},
	{"{form:do}=d", "addDep -gov d -reln dep -word not -position +d", `bad edits: "not" would stand in the multiword token "don't"`},
	{"{form:see}=s", "addDep -gov s -reln dep -word on", "do not come to an end"},
	{"{form:see}=s", "delete -node s", "no word would be left"},
	{
		"{form:the}=a <det ({}=b >amod {}=c)",
		"removeEdge -gov b -dep c; addEdge -gov a -dep c -reln amod; mergeNodes -node a -node b",
		"no such thing",
	},
	{"{form:see}=a >/obl.*/ {}=b", "mergeNodes -node a -node b", "no such thing"},
	{
		"{}=a >case {form:in}=b >flat {form:York}=c",
		"deleteLeaf -node c; mergeNodes -node a -node b",
		"# text = I don't see the old dog's bone inNew.",
	},
}

// TestRewriteWords adds, removes, splits and merges words, in trees and in enhanced graphs: the text, multiword tokens, empty nodes
// and the other layer go along.
func TestRewriteWords(t *testing.T) {
	for _, c := range wordEdits {
		for _, enhanced := range []bool{false, true} {
			s := bone(t)
			got, err := rewritten(t, s, c.pattern, c.edits, enhanced)
			if err != nil {
				require.ErrorIs(t, err, query.ErrEdits, c.edits)
				got = err.Error()
			}
			if c.want == "no such thing" { // edits that do not fit change nothing of the kind
				require.NotContains(t, got, "seeNew", c.edits)
				continue
			}
			for line := range strings.Lines(c.want) {
				require.Contains(t, got, strings.TrimRight(line, "\n"), "%s, enhanced %v\n%s", c.edits, enhanced, got)
			}
		}
	}
}

// TestRewriteApart refuses to merge what stands apart.
func TestRewriteApart(t *testing.T) {
	s := bone(t)
	_, err := rewritten(t, s, "{form:dog}=d >det {}=x", "mergeNodes -node d -node x", false)
	require.ErrorContains(t, err, `"the" and "dog" do not stand side by side`)
}
