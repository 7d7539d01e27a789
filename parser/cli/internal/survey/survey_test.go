package survey

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/testdata/testkit"
)

// each yields the items of a text in a form.
func each(t *testing.T, text, name, form string) func(func(*treebank.Item) error) error {
	f, err := textfile.New(strings.NewReader(text), name)
	require.NoError(t, err)
	return func(do func(*treebank.Item) error) error {
		for item, err := range textfile.All(structure.Reader(f, structure.Reading{Form: form})) {
			if err == nil {
				err = do(item)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

func countSentences(t *testing.T, name, text string) *Treebank {
	t.Helper()
	b, err := Count(name, textfile.CoNLL, each(t, text, name, textfile.CoNLL))
	require.NoError(t, err)
	return b
}

func countTrees(t *testing.T, name, text string) *Treebank {
	t.Helper()
	b, err := Count(name, textfile.Brackets, each(t, text, name, textfile.Brackets))
	require.NoError(t, err)
	return b
}

const train = "1\tWe\twe\tPRON\tPRP\tNumber=Plur\t2\tnsubj\t_\t_\n2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\t_\n\n" +
	"1\tWe\twe\tPRON\tPRP\tNumber=Plur\t2\tnsubj\t_\t_\n2\tread\tread\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"

const dev = "1\tWe\twe\tPRON\tPRP\tNumber=Plur\t2\tnsubj\t_\t_\n2\tread\t_\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n" +
	"1\tShe\tshe\tPRON\tPRP\tNumber=Sing\t2\tnsubj\t_\t_\n2\tread\t_\tVERB\tVBD\t_\t0\troot\t_\t_\n3\tthem\tthey\tPRON\tPRP\tNumber=Plur\t2\tobj\t_\t_\n\n" +
	"1\tShe\tshe\tPRON\tPRP\tNumber=Sing\t2\tnsubj\t_\t_\n2\tread\tread\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"

func TestComparison(t *testing.T) {
	a, b := countSentences(t, "train", train), countSentences(t, "dev", dev)
	_, err := New(a, b)
	require.NoError(t, err)
	require.Nil(t, a.brief.Comparison)
	require.Equal(t, &Comparison{
		Train: "train", Sentences: 1, UnknownWords: 3, UnknownForms: 2, unknownShare: 3.0 / 7,
		Missing: map[string]Counter{"label": {"obj": 1}, "UPOS": {}, "XPOS": {"VBZ": 1}, "FEATS": {"Number=Sing": 2},
			"lifted label": {}, "enhanced relation": {}},
	}, b.brief.Comparison)
	require.Equal(t, Counter{"nsubj": 2, "root": 2}, a.brief.Rare["label"])

	// The order does not matter if names tell.
	a, b = countSentences(t, "train/dev.conllu", dev), countSentences(t, "xx-train.conllu", train)
	_, err = New(a, b)
	require.NoError(t, err)
	require.Nil(t, b.brief.Comparison)
	require.Equal(t, 1, a.brief.Comparison.Sentences)
	a = b

	// Everything in a treebank is known to itself.
	again := countSentences(t, "again", train)
	_, err = New(a, again)
	require.NoError(t, err)
	require.Equal(t, 2, again.brief.Comparison.Sentences)
	require.Zero(t, again.brief.UnknownWords)
	for _, missing := range again.brief.Missing {
		require.Empty(t, missing)
	}
}

func TestComparisonOfTrees(t *testing.T) {
	a := countTrees(t, "train", "(S (VP (VB Go)) (. !))\n(S (NP (-NONE- *)) (VP (VB Go)))")
	b := countTrees(t, "dev", "(S (NP-SBJ (-NONE- *)) (VP (VB Go)) (. !))\n(S (FRAG (NP (NNP Rex))) (. !))")
	r, err := New(a, b)
	require.NoError(t, err)
	require.Equal(t, &Comparison{
		Train: "train", Sentences: 1, UnknownWords: 1, UnknownForms: 1, unknownShare: 0.25,
		Missing: map[string]Counter{"label": {"FRAG": 1, "NP": 1}, "tag": {"NNP": 1}, "unary chain": {"FRAG NP": 1}},
	}, b.brief.Comparison)

	text, err := json.Marshal(r.JSON())
	require.NoError(t, err)
	var read []struct {
		File     string
		Trees    int
		Forms    int
		Chains   map[string]int `json:"unary_chains"`
		Rare     map[string]map[string]int
		Compared *struct {
			With    string
			Missing map[string]map[string]int
		}
	}
	require.NoError(t, json.Unmarshal(text, &read))
	require.Len(t, read, 2)
	require.Equal(t, "train", read[0].File)
	require.Equal(t, 2, read[0].Trees)
	require.Equal(t, 2, read[0].Forms)
	require.Equal(t, map[string]int{"S VP": 1}, read[0].Chains)
	require.Equal(t, map[string]int{"VB": 2, ".": 1}, read[0].Rare["tag"])
	require.Nil(t, read[0].Compared)
	require.Equal(t, "train", read[1].Compared.With)
	require.Equal(t, map[string]int{"NNP": 1}, read[1].Compared.Missing["tag"])
}

func TestLabelsOfNonProjectiveArcsOnly(t *testing.T) {
	// b hangs from d over c, the root; so does e from c, but not over anything.
	text := "1\ta\t_\tX\t_\t_\t3\tx\t_\t_\n2\tb\t_\tX\t_\t_\t4\ty\t_\t_\n3\tc\t_\tX\t_\t_\t0\troot\t_\t_\n4\td\t_\tX\t_\t_\t3\tx\t_\t_\n\n"
	b := countSentences(t, "f", text)
	r, err := New(b)
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, r.Write(&out, 0))
	require.Regexp(t, `(?m)^  … of non-projective arcs only +1 *$`, out.String())
	require.Regexp(t, `(?m)^lifted labels fewer than 20 times in f \(1, of them 1 once\): y↑x 1$`, out.String())
}

func TestKindsDoNotMix(t *testing.T) {
	_, err := New(countSentences(t, "a", train), countTrees(t, "b", "(S (VB Go))"))
	require.ErrorIs(t, err, ErrKind)
}

func TestErrorsOfReading(t *testing.T) {
	broken := errors.New("broken")
	for _, form := range []string{textfile.CoNLL, textfile.Brackets, textfile.Graphs} {
		_, err := Count("f", form, func(func(*treebank.Item) error) error { return broken })
		require.ErrorIs(t, err, broken)
	}
}

func TestWriteReportsErrors(t *testing.T) {
	r, err := New(countSentences(t, "a", train), countSentences(t, "b", dev))
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, r.Write(&out, 0))
	for n := range out.Len() {
		require.Error(t, r.Write(testkit.Failing(n), 0), n)
	}
}
