package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/lab"
	"parser/parser/internal/engine"
)

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
		require.Equal(t, statusInterrupted, Run(ctx, append([]string{frame.ProgramName}, args...), e))
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
	quick := []string{frame.ProgramName, "table", "exploration", "--targets", "1", "--focuses", "0/0", "--epochs", "1", "--sentences", "3", "--seeds", "1"}
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
	for _, f := range lab.Table((*frame.Env)(&e)).Flags {
		for _, name := range f.Names() {
			require.False(t, names[name], "%s twice", name)
			names[name] = true
		}
	}
	o := engine.DefaultOptions()
	for _, f := range frame.OptionFlags(&o) {
		name := f.Names()[0]
		require.Equal(t, name != "seed", names[name], name)
	}
}
