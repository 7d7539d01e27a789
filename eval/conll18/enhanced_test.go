package conll18

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/testdata/testkit"
	"parser/testdata/testkit/evaltest"
)

// The counts and ratios of the UD tools, of every pair and measure, to the digit.
func TestEnhancedEqualsOfficialScript(t *testing.T) {
	const folder = "eval/enhanced/"
	expected, err := os.ReadFile(testkit.Shared(t, folder+"expected.tsv"))
	require.NoError(t, err)
	rows := strings.Split(strings.TrimSpace(string(expected)), "\n")[1:]
	require.Len(t, rows, 32)
	for ; len(rows) > 0; rows = rows[2:] {
		f := strings.Split(rows[0], "\t")
		read := func(name string) string { return testkit.Shared(t, folder+name+".conllu.gz") }
		e, err := ScoreEnhanced(evaltest.Read(t, read(f[0])), evaltest.Read(t, read(f[1])), f[2] == "no")
		require.NoError(t, err)
		for i, m := range []row{{"EULAS", &e.EULAS}, {"ELAS", &e.ELAS}} {
			got := fmt.Sprint(strings.Join(f[:3], "\t"), "\t", m.name, "\t", m.Correct, "\t", m.Gold, "\t", m.System, "\t",
				m.Precision(), "\t", m.Recall(), "\t", m.F1())
			require.Equal(t, rows[i], got)
		}
		gold, found, system, right := 0, 0, 0, 0
		for _, k := range e.Kinds {
			gold, found, system, right = gold+k.Gold, found+k.Found, system+k.System, right+k.Right
		}
		require.Equal(t, []int{e.ELAS.Gold, e.ELAS.Correct, e.ELAS.System, e.ELAS.Correct}, []int{gold, found, system, right})
	}
}

// gapping is a sentence with an elided predicate, 5.1: Mia drinks tea and Leo (drinks) milk.
const gapping = `# sent_id = gapping
1	Mia	Mia	PROPN	_	_	2	nsubj	2:nsubj	_
2	drinks	drink	VERB	_	_	0	root	0:root	_
3	tea	tea	NOUN	_	_	2	obj	2:obj	_
4	and	and	CCONJ	_	_	5	cc	5.1:cc	_
5	Leo	Leo	PROPN	_	_	2	conj	5.1:nsubj	_
5.1	drinks	drink	VERB	_	_	_	_	0:root|2:conj:and	_
6	milk	milk	NOUN	_	_	5	orphan	5.1:obj	_

`

// sentencesOf reads gapping where old texts are replaced by new ones.
func sentencesOf(t testing.TB, file string, oldAndNew ...string) []*conll.Sentence {
	t.Helper()
	text := strings.NewReplacer(oldAndNew...).Replace(gapping)
	all, err := textfile.ReadAll(conll.NewReader(strings.NewReader(text), file).Read)
	require.NoError(t, err)
	return all
}

// Counts worked out by hand: right, gold and system of EULAS and ELAS, collapsed and as they are.
func TestEnhancedByHand(t *testing.T) {
	for name, c := range map[string]struct {
		change []string
		want   [4][3]int
	}{
		"the same":     {nil, [4][3]int{{9, 9, 9}, {9, 9, 9}, {3, 3, 3}, {3, 3, 3}}},
		"a subtype":    {[]string{"2:nsubj", "2:nsubj:x"}, [4][3]int{{9, 9, 9}, {8, 9, 9}, {3, 3, 3}, {2, 3, 3}}},
		"on a path":    {[]string{"conj:and", "conj:or"}, [4][3]int{{9, 9, 9}, {6, 9, 9}, {3, 3, 3}, {3, 3, 3}}},
		"another head": {[]string{"0:root|2:conj:and", "0:root"}, [4][3]int{{6, 9, 6}, {6, 9, 6}, {3, 3, 3}, {3, 3, 3}}},
		"one edge more": { // both match the gold edge up to the colon
			[]string{"2:obj", "2:obj|2:obj:x"}, [4][3]int{{10, 9, 10}, {9, 9, 10}, {4, 3, 4}, {3, 3, 4}},
		},
		"other words": { // two words of one cannot be aligned, and heads in them are wrong
			[]string{"1\tMia\tMia\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\t_\n2\tdrinks\tdrink\tVERB\t_\t_\t0\troot\t0:root",
				"1\tMi\tMi\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\t_\n2\tadrinks\tdrink\tVERB\t_\t_\t0\troot\t0:root"},
			[4][3]int{{3, 9, 9}, {3, 9, 9}, {0, 3, 3}, {0, 3, 3}},
		},
	} {
		gold, system := sentencesOf(t, "gold"), sentencesOf(t, "system", c.change...)
		var got [4][3]int
		for i, asIs := range []bool{false, true} {
			e, err := ScoreEnhanced(gold, system, asIs)
			require.NoError(t, err)
			require.NoError(t, e.Why)
			for k, m := range []Measure{e.EULAS, e.ELAS} {
				got[2*i+k] = [3]int{m.Correct, m.Gold, m.System}
			}
		}
		require.Equal(t, c.want, got, name)
		scores, err := Score(gold, system)
		require.NoError(t, err)
		require.Equal(t, c.want[0][0], scores.EULAS.Correct, "collapsed, as in the shared tasks")
		require.Equal(t, c.want[1][0], scores.ELAS.Correct)
	}
}

func TestEnhancedTables(t *testing.T) {
	gold := sentencesOf(t, "gold")
	system := sentencesOf(t, "system", "2:nsubj", "2:nsubj:x", "0:root|2:conj:and", "2:conj:and")
	e, err := ScoreEnhanced(gold, system, false)
	require.NoError(t, err)
	require.Equal(t, `                           gold  found  system  right  precision  recall     F1
EULAS                         9      6       6      6     100.00   66.67  80.00
ELAS                          9      5       6      5      83.33   55.56  66.67
  basic edges                 3      2       2      2     100.00   66.67  80.00
  case suffixes               0      0       1      0       0.00    0.00   0.00
  heads of conjuncts          0      0       0      0       0.00    0.00   0.00
  dependents of conjuncts     0      0       0      0       0.00    0.00   0.00
  control and raising         0      0       0      0       0.00    0.00   0.00
  relative clauses            0      0       0      0       0.00    0.00   0.00
  ellipsis                    6      3       3      3     100.00   50.00  66.67
  other                       0      0       0      0       0.00    0.00   0.00
`, testkit.Text(t, e.Write))
	require.Error(t, e.Write(testkit.Failing(40)))

	scores, err := Score(gold, system)
	require.NoError(t, err)
	require.Equal(t, "LAS F1 Score: 100.00\nELAS F1 Score: 66.67\nEULAS F1 Score: 80.00\n"+
		"MLAS Score: 100.00\nBLEX Score: 100.00\n", testkit.Text(t, scores.Write))
	require.Contains(t, testkit.Text(t, scores.WriteTable), ""+
		"LAS        |    100.00 |    100.00 |    100.00 |    100.00\n"+
		"ELAS       |     83.33 |     55.56 |     66.67 |     83.33\n"+
		"EULAS      |    100.00 |     66.67 |     80.00 |    100.00\n"+
		"CLAS       |")
	require.Contains(t, testkit.Text(t, scores.WriteCounts), "ELAS       |         5 |         9 |         6 |         6\n")

	for i := range gold[0].Words {
		gold[0].Words[i].Deps = "_"
	}
	system[0].Words[0].Deps = "99:nsubj" // which is not read
	scores, err = Score(gold, system)
	require.NoError(t, err)
	require.Nil(t, scores.ELAS)
	for _, write := range []func(io.Writer) error{scores.Write, scores.WriteTable, scores.WriteCounts} {
		require.NotContains(t, testkit.Text(t, write), "ELAS")
	}
}

func TestEnhancedErrors(t *testing.T) {
	good, none := sentencesOf(t, "good"), sentencesOf(t, "none.conllu")
	for i := range none[0].Words {
		none[0].Words[i].Deps = "_"
	}
	_, err := ScoreEnhanced(none, good, false)
	require.ErrorIs(t, err, ErrNoDeps)
	require.EqualError(t, err, "none.conllu: no enhanced dependencies: DEPS is empty everywhere")
	_, err = ScoreEnhanced(nil, nil, false)
	require.EqualError(t, err, "gold: no enhanced dependencies: DEPS is empty everywhere")

	for _, c := range []struct{ from, to, want string }{
		{"2:obj", "7:obj", "bad:4: [gapping] bad DEPS: there is no node 7"},
		{"2:obj", "5.2:obj", "bad:4: [gapping] bad DEPS: there is no node 5.2"},
		{"0:root|2:conj", "2.1:conj", "bad:7: [gapping] bad DEPS: there is no node 2.1"},
		{"2:obj", "obj", `bad:4: [gapping] bad DEPS: "obj" is not of the form head:relation`},
	} {
		bad := sentencesOf(t, "bad", c.from, c.to)
		for _, files := range [][2][]*conll.Sentence{{good, bad}, {bad, good}} {
			_, err := ScoreEnhanced(files[0], files[1], false)
			require.ErrorIs(t, err, conll.ErrDeps)
			require.EqualError(t, err, c.want)
			_, err = Score(files[0], files[1])
			require.EqualError(t, err, c.want)
		}
	}

	loose := sentencesOf(t, "loose", "2:obj", "6:obj", "5.1:obj", "3:obj")
	_, err = ScoreEnhanced(loose, good, false)
	require.ErrorIs(t, err, conll.ErrDeps)
	require.EqualError(t, err, "loose:4: [gapping] bad DEPS: no path leads from the root to node 3")
	e, err := ScoreEnhanced(good, loose, false)
	require.NoError(t, err, "a system's graph is scored, as in the shared tasks' script")
	require.Equal(t, 1, e.Unconnected)
	require.EqualError(t, e.Why, "loose:4: [gapping] bad DEPS: no path leads from the root to node 3")
	e, err = ScoreEnhanced(good, none, false)
	require.NoError(t, err)
	require.Equal(t, []int{0, 0, 1}, []int{e.EULAS.System, e.EULAS.Correct, e.Unconnected})
	loose = sentencesOf(t, "loose", "0:root|2:conj", "6:conj")
	_, err = ScoreEnhanced(loose, good, false)
	require.EqualError(t, err, "loose:5: [gapping] bad DEPS: no path leads from the root to node 4")
}
