package cli

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/cli/internal/frame"
	"parser/ptb"
)

const (
	sampleTrees     = "../../testdata/en/dev.mrg"
	sampleSentences = "../../testdata/en/dev.conllu"
)

// taggedLines returns sentences as lines of word/TAG.
func taggedLines(t *testing.T, file string) string {
	t.Helper()
	sentences, err := conll.ReadFile(file)
	require.NoError(t, err)
	var text strings.Builder
	for _, s := range sentences {
		for _, w := range s.Words {
			fmt.Fprintf(&text, "%s/%s ", w.Form, w.XPOS)
		}
		text.WriteString("\n")
	}
	return text.String()
}

// The sample's sentences are parsed alike whatever form they come in, by every
// system, and every tree has its sentence's words and tags.
func TestThreeFormsGiveOneParse(t *testing.T) {
	gold, err := ptb.ReadFile(sampleTrees)
	require.NoError(t, err)
	lines := taggedLines(t, sampleSentences)
	for _, system := range []string{"bracket", "in-order", "shift-label"} {
		model := trained(t, system)
		parsed := run(t, "", "parse", "--model", model, sampleTrees)
		require.Equal(t, statusDone, parsed.status, parsed.stderr)
		require.Equal(t, parsed, run(t, "", "parse", "--model", model, sampleSentences))
		require.Equal(t, parsed, run(t, lines, "parse", "--model", model))
		require.Equal(t, parsed, run(t, parsed.stdout, "parse", "--model", model), "what was parsed is parsed again")
		trees := treesOf(t, parsed.stdout)
		require.Len(t, trees, len(gold))
		for i := range gold {
			require.Equal(t, ptb.Usual().Apply(gold[i]).Leaves(), trees[i].Leaves())
			require.Equal(t, ptb.TopLabel, trees[i].Label)
		}
	}
}

func treesOf(t *testing.T, text string) (trees []*ptb.Tree) {
	t.Helper()
	for tree, err := range ptb.NewReader(strings.NewReader(text), "parsed").All() {
		require.NoError(t, err)
		trees = append(trees, tree)
	}
	return trees
}

// Sentences of 3,000 words and trees 3,000 deep are read, parsed, scored,
// learned from and converted.
func TestLongAndDeepTreesAreNoProblem(t *testing.T) {
	if testing.Short() {
		t.Skip("long sentences")
	}
	const many = 3000
	long := "( (S " + strings.Repeat("(NN dog) ", many) + "))\n"
	deep := "( " + strings.Repeat("(S (NN dog) ", many) + strings.Repeat(")", many) + ")\n"
	chain := "( " + strings.Repeat("(S ", many) + "(NN dog)" + strings.Repeat(")", many) + ")\n"
	file := treeFile(t, long+deep+chain)
	for _, system := range []string{"bracket", "in-order", "shift-label"} {
		model := trained(t, system)
		parsed := run(t, "", "parse", "--model", model, file)
		require.Equal(t, statusDone, parsed.status, parsed.stderr)
		tagged := run(t, strings.Repeat(strings.Repeat("dog/NN ", many)+"\n", 2)+"dog/NN\n", "parse", "--model", model)
		require.Equal(t, parsed.stdout, tagged.stdout)
		score := run(t, "", "eval", "--bracket", "--json", file, treeFile(t, parsed.stdout))
		require.Equal(t, statusDone, score.status, score.stderr)
		require.NotContains(t, score.stdout, "with_failed")
		converted := run(t, parsed.stdout, "convert")
		require.Equal(t, statusDone, converted.status, converted.stderr)
		require.Equal(t, 2*many+1+3, strings.Count(converted.stdout, "\n"))
	}
}

func TestLongAndDeepTreesCanBeLearned(t *testing.T) {
	if testing.Short() {
		t.Skip("long sentences")
	}
	const many = 1000
	long := "( (S " + strings.Repeat("(NN dog) ", many) + "))\n"
	deep := "( " + strings.Repeat("(S (NN dog) ", many) + strings.Repeat(")", many) + ")\n"
	file := treeFile(t, long+deep)
	for _, system := range []string{"bracket", "in-order", "shift-label"} {
		r := run(t, "", "train", "--train", file, "--dev", file, "--scorer", "linear", "--system", system, "--epochs", "1", "--model", t.TempDir()+"/m.npz")
		require.Equal(t, statusDone, r.status, r.stderr)
		require.Contains(t, r.stderr, fmt.Sprintf(": 2 trees, %d words, %d constituents\n", 2*many, many+1))
		require.Contains(t, r.stderr, "learned from 2 sentences\n")
	}
}

// How much a dependency model reads does not change by looking at it first.
func TestLookingChangesNothing(t *testing.T) {
	model := trained(t, "arc-hybrid")
	for _, text := range []string{"", "\n\n", "# c\n\n", "\ufeff" + sentence, sentence + "\n\n", "We left .\n", "1 We left\n", "\x00\n"} {
		auto, forced := run(t, text, "parse", "--model", model), run(t, text, "parse", "--model", model, "--format", "u")
		require.Equal(t, forced, auto, "%q", text)
	}
}

// An error of the input stream ends the parse, after all that came before.
func TestAnErrorOfTheStreamEndsTheParse(t *testing.T) {
	var stdout, stderr strings.Builder
	in := io.MultiReader(strings.NewReader("We/PRP left/VBD\nThey/PRP"), failingReader{})
	e := testEnv(t, in, &stdout, &stderr)
	require.Equal(t, statusFailed, Run(t.Context(), []string{frame.ProgramName, "parse", "--model", trained(t, "bracket")}, e))
	require.Equal(t, "parser: stdin:2: disk on fire\n", stderr.String())
	require.Equal(t, 1, strings.Count(stdout.String(), "\n"))
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, fmt.Errorf("disk on fire") }

func TestDamagedGzipIsReported(t *testing.T) {
	model := trained(t, "in-order")
	r := run(t, "\x1f\x8bnonsense", "parse", "--model", model)
	require.Equal(t, result{statusFailed, "", "parser: stdin: the file, which is compressed with gzip, is damaged: gzip: invalid header\n"}, r)
	r = run(t, "\x1f\x8bnonsense", "parse", "--model", trained(t, "arc-hybrid"))
	require.Equal(t, result{statusFailed, "", "parser: stdin: the file, which is compressed with gzip, is damaged: gzip: invalid header\n"}, r)
}
