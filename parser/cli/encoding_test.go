package cli

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// saved returns the name of a file with a text, in a folder of its own.
func saved(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func zipped(t *testing.T, text string) string {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return out.String()
}

// Trees of ISO-8859-1, as those of Floresta are, are read by all commands that read trees.
func TestEncodedTrees(t *testing.T) {
	file := saved(t, "a.mrg", "(S (N caf\xe9) (V \xe9))\n")
	require.Equal(t, result{stdout: "(TOP (S (N café) (V é)))\n"}, run(t, "", "convert", "--encoding=latin1", "--to", "brackets", file))
	require.Equal(t, "1\tcafé\t_\tN", strings.Join(strings.Split(run(t, "", "convert", "--encoding=latin1", file).stdout, "\t")[:4], "\t"))
	require.Contains(t, run(t, "", "draw", "--encoding=latin1", "--format", "text", file).stdout, "N café")
	require.Equal(t, statusDone, run(t, "", "validate", "--encoding=latin1", file).status)
	require.Contains(t, run(t, "", "stats", "--encoding=latin1", file).stdout, "constituents")
	model := filepath.Join(t.TempDir(), "m.npz")
	require.Equal(
		t, result{},
		run(t, "", "train", "--encoding=latin1", "--system", "in-order", "--scorer", "linear", "--epochs", "1", "--quiet", "--train", file, "--model", model),
	)
	for _, args := range [][]string{{"convert"}, {"validate"}, {"stats"}, {"draw"}} {
		require.Equal(t, statusFailed, run(t, "", append(args, file)...).status, args)
	}
}

// Only text is said to be in another encoding, with the flag for it.
func TestHintAtEncoding(t *testing.T) {
	text := "1\tcaf\xe9\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
	hint := "not UTF-8; if the file is windows-1252: --encoding windows-1252"
	require.Contains(t, run(t, "", "stats", saved(t, "a.conllu", text)).stderr, hint)
	require.NotContains(t, run(t, "", "stats", saved(t, "a.conllu", "\x00\x01"+text)).stderr, "1252")
	r := run(t, "", "stats", saved(t, "a.bz2", "BZh91AY&SY\xd0\x2b\x17\xc4"))
	require.Contains(t, r.stderr, "a.bz2:1: the compressed file ends too early")
	require.Equal(t, statusFailed, r.status)
}

// All commands read files that were compressed by gzip twice, and all report a file that was cut off.
func TestGzipIsTheSameToAllCommands(t *testing.T) {
	plain := strings.ReplaceAll(sentence, "\t_\t_\t_\t_\t_\n", "\t_\t0\troot\t_\t_\n")
	once := zipped(t, plain)
	twice := zipped(t, once)
	model := trained(t, "arc-hybrid")
	for _, command := range []string{
		"parse --quiet --model " + model, "stats", "validate", "eval FILE", "eval --conll18 FILE", "compare FILE", "draw", "trace",
		"convert --to text",
	} {
		with := func(text string) result {
			file := saved(t, "a.conllu", text)
			r := run(t, "", append(strings.Fields(strings.ReplaceAll(command, "FILE", file)), file)...)
			for _, part := range []*string{&r.stdout, &r.stderr} {
				*part = strings.ReplaceAll(*part, file, "FILE")
			}
			return r
		}
		want := with(plain)
		require.Equal(t, want, with(once), command)
		require.Equal(t, want, with(twice), command)
		r := with(once[:len(once)-9])
		require.Equal(t, statusFailed, r.status, command)
		require.Contains(t, r.stderr, "the compressed file ends too early", command)
	}
}
