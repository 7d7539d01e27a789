package survey

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/treebank"
	"parser/testdata/testkit"
)

const small, smallX = testkit.CoNLLU, testkit.CoNLLX

func read(t *testing.T, text string) []*conll.Sentence {
	t.Helper()
	return testkit.Items(t, conll.NewReader(strings.NewReader(text), "file").All())
}

func TestStats(t *testing.T) {
	stats := newArcs(&brief{})
	empty, _ := stats.table()
	require.Contains(t, empty, row{"words per sentence", "0.00"})
	require.Contains(t, empty, row{"mean arc length", "0.00"})
	for _, s := range read(t, small+smallX+"1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t1\ty\t_\t_\n\n") {
		stats.add(treebank.SentenceItem(s))
	}
	require.Equal(t, &ArcStats{
		brief: &brief{}, Sentences: 3, Words: 9, Ranges: 1, EmptyNodes: 1, Longest: 5,
		Roots: []int{1, 2}, Unknown: 1, NoLemma: 2, Cyclic: 1, Arcs: 6, ArcLength: 3 + 2 + 1 + 1 + 1 + 1,
		Labels:              Counter{"nsubj": 1, "cop": 1, "case": 1, "root": 1, "_": 1, "SB": 1, "ROOT": 1, "x": 1, "y": 1},
		UPOS:                Counter{"PRON": 1, "AUX": 1, "ADP": 1, "PROPN": 1, "PUNCT": 1, "N": 1, "V": 1, "_": 2},
		XPOS:                Counter{"PRP": 1, "VBP": 1, "IN": 1, "NNP": 1, ".": 1, "NN": 1, "VVFIN": 1, "_": 2},
		Feats:               Counter{"Case=Nom|Number=Sing": 1, "pl|nom": 1, "_": 7},
		NonProjectiveLabels: Counter{}, LiftedLabels: Counter{}, Only: Counter{},
		Enhanced: EnhancedStats{Sentences: 2, Bad: 1, Edges: 3, Added: 1, Relations: Counter{"nsubj": 1, "dep": 1, "root": 1}},
	}, stats)
	rows, _ := stats.table()
	require.Contains(t, rows, row{"words per sentence", "3.00"})
	require.Contains(t, rows, row{"mean arc length", "1.50"})
	require.Equal(t, []Counted{{"_", 2}, {"ADP", 1}, {"AUX", 1}}, stats.UPOS.Sorted()[:3])
	text, err := json.Marshal(stats)
	require.NoError(t, err)
	require.Contains(t, string(text), `"multiword_ranges":1`)
}

func TestEnhancedStats(t *testing.T) {
	const text = "1\ta\t_\tX\t_\t_\t0\troot\t0:root|2.1:dep\t_\n2\tb\t_\tX\t_\t_\t1\tobl\t1:obl:in|1:nsubj\t_\n" +
		"2.1\tc\t_\t_\t_\t_\t_\t_\t1:dep|2:dep\t_\n3\td\t_\tX\t_\t_\t2\tdep\t2:dep\t_\n\n"
	stats := newArcs(nil)
	for _, s := range append(read(t, text+strings.Replace(text, "1:nsubj", "9:nsubj", 1)), read(t, smallX)...) {
		stats.add(treebank.SentenceItem(s))
	}
	require.Equal(t, EnhancedStats{
		Sentences: 2, Bad: 1, Edges: 7, Added: 5, SeveralHeads: 1,
		Relations: Counter{"root": 1, "dep": 4, "obl:in": 1, "nsubj": 1},
	}, stats.Enhanced)
}

func TestCounterParts(t *testing.T) {
	c := Counter{"a": 1, "b": 2, "c": 3}
	require.Equal(t, Counter{"a": 1, "b": 2}, c.Below(3))
	require.Equal(t, Counter{"b": 2}, c.Without(Counter{"a": 5, "c": 0}))
	require.Equal(t, c, c.Without(nil))
}

// TestStatsOfSamples counts our own non-projective sentences. Each has one
// non-projective arc.
func TestStatsOfSamples(t *testing.T) {
	for _, file := range []string{"nl", "de"} {
		all, err := conll.ReadFile("../../../../testdata/nonproj/" + file + ".conllu")
		require.NoError(t, err)
		stats := newArcs(nil)
		for _, s := range all {
			stats.add(treebank.SentenceItem(s))
		}
		require.Equal(t, len(all), stats.NonProjectiveSentences)
		require.Equal(t, len(all), stats.NonProjectiveArcs)
		require.Equal(t, []int{0, len(all)}, stats.Roots)
		arcs, lifted := 0, 0
		for _, c := range stats.NonProjectiveLabels.Sorted() {
			arcs += c.N
		}
		for _, c := range stats.LiftedLabels.Sorted() {
			require.Contains(t, c.Name, "↑")
			lifted += c.N
		}
		require.Equal(t, []int{len(all), len(all)}, []int{arcs, lifted})
	}
}

// The tables that come with the treebanks say the same.
func TestStatsAreThoseOfTheTreebanksTables(t *testing.T) {
	data := testkit.Shared(t, "")
	readme, err := os.ReadFile(filepath.Join(data, "README.md"))
	require.NoError(t, err)
	row := regexp.MustCompile(`(?m)^\| ((?:ud|ptb|conllx)/\S+\.conllu?\.gz) \|(.*)\|$`)
	rows := row.FindAllStringSubmatch(string(readme), -1)
	require.Len(t, rows, 26)
	for _, r := range rows {
		var want []int
		for _, cell := range strings.Split(r[2], "|") {
			n, err := strconv.Atoi(strings.Fields(cell)[0])
			require.NoError(t, err)
			want = append(want, n)
		}
		if !testkit.Deep() && strings.HasSuffix(r[1], "train.conllu.gz") {
			continue
		}
		require.Equal(t, want[:10], tableRow(t, filepath.Join(data, r[1])), r[1])
	}
}

// tableRow counts what the tables have.
func tableRow(t *testing.T, file string) []int {
	in, err := textfile.Open(file, nil)
	require.NoError(t, err)
	defer in.Close()
	if filepath.Base(filepath.Dir(file)) == "eu" {
		require.NoError(t, in.Decode("iso-8859-1"))
	}
	stats := newArcs(nil)
	for s, err := range conll.NewReader(in, file).All() {
		require.NoError(t, err)
		stats.add(treebank.SentenceItem(s))
	}
	return []int{
		stats.Sentences, stats.Words, stats.NonProjectiveSentences, stats.NonProjectiveArcs,
		len(stats.Labels), len(stats.UPOS), len(stats.XPOS), stats.Ranges, stats.EmptyNodes, stats.Longest,
	}
}
