package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// lessons makes a lesson of every sentence of the English dev sample that is
// projective.
func lessons(t *testing.T, system string) []*treebank.Lesson {
	var all []*treebank.Lesson
	o := parser.DefaultsFor(system)
	if slices.Contains(oracle.Systems(transition.Constituents), system) {
		trees, err := ptb.ReadFile("../../testdata/en/dev.mrg")
		require.NoError(t, err)
		for _, tree := range trees {
			l, err := treebank.NewLesson(treebank.Data{Trees: []*ptb.Tree{tree}}, o.System, o.Encoding())
			require.NoError(t, err)
			all = append(all, l)
		}
		return all
	}
	sentences, err := conll.ReadFile("../../testdata/en/dev.conllu")
	require.NoError(t, err)
	for _, s := range sentences {
		if conll.Projective(s.Heads(nil)) {
			l, err := treebank.NewLesson(treebank.Data{Sentences: []*conll.Sentence{s}}, o.System, o.Encoding())
			require.NoError(t, err)
			all = append(all, l)
		}
	}
	return all
}

// Without a script the best moves lead to the gold tree, and cost nothing.
func TestOracleFollowsToTheGoldTree(t *testing.T) {
	for _, system := range oracle.Systems(transition.Dependencies, transition.Constituents) {
		for _, lesson := range lessons(t, system) {
			for _, name := range oracle.NamesFor(lesson.System) {
				if oracle.Describe(name).Estimates {
					continue
				}
				w := newWalk(lesson)
				require.NoError(t, w.ask(name))
				require.NoError(t, w.run(nil, true, func(*transition.Step) error { return nil }))
				require.Zero(t, w.panel[0].paid)
				require.True(t, lesson.System.Terminal(&w.config))
				require.Zero(t, lesson.Gold.Loss(&w.config), "%s, %s", system, name)
			}
		}
	}
}

// What a script of legal moves has cost in the end is the loss of its tree, by all
// oracles that are exact; and they never differ.
func TestOracleAddsUpWhatAScriptCosts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		system  string
		oracles []string
	}{
		{"arc-hybrid", []string{"dynamic", "fsa", "pd"}}, {"bracket", []string{"dynamic", "fsa"}}, {"shift-label", []string{"dynamic"}},
	} {
		for _, lesson := range lessons(t, c.system) {
			w := newWalk(lesson)
			script := randomScript(random, w)
			require.NoError(t, w.ask(c.oracles...))
			s := &showing{walk: w}
			require.NoError(t, w.run(script, false, func(next *transition.Step) error {
				shown, err := s.look(next)
				require.NoError(t, err)
				for _, costs := range shown.Costs {
					require.False(t, costs.Differs)
				}
				return nil
			}))
			for _, e := range w.panel {
				require.Equal(t, lesson.Gold.Loss(&w.config), e.paid, "%s", e.Name())
			}
		}
	}
}

// randomScript makes moves to the end, with labels of the sentence and others, and
// reads them from text.
func randomScript(random *rand.Rand, w *walk) []transition.Step {
	var c transition.Config
	var script []string
	s := w.lesson.System
	for s.Start(&c, len(w.lesson.Words)); !s.Terminal(&c); {
		m := transition.Move(random.IntN(int(transition.NumMoves)))
		if !s.Legal(&c).Has(m) {
			continue
		}
		text := m.String()
		if m.Labelled() {
			text += "-" + append(w.labels, "x-0", "x:1")[random.IntN(len(w.labels)+2)]
		}
		script = append(script, text)
		s.Apply(&c, m, 0)
	}
	steps, err := transition.ParseScript(strings.Join(script, " "), w.number)
	if err != nil {
		panic(err) // which no move that is legal deserves
	}
	return steps
}

// The lines of JSON hold all that the text says, and its rows of stack and buffer
// are no longer than asked for.
func TestOracleSaysTheSameAsJSON(t *testing.T) {
	for _, c := range []struct{ file, system, width string }{
		{"en/dev.conllu", "arc-eager", "100"},
		{"en/dev.conllu", "arc-hybrid", "60"},
		{"en/dev.mrg", "bracket", "100"},
		{"en/dev.mrg", "in-order", "40"},
		{"en/dev.mrg", "shift-label", "70"},
		{"nonproj/de.conllu", "arc-hybrid", "100"},
	} {
		for sentence := range 3 {
			args := []string{"oracle", "../../testdata/" + c.file, "--system", c.system, "--width", c.width, "--sentence", fmt.Sprint(sentence + 1)}
			text := run(t, "", args...)
			require.Zero(t, text.status, text.stderr)
			lines := run(t, "", append(args, "--format", "json")...)
			require.Zero(t, lines.status, lines.stderr)
			var width int
			_, err := fmt.Sscan(c.width, &width)
			require.NoError(t, err)
			require.Equal(t, text.stdout, textOf(t, lines.stdout, width))
			for line := range strings.Lines(text.stdout) {
				if name := strings.Fields(line + " ."); slices.Contains(name, "stack") || name[0] == "buffer" {
					require.LessOrEqual(t, utf8.RuneCountInString(line), width+len("\n"), line)
				}
			}
		}
	}
}

// textOf makes of lines of JSON what is printed without --format json.
func textOf(t *testing.T, lines string, width int) string {
	var text strings.Builder
	s := &showing{out: bufio.NewWriter(&text), width: width}
	d := json.NewDecoder(strings.NewReader(lines))
	d.DisallowUnknownFields()
	var h heading
	require.NoError(t, d.Decode(&h))
	s.title(&h)
	for d.More() {
		var step stepShown
		require.NoError(t, d.Decode(&step))
		require.NoError(t, s.print(&step))
	}
	require.NoError(t, s.flush())
	return text.String()
}

func TestFittingWords(t *testing.T) {
	for _, c := range []struct {
		words            string
		columns          int
		head, tail, fold string
	}{
		{"", 5, "", "", ""},
		{"a bc def", 8, "a bc def", "a bc def", "a bc def"},
		{"a bc def", 7, "a bc …", "… def", "a bc\ndef"},
		{"a bc def", 6, "a bc …", "… def", "a bc\ndef"},
		{"a bc def", 5, "a …", "… def", "a bc\ndef"},
		{"a bc def", 2, "a …", "… def", "a\nbc\ndef"},
		{"größer als", 10, "größer als", "größer als", "größer als"},
		{"größer als", 9, "größer …", "… als", "größer\nals"},
		{"unbreakable", 4, "unbreakable", "unbreakable", "unbreakable"},
	} {
		words := strings.Fields(c.words)
		require.Equal(t, c.head, head(words, c.columns), "%+v", c)
		require.Equal(t, c.tail, tail(words, c.columns), "%+v", c)
		require.Equal(t, c.fold, fold(words, c.columns), "%+v", c)
		require.Equal(t, strings.Fields(c.words), words)
	}
}

// Labels that add nothing are listed; if none adds anything, none is.
func TestOracleListsLabels(t *testing.T) {
	w := newWalk(lessons(t, "bracket")[0])
	require.NoError(t, w.ask("dynamic"))
	s := &showing{walk: w}
	w.lesson.System.Start(&w.config, len(w.lesson.Words))
	free := func(m transition.Move) []string {
		labels, err := s.free(w.panel[0], m)
		require.NoError(t, err)
		return labels
	}
	require.Equal(t, []string{"S"}, free(transition.Open))
	require.NoError(t, w.take(&transition.Step{Move: transition.Open, Label: w.number("S")}))
	require.NoError(t, w.take(&transition.Step{Move: transition.Open, Label: w.number("NP")}))
	require.NoError(t, w.take(&transition.Step{Move: transition.Shift, Label: transition.None}))
	require.Nil(t, free(transition.Open))
	require.Nil(t, free(transition.Shift))
	w.number("new")
	require.Nil(t, free(transition.Open))
}
