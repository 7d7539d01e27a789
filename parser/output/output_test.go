package output_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/output"
	"parser/ptb"
)

const sentence = `# newdoc id = a
# sent_id = a-1
# text = We don't know <3 4>
1	We	we	PRON	_	Case=Nom	3	nsubj	_	_
2-3	don't	_	_	_	_	_	_	_	SpaceAfter=No
2	do	do	AUX	_	_	3	aux	_	_
3	not	not	PART	_	_	0	root	_	_
3.1	know	_	_	_	_	_	_	_	_
4	<3 4>	_	_	_	_	_	_	_	_

`

// written returns sentences in a format.
func written(t *testing.T, format, text string) string {
	t.Helper()
	sentences, err := textfile.ReadAll(conll.NewReader(strings.NewReader(text), "text").Read)
	require.NoError(t, err)
	var b bytes.Buffer
	w, err := output.Sentences(conll.NewWriter(&b), format)
	require.NoError(t, err)
	for _, s := range sentences {
		require.NoError(t, w.Write(s))
	}
	require.NoError(t, w.Flush())
	return b.String()
}

func TestSentences(t *testing.T) {
	require.Equal(t, sentence, written(t, "", sentence))
	require.Equal(t, sentence, written(t, output.CoNLLU, sentence))
	require.Equal(t, "We don't <3\u00a04>\n", written(t, output.Horizontal, sentence))
	require.Equal(t, `1	We	we	PRON	_	Case=Nom	3	nsubj	_	_
2	do	do	AUX	_	_	3	aux	_	_
3	not	not	PART	_	_	0	root	_	_
4	<3 4>	_	_	_	_	_	_	_	_

`, written(t, output.CoNLLX, sentence))
	require.Equal(t, `{"id":"a-1","text":"We don't know <3 4>","comments":["newdoc id = a"],"words":[`+
		`{"id":1,"form":"We","lemma":"we","upos":"PRON","feats":"Case=Nom","head":3,"deprel":"nsubj"},`+
		`{"id":2,"form":"do","lemma":"do","upos":"AUX","head":3,"deprel":"aux"},`+
		`{"id":3,"form":"not","lemma":"not","upos":"PART","head":0,"deprel":"root"},`+
		`{"id":4,"form":"<3 4>"}],"multiwords":[{"first":2,"last":3,"form":"don't","misc":"SpaceAfter=No"}],`+
		`"emptyNodes":["3.1\tknow\t_\t_\t_\t_\t_\t_\t_\t_"]}`+"\n", written(t, output.JSON, sentence))
}

// TestDialects: what one CoNLL format says, the other can say of words.
func TestDialects(t *testing.T) {
	const x = "1\tWe\t_\tP\tPP\t_\t0\troot\t0\troot\n\n"
	const u = "1\tWe\t_\tP\tPP\t_\t0\troot\t_\t_\n\n"
	require.Equal(t, x, written(t, output.CoNLLX, x))
	require.Equal(t, u, written(t, output.CoNLLU, x))
	require.Equal(t, u, written(t, output.CoNLLX, u))
}

func TestTrees(t *testing.T) {
	tree, err := ptb.NewReader(strings.NewReader("(TOP (S (NP (PRP We)) (-LRB- -LRB-)))"), "tree").Read()
	require.NoError(t, err)
	for format, want := range map[string]string{
		"":                "(TOP (S (NP (PRP We)) (-LRB- -LRB-)))\n",
		output.Brackets:   "(TOP (S (NP (PRP We)) (-LRB- -LRB-)))\n",
		output.Horizontal: "We (\n",
		output.JSON:       `{"words":[{"id":1,"form":"We","xpos":"PRP"},{"id":2,"form":"(","xpos":"-LRB-"}],"tree":"(TOP (S (NP (PRP We)) (-LRB- -LRB-)))"}` + "\n",
	} {
		var b bytes.Buffer
		w, err := output.Trees(ptb.NewWriter(&b), format)
		require.NoError(t, err)
		require.NoError(t, w.Write(tree))
		require.NoError(t, w.Flush())
		require.Equal(t, want, b.String())
	}
	_, err = output.Trees(nil, output.CoNLLU)
	require.ErrorContains(t, err, "parser convert")
	_, err = output.Sentences(nil, output.Brackets)
	require.ErrorContains(t, err, "have conllu, conllx, json, horizontal")
}

// TestJSONIsJSON of every sentence of the sample.
func TestJSONIsJSON(t *testing.T) {
	text, err := os.ReadFile("../../testdata/en/dev.conllu")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(written(t, output.JSON, string(text))), "\n")
	require.Len(t, lines, strings.Count(string(text), "# sent_id"))
	for _, line := range lines {
		require.True(t, json.Valid([]byte(line)), line)
	}
}

func TestGraphs(t *testing.T) {
	g, err := amr.NewReader(strings.NewReader("# ::id 7\n# ::snt We don't <3\n(s / love-01 :polarity - :ARG0 (w / we)\n :ARG1 \"a (b\")"), "g").Read()
	require.NoError(t, err)
	for format, want := range map[string]string{
		"":            g.String() + "\n",
		output.Penman: g.String() + "\n",
		output.JSON:   `{"id":"7","text":"We don't <3","graph":"(s / love-01 :polarity - :ARG0 (w / we) :ARG1 \"a (b\")"}` + "\n",
	} {
		var b bytes.Buffer
		w, err := output.Graphs(&b, format)
		require.NoError(t, err)
		require.NoError(t, w.Write(g))
		require.NoError(t, w.Flush())
		require.Equal(t, want, b.String())
		require.ErrorIs(t, w.Write(&amr.Graph{Nodes: []amr.Node{{Var: "a", Concept: "b c"}}}), amr.ErrSyntax)
	}
	for _, format := range []string{output.CoNLLU, output.CoNLLX, output.Brackets, output.Horizontal, "?"} {
		_, err = output.Graphs(nil, format)
		require.ErrorContains(t, err, "have penman, json")
		require.Equal(t, err, output.CheckGraphs(format))
	}
}
