package engine_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/english"
	"parser/parser/internal/engine"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/text"
	"parser/parser/treebank"
)

const twoLines = "Dr. Brown didn't see \"it\" there. He had\nn't looked at www.example.com!\n\nNor had she"

// counted counts the bytes that are read of a file.
type counted struct {
	io.ReaderAt
	bytes int
}

func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.bytes += n
	return n, err
}

// textBy returns the sentences that a parser makes of a raw text.
func textBy(t *testing.T, p *engine.Parser, raw string) (all []*conll.Sentence) {
	t.Helper()
	r, err := p.Text(strings.NewReader(raw), "text", text.Options{})
	require.NoError(t, err)
	for it, err := range p.All(t.Context(), r.All(), 1) {
		require.NoError(t, err)
		all = append(all, it.Sentence)
	}
	return all
}

func formsIn(words []conll.Word) (forms []string) {
	for _, w := range words {
		forms = append(forms, w.Form)
	}
	return forms
}

// TestOnlyWords: they are those of the whole parse, and most of the file is not read.
func TestOnlyWords(t *testing.T) {
	whole := kit.English(t)
	parsed := textBy(t, whole, twoLines)
	for _, only := range []string{"sentences", "words"} {
		file := &counted{ReaderAt: english.File()}
		p, err := engine.Reading{Request: treebank.Request{Only: only}}.Read(file, english.File().Size())
		require.NoError(t, err)
		require.Less(t, file.bytes, int(english.File().Size())*2/3)
		cut := textBy(t, p, twoLines)
		require.Len(t, cut, len(parsed))
		for i, s := range cut {
			require.Equal(t, formsIn(parsed[i].Words), formsIn(s.Words))
			require.Equal(t, conll.NoHead, s.Words[0].Head)
			require.False(t, conll.Filled(s.Words[0].UPOS))
		}
		require.ErrorContains(t, p.Write(io.Discard), "only a part of the model was read")
		_, err = p.With(treebank.Request{Only: "tags"})
		require.ErrorContains(t, err, "only: only a part of the model was read")
		_, err = p.Guide(treebank.SentenceItem(parsed[0]))
		require.Error(t, err)
		stopped, err := whole.With(treebank.Request{Only: only})
		require.NoError(t, err)
		require.Equal(t, cut, textBy(t, stopped, twoLines))
	}
}

// TestOnlyTags: those of taggers are those of the whole parse, and so are predicted ones, unless they did not suit a tree.
func TestOnlyTags(t *testing.T) {
	dev := kit.Sample(t, "en/dev.conllu")
	bare := kit.Untagged(dev, "upos", "xpos")
	for _, s := range bare {
		for i := range s.Words {
			s.Words[i].Head = conll.NoHead
		}
	}
	models := map[string]*engine.Parser{}
	tagged, err := kit.Trained(t, kit.Some(t), kit.Options(1)).WithTaggers(kit.TinyTagger(t, "upos"), kit.TinyTagger(t, "xpos"))
	require.NoError(t, err)
	models["taggers"] = tagged
	models["network"] = kit.Trained(t, kit.Some(t), kit.Options(1, kit.MultiTask("upos")))
	for name, p := range models {
		var file bytes.Buffer
		require.NoError(t, p.Write(&file))
		q, err := engine.Reading{Request: treebank.Request{Only: "tags"}}.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err)
		whole, same, all := kit.Parses(p, bare), 0, 0
		for i, s := range kit.Parses(q, bare) {
			for k, w := range s.Words {
				require.Equal(t, conll.NoHead, w.Head)
				if all++; w.UPOS == whole[i].Words[k].UPOS {
					same++
				}
			}
		}
		if name == "taggers" {
			require.Equal(t, all, same)
		}
		require.Greater(t, same, all*9/10)
	}
}

// TestOnlyTagsOfABase: of a base only what the request needs is read and done.
func TestOnlyTagsOfABase(t *testing.T) {
	english := kit.English(t)
	brackets, err := kit.TrainedTrees(t, kit.SomeTrees(t)[:20], kit.TreeOptions("in-order", 1)).WithBase(english)
	require.NoError(t, err)
	graphs, err := trainedOnGraphs(t).WithBase(english)
	require.NoError(t, err)
	for _, p := range []*engine.Parser{brackets, graphs} {
		file := kit.File(t, p)
		for only, want := range map[string][3]bool{"words": {}, "tags": {true}, "trees": {p == graphs, p == graphs, p == brackets}} { // a tree has its tags itself
			q, err := engine.Reading{Request: treebank.Request{Only: only}}.Read(bytes.NewReader(file), int64(len(file)))
			require.NoError(t, err)
			items, err := q.ParseText(t.Context(), "The dog barked.")
			require.NoError(t, err)
			w := items[0].Sentence.Words[1]
			got := [3]bool{conll.Filled(w.XPOS), w.Head != conll.NoHead, items[0].Tree != nil}
			require.Equal(t, want, got, "%s %s", p.Structure().Name(), only)
			require.Nil(t, items[0].Graph)
		}
	}
}
