package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/conllx"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/testdata/testkit"
)

// madeUp is a report with everything that there can be in one.
func madeUp() *Ablation {
	variant := func(system, oracle string, explore float64) *Variant {
		o := engine.Options{System: system, Oracle: oracle}
		o.Explore = explore
		return &Variant{Options: o}
	}
	hybrid, edit, standard := variant("arc-hybrid", "dynamic", 0.9), variant("arc-hybrid", "fsa-edit", 0), variant("arc-standard", "static", 0)
	a := &Ablation{
		Command: "parser ablate --sentences=100", Trees: "dependencies", Epochs: 15, Seeds: []uint64{1, 2, 3},
		Train: Source{"xx/train.conllu", 100, 332}, Dev: Source{"xx/dev.conllu", 1, 1},
		Omitted: []Omission{
			{Setting{System: "arc-standard", Oracle: "dynamic", Explore: 0.9}, oracle.ErrNoOracle.Error()},
			{Setting{System: "arc-standard", Oracle: "static", Explore: 0.9}, "it must not"},
			{Setting{System: "arc-standard", Oracle: "fsa-edit"}, oracle.ErrNoOracle.Error()},
		},
	}
	run := func(v *Variant, seed uint64, las float64, us float64, n Comparison) *Run {
		r := &Run{Variant: v, Treebank: &Treebank{}, Options: v.Options, Outcome: &Outcome{
			Rounds: make([]Round, seed), Best: int(seed), Skipped: structure.Skipped{Partial: 2}, Seconds: 60,
			Oracle: &Examination{Time: us, Exact: "pd", Comparison: n},
		}}
		r.Options.Seed = seed
		r.Outcome.Rounds[seed-1] = Round{measured: measured{LAS: las, UAS: 100}}
		return r
	}
	missing := func(v *Variant) *Run { return &Run{Variant: v, Treebank: &Treebank{}, Options: v.Options} }
	odd := run(standard, 1, 70, 40, Comparison{})
	odd.Outcome.Oracle.Exact, odd.Outcome.Skipped.MultiRoot = "", 1
	a.Add([]*Run{
		run(hybrid, 1, 80, 1, Comparison{Configurations: 10}), run(hybrid, 2, 82, 2, Comparison{Configurations: 10}),
		run(hybrid, 3, 84, 3, Comparison{Configurations: 10}),
		run(edit, 1, 75, 12345, Comparison{Configurations: 30_000, Wrong: 1, Refused: 1}),
		run(edit, 2, 76, 12346, Comparison{Configurations: 30_000, Wrong: 3, Refused: 1}), missing(edit),
		odd, missing(standard), missing(standard),
	}, "")
	return a
}

func TestAblationGolden(t *testing.T) {
	r := madeUp()
	for _, format := range []string{Text, Markdown, CSV, JSON} {
		var out, notes bytes.Buffer
		require.NoError(t, Write(&out, &notes, format, r))
		if format == CSV {
			require.Equal(t, strings.Join(r.page().notes, "\n")+"\n", notes.String(), "what CSV has no place for")
		} else {
			require.Empty(t, notes.String())
		}
		testkit.Golden(t, "testdata/ablation."+format, out.String())
	}
}

// The JSON has all that the other formats need.
func TestAblationRoundTrip(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Write(&out, nil, JSON, madeUp()))
	var again Ablation
	require.NoError(t, json.Unmarshal(out.Bytes(), &again))
	require.Equal(t, madeUp(), &again)
}

func TestSpread(t *testing.T) {
	of := func(numbers ...float64) Spread { return spreadOf(numbers, func(x float64) float64 { return x }) }
	require.Equal(t, Spread{}, of())
	require.Equal(t, Spread{Mean: 7}, of(7))
	require.Equal(t, Spread{Mean: 5, Deviation: 2}, of(3, 5, 7))
	require.Equal(t, Spread{Mean: 2}, of(2, 2))
}

// No error and few errors look different.
func TestShareText(t *testing.T) {
	for want, row := range map[string]Comparison{
		"–":      {},
		"0.00":   {Configurations: 1e6},
		"<0.01":  {Configurations: 1e6, Wrong: 99},
		"0.01":   {Configurations: 1e6, Wrong: 100},
		"100.00": {Configurations: 3, Wrong: 3},
	} {
		require.Equal(t, want, row.shareText())
	}
}

func TestTimeText(t *testing.T) {
	for want, us := range map[string]float64{"0.12": 0.123, "9.99": 9.99, "12.3": 12.34, "12346": 12345.6} {
		require.Equal(t, want, timeText(us))
	}
}

// madeUpTable is a report of runs that never took place: one failed, and one was interrupted.
func madeUpTable(t *testing.T, name string) *Table {
	return madeUpTableOf(t, name, "arc-hybrid", "dependencies", "da", "en")
}

// madeUpGraphs is one of graphs: of the paper's corpora and others.
func madeUpGraphs(t *testing.T, name string) *Table {
	return madeUpTableOf(t, name, "amr", "graphs", "proxy", "qald")
}

func madeUpTableOf(t *testing.T, name, system, trees string, langs ...string) *Table {
	t.Helper()
	r := &Table{
		Table: name, Command: "parser table --seeds=1,2 " + name, Trees: trees, Parts: []string{Dev}, Epochs: 15,
		Seeds: []uint64{1, 2}, Langs: langs,
	}
	if name == "learners" || name == "templates" {
		r.Langs, r.Parts = []string{"en"}, []string{Dev, Test}
	}
	grid := TableGrid{Targets: []float64{0.1, 0}, Focuses: []Focus{{}, {Steps: 5, Growth: 1}}, Near: 0.1}
	variants, err := TableVariants(name, DefaultsFor(system), grid)
	require.NoError(t, err)
	for i := range variants {
		if o := &variants[i].Options; name != "imitation" && system == "arc-hybrid" { // whose layout goes by learners
			require.NoError(t, json.Unmarshal([]byte(`{"learner":"sgd","reduction":"one"}`), &o.Learner))
		}
	}
	var banks []*Treebank
	for _, lang := range r.Langs {
		banks = append(banks, &Treebank{Lang: lang})
		for i, part := range append([]string{Train}, r.Parts...) {
			r.Data = append(r.Data, PartSource{lang, part, Source{lang + "/" + part + ".conllu", 100 + i, 100 + 2*i}})
		}
	}
	runs, err := Plan(variants, r.Seeds, banks...)
	require.NoError(t, err)
	for i, one := range runs {
		one.Program, one.Outcome = "v1", madeUpOutcome(i)
	}
	runs[1].Program = "v0"
	runs[2].Outcome.Skipped.Partial = 3
	runs[len(runs)-2].Outcome, runs[len(runs)-1].Outcome = nil, nil
	r.Add(runs, "v1")
	r.Failures = []string{"en Some, seed 2: no & such"}
	return r
}

func madeUpOutcome(i int) *Outcome {
	a := func(scored int) *Accuracy {
		return &Accuracy{
			All:   Attached{Scored: scored, Heads: scored, Both: scored / 2},
			Words: Attached{Scored: scored, Heads: scored - 5 - i%5, Both: scored - 7 - i%9},
		}
	}
	o := &Outcome{Best: 2, Dev: a(100), Test: a(90), Seconds: 9}
	o.Dev.Smatch, o.Dev.Precision, o.Dev.Recall = 70+float64(i%7), 72+float64(i%7), 68+float64(i%7)
	for n := range 3 {
		o.Rounds = append(o.Rounds, Round{
			measured: measured{Smatch: 60 + float64((i+n)%7), LAS: 80 + float64((i+n)%7), UAS: 90},
			RollOuts: 100 * i * (n + 1), Seconds: 0.5 * float64((i+1)*(n+1)),
		})
	}
	return o
}

// madeUpTables has a table of every kind, of each kind of trees.
func madeUpTables(t *testing.T) map[string]*Table {
	tables := map[string]*Table{}
	for _, name := range TableNames() {
		tables[name] = madeUpTable(t, name)
	}
	for _, name := range []string{Imitation, Exploration, Corpora} {
		tables[name+"-amr"] = madeUpGraphs(t, name)
	}
	return tables
}

// One table shows what the JSON of all looks like: that it has everything is for
// TestTableRoundTrip to say.
func TestTableGolden(t *testing.T) {
	for name, r := range madeUpTables(t) {
		formats := []string{Text, Markdown, LaTeX, CSV}
		if name == "languages" {
			formats = append(formats, JSON)
		}
		for _, format := range formats {
			var out, notes bytes.Buffer
			require.NoError(t, Write(&out, &notes, format, r))
			if format == CSV {
				require.Equal(t, strings.Join(r.page().notes, "\n")+"\n", notes.String(), "what CSV has no place for")
			} else {
				require.Empty(t, notes.String())
			}
			testkit.Golden(t, "testdata/table."+name+"."+format, out.String())
		}
	}
}

// The JSON has all that the other formats need.
func TestTableRoundTrip(t *testing.T) {
	for name, r := range madeUpTables(t) {
		requireRoundTrip(t, r, name)
	}
}

func requireRoundTrip(t *testing.T, r *Table, name string) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, Write(&out, nil, JSON, r))
	var again Table
	require.NoError(t, json.Unmarshal(out.Bytes(), &again))
	require.Equal(t, r, &again, name)
}

// Curves, which not every table has, have names of their own in JSON.
func TestCurvesInJSON(t *testing.T) {
	var table struct{ Curves []json.RawMessage }
	var out bytes.Buffer
	require.NoError(t, Write(&out, nil, JSON, madeUpTable(t, Exploration)))
	require.NoError(t, json.Unmarshal(out.Bytes(), &table))
	require.JSONEq(
		t,
		`{"variant": "DAgger", "group": "targeted", "lang": "en", "seed": 1, "best": 2, "rounds": [`+
			`{"uas": 90, "las": 81, "smatch": 61, "rollouts": 100, "seconds": 1}, `+
			`{"uas": 90, "las": 82, "smatch": 62, "rollouts": 200, "seconds": 2}, `+
			`{"uas": 90, "las": 83, "smatch": 63, "rollouts": 300, "seconds": 3}]}`,
		string(table.Curves[1]),
	)
}

// With punctuation, and of constituents, other scores are shown.
func TestTableScores(t *testing.T) {
	o := madeUpOutcome(0)
	o.Dev.F1 = 77
	punctuation := false
	score := func(part, metric string) any {
		x, ok := (&Run{Outcome: o}).Score(part, metric, punctuation)
		if !ok {
			return nil
		}
		return x
	}
	require.Equal(t, 95.0, score(Dev, uas))
	require.Equal(t, 93.0, score(Dev, las))
	require.Equal(t, 77.0, score(Dev, "F1"))
	punctuation = true
	require.Equal(t, 100.0, score(Test, uas))
	require.Equal(t, 50.0, score(Test, las))
	o.Test, o.Dev.All = nil, Attached{}
	require.Nil(t, score(Test, las))
	require.Nil(t, score(Dev, uas), "no word at all")
	require.Equal(t, 50.0, float64(conllx.Attachment{Scored: 2, Both: 1}.LAS()))
}

// The last column of Chang et al. (2015), Table 3, is the mean of the others.
func TestPublished(t *testing.T) {
	for _, c := range []struct {
		variant, metric string
		average         float64
	}{
		{"L2S", uas, 86.81}, {"DYNA", uas, 85.42}, {"SNN-like", uas, 81.32},
		{"L2S", las, 81.34}, {"DYNA", las, 80.33}, {"SNN-like", las, 75.34},
	} {
		mean := 0.0
		for _, lang := range strings.Fields(publications["languages"].columns) {
			x := published("languages", c.variant, lang, Dev, c.metric)
			require.Positive(t, x)
			mean += x / 10
		}
		require.InDelta(t, c.average, mean, 0.011, c)
	}
	require.Equal(t, 91.09, published("learners", "NN+FTRL", "en", Test, las))
	require.Equal(t, 78.01, published("templates", "Unigram", "en", Dev, las))
	for want, of := range map[float64][4]string{
		65.5: {"imitation", "exact arow r=10 α=0", "any", Dev}, 68.6: {
			"imitation", "dagger perceptron α=1", "any", Dev,
		}, 67: {"imitation", "exact arow r=1000 α=1", "any", Dev},
		54: {"corpora", "exact imitation", "lpp", Dev}, 46.8: {"corpora", "DAgger", "bolt", Dev}, 52: {"corpora", "V-DAgger", "bolt", Test},
	} {
		require.Equal(t, want, published(of[0], of[1], of[2], of[3], "Smatch"))
	}
	require.Equal(t, 73., published("corpora", "V-DAgger", "proxy", Test, "precision"))
	require.Equal(t, 68., published("corpora", "V-DAgger", "proxy", Test, "recall"))
	for _, none := range [][5]string{
		{"imitation", "lols perceptron α=0", "en", Dev, "Smatch"}, {
			"imitation", "exact perceptron α=0", "en", Test, "Smatch",
		}, {"imitation", "exact perceptron α=0", "en", Dev, las},
		{"corpora", "DAgger", "en", Dev, "Smatch"}, {"corpora", "DAgger", "lpp", Test, "Smatch"}, {"corpora", "V-DAgger", "proxy", Dev, "recall"},
		{"languages", "L2S", "xx", Dev, las}, {"learners", "SGD", "da", Dev, las},
		{"templates", "None", "en", Dev, las}, {"imitation", "L2S", "en", Dev, las}, {"languages", "L2S", "en", Dev, "F1"},
	} {
		require.Zero(t, published(none[0], none[1], none[2], none[3], none[4]))
	}
}

// Two programs that share a file of results lose nothing.
func TestSharedResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.jsonl")
	one := func(key string) *Run {
		return &Run{Variant: &Variant{}, Treebank: &Treebank{}, Key: key, Outcome: madeUpOutcome(len(key))}
	}
	require.NoError(t, os.WriteFile(file, []byte(`{"key":"half`), 0o666))
	var both [2]*Results
	for i := range both {
		var err error
		both[i], err = OpenResults(file)
		require.NoError(t, err)
		require.NoError(t, both[i].add(one(fmt.Sprint("a", i)), ""))
	}
	for n := range 20 {
		require.NoError(t, both[n%2].add(one(strings.Repeat("b", 1+n)), ""))
	}
	for _, r := range both {
		require.NoError(t, r.Close())
	}
	all, err := OpenResults(file)
	require.NoError(t, err)
	defer all.Close()
	require.Len(t, all.known, 22)
	require.Equal(t, one("bbb").Outcome, all.known["bbb"].Outcome)
}

func TestBadResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.jsonl")
	for _, bad := range []string{"{}\n", "\n[1]\n", "key\n", "{\"key\":\"a\"}\n{}\n",
		"a note without an end of line", "\nkey", "{\"key\":\"a\",\"outcome\":{\"best\":1}}\n", "{\"key\":\"a\",\"outcome\":{\"rounds\":[{}]}}\n",
	} {
		require.NoError(t, os.WriteFile(file, []byte(bad), 0o666))
		_, err := OpenResults(file)
		require.ErrorIs(t, err, ErrResults, bad)
		require.ErrorContains(t, err, file+":")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, bad, string(text), "what is not ours stays as it is")
	}
	_, err := OpenResults(t.TempDir())
	require.ErrorContains(t, err, "is no file to add results to")
}

// A result that cannot be added ends the runs, whether it is the first or the last, and is
// reported once.
func TestResultsThatCannotBeAdded(t *testing.T) {
	variants, err := TableVariants("templates", DefaultsFor("arc-hybrid"), TableGrid{})
	require.NoError(t, err)
	variants = variants[:1]
	variants[0].Options.Epochs = 1
	train, err := conll.ReadFile("../../../../testdata/en/train.conllu")
	require.NoError(t, err)
	bank := NewTreebank("en", treebank.Data{Sentences: train[:5]}, treebank.Data{Sentences: train[5:10]}, treebank.Data{})
	for _, seeds := range [][]uint64{{1}, {1, 2, 3}} {
		runs, err := Plan(variants, seeds, bank)
		require.NoError(t, err)
		known, err := OpenResults(filepath.Join(t.TempDir(), "results.jsonl"))
		require.NoError(t, err)
		require.NoError(t, known.Close())
		err = (&Runner{Results: known}).Run(t.Context(), runs)
		require.ErrorIs(t, err, os.ErrClosed)
		require.Equal(t, 1, strings.Count(err.Error(), "results: "))
		for _, r := range runs {
			require.NoError(t, r.Err)
		}
		require.NotNil(t, runs[0].Outcome, "and shown all the same")
		require.Len(t, known.known, 1)
	}
}
