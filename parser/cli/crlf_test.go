package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever is read, lines may end as Windows ends them.
func TestCRLF(t *testing.T) {
	sample := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "en", name))
		require.NoError(t, err)
		return string(text)
	}
	words, trees, graphs := sample("dev.conllu"), sample("dev.mrg"), sample("dev.amr")
	gold := filepath.Join("..", "..", "testdata", "en", "dev.mrg")
	parser, brackets, model := trained(t, "arc-hybrid"), trained(t, "in-order"), filepath.Join(t.TempDir(), "m.npz")
	learn := "train --quiet --epochs 1 --seed 2 --model " + model + " "
	for _, c := range []struct{ name, text, args string }{
		{"a.conllu", words, "parse --quiet --model " + parser},
		{"a.conllu", words, "stats --json"},
		{"a.mrg", trees, "convert"},
		{"a.mrg", trees, "convert --to brackets --lines"},
		{"a.mrg", trees, "eval --bracket " + gold},
		{"a.amr", graphs, "stats --json"},
		{"a.amr", graphs, "align"},
		{"a.tagged", "We/PRP left/VBD\n\nGo/VB\n", "parse --quiet --model " + brackets},
		{"a.txt", "The dog barks.\nIt is late.\n", "parse --quiet --text --lines --lang english --output-format horizontal"},
		{"a.templates", "S0w\nS0p N0p\n# comment\n", learn + "--scorer linear --templates"},
		{
			"a.vec", "2 2\nThe 0.5 1\ndog 1 0.25\n",
			learn + "--scorer neural --size small --train " + filepath.Join("..", "..", "testdata", "en", "dev.conllu") + " --vectors",
		},
		{"a.prm", "# comment\nDELETE_LABEL TOP\nDELETE_LABEL ,\n", "eval --bracket " + gold + " " + gold + " --param"},
		{"a.heads", "NP last NN,NP\n* first *\n", "convert " + gold + " --heads"},
		{"a.tsv", "# comment\nUD_Danish-DDT\tda_ddt\tr2.16\tCC BY-SA 4.0\ttrain dev test\n", "get --list"},
	} {
		var results [2]string
		for i, text := range []string{c.text, strings.ReplaceAll(c.text, "\n", "\r\n")} {
			file := saved(t, c.name, text)
			r := run(t, "", append(strings.Fields(c.args), file)...)
			require.NotEqual(t, statusUsage, r.status, "%s: %s", c.args, r.stderr)
			results[i] = strings.NewReplacer(file, "FILE", filepath.Dir(file), "DIR", "\r\n", "\n").Replace(r.stdout + r.stderr)
			if strings.HasPrefix(c.args, "train") {
				require.Equal(t, statusDone, r.status, r.stderr)
				shown := run(t, "", "parse", "--quiet", "--model", model, filepath.Join("..", "..", "testdata", "en", "dev.conllu"))
				require.Equal(t, statusDone, shown.status, shown.stderr)
				results[i] += shown.stdout
			}
		}
		require.NotEmpty(t, results[0], c.args)
		require.Equal(t, results[0], results[1], c.args)
	}
}
