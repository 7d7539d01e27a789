package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval/conllx"
	"parser/model"
	"parser/parser"
	"parser/parser/experiment"
)

// madeUpTable is a report of runs that never were, one of which failed and one of which
// was interrupted.
func madeUpTable(t *testing.T, name string) *tableReport {
	t.Helper()
	e := testEnv(t, nil, io.Discard, io.Discard)
	tab := newTabling(&e)
	tab.name, tab.langs, tab.seeds, tab.parts = name, []string{"da", "en"}, []uint64{1, 2}, []string{devPart}
	tab.grid = experiment.TableGrid{Targets: []float64{0.1, 0}, Focuses: []experiment.Focus{{}, {Steps: 5, Growth: 1}}, Near: 0.1}
	if name == "learners" || name == "templates" {
		tab.langs, tab.parts = []string{"en"}, []string{devPart, testPart}
	}
	var err error
	tab.variants, err = experiment.TableVariants(name, tab.options, tab.grid)
	require.NoError(t, err)
	for i := range tab.variants {
		if o := &tab.variants[i].Options; name != "imitation" { // whose layout goes by learners
			o.Learner = model.Spec{Maker: model.SGD{Reduced: model.Reduced{Reduction: "one"}}}
		}
	}
	var banks []*bank
	for _, lang := range tab.langs {
		b := &bank{lang: lang, data: &experiment.Data{}}
		for i, part := range append([]string{trainPart}, tab.parts...) {
			b.read = append(b.read, tableData{lang, part, ablationData{lang + "/" + part + ".conllu", 100 + i, 100 + 2*i}})
		}
		banks = append(banks, b)
	}
	runs, err := tab.plan(banks)
	require.NoError(t, err)
	for i, r := range runs {
		r.result = &record{Program: version(), Outcome: madeUpOutcome(i)}
	}
	runs[1].result.Program = "v0"
	runs[2].result.Outcome.Skipped.Partial = 3
	runs[len(runs)-2].result, runs[len(runs)-1].result = nil, nil
	return tab.report("parser table --seeds=1,2", banks, runs, []string{"en Some, seed 2: no & such"})
}

func madeUpOutcome(i int) *experiment.Outcome {
	a := func(scored int) *experiment.Accuracy {
		return &experiment.Accuracy{All: experiment.Attached{Scored: scored, Heads: scored, Both: scored / 2}, Words: experiment.Attached{Scored: scored, Heads: scored - 5 - i%5, Both: scored - 7 - i%9}}
	}
	o := &experiment.Outcome{Best: 2, Dev: a(100), Test: a(90), Seconds: 9}
	for n := range 3 {
		o.Rounds = append(o.Rounds, experiment.Round{LAS: 80 + float64((i+n)%7), UAS: 90, RollOuts: 100 * i * (n + 1), Seconds: 0.5 * float64((i+1)*(n+1))})
	}
	return o
}

func TestTableGolden(t *testing.T) {
	for _, name := range experiment.TableNames() {
		r := madeUpTable(t, name)
		for _, format := range (&tabling{}).formats() {
			var out, notes bytes.Buffer
			require.NoError(t, writeReport(&out, &notes, format, r))
			if format == formatCSV {
				require.Equal(t, strings.Join(r.notes(), "\n")+"\n", notes.String(), "what CSV has no place for")
			} else {
				require.Empty(t, notes.String())
			}
			requireGolden(t, "table."+name+"."+format, out.String())
		}
	}
}

// The JSON has all that the other formats need.
func TestTableRoundTrip(t *testing.T) {
	for _, name := range experiment.TableNames() {
		var out bytes.Buffer
		require.NoError(t, writeReport(&out, nil, formatJSON, madeUpTable(t, name)))
		var again tableReport
		require.NoError(t, json.Unmarshal(out.Bytes(), &again))
		require.Equal(t, madeUpTable(t, name), &again)
	}
}

// With punctuation, and of constituents, other scores are shown.
func TestTableScores(t *testing.T) {
	o := madeUpOutcome(0)
	o.Dev.F1 = 77
	e := testEnv(t, nil, io.Discard, io.Discard)
	tab := newTabling(&e)
	score := func(part, metric string) any {
		x, ok := tab.scoreIn(o, part, metric)
		if !ok {
			return nil
		}
		return x
	}
	require.Equal(t, 95.0, score(devPart, metricUAS))
	require.Equal(t, 93.0, score(devPart, metricLAS))
	require.Equal(t, 77.0, score(devPart, metricF1))
	tab.punctuation = true
	require.Equal(t, 100.0, score(testPart, metricUAS))
	require.Equal(t, 50.0, score(testPart, metricLAS))
	o.Test, o.Dev.All = nil, experiment.Attached{}
	require.Nil(t, score(testPart, metricLAS))
	require.Nil(t, score(devPart, metricUAS), "no word at all")
	require.Equal(t, 50.0, float64(conllx.Attachment{Scored: 2, Both: 1}.LAS()))
}

// The last column of Chang et al. (2015), Table 3, is the mean of the others.
func TestPublishedAverages(t *testing.T) {
	for _, c := range []struct {
		variant, metric string
		average         float64
	}{
		{"L2S", metricUAS, 86.81}, {"DYNA", metricUAS, 85.42}, {"SNN-like", metricUAS, 81.32},
		{"L2S", metricLAS, 81.34}, {"DYNA", metricLAS, 80.33}, {"SNN-like", metricLAS, 75.34},
	} {
		mean := 0.0
		for _, lang := range strings.Fields(publishedLanguages) {
			x := published("languages", c.variant, lang, devPart, c.metric)
			require.Positive(t, x)
			mean += x / 10
		}
		require.InDelta(t, c.average, mean, 0.011, c)
	}
	require.Equal(t, 91.09, published("learners", "NN+FTRL", "en", testPart, metricLAS))
	require.Equal(t, 78.01, published("templates", "Unigram", "en", devPart, metricLAS))
	for _, none := range [][5]string{
		{"languages", "L2S", "xx", devPart, metricLAS}, {"learners", "SGD", "da", devPart, metricLAS},
		{"templates", "None", "en", devPart, metricLAS}, {"imitation", "L2S", "en", devPart, metricLAS}, {"languages", "L2S", "en", devPart, metricF1},
	} {
		require.Zero(t, published(none[0], none[1], none[2], none[3], none[4]))
	}
}

// quickTable is a table of a second.
func quickTable(more ...string) []string {
	return append([]string{"table", "templates", "--learner", "perceptron", "--seeds", "2,1", "--epochs", "1", "--sentences", "15"}, more...)
}

// A table that was interrupted after each run, and whose file of results lost the end of
// its last line, comes out like one that was not.
func TestResumedTable(t *testing.T) {
	whole := run(t, "", quickTable()...)
	require.Equal(t, statusDone, whole.status, whole.stderr)
	file := filepath.Join(t.TempDir(), "results.jsonl")
	args := quickTable("--resume", file)
	for n := range 3 {
		ctx, stop := context.WithCancel(t.Context())
		var stdout bytes.Buffer
		e := testEnv(t, nil, &stdout, &stopper{"run 1/", stop})
		require.Equal(t, statusInterrupted, Run(ctx, append([]string{programName}, args...), e))
		require.Contains(t, stdout.String(), fmt.Sprintf("\ninterrupted after %d of 6 runs\n", n+1))
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, n+1, strings.Count(string(text), "\n"))
		require.NoError(t, os.WriteFile(file, append(text, `{"key":"half`...), 0o666))
	}
	resumed := run(t, "", args...)
	require.Equal(t, statusDone, resumed.status, resumed.stderr)
	require.Contains(t, resumed.stderr, "\n3 of 6 runs to do\n")
	command := regexp.MustCompile(`(?m)^parser table .*$`)
	require.Equal(t, command.ReplaceAllString(whole.stdout, ""), command.ReplaceAllString(resumed.stdout, ""))
	again := run(t, "", append(args, "--parallel", "3")...)
	require.Equal(t, resumed.stdout, again.stdout)
	require.Contains(t, again.stderr, "\n0 of 6 runs to do\n")
	other := run(t, "", append(args, "--margin", "1", "--seeds", "1")...)
	require.NotContains(t, other.stderr, "to do", "other options are other runs")
}

// A table that cannot be written where it should be is printed, whatever becomes of plots.
func TestTableIsNotLost(t *testing.T) {
	folder := t.TempDir()
	out, svg := filepath.Join(folder, "table"), filepath.Join(folder, "plots")
	spoil := func() { // after all was found to be in order
		require.NoError(t, os.MkdirAll(filepath.Join(out, "full"), 0o777))
		require.NoError(t, os.RemoveAll(svg))
		require.NoError(t, os.WriteFile(svg, nil, 0o666))
	}
	quick := []string{programName, "table", "exploration", "--targets", "1", "--focuses", "0/0", "--epochs", "1", "--sentences", "3", "--seeds", "1"}
	for _, more := range [][]string{{"--out", out}, {"--svg", svg}} {
		var stdout bytes.Buffer
		var stderr strings.Builder
		e := testEnv(t, nil, &stdout, io.MultiWriter(&stopper{"run 1/", spoil}, &stderr))
		require.Equal(t, statusFailed, Run(t.Context(), append(quick, more...), e))
		require.Contains(t, stdout.String(), "\nen  targeted     DAgger ")
		require.Contains(t, stderr.String(), "\nparser: ")
		require.NoError(t, os.RemoveAll(out))
		require.NoError(t, os.RemoveAll(svg))
	}
}

// The table does not depend on the number of runs at a time.
func TestParallelTable(t *testing.T) {
	one := run(t, "", quickTable("--quiet")...)
	require.Equal(t, statusDone, one.status)
	require.Empty(t, one.stderr)
	require.Equal(t, one, run(t, "", quickTable("--quiet", "--parallel", "4")...))
}

// Two programs that share a file of results lose nothing.
func TestSharedResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.jsonl")
	one := func(key string) *record { return &record{Key: key, Outcome: madeUpOutcome(len(key))} }
	require.NoError(t, os.WriteFile(file, []byte(`{"key":"half`), 0o666))
	var both [2]*results
	for i := range both {
		var err error
		both[i], err = openResults(file)
		require.NoError(t, err)
		require.NoError(t, both[i].add(one(fmt.Sprint("a", i))))
	}
	for n := range 20 {
		require.NoError(t, both[n%2].add(one(strings.Repeat("b", 1+n))))
	}
	for _, r := range both {
		require.NoError(t, r.Close())
	}
	all, err := openResults(file)
	require.NoError(t, err)
	defer all.Close()
	require.Len(t, all.known, 22)
	require.Equal(t, one("bbb"), all.known["bbb"])
}

func TestBadResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.jsonl")
	for _, bad := range []string{"{}\n", "\n[1]\n", "key\n", "{\"key\":\"a\"}\n{}\n",
		"a note without an end of line", "\nkey", "{\"key\":\"a\",\"outcome\":{\"best\":1}}\n", "{\"key\":\"a\",\"outcome\":{\"rounds\":[{}]}}\n",
	} {
		require.NoError(t, os.WriteFile(file, []byte(bad), 0o666))
		_, err := openResults(file)
		require.ErrorIs(t, err, errResults, bad)
		require.ErrorContains(t, err, file+":")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, bad, string(text), "what is not ours stays as it is")
	}
	_, err := openResults(t.TempDir())
	require.ErrorContains(t, err, "is no file to add results to")
}

// A result that cannot be added ends the runs, be it the first or the last, and is
// complained of once.
func TestResultsThatCannotBeAdded(t *testing.T) {
	e := testEnv(t, nil, io.Discard, io.Discard)
	tab := newTabling(&e)
	tab.name, tab.langs, tab.parts, tab.sentences, tab.options.Epochs = "templates", []string{"en"}, []string{devPart}, 5, 1
	var err error
	tab.variants, err = experiment.TableVariants(tab.name, tab.options, tab.grid)
	require.NoError(t, err)
	tab.variants = tab.variants[:1]
	banks, err := tab.findBanks()
	require.NoError(t, err)
	require.NoError(t, tab.readBanks(banks))
	for _, tab.seeds = range [][]uint64{{1}, {1, 2, 3}} {
		runs, err := tab.plan(banks)
		require.NoError(t, err)
		known, err := openResults(filepath.Join(t.TempDir(), "results.jsonl"))
		require.NoError(t, err)
		require.NoError(t, known.Close())
		failed, err := tab.carryOut(t.Context(), runs, known)
		require.ErrorIs(t, err, os.ErrClosed)
		require.Equal(t, 1, strings.Count(err.Error(), "results: "))
		require.Empty(t, failed)
		require.NotNil(t, runs[0].result, "and shown all the same")
		require.Len(t, known.known, 1)
	}
}

// A run that fails is named, and the others go on.
func TestFailedRunOfTable(t *testing.T) {
	data := t.TempDir()
	tree := func(head int) string {
		return fmt.Sprintf("1\tWe\twe\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\t_\n3\tit\tit\tPRON\tPRP\t_\t%d\tobj\t_\t_\n\n", head)
	}
	for lang, head := range map[string]int{"aa": 2, "bb": 0} {
		require.NoError(t, os.MkdirAll(filepath.Join(data, lang), 0o777))
		for _, part := range []string{"train", "dev"} {
			require.NoError(t, os.WriteFile(filepath.Join(data, lang, part+".conllu"), []byte(tree(head)), 0o666))
		}
	}
	r := run(t, "", "table", "languages", "--data", data, "--seeds", "1", "--epochs", "1", "--roots", "single")
	require.Equal(t, statusFailed, r.status)
	require.Contains(t, r.stderr, "bb SNN-like  seed 1  failed: ")
	require.Contains(t, r.stderr, "parser: 1 of 6 runs failed\n")
	require.Contains(t, r.stdout, "\nfailed: bb SNN-like, seed 1: ")
	require.Regexp(t, `(?m)^dev LAS +L2S +[\d.]+\*? +[\d.]+\*? +[\d.]+\*?$`, r.stdout)
	require.Regexp(t, `(?m)^ +SNN-like +[\d.]+\*? +– +–$`, r.stdout)
}

// Every option of a run can be set.
func TestTableHasTheFlagsOfTrain(t *testing.T) {
	e := testEnv(t, nil, io.Discard, io.Discard)
	names := map[string]bool{}
	for _, f := range tableCommand(&e).Flags {
		for _, name := range f.Names() {
			require.False(t, names[name], "%s twice", name)
			names[name] = true
		}
	}
	o := parser.DefaultOptions()
	for _, f := range optionFlags(&o) {
		name := f.Names()[0]
		require.Equal(t, name != "seed", names[name], name)
	}
}
