package serve_test

import (
	"bytes"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// parsedHere is what a parser itself makes of sentences, as it is written.
func parsedHere(t *testing.T, p *engine.Parser, sentences []*conll.Sentence) string {
	var b bytes.Buffer
	if p.Kind() == transition.Constituents {
		w := ptb.NewWriter(&b)
		for _, s := range sentences {
			tree, err := p.ParseTree(s.Words)
			require.NoError(t, err)
			require.NoError(t, w.Write(tree))
		}
		require.NoError(t, w.Flush())
		return b.String()
	}
	w, err := p.Structure().NewWriter(&b, structure.CoNLLU)
	require.NoError(t, err)
	var items []*treebank.Item
	for _, s := range sentences {
		items = append(items, treebank.SentenceItem(s))
	}
	require.NoError(t, p.Run(t.Context(), textfile.Each(items), w.Write, 3))
	require.NoError(t, w.Flush())
	return b.String()
}

// TestServesWhatIsParsed: the server answers with what the parser itself makes of the same sentences, one
// request or several, by its own interface or by UDPipe's, alone or with others at the same time.
func TestServesWhatIsParsed(t *testing.T) {
	s := newServed(t)
	text, err := os.ReadFile("../../../../testdata/en/dev.conllu")
	require.NoError(t, err)
	blocks := strings.SplitAfter(string(text), "\n\n")[:40]
	sentences, err := textfile.ReadAll(conll.NewReader(strings.NewReader(strings.Join(blocks, "")), "dev").Read)
	require.NoError(t, err)
	for _, source := range sources() {
		t.Run(source.Name, func(t *testing.T) {
			t.Parallel()
			p, err := source.Load()
			require.NoError(t, err)
			own := &served{Server: s.Server, t: t}
			want := parsedHere(t, p, clones(sentences))
			for _, size := range []int{1, 7, len(blocks)} {
				var all, processed strings.Builder
				for part := range slices.Chunk(blocks, size) {
					data := strings.Join(part, "")
					a := own.post("/v1/parse", map[string]any{"model": source.Name, "input": "conllu", "data": data})
					require.Equal(t, http.StatusOK, a.StatusCode, a.body)
					all.WriteString(a.body)
					if p.Kind() == transition.Dependencies {
						processed.WriteString(withoutHeader(own.process("model", source.Name, "input", "conllu", "parser", "", "data", data)))
					}
				}
				require.Equal(t, want, all.String(), "%d at a time", size)
				if p.Kind() == transition.Dependencies {
					require.Equal(t, want, processed.String(), "%d at a time", size)
				}
			}
		})
	}
}

func clones(sentences []*conll.Sentence) (all []*conll.Sentence) {
	for _, s := range sentences {
		all = append(all, s.Clone())
	}
	return all
}
