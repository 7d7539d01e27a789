package structure_test

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
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
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
	w, err := structure.Of(transition.Dependencies).NewWriter(&b, format)
	require.NoError(t, err)
	for _, s := range sentences {
		require.NoError(t, w.Write(&treebank.Item{Sentence: s}))
	}
	require.NoError(t, w.Flush())
	return b.String()
}

func TestSentencesAreWritten(t *testing.T) {
	require.Equal(t, sentence, written(t, "", sentence))
	require.Equal(t, sentence, written(t, structure.CoNLLU, sentence))
	require.Equal(t, "We don't <3\u00a04>\n", written(t, structure.Horizontal, sentence))
	require.Equal(t, `1	We	we	PRON	_	Case=Nom	3	nsubj	_	_
2	do	do	AUX	_	_	3	aux	_	_
3	not	not	PART	_	_	0	root	_	_
4	<3_4>	_	_	_	_	_	_	_	_

`, written(t, structure.CoNLLX, sentence))
	require.Equal(t, `{"id":"a-1","text":"We don't know <3 4>","comments":["newdoc id = a"],"words":[`+
		`{"id":1,"form":"We","lemma":"we","upos":"PRON","feats":"Case=Nom","head":3,"deprel":"nsubj"},`+
		`{"id":2,"form":"do","lemma":"do","upos":"AUX","head":3,"deprel":"aux"},`+
		`{"id":3,"form":"not","lemma":"not","upos":"PART","head":0,"deprel":"root"},`+
		`{"id":4,"form":"<3 4>"}],"multiwords":[{"first":2,"last":3,"form":"don't","misc":"SpaceAfter=No"}],`+
		`"emptyNodes":["3.1\tknow\t_\t_\t_\t_\t_\t_\t_\t_"],"empty":[{"id":"3.1","form":"know"}]}`+"\n", written(t, structure.JSON, sentence))
}

// Enhanced dependencies are a list beside DEPS, of words and of empty nodes; DEPS that cannot be read, and PHEAD, are not.
func TestEnhancedJSON(t *testing.T) {
	const text = "1\ta\t_\tX\t_\t_\t0\troot\t0:root|1.1:conj:and\t_\n1.1\tb\tc\tX\t_\t_\t_\t_\t1:dep\tA=1\n2\td\t_\tX\t_\t_\t1\tdep\tdep\t_\n\n"
	require.Equal(t, `{"words":[{"id":1,"form":"a","upos":"X","head":0,"deprel":"root","deps":"0:root|1.1:conj:and",`+
		`"enhanced":[{"head":"0","relation":"root"},{"head":"1.1","relation":"conj:and"}]},`+
		`{"id":2,"form":"d","upos":"X","head":1,"deprel":"dep","deps":"dep"}],`+
		`"emptyNodes":["1.1\tb\tc\tX\t_\t_\t_\t_\t1:dep\tA=1"],`+
		`"empty":[{"id":"1.1","form":"b","lemma":"c","upos":"X","deps":"1:dep","enhanced":[{"head":"1","relation":"dep"}],"misc":"A=1"}]}`+"\n",
		written(t, structure.JSON, text))
	require.NotContains(t, written(t, structure.JSON, "1\ta\t_\tN\tN\t_\t0\tROOT\t0\tROOT\n\n"), "enhanced")
}

// TestDialects: both CoNLL formats can express the same about words.
func TestDialects(t *testing.T) {
	const x = "1\tWe\t_\tP\tPP\t_\t0\troot\t0\troot\n\n"
	const u = "1\tWe\t_\tP\tPP\t_\t0\troot\t_\t_\n\n"
	require.Equal(t, x, written(t, structure.CoNLLX, x))
	require.Equal(t, u, written(t, structure.CoNLLU, x))
	require.Equal(t, u, written(t, structure.CoNLLX, u))
}

func TestTreesAreWritten(t *testing.T) {
	tree, err := ptb.NewReader(strings.NewReader("(TOP (S (NP (PRP We)) (-LRB- -LRB-)))"), "tree").Read()
	require.NoError(t, err)
	for format, want := range map[string]string{
		"":                   "(TOP (S (NP (PRP We)) (-LRB- -LRB-)))\n",
		structure.Brackets:   "(TOP (S (NP (PRP We)) (-LRB- -LRB-)))\n",
		structure.Horizontal: "We (\n",
		structure.Vertical:   "We\n(\n\n",
		structure.JSON: `{"words":[{"id":1,"form":"We","xpos":"PRP"},{"id":2,"form":"(","xpos":"-LRB-"}],"tree":"(TOP (S (NP (PRP We)) (-LRB- -LRB-)))"}` +
			"\n",
	} {
		var b bytes.Buffer
		w, err := structure.Of(transition.Constituents).NewWriter(&b, format)
		require.NoError(t, err)
		require.NoError(t, w.Write(&treebank.Item{Tree: tree}))
		require.NoError(t, w.Flush())
		require.Equal(t, want, b.String())
	}
	_, err = structure.Of(transition.Constituents).NewWriter(nil, structure.CoNLLU)
	require.EqualError(t, err, `constituents cannot be written in the format "conllu" (have brackets, json, horizontal, vertical)`)
	_, err = structure.Of(transition.Dependencies).NewWriter(nil, structure.Brackets)
	require.ErrorContains(t, err, "have conllu, conllx, json, horizontal")
}

// TestJSONIsJSON of every sentence of the sample.
func TestJSONIsJSON(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/en/dev.conllu")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(written(t, structure.JSON, string(text))), "\n")
	require.Len(t, lines, strings.Count(string(text), "# sent_id"))
	for _, line := range lines {
		require.True(t, json.Valid([]byte(line)), line)
	}
}

func TestGraphsAreWritten(t *testing.T) {
	g, err := amr.NewReader(strings.NewReader("# ::id 7\n# ::snt We don't <3\n(s / love-01 :polarity - :ARG0 (w / we)\n :ARG1 \"a (b\")"), "g").Read()
	require.NoError(t, err)
	graphs := structure.Of(transition.Graphs)
	for format, want := range map[string]string{
		"":               g.String() + "\n",
		structure.Penman: g.String() + "\n",
		structure.JSON:   `{"id":"7","text":"We don't <3","graph":"(s / love-01 :polarity - :ARG0 (w / we) :ARG1 \"a (b\")"}` + "\n",
	} {
		var b bytes.Buffer
		w, err := graphs.NewWriter(&b, format)
		require.NoError(t, err)
		require.NoError(t, w.Write(&treebank.Item{Graph: g}))
		require.NoError(t, w.Flush())
		require.Equal(t, want, b.String())
		require.ErrorIs(t, w.Write(&treebank.Item{Graph: &amr.Graph{Nodes: []amr.Node{{Var: "a", Concept: "b c"}}}}), amr.ErrSyntax)
	}
	for _, format := range []string{structure.CoNLLU, structure.CoNLLX, structure.Brackets, structure.Horizontal, "?"} {
		_, err = graphs.NewWriter(nil, format)
		require.ErrorContains(t, err, "have penman, json")
		require.Equal(t, err, graphs.CheckWriting(format))
	}
}
