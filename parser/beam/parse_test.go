package parserbeam

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	train "parser/parser/internal/training"
	"parser/parser/treebank"
)

// process passes blocks through a ParseFn without a runner.
func (f *ParseFn) process(t *testing.T, blocks ...Block) (text string, err error) {
	require.NoError(t, f.Setup(t.Context()))
	defer f.Teardown()
	for _, b := range blocks {
		if err := f.ProcessElement(t.Context(), b, func(parsed Block) {
			text += parsed.Text
			parsed.Text = b.Text
			require.Equal(t, b, parsed)
		}); err != nil {
			return text, err
		}
	}
	return text, nil
}

// However a file is cut into blocks, parsed they are what the whole file is, parsed.
func TestParseBlocks(t *testing.T) {
	for name, text := range texts() {
		if strings.HasPrefix(name, "random") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			in := inputOf(t, write(t, t.TempDir(), "a.conllu", text))
			for _, size := range []int64{1, 1 << 20} {
				f := &ReadFn{BlockSize: size}
				blocks, err := f.blocks(t, in, f.CreateInitialRestriction(in), leave)
				require.NoError(t, err)
				got, err := (&ParseFn{KeepGoing: true}).process(t, blocks...)
				require.NoError(t, err)
				require.Equal(t, parsed(t, text, false), got)
			}
		})
	}
}

// Threads do not change anything.
func TestParseThreads(t *testing.T) {
	text := devTreebank(t)
	for _, threads := range []int{0, 1, 3} {
		got, err := (&ParseFn{Threads: threads}).process(t, Block{Text: text, Last: true})
		require.NoError(t, err)
		require.Equal(t, parsed(t, text, false), got)
	}
}

// What is asked of a parser is asked of it on Beam, and what it cannot do is an error before anything is read.
func TestParseAsked(t *testing.T) {
	got, err := (&ParseFn{Text: true, Request: treebank.Request{Only: "words"}}).process(t, Block{Text: "It's late."})
	require.NoError(t, err)
	require.Contains(t, got, "\n1\tIt\t_\t_\t_\t_\t_\t_\t_\t_\n")
	wrong := &ParseFn{Request: treebank.Request{Treebank: "gum"}}
	require.ErrorIs(t, wrong.Setup(t.Context()), engine.ErrOptions)
}

// A text can be an element.
func TestParseText(t *testing.T) {
	const text = "The dog barked. It's late!\n\nNobody came."
	got, err := (&ParseFn{Text: true}).process(t, Block{Text: text}, Block{Text: text})
	require.NoError(t, err)
	want := parsed(t, text, true)
	require.Contains(t, want, "\tbark\t")
	require.Equal(t, want+want, got)
}

// An error names file and line, wherever the block begins; what is left out is not in the output.
func TestParseBad(t *testing.T) {
	text := we + "\n" + we + "\n" + "1\tx\n\n" + hello + "\n" + "2\ty\n" + "\n" + hello
	file := write(t, t.TempDir(), "a.conllu", text)
	f := &ReadFn{BlockSize: 1}
	in := inputOf(t, file)
	blocks, err := f.blocks(t, in, f.CreateInitialRestriction(in), leave)
	require.NoError(t, err)
	require.Len(t, blocks, 6)
	strict := &ParseFn{}
	_, err = strict.process(t, blocks[2])
	require.ErrorIs(t, err, conll.ErrColumns)
	require.ErrorContains(t, err, file+":9:4: ")
	_, err = strict.process(t, blocks[4])
	require.ErrorContains(t, err, file+":13:")
	_, err = strict.process(t, Block{File: file, Text: text})
	require.ErrorContains(t, err, file+":9:4: ")
	got, err := (&ParseFn{KeepGoing: true}).process(t, blocks...)
	require.NoError(t, err)
	require.Equal(t, parsed(t, text, false), got)
	_, err = strict.process(t, Block{File: "stream", Start: 7, Text: "1\tx\n"})
	require.ErrorContains(t, err, "lines are counted from byte 7 on")
	require.ErrorIs(t, err, conll.ErrColumns)
}

// Words need tags if the model does.
func TestParseUntagged(t *testing.T) {
	learned, err := conll.ReadFile("../../testdata/en/dev.conllu")
	require.NoError(t, err)
	o := engine.DefaultOptions()
	o.UseScorer("linear")
	o.Epochs = 1
	p, err := train.Run(t.Context(), treebank.Data{Sentences: learned}, treebank.Data{}, o, train.Observer{})
	require.NoError(t, err)
	model := t.TempDir() + "/model.npz"
	require.NoError(t, p.Save(model))
	untagged := strings.ReplaceAll(hello, "INTJ\tUH", "_\t_")
	_, err = (&ParseFn{Model: model}).process(t, Block{File: "a", Text: hello + "\n" + untagged})
	require.ErrorIs(t, err, conll.ErrNoTag)
	require.ErrorContains(t, err, "a:3: ")
	got, err := (&ParseFn{Model: model, KeepGoing: true}).process(t, Block{File: "a", Text: untagged + "\n" + hello + "\n"})
	require.NoError(t, err)
	require.Equal(t, hello+"\n", got)
	s := englishModel(t).Segmenter()
	p, err = p.WithSegmenter(s)
	require.NoError(t, err)
	require.NoError(t, p.Save(model+"2"))
	require.ErrorIs(t, (&CutFn{Model: model + "2"}).Setup(t.Context()), conll.ErrNoTag)
}

// A process has a model once; what could not be loaded is tried again.
func TestModels(t *testing.T) {
	file := t.TempDir() + "/model.npz"
	for range 2 {
		require.ErrorIs(t, (&ParseFn{Model: file}).Setup(t.Context()), os.ErrNotExist)
	}
	p, err := englishModel(t).WithSegmenter(nil)
	require.NoError(t, err)
	require.NoError(t, p.Save(file))
	a, b := &ParseFn{Model: file}, &CutFn{Model: file}
	require.NoError(t, a.Setup(t.Context()))
	require.ErrorIs(t, b.Setup(t.Context()), engine.ErrNoSegmenter)
	require.Same(t, a.model, b.model)
	require.ErrorIs(t, (&ParseFn{Model: file, Text: true}).Setup(t.Context()), engine.ErrNoSegmenter)
	tagger := t.TempDir() + "/tagger.npz"
	require.NoError(t, p.Taggers()[0].Save(tagger))
	require.ErrorIs(t, (&ParseFn{Model: tagger}).Setup(t.Context()), engine.ErrKind)
}

// What is cut from a text makes the same parses as the text itself.
func TestCut(t *testing.T) {
	for name, text := range map[string]string{
		"paragraphs": "The dog barked. It's late!\n\n  Nobody came _ 1,000 1 000.\u00a0A\u2028B \x01 \v c.",
		"mark":       textfile.ByteOrderMark + "\n\nHello.\r\n\r\nHello.\r\n",
		"empty":      "",
		"blank":      " \n\n ",
		"latin":      "Hello.\nCaf\xe9.\nHello.\n",
	} {
		for _, file := range []string{"a.txt", "a.txt.gz"} {
			in := inputOf(t, write(t, t.TempDir(), file, text))
			for _, size := range []int64{1, 1 << 20} {
				f := &CutFn{BlockSize: size, KeepGoing: true}
				require.NoError(t, f.Setup(t.Context()))
				var blocks []Block
				require.NoError(t, f.ProcessElement(t.Context(), in, func(b Block) { blocks = append(blocks, b) }))
				join(t, blocks)
				got, err := (&ParseFn{}).process(t, blocks...)
				require.NoError(t, err)
				require.Equal(t, parsed(t, text, true), got, name)
			}
		}
	}
	in := inputOf(t, write(t, t.TempDir(), "a.txt", "Hello.\nCaf\xe9.\n"))
	f := &CutFn{}
	require.NoError(t, f.Setup(t.Context()))
	require.ErrorContains(t, f.ProcessElement(t.Context(), in, func(Block) {}), in.File+":2:4: ")
}
