package pipe_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/testdata/testkit"
)

const (
	dogs  = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
	cats  = "1\tCats\tcat\tNOUN\tNNS\t_\t0\troot\t_\t_\n\n"
	loop  = "1\tBirds\t_\tNOUN\tNNS\t_\t1\tnsubj\t_\t_\n\n" // is no tree
	graph = "# ::snt Dogs bark.\n(b / bark-01 :ARG0 (d / dog))\n\n"
)

// input is one of files in memory, whose messages are in said.
type input struct {
	pipe.Input
	said []string
}

func files(texts map[string]string) *input {
	in := &input{Input: pipe.Input{Format: pipe.Auto, Texts: map[string][]byte{}}}
	for name, text := range texts {
		in.Texts[name] = []byte(text)
	}
	in.Say = func(format string, values ...any) { in.said = append(in.said, fmt.Sprintf(format, values...)) }
	return in
}

// forms returns the words that a source has, a sentence a line, and the error that ends it.
func forms(s *pipe.Source) (text string, err error) {
	for {
		it, err := s.Read()
		switch {
		case err == io.EOF:
			return text, nil
		case err != nil:
			return text, err
		}
		for i, w := range it.Words {
			if i > 0 {
				text += " "
			}
			text += w.Form
		}
		text += "\n"
	}
}

// models are parsers of several structures.
func models(t *testing.T) map[string]*engine.Parser {
	text := parsertest.English(t)
	graphs, err := training.Run(context.Background(), parsertest.FewGraphs(t, 2), treebank.Data{}, parsertest.TreeOptions("amr", 1), training.Observer{})
	require.NoError(t, err)
	return map[string]*engine.Parser{
		"dependencies": parsertest.Tiny(t, false), // which reads tags
		"brackets":     parsertest.TrainedTrees(t, parsertest.SomeTrees(t)[:10], parsertest.TreeOptions("in-order", 1)),
		"tags":         parsertest.TinyTagger(t, "upos"),
		"graphs":       graphs,
		"text":         text,
	}
}

// A parser reads input in each form that its structure is made of, and refuses the others, saying what can be done.
func TestForms(t *testing.T) {
	all := models(t)
	for _, c := range []struct{ model, form, data, want, refused string }{
		{model: "dependencies", data: dogs + cats, want: "Dogs bark\nCats\n"},
		{model: "dependencies", form: textfile.CoNLL, data: dogs, want: "Dogs bark\n"},
		{model: "dependencies", form: pipe.Horizontal, data: "Dogs bark\nCats", want: "Dogs bark\nCats\n"},
		{model: "dependencies", form: pipe.Vertical, data: "Dogs\nbark\n\nCats\n", want: "Dogs bark\nCats\n"},
		{model: "dependencies", data: "(S (NP (NNS Dogs)) (VP (VBP bark)))", refused: "needs a model of constituents (parser train --system bracket)"},
		{model: "dependencies", form: pipe.Text, data: "Dogs bark.", refused: engine.ErrNoSegmenter.Error()},
		{model: "dependencies", data: "Dogs bark.\n", refused: "raw text needs --text, as in parser parse --text"},
		{model: "dependencies", data: "1\tDogs\n2\tbark\n", refused: "tokens alone, one a line and without their numbers (cut -f 2)"},
		{model: "brackets", data: "Dogs/NNS bark/VBP\n\nCats/NNS\n", want: "Dogs bark\n\nCats\n"},
		{model: "brackets", data: "(S (NP (NNS Dogs)) (VP (VBP bark)))", want: "Dogs bark\n"},
		{model: "brackets", data: dogs, want: "Dogs bark\n"},
		{model: "brackets", data: "Dogs bark.\n", refused: "reads lines of word/TAG, CoNLL or Penn brackets"},
		{model: "brackets", data: graph, refused: "they need a model of graphs"},
		{model: "tags", data: dogs, want: "Dogs bark\n"},
		{model: "graphs", data: dogs, want: "Dogs bark\n"},
		{model: "graphs", data: graph, refused: engine.ErrNoBase.Error()},
		{model: "text", form: pipe.Text, data: "Dogs bark. Cats don't.", want: "Dogs bark .\nCats do n't .\n"},
		{model: "text", form: pipe.Horizontal, data: "Dogs bark .", want: "Dogs bark .\n"},
		{model: "text", data: dogs, want: "Dogs bark\n"},
	} {
		t.Run(c.model+" "+c.form+" "+strings.Fields(c.data)[0], func(t *testing.T) {
			in := files(map[string]string{"in": c.data})
			if c.form != "" {
				in.Format = c.form
			}
			got, err := forms(in.Source(context.Background(), all[c.model], pipe.Reading{}, "in"))
			if c.refused != "" {
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
	for model, reads := range map[string]string{
		"dependencies": "conll", "brackets": "conll brackets", "tags": "conll horizontal vertical", "graphs": "conll graphs",
		"text": "text conll horizontal vertical",
	} {
		var got []string
		for _, form := range []string{pipe.Text, textfile.CoNLL, textfile.Brackets, textfile.Graphs, pipe.Horizontal, pipe.Vertical} {
			if pipe.Reads(all[model], form) {
				got = append(got, form)
			}
		}
		require.Equal(t, reads, strings.Join(got, " "), model)
	}
}

// Where a parse ends before trees, words of brackets and of word/TAG have sentences, without heads, and no trees.
func TestWordsAlone(t *testing.T) {
	asked, err := models(t)["brackets"].With(treebank.Request{Only: "tags"})
	require.NoError(t, err)
	require.Equal(t, structure.Named("tags"), pipe.Written(asked))
	for _, data := range []string{"(S (NP (NNS Dogs)) (VP (VBP bark)))", "Dogs/NNS bark/VBP\n", dogs} {
		var b strings.Builder
		w, err := pipe.Written(asked).NewWriter(&b, "")
		require.NoError(t, err)
		s := files(map[string]string{"in": data}).Source(t.Context(), asked, pipe.Reading{}, "in")
		require.NoError(t, asked.Run(t.Context(), s.Read, w.Write, 2))
		require.NoError(t, w.Flush())
		require.Contains(t, b.String(), "\tNNS\t")
		require.NotContains(t, b.String(), "(")
		if data != dogs {
			require.Contains(t, b.String(), "2\tbark\t_\t_\tVBP\t_\t_\t_\t_\t_\n")
		}
	}
}

// However a treebank is cut into files, packed or encoded, it has the same sentences.
func TestFilesAreReadOneAfterAnother(t *testing.T) {
	sample := parsertest.Sample(t, "en/dev.conllu")
	want, err := forms((&pipe.Input{Format: pipe.Auto}).Treebank(textfile.CoNLL, testkit.Sample(t, "en/dev.conllu")))
	require.NoError(t, err)
	require.Equal(t, len(sample), strings.Count(want, "\n"))
	for _, parts := range []int{1, 2, 7} {
		in, names := files(nil), []string(nil)
		for i := range parts {
			var b strings.Builder
			w := conll.NewWriter(&b)
			for _, s := range sample[len(sample)*i/parts : len(sample)*(i+1)/parts] {
				require.NoError(t, w.Write(s))
			}
			require.NoError(t, w.Flush())
			names = append(names, fmt.Sprint("part", i))
			in.Texts[names[i]] = []byte(b.String())
		}
		got, err := forms(in.Treebank(textfile.CoNLL, names...))
		require.NoError(t, err)
		require.Equal(t, want, got)
		d, err := in.Treebank(textfile.CoNLL, names...).Data()
		require.NoError(t, err)
		require.Equal(t, len(sample), d.Len())
	}
}

// Files have an encoding, and may be the standard input or on disk.
func TestOpen(t *testing.T) {
	in := files(map[string]string{"latin": strings.ReplaceAll(cats, "Cats", "\xc9t\xe9")})
	in.Encoding, in.Stdin = "latin1", strings.NewReader(cats)
	file := filepath.Join(t.TempDir(), "dogs.conllu")
	require.NoError(t, os.WriteFile(file, []byte(dogs), 0o666))
	got, err := forms(in.Treebank(textfile.CoNLL, "latin", "-", file))
	require.NoError(t, err)
	require.Equal(t, "Été\nCats\nDogs bark\n", got)

	got, err = forms(files(map[string]string{"dogs": dogs}).Treebank(textfile.CoNLL, "dogs", "nowhere"))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.Equal(t, "Dogs bark\n", got, "what comes before is read")
	in.Encoding = "klingon"
	_, err = forms(in.Treebank(textfile.CoNLL, "latin"))
	require.ErrorContains(t, err, "klingon")

	f, form, err := files(map[string]string{"dogs": dogs}).Open("dogs")
	require.NoError(t, err)
	got, err = forms(files(map[string]string{"cats": cats}).TreebankIn(f, form, "cats"))
	require.NoError(t, err)
	require.Equal(t, "Dogs bark\nCats\n", got)
}

// A malformed sentence is an error with its place, or left out, which is said of the first twenty; what others read line
// by line gets an empty one in its place.
func TestSkipBad(t *testing.T) {
	bad := files(map[string]string{"in": dogs + loop + cats})
	got, err := forms(bad.Treebank(textfile.CoNLL, "in"))
	require.ErrorContains(t, err, "in:4:")
	require.Equal(t, "Dogs bark\n", got)

	in := files(map[string]string{"in": dogs + loop + cats})
	in.SkipBad = true
	d, err := in.Treebank(textfile.CoNLL, "in").Data()
	require.NoError(t, err)
	require.Equal(t, 2, d.Len())
	require.Len(t, in.said, 2)
	require.Contains(t, in.said[0], "skipped: in:4:")
	require.Equal(t, "skipped 1 bad sentence", in.said[1])

	in = files(map[string]string{"in": strings.Repeat(loop, 3*pipe.MaxSkipMessages)})
	in.SkipBad = true
	s := in.Treebank(textfile.CoNLL, "in")
	s.Aligned = true
	got, err = forms(s)
	s.SaySkipped()
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("\n", 3*pipe.MaxSkipMessages), got)
	require.Len(t, in.said, pipe.MaxSkipMessages+1)
	require.Equal(t, "skipped 60 bad sentences", in.said[pipe.MaxSkipMessages])
}

// A guard refuses items; other errors than those about one item end the source, whatever is to be left out.
func TestGuard(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		err  error
		skip bool
		want string
	}{
		{&textfile.Error{Err: broken}, true, "Cats\n"},
		{&textfile.Error{Err: broken}, false, ""},
		{broken, true, ""},
	} {
		in := files(map[string]string{"in": dogs + cats})
		in.SkipBad = c.skip
		s := in.Treebank(textfile.CoNLL, "in")
		s.Guard = func(it *treebank.Item) error {
			if len(it.Words) == 2 {
				return c.err
			}
			return nil
		}
		got, err := forms(s)
		require.Equal(t, c.want, got)
		require.Equal(t, c.want == "", errors.Is(err, broken))
	}
	in := files(map[string]string{"in": dogs})
	s := in.Treebank(textfile.CoNLL, "in")
	s.Check = func(f *textfile.Reader) error { return fmt.Errorf("%s: %w", f.Name, broken) }
	_, err := s.Read()
	require.EqualError(t, err, "in: broken")
	require.Nil(t, s.File(), "it is closed")
}

// Of the trees that --nbest has written, only the first is taken if that is asked for, which is said once.
func TestFirst(t *testing.T) {
	text := "# nbest = 1\n" + dogs + "# nbest = 2\n" + dogs + "# nbest = 3\n" + dogs + "# nbest = 1\n" + cats
	for first, want := range map[bool]string{true: "Dogs bark\nCats\n", false: "Dogs bark\nDogs bark\nDogs bark\nCats\n"} {
		in := files(map[string]string{"in": text})
		s := in.Treebank(textfile.CoNLL, "in")
		s.First = first
		got, err := forms(s)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, first, len(in.said) == 1, in.said)
	}
}

func TestNth(t *testing.T) {
	in := files(map[string]string{"one": dogs, "two": cats, "none": ""})
	it, err := in.Treebank(textfile.CoNLL, "one", "two").Nth("both", 2)
	require.NoError(t, err)
	require.Equal(t, "Cats", it.Words[0].Form)
	_, err = in.Treebank(textfile.CoNLL, "one", "two").Nth("both", 3)
	require.EqualError(t, err, "--sentence 3: both has 2 sentences")
	require.ErrorIs(t, err, pipe.ErrForm)
	_, err = in.Treebank(textfile.CoNLL, "none").Nth("none", 1)
	require.EqualError(t, err, "none: no sentences")
	_, err = files(map[string]string{"in": loop}).Treebank(textfile.CoNLL, "in").Nth("in", 1)
	require.ErrorContains(t, err, "in:1:")
}

// Each ends with the first error of what is done, and closes the file.
func TestEach(t *testing.T) {
	enough, n := errors.New("enough"), 0
	s := files(map[string]string{"in": dogs + cats}).Treebank(textfile.CoNLL, "in")
	require.Equal(t, enough, s.Each(func(*treebank.Item) error { n++; return enough }))
	require.Equal(t, 1, n)
	require.Nil(t, s.File())
}

// The beginning of a file tells what it holds, and what cannot be learned from it.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		data, holds string
		known, raw  bool
		refused     string // as a treebank of dependencies
	}{
		{data: dogs, holds: "dependencies", known: true},
		{data: "(S (NN dog))", holds: "constituents", known: true, refused: "in has constituents, but trees are wanted"},
		{data: graph, holds: "graphs", known: true, refused: "in has graphs, but trees are wanted"},
		{data: "Dogs bark.", holds: "dependencies", raw: true},
		{data: "Dogs/NNS bark/VBP\n", holds: "dependencies"},
		{data: "", holds: "dependencies", raw: true},
	} {
		f, _, err := files(map[string]string{"in": c.data}).Open("in")
		require.NoError(t, err)
		defer f.Close()
		s, known := pipe.Holds(f)
		require.Equal(t, c.known, known, c.data)
		require.Equal(t, c.raw, pipe.LooksRaw(f), c.data)
		require.Equal(t, c.holds, s.Name(), c.data)
		err = pipe.Must(f, structure.Named("dependencies"), "trees are wanted")
		if c.refused == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, c.refused)
		require.ErrorIs(t, err, pipe.ErrForm)
	}
}

// Words are read from any form of a structure without a model.
func TestWords(t *testing.T) {
	in := files(map[string]string{"in": "(S (NP (NNS Dogs)) (VP (VBP bark)))", "tagged": "Cats/NNS sleep/VBP\n"})
	got, err := forms(in.Words(structure.Named("constituents"), "in", "tagged"))
	require.NoError(t, err)
	require.Equal(t, "Dogs bark\nCats sleep\n", got)
	_, err = forms(in.Words(structure.Named("dependencies"), "in"))
	require.ErrorIs(t, err, pipe.ErrForm)
}

func TestUnits(t *testing.T) {
	lengths := map[string]int{"characters": 3, "bytes": 7, "utf16": 4}
	for _, unit := range pipe.Units() {
		require.Equal(t, lengths[unit], pipe.Counting(unit)("aé😀"), unit)
	}
	require.Len(t, pipe.Units(), len(lengths))
	require.Nil(t, pipe.Counting("words"))
}

// failing is a writer of which the n-th call fails.
type failing struct {
	n       int
	written []string
}

func (w *failing) call(what string) error {
	if w.n--; w.n == 0 {
		return io.ErrShortWrite
	}
	w.written = append(w.written, what)
	return nil
}

func (w *failing) Write(it *treebank.Item) error { return w.call(it.Words[0].Form) }
func (w *failing) Flush() error                  { return w.call("flush") }

func TestWriteAll(t *testing.T) {
	items := []*treebank.Item{{Words: []conll.Word{{Form: "a"}}}, {Words: []conll.Word{{Form: "b"}}}}
	for n, want := range []string{"a b flush", "", "a", "a b"} {
		w := &failing{n: n}
		err := pipe.WriteAll(w, items)
		require.Equal(t, want, strings.Join(w.written, " "))
		require.Equal(t, n > 0, err == io.ErrShortWrite)
	}
}
