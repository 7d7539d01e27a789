package structure_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// tree returns an item that asked for its probability.
func tree(head int) *treebank.Item {
	it := treebank.SentenceItem(&conll.Sentence{
		Words: []conll.Word{
			{Form: "Dogs", Head: head, Deprel: "nsubj", Misc: "HeadProb=0.3|Gloss=hund|TagProb=1"}, {Form: "bark", Head: 0, Deprel: "root", Misc: "_"},
		},
		Extras: []conll.Extra{{Text: "# newdoc"}, {Text: "# probability = 1"}, {Text: "# text = Dogs bark"}},
	})
	it.Probability = 0.123456
	it.Certainty = []treebank.Certainty{{Head: 0.987654, Label: 1}, {Head: 3.1e-7, Label: 0.5, Tag: 0.25}}
	return it
}

func writtenAs(t *testing.T, format string, it *treebank.Item) (string, error) {
	t.Helper()
	var b strings.Builder
	w, err := structure.Of(0).NewWriter(&b, format)
	require.NoError(t, err)
	err = w.Write(it)
	require.NoError(t, w.Flush())
	return b.String(), err
}

// Probabilities are in comments and MISC, where they replace those of an earlier parse, and the item stays as it was.
func TestProbableInCoNLLU(t *testing.T) {
	it := tree(2)
	text, err := writtenAs(t, "", it)
	require.NoError(t, err)
	require.Equal(t, `# newdoc
# text = Dogs bark
# probability = 0.1235
1	Dogs	_	_	_	_	2	nsubj	_	Gloss=hund|HeadProb=0.9877|LabelProb=1
2	bark	_	_	_	_	0	root	_	HeadProb=3.1e-07|LabelProb=0.5|TagProb=0.25

`, text)
	require.Equal(t, tree(2), it)
}

// Several trees come one after the other, as sentences or as objects.
func TestProbableTrees(t *testing.T) {
	it, other := tree(2), tree(0)
	it.Rank, it.Certainty, other.Rank, other.Certainty = 1, nil, 2, nil
	other.Probability = 0
	it.Others = []*treebank.Item{other}
	text, err := writtenAs(t, structure.CoNLLU, it)
	require.NoError(t, err)
	require.Equal(t, `# newdoc
# text = Dogs bark
# nbest = 1
# probability = 0.1235
1	Dogs	_	_	_	_	2	nsubj	_	HeadProb=0.3|Gloss=hund|TagProb=1
2	bark	_	_	_	_	0	root	_	_

# text = Dogs bark
# nbest = 2
# probability = 0
1	Dogs	_	_	_	_	0	nsubj	_	HeadProb=0.3|Gloss=hund|TagProb=1
2	bark	_	_	_	_	0	root	_	_

`, text)
	text, err = writtenAs(t, structure.JSON, it)
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(text, "\n"))
	require.Contains(t, text, `"nbest":1,"probability":0.1235,`)
	require.Contains(t, text, `"nbest":2,"probability":0,`)
}

func TestProbableInJSON(t *testing.T) {
	text, err := writtenAs(t, structure.JSON, tree(2))
	require.NoError(t, err)
	require.Contains(t, text, `"probability":0.1235`)
	require.Contains(t, text, `"headProb":0.9877,"labelProb":1}`)
	require.Contains(t, text, `"headProb":3.1e-07,"labelProb":0.5,"tagProb":0.25}`)
}

func TestProbableInCoNLLX(t *testing.T) {
	_, err := writtenAs(t, structure.CoNLLX, tree(2))
	require.ErrorIs(t, err, structure.ErrNoPlace)
}

func TestSureness(t *testing.T) {
	require.InDelta(t, 0.493827, structure.Sureness(tree(2)), 1e-6)
	require.Equal(t, 1.0, structure.Sureness(&treebank.Item{}))
}
