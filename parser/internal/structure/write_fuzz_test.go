package structure_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// write writes items and returns the lines, nil if one of them cannot be written.
func write(t *testing.T, kind transition.Kind, format string, items []*treebank.Item) []string {
	var b bytes.Buffer
	w, err := structure.Of(kind).NewWriter(&b, format)
	require.NoError(t, err)
	for _, it := range items {
		if err := w.Write(it); err != nil {
			return nil
		}
	}
	require.NoError(t, w.Flush())
	return strings.SplitAfter(strings.TrimSuffix(b.String(), "\n"), "\n")
}

func items[T any](all []T, of func(T) *treebank.Item) (made []*treebank.Item) {
	for _, x := range all {
		made = append(made, of(x))
	}
	return made
}

// FuzzFormats writes what can be read of any text in all formats: JSON is one sound object a line, a table has
// all words, both CoNLL formats are read again with the same words, without blanks in CoNLL-X, and a sentence of forms is one line.
func FuzzFormats(f *testing.F) {
	f.Add("# text = a\x1b[31m\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n" +
		"1\ta\t<\"&\tX\t_\tA=b\t2\tdep\t_\t_\n2\tb\u2028\t_\t_\t_\t_\t0\troot\t_\t_\n2.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
	f.Add("1\ta b\ta\tX\tX\t_\t0\troot\t_\t_\n\n")
	f.Add("(S (NP (NN a\xff) (-NONE- *)) (-LRB- -LRB-))\n")
	f.Add("# ::snt a\n(b / boy :name (n / name :op1 \"\\\"\") :polarity - :wiki b)\n")
	blank := regexp.MustCompile(`[\pZ\s\v\x{85}]`)
	f.Fuzz(func(t *testing.T, text string) {
		read := func(text string) []*conll.Sentence {
			all, _ := textfile.ReadAll(conll.NewReader(strings.NewReader(text), "f").Read)
			return all
		}
		sentences := read(text)
		if lines := write(t, transition.Dependencies, structure.TSV, items(sentences, treebank.SentenceItem)); lines != nil {
			table := csv.NewReader(strings.NewReader(strings.Join(lines, "")))
			table.Comma = '\t'
			rows, err := table.ReadAll()
			require.NoError(t, err)
			rows = rows[1:]
			for i, s := range sentences {
				for k, w := range s.Words {
					require.Equal(t, []string{strconv.Itoa(i + 1), s.ID, strconv.Itoa(k + 1), w.Form}, rows[k][:4])
				}
				rows = rows[s.Len():]
			}
			require.Empty(t, rows)
		}
		for _, format := range []string{structure.CoNLLU, structure.CoNLLX} {
			lines := write(t, transition.Dependencies, format, items(sentences, treebank.SentenceItem))
			if lines == nil {
				continue
			}
			again := read(strings.Join(lines, "") + "\n")
			require.Len(t, again, len(sentences))
			for i, s := range sentences {
				require.Equal(t, len(s.Words), len(again[i].Words))
				for k, w := range s.Words {
					form := w.Form
					if format == structure.CoNLLX && s.Format == conll.FormatU {
						form = blank.ReplaceAllString(form, "_")
					}
					require.Equal(t, form, again[i].Words[k].Form)
					require.Equal(t, [2]any{w.Head, w.Deprel}, [2]any{again[i].Words[k].Head, again[i].Words[k].Deprel})
				}
			}
		}
		trees, _ := textfile.ReadAll(ptb.NewReader(strings.NewReader(text), "f").Read)
		graphs, _ := textfile.ReadAll(amr.NewReader(strings.NewReader(text), "f").Read)
		counts := []int{len(sentences), len(trees), len(graphs)}
		for _, format := range []string{structure.JSON, structure.Horizontal} {
			written := [][]string{
				write(t, transition.Dependencies, format, items(sentences, treebank.SentenceItem)),
				write(t, transition.Constituents, format, items(trees, func(tree *ptb.Tree) *treebank.Item { return &treebank.Item{Tree: tree} })),
			}
			if format == structure.JSON {
				written = append(written, write(t, transition.Graphs, format, items(graphs, func(g *amr.Graph) *treebank.Item { return &treebank.Item{Graph: g} })))
			}
			for i, lines := range written {
				if lines == nil || counts[i] == 0 {
					continue
				}
				require.Len(t, lines, counts[i])
				for _, line := range lines {
					require.True(t, format != structure.JSON || json.Valid([]byte(line)), line)
				}
			}
		}
	})
}
