package parserbeam

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkOutput checks what there is in a folder, by the names of files, and that there is nothing else.
func checkOutput(t *testing.T, folder string, want map[string]string) {
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range entries {
		require.Contains(t, want, e.Name())
	}
	for name, text := range want {
		require.Equal(t, text, contentOf(t, filepath.Join(folder, name)), name)
	}
}

// Several files, one of them compressed and one without end, in many ranges and blocks.
func TestPipeline(t *testing.T) {
	text := devTreebank(t)
	odd := texts()["blank lines"]
	in, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	write(t, in, "a.conllu", text)
	write(t, in, "b.conllu.gz", text)
	write(t, in, "c.conllu", strings.TrimSpace(text))
	write(t, in, "d.conllu", odd)
	write(t, in, "e.conllu", "")
	write(t, in, ".hidden", "no treebank")
	counts, err := run(t, Options{Inputs: []string{in + "/[a-z]*"}, Output: out, RangeSize: 7_000, BlockSize: 2_000})
	require.NoError(t, err)
	want := parsed(t, text, false)
	checkOutput(t, out, map[string]string{
		"a.conllu": want, "b.conllu": want, "c.conllu": parsed(t, strings.TrimSpace(text), false), "d.conllu": parsed(t, odd, false), "e.conllu": "",
	})
	sentences := 1 + strings.Count(text, "\n\n1\t") + strings.Count(text, "\n\n#")
	require.EqualValues(t, 3*sentences+3, counts[Sentences])
	require.Zero(t, counts[BadSentences])
}

// Raw text, plain and compressed.
func TestPipelineText(t *testing.T) {
	text := strings.Repeat("The dog barked. It's late!\n\nNobody came, and\nnobody left.\n", 20)
	in, out := t.TempDir(), t.TempDir()
	write(t, in, "a.txt", text)
	write(t, in, "b.gz", text)
	_, err := run(t, Options{Inputs: []string{in + "/*"}, Output: out, Text: true, BlockSize: 1_000})
	require.NoError(t, err)
	want := parsed(t, text, true)
	checkOutput(t, out, map[string]string{"a.conllu": want, "b.conllu": want})
}

// What is malformed ends the pipeline, with its place, or is left out and counted.
func TestPipelineBad(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	text := strings.Repeat(we+"\n", 50)
	bad := write(t, in, "bad.conllu", text+"1\tx\n\n"+text+"1 y\n\n"+text)
	damaged := write(t, in, "damaged.conllu.gz", text)
	content := contentOf(t, damaged)
	write(t, in, "damaged.conllu", content[:len(content)-5])
	require.NoError(t, os.Remove(damaged))
	write(t, in, "good.conllu", text)
	o := Options{Inputs: []string{bad}, Output: out, RangeSize: 1_000, BlockSize: 500}
	_, err := run(t, o)
	require.ErrorContains(t, err, bad+":201:4: wrong number of columns")
	require.NoFileExists(t, filepath.Join(out, "bad.conllu"))
	o.Output, o.Inputs, o.KeepGoing = t.TempDir(), []string{in + "/*"}, true
	counts, err := run(t, o)
	require.NoError(t, err)
	require.Equal(t, map[string]int64{Sentences: counts[Sentences], Words: counts[Words], BadSentences: 2, BadFiles: 1}, counts)
	want := parsed(t, text, false)
	checkOutput(t, o.Output, map[string]string{"bad.conllu": want + want + want, "good.conllu": want})
}

// A pipeline without input or without a model says so.
func TestPipelineErrors(t *testing.T) {
	none := filepath.Join(t.TempDir(), "*")
	_, err := run(t, Options{Inputs: []string{none}, Output: t.TempDir()})
	require.ErrorContains(t, err, none+": no such file")
	in := write(t, t.TempDir(), "a.conllu", we)
	_, err = run(t, Options{Inputs: []string{in}, Output: t.TempDir(), Model: "/none/model.npz"})
	require.ErrorContains(t, err, "/none/model.npz")
}
